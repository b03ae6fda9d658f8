//! The Taiwanese protocol: every line gets its answer, and what is told is played.
//!
//! The input is the lines of a conversation. All of it also chooses a game, which a referee tells move by move, and sets
//! up in between.
#![no_main]

use banqi::{Action, Cell, Game, Ply, Position, Preset, Square};
use banqi_cli::engine::{Line, Next, Protocol as _, Settings, Tcga};
use banqi_fuzz::{Choices, thought};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut talk = Talk(Tcga::new(Preset::TaiwanLeague.rules(), Settings::default()).expect("rules that can be told"));
    for line in Line::all(data) {
        talk.hear(&line.expect("memory can be read"));
    }
    referee(&mut Choices::new(data));
});

struct Talk(Tcga);

impl Talk {
    /// Tells a line; answers whether it was accepted.
    fn hear(&mut self, line: &Line) -> bool {
        let (Line::Whole(text) | Line::Beginning(text)) = line;
        let reaction = self.0.hear(line, false);
        let mut said = reaction.said;
        if let Next::Think(search) = reaction.next {
            assert!(said.is_empty());
            assert!(search.pace.is_none_or(|pace| pace.soft <= pace.hard));
            said = self.0.answer(thought(&search.game).as_ref(), std::time::Duration::from_millis(5));
        }
        let Some(number) = text.split_whitespace().next() else {
            assert!(said.is_empty());
            return true;
        };
        assert!(said.iter().all(|line| !line.contains(['\n', '\r']) && line.len() < 2000), "{said:?}");
        let answers: Vec<&String> = said.iter().filter(|line| line.starts_with(['=', '?'])).collect();
        let [answer] = answers[..] else { panic!("{said:?} to {text:?}") };
        let answered = answer[1..].split(' ').next().unwrap_or_default();
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let same = answered.parse::<u32>().is_ok_and(|answered| number.parse() == Ok(answered));
        assert!(if is_number { same || answered.is_empty() } else { answer.starts_with("? ") }, "{answer} to {text:?}");
        answer.starts_with('=')
    }

    fn tell(&mut self, line: String) -> bool {
        self.hear(&Line::Whole(line))
    }
}

/// A game, told as a referee tells it.
fn referee(choices: &mut Choices<'_>) {
    let rules = choices.rules();
    let Ok(tcga) = Tcga::new(rules, Settings::default()) else { return };
    let mut talk = Talk(tcga);
    let Some(position) = choices.position().filter(|position| position.board().count() == 32) else { return };
    let Ok(mut game) = Game::from_position(rules, position) else { return };
    assert!(talk.tell(set_up(&position)));
    while game.outcome().is_none() && !choices.is_empty() && game.plies().len() < 300 {
        let side = game.position().side().map_or("unknown".to_string(), |side| side.to_string());
        if choices.pick(&[false, true]) {
            assert!(talk.tell(format!("12 genmove {side}")));
        }
        let Ply { action, revealed } = choices.ply(&game);
        let told = match (action, revealed) {
            (Action::Flip(square), Some(piece)) => format!("11 flip {square} {}", piece.letter()),
            (Action::Move { from, to }, None) => format!("10 move {from} {to}"),
            _ => panic!("{action} has no words"),
        };
        assert!(talk.tell(told.clone()), "{told} in {}", game.position());
        game.play(Ply { action, revealed }).expect("a legal action can be played");
        if let Some(known) = talk.0.position() {
            assert!(Square::all().all(|square| known.cell(square) == game.position().cell(square)));
            assert_eq!(known.bag(), game.position().bag());
            assert_eq!(known.side(), game.position().side());
        }
    }
}

fn set_up(position: &Position) -> String {
    let mut words = vec!["18".to_string(), "init_board".to_string()];
    for square in (0..8).rev().flat_map(|rank| (0..4).filter_map(move |file| Square::at(file, rank))) {
        words.push(match position.cell(square) {
            Cell::FaceUp(piece) => piece.letter().to_string(),
            Cell::FaceDown => "X".to_string(),
            Cell::Empty | Cell::Outside => "-".to_string(),
        });
    }
    for piece in "KkGgMmRrNnCcPp".chars().filter_map(banqi::Piece::from_letter) {
        words.push(position.bag().count(piece).to_string());
    }
    words.join(" ")
}

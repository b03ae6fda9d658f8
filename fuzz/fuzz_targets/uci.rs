//! The UCI dialect: whatever is heard, what is said is as documented, and the position is that of an independent referee.
//!
//! The input is the lines of a conversation. All of it also chooses a game, of which the engine is told in its own words:
//! that gets deeper into games than a text that is changed at random.
#![no_main]

use banqi::{Game, Rules};
use banqi_cli::engine::{Line, Next, Protocol as _, Settings, Uci};
use banqi_fuzz::{Choices, thought};
use banqi_referee::judge;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut talk = Talk(Uci::new(Rules::default(), Settings::default()));
    for line in Line::all(data) {
        talk.hear(&line.expect("memory can be read"));
    }
    let mut choices = Choices::new(data);
    let rules = choices.rules();
    if let Some(position) = choices.position()
        && let Ok(mut game) = Game::from_position(rules, position)
    {
        while game.outcome().is_none() && !choices.is_empty() && game.plies().len() < 300 {
            game.play(choices.ply(&game)).expect("a legal action can be played");
        }
        let moves: Vec<String> = game.plies().map(|ply| ply.to_string()).collect();
        talk.hear(&Line::Whole(format!("setoption name Rules value {rules}")));
        talk.hear(&Line::Whole(format!("position fen {position} moves {}", moves.join(" "))));
        assert_eq!(talk.0.game().position(), game.position());
        assert_eq!(talk.0.game().outcome(), game.outcome());
        talk.hear(&Line::Whole("go".to_string()));
    }
});

struct Talk(Uci);

impl Talk {
    fn hear(&mut self, line: &Line) {
        let before = self.0.game().position().to_string();
        let later = self.0.hear(line, true);
        if matches!(later.next, Next::Later) {
            assert!(later.said.is_empty());
            assert_eq!(self.0.game().position().to_string(), before, "it waits");
        }
        let reaction = self.0.hear(line, false);
        assert!(reaction.said.iter().all(|line| !line.contains(['\n', '\r'])), "{:?}", reaction.said);
        let complaint = reaction.said.iter().find(|line| line.starts_with("info string "));
        assert!(complaint.is_none_or(|complaint| complaint.len() < 2000), "{complaint:?}");
        let game = self.0.game();
        if let Line::Whole(line) = line {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"position") => self.check_position(&words[1..], complaint.is_some(), &before),
                Some(&("setoption" | "ucinewgame" | "uci" | "isready" | "d" | "help" | "stop" | "quit" | "go")) => {}
                _ => assert!(reaction.said.is_empty(), "{:?}", reaction.said),
            }
        }
        match reaction.next {
            Next::Think(search) => {
                assert_eq!(search.game.position(), game.position());
                assert!(search.limits.depth.is_none_or(|depth| (1..=64).contains(&depth)));
                assert!(search.pace.is_none_or(|pace| pace.soft <= pace.hard));
                let thought = thought(&search.game);
                let answer = self.0.answer(thought.as_ref(), std::time::Duration::ZERO);
                assert!(answer.last().is_some_and(|line| line.starts_with("bestmove ")), "{answer:?}");
            }
            Next::Later => panic!("nothing is going on that could be waited for"),
            _ => {}
        }
    }

    /// The referee reads the same position, or finds it wrong too.
    fn check_position(&self, words: &[&str], refused: bool, before: &str) {
        let game = self.0.game();
        if refused {
            assert_eq!(game.position().to_string(), before, "nothing changes");
        }
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let fen = match &words[..end] {
            ["startpos"] => None,
            ["fen", fields @ ..] => Some(fields.join(" ")),
            _ => return assert!(refused),
        };
        let moves: Vec<String> = words[end..].iter().skip(1).map(ToString::to_string).collect();
        // It takes a time that grows with the square of the length.
        if moves.len() < 300 {
            match judge(&game.rules().to_string(), fen.as_deref(), &moves) {
                Ok(verdict) => {
                    assert!(!refused);
                    assert_eq!(game.position().to_string(), verdict.fen);
                }
                Err(refusal) => assert!(refused, "{refusal:?}"),
            }
        }
    }
}

//! `banqi position`: shows a position, or answers questions about positions.

use std::io::{self, Write};

use anyhow::Result;
use banqi::{Bag, Colour, Game, Seat};

use crate::conformance::{Answer, answer_standard_input, play_item, sorted};
use crate::failure::{Advice as _, Exit};
use crate::game_args::GameArgs;
use crate::standard_output;
use crate::text_args::TextArgs;
use crate::text_board::TextBoard;
use crate::wrapped::{terminal, write_wrapped};

/// Which position, and how to show it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi position a1=K a2=p
  banqi position --rules hong-kong:chain=on --fen '3k/4/4/4/4/1Rpc/4/4 r - 0 41' b3-c3-end
  banqi position --json --fen '3k/4/4/4/4/4/?3/P3 r r1 18 70'
  echo '{\"rules\":\"taiwan-chase\",\"moves\":[\"a1=K\",\"a2=p\"]}' | banqi position --jsonl

With --jsonl each line of standard input is a JSON object with rules, fen and moves, all optional, and gets one line \
as an answer: the position reached, its legal and forbidden actions and the result; or an error, with the index of the \
item of moves that is at fault. An empty line is an error like any other line that is no object.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What to play first: actions like b2=G, b2-b3 and end, or whole turns like b2-b3-c3
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
    /// Answer each line of standard input, a question in JSON, with a line of JSON
    #[arg(long, exclusive = true)]
    jsonl: bool,
    #[command(flatten)]
    text: TextArgs,
}

/// Shows the position, or answers standard input.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    if args.jsonl {
        answer_standard_input()?;
        return Ok(Exit::Done);
    }
    let mut game = args.game.game()?;
    let mut out = standard_output::locked();
    for (at, item) in args.moves.iter().enumerate() {
        if let Err(refusal) = play_item(&mut game, at, item) {
            if args.json {
                writeln!(out, "{}", serde_json::to_string(&refusal)?)?;
            }
            return Err(refusal).advise(match game.outcome() {
                Some(_) => "leave out what comes after the end of the game".to_string(),
                None => format!("the legal actions here: {}", sorted(&game.actions()).join(" ")),
            });
        }
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Answer::new(&game))?)?;
    } else {
        show(&mut out, &game, &args.text.board(), [None, None])?;
    }
    Ok(Exit::Done)
}

/// Writes the board and what else there is to say about a position. The names are First's and Second's.
pub(crate) fn show(out: &mut impl Write, game: &Game, board: &TextBoard, names: [Option<&str>; 2]) -> io::Result<()> {
    for line in board.lines(game.position()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    // Programs read one fact a line.
    let width = terminal();
    facts(game, names).iter().try_for_each(|(title, text)| write_wrapped(out, title, 11, text, width))
}

/// What there is to say about a position beside the board.
fn facts(game: &Game, names: [Option<&str>; 2]) -> Vec<(&'static str, String)> {
    let position = game.position();
    let parameters = game.rules().parameters();
    let of = |limit: Option<u16>| limit.map_or_else(String::new, |limit| format!(" of {limit}"));
    let mut facts = vec![
        ("rules", game.rules().to_string()),
        ("position", position.to_string()),
        ("turn", format!("{}, {} to move", position.turn(), player(game, names, position.seat()))),
        ("bag", bag(position.bag())),
        ("quiet", format!("{}{}", position.quiet(), of(parameters.quiet))),
    ];
    if let Some(square) = position.chain() {
        facts.push(("chain", format!("the piece on {square} may attack again, or end")));
    }
    if parameters.repetition.is_some() {
        facts.push(("repetition", format!("occurrence {}{}", game.occurrences(), of(parameters.repetition))));
    }
    for chase in game.chases() {
        let text = format!("{} chases {}: {}{}", chase.chaser, chase.target, chase.count, of(parameters.chase));
        facts.push(("chase", text));
    }
    match game.outcome() {
        Some(outcome) => facts.push((
            "result",
            match outcome.winner {
                Some(seat) => format!("{} wins by {}", player(game, names, seat), outcome.reason),
                None => outcome.to_string(),
            },
        )),
        None => facts.push(("legal", listed(&sorted(&game.actions())))),
    }
    let forbidden = sorted(&game.forbidden());
    if !forbidden.is_empty() {
        facts.push(("forbidden", listed(&forbidden)));
    }
    facts
}

/// `First`, `First (red)` or, if the name is known, `First (Ann, red)`.
fn player(game: &Game, [first, second]: [Option<&str>; 2], seat: Seat) -> String {
    let (title, name) = match seat {
        Seat::First => ("First", first),
        Seat::Second => ("Second", second),
    };
    let colour = game.colour_of(seat).map(|colour| colour.to_string());
    let more: Vec<&str> = name.into_iter().chain(colour.as_deref()).collect();
    if more.is_empty() { title.to_string() } else { format!("{title} ({})", more.join(", ")) }
}

fn bag(bag: Bag) -> String {
    if bag.is_empty() {
        return "empty".to_string();
    }
    let of = |colour| {
        let counts = bag.iter().filter(|(piece, _)| piece.colour == colour);
        let counts: Vec<String> = counts.map(|(piece, count)| format!("{}{count}", piece.letter())).collect();
        if counts.is_empty() { "none".to_string() } else { counts.join(" ") }
    };
    format!("{} face down; red {}; black {}", bag.len(), of(Colour::Red), of(Colour::Black))
}

fn listed(actions: &[String]) -> String {
    format!("{}: {}", actions.len(), actions.join(" "))
}

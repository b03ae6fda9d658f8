//! The dialect of MistyBanqi (github.com/brianhliou/misty-banqi), as its README and its source describe it: UCI on a
//! board of eight files and four ranks.

use std::fmt::Write as _;

use banqi::{Action, Cell, Game, Kind, Piece, Square};

use super::outside::Protocol;
use super::process::{Process, Wait};
use super::uci::{best_move, window};
use super::{Allowance, Answer, Failure, Opening, Request};

/// What one says to it.
#[derive(Debug)]
pub(crate) struct Misty;

impl Protocol for Misty {
    const FAREWELL: &'static str = "quit";

    fn greet(&mut self, process: &mut Process, wait: Wait<'_>) -> Result<(), Failure> {
        process.send("uci")?;
        process.await_line(wait, |line| (line == "uciok").then_some(()))
    }

    fn begin(&mut self, process: &mut Process, _: &Opening<'_>, wait: Wait<'_>) -> Result<(), Failure> {
        process.send("ucinewgame")?;
        process.send("isready")?;
        process.await_line(wait, |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, process: &mut Process, request: &Request<'_>, wait: Wait<'_>) -> Result<Answer, Failure> {
        process.drain();
        process.send(&position(request.game))?;
        process.send(&go(request))?;
        best_move(process, wait, action)
    }
}

/// It knows no clock: it is given the time that a game of thirty more turns leaves it for one.
fn go(request: &Request<'_>) -> String {
    match request.allowance {
        Allowance::Own => "go".into(),
        Allowance::Movetime(time) => format!("go movetime {}", time.as_millis()),
        // Without a time it takes a second.
        Allowance::Nodes(nodes) => format!("go nodes {nodes} movetime {}", request.hurry.within.as_millis()),
        Allowance::Clocks { first, second, increment } => {
            let left = if request.game.position().seat() == banqi::Seat::First { first } else { second };
            format!("go movetime {}", (left / 30 + increment * 3 / 4).min(left / 2).as_millis().max(1))
        }
    }
}

/// Its letters in the order of [`Kind::ALL`].
const LETTERS: [char; 7] = ['G', 'A', 'E', 'R', 'H', 'C', 'S'];

fn letter(piece: Piece) -> char {
    let letter = LETTERS[piece.kind as usize];
    if piece.colour == banqi::Colour::Red { letter } else { letter.to_ascii_lowercase() }
}

/// Its board is ours turned by a quarter: its file is our rank, its rank 0 our file d.
fn square(file: u8, rank: u8) -> Option<Square> {
    Square::at(3_u8.checked_sub(rank)?, file)
}

/// The position after the last flip or capture in its letters, and the quiet moves since.
fn position(game: &Game) -> String {
    let (start, since) = window(game);
    let mut line = String::from("position fen ");
    for rank in (0..4).rev() {
        let mut empty = 0;
        for square in (0..8).filter_map(|file| square(file, rank)) {
            let shown = match start.cell(square) {
                Cell::FaceUp(piece) => letter(piece),
                Cell::FaceDown => 'X',
                Cell::Empty | Cell::Outside => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                let _ = write!(line, "{empty}");
                empty = 0;
            }
            line.push(shown);
        }
        if empty > 0 {
            let _ = write!(line, "{empty}");
        }
        line.push(if rank > 0 { '/' } else { ' ' });
    }
    line.push_str(match start.side() {
        Some(banqi::Colour::Red) => "r ",
        Some(banqi::Colour::Black) => "b ",
        None => "- ",
    });
    if start.bag().is_empty() {
        line.push('-');
    }
    for (piece, count) in start.bag() {
        let _ = write!(line, "{}{count}", letter(piece));
    }
    let _ = write!(line, " {} {}", start.quiet(), start.turn());
    for (index, ply) in game.plies().skip(since).enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        if let Action::Move { from, to } = ply.action {
            line.push_str(&[from, to].map(name).concat());
        }
    }
    line
}

fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.rank()), 3 - square.file())
}

/// `a0b0`; a flip names its square twice.
fn action(word: &str) -> Option<Action> {
    let [from_file, from_rank, to_file, to_rank] = *word.as_bytes() else { return None };
    let read = |file: u8, rank: u8| square(file.checked_sub(b'a')?, rank.checked_sub(b'0')?);
    let (from, to) = (read(from_file, from_rank)?, read(to_file, to_rank)?);
    Some(if from == to { Action::Flip(from) } else { Action::Move { from, to } })
}

const _: () = assert!(Kind::ALL.len() == LETTERS.len());

#[cfg(test)]
mod tests {
    use banqi::{Bitboard, Position, attacks};

    use super::*;

    #[test]
    fn neighbours_stay_neighbours_and_no_square_is_lost() {
        let all: Bitboard = (0..8).flat_map(|file| (0..4).filter_map(move |rank| square(file, rank))).collect();
        assert_eq!(all, Bitboard::rectangle(4, 8));
        for from in Square::all() {
            assert_eq!(action(&format!("{}{}", name(from), name(from))), Some(Action::Flip(from)));
            for to in attacks::neighbours(from) {
                let ([file, rank], [next_file, next_rank]) = (bytes(from), bytes(to));
                assert_eq!(file.abs_diff(next_file) + rank.abs_diff(next_rank), 1, "{from} {to}");
                let read = action(&[from, to].map(name).concat());
                assert_eq!(read, Some(Action::Move { from, to }));
            }
        }
    }

    fn bytes(square: Square) -> [u8; 2] {
        name(square).into_bytes().try_into().unwrap()
    }

    #[test]
    fn the_position_is_in_its_letters() {
        let start = position(&Game::new("taiwan-club".parse().unwrap()));
        let bag = "G1A2E2R2H2C2S5g1a2e2r2h2c2s5";
        assert_eq!(start, format!("position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - {bag} 0 1"));
        // a1 is at the top of its first file, which is its rank 3; d8 is h0.
        let study: Position = "3k/4/4/4/4/4/n3/RG?? r M1p1 7 41".parse().unwrap();
        let mut game = Game::from_position("taiwan-club".parse().unwrap(), study).unwrap();
        let fen = "position fen Rh6/A7/X7/X6g r E1s1 7 41";
        assert_eq!(position(&game), fen);
        game.play("b1-b2".parse().unwrap()).unwrap();
        game.play("d8-d7".parse().unwrap()).unwrap();
        assert_eq!(position(&game), format!("{fen} moves a2b2 h0g0"));
    }

    #[test]
    fn what_is_no_move_of_it_is_refused() {
        for word in ["", "(none)", "a0", "a0b9", "i0a0", "a0a4", "a0b0c", "A0B0"] {
            assert_eq!(action(word), None, "{word:?}");
        }
    }
}

//! How the table is shown: the board, and what is counted beside or below it.

use banqi::{Action, Bitboard, Colour, Game, Kind, Piece, Position};

use super::narration;
use super::players::{Players, capitalised};
use crate::text_board::{Glyphs, TextBoard};
use crate::words::{Script, character};

/// The settings of the view.
pub(super) struct View {
    pub(super) board: TextBoard,
    /// Whether a terminal shows it, so that columns can be used.
    pub(super) terminal: bool,
}

/// The columns of the notes beside the board.
const NOTES: usize = 30;

impl View {
    /// The whole table for the player to move.
    pub(super) fn table(&self, players: &Players, game: &Game, width: usize) -> Vec<String> {
        let position = game.position();
        let board = TextBoard { highlights: last_turn(game), ..self.board.clone() }.lines(position);
        let mut lines = if self.terminal && self.columns() + NOTES <= width {
            beside(board, self.notes(players, game))
        } else {
            board.into_iter().chain([String::new(), line(players, game)]).collect()
        };
        lines.extend(counters(players, game).map(|counter| capitalised(&counter)));
        lines
    }

    /// The board alone, after the end.
    pub(super) fn board(&self, game: &Game) -> Vec<String> {
        TextBoard { highlights: last_turn(game), ..self.board.clone() }.lines(game.position())
    }

    fn columns(&self) -> usize {
        let cell = if self.board.glyphs == Glyphs::Letters { 3 } else { 6 };
        2 + cell * if self.board.landscape { 8 } else { 4 } + 2
    }

    fn notes(&self, players: &Players, game: &Game) -> Vec<String> {
        let position = game.position();
        let lost = game.lost_pieces();
        let mut notes = vec![
            narration::to_move(players, position),
            quiet(game),
            String::new(),
            format!("Face down {}", position.face_down().count()),
        ];
        notes.extend(Colour::ALL.map(|colour| format!(" {}", self.pieces(colour, position.bag().counts(colour)))));
        notes.push("Captured".to_string());
        notes.extend(Colour::ALL.map(|colour| format!(" {}", self.pieces(colour, lost[colour]))));
        notes
    }

    /// The bag and what was captured, for the command of that name.
    pub(super) fn bag(&self, game: &Game) -> Vec<String> {
        let position = game.position();
        let lost = game.lost_pieces();
        let line = |colour, counts| format!("  {}", self.pieces(colour, counts));
        let mut lines = vec![format!("Face down, {} in all:", position.face_down().count())];
        lines.extend(Colour::ALL.map(|colour| line(colour, position.bag().counts(colour))));
        lines.push("Captured:".to_string());
        lines.extend(Colour::ALL.map(|colour| line(colour, lost[colour])));
        lines
    }

    /// `red   K G2 P5`.
    fn pieces(&self, colour: Colour, counts: [u8; 7]) -> String {
        let pieces: Vec<String> = Kind::ALL
            .into_iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| {
                let glyph = self.glyph(Piece::new(colour, kind));
                if count == 1 { glyph.to_string() } else { format!("{glyph}{count}") }
            })
            .collect();
        let pieces = if pieces.is_empty() { "none".to_string() } else { pieces.join(" ") };
        format!("{:5} {pieces}", colour.to_string())
    }

    fn glyph(&self, piece: Piece) -> char {
        match self.board.glyphs {
            Glyphs::Letters => piece.letter(),
            Glyphs::Traditional => character(piece, Script::Traditional),
            Glyphs::Simplified => character(piece, Script::Simplified),
        }
    }
}

fn quiet(game: &Game) -> String {
    let quiet = game.position().quiet();
    match game.rules().parameters().quiet {
        Some(limit) => format!("Quiet turns {quiet} of {limit}"),
        None => format!("Quiet turns {quiet}"),
    }
}

/// What the notes say, in one line.
fn line(players: &Players, game: &Game) -> String {
    let dark = game.position().face_down().count();
    format!("{}. {}. Face down {dark}.", narration::to_move(players, game.position()), quiet(game))
}

/// What else is counted, when there is something to count.
fn counters(players: &Players, game: &Game) -> impl Iterator<Item = String> {
    let position = game.position();
    let parameters = game.rules().parameters();
    let repeated = parameters.repetition.filter(|_| game.occurrences() > 1);
    let repeated =
        repeated.map(|limit| format!("this position has come up {} times; a draw at {limit}", game.occurrences()));
    let chases = parameters
        .chase
        .into_iter()
        .flat_map(move |limit| game.chases().map(move |chase| narration::chase(players, position, chase, limit)));
    let forbidden = game.forbidden();
    let forbidden = (!forbidden.is_empty()).then(|| format!("forbidden: {}", actions(&forbidden)));
    let chain = position.chain().map(|_| format!("the chain is open: {}", actions(&game.actions())));
    repeated.into_iter().chain(chases).chain(forbidden).chain(chain)
}

/// Actions in a row.
pub(super) fn actions(actions: &[Action]) -> String {
    let mut actions: Vec<String> = actions.iter().map(Action::to_string).collect();
    actions.sort_unstable();
    actions.join(" ")
}

/// The squares of the last turn.
fn last_turn(game: &Game) -> Bitboard {
    let turns: Vec<(Action, &Position)> = game.plies().map(|ply| ply.action).zip(game.positions()).collect();
    let begun = turns.iter().rposition(|(_, before)| before.chain().is_none()).unwrap_or(0);
    turns[begun.min(turns.len())..]
        .iter()
        .flat_map(|(action, _)| match *action {
            Action::Flip(square) => vec![square],
            Action::Move { from, to } => vec![from, to],
            Action::End => Vec::new(),
        })
        .collect()
}

fn beside(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    let height = left.len().max(right.len());
    let mut right = right.into_iter();
    let mut lines: Vec<String> =
        left.into_iter().map(|line| format!("{line}  {}", right.next().unwrap_or_default())).collect();
    lines.extend(right);
    lines.truncate(height);
    lines
}

//! How the table is shown: the board, and what is counted beside or below it.

use banqi::{Action, Bitboard, Colour, Game, Kind, Piece, Position, Square};
use banqi_deal::Deal;

use super::narration;
use super::players::Players;
use crate::text_board::{Glyphs, TextBoard};
use crate::wrapped::columns;

/// The settings of the view.
pub(super) struct View {
    pub(super) board: TextBoard,
    /// Whether a terminal shows it, so that columns can be used.
    pub(super) terminal: bool,
}

/// The columns between the board and the notes.
const GAP: usize = 2;

impl View {
    /// The board for the player to move, with notes beside it where there is room.
    pub(super) fn table(&self, players: &Players, game: &Game, width: usize) -> Vec<String> {
        let board = self.board(game);
        match self.notes_beside(players, game, width) {
            Some(notes) => beside(board, self.columns(game), notes),
            None => board,
        }
    }

    /// What stands below the board: the notes in short, if they are not beside it, and what else there is to count.
    pub(super) fn remarks(&self, players: &Players, game: &Game, width: usize) -> Vec<String> {
        let beside = self.notes_beside(players, game, width).is_some();
        let mut remarks = Vec::new();
        if !beside {
            let dark = format!("Face down {}", game.position().face_down().count());
            let line = format!("{}. {}.", narration::to_move(players, game.position()), quiet(game));
            let lists = self.terminal.then(|| self.lists(game));
            remarks.push(String::new());
            match lists {
                Some([below, lost]) => remarks.extend([line, format!("{dark}: {below}"), format!("Captured: {lost}")]),
                None => remarks.push(format!("{line} {dark}.")),
            }
        }
        remarks.extend(counters(players, game));
        remarks
    }

    /// The notes, if a terminal shows them and there is room.
    fn notes_beside(&self, players: &Players, game: &Game, width: usize) -> Option<Vec<String>> {
        let notes = self.notes(players, game);
        let widest = notes.iter().map(|note| columns(note)).max().unwrap_or(0);
        (self.terminal && self.columns(game) + GAP + widest <= width).then_some(notes)
    }

    /// The board alone.
    pub(super) fn board(&self, game: &Game) -> Vec<String> {
        TextBoard { highlights: last_turn(game), ..self.board.clone() }.lines(game.position())
    }

    /// The board when the game is over: with what lay face down, and what that looks like.
    pub(super) fn final_board(&self, game: &Game, deal: &Deal) -> Vec<String> {
        let board = TextBoard { highlights: last_turn(game), beneath: Some(deal.clone()), ..self.board.clone() };
        let mut lines = board.lines(game.position());
        if !game.position().face_down().is_empty() {
            lines.push("< > lay face down.".to_string());
        }
        lines
    }

    /// How wide the board is.
    fn columns(&self, game: &Game) -> usize {
        let board = game.position().board();
        let squares = (0..8).filter(|&place| {
            let square = if self.board.landscape { Square::at(0, place) } else { Square::at(place, 0) };
            square.is_some_and(|square| board.contains(square))
        });
        let cell = if self.board.glyphs == Glyphs::Letters { 3 } else { 6 };
        cell * squares.count() + if self.board.coordinates { 2 } else { 0 }
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
        notes.extend(Colour::ALL.map(|colour| format!(" {}", self.line_of(colour, position.bag().counts(colour)))));
        notes.push("Captured".to_string());
        notes.extend(Colour::ALL.map(|colour| format!(" {}", self.line_of(colour, lost[colour]))));
        notes
    }

    /// What is face down, and what was captured.
    fn lists(&self, game: &Game) -> [String; 2] {
        let (bag, lost) = (game.position().bag(), game.lost_pieces());
        let list = |counts: &dyn Fn(Colour) -> [u8; 7]| {
            Colour::ALL.map(|colour| format!("{colour} {}", self.pieces(counts(colour), colour))).join("; ")
        };
        [list(&|colour| bag.counts(colour)), list(&|colour| lost[colour])]
    }

    /// The bag and what was captured, for the command of that name.
    pub(super) fn bag(&self, game: &Game) -> Vec<String> {
        let position = game.position();
        let lost = game.lost_pieces();
        let line = |colour, counts| format!("  {}", self.line_of(colour, counts));
        let mut lines = vec![format!("Face down, {} in all:", position.face_down().count())];
        lines.extend(Colour::ALL.map(|colour| line(colour, position.bag().counts(colour))));
        lines.push("Captured:".to_string());
        lines.extend(Colour::ALL.map(|colour| line(colour, lost[colour])));
        lines
    }

    /// `red   K G2 P5`.
    fn line_of(&self, colour: Colour, counts: [u8; 7]) -> String {
        format!("{:5} {}", colour.to_string(), self.pieces(counts, colour))
    }

    /// `K G2 P5`.
    fn pieces(&self, counts: [u8; 7], colour: Colour) -> String {
        let pieces: Vec<String> = Kind::ALL
            .into_iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| {
                let glyph = self.board.glyphs.of(Piece::new(colour, kind));
                if count == 1 { glyph.to_string() } else { format!("{glyph}{count}") }
            })
            .collect();
        if pieces.is_empty() { "none".to_string() } else { pieces.join(" ") }
    }
}

fn quiet(game: &Game) -> String {
    let quiet = game.position().quiet();
    match game.rules().parameters().quiet {
        Some(limit) => format!("Quiet turns {quiet} of {limit}"),
        None => format!("Quiet turns {quiet}"),
    }
}

/// What else is counted, when there is something to count.
fn counters(players: &Players, game: &Game) -> impl Iterator<Item = String> {
    let position = game.position();
    let parameters = game.rules().parameters();
    let repeated = parameters.repetition.filter(|_| game.occurrences() > 1);
    let repeated =
        repeated.map(|limit| format!("This position has come up {} times; a draw at {limit}.", game.occurrences()));
    // A first step beside an enemy is no news, unless it was the last one allowed.
    let chases = parameters.chase.into_iter().flat_map(move |limit| {
        let chases = game.chases().filter(move |chase| chase.count > 1 || chase.count >= limit);
        chases.map(move |chase| narration::chase(players, position, chase, limit))
    });
    let forbidden = game.forbidden();
    let forbidden = (!forbidden.is_empty()).then(|| format!("Forbidden chases: {}", actions(&forbidden)));
    let chain = position.chain().map(|_| narration::chain(players, game));
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

/// Notes beside a board of so many columns.
fn beside(board: Vec<String>, columns: usize, notes: Vec<String>) -> Vec<String> {
    let height = board.len().max(notes.len());
    let board = board.into_iter().chain(std::iter::repeat(" ".repeat(columns)));
    let notes = notes.into_iter().chain(std::iter::repeat(String::new()));
    board.zip(notes).take(height).map(|(left, right)| format!("{left}{:GAP$}{right}", "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi_table::Party;

    fn shown(landscape: bool, terminal: bool, width: usize, fen: &str) -> Vec<String> {
        let players = Players { host: "Ann".into(), guest: "Ben".into(), computer: None, first: Party::Host };
        let game = Game::from_position("taiwan-club".parse().expect("rules"), fen.parse().expect("a position"));
        let view = View { board: TextBoard { landscape, ..TextBoard::default() }, terminal };
        let game = game.expect("a position under the rules");
        view.table(&players, &game, width).into_iter().chain(view.remarks(&players, &game, width)).collect()
    }

    #[test]
    fn notes_stand_beside_the_board_where_there_is_room() {
        let expected = [
            "8  .  .  .  k   Turn 70: Ben (red) to move",
            "7  .  .  .  .   Quiet turns 18 of 40",
            "6  .  .  .  .   ",
            "5  .  .  .  .   Face down 1",
            "4  .  .  .  .    red   none",
            "3  .  .  .  .    black r",
            "2  ?  .  .  .   Captured",
            "1  P  .  .  .    red   none",
            "   a  b  c  d    black none",
        ];
        assert_eq!(shown(false, true, 60, "3k/4/4/4/4/4/?3/P3 r r1 18 70"), expected);
        let turn = "Turn 70: Ben (red) to move. Quiet turns 18 of 40.";
        let lists = [turn, "Face down 1: red none; black r", "Captured: red none; black none"];
        let short = format!("{turn} Face down 1.");
        for (terminal, width, below) in [(true, 40, &lists[..]), (false, 200, &[&*short])] {
            let lines = shown(false, terminal, width, "3k/4/4/4/4/4/?3/P3 r r1 18 70");
            assert_eq!(lines[0], "8  .  .  .  k ");
            assert_eq!(lines[10..], *below);
        }
    }

    #[test]
    fn notes_longer_than_the_board_keep_their_column() {
        let landscape = shown(true, true, 80, "3k/4/4/4/4/4/?3/P3 r r1 18 70");
        assert_eq!(landscape.len(), 9);
        assert_eq!(landscape[5].find("black r"), landscape[4].find("red"), "{landscape:#?}");
        let study = shown(false, true, 80, "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1");
        assert_eq!(study[4].find("red "), study[3].find("Face").map(|column| column + 1), "{study:#?}");
    }
}

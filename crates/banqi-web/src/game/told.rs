//! What can be asked about a game, in words: all that is to be seen, for those who listen.

use banqi::{Action, Bitboard, Cell, Colour, Game, Kind, Position, Square};
use banqi_table::Party;

use super::counters::{Quiet, Running, chase, repeated};
use super::course;
use super::players::Person;
use super::session::{Session, Targets};
use super::words;
use crate::board::words::{colour, kind, piece};
use crate::text::{labelled, list, sentence, sentences, text};

/// A row of squares, by its file or by its rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    /// From 0, as of [`Square::file`].
    File(u8),
    Rank(u8),
}

impl Row {
    /// `b`, or `3`.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file @ b'a'..=b'd'] => Some(Self::File(file - b'a')),
            [rank @ b'1'..=b'8'] => Some(Self::Rank(rank - b'1')),
            _ => None,
        }
    }

    fn squares(self) -> Vec<Square> {
        match self {
            Self::File(file) => (0..8).filter_map(|rank| Square::at(file, rank)).collect(),
            Self::Rank(rank) => (0..4).filter_map(|file| Square::at(file, rank)).collect(),
        }
    }
}

fn cell(position: &Position, square: Square) -> &'static str {
    match position.cell(square) {
        Cell::FaceUp(found) => piece(found),
        Cell::FaceDown => text!(board.face_down),
        Cell::Empty | Cell::Outside => text!(board.empty),
    }
}

/// `a2 face down, b2 red horse, c2 empty, d2 empty.`
pub(super) fn row(game: &Game, row: Row) -> String {
    let position = game.position();
    let squares = row.squares().into_iter().filter(|square| position.board().contains(*square));
    let cells: Vec<String> = squares.map(|square| format!("{square} {}", cell(position, square))).collect();
    sentence(&list(&cells))
}

/// All squares, rank by rank, from the far side.
pub(super) fn board(game: &Game) -> String {
    let rows: Vec<String> = (0..8).rev().map(|rank| row(game, Row::Rank(rank))).filter(|row| row.len() > 1).collect();
    sentences(rows)
}

/// The last turn.
pub(super) fn last(session: &Session) -> String {
    let game = session.game();
    let Some(turn) = course::last_turn(game) else { return text!(game.moves_none).to_string() };
    let befores: Vec<&Position> = game.positions().collect();
    let start = turn.end - turn.plies.len();
    let plies = turn.plies.iter().zip(&befores[start..]).map(|(&(ply, effect), before)| {
        let event = banqi_table::Event { before: **before, ply, effect };
        words::said_event(session.players(), &event)
    });
    sentence(&sentences(plies))
}

/// Where a piece may go: `red chariot on a1. Steps: b1. Captures: a2 black horse.`
pub(super) fn moves(session: &Session, from: Square) -> String {
    let position = session.game().position();
    let Targets { steps, captures, forbidden, .. } = session.targets(from);
    let named = |squares: Bitboard, with_piece: bool| {
        let squares = squares
            .into_iter()
            .map(|square| if with_piece { format!("{square} {}", cell(position, square)) } else { square.to_string() });
        let squares: Vec<String> = squares.collect();
        if squares.is_empty() { text!(game.told_none).to_string() } else { list(&squares) }
    };
    let said = text!(
        game.told_moves,
        square = from.to_string(),
        what = cell(position, from),
        steps = named(steps, false),
        captures = named(captures, true)
    );
    let forbidden = (!forbidden.is_empty()).then(|| text!(game.told_forbidden, squares = named(forbidden, false)));
    sentences([Some(said), forbidden].into_iter().flatten())
}

/// Who is who, and whose turn it is: `You are red. Turn 41. Your turn.`
pub(super) fn who(session: &Session) -> String {
    let (players, game) = (session.players(), session.game());
    let sides = [Party::Host, Party::Guest].map(|party| {
        let who = words::person(players.person(party));
        match game.colour_of(players.seat(party)) {
            Some(side) => labelled(who, colour(side)),
            None => labelled(who, text!(game.told_no_colour)),
        }
    });
    let turn = text!(game.turn, number = game.position().turn());
    let state = if session.is_over() {
        let (title, why) = words::end(session);
        sentences([title, why])
    } else {
        turn_of(session).to_string()
    };
    sentences(sides.into_iter().chain([turn, state]))
}

/// What both have captured.
pub(super) fn captured(session: &Session) -> String {
    let (players, game) = (session.players(), session.game());
    let of = |party| {
        let who = words::person(players.person(party));
        let lost = game.colour_of(players.seat(party)).map(|own| !own);
        let pieces = lost.map_or_else(Vec::new, |lost: Colour| {
            let counts = Kind::ALL.into_iter().zip(game.lost_pieces()[lost]).filter(|(_, count)| *count > 0);
            counts.map(|(found, count)| words::counted(banqi::Piece::new(lost, found), count)).collect()
        });
        let pieces = if pieces.is_empty() { text!(game.captured_none).to_string() } else { list(&pieces) };
        labelled(&text!(game.captured_by, who = who), &pieces)
    };
    sentence(&sentences([of(Party::Host), of(Party::Guest)]))
}

/// How far everything that is counted has come.
pub(super) fn limits(game: &Game) -> String {
    let Quiet { turns, limit, .. } = Quiet::of(game);
    let mut all = vec![match limit {
        Some(limit) => text!(game.told_quiet, count = turns, limit = limit),
        None => text!(game.quiet_none).to_string(),
    }];
    all.extend(repeated(game).map(|(count, limit)| text!(game.repeated_why, count = count, limit = limit)));
    all.extend(chase(game).map(chased));
    sentences(all)
}

fn chased(running: Running) -> String {
    let (chaser, target) = (kind(running.chaser.kind), kind(running.target.kind));
    text!(game.told_chase, chaser = chaser, target = target, count = running.count, limit = running.limit)
}

/// Whose turn it is, for those who cannot see it. Nothing of somebody who is elsewhere: what they play is heard.
pub(super) fn turn_of(session: &Session) -> &'static str {
    let position = session.game().position();
    match session.players().person_at(position.seat()) {
        _ if session.chain().is_some() => text!(game.chain_hint),
        Person::You => text!(game.told_your_turn),
        Person::Computer(_) => text!(game.why_not_your_turn),
        Person::Friend => text!(online.why_not_your_turn),
        Person::Player(Party::Host) => text!(game.told_turn_1),
        Person::Player(Party::Guest) => text!(game.told_turn_2),
    }
}

/// After a turn: what is about to end the game, what may not go on, and whose turn it is now.
pub(super) fn outlook(session: &Session) -> String {
    let game = session.game();
    let mut all = Vec::new();
    if let Some(left) = Quiet::of(game).last_chance() {
        all.push(sentence(&text!(game.quiet_soon, left = left)));
    }
    if let Some((count, limit)) = repeated(game) {
        all.push(text!(game.told_repeated, count = count, limit = limit));
    }
    // A chase is counted by the step that makes it.
    let stepped = game.plies().last().and_then(|ply| match ply.action {
        Action::Move { to, .. } => game.position().piece(to),
        _ => None,
    });
    all.extend(chase(game).filter(|running| Some(running.chaser) == stepped).map(chased));
    let seat = game.position().seat();
    let is_here = !matches!(session.players().person_at(seat), Person::Computer(_) | Person::Friend);
    if is_here {
        all.push(turn_of(session).to_string());
    }
    sentences(all)
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{session, square, two};
    use super::*;

    const MIDDLE: &str = "3k/4/4/4/4/4/n?2/R2P r p1 17 41";

    #[test]
    fn all_that_is_to_be_seen_is_told() {
        let deal = ".....p..........................";
        let game = session("taiwan-quick", MIDDLE, deal, None, false);
        assert_eq!(row(game.game(), Row::Rank(1)), "a2 black horse, b2 face down, c2 empty, d2 empty.");
        assert!(row(game.game(), Row::File(0)).starts_with("a1 red chariot, a2 black horse, a3 empty,"));
        assert!(board(game.game()).starts_with("a8 empty, b8 empty, c8 empty, d8 black general. a7 empty,"));
        assert_eq!(moves(&game, square("a1")), "a1, red chariot. Steps: b1. Captures: a2 black horse.");
        assert_eq!(moves(&game, square("d8")), "d8, black general. Steps: none. Captures: none.");
        assert_eq!(who(&game), "Player 1: Red. Player 2: Black. Turn 41. Player 1’s turn.");
        assert_eq!(limits(game.game()), "17 of 20 turns without a flip or a capture.");
        assert!(captured(&game).starts_with("Captured by Player 1: nothing captured yet."));
        assert_eq!(last(&game), "Nothing is played yet.");
    }

    #[test]
    fn what_is_about_to_happen_is_told_with_each_turn() {
        let mut game = two("taiwan-quick", "3k/4/4/4/4/4/4/R2P r - 16 41");
        game.tap(square("d1"));
        let happened = game.tap(square("d2"));
        assert_eq!(words::said(&game, &happened), "red soldier, d1 to d2. draw in 3. Player 2’s turn.");
        assert_eq!(last(&game), "red soldier, d1 to d2.");
        let mut game = two("taiwan-chase:chase=2", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
        game.tap(square("b1"));
        let happened = game.tap(square("a1"));
        assert!(
            words::said(&game, &happened).contains("Chariot chases Horse, 1 of 2."),
            "{}",
            words::said(&game, &happened)
        );
    }

    #[test]
    fn rows_are_files_and_ranks() {
        assert_eq!((Row::read("b"), Row::read("8")), (Some(Row::File(1)), Some(Row::Rank(7))));
        for text in ["", "e", "9", "0", "b2"] {
            assert_eq!(Row::read(text), None, "{text}");
        }
    }
}

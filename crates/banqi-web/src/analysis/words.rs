//! What the analysis board says.

use banqi::{Colour, Game, Outcome, Position, PositionError, Record};
use banqi_table::Party;
use banqi_worker::{Analysis, Candidate};

use super::reading::Unread;
use super::study::{MOST_PLIES, NoStudy};
use crate::board::words::{colour, piece};
use crate::game::players::{Opponent, Players};
use crate::game::words as game_words;
use crate::text::{Language, list, sentences, text};

/// Whoever looks into a game is none of its players.
pub(super) const NOBODY: Players = Players { opponent: Opponent::Watched, first: Party::Host };

/// `Red`; before the first flip `First`.
pub(super) fn side(position: &Position) -> &'static str {
    position.side().map_or(text!(game.move_first), colour)
}

/// `Red to move`.
pub(super) fn to_move(position: &Position) -> String {
    text!(analysis.to_move, side = side(position))
}

/// `Red to move: 63.4% to win`, or that the game is won or lost by force.
pub(super) fn standing(position: &Position, points: u16) -> String {
    let (side, chance) = (side(position), chance(points));
    match points {
        0 | 1000 => text!(analysis.forced, side = side, result = chance),
        _ => text!(analysis.chances, side = side, chance = chance),
    }
}

/// `63.4%`, or that the game is won or lost by force.
pub(super) fn chance(points: u16) -> String {
    match points {
        1000 => text!(analysis.won).to_string(),
        0 => text!(analysis.lost).to_string(),
        _ => percent(points.into(), 1000),
    }
}

/// A part of a whole: `63.4%`.
pub(super) fn percent(part: u32, whole: u32) -> String {
    let tenths = (part * 2000 + whole) / (whole * 2).max(1);
    text!(analysis.percent, number = format!("{}.{}", tenths / 10, tenths % 10))
}

/// So many positions: `12k`, `4.0M`. Chinese counts by ten thousands.
pub(super) fn nodes(nodes: u64, language: Language) -> String {
    let unit: u64 = if language == Language::English { 1_000 } else { 10_000 };
    let of = |unit: u64| match nodes / unit {
        0..10 => format!("{}.{}", nodes / unit, nodes * 10 / unit % 10),
        count => count.to_string(),
    };
    match nodes {
        _ if nodes < unit => nodes.to_string(),
        _ if nodes < unit * unit => text!(analysis.many, number = of(unit)),
        _ => text!(analysis.very_many, number = of(unit * unit)),
    }
}

/// The evaluation, for those who listen.
pub(super) fn evaluation(game: &Game, found: &Analysis) -> String {
    let position = game.position();
    let Some(best) = found.candidates.first() else { return String::new() };
    text!(
        analysis.said_evaluation,
        side = side(position),
        chance = chance(best.points),
        line = line(best),
        depth = found.depth
    )
}

/// A line in plain letters: `a1-a2 b4=p`.
fn line(candidate: &Candidate) -> String {
    let plies = candidate.line.iter().map(|ply| match ply.revealed {
        Some(found) => text!(analysis.came_up, action = ply.action, piece = piece(found)),
        None => ply.action.to_string(),
    });
    list(&plies.collect::<Vec<_>>())
}

/// The result and its reason.
pub(super) fn result(game: &Game, outcome: Outcome) -> String {
    let (result, why) = game_words::result(game, NOBODY, outcome);
    sentences([result, why])
}

/// What is not right with a position yet.
pub(super) fn problem(error: &PositionError) -> String {
    match error {
        PositionError::NoPieces => text!(analysis.no_pieces).to_string(),
        PositionError::BagAtOdds { face_down, bag } => text!(analysis.bag_at_odds, face_down = face_down, bag = bag),
        PositionError::NobodyToMove => text!(analysis.nobody_to_move).to_string(),
        PositionError::SideBeforeFirstFlip => text!(analysis.side_before_first).to_string(),
        PositionError::StartedBeforeFirstFlip => text!(analysis.started_before_first).to_string(),
        PositionError::TooMany { piece: found, .. } => match found.kind.count() {
            1 => text!(analysis.too_many_1, piece = piece(*found)),
            count => text!(analysis.too_many, piece = piece(*found), count = count),
        },
        PositionError::Number { turn: true, .. } | PositionError::Turn { .. } => text!(analysis.turn_wrong).to_string(),
        PositionError::Number { turn: false, .. } | PositionError::Quiet { .. } => {
            text!(analysis.quiet_wrong).to_string()
        }
        PositionError::QuietPastLimit { limit, .. } => text!(analysis.quiet_past, limit = limit),
        // How a position is written is written in English: the letters are.
        other => other.to_string(),
    }
}

/// Why a text cannot be read.
pub(super) fn unread(why: &Unread) -> String {
    match why {
        Unread::Nothing => text!(analysis.text_empty).to_string(),
        Unread::TooLong => text!(analysis.text_too_long).to_string(),
        Unread::Position(error) => text!(analysis.text_no_position, why = problem(error)),
        Unread::Record(error) => text!(analysis.text_no_record, why = error),
    }
}

/// Why a record cannot be looked into.
pub(super) fn no_study(why: &NoStudy) -> String {
    match why {
        NoStudy::TooLong => text!(analysis.game_too_long, count = MOST_PLIES),
        NoStudy::Wrong(why) => text!(analysis.text_no_game, why = why),
    }
}

/// A game in one line: `Ann – Ben, 1-0`.
pub(super) fn game(record: &Record) -> String {
    let name = |tag, other| record.tags.get(tag).filter(|name| *name != "?").unwrap_or(other).to_string();
    let first = name("First", text!(game.move_first));
    let second = name("Second", text!(game.move_second));
    text!(
        analysis.game_line,
        first = first,
        second = second,
        result = record.ending.score(),
        turns = record.turns.len()
    )
}

/// `Red`, or that nobody has a colour yet.
pub(super) fn mover(side: Option<Colour>) -> &'static str {
    side.map_or(text!(analysis.side_none), colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_said_in_percent() {
        assert_eq!(chance(634), "63.4%");
        assert_eq!(chance(1), "0.1%");
        assert_eq!([chance(0), chance(1000)], ["lost", "won"]);
        assert_eq!(
            [percent(1, 3), percent(2, 3), percent(15, 15), percent(0, 0)],
            ["33.3%", "66.7%", "100.0%", "0.0%"]
        );
    }

    #[test]
    fn what_is_forced_has_no_chance() {
        let position = "3k/4/4/4/4/4/?3/P3 r r1 18 69".parse().expect("a position");
        assert_eq!(standing(&position, 634), "Red to move: 63.4% to win");
        assert_eq!(standing(&position, 0), "Red to move: lost");
    }

    #[test]
    fn many_positions_are_said_shortly() {
        let english = |count| nodes(count, Language::English);
        assert_eq!([999, 1_500, 12_345, 4_050_000].map(english), ["999", "1.5k", "12k", "4.0M"]);
        // The texts of tests are English ones: the numbers are what counts.
        let chinese = |count| nodes(count, Language::TraditionalChinese);
        assert_eq!([999, 9_999, 88_000, 4_050_000].map(chinese), ["999", "9999", "8.8k", "405k"]);
    }

    #[test]
    fn an_evaluation_says_for_whom() {
        let start = "3k/4/4/4/4/4/?3/P3 r r1 18 69".parse().expect("a position");
        let game = Game::from_position("mainland".parse().expect("rules"), start).expect("fits");
        let found: Analysis = "90 3 done\n734 r:1:734 a2=r d8-d7".parse().expect("an analysis");
        assert_eq!(
            evaluation(&game, &found),
            "Red to move: 73.4%. Best is a2, black chariot comes up, d8-d7. Depth 3."
        );
    }
}

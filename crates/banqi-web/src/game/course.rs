//! The course of a game, turn by turn, as the list of moves shows it.

use banqi::{Action, Cell, Effect, Game, Ply, Position, Seat};

/// A turn that was played, or the part of one that was played so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedTurn {
    /// The turn's number, from 1.
    pub(crate) number: u32,
    pub(crate) seat: Seat,
    /// How many plies of the game were played with it.
    pub(crate) end: usize,
    pub(crate) plies: Vec<(Ply, Effect)>,
}

/// All turns of a game.
pub(crate) fn turns(game: &Game) -> Vec<PlayedTurn> {
    let mut turns: Vec<PlayedTurn> = Vec::new();
    let afters = game.positions().skip(1);
    for (index, ((ply, before), after)) in game.plies().zip(game.positions()).zip(afters).enumerate() {
        let played = (ply, effect(before, ply, after));
        match turns.last_mut() {
            Some(turn) if turn.number == before.turn() => {
                turn.plies.push(played);
                turn.end = index + 1;
            }
            _ => turns.push(PlayedTurn {
                number: before.turn(),
                seat: before.seat(),
                end: index + 1,
                plies: vec![played],
            }),
        }
    }
    turns
}

/// The last of them. It does not look at the others.
pub(crate) fn last_turn(game: &Game) -> Option<PlayedTurn> {
    let before = game.positions().rev().nth(1)?;
    let (number, seat) = (before.turn(), before.seat());
    let afters = game.positions().rev();
    let befores = game.positions().rev().skip(1);
    let played = game.plies().rev().zip(befores).zip(afters);
    let played = played.take_while(|((_, before), _)| before.turn() == number);
    let mut plies: Vec<(Ply, Effect)> =
        played.map(|((ply, before), after)| (ply, effect(before, ply, after))).collect();
    plies.reverse();
    Some(PlayedTurn { number, seat, end: game.plies().len(), plies })
}

/// What a ply did, from the positions before and after it.
pub(crate) fn effect(before: &Position, ply: Ply, after: &Position) -> Effect {
    match (ply.action, ply.revealed) {
        (Action::End, _) => Effect::Ended,
        (Action::Flip(_), Some(piece)) => Effect::Flipped(piece),
        (Action::Move { to, .. }, None) => match before.cell(to) {
            Cell::FaceUp(piece) => Effect::Captured(piece),
            _ => Effect::Stepped,
        },
        (Action::Move { from, .. }, Some(piece)) if after.piece(from).is_some() => Effect::Bounced(piece),
        (Action::Move { to, .. }, Some(piece)) => {
            // Either the attacker stands there now, or what came up does.
            let stands = after.piece(to).map(|piece| piece.colour);
            if stands == before.side() { Effect::TookDark(piece) } else { Effect::Lost(piece) }
        }
        // A flip always tells what came up.
        (Action::Flip(_), None) => Effect::Ended,
    }
}

#[cfg(test)]
mod tests {
    use banqi_table::Table;

    use super::*;

    fn table(rules: &str, position: &str, deal: &str) -> Table {
        let game = Game::from_position(rules.parse().expect("rules"), position.parse().expect("a position"))
            .expect("a position under the rules");
        Table::new(game, deal.parse().expect("a deal"))
    }

    fn check(rules: &str, position: &str, deal: &str, actions: &[&str]) -> Vec<PlayedTurn> {
        let mut table = table(rules, position, deal);
        let effects: Vec<Effect> = actions
            .iter()
            .map(|action| table.play(action.parse().expect("an action")).expect("a legal action").effect)
            .collect();
        let turns = turns(table.game());
        assert_eq!(last_turn(table.game()).as_ref(), turns.last());
        let found: Vec<Effect> = turns.iter().flat_map(|turn| turn.plies.iter().map(|(_, effect)| *effect)).collect();
        assert_eq!(found, effects);
        turns
    }

    const NOTHING: &str = "................................";
    const DARK: (&str, &str) = ("3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................");

    #[test]
    fn effects_are_those_that_the_rules_had() {
        check("taiwan-club", DARK.0, DARK.1, &["a2", "d8-d7"]);
        check("taiwan-club:dark=probe", DARK.0, DARK.1, &["a1-a2"]);
        check("taiwan-club:dark=trade", DARK.0, DARK.1, &["a1-a2"]);
        let own = ("3k/4/4/4/4/4/?3/P3 r R1 18 69", "....R...........................");
        check("taiwan-club:dark=trade", own.0, own.1, &["a1-a2"]);
        let lower = ("3k/4/4/4/4/4/?3/R3 r p1 18 69", "....p...........................");
        check("taiwan-club:dark=trade", lower.0, lower.1, &["a1-a2"]);
        // The same kind on both sides: who stands there tells who was lost.
        let same = ("3k/4/4/4/4/4/?3/P3 r p1 18 69", "....p...........................");
        check("taiwan-club:dark=trade", same.0, same.1, &["a1-a2"]);
    }

    #[test]
    fn a_chain_is_one_turn() {
        let turns = check(
            "taiwan-quick:chain=on",
            "3k/4/4/4/4/1npc/1R2/4 r - 0 41",
            NOTHING,
            &["b2-b3", "b3-c3", "end", "d8-d7"],
        );
        assert_eq!(turns.iter().map(|turn| (turn.number, turn.end)).collect::<Vec<_>>(), [(41, 3), (42, 4)]);
        assert_eq!(turns[1].seat, Seat::Second);
    }
}

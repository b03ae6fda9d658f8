//! Whether a goal can be reached, and how: all turns are tried. Tasks are a turn or two long, and have few pieces.

use banqi::{Action, Colour, Game, Ply};

use super::goal::Goal;

/// The action with which the side to move reaches the goal in as few turns of its own as can be, `turns` at most, whatever the
/// other side does; and in how many.
pub(super) fn solve(goal: Goal, own: Colour, game: &Game, turns: u8) -> Option<(Action, u8)> {
    (1..=turns).find_map(|count| within(goal, own, game, count).map(|action| (action, count)))
}

/// What the other side plays, to hold out for as long as it can. It turns nothing over.
pub(super) fn reply(goal: Goal, own: Colour, game: &Game, turns: u8) -> Option<Action> {
    let holds = |after: &Game| solve(goal, own, after, turns).map_or(u8::MAX, |(_, count)| count);
    let mut best = None;
    for (action, after) in quiet_ones(game) {
        let count = holds(&after);
        // Of equals the first.
        if best.is_none_or(|(_, longest)| count > longest) {
            best = Some((action, count));
        }
    }
    best.map(|(action, _)| action)
}

fn within(goal: Goal, own: Colour, game: &Game, turns: u8) -> Option<Action> {
    let wins = |after: &Game| {
        goal.is_met(own, after)
            || turns > 1 && after.outcome().is_none() && {
                let mut replies = quiet_ones(after).peekable();
                replies.peek().is_some() && replies.all(|(_, next)| within(goal, own, &next, turns - 1).is_some())
            }
    };
    if goal.flips() {
        return game.actions().iter().copied().find(|action| wins(&played(game, *action)));
    }
    quiet_ones(game).find(|(_, after)| wins(after)).map(|(action, _)| action)
}

/// All actions that turn nothing over, and the game after each.
fn quiet_ones(game: &Game) -> impl Iterator<Item = (Action, Game)> {
    let actions = game.actions();
    let all: Vec<Action> = actions.iter().copied().filter(|action| !game.reveals(*action)).collect();
    all.into_iter().map(|action| (action, played(game, action)))
}

/// The game after an action. Which piece comes up decides nothing here.
fn played(game: &Game, action: Action) -> Game {
    let mut game = game.clone();
    let revealed = game.position().bag().iter().next().map(|(piece, _)| piece).filter(|_| game.reveals(action));
    game.play_unchecked(Ply::new(action, revealed));
    game
}

//! The beginner's opponent: mostly chance, with an eye for what is free.
//!
//! It has to lose to people who have just learnt the rules, and still punish a General put beside a Soldier now and then.

use banqi::{Action, Game};

use crate::eval::Evaluation;
use crate::random::Random;
use crate::search::Budget;

/// In how many of four cases it sees a capture that costs nothing.
const SEES: usize = 2;

/// Chooses an action, or none if the game is over.
pub(crate) fn choose(
    game: &Game,
    evaluation: &mut Evaluation,
    budget: &mut Budget<'_>,
    random: &mut Random,
) -> Option<Action> {
    let mut actions = game.actions().to_vec();
    random.shuffle(&mut actions);
    let sees = random.below(4) < SEES;
    let looked_at = actions.iter().copied().take_while(|_| sees && budget.spend());
    let free = looked_at.filter_map(|action| Some((gain(game, evaluation, action)?, action)));
    let best = free.max_by_key(|&(gain, _)| gain);
    best.map(|(_, action)| action).or(actions.first().copied())
}

/// What a capture gains, if it takes a face-up piece and nothing can take back.
fn gain(game: &Game, evaluation: &mut Evaluation, action: Action) -> Option<i32> {
    let Action::Move { to, .. } = action else { return None };
    let victim = game.position().piece(to)?;
    let mut after = *game.position();
    after.play_unchecked(game.rules(), action.into());
    let takes_back = |from| after.attacked_from(game.rules(), from).contains(to);
    let safe = !after.of(victim.colour).into_iter().any(takes_back);
    safe.then(|| evaluation.worth(game.position().alive(), victim))
}

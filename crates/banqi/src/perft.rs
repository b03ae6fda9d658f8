//! Perft: counting the tree of plies, the standard check and benchmark of a generator.
//!
//! Depth counts actions: a flip, a step, a capture, each hop of a chain, `end`. A flip, and an attack on a face-down
//! square, counts once for each different piece that the bag holds. A finished game has no children.

use core::ops::ControlFlow;

use crate::{Game, Ply, Position, Rules};

/// What perft counted.
///
/// ```
/// use banqi::{Game, Preset, perft};
/// let count = perft(&mut Game::new(Preset::TaiwanTournament.rules()), 2);
/// assert_eq!((count.leaves, count.nodes), (192_448, 1 + 448));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Leaf nodes at the depth asked for.
    pub leaves: u64,
    /// Positions whose actions were generated, the root included.
    pub nodes: u64,
}

impl core::ops::AddAssign for Perft {
    fn add_assign(&mut self, other: Self) {
        self.leaves += other.leaves;
        self.nodes += other.nodes;
    }
}

/// Counts the leaves at `depth` plies below a game, whose history counts where the rules ask for it.
///
/// The game is the same afterwards. At depth 0 the game itself is the leaf.
///
/// ```
/// use banqi::{Game, Preset, perft};
/// assert_eq!(perft(&mut Game::new(Preset::HongKong.rules()), 1).leaves, 448);
/// ```
pub fn perft(game: &mut Game, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { leaves: 1, nodes: 0 };
    }
    if game.outcome().is_some() {
        return Perft::default();
    }
    if history_counts(game, depth) { with_history(game, depth) } else { without(game.position(), game.rules(), depth) }
}

/// Each ply below a game with the leaves under it.
///
/// ```
/// use banqi::{Game, Preset, perft_divide};
/// let divided = perft_divide(&mut Game::new(Preset::TaiwanTournament.rules()), 2);
/// assert_eq!(divided.len(), 448);
/// assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), 192_448);
/// ```
pub fn perft_divide(game: &mut Game, depth: u32) -> alloc::vec::Vec<(Ply, u64)> {
    let mut divided = alloc::vec::Vec::new();
    if depth > 0 {
        each_ply(game, |game, ply| {
            game.play_unchecked(ply);
            divided.push((ply, perft(game, depth - 1).leaves));
            game.undo();
        });
    }
    divided
}

/// Whether repetition or a chase could take anything from the tree of `depth` plies.
///
/// A position comes back after four quiet plies at the earliest, and a cycle is four plies long at least; a chase of one
/// limit's length takes twice as many. Of those, the game's last quiet plies may already be some.
fn history_counts(game: &Game, depth: u32) -> bool {
    let rules = game.rules().parameters();
    let run = game.position().quiet().min(game.plies().len() as u32).saturating_add(depth);
    rules.repetition.is_some_and(|limit| run > 4 * (u32::from(limit) - 1))
        || rules.cycle.is_some_and(|limit| run > 4 * u32::from(limit))
        || rules.chase.is_some_and(|limit| run > 2 * u32::from(limit))
}

fn each_ply(game: &mut Game, mut visit: impl FnMut(&mut Game, Ply)) {
    for &action in game.actions().iter() {
        if game.reveals(action) {
            for (piece, _) in game.position().bag() {
                visit(game, Ply::new(action, Some(piece)));
            }
        } else {
            visit(game, action.into());
        }
    }
}

fn with_history(game: &mut Game, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { leaves: 1, nodes: 0 };
    }
    if game.outcome().is_some() {
        return Perft::default();
    }
    let mut count = Perft { leaves: 0, nodes: 1 };
    each_ply(game, |game, ply| {
        game.play_unchecked(ply);
        count += with_history(game, depth - 1);
        game.undo();
    });
    count
}

/// Where only the position counts, leaves are counted without making them.
fn without(position: &Position, rules: &Rules, depth: u32) -> Perft {
    // Before the first flip there is no result. A position without actions has no leaves by itself.
    let over = position.side().is_some() && (position.eliminated(rules).is_some() || position.is_quiet_limit(rules));
    if over {
        return Perft::default();
    }
    if depth == 1 {
        return Perft { leaves: position.count_plies(rules).into(), nodes: 1 };
    }
    let mut count = Perft { leaves: 0, nodes: 1 };
    for square in if position.chain().is_some() { crate::Bitboard::EMPTY } else { position.face_down() } {
        for (piece, _) in position.bag() {
            let mut child = *position;
            child.flip_unchecked(square, piece);
            count += without(&child, rules, depth - 1);
        }
    }
    let _ = position.each_action(rules, |action| {
        let crate::Action::Flip(_) = action else {
            let mut visit = |ply: Ply| {
                let mut child = *position;
                child.play_unchecked(rules, ply);
                count += without(&child, rules, depth - 1);
            };
            match action {
                crate::Action::Move { to, .. } if position.face_down().contains(to) => {
                    position.bag().iter().for_each(|(piece, _)| visit(Ply::new(action, Some(piece))));
                }
                _ => visit(action.into()),
            }
            return ControlFlow::Continue(());
        };
        ControlFlow::Continue(())
    });
    count
}

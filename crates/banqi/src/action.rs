//! What a player does: one action, and one action with what came up.

use crate::{Piece, Square};

/// What a player asks for. A turn is one action, or several under `chain=on`.
///
/// Written `b2`, `b2-b3` and `end`.
///
/// ```
/// use banqi::{Action, Square};
///
/// let action: Action = "b2-b3".parse()?;
/// assert_eq!(action, Action::Move { from: Square::at(1, 1).unwrap(), to: Square::at(1, 2).unwrap() });
/// # Ok::<(), banqi::ActionError>(())
/// ```
// A move from a1 to a1 is all zero bytes, so that an empty list of actions is one cleared block of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Action {
    /// Turn over the face-down piece on this square.
    Flip(Square) = 1,
    /// Step to an empty square, capture a face-up piece or attack a face-down one.
    Move {
        /// Where one's own face-up piece stands.
        from: Square,
        /// Where it goes or what it attacks.
        to: Square,
    } = 0,
    /// Stop a chain of captures.
    End = 2,
}

/// An action as it was played, with what came up if it turned a piece over: one ply.
///
/// The rules draw no randomness: whoever plays a flip supplies what came up.
///
/// ```
/// use banqi::{Action, Ply};
///
/// let ply: Ply = "b2=G".parse()?;
/// assert!(matches!(ply.action, Action::Flip(_)));
/// assert_eq!(ply.revealed.map(|piece| piece.letter()), Some('G'));
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// What the player asked for.
    pub action: Action,
    /// What came up on a face-down square; none when nothing was turned over.
    pub revealed: Option<Piece>,
}

impl Ply {
    /// An action and what came up.
    ///
    /// ```
    /// use banqi::{Action, Piece, Ply, Square};
    /// let ply = Ply::new(Action::Flip(Square::new(0).unwrap()), Piece::from_letter('k'));
    /// assert_eq!(ply.to_string(), "a1=k");
    /// ```
    #[inline]
    pub const fn new(action: Action, revealed: Option<Piece>) -> Self {
        Self { action, revealed }
    }
}

impl From<Action> for Ply {
    /// An action that turns nothing over.
    #[inline]
    fn from(action: Action) -> Self {
        Self { action, revealed: None }
    }
}

/// What a ply did to the board.
///
/// ```
/// use banqi::{Effect, Game, Preset};
///
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// let effect = game.play("b2=G".parse()?)?;
/// assert!(matches!(effect, Effect::Flipped(piece) if piece.letter() == 'G'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// This piece was turned over.
    Flipped(Piece),
    /// A piece moved to an empty square.
    Stepped,
    /// This face-up piece was captured.
    Captured(Piece),
    /// This face-down piece was attacked, came up and was captured.
    TookDark(Piece),
    /// This face-down piece was attacked, came up and stays; nothing else moved.
    Bounced(Piece),
    /// This face-down piece was attacked, came up and stays; the attacker is lost.
    Lost(Piece),
    /// A chain was stopped.
    Ended,
}

/// How many actions a position can have at most: 32 flips; 16 pieces with at most 4 neighbours each, two Chariots with
/// 6 more squares each on their lines, two Cannons or Horses with 4 more targets each; and `end`.
const CAPACITY: usize = 128;

/// The actions of a position.
///
/// ```
/// use banqi::{Position, Preset};
/// let actions = Position::start().actions(&Preset::TaiwanTournament.rules());
/// assert_eq!(actions.len(), 32);
/// assert_eq!(actions.iter().count(), 32);
/// ```
#[derive(Clone)]
pub struct Actions {
    list: [Action; CAPACITY],
    len: u8,
}

impl Actions {
    #[inline]
    pub(crate) const fn new() -> Self {
        const CLEARED: Action = Action::Move { from: Square::wrapping(0), to: Square::wrapping(0) };
        Self { list: [CLEARED; CAPACITY], len: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, action: Action) {
        self.list[(self.len & 127) as usize] = action;
        self.len += 1;
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Action) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            let action = self.list[index];
            if keep(action) {
                self.list[kept] = action;
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

impl core::ops::Deref for Actions {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.list[..self.len as usize]
    }
}

impl core::fmt::Debug for Actions {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

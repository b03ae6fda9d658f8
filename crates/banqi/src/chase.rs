//! Perpetual chase: who has chased whom how often in a row.
//!
//! A step chases each face-up enemy that the stepped piece could then capture. Counts belong to the piece a player
//! stepped last: stepping another piece, or no longer threatening a target, forgets; a flip or a capture forgets
//! everything. (Rules of the Douque platform, version 4; docs/rules.md.)

use crate::{Bitboard, ByColour, Colour, Position, Rules, Square};

/// One running chase.
///
/// ```
/// use banqi::Game;
///
/// let mut game = Game::from_position("taiwan-chase".parse()?, "4/4/4/4/4/4/1n2/R3 r - 0 41".parse()?)?;
/// game.play("a1-a2".parse()?)?;
/// let chase = game.chases().next().unwrap();
/// assert_eq!((chase.chaser.to_string(), chase.target.to_string(), chase.count), ("a2".into(), "b2".into(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chase {
    /// Where the chasing piece stands.
    pub chaser: Square,
    /// Where the chased piece stands.
    pub target: Square,
    /// How often in a row it was chased, from 1.
    pub count: u16,
}

/// The most enemies one piece can threaten: a Horse with `diagonal=on`, all around.
const MOST_TARGETS: usize = 8;

/// What one player's last stepped piece has chased in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Track {
    chaser: Option<Square>,
    targets: [Option<(Square, u16)>; MOST_TARGETS],
}

impl Track {
    fn count(&self, target: Square) -> u16 {
        self.targets.iter().flatten().find(|(square, _)| *square == target).map_or(0, |(_, count)| *count)
    }
}

/// The chases of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chases(ByColour<Track>);

impl Chases {
    /// Counts a step that `position` shows already done, by `side`.
    pub(crate) fn step(&mut self, position: &Position, rules: &Rules, side: Colour, from: Square, to: Square) {
        // A chased piece is followed as it flees.
        for (square, _) in self.0[!side].targets.iter_mut().flatten() {
            if *square == from {
                *square = to;
            }
        }
        let track = &mut self.0[side];
        let before = if track.chaser == Some(from) { *track } else { Track::default() };
        *track = Track { chaser: Some(to), ..Track::default() };
        for (place, target) in track.targets.iter_mut().zip(threatened(position, rules, to, to)) {
            *place = Some((target, before.count(target) + 1));
        }
    }

    /// Whether `side` has chased any enemy so often that a further chase is forbidden.
    pub(crate) fn any_full(&self, limit: u16, side: Colour) -> bool {
        self.0[side].targets.iter().flatten().any(|(_, count)| *count >= limit)
    }

    /// The enemies that `side` would chase once more than `limit` allows by this step.
    pub(crate) fn exceeded(
        &self,
        position: &Position,
        rules: &Rules,
        limit: u16,
        side: Colour,
        from: Square,
        to: Square,
    ) -> Bitboard {
        let track = &self.0[side];
        if track.chaser != Some(from) {
            return Bitboard::EMPTY;
        }
        let full: Bitboard =
            track.targets.iter().flatten().filter(|(_, count)| *count >= limit).map(|(square, _)| *square).collect();
        if full.is_empty() { full } else { full & threatened(position, rules, from, to) }
    }

    /// The running chases of a side.
    pub(crate) fn of(&self, side: Colour) -> impl Iterator<Item = Chase> {
        let track = self.0[side];
        track
            .targets
            .into_iter()
            .flatten()
            .filter_map(move |(target, count)| track.chaser.map(|chaser| Chase { chaser, target, count }))
    }
}

/// What the piece on `from` could capture once it stands on `to`.
fn threatened(position: &Position, rules: &Rules, from: Square, to: Square) -> Bitboard {
    let occupied = (position.occupied() & !Bitboard::from(from)) | Bitboard::from(to);
    position.piece(from).map_or(Bitboard::EMPTY, |piece| position.captured_by(rules, piece, to, occupied))
}

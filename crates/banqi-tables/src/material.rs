//! Pieces as a table has them.

use banqi::{Bag, Colour, Piece, Position};

/// The pieces of a position, and which of them is still face down, if one is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Material {
    pub(crate) pieces: Bag,
    pub(crate) face_down: Option<Piece>,
}

impl Material {
    /// That of a position; none if two or more are face down, since a table then would not know what comes up.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let bag = position.bag();
        if bag.len() > 1 {
            return None;
        }
        Some(Self { pieces: position.alive(), face_down: bag.iter().next().map(|(piece, _)| piece) })
    }

    /// All that are face up.
    pub(crate) fn face_up(pieces: Bag) -> Self {
        Self { pieces, face_down: None }
    }

    pub(crate) fn len(self) -> usize {
        self.pieces.len() as usize
    }

    /// Whether both sides have something: else the game is over.
    pub(crate) fn is_undecided(self) -> bool {
        Colour::ALL.into_iter().all(|colour| self.pieces.of(colour) > 0)
    }

    /// What one conversion makes of it, where that does not end the game. An attack on the face-down piece makes of it what a
    /// flip and a capture would.
    pub(crate) fn after(self) -> impl Iterator<Item = Self> {
        let flipped = self.face_down.map(|_| Self::face_up(self.pieces));
        let captured = self.pieces.iter().filter_map(move |(piece, count)| {
            // The last one of its kind is face down, and cannot be captured before it is turned over.
            if self.face_down == Some(piece) && count == 1 {
                return None;
            }
            let mut less = self;
            less.pieces.remove(piece);
            less.is_undecided().then_some(less)
        });
        flipped.into_iter().chain(captured)
    }

    /// All material of so many pieces, face up.
    pub(crate) fn all(count: usize) -> Vec<Self> {
        Self::face_up(Bag::full()).parts(count)
    }

    /// All that may become of it by captures alone, with this many pieces, face up.
    pub(crate) fn parts(self, count: usize) -> Vec<Self> {
        fn add(all: &mut Vec<Material>, pieces: Bag, rest: &[(Piece, u8)], left: usize) {
            let Some((&(piece, most), rest)) = rest.split_first() else {
                let material = Material::face_up(pieces);
                if left == 0 && material.is_undecided() {
                    all.push(material);
                }
                return;
            };
            let mut pieces = pieces;
            add(all, pieces, rest, left);
            for count in 1..=usize::from(most).min(left) {
                pieces.insert(piece);
                add(all, pieces, rest, left - count);
            }
        }
        let kinds: Vec<(Piece, u8)> = self.pieces.iter().collect();
        let mut all = Vec::new();
        add(&mut all, Bag::EMPTY, &kinds, count);
        all
    }
}

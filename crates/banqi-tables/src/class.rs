//! Classes of material: pieces that move alike and take each other alike are the same, whatever they are called.
//!
//! An Advisor and a Horse against a Chariot is the same as an Elephant and a Soldier against a Horse: one that takes the
//! enemy and one that is taken by it. So a table is made for each class and not for each material, and one class may serve
//! several rule sets.

use std::fmt;

use arrayvec::ArrayVec;
use banqi::{Bag, Bitboard, Colour, Piece, Rules, Square, attacks};

use crate::MOST_PIECES;
use crate::material::Material;

/// How a piece moves and attacks, whatever the others are. The letters are those of a class's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Reach {
    /// By steps, and it takes its neighbours.
    Step,
    /// By steps, and it takes over a screen.
    Jump,
    /// Along lines, and it takes anything across a gap.
    Rush,
    /// By steps, and it takes anything diagonally.
    Diagonal,
}

impl Reach {
    fn of(rules: &Rules, piece: Piece) -> Self {
        if rules.jumps(piece.kind) {
            Self::Jump
        } else if rules.rushes(piece.kind) {
            Self::Rush
        } else if rules.attacks_diagonally(piece.kind) {
            Self::Diagonal
        } else {
            Self::Step
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Step => 's',
            Self::Jump => 'j',
            Self::Rush => 'r',
            Self::Diagonal => 'd',
        }
    }
}

/// One piece of a class, as the other side's pieces see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Slot {
    reach: Reach,
    /// Whether it is face down: it stands still, and either side may turn it over.
    face_down: bool,
    /// The pieces of the other side that it takes by rank: a bit for each slot.
    takes: u8,
    /// The pieces of the other side that take it by rank.
    taken: u8,
}

/// A class of material: its slots, those of one side and then those of the other.
///
/// Of all ways to write it down, the smallest is the class.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    /// How many slots the first side has.
    first: u8,
    slots: ArrayVec<Slot, MOST_PIECES>,
}

/// Material as the slots of its class, for one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrangement {
    /// The class.
    pub(crate) class: Class,
    /// Which piece is in which slot.
    pub(crate) pieces: ArrayVec<Piece, MOST_PIECES>,
    /// Whether the class's second side is to move.
    pub(crate) second_moves: bool,
}

impl Class {
    /// The class of some pieces under some rules, all face up, at most [`MOST_PIECES`] of them.
    ///
    /// # Panics
    ///
    /// With more pieces.
    ///
    /// ```
    /// use banqi::{Bag, Piece, Preset};
    /// use banqi_tables::Class;
    /// let class = |pieces: &str| {
    ///     let pieces: Bag = pieces.chars().filter_map(Piece::from_letter).collect();
    ///     Class::of(&Preset::TaiwanClub.rules(), pieces)
    /// };
    /// assert_eq!(class("GNr"), class("MPn"));
    /// assert_eq!(class("GNr"), class("Rgn"));
    /// assert_ne!(class("GNr"), class("GCr"));
    /// ```
    pub fn of(rules: &Rules, pieces: Bag) -> Self {
        Self::arrange(rules, Material::face_up(pieces), Colour::Red).class
    }

    /// The class of some material under some rules, when this side is to move.
    pub(crate) fn arrange(rules: &Rules, material: Material, mover: Colour) -> Arrangement {
        let mine = Self::written(rules, material, mover);
        let theirs = Self::written(rules, material, !mover);
        // Where both are the same the side to move is the first one: each half of the table would repeat the other.
        if mine.0 <= theirs.0 {
            Arrangement { class: mine.0, pieces: mine.1, second_moves: false }
        } else {
            Arrangement { class: theirs.0, pieces: theirs.1, second_moves: true }
        }
    }

    /// The smallest way to write material down with this side first.
    fn written(rules: &Rules, material: Material, first: Colour) -> (Self, ArrayVec<Piece, MOST_PIECES>) {
        let side = |colour| -> ArrayVec<(Piece, bool), MOST_PIECES> {
            let pieces = material.pieces.iter().filter(|(piece, _)| piece.colour == colour);
            let mut pieces: ArrayVec<_, MOST_PIECES> =
                pieces.flat_map(|(piece, count)| (0..count).map(move |_| (piece, false))).collect();
            if let Some(hidden) = material.face_down
                && let Some(slot) = pieces.iter_mut().find(|(piece, _)| *piece == hidden)
            {
                slot.1 = true;
            }
            pieces
        };
        let (own, others) = (side(first), side(!first));
        let takes = |attacker: Piece, target: Piece| rules.takes(attacker.kind).contains(target.kind);
        // Slots are compared from the first on, and those of the first side sort themselves: only the order of the other
        // side's has to be tried.
        let mut best: Option<(Self, ArrayVec<Piece, MOST_PIECES>)> = None;
        for order in permutations(others.len()) {
            let bits = |test: &dyn Fn(Piece) -> bool| {
                order.iter().enumerate().map(|(bit, &other)| u8::from(test(others[other].0)) << bit).sum::<u8>()
            };
            let slot = |&(piece, face_down): &(Piece, bool)| Slot {
                reach: Reach::of(rules, piece),
                face_down,
                takes: bits(&|other| takes(piece, other)),
                taken: bits(&|other| takes(other, piece)),
            };
            let mut sorted: ArrayVec<(Slot, Piece), MOST_PIECES> =
                own.iter().map(|entry| (slot(entry), entry.0)).collect();
            sorted.sort_by_key(|&(slot, _)| slot);
            let mut slots: ArrayVec<Slot, MOST_PIECES> = sorted.iter().map(|&(slot, _)| slot).collect();
            let mut pieces: ArrayVec<Piece, MOST_PIECES> = sorted.iter().map(|&(_, piece)| piece).collect();
            for &other in &order {
                let (piece, face_down) = others[other];
                let bits = |test: &dyn Fn(Piece) -> bool| {
                    sorted.iter().enumerate().map(|(bit, &(_, own))| u8::from(test(own)) << bit).sum::<u8>()
                };
                slots.push(Slot {
                    reach: Reach::of(rules, piece),
                    face_down,
                    takes: bits(&|own| takes(piece, own)),
                    taken: bits(&|own| takes(own, piece)),
                });
                pieces.push(piece);
            }
            let class = Self { first: own.len() as u8, slots };
            if best.as_ref().is_none_or(|(least, _)| class < *least) {
                best = Some((class, pieces));
            }
        }
        best.unwrap_or_default()
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.slots.len()
    }

    /// The slots of the first side, or of the second.
    pub(crate) fn side(&self, second: bool) -> std::ops::Range<usize> {
        let first = usize::from(self.first);
        if second { first..self.slots.len() } else { 0..first }
    }

    /// Whether the piece of a slot slides.
    pub(crate) fn slides(&self, slot: usize) -> bool {
        self.slots[slot].reach == Reach::Rush
    }

    /// The squares that the piece of a slot may attack, whomever it takes: more than it does attack, never fewer.
    pub(crate) fn reaches(&self, slot: usize, from: Square, occupied: Bitboard) -> Bitboard {
        match self.slots[slot].reach {
            Reach::Step => attacks::neighbours(from),
            Reach::Jump => attacks::jumps(from, occupied),
            Reach::Rush => attacks::slides(from, occupied),
            Reach::Diagonal => attacks::neighbours(from) | attacks::diagonals(from),
        }
    }

    /// Whether the piece of a slot is face down.
    pub(crate) fn is_face_down(&self, slot: usize) -> bool {
        self.slots[slot].face_down
    }

    /// For a class that is the same with its sides exchanged: in which slot each slot's piece then is.
    pub(crate) fn exchange(&self) -> Option<ArrayVec<usize, MOST_PIECES>> {
        let (first, second) = (self.side(false), self.side(true));
        if first.len() != second.len() {
            return None;
        }
        let size = first.len();
        for own in permutations(size) {
            for others in permutations(size) {
                // The piece of the second side's slot `own[i]` goes to the first side's slot i, and the other way round.
                let from: ArrayVec<usize, MOST_PIECES> =
                    own.iter().map(|&slot| size + slot).chain(others.iter().copied()).collect();
                let seen = |bits: u8, order: &[usize]| {
                    order.iter().enumerate().map(|(bit, &old)| (bits >> old & 1) << bit).sum::<u8>()
                };
                let is_same = (0..2 * size).all(|slot| {
                    let old = self.slots[from[slot]];
                    let order: &[usize] = if slot < size { &others } else { &own };
                    self.slots[slot] == Slot { takes: seen(old.takes, order), taken: seen(old.taken, order), ..old }
                });
                if is_same {
                    let mut to: ArrayVec<usize, MOST_PIECES> = (0..2 * size).collect();
                    for (new, &old) in from.iter().enumerate() {
                        to[old] = new;
                    }
                    return Some(to);
                }
            }
        }
        None
    }

    /// The slots by what tells them apart: pieces of one group are interchangeable.
    pub(crate) fn groups(&self) -> ArrayVec<ArrayVec<usize, MOST_PIECES>, MOST_PIECES> {
        let mut groups = ArrayVec::<ArrayVec<usize, MOST_PIECES>, MOST_PIECES>::new();
        for slot in 0..self.slots.len() {
            let is_second = slot >= usize::from(self.first);
            let like = |group: &&mut ArrayVec<usize, MOST_PIECES>| {
                (group[0] >= usize::from(self.first)) == is_second && self.slots[group[0]] == self.slots[slot]
            };
            match groups.iter_mut().find(like) {
                Some(group) => group.push(slot),
                None => groups.push([slot].into_iter().collect()),
            }
        }
        groups
    }
}

impl Default for Class {
    fn default() -> Self {
        Self { first: 0, slots: ArrayVec::new() }
    }
}

/// The class's name, which tells it apart from all others: for each piece its reach (`s` step, `j` jump, `r` rush,
/// `d` diagonal; a capital when it is face down) and which enemies it takes, as a hexadecimal digit with a bit for each.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, slot) in self.slots.iter().enumerate() {
            if index == usize::from(self.first) {
                f.write_str("-")?;
            }
            let letter = slot.reach.letter();
            let letter = if slot.face_down { letter.to_ascii_uppercase() } else { letter };
            write!(f, "{letter}{:x}", slot.takes)?;
        }
        Ok(())
    }
}

/// All orders of so many things, at most five.
fn permutations(count: usize) -> Vec<ArrayVec<usize, MOST_PIECES>> {
    let mut orders = vec![ArrayVec::new()];
    for next in 0..count {
        orders = orders
            .into_iter()
            .flat_map(|order: ArrayVec<usize, MOST_PIECES>| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, next);
                    longer
                })
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use banqi::{Bag, Colour, Kind, Piece, Rules};

    use super::{Arrangement, Class};
    use crate::material::Material;

    fn renamed(material: Material, name: impl Fn(Piece) -> Piece) -> Material {
        let pieces = material.pieces.iter().flat_map(|(piece, count)| std::iter::repeat_n(name(piece), count.into()));
        Material { pieces: pieces.collect::<Bag>(), face_down: material.face_down.map(name) }
    }

    /// All of two to four pieces, and of two and three with one of them face down.
    fn materials() -> impl Iterator<Item = Material> {
        let hidden = (2..=3).flat_map(Material::all).flat_map(|material| {
            material.pieces.iter().map(move |(piece, _)| Material { face_down: Some(piece), ..material })
        });
        (2..=4).flat_map(Material::all).chain(hidden)
    }

    const RULES: [&str; 4] = ["taiwan-classic", "hong-kong:chain=on", "mainland:rush=on", "taiwan-quick:diagonal=on"];

    #[test]
    fn colours_make_no_class() {
        for rules in RULES.map(|rules| rules.parse::<Rules>().unwrap()) {
            for material in materials() {
                let exchanged = renamed(material, |piece| Piece { colour: !piece.colour, ..piece });
                let Arrangement { class, second_moves, .. } = Class::arrange(&rules, material, Colour::Red);
                let other = Class::arrange(&rules, exchanged, Colour::Black);
                assert_eq!((&other.class, other.second_moves), (&class, second_moves), "{material:?}");
                let mover = Class::arrange(&rules, material, Colour::Black);
                assert_eq!(mover.class, class, "{material:?}");
                assert_eq!(mover.second_moves != second_moves, class.exchange().is_none(), "{material:?}");
            }
        }
    }

    /// Of kinds of which there are equally many and to which no rule is special, it makes no difference which is which.
    #[test]
    fn names_make_no_class() {
        let kinds = [Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse];
        for cannon in ["jump", "step"] {
            let rules = |ranks: &str| format!("taiwan-classic:cannon={cannon},ranks={ranks}").parse::<Rules>().unwrap();
            let usual = rules("KGMRNCP");
            for (ranks, names) in [("KMGRNCP", [1, 0, 2, 3]), ("KRNGMCP", [2, 3, 0, 1]), ("KMRNGCP", [1, 2, 3, 0])] {
                let other = rules(ranks);
                let name = |piece: Piece| match kinds.iter().position(|&kind| kind == piece.kind) {
                    Some(place) => Piece { kind: kinds[names[place]], ..piece },
                    None => piece,
                };
                for material in materials() {
                    let class = Class::arrange(&usual, material, Colour::Red).class;
                    let renamed = Class::arrange(&other, renamed(material, name), Colour::Red).class;
                    assert_eq!(class, renamed, "{material:?} under {ranks}");
                }
            }
        }
    }

    /// The example of this file's first lines: one that takes the enemy, and one that is taken by it.
    #[test]
    fn only_who_takes_whom_makes_a_class() {
        let rules: Rules = "taiwan-classic".parse().unwrap();
        let class = |letters: &str| {
            let pieces = letters.chars().filter_map(Piece::from_letter).collect();
            Class::arrange(&rules, Material::face_up(pieces), Colour::Red).class
        };
        assert_eq!(class("GNr"), class("MPn"));
        assert_eq!(class("GNr"), class("Rgn"));
        assert_ne!(class("GNr"), class("GNn"), "equals take each other");
        assert_ne!(class("GNr"), class("GCr"), "a Cannon jumps");
        assert_eq!(class("Kp").to_string(), class("Nr").to_string());
        let stepping: Rules = "hong-kong".parse().unwrap();
        let stepping = Class::arrange(
            &stepping,
            Material::face_up("GNr".chars().filter_map(Piece::from_letter).collect()),
            Colour::Red,
        );
        assert_ne!(stepping.class, class("GNr"), "the Chariot is above both there");
    }
}

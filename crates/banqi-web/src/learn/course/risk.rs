//! What a flip puts at risk: counted, since everybody knows what is face down.

use banqi::{Action, Ply, Position, Rules, Square};

/// Of all pieces that may come up, how many would take a piece at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Risk {
    pub(super) count: u32,
    pub(super) all: u32,
}

impl Risk {
    /// For the piece on `target`, whose side is to move, if the one on `flipped` is turned over.
    pub(super) fn of(position: &Position, rules: &Rules, flipped: Square, target: Square) -> Self {
        let takes = |piece| {
            let mut after = *position;
            after.play_unchecked(rules, Ply::new(Action::Flip(flipped), Some(piece)));
            after.attacked_from(rules, flipped).contains(target)
        };
        let bag = position.bag();
        let count = bag.iter().filter(|(piece, _)| takes(*piece)).map(|(_, count)| u32::from(count)).sum();
        Self { count, all: bag.len() }
    }
}

#[cfg(test)]
mod tests {
    use banqi::Preset;

    use super::*;

    /// What docs/rules.md lets take a Chariot and a Cannon.
    #[test]
    fn the_bag_is_counted() {
        let first: Position =
            "????/????/????/????/?R??/????/????/???? b K1G2M2R1N2C2P5k1g2m2r2n2c2p5 0 2".parse().expect("a position");
        let cannon: Position =
            "????/????/????/????/?C??/????/????/???? b K1G2M2R2N2C1P5k1g2m2r2n2c2p5 0 2".parse().expect("a position");
        let rules = Preset::TaiwanTournament.rules();
        let risk = |position: &Position, flipped: &str| {
            let Risk { count, all } =
                Risk::of(position, &rules, flipped.parse().expect("a square"), "b4".parse().expect("a square"));
            (count, all)
        };
        // One General, two Advisors, two Elephants, two Chariots; over a screen, two Cannons.
        assert_eq!(risk(&first, "b3"), (7, 31));
        assert_eq!(risk(&first, "b2"), (2, 31));
        assert_eq!(risk(&first, "b1"), (0, 31));
        assert_eq!(risk(&first, "d8"), (0, 31));
        // The Horses too.
        assert_eq!(risk(&cannon, "a4"), (9, 31));
        assert_eq!(risk(&cannon, "d4"), (2, 31));
    }
}

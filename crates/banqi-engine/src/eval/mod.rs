//! What a position is worth without looking ahead.
//!
//! Material in the context of what is left ([`material`]), because captures decide games; who is near what it takes and
//! who cannot run ([`pursuit`]), because without it a won ending is shuffled into a draw; and less of either the nearer
//! the quiet limit is, because a lead that comes too late is worth nothing.
//!
//! The sum, in hundredths of a unit, becomes expected points by a sigmoid that integers compute exactly: values are
//! averaged at chance nodes, and what is averaged must be points, not pieces. It also keeps values of undecided games
//! well within those of decided ones, which is what the bounds at chance nodes live on.

mod material;
mod pursuit;
mod weights;
mod worth;

use banqi::{Bag, Colour, Position, Rules};

#[cfg_attr(not(feature = "tune"), expect(unreachable_pub, reason = "public where constants are fitted"))]
pub use weights::Weights;

use crate::Value;
use material::{Chart, Materials};
use pursuit::Hunt;

/// Evaluates positions under one rule set.
#[derive(Debug)]
pub(crate) struct Evaluation {
    tempo: i32,
    /// What is left of a lead after so many quiet turns.
    left: Vec<i32>,
    hunt: Hunt,
    materials: Materials,
    /// What was found of the last positions, by their hashes: most come up again soon.
    leads: Vec<(u64, i32)>,
}

/// So many leads are kept: what fits in a cache near the processor.
const SLOTS: usize = 1 << 14;

impl Evaluation {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self::with(rules, Weights::TUNED)
    }

    pub(crate) fn with(rules: &Rules, weights: Weights) -> Self {
        let hunt = Hunt::new(rules, &weights);
        Self {
            left: fading(rules),
            tempo: weights.tempo,
            hunt,
            materials: Materials::new(Chart::new(rules, weights)),
            leads: vec![(0, 0); SLOTS],
        }
    }

    /// What a position is worth to the side to move, in the search's unit; nothing before there are sides.
    pub(crate) fn value(&mut self, position: &Position) -> i32 {
        Value::from_centi(self.lead(position)).get()
    }

    /// The lead of the side to move in hundredths of a unit: what is tuned.
    pub(crate) fn lead(&mut self, position: &Position) -> i32 {
        let Some(side) = position.side() else { return 0 };
        let (hash, slot) = (position.hash(), position.hash() as usize % SLOTS);
        if self.leads[slot].0 != hash {
            self.leads[slot] = (hash, self.lead_of(position, side));
        }
        self.fade(position, self.leads[slot].1)
    }

    /// The value where it matters to a window: outside it, as good a bound as material alone gives.
    pub(crate) fn value_within(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        let Some(side) = position.side() else { return 0 };
        let (hash, slot) = (position.hash(), position.hash() as usize % SLOTS);
        if self.leads[slot].0 != hash {
            let material = self.materials.of(position.alive());
            let sign = if side == Colour::Red { 1 } else { -1 };
            let (lead, hope) = (sign * material.balance, material.hope);
            let rough = |lead: i32| lead * hope[if lead > 0 { side } else { !side }] / 1_000;
            let most = Value::from_centi(self.fade(position, rough(lead + PRESSURE))).get();
            if most <= alpha {
                return most;
            }
            let least = Value::from_centi(self.fade(position, rough(lead - PRESSURE))).get();
            if least >= beta {
                return least;
            }
        }
        self.value(position)
    }

    /// Before it fades.
    fn lead_of(&mut self, position: &Position, side: Colour) -> i32 {
        let material = self.materials.of(position.alive());
        let sign = if side == Colour::Red { 1 } else { -1 };
        let pressure = self.hunt.balance(material, position, side);
        let lead = sign * material.balance + pressure + self.tempo;
        let hope = material.hope[if lead > 0 { side } else { !side }];
        lead * hope / 1_000
    }

    /// What a piece is worth among these, in hundredths of a unit.
    pub(crate) fn worth(&mut self, alive: Bag, piece: banqi::Piece) -> i32 {
        self.materials.of(alive).of(piece)
    }

    /// By the square of the quiet count: hardly anything at first, everything at the limit.
    fn fade(&self, position: &Position, lead: i32) -> i32 {
        let left = self.left.get(position.quiet() as usize).copied().unwrap_or(WHOLE);
        ((i64::from(lead) * i64::from(left)) / i64::from(WHOLE)) as i32
    }
}

/// More than where the pieces stand counts for, nearly always.
const PRESSURE: i32 = 1_200;

/// All of a lead.
const WHOLE: i32 = 1 << 16;

/// What is left of a lead by the quiet count, in parts of [`WHOLE`]; nothing is said where there is no limit.
fn fading(rules: &Rules) -> Vec<i32> {
    let Some(limit) = rules.parameters().quiet else { return Vec::new() };
    let limit = i64::from(limit);
    (0..=limit).map(|quiet| ((limit * limit - quiet * quiet) * i64::from(WHOLE) / (limit * limit)) as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(rules: &str, position: &str) -> i32 {
        let rules = rules.parse().expect("a rule set");
        Evaluation::new(&rules).lead(&position.parse().expect("a position"))
    }

    /// The tempo is the side's to move, whichever it is.
    #[test]
    fn a_position_is_worth_the_opposite_to_the_other_side_but_for_the_tempo() {
        let position = "K3/4/4/4/4/4/4/3r # - 0 41";
        let [red, black] = ["r", "b"].map(|side| lead("taiwan-classic", &position.replace('#', side)));
        assert!(red > 0 && black < 0);
    }

    #[test]
    fn face_down_pieces_count_like_others() {
        let value = |position: &str| {
            let position: Position = position.parse().expect("a position");
            let mut evaluation = Evaluation::new(&banqi::Preset::TaiwanClub.rules());
            evaluation.materials.of(position.alive()).balance
        };
        assert_eq!(value("R?2/?3/4/4/4/4/4/3k r P2 0 41"), value("??2/?3/4/4/4/4/4/3k r R1P2 0 41"));
        assert_eq!(value("KR2/4/4/4/4/4/4/2rk r - 0 41"), 0);
    }

    #[test]
    fn nearer_to_prey_is_better() {
        let far = lead("taiwan-club", "R3/4/4/4/4/4/4/K1p1 r - 0 41");
        let near = lead("taiwan-club", "4/4/4/4/4/4/2R1/K1p1 r - 0 41");
        assert!(near > far, "{near} {far}");
    }

    #[test]
    fn a_lead_that_cannot_win_is_worth_little() {
        // Nothing that Red has takes the General.
        let harmless = lead("taiwan-club", "GGMM/RR2/4/4/4/4/4/k3 r - 0 41");
        let hopeful = lead("taiwan-club", "GGMM/RP2/4/4/4/4/4/k3 r - 0 41");
        assert!(harmless < hopeful, "{harmless} {hopeful}");
    }

    #[test]
    fn a_lead_fades_towards_the_quiet_limit() {
        let at = |rules: &str, quiet: u32| lead(rules, &format!("KR2/4/4/4/4/4/4/3r r - {quiet} 91"));
        assert!(at("taiwan-club", 0) > at("taiwan-club", 20));
        assert!(at("taiwan-club", 20) > at("taiwan-club", 39));
        assert!(at("taiwan-club", 39) > 0);
        assert_eq!(at("taiwan-classic", 0), at("taiwan-classic", 39));
    }
}

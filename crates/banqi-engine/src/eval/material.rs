//! What the pieces that are left are worth.
//!
//! A piece is worth what it can still take, against what can still take it. So a General gains with each enemy Soldier
//! that falls, and a Soldier loses much of its worth with the General that it hunted. What is face down counts like what
//! is face up, since both players know the bag: turning a piece over changes no material.
//!
//! All this depends on nothing but the pieces left, which only captures change, so it is kept from one position to the
//! next.

use banqi::{Bag, ByColour, Capture, Colour, Kind, Piece, Rules};

use super::Weights;
use super::worth::{self, MEAN, Reach};

/// What the formula needs of a rule set.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    reach: Reach,
    /// What each kind is worth in a full set, in hundredths of a unit.
    base: [i32; 7],
    /// How each kind stands in a full set.
    standing: [Standing; 7],
    weights: Weights,
}

/// How a kind stands among its enemies, in thousandths.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// How much of the enemies' worth it takes.
    prey: i32,
    /// How much of their strength takes it.
    predators: i32,
}

impl Chart {
    pub(super) fn new(rules: &Rules, weights: Weights) -> Self {
        let mut chart = Self {
            reach: reach(rules, weights.jump),
            base: base(rules, &weights),
            standing: [Standing::default(); 7],
            weights,
        };
        let full = counts(Bag::full(), Colour::Red);
        chart.standing = Kind::ALL.map(|kind| chart.standing(kind, &full));
        chart
    }

    /// In shares of a full set, not of what is left: so each prey that is taken costs its hunters less than it was worth.
    fn standing(&self, kind: Kind, enemies: &[i32; 7]) -> Standing {
        let (mut all, mut prey, mut strength, mut predators) = (0, 0, 0, 0);
        let enemies = enemies.iter().zip(Kind::ALL);
        for (enemy, (&count, kind_of_enemy)) in enemies.enumerate() {
            // Half by their worth, since a strong predator lives to do it, and half by their number.
            let (worth, strong) = (self.base[enemy], self.base[enemy] + MEAN);
            let full = i32::from(kind_of_enemy.count());
            all += full * worth;
            strength += full * strong;
            prey += count * worth * self.reach[kind as usize][enemy] / 1_000;
            predators += count * strong * self.reach[enemy][kind as usize] / 1_000;
        }
        Standing { prey: prey * 1_000 / all, predators: predators * 1_000 / strength }
    }

    /// What a piece is worth against these enemies, in thousandths of what it is worth against a full set.
    fn factor(&self, kind: Kind, enemies: &[i32; 7]) -> i32 {
        let (now, full) = (self.standing(kind, enemies), self.standing[kind as usize]);
        let prey = self.weights.prey * (now.prey - full.prey) / 1_000;
        let predators = self.weights.predators * (now.predators - full.predators) / 1_000;
        (1_000 + prey - predators).clamp(400, 2_000)
    }
}

/// The tuned worths hold for the order of ranks they were tuned for, and change with house rules as the computed ones do;
/// for other orders the computed ones hold.
fn base(rules: &Rules, weights: &Weights) -> [i32; 7] {
    let computed = |rules: &Rules| worth::of_full_set(&reach(rules, 1_000));
    let taiwanese = banqi::Preset::TaiwanTournament.rules();
    let same = Kind::ALL.iter().all(|&attacker| {
        Kind::ALL.iter().all(|&target| rules.capture(attacker, target) == taiwanese.capture(attacker, target))
    });
    let (now, before) = (computed(rules), computed(&taiwanese));
    if !same {
        return now;
    }
    let Weights { general, advisor, elephant, chariot, horse, cannon, soldier, .. } = *weights;
    let tuned = [general, advisor, elephant, chariot, horse, cannon, soldier];
    Kind::ALL.map(|kind| tuned[kind as usize] * now[kind as usize] / before[kind as usize])
}

/// How easily kinds take each other, in thousandths of a neighbour by rank. A jump needs a screen but no neighbour. What
/// `rush` and `diagonal` add is half of taking by rank.
pub(super) fn reach(rules: &Rules, jump: i32) -> Reach {
    let parameters = rules.parameters();
    Kind::ALL.map(|attacker| {
        let far = (attacker == Kind::Chariot && parameters.rush) || (attacker == Kind::Horse && parameters.diagonal);
        Kind::ALL.map(|target| {
            let by_chart = match rules.capture(attacker, target) {
                Some(Capture::Step) => 1_000,
                Some(Capture::Jump) => jump,
                None => 0,
            };
            by_chart + if far { 500 } else { 0 }
        })
    })
}

fn counts(alive: Bag, colour: Colour) -> [i32; 7] {
    alive.counts(colour).map(i32::from)
}

/// The pieces left, judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    alive: Bag,
    /// What each colour's kinds are worth, in hundredths of a unit.
    values: ByColour<[i16; 7]>,
    /// Red's worth less Black's, and what it counts that only one of them can win.
    pub(super) balance: i32,
    /// What is left of each colour's lead, in thousandths.
    pub(super) hope: ByColour<i32>,
}

impl Material {
    fn new(chart: &Chart, alive: Bag) -> Self {
        let left = ByColour { red: counts(alive, Colour::Red), black: counts(alive, Colour::Black) };
        let pieces = alive.len().cast_signed();
        // More for each the fewer there are.
        let scale = 1_000 + chart.weights.late * (32 - pieces) / 32;
        let mut values = ByColour { red: [0; 7], black: [0; 7] };
        let mut sums = ByColour { red: 0, black: 0 };
        let mut hope = ByColour { red: 1_000, black: 1_000 };
        let mut harmless = ByColour { red: false, black: false };
        for colour in Colour::ALL {
            let enemies = &left[!colour];
            for kind in Kind::ALL {
                let value = chart.base[kind as usize] * chart.factor(kind, enemies) / 1_000 * scale / 1_000;
                let value = value.clamp(10, 15_000) as i16;
                values[colour][kind as usize] = value;
                sums[colour] += left[colour][kind as usize] * i32::from(value);
            }
            let is_takeable =
                |target: usize| (0..7).any(|kind| left[colour][kind] > 0 && chart.reach[kind][target] > 0);
            harmless[colour] = (0..7).any(|target| enemies[target] > 0 && !is_takeable(target));
            if harmless[colour] {
                hope[colour] = chart.weights.harmless;
            } else if left[colour].iter().sum::<i32>() == 1 {
                hope[colour] = chart.weights.lone;
            }
        }
        let only = chart.weights.only * (i32::from(harmless.black) - i32::from(harmless.red));
        Self { alive, values, balance: sums.red - sums.black + only, hope }
    }

    pub(super) fn of(&self, piece: Piece) -> i32 {
        self.values[piece.colour][piece.kind as usize].into()
    }
}

/// The judgements of a search, by what is left.
#[derive(Debug)]
pub(super) struct Materials {
    chart: Chart,
    slots: Vec<Material>,
}

impl Materials {
    /// A search of a million positions meets a few thousand kinds of material.
    const SLOTS: usize = 1 << 12;

    pub(super) fn new(chart: Chart) -> Self {
        let none = Material::new(&chart, Bag::EMPTY);
        Self { chart, slots: vec![none; Self::SLOTS] }
    }

    /// What is left, judged now or before.
    #[inline]
    pub(super) fn of(&mut self, alive: Bag) -> &Material {
        let slot = &mut self.slots[slot(alive)];
        if slot.alive != alive {
            *slot = Material::new(&self.chart, alive);
        }
        slot
    }
}

fn slot(alive: Bag) -> usize {
    (alive.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize % Materials::SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(without: &str, of: char) -> i32 {
        let chart = Chart::new(&banqi::Preset::TaiwanClub.rules(), Weights::TUNED);
        let mut alive = Bag::full();
        for piece in without.chars().filter_map(Piece::from_letter) {
            while alive.remove(piece) {}
        }
        Material::new(&chart, alive).of(Piece::from_letter(of).expect("a piece"))
    }

    /// Against the loss of as many other pieces, since all are worth more the fewer there are.
    #[test]
    fn a_general_gains_when_the_soldiers_are_gone_and_a_soldier_loses_with_the_general() {
        assert!(worth("p", 'K') > worth("rnc", 'K'));
        assert!(worth("k", 'P') < worth("", 'P'));
    }

    #[test]
    fn house_rules_raise_those_that_gain_by_them() {
        let base = |rules: &str| Chart::new(&rules.parse().expect("a rule set"), Weights::TUNED).base;
        let (plain, house) = (base("taiwan-club"), base("taiwan-club:rush=on,diagonal=on"));
        assert!(house[Kind::Chariot as usize] > plain[Kind::Chariot as usize]);
        assert!(house[Kind::Horse as usize] > plain[Kind::Horse as usize]);
        assert_eq!(plain[Kind::General as usize], Weights::TUNED.general);
    }
}

//! What a position is worth to the side to move.

use std::fmt;
use std::ops::Neg;

/// What a position is worth to the side to move: expected points, from a loss to a win, and 0 for a draw.
///
/// A search averages values where chance decides, so they are points and not pieces. People read them as a lead in units
/// of which an average piece is ten.
///
/// ```
/// use banqi_engine::Value;
///
/// let value = Value::from_centi(840);
/// assert_eq!(value.to_string(), "+8.40");
/// assert_eq!((-value).centi(), -840);
/// assert!(value.per_mille() > 500);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(i32);

impl Value {
    /// A draw.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Value::DRAW.per_mille(), 500);
    /// ```
    pub const DRAW: Self = Self(0);

    /// A game that is won.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::WIN.per_mille(), 1000);
    /// assert_eq!((-Value::WIN).per_mille(), 0);
    /// ```
    pub const WIN: Self = Self(32_000);

    /// No lead reaches this.
    const MOST: i32 = 30_000;

    /// Beyond this are games that are won by force, the sooner the farther.
    pub(crate) const DECIDED: i32 = 31_000;

    /// The lead that is worth half of the way from a draw to [`MOST`](Self::MOST), in hundredths of a unit: two pieces.
    const HALF_WAY: i32 = 2_000;

    /// The value of a lead in hundredths of a unit, by `v / (|v| + 20 units)`: a sigmoid that integers compute exactly.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::from_centi(0), Value::DRAW);
    /// assert!(Value::from_centi(i32::MAX) < Value::WIN);
    /// ```
    pub const fn from_centi(centi: i32) -> Self {
        // More than any material, and its product with the most still fits.
        const LONGEST: i32 = 60_000;
        let centi = if centi > LONGEST {
            LONGEST
        } else if centi < -LONGEST {
            -LONGEST
        } else {
            centi
        };
        Self(Self::MOST * centi / (centi.abs() + Self::HALF_WAY))
    }

    /// From the search's unit; see [`get`](Self::get).
    pub(crate) const fn new(points: i32) -> Self {
        Self(points)
    }

    /// In the search's unit, of which a win has 32,000.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Value::WIN.get(), 32_000);
    /// ```
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The lead that is worth as much, in hundredths of a unit; at most 1,000 units.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Value::DRAW.centi(), 0);
    /// ```
    pub const fn centi(self) -> i32 {
        const LONGEST: i32 = 100_000;
        let size = self.0.abs();
        let lead = if size < Self::MOST {
            // Up to the nearest, so that a lead comes back as it was.
            let lead =
                (size as i64 * Self::HALF_WAY as i64 + (Self::MOST - size) as i64 - 1) / (Self::MOST - size) as i64;
            if lead > LONGEST as i64 { LONGEST } else { lead as i32 }
        } else {
            LONGEST
        };
        if self.0 < 0 { -lead } else { lead }
    }

    /// Whether it is that of a game that is won or lost.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert!((-Value::WIN).is_decided());
    /// assert!(!Value::DRAW.is_decided());
    /// ```
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::DECIDED
    }

    /// The search's own unit in thousandths of a point, a draw counting half: 0 to 1000, and 1 to 999 while nothing is decided.
    ///
    /// This is what may be averaged: the points of a flip are the mean of those of what may come up.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::DRAW.points(), 500);
    /// assert_eq!(Value::WIN.points(), 1000);
    /// ```
    pub const fn points(self) -> u16 {
        if self.is_decided() {
            return if self.0 > 0 { 1000 } else { 0 };
        }
        // At most 500 * 31/32, so never quite 500 away from the middle.
        (500 + 500 * self.0 / Self::WIN.0).unsigned_abs() as u16
    }

    /// The chance of winning in thousandths, a draw counting half: 0 to 1000, and 1 to 999 while nothing is decided.
    ///
    /// The search's own unit is near that already; what it expects of clear leads is too little, and is put right by what
    /// came of such leads (docs/engine.md).
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert!(Value::from_centi(2_000).per_mille() > 700);
    /// assert_eq!(Value::from_centi(-2_000).per_mille(), 1000 - Value::from_centi(2_000).per_mille());
    /// ```
    pub const fn per_mille(self) -> u16 {
        if self.is_decided() {
            return if self.0 > 0 { 1000 } else { 0 };
        }
        let beyond = made((self.0.abs() * 5_000 / Self::WIN.0).unsigned_abs()) / 10;
        let beyond = if beyond > 499 { 499 } else { beyond } as u16;
        if self.0 < 0 { 500 - beyond } else { 500 + beyond }
    }
}

/// What was expected beyond a draw, and what was made of it, in ten-thousandths of a point: 36,000 positions of 1,600 games of the
/// engine with itself (`banqi calibrate`), both sides taken together.
const MADE: [(u32, u32); 7] =
    [(0, 0), (490, 290), (1_520, 1_360), (2_540, 2_960), (3_500, 4_600), (4_600, 4_980), (5_000, 5_000)];

/// Along straight lines between these.
const fn made(expected: u32) -> u32 {
    let mut index = 1;
    while index < MADE.len() - 1 && expected > MADE[index].0 {
        index += 1;
    }
    let (from, to) = (MADE[index - 1], MADE[index]);
    from.1 + (expected - from.0) * (to.1 - from.1) / (to.0 - from.0)
}

impl Neg for Value {
    type Output = Self;

    /// The same from the other side.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// In units, signed, with two decimals.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centi = self.centi();
        let sign = if centi < 0 { '-' } else { '+' };
        write!(f, "{sign}{}.{:02}", centi.abs() / 100, centi.abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn expected_points_rise_with_the_value_and_are_alike_for_both_sides() {
        let points = |value| Value::new(value).per_mille();
        for value in 0..=32_000 {
            assert!(points(value) <= points(value + 1));
            assert_eq!(points(value) + points(-value), 1_000);
            assert!(value > super::Value::DECIDED || points(value) < 1_000);
        }
    }

    #[test]
    fn a_lead_comes_back_as_it_was() {
        for centi in (-3_000..3_000).chain([10_000, -10_000]) {
            let back = Value::from_centi(centi).centi();
            assert!((back - centi).abs() <= 1 + centi.abs() / 500, "{centi} {back}");
        }
    }
}

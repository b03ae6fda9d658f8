//! What a position is worth to the side to move.

use std::fmt;
use std::ops::Neg;

/// What a position is worth to the side to move, in hundredths of a unit. The sixteen pieces of one side are worth 160
/// units at the start of a game.
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

    /// A game that is won: two full sets.
    ///
    /// It is a bounded value, so that a small chance of winning or losing at once weighs against material as it should.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::WIN.per_mille(), 1000);
    /// assert_eq!((-Value::WIN).per_mille(), 0);
    /// ```
    pub const WIN: Self = Self(32_000);

    /// A win so many plies away is worth so much less; no evaluation comes near that.
    const LONGEST: i32 = 1_000;

    /// A value in hundredths of a unit, at most that of a win and at least that of a loss.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::from_centi(i32::MIN), -Value::WIN);
    /// ```
    pub const fn from_centi(centi: i32) -> Self {
        if centi > Self::WIN.0 {
            Self::WIN
        } else if centi < -Self::WIN.0 {
            Self(-Self::WIN.0)
        } else {
            Self(centi)
        }
    }

    /// Hundredths of a unit.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Value::DRAW.centi(), 0);
    /// ```
    pub const fn centi(self) -> i32 {
        self.0
    }

    /// Whether it is that of a game that is won or lost.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert!((-Value::WIN).is_decided());
    /// assert!(!Value::DRAW.is_decided());
    /// ```
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::WIN.0 - Self::LONGEST
    }

    /// The expected points in thousandths, a draw counting half: 0 to 1000, and 1 to 999 while nothing is decided.
    ///
    /// The curve is `1/2 + v / 2(|v| + 20 units)`: a sigmoid that integers compute exactly. Its width is a first guess;
    /// it will be fitted to games.
    ///
    /// ```
    /// use banqi_engine::Value;
    /// assert_eq!(Value::from_centi(2_000).per_mille(), 750);
    /// assert_eq!(Value::from_centi(-2_000).per_mille(), 250);
    /// ```
    pub const fn per_mille(self) -> u16 {
        const HALF_WAY: i32 = 2_000;
        if self.is_decided() {
            return if self.0 > 0 { 1000 } else { 0 };
        }
        // At most 500 * 32000, and never quite 500 away from the middle.
        (500 + 500 * self.0 / (self.0.abs() + HALF_WAY)).unsigned_abs() as u16
    }
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
        let sign = if self.0 < 0 { '-' } else { '+' };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

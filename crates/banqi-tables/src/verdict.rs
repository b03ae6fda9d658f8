//! What a table says of a position.

use std::fmt;

/// Who wins, as the side to move sees it, and in how many plies the position turns into one with fewer pieces, or the game
/// ends: whoever wins hastens that, whoever loses delays it.
///
/// ```
/// use banqi_tables::Verdict;
/// assert!(Verdict::Win(3) != Verdict::Draw);
/// assert_eq!(Verdict::Loss(12).to_string(), "loss, 12 plies to conversion");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move wins; so many plies to the next conversion, at least 1.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses; so many plies to the next conversion, 0 when it cannot move.
    Loss(u16),
}

impl Verdict {
    /// More plies to conversion than this cannot be written. No quiet limit is longer.
    pub const MOST_PLIES: u16 = 9_999;

    /// As a number: 0 for a draw, else twice the plies and 1 for a win, 2 for a loss.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 2 * plies + 1,
            Self::Loss(plies) => 2 * plies + 2,
        }
    }

    /// From a number; none for those that [`code`](Self::code) never gives.
    #[inline]
    pub(crate) const fn from_code(code: u16) -> Option<Self> {
        const MOST: u16 = Verdict::Loss(Verdict::MOST_PLIES).code();
        match code {
            0 => Some(Self::Draw),
            2..=MOST if code.is_multiple_of(2) => Some(Self::Loss(code / 2 - 1)),
            3..MOST => Some(Self::Win(code / 2)),
            _ => None,
        }
    }

    /// The plies to the next conversion; none of a draw.
    ///
    /// ```
    /// use banqi_tables::Verdict;
    /// assert_eq!(Verdict::Win(3).plies(), Some(3));
    /// assert_eq!(Verdict::Draw.plies(), None);
    /// ```
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, plies) = match *self {
            Self::Draw => return f.write_str("draw"),
            Self::Win(plies) => ("win", plies),
            Self::Loss(plies) => ("loss", plies),
        };
        write!(f, "{name}, {plies} {} to conversion", if plies == 1 { "ply" } else { "plies" })
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn each_verdict_has_a_number_of_its_own() {
        let wins = (1..=Verdict::MOST_PLIES).map(Verdict::Win);
        let losses = (0..=Verdict::MOST_PLIES).map(Verdict::Loss);
        let all: Vec<Verdict> = wins.chain(losses).chain([Verdict::Draw]).collect();
        for &verdict in &all {
            assert_eq!(Verdict::from_code(verdict.code()), Some(verdict));
        }
        assert_eq!((0..=u16::MAX).filter_map(Verdict::from_code).count(), all.len());
    }
}

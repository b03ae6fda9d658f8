//! What a search does besides looking at everything.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[doc = $about:literal])+ $variant:ident $name:literal $off:expr;)*) => {
        /// One technique of the search, so that it can be left out and its gain measured.
        ///
        /// ```
        /// use banqi_engine::Technique;
        /// assert_eq!("star2".parse(), Ok(Technique::Star2));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Technique {
            $($(#[doc = $about])+ $variant,)*
        }

        impl Technique {
            /// All of them.
            ///
            /// ```
            /// assert!(banqi_engine::Technique::ALL.len() > 5);
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// What it is called.
            ///
            /// ```
            /// assert_eq!(banqi_engine::Technique::Star1.name(), "star1");
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            fn switch_off(self, techniques: &mut Techniques) {
                let off: fn(&mut Techniques) = match self {
                    $(Self::$variant => $off,)*
                };
                off(techniques);
            }
        }
    };
}

techniques! {
    /// Null windows for all but the first action of a position.
    Scout "scout" |all| all.scout = false;
    /// Bounds at chance nodes from what is known of the other outcomes.
    Star1 "star1" |all| all.star1 = false;
    /// Bounds at chance nodes from the likeliest reply to each outcome.
    Star2 "star2" |all| all.star2 = false;
    /// A narrow window around the value of the depth before.
    Aspiration "aspiration" |all| all.aspiration = false;
    /// The transposition table.
    Table "table" |all| all.table = Transpositions::Off;
    /// A return to a position of the game or the line counts as a draw.
    Returns "returns" |all| all.returns = false;
    /// Late quiet actions and flips are looked at less deep first.
    Reductions "reductions" |all| all.reductions = false;
    /// If even doing nothing is too good for the other side, something will be.
    Passes "passes" |all| all.passes = false;
    /// Near the end of the search, positions far outside the window are left; what comes up changes a value by so much at
    /// most.
    Margins "margins" |all| all.margins = false;
    /// Flips below the root are weighed by what may come up.
    Flips "flips" |all| all.flips = 0;
    /// Below the root, of the face-down pieces that are far from every face-up one, one stands for all.
    Grouping "grouping" |all| all.grouping = false;
    /// Positions with few pieces are known beforehand, from tables.
    Endgames "endgames" |all| all.endgames = 0;
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = TechniqueError;

    fn from_str(text: &str) -> Result<Self, TechniqueError> {
        let named = Self::ALL.iter().copied().find(|technique| technique.name() == text);
        named.ok_or_else(|| TechniqueError { found: text.to_string() })
    }
}

/// A text that is no technique.
///
/// ```
/// use banqi_engine::Technique;
/// let error = "magic".parse::<Technique>().unwrap_err();
/// assert!(error.to_string().contains("magic") && error.to_string().contains("star1"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TechniqueError {
    /// What was written.
    pub found: String,
}

impl fmt::Display for TechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "technique: {:?}; it is one of", self.found)?;
        Technique::ALL.iter().try_for_each(|technique| write!(f, " {technique}"))
    }
}

impl std::error::Error for TechniqueError {}

/// Each can be left out, which is how its gain is measured and how the exact ones are tested: those change how much is
/// looked at but no value. The others give up exactness for depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Techniques {
    /// Exact: null windows for all but the first action of a position.
    pub(crate) scout: bool,
    /// Exact: bounds at chance nodes from what is known of the other outcomes.
    pub(crate) star1: bool,
    /// Exact: before that, the likeliest reply to each outcome as a bound.
    pub(crate) star2: bool,
    /// Exact: a narrow window around the value of the depth before.
    pub(crate) aspiration: bool,
    /// What was found of a position is used where it comes up again.
    pub(crate) table: Transpositions,
    /// Who comes back to a position of the game or the line has made nothing of it: a draw.
    pub(crate) returns: bool,
    /// Late quiet actions and flips are looked at less deep first.
    pub(crate) reductions: bool,
    /// If even doing nothing is too good for the other side, something will be.
    pub(crate) passes: bool,
    /// Near the end of the search, positions far outside the window are left.
    pub(crate) margins: bool,
    /// So many flips in a line are weighed by what may come up; further ones count as passes.
    pub(crate) flips: u32,
    /// At so many plies to go or fewer, flips count as passes.
    pub(crate) shallow: i32,
    /// Below the root, of face-down pieces that are far from every face-up one, one stands for all.
    pub(crate) grouping: bool,
    /// Of positions with so many pieces tables are asked, if none is face down.
    pub(crate) endgames: u32,
}

/// How far the table is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transpositions {
    /// Not at all.
    Off,
    /// Only at the very same depth, and where no history can matter: exact.
    Exact,
    /// At this depth or more.
    Deeper,
}

impl Techniques {
    pub(crate) fn without(mut self, techniques: &[Technique]) -> Self {
        for technique in techniques {
            technique.switch_off(&mut self);
        }
        self
    }

    /// Every position to the full depth, one after the other: expectiminimax.
    #[cfg(test)]
    pub(crate) const NONE: Self = Self {
        scout: false,
        star1: false,
        star2: false,
        aspiration: false,
        table: Transpositions::Off,
        returns: false,
        reductions: false,
        passes: false,
        margins: false,
        flips: u32::MAX,
        shallow: 0,
        grouping: false,
        endgames: 0,
    };

    /// All that change no value.
    #[cfg(test)]
    pub(crate) const EXACT: Self =
        Self { scout: true, star1: true, star2: true, aspiration: true, table: Transpositions::Exact, ..Self::NONE };

    /// What plays.
    pub(crate) const ALL: Self = Self {
        scout: true,
        star1: true,
        star2: true,
        aspiration: true,
        table: Transpositions::Deeper,
        returns: true,
        reductions: true,
        passes: true,
        margins: true,
        flips: 2,
        shallow: 2,
        grouping: true,
        endgames: 4,
    };
}

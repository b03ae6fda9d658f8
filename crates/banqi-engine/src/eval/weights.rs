//! The constants of the evaluation, in one place so that they can be tuned.
//!
//! They are thousandths unless said otherwise, and were found by `cargo xtask tune` from recorded games (docs/engine.md).

#![cfg_attr(not(feature = "tune"), expect(unreachable_pub, reason = "they are public where they are fitted"))]

macro_rules! weights {
    ($($(#[doc = $about:literal])+ $name:ident = $value:literal,)*) => {
        /// All constants that are tuned.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[doc = $about])+ pub $name: i32,)*
        }

        impl Weights {
            /// The tuned ones.
            pub const TUNED: Self = Self { $($name: $value,)* };

        }

        #[cfg(feature = "tune")]
        impl Weights {
            /// What they are called, in the order of [`to_array`](Self::to_array).
            pub const NAMES: [&'static str; Self::COUNT] = [$(stringify!($name),)*];

            /// How many there are.
            pub const COUNT: usize = [$($value,)*].len();

            /// As numbers in a row.
            pub const fn to_array(self) -> [i32; Self::COUNT] {
                [$(self.$name,)*]
            }

            /// From numbers in a row.
            pub const fn from_array(array: [i32; Self::COUNT]) -> Self {
                let [$($name,)*] = array;
                Self { $($name,)* }
            }
        }
    };
}

weights! {
    /// What a General is worth in a full set by the Taiwanese order of ranks, in hundredths of a unit.
    general = 1692,
    /// An Advisor.
    advisor = 2322,
    /// An Elephant.
    elephant = 908,
    /// A Chariot.
    chariot = 542,
    /// A Horse.
    horse = 369,
    /// A Cannon.
    cannon = 657,
    /// A Soldier.
    soldier = 395,
    /// By how much a piece gains that takes all that is left, against one that takes nothing.
    prey = 1057,
    /// By how much a piece loses that all that is left take, against one that nothing takes.
    predators = 1023,
    /// How much of taking by rank a jump over a screen is.
    jump = 1220,
    /// How much more a piece is worth when nearly all others are gone.
    late = 1765,
    /// What is left of a lead that cannot win: some enemy piece is taken by none of one's own.
    harmless = 0,
    /// For being able to win where the other side is not, in hundredths of a unit.
    only = 1656,
    /// What is left of a lead with one piece left, which seldom catches what runs.
    lone = 60,
    /// Of a piece's worth, for the enemy beside it that takes it, when the enemy is to move.
    near1 = 90,
    /// The same two steps away along empty squares.
    near2 = 178,
    /// Three steps.
    near3 = 139,
    /// Four steps.
    near4 = 81,
    /// Five steps.
    near5 = 38,
    /// Six steps or more.
    near6 = -11,
    /// As `near1`, when the piece that runs is to move.
    run1 = 291,
    /// Two steps.
    run2 = 196,
    /// Three steps.
    run3 = 77,
    /// Four steps.
    run4 = 73,
    /// Five steps.
    run5 = 51,
    /// Six steps or more.
    run6 = -28,
    /// Of a piece's worth, for an enemy Cannon that has it in its sights and is to move.
    sight = 60,
    /// The same when the piece is to move.
    sighted = 291,
    /// Of its own worth, lost by a piece without an empty square beside it.
    stuck = 59,
    /// The same with one only.
    tight = 20,
    /// Of its worth, lost by a piece for each face-down neighbour that would be its predator.
    unknown = 52,
    /// For being to move, in hundredths of a unit.
    tempo = -18,
}

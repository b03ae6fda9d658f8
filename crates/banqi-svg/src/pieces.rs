//! What stands on the pieces.

use banqi::{Colour, Kind, Piece};

/// The symbols as they were designed, with the notice that belongs to them.
const SHEET: &str = include_str!("../assets/pieces.svg");

/// What stands on the pieces.
///
/// ```
/// use banqi_svg::{Options, PieceSet};
/// let options = Options { pieces: PieceSet::Letters, ..Options::default() };
/// let position = "3k/4/4/4/4/4/4/P3 r - 0 70".parse()?;
/// assert!(banqi_svg::board(&position, &options).contains("letters-red-soldier"));
/// # Ok::<(), banqi::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceSet {
    /// 帥仕相俥傌炮兵 and 將士象車馬砲卒.
    #[default]
    Traditional,
    /// 帅仕相车马炮兵 and 将士象车马炮卒.
    Simplified,
    /// KGMRNCP on both, told apart by the discs.
    Letters,
    /// Helmet, fan, elephant, parasol chariot, horse's head, gun, straw hat.
    Pictures,
}

impl PieceSet {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(banqi_svg::PieceSet::ALL.len(), 4);
    /// ```
    pub const ALL: [Self; 4] = [Self::Traditional, Self::Simplified, Self::Letters, Self::Pictures];

    /// The set's name.
    ///
    /// ```
    /// assert_eq!(banqi_svg::PieceSet::Pictures.name(), "pictures");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Traditional => "traditional",
            Self::Simplified => "simplified",
            Self::Letters => "letters",
            Self::Pictures => "pictures",
        }
    }

    /// The size of a glyph's box, in hundredths of the disc's.
    pub(crate) const fn glyph_size(self) -> f64 {
        match self {
            Self::Traditional | Self::Simplified => 64.0,
            Self::Letters => 54.0,
            Self::Pictures => 60.0,
        }
    }

    /// The same on a flat face in a list.
    pub(crate) const fn mini_glyph_size(self) -> f64 {
        match self {
            Self::Traditional | Self::Simplified => 72.0,
            Self::Letters => 70.0,
            Self::Pictures => 62.0,
        }
    }

    /// The shapes on a piece in a box of 100 by 100, coloured by `currentColor` and `var(--cut,..)`.
    pub(crate) fn glyph(self, piece: Piece) -> &'static str {
        let id = self.symbol(piece);
        let start = format!("<symbol id=\"{id}\" viewBox=\"0 0 100 100\">");
        let (_, after) = SHEET.split_once(&start).expect("every piece has its symbol");
        let (shapes, _) = after.split_once("</symbol>").expect("a symbol is closed");
        shapes
    }

    fn symbol(self, Piece { colour, kind }: Piece) -> String {
        match (self, kind) {
            (Self::Letters, _) => format!("l-{}", kind.letter()),
            (Self::Pictures, _) => format!("p-{kind}"),
            (Self::Simplified, Kind::General) => format!("g-s-{}-general", colour.letter()),
            (Self::Simplified, Kind::Chariot | Kind::Horse) => format!("g-s-{kind}"),
            (Self::Simplified, Kind::Cannon) => format!("g-{}-cannon", Colour::Red.letter()),
            (Self::Simplified | Self::Traditional, _) => format!("g-{}-{kind}", colour.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn glyphs_differ_as_the_scripts_do() {
        let distinct = |set: PieceSet| Piece::ALL.map(|piece| set.glyph(piece)).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(distinct(PieceSet::Traditional).len(), 14);
        // 车, 马 and 炮 are the same for both colours.
        assert_eq!(distinct(PieceSet::Simplified).len(), 11);
        assert_eq!(distinct(PieceSet::Letters).len(), 7);
        assert_eq!(distinct(PieceSet::Pictures).len(), 7);
    }

    #[test]
    fn no_symbol_is_carried_along_unused() {
        let used: BTreeSet<String> =
            PieceSet::ALL.into_iter().flat_map(|set| Piece::ALL.map(|piece| set.symbol(piece))).collect();
        assert_eq!(SHEET.matches("<symbol ").count(), used.len());
    }
}

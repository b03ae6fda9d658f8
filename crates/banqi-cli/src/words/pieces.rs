//! The pieces' names and characters.

use banqi::{Colour, Kind, Piece};

/// A kind's name in English.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::General => "General",
        Kind::Advisor => "Advisor",
        Kind::Elephant => "Elephant",
        Kind::Chariot => "Chariot",
        Kind::Horse => "Horse",
        Kind::Cannon => "Cannon",
        Kind::Soldier => "Soldier",
    }
}

/// Which Chinese characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Script {
    /// 帥 將 俥 車: every kind differs between the colours.
    Traditional,
    /// 帅 将 车: Chariot, Horse and Cannon are the same in both colours.
    Simplified,
}

/// The character on a piece.
pub(crate) fn character(piece: Piece, script: Script) -> char {
    use Colour::{Black, Red};
    use Script::{Simplified, Traditional};
    match (piece.kind, piece.colour, script) {
        (Kind::General, Red, Traditional) => '帥',
        (Kind::General, Red, Simplified) => '帅',
        (Kind::General, Black, Traditional) => '將',
        (Kind::General, Black, Simplified) => '将',
        (Kind::Advisor, Red, _) => '仕',
        (Kind::Advisor, Black, _) => '士',
        (Kind::Elephant, Red, _) => '相',
        (Kind::Elephant, Black, _) => '象',
        (Kind::Chariot, Red, Traditional) => '俥',
        (Kind::Chariot, Black, Traditional) => '車',
        (Kind::Chariot, _, Simplified) => '车',
        (Kind::Horse, Red, Traditional) => '傌',
        (Kind::Horse, Black, Traditional) => '馬',
        (Kind::Horse, _, Simplified) => '马',
        (Kind::Cannon, Black, Traditional) => '砲',
        (Kind::Cannon, ..) => '炮',
        (Kind::Soldier, Red, _) => '兵',
        (Kind::Soldier, Black, _) => '卒',
    }
}

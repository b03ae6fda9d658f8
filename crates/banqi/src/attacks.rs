//! What a square reaches, from tables made when compiling.
//!
//! Steps need a mask of neighbours. A cannon's jump and a slide depend on what stands on the line, so they are looked
//! up by the line's occupancy: 16 patterns of four squares along a rank, 256 of eight squares along a file.

use crate::{Bitboard, Square};

const NEIGHBOURS: [Bitboard; 32] = around(&[(0, 1), (0, -1), (1, 0), (-1, 0)]);
const DIAGONALS: [Bitboard; 32] = around(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);

const fn around(offsets: &[(i8, i8)]) -> [Bitboard; 32] {
    let mut table = [Bitboard::EMPTY; 32];
    let mut index = 0;
    while index < 32 {
        let mut bits = 0;
        let mut offset = 0;
        while offset < offsets.len() {
            let file = index as i8 % 4 + offsets[offset].0;
            let rank = index as i8 / 4 + offsets[offset].1;
            if file >= 0 && file < 4 && rank >= 0 && rank < 8 {
                bits |= 1 << (rank * 4 + file);
            }
            offset += 1;
        }
        table[index] = Bitboard::from_bits(bits);
        index += 1;
    }
    table
}

/// What is looked for along a line.
#[derive(Clone, Copy)]
enum Reach {
    /// The first piece beyond exactly one piece.
    Jump,
    /// The empty squares up to the first piece, and that piece.
    Slide,
}

/// The squares that `from` reaches on a line of `length` squares with this occupancy.
const fn line(from: usize, length: usize, occupied: usize, reach: Reach) -> usize {
    let mut reached = 0;
    let mut direction = 0;
    while direction < 2 {
        let mut at = from;
        let mut pieces = 0;
        while (direction == 0 && at > 0) || (direction == 1 && at + 1 < length) {
            at = if direction == 0 { at - 1 } else { at + 1 };
            let piece = occupied >> at & 1 == 1;
            match reach {
                Reach::Slide => reached |= 1 << at,
                Reach::Jump if piece && pieces == 1 => reached |= 1 << at,
                Reach::Jump => {}
            }
            pieces += piece as usize;
            if pieces == 2 || (pieces == 1 && matches!(reach, Reach::Slide)) {
                break;
            }
        }
        direction += 1;
    }
    reached
}

/// Both lines through a square: ranks hold four squares, files eight.
struct Lines {
    along_rank: [[u8; 16]; 4],
    /// Spread out over file a already.
    along_file: [[u32; 256]; 8],
}

impl Lines {
    const fn new(reach: Reach) -> Self {
        let mut lines = Self { along_rank: [[0; 16]; 4], along_file: [[0; 256]; 8] };
        let mut occupied = 0;
        while occupied < 256 {
            let mut rank = 0;
            while rank < 8 {
                let reached = line(rank, 8, occupied, reach);
                let mut bit = 0;
                while bit < 8 {
                    lines.along_file[rank][occupied] |= ((reached >> bit & 1) as u32) << (4 * bit);
                    bit += 1;
                }
                rank += 1;
            }
            let mut file = 0;
            while file < 4 && occupied < 16 {
                lines.along_rank[file][occupied] = line(file, 4, occupied, reach) as u8;
                file += 1;
            }
            occupied += 1;
        }
        lines
    }

    #[inline]
    fn reach(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let on_rank = (occupied.bits() >> (4 * rank)) & 15;
        let mut on_file = (occupied.bits() >> file) & 0x1111_1111;
        // Gather every fourth bit into a byte.
        on_file = (on_file | on_file >> 3) & 0x0303_0303;
        on_file = (on_file | on_file >> 6) & 0x000f_000f;
        on_file = (on_file | on_file >> 12) & 0xff;
        Bitboard::from_bits(
            u32::from(self.along_rank[file][on_rank as usize]) << (4 * rank)
                | self.along_file[rank][on_file as usize] << file,
        )
    }
}

static JUMPS: Lines = Lines::new(Reach::Jump);
static SLIDES: Lines = Lines::new(Reach::Slide);

/// The orthogonal neighbours of a square.
///
/// ```
/// use banqi::{Bitboard, attacks};
/// let squares = attacks::neighbours("a1".parse()?);
/// assert_eq!(squares, ["a2", "b1"].iter().map(|name| name.parse().unwrap()).collect::<Bitboard>());
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[inline]
pub fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

/// The diagonal neighbours of a square, which a Horse attacks under `diagonal=on`.
///
/// ```
/// use banqi::attacks;
/// assert_eq!(attacks::diagonals("b2".parse()?).count(), 4);
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[inline]
pub fn diagonals(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

/// Where a Cannon's jump lands: in each direction the first piece beyond exactly one screen, whatever it is.
///
/// ```
/// use banqi::{Bitboard, Square, attacks};
/// let occupied: Bitboard = ["a1", "a3", "a7"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
/// assert_eq!(attacks::jumps("a1".parse()?, occupied), Bitboard::from("a7".parse::<Square>()?));
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[inline]
pub fn jumps(square: Square, occupied: Bitboard) -> Bitboard {
    JUMPS.reach(square, occupied)
}

/// What a Chariot sees under `rush=on`: in each direction the empty squares and the first piece.
///
/// ```
/// use banqi::{Bitboard, attacks};
/// assert_eq!(attacks::slides("a1".parse()?, Bitboard::EMPTY).count(), 10);
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[inline]
pub fn slides(square: Square, occupied: Bitboard) -> Bitboard {
    SLIDES.reach(square, occupied)
}

//! A position as lines of text.
//!
//! The sides can be told apart without colour: letters are upper case for red and lower case for black; where there is
//! no colour a red character stands in parentheses, since some characters are the same for both.

use std::fmt::Write as _;

use banqi::{Bitboard, Cell, Colour, Piece, Position, Square};
use banqi_deal::Deal;

use crate::words::{Script, character};

/// What pieces are drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Glyphs {
    /// KGMRNCP for red, kgmrncp for black
    #[default]
    Letters,
    /// 帥仕相俥傌炮兵 and 將士象車馬砲卒
    Traditional,
    /// 帅仕相车马炮兵 and 将士象车马炮卒
    Simplified,
}

impl Glyphs {
    /// What stands for a piece.
    pub(crate) fn of(self, piece: Piece) -> char {
        self.character(piece).unwrap_or_else(|| piece.letter())
    }

    /// The character of a piece, where pieces are not letters.
    pub(crate) fn character(self, piece: Piece) -> Option<char> {
        let script = match self {
            Self::Letters => return None,
            Self::Traditional => Script::Traditional,
            Self::Simplified => Script::Simplified,
        };
        Some(character(piece, script))
    }
}

/// Draws positions.
#[derive(Clone, Debug)]
pub(crate) struct TextBoard {
    /// What pieces are drawn as.
    pub(crate) glyphs: Glyphs,
    /// Four lines of eight, ranks from left to right and files from top to bottom, instead of eight lines of four.
    pub(crate) landscape: bool,
    /// Seen by the player on the far side: a1 in the upper right corner when upright.
    pub(crate) flipped: bool,
    /// Ranks and files at the edges.
    pub(crate) coordinates: bool,
    /// Terminal colours.
    pub(crate) colour: bool,
    /// Squares in brackets.
    pub(crate) highlights: Bitboard,
    /// What lies under the face-down pieces, once everybody may know: drawn between `<` and `>`.
    pub(crate) beneath: Option<Deal>,
}

impl Default for TextBoard {
    fn default() -> Self {
        Self {
            glyphs: Glyphs::default(),
            landscape: false,
            flipped: false,
            coordinates: true,
            colour: false,
            highlights: Bitboard::EMPTY,
            beneath: None,
        }
    }
}

const RED: &str = "1;31";
/// Cyan: black would vanish on a dark screen, and white on a light one.
const BLACK: &str = "1;36";
const DIM: &str = "2";
const REVERSED: &str = "7";

impl TextBoard {
    /// The board's lines from top to bottom, all of the same width on a terminal.
    ///
    /// Lines and columns that are no part of a study board are left out.
    pub(crate) fn lines(&self, position: &Position) -> Vec<String> {
        let rows = self.rows(position);
        let mut lines: Vec<String> = rows.iter().map(|row| self.line(position, row)).collect();
        if self.coordinates
            && let Some(row) = rows.first()
        {
            lines.push(self.footer(row));
        }
        lines
    }

    /// The squares to draw, row by row from the top.
    fn rows(&self, position: &Position) -> Vec<Vec<Square>> {
        let (rows, columns) = if self.landscape { (4, 8) } else { (8, 4) };
        let board = position.board();
        let row = |row| -> Vec<Square> {
            (0..columns)
                .filter_map(|column| self.square(row, column))
                .filter(|&square| board.contains(square))
                .collect()
        };
        (0..rows).map(row).filter(|row| !row.is_empty()).collect()
    }

    fn square(&self, row: u8, column: u8) -> Option<Square> {
        let (file, rank) = if self.landscape { (row, column) } else { (column, 7 - row) };
        if self.flipped { Square::at(3 - file, 7 - rank) } else { Square::at(file, rank) }
    }

    fn line(&self, position: &Position, row: &[Square]) -> String {
        let mut line = String::new();
        if self.coordinates
            && let Some(square) = row.first()
        {
            let label = if self.landscape { file(*square) } else { rank(*square) };
            line += &self.paint(DIM, &format!("{label} "));
        }
        for &square in row {
            let beneath = self.beneath.as_ref().filter(|_| position.cell(square) == Cell::FaceDown);
            line += &match beneath.and_then(|deal| deal.piece(square)) {
                Some(piece) => self.lifted(piece),
                None => self.cell(position.cell(square), self.highlights.contains(square)),
            };
        }
        line
    }

    fn footer(&self, row: &[Square]) -> String {
        let mut footer = "  ".to_string();
        for &square in row {
            let label = if self.landscape { rank(square) } else { file(square) };
            let _ = match self.glyphs {
                Glyphs::Letters => write!(footer, " {label} "),
                Glyphs::Traditional | Glyphs::Simplified => write!(footer, "  {label}   "),
            };
        }
        self.paint(DIM, &footer)
    }

    /// Three columns with letters, six with characters.
    fn cell(&self, cell: Cell, highlighted: bool) -> String {
        let style = style(cell);
        let glyph = self.glyph(cell);
        if highlighted {
            let style = if style.is_empty() { REVERSED.to_string() } else { format!("{REVERSED};{style}") };
            self.paint(&style, &format!("[{glyph}]"))
        } else {
            format!(" {} ", self.paint(style, &glyph))
        }
    }

    /// A piece that lay face down.
    fn lifted(&self, piece: Piece) -> String {
        let cell = Cell::FaceUp(piece);
        format!("<{}>", self.paint(style(cell), &self.glyph(cell)))
    }

    /// One column with letters, four with characters: the wide forms of `?` and `.` are two columns like a character.
    fn glyph(&self, cell: Cell) -> String {
        if self.glyphs == Glyphs::Letters {
            return match cell {
                Cell::FaceUp(piece) => piece.letter(),
                Cell::FaceDown => '?',
                Cell::Empty => '.',
                Cell::Outside => ' ',
            }
            .to_string();
        }
        match cell {
            Cell::FaceUp(piece) if piece.colour == Colour::Red && !self.colour => {
                format!("({})", self.glyphs.of(piece))
            }
            Cell::FaceUp(piece) => format!(" {} ", self.glyphs.of(piece)),
            Cell::FaceDown => " ？ ".to_string(),
            Cell::Empty => " ． ".to_string(),
            Cell::Outside => "    ".to_string(),
        }
    }

    fn paint(&self, style: &str, text: &str) -> String {
        if self.colour && !style.is_empty() { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}

fn style(cell: Cell) -> &'static str {
    match cell {
        Cell::FaceUp(Piece { colour: Colour::Red, .. }) => RED,
        Cell::FaceUp(Piece { colour: Colour::Black, .. }) => BLACK,
        Cell::FaceDown => "",
        Cell::Empty | Cell::Outside => DIM,
    }
}

fn file(square: Square) -> char {
    char::from(b'a' + square.file())
}

fn rank(square: Square) -> char {
    char::from(b'1' + square.rank())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Soldier on a1, the face-down piece on a2 and the General on d8 of the notation's example.
    fn example() -> Position {
        "3k/4/4/4/4/4/?3/P3 r r1 18 70".parse().expect("an example of docs/notation.md")
    }

    fn draw(board: &TextBoard, position: &Position) -> String {
        board.lines(position).join("\n")
    }

    /// Columns on a terminal: everything here is ASCII or wide.
    fn width(line: &str) -> usize {
        line.chars().map(|character| if character.is_ascii() { 1 } else { 2 }).sum()
    }

    #[test]
    fn upright_a1_is_lower_left() {
        let expected = [
            "8  .  .  .  k ",
            "7  .  .  .  . ",
            "6  .  .  .  . ",
            "5  .  .  .  . ",
            "4  .  .  .  . ",
            "3  .  .  .  . ",
            "2  ?  .  .  . ",
            "1  P  .  .  . ",
            "   a  b  c  d ",
        ];
        assert_eq!(draw(&TextBoard::default(), &example()), expected.join("\n"));
    }

    #[test]
    fn flipped_is_turned_by_half() {
        let board = TextBoard { flipped: true, ..TextBoard::default() };
        let lines = board.lines(&example());
        assert_eq!(lines[0], "1  .  .  .  P ");
        assert_eq!(lines[1], "2  .  .  .  ? ");
        assert_eq!(lines[7], "8  k  .  .  . ");
        assert_eq!(lines[8], "   d  c  b  a ");
    }

    #[test]
    fn landscape_has_ranks_from_left_to_right() {
        let board = TextBoard { landscape: true, ..TextBoard::default() };
        let expected = [
            "a  P  ?  .  .  .  .  .  . ",
            "b  .  .  .  .  .  .  .  . ",
            "c  .  .  .  .  .  .  .  . ",
            "d  .  .  .  .  .  .  .  k ",
            "   1  2  3  4  5  6  7  8 ",
        ];
        assert_eq!(draw(&board, &example()), expected.join("\n"));
        let board = TextBoard { flipped: true, coordinates: false, ..board };
        assert_eq!(board.lines(&example())[0], " k  .  .  .  .  .  .  . ");
    }

    #[test]
    fn red_characters_stand_in_parentheses() {
        let position: Position = "Rr2/4/4/4/4/4/4/?3 r P1 0 9".parse().expect("a position");
        let board = TextBoard { glyphs: Glyphs::Simplified, ..TextBoard::default() };
        assert_eq!(board.lines(&position)[0], "8  (车)   车    ．    ．  ");
        let board = TextBoard { glyphs: Glyphs::Traditional, ..board };
        assert_eq!(board.lines(&position)[0], "8  (俥)   車    ．    ．  ");
    }

    #[test]
    fn red_characters_stand_alone_in_colour() {
        let position: Position = "Rr2/4/4/4/4/4/4/?3 r P1 0 9".parse().expect("a position");
        let board = TextBoard { glyphs: Glyphs::Simplified, colour: true, ..TextBoard::default() };
        let line = &board.lines(&position)[0];
        assert!(!line.contains('(') && line.contains("1;31m 车 ") && line.contains("1;36m 车 "), "{line:?}");
    }

    #[test]
    fn what_lies_beneath_stands_between_angles() {
        let deal = "....r...........................".parse().ok();
        let board = TextBoard { beneath: deal, ..TextBoard::default() };
        assert_eq!(board.lines(&example())[6..8], ["2 <r> .  .  . ", "1  P  .  .  . "]);
        let board = TextBoard { glyphs: Glyphs::Traditional, ..board };
        assert_eq!(board.lines(&example())[6], "2 < 車 >  ．    ．    ．  ");
    }

    #[test]
    fn highlights_are_brackets() {
        let highlights = ["a1", "a2", "b1"].iter().filter_map(|square| square.parse::<Square>().ok()).collect();
        let board = TextBoard { highlights, ..TextBoard::default() };
        let lines = board.lines(&example());
        assert_eq!(lines[6], "2 [?] .  .  . ");
        assert_eq!(lines[7], "1 [P][.] .  . ");
    }

    #[test]
    fn study_boards_are_drawn_without_what_is_outside() {
        let position: Position = "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1".parse().expect("an example");
        assert_eq!(TextBoard::default().lines(&position), ["3  ?  ? ", "2  ?  ? ", "1  ?  ? ", "   a  b "]);
        let board = TextBoard { landscape: true, ..TextBoard::default() };
        assert_eq!(board.lines(&position), ["a  ?  ?  ? ", "b  ?  ?  ? ", "   1  2  3 "]);
    }

    #[test]
    fn all_lines_are_equally_wide() {
        let position: Position = "KGMR/NCP?/kgmr/ncp?/4/4/4/4 r P1p1 0 33".parse().expect("a position");
        let highlights =
            [position.face_down(), position.of(Colour::Red)].into_iter().fold(Bitboard::EMPTY, |a, b| a | b);
        for glyphs in [Glyphs::Letters, Glyphs::Traditional, Glyphs::Simplified] {
            for (landscape, coordinates) in [(false, false), (false, true), (true, false), (true, true)] {
                let board = TextBoard { glyphs, landscape, coordinates, highlights, ..TextBoard::default() };
                let cell = if glyphs == Glyphs::Letters { 3 } else { 6 };
                let expected = cell * if landscape { 8 } else { 4 } + if coordinates { 2 } else { 0 };
                for line in board.lines(&position) {
                    assert_eq!(width(&line), expected, "{line:?}");
                }
            }
        }
    }

    #[test]
    fn colour_adds_codes_and_nothing_else() {
        let position: Position = "KGMR/NCP?/kgmr/ncp?/4/4/4/4 r P1p1 0 33".parse().expect("a position");
        let plain = TextBoard { highlights: position.face_down(), ..TextBoard::default() };
        let coloured = TextBoard { colour: true, ..plain.clone() };
        let mut stripped = String::new();
        let mut codes = 0;
        let text = draw(&coloured, &position);
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            let (_, after) = after.split_once('m').expect("a code ends with m");
            stripped += before;
            rest = after;
            codes += 1;
        }
        stripped += rest;
        assert_eq!(stripped, draw(&plain, &position));
        assert!(codes > 0);
    }

    #[test]
    fn every_piece_of_a_script_reads_differently() {
        for glyphs in [Glyphs::Letters, Glyphs::Traditional, Glyphs::Simplified] {
            let board = TextBoard { glyphs, ..TextBoard::default() };
            let seen: std::collections::BTreeSet<String> =
                Piece::ALL.into_iter().map(|piece| board.glyph(Cell::FaceUp(piece))).collect();
            assert_eq!(seen.len(), 14);
        }
    }
}

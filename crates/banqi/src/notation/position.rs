//! Positions as text: five fields, `board side bag quiet turn`.

use core::fmt;
use core::str::FromStr;

use super::action::excerpt;
use crate::{Bag, Cell, Colour, Piece, Position, PositionError, Setup, Square};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..4).filter_map(|file| Square::at(file, rank)) {
                let cell = self.cell(square);
                if cell == Cell::Empty {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                match cell {
                    Cell::Outside => f.write_str("#")?,
                    Cell::FaceUp(piece) => write!(f, "{}", piece.letter())?,
                    Cell::FaceDown | Cell::Empty => f.write_str("?")?,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        match self.side() {
            Some(side) => write!(f, "{}", side.letter())?,
            None => f.write_str("-")?,
        }
        if let Some(square) = self.chain() {
            write!(f, "@{square}")?;
        }
        write!(f, " {} {} {}", self.bag(), self.quiet(), self.turn())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = text.split(' ').count();
        let mut iter = text.split(' ');
        let (Some(board), Some(side), Some(bag), Some(quiet), Some(turn), None) =
            (iter.next(), iter.next(), iter.next(), iter.next(), iter.next(), iter.next())
        else {
            return Err(PositionError::Fields { found: fields });
        };
        let board = read_board(board)?;
        let (side, chain) = read_side(side)?;
        Self::try_from(Setup {
            board,
            side,
            chain,
            bag: read_bag(bag)?,
            quiet: read_number(quiet, false)?,
            turn: read_number(turn, true)?,
        })
    }
}

fn read_board(text: &str) -> Result<[Cell; 32], PositionError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(PositionError::Ranks { found: ranks });
    }
    let mut board = [Cell::Empty; 32];
    for (line, rank) in text.split('/').zip((0..8_u8).rev()) {
        let mut file = 0;
        let mut fill = |cell: Cell, squares: usize| {
            for _ in 0..squares {
                if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::at(file, rank)) {
                    board[square.index()] = cell;
                }
                file += 1;
            }
        };
        for character in line.chars() {
            match character {
                '?' | 'X' => fill(Cell::FaceDown, 1),
                '#' => fill(Cell::Outside, 1),
                '1'..='4' => fill(Cell::Empty, character as usize - '0' as usize),
                _ => match Piece::from_letter(character) {
                    Some(piece) => fill(Cell::FaceUp(piece), 1),
                    None => return Err(PositionError::Character { rank: rank + 1, found: character }),
                },
            }
        }
        if file != 4 {
            return Err(PositionError::Files { rank: rank + 1, found: file });
        }
    }
    Ok(board)
}

fn read_side(text: &str) -> Result<(Option<Colour>, Option<Square>), PositionError> {
    let error = || PositionError::Side { found: excerpt(text) };
    let (side, chain) = match text.split_once('@') {
        Some((side, square)) => (side, Some(square.parse().map_err(|_| error())?)),
        None => (text, None),
    };
    match side {
        "r" => Ok((Some(Colour::Red), chain)),
        "b" => Ok((Some(Colour::Black), chain)),
        "-" if chain.is_none() => Ok((None, None)),
        _ => Err(error()),
    }
}

fn read_bag(text: &str) -> Result<Bag, PositionError> {
    let error = || PositionError::Bag { found: excerpt(text) };
    let mut bag = Bag::EMPTY;
    match text {
        "-" => return Ok(bag),
        "" => return Err(error()),
        _ => {}
    }
    let mut characters = text.chars();
    while let Some(letter) = characters.next() {
        let piece = Piece::from_letter(letter).ok_or_else(error)?;
        let count = characters.next().and_then(|digit| digit.to_digit(10)).ok_or_else(error)?;
        if bag.count(piece) > 0 || !(1..=5).contains(&count) {
            return Err(error());
        }
        (0..count).for_each(|_| bag.insert(piece));
    }
    Ok(bag)
}

fn read_number(text: &str, turn: bool) -> Result<u32, PositionError> {
    let error = || PositionError::Number { turn, found: excerpt(text) };
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.starts_with('0') && text != "0") {
        return Err(error());
    }
    text.parse().map_err(|_| error())
}

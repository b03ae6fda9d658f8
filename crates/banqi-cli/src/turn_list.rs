//! The turns of a game, a pair a line. Each has the number that the board's panel shows; the pairs have none, so that
//! there is one way only to count.

use banqi::{Record, Seat, Turn};

use crate::text_board::Glyphs;
use crate::wrapped::columns;

/// The widest column: longer chains are rare, and get lines of their own.
const WIDEST: usize = 24;
const NUMBER: usize = 4;

/// The lines, below a line of the players' names; no turn is broken.
pub(crate) fn lines(record: &Record, [first, second]: [&str; 2], glyphs: Glyphs, width: usize) -> Vec<String> {
    let turns: Vec<(u32, String)> = (record.start.turn()..)
        .zip(&record.turns)
        .map(|(number, turn)| (number, written(&turn.turn, glyphs)))
        .collect();
    if turns.is_empty() {
        return Vec::new();
    }
    let is_first = |number: u32| Seat::of_turn(number) == Seat::First;
    let of_first = turns.iter().filter(|(number, _)| is_first(*number)).map(|(_, text)| columns(text));
    let column = of_first.chain([columns(first)]).max().unwrap_or(0).min(WIDEST);
    let left = |number: &str, text: &str| {
        let space = " ".repeat(column.saturating_sub(columns(text)));
        format!("{number:>NUMBER$} {text}{space}")
    };
    let right = |number: &str, text: &str| format!("  {number:>NUMBER$} {text}");
    let mut lines = vec![left("", first) + &right("", second)];
    for (number, text) in turns {
        let number_text = number.to_string();
        if is_first(number) {
            lines.push(left(&number_text, &text));
            continue;
        }
        let text = right(&number_text, &text);
        match lines.last_mut().filter(|line| lines_up(line, column) && columns(line) + columns(&text) <= width) {
            Some(line) => *line += &text,
            None if NUMBER + 1 + column + columns(&text) <= width => lines.push(left("", "") + &text),
            None => lines.push(text.trim_start().to_string()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_string()).collect()
}

/// Whether a line holds First's turn alone, and no more than its column.
fn lines_up(line: &str, column: usize) -> bool {
    columns(line) == NUMBER + 1 + column && !line.trim_start().is_empty()
}

/// A turn, and the characters of what came up in it, if the board is drawn with characters.
fn written(turn: &Turn, glyphs: Glyphs) -> String {
    let came_up = turn.0.iter().filter_map(|ply| ply.revealed);
    let characters: String = came_up.filter_map(|piece| glyphs.character(piece)).collect();
    if characters.is_empty() { turn.to_string() } else { format!("{turn} {characters}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(rules: &str, position: &str, turns: &str, glyphs: Glyphs, width: usize) -> Vec<String> {
        let position = if position.is_empty() { String::new() } else { format!("[Position \"{position}\"]\n") };
        let record =
            format!("[Rules \"{rules}\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n{position}\n{turns} *\n");
        lines(&record.parse().expect("a record"), ["Ann", "Ben"], glyphs, width)
    }

    #[test]
    fn a_pair_is_a_line_and_each_turn_has_its_number() {
        let turns = "1. a1=K b1=p 2. a1-a2";
        let expected = ["     Ann         Ben", "   1 a1=K      2 b1=p", "   3 a1-a2"];
        assert_eq!(listed("mainland", "", turns, Glyphs::Letters, 80), expected);
        assert!(listed("mainland", "", "", Glyphs::Letters, 80).is_empty());
    }

    #[test]
    fn the_characters_of_what_came_up_stand_beside() {
        let list = listed("mainland", "", "1. a1=K b1=p 2. a1-a2", Glyphs::Traditional, 80);
        assert_eq!(list[1], "   1 a1=K 帥     2 b1=p 卒");
    }

    #[test]
    fn no_turn_is_broken() {
        let position = "3k/4/4/4/4/1npc/1R2/4 b - 0 42";
        let list = listed("mainland:chain=on", position, "21... d8-d7 22. b2-b3-c3-d3", Glyphs::Letters, 40);
        assert_eq!(list, ["     Ann               Ben", "                    42 d8-d7", "  43 b2-b3-c3-d3"]);
        let list = listed("mainland:chain=on", position, "21... d8-d7 22. b2-b3-c3-d3 d7-d6", Glyphs::Letters, 20);
        assert_eq!(list[1..], ["42 d8-d7", "  43 b2-b3-c3-d3", "44 d7-d6"]);
    }
}

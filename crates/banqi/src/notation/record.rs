//! Game records as text, in PGN's shape: tags, then numbered turns with comments, then the result.
//!
//! Reading checks the form; [`Record::replay`] checks the game. What follows from the rest (who has which colour, the
//! numbers of the turns) is written but not kept.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::action::excerpt;
use crate::{
    Action, Bag, Colour, Game, Outcome, Piece, PlayError, Position, PositionError, Reason, Rules, RulesError, Seat,
    Square, Turn,
};

/// A game as it is written down.
///
/// ```
/// use banqi::{Ending, Outcome, Reason, Record, Seat};
///
/// let record: Record = r#"
/// [First "Ada"]
/// [Second "Lin"]
/// [Rules "taiwan-quick"]
/// [Result "0-1"]
/// [Termination "resignation"]
///
/// 1. b2=G b3=p 2. b2-b3 {brave} 0-1
/// "#
/// .parse()?;
/// assert_eq!(record.tags.get("First"), Some("Ada"));
/// assert_eq!(record.turns[2].comment, "brave");
/// assert_eq!(record.ending, Ending::Finished(Outcome::win(Seat::Second, Reason::Resignation)));
/// assert_eq!(record.replay()?.position().turn(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Names, places, and everything else that is said of the game.
    pub tags: Tags,
    /// The rules it was played by.
    pub rules: Rules,
    /// Where it began.
    pub start: Position,
    /// The turns in order. Only the last may stop inside a chain.
    pub turns: Vec<RecordedTurn>,
    /// How it ended.
    pub ending: Ending,
}

/// A turn and what is said of it.
///
/// ```
/// use banqi::{Game, Preset, Record};
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// game.play("a1=K".parse()?)?;
/// assert_eq!(Record::of(&game).turns[0].turn.to_string(), "a1=K");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedTurn {
    /// What was played.
    pub turn: Turn,
    /// The comment after it, empty when there is none. Clocks stand in it as `[%clk 0:01:30]`.
    ///
    /// Read with single spaces; a closing brace is written as a parenthesis, since it would end the comment.
    pub comment: String,
}

/// How a recorded game ended.
///
/// ```
/// assert_eq!(banqi::Ending::Aborted.score(), "*");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It goes on, or the record stops before its end.
    Unterminated,
    /// It was called off without a result.
    Aborted,
    /// It has a result.
    Finished(Outcome),
}

impl Ending {
    /// The result tag's value.
    ///
    /// ```
    /// use banqi::{Ending, Outcome, Reason};
    /// assert_eq!(Ending::Finished(Outcome::draw(Reason::Agreement)).score(), "1/2-1/2");
    /// ```
    pub const fn score(self) -> &'static str {
        match self {
            Self::Finished(outcome) => outcome.score(),
            Self::Unterminated | Self::Aborted => "*",
        }
    }

    /// The termination tag's value: the reason's name, `unterminated` or `aborted`.
    ///
    /// ```
    /// assert_eq!(banqi::Ending::Unterminated.termination(), "unterminated");
    /// ```
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Finished(outcome) => outcome.reason.name(),
            Self::Unterminated => "unterminated",
            Self::Aborted => "aborted",
        }
    }

    fn new(score: &str, termination: &str) -> Option<Self> {
        let reason = Reason::from_name(termination);
        let winner = match (score, termination) {
            ("*", "unterminated") => return Some(Self::Unterminated),
            ("*", "aborted") => return Some(Self::Aborted),
            ("1-0", _) => Some(Seat::First),
            ("0-1", _) => Some(Seat::Second),
            ("1/2-1/2", _) => None,
            _ => return None,
        };
        reason
            .filter(|reason| if winner.is_some() { reason.can_be_won() } else { reason.can_be_drawn() })
            .map(|reason| Self::Finished(Outcome { winner, reason }))
    }
}

/// The tags that follow from the rest of a record; they cannot be set.
const DERIVED: [&str; 5] = ["Rules", "Result", "Termination", "FirstColour", "Position"];
/// The tags that every record has, `?` when unknown.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "First", "Second"];
/// The order of the other known tags. Unknown ones follow by name.
const OPTIONAL: [&str; 9] = ["TimeControl", "Game", "ServerCommit", "Seat1Commit", "C1", "C2", "S", "Seal", "Deal"];

/// What is said of a game: names and values, in the order in which they are written.
///
/// ```
/// use banqi::Tags;
/// let mut tags = Tags::default();
/// tags.set("Site", "Taipei")?;
/// tags.set("Event", "Friendly")?;
/// assert!(tags.iter().eq([("Event", "Friendly"), ("Site", "Taipei")]));
/// # Ok::<(), banqi::TagError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// A tag's value.
    ///
    /// ```
    /// assert_eq!(banqi::Tags::default().get("Event"), None);
    /// ```
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value)
    }

    /// Sets a tag; an empty value or `?` removes it. Control characters in the value become spaces.
    ///
    /// # Errors
    ///
    /// [`TagError`] when the name is not made of letters, digits and `_`, or when the tag follows from the rest of the
    /// record (`Rules Result Termination FirstColour Position`).
    ///
    /// ```
    /// use banqi::Tags;
    /// let mut tags = Tags::default();
    /// assert!(tags.set("Result", "1-0").is_err());
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || DERIVED.contains(&name) {
            return Err(TagError { name: excerpt(name) });
        }
        self.0.retain(|(tag, _)| tag != name);
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if !value.is_empty() && value != unknown(name) {
            let at = self.0.partition_point(|(tag, _)| order(tag) < order(name));
            self.0.insert(at, (name.to_owned(), value));
        }
        Ok(())
    }

    /// Names and values in the order in which they are written.
    ///
    /// ```
    /// assert_eq!(banqi::Tags::default().iter().count(), 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

fn order(name: &str) -> (usize, &str) {
    let known = ROSTER.iter().chain(&OPTIONAL).position(|tag| *tag == name);
    known.map_or((usize::MAX, name), |place| (place, ""))
}

/// How an unknown value of a tag is written.
fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// A tag that cannot be set.
///
/// ```
/// let error = banqi::Tags::default().set("Rules", "mainland").unwrap_err();
/// assert_eq!(error.to_string(), "\"Rules\" cannot be set as a tag");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagError {
    name: String,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be set as a tag", self.name)
    }
}

impl core::error::Error for TagError {}

impl Record {
    /// The record of a game, without tags and comments.
    ///
    /// ```
    /// use banqi::{Game, Preset, Record};
    /// let game = Game::new(Preset::HongKong.rules());
    /// assert_eq!(Record::of(&game).replay()?.position(), game.position());
    /// # Ok::<(), banqi::ReplayError>(())
    /// ```
    pub fn of(game: &Game) -> Self {
        let mut turns: Vec<RecordedTurn> = Vec::new();
        for (ply, before) in game.plies().zip(game.positions()) {
            match turns.last_mut() {
                Some(last) if before.chain().is_some() => last.turn.0.push(ply),
                _ => turns.push(RecordedTurn { turn: Turn(Vec::from([ply])), comment: String::new() }),
            }
        }
        Self {
            tags: Tags::default(),
            rules: *game.rules(),
            start: *game.first_position(),
            turns,
            ending: game.outcome().map_or(Ending::Unterminated, Ending::Finished),
        }
    }

    /// Plays the record through under its rules.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] says at which turn the record is wrong, or what does not go with its result.
    ///
    /// ```
    /// use banqi::Record;
    /// let record: Record =
    ///     "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K a1-a2 *".parse()?;
    /// let error = record.replay().unwrap_err();
    /// assert_eq!(error.to_string(), "turn 2 (1... a1-a2): the red general on a1 is not yours");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = Game::from_position(self.rules, self.start).map_err(ReplayError::Start)?;
        let deal = self.deal()?;
        for (place, RecordedTurn { turn, .. }) in self.turns.iter().enumerate() {
            let number = game.position().turn();
            for (index, &ply) in turn.0.iter().enumerate() {
                let error = |what| ReplayError::Turn { number, text: turn.to_string(), what };
                if index > 0 && game.position().turn() != number {
                    return Err(error(TurnError::Over));
                }
                // The start may be inside a chain, which the first turn then goes on with.
                if place > 0 && index == 0 && game.position().chain().is_some() {
                    return Err(error(TurnError::ChainOpen));
                }
                game.play(ply).map_err(|what| error(TurnError::Play(what)))?;
                if let (Some(deal), Some(piece), Action::Flip(square) | Action::Move { to: square, .. }) =
                    (&deal, ply.revealed, ply.action)
                    && deal[square.index()] != Some(piece)
                {
                    return Err(error(TurnError::NotDealt { square, piece }));
                }
            }
        }
        match (self.ending, game.outcome()) {
            (Ending::Finished(outcome), None) if !outcome.reason.is_on_the_board() => {
                // The pair was checked by `Ending`, the game is not over, and the reason is not the board's.
                let _ = game.finish(outcome);
            }
            (Ending::Finished(outcome), found) if found == Some(outcome) => {}
            (Ending::Unterminated | Ending::Aborted, None) => {}
            (ending, found) => return Err(ReplayError::Ending { ending, found }),
        }
        Ok(game)
    }

    /// The deal, when the record tells it: what lay under each square that was face down at the start.
    fn deal(&self) -> Result<Option<[Option<Piece>; 32]>, ReplayError> {
        let Some(text) = self.tags.get("Deal") else { return Ok(None) };
        if self.ending == Ending::Unterminated {
            return Err(ReplayError::DealTooEarly);
        }
        let mut deal = [None; 32];
        let mut letters = text.chars();
        for square in Square::all() {
            let letter = letters.next();
            let piece = letter.and_then(Piece::from_letter);
            if piece.is_some() != self.start.face_down().contains(square) || (piece.is_none() && letter != Some('.')) {
                return Err(ReplayError::Deal);
            }
            deal[square.index()] = piece;
        }
        let fits = letters.next().is_none() && dealt(&deal) == Some(self.start.bag());
        if fits { Ok(Some(deal)) } else { Err(ReplayError::Deal) }
    }

    /// First's colour, once there is one.
    ///
    /// ```
    /// use banqi::{Colour, Game, Preset, Record};
    /// let mut game = Game::new(Preset::HongKong.rules());
    /// game.play("c3=m".parse()?)?;
    /// assert_eq!(Record::of(&game).first_colour(), Some(Colour::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_colour(&self) -> Option<Colour> {
        let flipped = || self.turns.first()?.turn.0.first()?.revealed.map(|piece| piece.colour);
        self.start.colour_of(Seat::First).or_else(flipped)
    }

    /// Reads all records of a text, one after the other.
    ///
    /// # Errors
    ///
    /// [`RecordError`] for the first one that has not the form of a record.
    ///
    /// ```
    /// use banqi::{Game, Preset, Record};
    /// let record = Record::of(&Game::new(Preset::HongKong.rules()));
    /// assert_eq!(Record::parse_all(&format!("{record}\n{record}"))?, [record.clone(), record]);
    /// # Ok::<(), banqi::RecordError>(())
    /// ```
    pub fn parse_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut reader = Reader::new(text);
        let mut records = Vec::new();
        while reader.skip_space().is_some() {
            records.push(reader.record()?);
        }
        Ok(records)
    }
}

fn dealt(deal: &[Option<Piece>; 32]) -> Option<Bag> {
    let rest = Bag::full_without(deal.iter().flatten().copied()).ok()?;
    let rest = rest.iter().flat_map(|(piece, count)| core::iter::repeat_n(piece, count.into()));
    Bag::full_without(rest).ok()
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            write_tag(f, name, self.tags.get(name).unwrap_or(unknown(name)))?;
        }
        let colour = match self.first_colour() {
            Some(Colour::Red) => "red",
            Some(Colour::Black) => "black",
            None => "?",
        };
        write_tag(f, "FirstColour", colour)?;
        write_tag(f, "Rules", &self.rules.to_string())?;
        write_tag(f, "Result", self.ending.score())?;
        write_tag(f, "Termination", self.ending.termination())?;
        if self.start != Position::start() {
            write_tag(f, "Position", &self.start.to_string())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !ROSTER.contains(name)) {
            write_tag(f, name, value)?;
        }
        f.write_str("\n")?;

        let mut lines = Lines { f, column: 0 };
        let mut numbered = false;
        for (number, RecordedTurn { turn, comment }) in (self.start.turn()..).zip(&self.turns) {
            let pair = number.div_ceil(2);
            match Seat::of_turn(number) {
                Seat::First => lines.word(&alloc::format!("{pair}."))?,
                Seat::Second if !numbered => lines.word(&alloc::format!("{pair}..."))?,
                Seat::Second => {}
            }
            lines.word(&turn.to_string())?;
            numbered = comment.is_empty();
            if !comment.is_empty() {
                let comment = alloc::format!("{{{}}}", comment.replace('}', ")"));
                comment.split_whitespace().try_for_each(|word| lines.word(word))?;
            }
        }
        lines.word(self.ending.score())?;
        f.write_str("\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words broken into lines of at most 80 columns.
struct Lines<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > 80 {
            self.f.write_str("\n")?;
            self.column = 0;
        } else if self.column > 0 {
            self.f.write_str(" ")?;
            self.column += 1;
        }
        self.column += width;
        self.f.write_str(word)
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader::new(text);
        let record = reader.record()?;
        match reader.skip_space() {
            None => Ok(record),
            Some(_) => Err(reader.error(Problem::TextAfterResult)),
        }
    }
}

/// Reads records from a text, keeping the line.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    const fn error(&self, problem: Problem) -> RecordError {
        RecordError { line: self.line, problem }
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Skips white space; answers what comes next.
    fn skip_space(&mut self) -> Option<char> {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.advance(space);
        self.rest.chars().next()
    }

    /// Takes everything before the first of these characters, which may be missing.
    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn record(&mut self) -> Result<Record, RecordError> {
        let mut tags = Tags::default();
        let mut derived: [Option<(usize, String)>; DERIVED.len()] = Default::default();
        let mut seen = Vec::new();
        while self.skip_space() == Some('[') {
            let line = self.line;
            let (name, value) = self.tag()?;
            if seen.contains(&name) {
                return Err(RecordError { line, problem: Problem::TagTwice { name: name.to_owned() } });
            }
            seen.push(name);
            match DERIVED.iter().position(|tag| *tag == name) {
                Some(index) => derived[index] = Some((line, value)),
                None => tags.set(name, &value).map_err(|_| RecordError { line, problem: Problem::Tag })?,
            }
        }
        let line = self.line;
        let [rules, result, termination, first_colour, position] = derived;
        let required =
            |tag: Option<(usize, String)>, name| tag.ok_or(RecordError { line, problem: Problem::TagMissing { name } });
        let (line, rules) = required(rules, "Rules")?;
        let rules = rules.parse().map_err(|error| RecordError { line, problem: Problem::Rules(error) })?;
        let (line, score) = required(result, "Result")?;
        let (_, termination) = required(termination, "Termination")?;
        let ending = Ending::new(&score, &termination).ok_or_else(|| RecordError {
            line,
            problem: Problem::Ending { result: score.clone(), termination: termination.clone() },
        })?;
        let start: Position = match position {
            Some((line, fen)) => {
                fen.parse().map_err(|error| RecordError { line, problem: Problem::Position(error) })?
            }
            None => Position::start(),
        };

        let turns = self.turns(start.turn(), &score)?;
        let record = Record { tags, rules, start, turns, ending };
        if let Some((line, found)) = first_colour.filter(|(_, colour)| colour != "?") {
            let expected = record.first_colour().map_or("?".to_string(), |colour| colour.to_string());
            if found != expected {
                return Err(RecordError { line, problem: Problem::FirstColour { found, expected } });
            }
        }
        Ok(record)
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<(&'a str, String), RecordError> {
        let error = self.error(Problem::Tag);
        self.advance(1);
        self.skip_space();
        let name = self.until(|c| !c.is_ascii_alphanumeric() && c != '_');
        if name.is_empty() || self.skip_space() != Some('"') {
            return Err(error);
        }
        self.advance(1);
        let mut value = String::new();
        loop {
            value.push_str(self.until(|c| matches!(c, '"' | '\\' | '\n')));
            match (self.rest.as_bytes().first(), self.rest.as_bytes().get(1)) {
                (Some(b'"'), _) => break,
                (Some(b'\\'), Some(&escaped @ (b'"' | b'\\'))) => {
                    value.push(escaped.into());
                    self.advance(2);
                }
                _ => return Err(error),
            }
        }
        self.advance(1);
        if self.skip_space() != Some(']') {
            return Err(error);
        }
        self.advance(1);
        Ok((name, value))
    }

    /// The turns, from the numbered one on, up to the result, which must be `score`.
    fn turns(&mut self, first: u32, score: &str) -> Result<Vec<RecordedTurn>, RecordError> {
        let mut turns: Vec<RecordedTurn> = Vec::new();
        loop {
            match self.skip_space() {
                None | Some('[') => return Err(self.error(Problem::ResultMissing)),
                Some('{') => {
                    let error = self.error(Problem::CommentOpen);
                    self.advance(1);
                    let comment = self.until(|c| c == '}');
                    if self.rest.is_empty() {
                        return Err(error);
                    }
                    self.advance(1);
                    if let Some(last) = turns.last_mut() {
                        for word in comment.split_whitespace() {
                            if !last.comment.is_empty() {
                                last.comment.push(' ');
                            }
                            last.comment.push_str(word);
                        }
                    }
                    continue;
                }
                Some(_) => {}
            }
            let mut word = self.until(|c| c.is_whitespace() || c == '{');
            if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") {
                if word != score {
                    let found = word.to_owned();
                    return Err(self.error(Problem::Result { found, expected: score.to_owned() }));
                }
                return Ok(turns);
            }
            let number = first.saturating_add(turns.len() as u32);
            let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let rest = word[digits..].trim_start_matches('.');
                let expected = TurnNumber(number).to_string();
                if word[..word.len() - rest.len()] != *expected {
                    return Err(self.error(Problem::Number { found: word.to_owned(), expected }));
                }
                word = rest;
            }
            if !word.is_empty() {
                let turn = word.parse().map_err(|_| self.error(Problem::Turn { found: word.to_owned() }))?;
                turns.push(RecordedTurn { turn, comment: String::new() });
            }
        }
    }
}

/// How a turn is numbered: `12.` for First's, `12...` for Second's.
struct TurnNumber(u32);

impl fmt::Display for TurnNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if Seat::of_turn(self.0) == Seat::First { "." } else { "..." };
        write!(f, "{}{dots}", self.0.div_ceil(2))
    }
}

/// A text that has not the form of a record, and where.
///
/// ```
/// use banqi::Record;
/// let error = "[Rules \"mainland\"]\n[Result \"1-0\"]\n\n1. a1=K 1-0".parse::<Record>().unwrap_err();
/// assert_eq!(error.to_string(), "line 4: the tag Termination is missing");
/// assert_eq!(error.line(), 4);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    line: usize,
    problem: Problem,
}

impl RecordError {
    /// The line, from 1.
    ///
    /// ```
    /// assert_eq!("".parse::<banqi::Record>().unwrap_err().line(), 1);
    /// ```
    pub const fn line(&self) -> usize {
        self.line
    }

    /// What is wrong there, without the line.
    ///
    /// ```
    /// assert_eq!("".parse::<banqi::Record>().unwrap_err().problem().to_string(), "the tag Rules is missing");
    /// ```
    pub fn problem(&self) -> impl fmt::Display {
        &self.problem
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Problem {
    Tag,
    TagTwice { name: String },
    TagMissing { name: &'static str },
    Rules(RulesError),
    Position(PositionError),
    Ending { result: String, termination: String },
    FirstColour { found: String, expected: String },
    CommentOpen,
    Number { found: String, expected: String },
    Turn { found: String },
    Result { found: String, expected: String },
    ResultMissing,
    TextAfterResult,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for RecordError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag => f.write_str("a tag is written [Name \"value\"], on one line, with \\\" and \\\\ in the value"),
            Self::TagTwice { name } => write!(f, "the tag {name} is given twice"),
            Self::TagMissing { name } => write!(f, "the tag {name} is missing"),
            Self::Rules(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Ending { result, termination } => {
                write!(f, "Result {:?} does not go with Termination {:?}", excerpt(result), excerpt(termination))
            }
            Self::FirstColour { found, expected } => {
                write!(f, "FirstColour is {:?}, but by the first flip it is {expected:?}", excerpt(found))
            }
            Self::CommentOpen => f.write_str("the comment that begins here is not closed with }"),
            Self::Number { found, expected } => {
                write!(f, "{:?} where the number {expected} is expected", excerpt(found))
            }
            Self::Turn { found } => {
                write!(
                    f,
                    "{:?} is not a turn; write b2=G (flip), b2-b3 (move), b2-b3-c3 (chain) or end",
                    excerpt(found)
                )
            }
            Self::Result { found, expected } => {
                write!(f, "the moves end with {found}, but the tag Result says {:?}", excerpt(expected))
            }
            Self::ResultMissing => f.write_str("the moves end without a result: *, 1-0, 0-1 or 1/2-1/2"),
            Self::TextAfterResult => f.write_str("there is text after the result"),
        }
    }
}

/// Why a record is not the record of a game under its rules.
///
/// ```
/// use banqi::{Game, Preset, Record};
/// let mut record = Record::of(&Game::new(Preset::HongKong.rules()));
/// record.tags.set("Deal", "K")?;
/// assert_eq!(record.replay().unwrap_err().to_string(), "the tag Deal is allowed only once the game is over");
/// # Ok::<(), banqi::TagError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The start position cannot occur under the rules.
    Start(PositionError),
    /// A turn cannot be played.
    Turn {
        /// The turn's number, from 1.
        number: u32,
        /// The turn as written.
        text: String,
        /// What is wrong with it.
        what: TurnError,
    },
    /// The result is not the one that the board, or its absence, gives.
    Ending {
        /// What the record says.
        ending: Ending,
        /// What the board says.
        found: Option<Outcome>,
    },
    /// The deal of a game that goes on is told.
    DealTooEarly,
    /// The deal is not one of the start position.
    Deal,
}

/// What is wrong with a turn of a record.
///
/// ```
/// use banqi::TurnError;
/// assert_eq!(TurnError::Over.to_string(), "the turn is over before the last of these actions");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TurnError {
    /// An action cannot be played.
    Play(PlayError),
    /// The turn ends by itself before its last action.
    Over,
    /// The turn before left its chain open.
    ChainOpen,
    /// The deal says that something else lay there.
    NotDealt {
        /// Where it came up.
        square: Square,
        /// What is said to have come up.
        piece: Piece,
    },
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::Over => f.write_str("the turn is over before the last of these actions"),
            Self::ChainOpen => f.write_str("the turn before left its chain open: it goes on, or stops with end"),
            Self::NotDealt { square, piece } => {
                write!(f, "a {piece} came up on {square}, but the tag Deal has another")
            }
        }
    }
}

impl core::error::Error for TurnError {}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Turn { number, text, what } => {
                write!(f, "turn {number} ({} {text}): {what}", TurnNumber(*number))
            }
            Self::Ending { ending, found: Some(outcome) } => write!(
                f,
                "the record ends with {} ({}), but by the board the game is over: {} ({})",
                ending.score(),
                ending.termination(),
                outcome.score(),
                outcome.reason
            ),
            Self::Ending { ending, found: None } => write!(
                f,
                "the record ends with {} ({}), but by the board the game is not over",
                ending.score(),
                ending.termination()
            ),
            Self::DealTooEarly => f.write_str("the tag Deal is allowed only once the game is over"),
            Self::Deal => f.write_str(
                "the tag Deal does not fit the start: it has a letter of the bag for each face-down square and . for \
                 the others, 32 in the order a1 b1 .. d8",
            ),
        }
    }
}

impl core::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Start(error) => Some(error),
            Self::Turn { what, .. } => Some(what),
            _ => None,
        }
    }
}

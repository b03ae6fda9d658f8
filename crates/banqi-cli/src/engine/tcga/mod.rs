//! The protocol of the Taiwanese courses and tournaments: a referee's numbered commands, in the shape of Go's GTP. How it
//! is used is in docs/engine-protocols.md.

mod board;

use std::fmt;
use std::time::Duration;

use banqi::{Action, ByColour, Colour, DarkRule, Parameter, Parameters, Piece, Ply, Rules, Square};
use banqi_engine::{Clock, Limits, Pace, Thought};

use super::{Line, Next, Protocol, Reaction, Search, Settings, quoted};
use board::Board;

/// The commands' names; a command's place is its number. Only the numbers count.
const NAMES: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "reset_board",
    "num_repetition",
    "num_moves_to_draw",
    "move",
    "flip",
    "genmove",
    "game_over",
    "ready",
    "time_settings",
    "time_left",
    "showboard",
    "init_board",
];

const QUIT: u32 = 5;
const GENMOVE: u32 = 12;

/// Who resigns names this for both squares.
const NOWHERE: &str = "a0";

/// The engine's side of a conversation with a referee.
///
/// ```
/// use banqi::Preset;
/// use banqi_cli::engine::{Line, Protocol as _, Settings, Tcga};
///
/// let mut tcga = Tcga::new(Preset::TaiwanLeague.rules(), Settings::default())?;
/// let mut said = |line: &str| tcga.hear(&Line::Whole(line.into()), false).said;
/// assert_eq!(said("11 flip b2 G"), ["=11"]);
/// assert_eq!(said("11 flip b3 p"), ["=11"]);
/// assert_eq!(said("10 move b2 b3"), ["=10"]);
/// assert!(said("10 move b2 b3")[0].starts_with("?10 "));
/// # Ok::<(), banqi_cli::engine::Unspeakable>(())
/// ```
#[derive(Debug)]
pub struct Tcga {
    /// As they were named.
    named: Rules,
    /// As the referee has changed them.
    rules: Rules,
    settings: Settings,
    board: Board,
    /// What each side has for a game, where that is limited.
    time: Option<Duration>,
    /// What is left of it.
    clocks: ByColour<Option<Duration>>,
    /// For whom the engine thinks; none before the first flip.
    asked: Option<Colour>,
}

/// Why a rule set cannot be played by this protocol.
///
/// ```
/// use banqi_cli::engine::{Settings, Tcga};
/// let error = Tcga::new("mainland:chain=on".parse()?, Settings::default()).unwrap_err();
/// assert_eq!(error.to_string(), "chain=on: the tcga protocol has no word for the end of a chain");
/// # Ok::<(), banqi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unspeakable {
    /// It cannot say that a chain is over.
    Chain,
    /// It cannot say what came up where a face-down piece was attacked.
    Dark,
}

impl fmt::Display for Unspeakable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chain => "chain=on: the tcga protocol has no word for the end of a chain",
            Self::Dark => "dark: the tcga protocol has no word for what comes up when a face-down piece is attacked",
        })
    }
}

impl std::error::Error for Unspeakable {}

/// What is said after the number, or why there is nothing.
type Answer = Result<String, String>;

impl Tcga {
    /// At the start of a game.
    ///
    /// # Errors
    ///
    /// [`Unspeakable`] where the rules have actions that the protocol cannot tell.
    ///
    /// ```
    /// use banqi_cli::engine::{Settings, Tcga, Unspeakable};
    /// let tcga = |rules: &str| Tcga::new(rules.parse().unwrap(), Settings::default()).map(drop);
    /// assert_eq!(tcga("taiwan-league"), Ok(()));
    /// assert_eq!(tcga("taiwan-league:dark=probe"), Err(Unspeakable::Dark));
    /// ```
    pub fn new(rules: Rules, settings: Settings) -> Result<Self, Unspeakable> {
        match rules.parameters() {
            Parameters { chain: true, .. } => Err(Unspeakable::Chain),
            Parameters { dark: DarkRule::Probe | DarkRule::Trade, .. } => Err(Unspeakable::Dark),
            _ => Ok(Self {
                named: rules,
                rules,
                settings,
                board: Board::start(rules),
                time: None,
                clocks: ByColour::default(),
                asked: None,
            }),
        }
    }

    /// The position as text, as far as it is known: after `init_board` nobody may have said who is to move.
    ///
    /// ```
    /// use banqi_cli::engine::{Settings, Tcga};
    /// let tcga = Tcga::new(banqi::Preset::TaiwanLeague.rules(), Settings::default())?;
    /// assert_eq!(tcga.position().map(|position| position.turn()), Some(1));
    /// # Ok::<(), banqi_cli::engine::Unspeakable>(())
    /// ```
    pub fn position(&self) -> Option<banqi::Position> {
        self.board.game().map(|game| *game.position())
    }

    fn obey(&mut self, number: u32, words: &[&str]) -> Reaction {
        let answer = match number {
            0 => Ok("1.1.0".to_string()),
            1 => Ok("Banqi".to_string()),
            2 => Ok(env!("CARGO_PKG_VERSION").to_string()),
            3 => Ok(words.first().is_some_and(|name| is_known(name)).to_string()),
            4 => {
                let mut names = NAMES.map(str::to_string);
                names[0] = answered(number, Ok(names[0].clone()));
                return Reaction::said(names);
            }
            6 => board_size(words),
            7 => return self.begin(number, Ok(Board::start(self.rules))),
            8 => return self.limit(number, words, &self.repetition()),
            9 => return self.limit(number, words, &[Parameter::Quiet]),
            10 => self.step(words),
            11 => self.flip(words),
            GENMOVE => match self.genmove(words) {
                Ok(search) => return Reaction::silent(Next::Think(Box::new(search))),
                Err(error) => Err(error),
            },
            // What is right after a game is up to the referee, and being ready needs nothing.
            QUIT | 13 | 14 => Ok(String::new()),
            15 => self.set_clocks(words),
            16 => self.set_clock(words),
            17 => {
                let mut said = self.board.picture();
                said.push(answered(number, Ok(String::new())));
                return Reaction::said(said);
            }
            18 => return self.begin(number, Board::read(words)),
            _ => Err(format!("the commands have the numbers 0 to {}", NAMES.len() - 1)),
        };
        Reaction::line(answered(number, answer))
    }

    /// Another game.
    fn begin(&mut self, number: u32, board: Result<Board, String>) -> Reaction {
        match board {
            Ok(board) => {
                self.board = board;
                self.clocks = ByColour { red: self.time, black: self.time };
                Reaction { said: vec![answered(number, Ok(String::new()))], next: Next::Forget }
            }
            Err(error) => Reaction::line(answered(number, Err(error))),
        }
    }

    /// What the referee calls repetition: what the rule set has of it, or else what referees of this protocol have.
    fn repetition(&self) -> Vec<Parameter> {
        let is_on = |parameter: &Parameter| self.named.value(*parameter) != "none";
        let on: Vec<Parameter> = [Parameter::Cycle, Parameter::Repetition].into_iter().filter(is_on).collect();
        if on.is_empty() { vec![Parameter::Cycle] } else { on }
    }

    /// Changes limits of the rules; 0 takes them away.
    fn limit(&mut self, number: u32, words: &[&str], limits: &[Parameter]) -> Reaction {
        let limit = match words.first() {
            Some(&"0") => "none",
            Some(limit) => limit,
            None => "",
        };
        let mut parameters = *self.rules.parameters();
        let set = limits.iter().try_for_each(|parameter| parameters.set(*parameter, limit));
        match set.and_then(|()| Rules::new(self.rules.preset(), parameters)) {
            Ok(rules) => {
                self.rules = rules;
                self.board.change(rules);
                Reaction { said: vec![answered(number, Ok(String::new()))], next: Next::Forget }
            }
            Err(error) => Reaction::line(answered(number, Err(error.to_string()))),
        }
    }

    fn step(&mut self, words: &[&str]) -> Answer {
        let [from, to] = *words else { return Err("a move is two squares, like b2 b3".to_string()) };
        if [from, to] == [NOWHERE; 2] {
            self.board.resign();
            return Ok(String::new());
        }
        let action = Action::Move { from: square(from)?, to: square(to)? };
        self.board.play(self.rules, action.into())?;
        Ok(String::new())
    }

    fn flip(&mut self, words: &[&str]) -> Answer {
        let [at, piece] = *words else { return Err("a flip is a square and what came up, like b2 K".to_string()) };
        let piece = piece_of(piece).ok_or_else(|| format!("{piece:?} is no piece"))?;
        self.board.play(self.rules, Ply::new(Action::Flip(square(at)?), Some(piece)))?;
        Ok(String::new())
    }

    fn genmove(&mut self, words: &[&str]) -> Result<Search, String> {
        let colour = match words {
            [colour] if *colour == "unknown" => None,
            [colour] => Some(colour_of(colour)?),
            _ => return Err("say whose turn it is: red, black or unknown".to_string()),
        };
        let game = self.board.turn(self.rules, colour)?;
        self.asked = game.position().side();
        let time = match self.asked {
            Some(colour) => self.clocks[colour],
            // Nobody has a colour yet.
            None => self.clocks.red.into_iter().chain(self.clocks.black).min(),
        };
        let clock = time.map(|remaining| Clock { remaining, increment: Duration::ZERO });
        Ok(Search {
            limits: clock.map_or_else(Limits::default, |_| Search::limits_on_clock(game, None, None)),
            pace: clock.map(|clock| Pace::of(clock, game)),
            game: game.clone(),
            infinite: false,
        })
    }

    fn set_clocks(&mut self, words: &[&str]) -> Answer {
        let time = milliseconds(words.first().ok_or("the time is missing")?)?;
        // Nothing for a game is no limit.
        self.time = Some(time).filter(|time| !time.is_zero());
        self.clocks = ByColour { red: self.time, black: self.time };
        Ok(String::new())
    }

    fn set_clock(&mut self, words: &[&str]) -> Answer {
        let [colour, time, ..] = *words else { return Err("write a colour and its time".to_string()) };
        self.clocks[colour_of(colour)?] = Some(milliseconds(time)?);
        Ok(String::new())
    }
}

impl Protocol for Tcga {
    fn hear(&mut self, line: &Line, thinking: bool) -> Reaction {
        let (Line::Whole(text) | Line::Beginning(text)) = line;
        let mut words = text.split_whitespace();
        let Some(number) = words.next() else { return Reaction::silent(Next::Listen) };
        let Some(number) = number_of(number) else {
            return Reaction::line(format!(
                "? {}",
                quoted("a line is a command's number, its name and what belongs to it")
            ));
        };
        // The number says all; the name differs from one referee to the other.
        let words: Vec<&str> = words.skip(1).collect();
        match line {
            Line::Beginning(_) => {
                Reaction::line(answered(number, Err(format!("a line has at most {} bytes", Line::LONGEST))))
            }
            Line::Whole(_) if number == QUIT => Reaction { next: Next::Quit, ..self.obey(number, &words) },
            Line::Whole(_) if thinking => Reaction::silent(Next::Later),
            Line::Whole(_) => self.obey(number, &words),
        }
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn report(&mut self, _: &Thought, _: Duration) -> Option<String> {
        None
    }

    fn answer(&mut self, thought: Option<&Thought>, elapsed: Duration) -> Vec<String> {
        if let Some(clock) = self.asked.and_then(|colour| self.clocks[colour].as_mut()) {
            *clock = clock.saturating_sub(elapsed);
        }
        let (from, to) = match thought.map(|thought| thought.action) {
            Some(Action::Flip(square)) => (square.to_string(), square.to_string()),
            Some(Action::Move { from, to }) => (from.to_string(), to.to_string()),
            // There is nothing left to do.
            Some(Action::End) | None => (NOWHERE.to_string(), NOWHERE.to_string()),
        };
        vec![answered(GENMOVE, Ok(format!("{from} {to}")))]
    }
}

/// A command's answer.
fn answered(number: u32, answer: Answer) -> String {
    match answer {
        Ok(words) => format!("={number} {words}").trim_end().to_string(),
        Err(why) => format!("?{number} {}", quoted(&why)),
    }
}

fn is_known(name: &str) -> bool {
    // Some referees leave out the last letter.
    NAMES.contains(&name) || name == "time_setting"
}

fn number_of(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}

fn piece_of(text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty()).and_then(Piece::from_letter)
}

fn colour_of(text: &str) -> Result<Colour, String> {
    let colour = Colour::ALL.into_iter().find(|colour| colour.to_string() == text);
    colour.ok_or_else(|| format!("{text:?} is no colour; it is red or black"))
}

fn board_size(words: &[&str]) -> Answer {
    match words {
        ["4", "8"] | ["8", "4"] => Ok(String::new()),
        _ => Err("the board has 4 files and 8 ranks".to_string()),
    }
}

/// Some time. Less than nothing is nothing: a clock may be overdrawn.
fn milliseconds(text: &str) -> Result<Duration, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{text:?} is no number of milliseconds"));
    }
    let time = if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    Ok(Duration::from_millis(time))
}

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset};

    use super::*;

    fn tcga(rules: &str) -> Tcga {
        Tcga::new(rules.parse().expect("rules"), Settings::default()).expect("the rules can be told")
    }

    fn hear(tcga: &mut Tcga, line: &str) -> Reaction {
        tcga.hear(&Line::Whole(line.to_string()), false)
    }

    fn search(tcga: &mut Tcga, line: &str) -> Search {
        match hear(tcga, line).next {
            Next::Think(search) => *search,
            next => panic!("{line}: {next:?}"),
        }
    }

    #[test]
    fn the_limits_are_those_that_the_rules_have() {
        let limited = |rules: &str, repetition: u32| {
            let mut tcga = tcga(rules);
            assert_eq!(hear(&mut tcga, &format!("8 num_repetition {repetition}")).said, ["=8"]);
            hear(&mut tcga, "9 num_moves_to_draw 50");
            tcga.rules.to_string()
        };
        assert_eq!(limited("taiwan-league", 3), "taiwan-league:quiet=50");
        assert_eq!(limited("taiwan-league", 4), "taiwan-league:quiet=50,cycle=4");
        assert_eq!(limited("taiwan-league", 0), "taiwan-league:quiet=50,cycle=none");
        assert_eq!(limited("taiwan-club", 4), "taiwan-club:quiet=50,repetition=4");
        assert_eq!(limited("taiwan-quick", 3), "taiwan-quick:quiet=50,cycle=3");
        let mut tcga = tcga("taiwan-league");
        hear(&mut tcga, "9 num_moves_to_draw 0");
        hear(&mut tcga, "7 reset_board");
        assert_eq!(tcga.board.game().map(Game::rules).copied(), "taiwan-league:quiet=none".parse().ok());
        assert_eq!(tcga.named, Preset::TaiwanLeague.rules());
    }

    #[test]
    fn a_clock_runs_while_it_thinks() {
        let mut tcga = tcga("taiwan-league");
        assert_eq!(search(&mut tcga, "12 genmove unknown").limits, Limits::default());
        hear(&mut tcga, "15 time_setting 60000");
        let limits = search(&mut tcga, "12 genmove unknown").limits;
        assert_eq!(limits.nodes, Some(u64::MAX));
        for line in ["7 reset_board", "11 flip a1 K", "11 flip a2 P", "16 time_left black 30000"] {
            hear(&mut tcga, line);
        }
        let seconds = Duration::from_secs;
        assert_eq!((tcga.clocks.red, tcga.clocks.black), (Some(seconds(60)), Some(seconds(30))));
        assert!(search(&mut tcga, "12 genmove red").pace.is_some());
        tcga.answer(None, seconds(5));
        assert_eq!((tcga.clocks.red, tcga.clocks.black), (Some(seconds(55)), Some(seconds(30))));
        // An overdrawn clock leaves no time, and a game without a limit has none.
        hear(&mut tcga, "16 time_left red -20");
        assert_eq!(search(&mut tcga, "12 genmove red").pace.map(|pace| pace.hard), Some(Duration::ZERO));
        hear(&mut tcga, "15 time_settings 0");
        assert_eq!(search(&mut tcga, "12 genmove red").pace, None);
    }

    #[test]
    fn while_it_thinks_only_quitting_counts() {
        let mut tcga = tcga("taiwan-league");
        let mut next = |line: &str| tcga.hear(&Line::Whole(line.to_string()), true).next;
        assert!(matches!(next("1 name"), Next::Later));
        assert!(matches!(next("11 flip a1 K"), Next::Later));
        assert!(matches!(next("5"), Next::Quit));
    }
}

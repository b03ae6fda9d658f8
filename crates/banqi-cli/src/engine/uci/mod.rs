//! A dialect of UCI, the protocol of chess engines: <https://www.wbec-ridderkerk.nl/html/UCIProtocol.html>. What differs
//! is in docs/engine-protocols.md.

mod go;
mod info;
mod options;

use std::time::Duration;

use banqi::{Game, Position, Rules};
use banqi_engine::Thought;

use super::{Line, Next, Protocol, Reaction, Settings};
use crate::conformance::play_item;
use crate::position::show;
use crate::text_board::TextBoard;
use go::Request;
use info::{bestmove, complaint};
use options::Choice;

/// The engine's side of a conversation in UCI.
///
/// ```
/// use banqi::Rules;
/// use banqi_cli::engine::{Line, Protocol as _, Settings, Uci};
///
/// let mut uci = Uci::new(Rules::default(), Settings::default());
/// let said = |reaction: banqi_cli::engine::Reaction| reaction.said;
/// assert_eq!(said(uci.hear(&Line::Whole("isready".into()), false)), ["readyok"]);
/// let position = "position startpos moves b2=G b3=p b2-b3";
/// assert!(said(uci.hear(&Line::Whole(position.into()), false)).is_empty());
/// assert_eq!(uci.game().position().turn(), 4);
/// ```
#[derive(Debug)]
pub struct Uci {
    game: Game,
    settings: Settings,
    /// What was set when the conversation began, the options' defaults.
    first: (Rules, Settings),
    /// What was said last of the search.
    reported: Option<Thought>,
}

const HELP: &[&str] = &[
    "uci                              who this is, and the options",
    "isready                          answered with readyok at once",
    "setoption name NAME value VALUE  Rules, Hash, Threads, Level or Tables",
    "ucinewgame                       forget what was searched",
    "position startpos [moves ..]     the start, and what was played: b2=G, b2-b3, end",
    "position fen POSITION [moves ..] a position of five fields",
    "go [LIMIT ..]                    depth N, nodes N, movetime MS, infinite,",
    "                                 wtime MS winc MS (First's), btime MS binc MS (Second's)",
    "stop                             answer with bestmove now",
    "d                                show the position",
    "quit                             leave",
];

impl Uci {
    /// At the start of a game.
    ///
    /// ```
    /// use banqi_cli::engine::{Settings, Uci};
    /// let uci = Uci::new("hong-kong".parse()?, Settings::default());
    /// assert_eq!(uci.game().actions().len(), 32);
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    pub fn new(rules: Rules, settings: Settings) -> Self {
        Self { game: Game::new(rules), first: (rules, settings.clone()), settings, reported: None }
    }

    /// The game that is thought about next.
    ///
    /// ```
    /// use banqi_cli::engine::{Settings, Uci};
    /// let uci = Uci::new(banqi::Rules::default(), Settings::default());
    /// assert!(uci.game().outcome().is_none());
    /// ```
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn introduction(&self) -> Vec<String> {
        let (rules, settings) = &self.first;
        let mut lines =
            vec![format!("id name Banqi {}", env!("CARGO_PKG_VERSION")), "id author The Banqi authors".to_string()];
        lines.extend(options::list(rules, settings));
        lines.push("uciok".to_string());
        lines
    }

    fn set_option(&mut self, words: &[&str]) -> Result<Reaction, String> {
        match options::read(words)? {
            Choice::Rules(rules) => {
                self.game = Game::new(rules);
                return Ok(Reaction::silent(Next::Forget));
            }
            Choice::Hash(hash) => self.settings.hash = hash,
            Choice::Threads(threads) => self.settings.threads = threads,
            Choice::Level(level) => self.settings.level = level,
            Choice::Tables(folder) => self.settings.tables = folder,
        }
        Ok(Reaction::silent(Next::Listen))
    }

    /// On an error nothing changes.
    fn set_position(&mut self, words: &[&str]) -> Result<Reaction, String> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves);
        let rules = *self.game.rules();
        let mut game = match place {
            ["startpos"] => Game::new(rules),
            ["fen", fields @ ..] => {
                let position = fields.join(" ").parse::<Position>();
                position.and_then(|position| Game::from_position(rules, position)).map_err(|error| error.to_string())?
            }
            _ => return Err("position: write 'position startpos' or 'position fen' and five fields".to_string()),
        };
        for (at, item) in moves.iter().skip(1).enumerate() {
            let played = play_item(&mut game, at, item);
            played.map_err(|error| format!("position: move {}: {error}", at + 1))?;
        }
        self.game = game;
        Ok(Reaction::silent(Next::Listen))
    }

    fn go(&self, words: &[&str]) -> Result<Reaction, String> {
        let request = Request::read(words)?;
        let said = request.remarks(&self.game).iter().map(|remark| complaint(remark)).collect();
        Ok(Reaction { said, next: Next::Think(Box::new(request.search(&self.game))) })
    }

    fn picture(&self) -> Vec<String> {
        let mut text = Vec::new();
        // Memory can be written.
        let _ = show(&mut text, &self.game, &TextBoard::default(), [None, None]);
        String::from_utf8_lossy(&text).lines().map(str::to_string).collect()
    }
}

impl Protocol for Uci {
    fn hear(&mut self, line: &Line, thinking: bool) -> Reaction {
        let Line::Whole(line) = line else {
            return Reaction::line(complaint(&format!("a line has at most {} bytes", Line::LONGEST)));
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((command, words)) = words.split_first() else { return Reaction::silent(Next::Listen) };
        let reaction = match *command {
            "uci" => Ok(Reaction::said(self.introduction())),
            "isready" => Ok(Reaction::line("readyok")),
            "d" => Ok(Reaction::said(self.picture())),
            "help" => Ok(Reaction::said(HELP.iter().map(ToString::to_string).collect::<Vec<_>>())),
            "stop" => Ok(Reaction::silent(Next::Stop)),
            "quit" => Ok(Reaction::silent(Next::Quit)),
            "setoption" | "ucinewgame" | "position" | "go" if thinking => Ok(Reaction::silent(Next::Later)),
            "setoption" => self.set_option(words),
            "ucinewgame" => {
                self.game = Game::new(*self.game.rules());
                Ok(Reaction::silent(Next::Forget))
            }
            "position" => self.set_position(words),
            "go" => self.go(words),
            // As the protocol wants it: programs say what others understand.
            _ => Ok(Reaction::silent(Next::Listen)),
        };
        reaction.unwrap_or_else(|error| Reaction::line(complaint(&error)))
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn remark(&self, what: &str) -> Option<String> {
        Some(complaint(what))
    }

    fn report(&mut self, thought: &Thought, elapsed: Duration) -> Option<String> {
        self.reported = Some(thought.clone());
        Some(info::report(thought, elapsed))
    }

    fn answer(&mut self, thought: Option<&Thought>, elapsed: Duration) -> Vec<String> {
        // A search that was stopped may have come further than it said.
        let reported = self.reported.take();
        let more = thought.filter(|thought| reported.as_ref() != Some(thought));
        let report = more.map(|thought| info::report(thought, elapsed));
        report.into_iter().chain([bestmove(thought)]).collect()
    }
}

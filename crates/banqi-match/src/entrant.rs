//! Who can enter a match, as it is written on the command line.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use banqi::{DarkRule, Parameter, Preset, Rules};
use banqi_engine::{Level, LevelError, Technique, TechniqueError};

use crate::player::{Misty, Outside, Tcga, Uci};
use crate::{Control, Greedy, LevelPlayer, Player, Terms};

/// A player by its description: `greedy`, `level:expert`, or a program in one of the protocols, `uci:COMMAND`,
/// `tcga:COMMAND`, `misty:COMMAND`.
///
/// A command is split into words as a shell splits it, and started without one.
///
/// ```
/// use banqi_match::Entrant;
///
/// let entrant: Entrant = "uci:'/opt/my engine' --threads 2".parse()?;
/// assert_eq!(entrant.to_string(), "uci:'/opt/my engine' --threads 2");
/// # Ok::<(), banqi_match::EntrantError>(())
/// ```
/// A level can do without techniques of its search, so that their gain can be measured:
///
/// ```
/// use banqi_match::Entrant;
/// let entrant: Entrant = "level:master,without=star2+flips".parse()?;
/// assert_eq!(entrant.to_string(), "level:master,without=star2+flips");
/// assert!("level:master,without=magic".parse::<Entrant>().is_err());
/// # Ok::<(), banqi_match::EntrantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// Captures when it can, and else plays by chance.
    Greedy,
    /// A level of our engine, and the techniques that its search does without, to measure what they gain:
    /// `level:master,without=star2+flips`.
    Level(Level, Vec<Technique>),
    /// A program that speaks our dialect of UCI.
    Uci(Program),
    /// A program that speaks the protocol of the Taiwanese course and tournaments.
    Tcga(Program),
    /// MistyBanqi, or a program that speaks like it.
    Misty(Program),
}

/// A program and its arguments.
///
/// ```
/// use banqi_match::Entrant;
/// let Entrant::Uci(program) = "uci:engine".parse()? else { panic!("a program") };
/// assert_eq!(program.words().len(), 1);
/// # Ok::<(), banqi_match::EntrantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    text: String,
    words: Arc<[String]>,
}

impl Program {
    /// The words of the command: the program, and its arguments.
    ///
    /// ```
    /// use banqi_match::Entrant;
    /// let Entrant::Misty(program) = "misty:a 'b c'".parse()? else { panic!("a program") };
    /// assert_eq!(program.words(), ["a", "b c"]);
    /// # Ok::<(), banqi_match::EntrantError>(())
    /// ```
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Whether an entrant can play by a rule set.
///
/// ```
/// use banqi_match::{Entrant, Fitness};
/// let entrant: Entrant = "tcga:engine".parse()?;
/// assert_eq!(entrant.fitness(&"taiwan-league".parse()?), Fitness::Fit);
/// assert!(matches!(entrant.fitness(&"hong-kong:chain=on".parse()?), Fitness::Unfit(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fitness {
    /// As far as one can know.
    Fit,
    /// It can, but what it expects differs: so.
    Doubtful(String),
    /// It cannot: so.
    Unfit(String),
}

impl Entrant {
    /// Whether it can play by a rule set, as far as its protocol and its kind tell.
    ///
    /// ```
    /// use banqi_match::{Entrant, Fitness};
    /// let rules = "taiwan-tournament".parse()?;
    /// assert_eq!("greedy".parse::<Entrant>()?.fitness(&rules), Fitness::Fit);
    /// // It draws after forty quiet turns, and these rules after 180.
    /// assert!(matches!("misty:engine".parse::<Entrant>()?.fitness(&rules), Fitness::Doubtful(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fitness(&self, rules: &Rules) -> Fitness {
        use Parameter::{Cannon, Chain, Chase, Cycle, Dark, Diagonal, Elimination, Quiet, Ranks, Repetition, Rush};
        match self {
            Self::Greedy | Self::Level(..) | Self::Uci(_) => Fitness::Fit,
            Self::Misty(_) => {
                let moves = [Ranks, Cannon, Chase, Chain, Dark, Rush, Diagonal];
                let club = Preset::TaiwanClub.rules();
                if let Some(what) = difference(rules, &club, &moves) {
                    return Fitness::Unfit(format!("it plays the moves of taiwan-club, and not {what}"));
                }
                difference(rules, &club, &[Elimination, Quiet, Repetition, Cycle]).map_or(Fitness::Fit, |what| {
                    Fitness::Doubtful(format!("it ends games as taiwan-club does, and will not expect {what}"))
                })
            }
            Self::Tcga(_) => {
                let parameters = rules.parameters();
                if parameters.chain || parameters.dark != DarkRule::Off {
                    return Fitness::Unfit("its protocol cannot say what chain and dark need".into());
                }
                let silent = [Ranks, Cannon, Elimination, Chase, Rush, Diagonal];
                let league = Preset::TaiwanLeague.rules();
                difference(rules, &league, &silent)
                    .map_or(Fitness::Fit, |what| Fitness::Doubtful(format!("its protocol cannot tell it of {what}")))
            }
        }
    }

    /// The player, for one game after the other.
    ///
    /// ```
    /// use banqi_match::{Entrant, Terms};
    /// let player = "level:easy".parse::<Entrant>()?.player(&"taiwan-club".parse()?, &Terms::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn player(&self, rules: &Rules, terms: &Terms) -> Box<dyn Player> {
        match self {
            Self::Greedy => Box::new(Greedy::new(0)),
            Self::Level(level, without) => {
                let player = LevelPlayer::new(*level, terms.hash).without(without);
                Box::new(match terms.control {
                    Control::Own => player,
                    Control::Nodes(_) => player.limited(),
                    Control::Movetime(_) | Control::Clock { .. } => player.limited().timed(),
                })
            }
            Self::Uci(program) => Box::new(Outside::new(program.words.clone(), Uci::new(*rules, terms.hash))),
            Self::Tcga(program) => Box::new(Outside::new(program.words.clone(), Tcga::new(*rules, terms.control))),
            Self::Misty(program) => Box::new(Outside::new(program.words.clone(), Misty)),
        }
    }
}

/// The first of these in which rule sets differ, as it is in the first of them.
fn difference(rules: &Rules, others: &Rules, among: &[Parameter]) -> Option<String> {
    let differs = |parameter: &&Parameter| rules.value(**parameter) != others.value(**parameter);
    among.iter().find(differs).map(|parameter| format!("{}={}", parameter.key(), rules.value(*parameter)))
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level, without) => {
                write!(f, "level:{level}")?;
                let signs = std::iter::once(",without=").chain(std::iter::repeat("+"));
                without.iter().zip(signs).try_for_each(|(technique, sign)| write!(f, "{sign}{technique}"))
            }
            Self::Uci(Program { text, .. }) => write!(f, "uci:{text}"),
            Self::Tcga(Program { text, .. }) => write!(f, "tcga:{text}"),
            Self::Misty(Program { text, .. }) => write!(f, "misty:{text}"),
        }
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let program = |text: &str| match shlex::split(text) {
            Some(words) if words.is_empty() => Err(EntrantError::NoCommand),
            Some(words) => Ok(Program { text: text.into(), words: words.into() }),
            None => Err(EntrantError::Quotes { found: text.into() }),
        };
        match text.split_once(':') {
            None if text == "greedy" => Ok(Self::Greedy),
            Some(("level", level)) => {
                let (level, without) = level.split_once(",without=").unwrap_or((level, ""));
                let names = without.split('+').filter(|name| !name.is_empty());
                let without: Result<_, _> = names.map(str::parse).collect();
                let level = level.parse().map_err(EntrantError::Level)?;
                Ok(Self::Level(level, without.map_err(EntrantError::Technique)?))
            }
            Some(("uci", command)) => program(command).map(Self::Uci),
            Some(("tcga", command)) => program(command).map(Self::Tcga),
            Some(("misty", command)) => program(command).map(Self::Misty),
            _ => Err(EntrantError::Unknown { found: text.into() }),
        }
    }
}

/// A text that names no player.
///
/// ```
/// use banqi_match::Entrant;
/// let error = "level:hard".parse::<Entrant>().unwrap_err();
/// assert_eq!(error.to_string(), "level: \"hard\"; it is easy, normal, expert or master");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EntrantError {
    /// Not one of the forms.
    Unknown {
        /// What was written.
        found: String,
    },
    /// No level.
    Level(LevelError),
    /// No technique of the search.
    Technique(TechniqueError),
    /// Nothing after the colon.
    NoCommand,
    /// A command whose quotes do not close.
    Quotes {
        /// What was written.
        found: String,
    },
}

impl fmt::Display for EntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { found } => write!(
                f,
                "{found:?} is no player; it is greedy, level:LEVEL, uci:COMMAND, tcga:COMMAND or misty:COMMAND"
            ),
            Self::Level(error) => error.fmt(f),
            Self::Technique(error) => error.fmt(f),
            Self::NoCommand => f.write_str("the command that starts the program is missing after the colon"),
            Self::Quotes { found } => write!(f, "{found:?} cannot be split into words: a quote is not closed"),
        }
    }
}

impl std::error::Error for EntrantError {}

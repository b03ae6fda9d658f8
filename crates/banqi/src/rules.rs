//! Rule sets as values: parameters, presets, and the written form `preset:key=value,..`.

use alloc::string::{String, ToString};
use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use crate::notation::action::excerpt;
use crate::{Kind, KindSet};

/// How the Cannon captures.
///
/// ```
/// use banqi::{CannonRule, Preset};
/// assert_eq!(Preset::HongKong.rules().parameters().cannon, CannonRule::Step);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CannonRule {
    /// Only by a jump along a line over exactly one piece, whatever the target's rank.
    Jump,
    /// Like every other kind: the neighbouring square, by rank.
    Step,
}

/// What becomes of an attack on a face-down piece.
///
/// ```
/// use banqi::{DarkRule, Rules};
/// let rules: Rules = "taiwan-quick:dark=trade".parse()?;
/// assert_eq!(rules.parameters().dark, DarkRule::Trade);
/// # Ok::<(), banqi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DarkRule {
    /// Face-down pieces cannot be attacked.
    Off,
    /// An attacker that cannot take what came up stays where it is.
    Probe,
    /// An attacker that cannot take the enemy that came up is lost.
    Trade,
}

/// Everything that rule sets differ in. The exact meaning of each is in docs/rules.md.
///
/// ```
/// use banqi::Preset;
/// assert_eq!(Preset::TaiwanQuick.parameters().quiet, Some(20));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parameters {
    /// The kinds from highest to lowest.
    pub ranks: [Kind; 7],
    /// How the Cannon captures.
    pub cannon: CannonRule,
    /// Whether a player without any piece, face up or in the bag, loses at once.
    pub elimination: bool,
    /// So many turns in a row without flip or capture are a draw. 1 to 9999.
    pub quiet: Option<u16>,
    /// The so-manieth occurrence of a position is a draw. 2 to 9999.
    pub repetition: Option<u16>,
    /// The same even number of quiet moves so many times over is a draw. 2 to 9999.
    pub cycle: Option<u16>,
    /// So often in a row may a piece chase the same enemy piece. 1 to 9999.
    pub chase: Option<u16>,
    /// Whether a piece that captured may attack again in the same turn.
    pub chain: bool,
    /// Attacks on face-down pieces.
    pub dark: DarkRule,
    /// Whether a Chariot slides, and takes anything across a gap.
    pub rush: bool,
    /// Whether a Horse also takes anything on its four diagonal neighbours.
    pub diagonal: bool,
}

/// Names one field of [`Parameters`].
///
/// ```
/// use banqi::{Parameter, Preset};
/// let keys: Vec<&str> = Parameter::ALL.iter().map(|parameter| parameter.key()).collect();
/// assert_eq!(keys[0], "ranks");
/// assert_eq!(Preset::Mainland.rules().value(Parameter::Cannon), "step");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameter {
    /// [`Parameters::ranks`].
    Ranks,
    /// [`Parameters::cannon`].
    Cannon,
    /// [`Parameters::elimination`].
    Elimination,
    /// [`Parameters::quiet`].
    Quiet,
    /// [`Parameters::repetition`].
    Repetition,
    /// [`Parameters::cycle`].
    Cycle,
    /// [`Parameters::chase`].
    Chase,
    /// [`Parameters::chain`].
    Chain,
    /// [`Parameters::dark`].
    Dark,
    /// [`Parameters::rush`].
    Rush,
    /// [`Parameters::diagonal`].
    Diagonal,
}

impl Parameter {
    /// All parameters in the order in which they are written.
    ///
    /// ```
    /// assert_eq!(banqi::Parameter::ALL.len(), 11);
    /// ```
    pub const ALL: [Self; 11] = [
        Self::Ranks,
        Self::Cannon,
        Self::Elimination,
        Self::Quiet,
        Self::Repetition,
        Self::Cycle,
        Self::Chase,
        Self::Chain,
        Self::Dark,
        Self::Rush,
        Self::Diagonal,
    ];

    /// The parameter's name in a written rule set.
    ///
    /// ```
    /// assert_eq!(banqi::Parameter::Quiet.key(), "quiet");
    /// ```
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::Cannon => "cannon",
            Self::Elimination => "elimination",
            Self::Quiet => "quiet",
            Self::Repetition => "repetition",
            Self::Cycle => "cycle",
            Self::Chase => "chase",
            Self::Chain => "chain",
            Self::Dark => "dark",
            Self::Rush => "rush",
            Self::Diagonal => "diagonal",
        }
    }

    /// What may be written as its value, for help and error texts.
    ///
    /// ```
    /// assert_eq!(banqi::Parameter::Dark.values(), "off, probe or trade");
    /// ```
    pub const fn values(self) -> &'static str {
        match self {
            Self::Ranks => "the letters KGMRNCP, highest first, each once",
            Self::Cannon => "jump or step",
            Self::Quiet | Self::Chase => "1 to 9999, or none",
            Self::Repetition | Self::Cycle => "2 to 9999, or none",
            Self::Dark => "off, probe or trade",
            Self::Elimination | Self::Chain | Self::Rush | Self::Diagonal => "on or off",
        }
    }

    /// The smallest limit, for the parameters that are one.
    const fn least(self) -> u16 {
        match self {
            Self::Repetition | Self::Cycle => 2,
            _ => 1,
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

impl Parameters {
    const GREATEST: u16 = 9999;

    /// The value of one parameter as it is written.
    ///
    /// ```
    /// use banqi::{Parameter, Preset};
    /// assert_eq!(Preset::TaiwanClassic.parameters().value(Parameter::Quiet), "none");
    /// ```
    pub fn value(&self, parameter: Parameter) -> String {
        let limit = |limit: Option<u16>| limit.map_or_else(|| "none".to_string(), |limit| limit.to_string());
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        match parameter {
            Parameter::Ranks => self.ranks.iter().map(|kind| kind.letter()).collect(),
            Parameter::Cannon => match self.cannon {
                CannonRule::Jump => "jump".to_string(),
                CannonRule::Step => "step".to_string(),
            },
            Parameter::Elimination => switch(self.elimination),
            Parameter::Quiet => limit(self.quiet),
            Parameter::Repetition => limit(self.repetition),
            Parameter::Cycle => limit(self.cycle),
            Parameter::Chase => limit(self.chase),
            Parameter::Chain => switch(self.chain),
            Parameter::Dark => match self.dark {
                DarkRule::Off => "off".to_string(),
                DarkRule::Probe => "probe".to_string(),
                DarkRule::Trade => "trade".to_string(),
            },
            Parameter::Rush => switch(self.rush),
            Parameter::Diagonal => switch(self.diagonal),
        }
    }

    /// Sets one parameter from its written value; on an error nothing changes.
    ///
    /// # Errors
    ///
    /// [`RulesError::Value`] when the value is none of [`Parameter::values`].
    ///
    /// ```
    /// use banqi::{Parameter, Preset};
    /// let mut parameters = Preset::TaiwanClub.parameters();
    /// parameters.set(Parameter::Quiet, "60")?;
    /// assert_eq!(parameters.quiet, Some(60));
    /// assert!(parameters.set(Parameter::Quiet, "060").is_err());
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    pub fn set(&mut self, parameter: Parameter, value: &str) -> Result<(), RulesError> {
        let error = || RulesError::Value { parameter, found: excerpt(value) };
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(error()),
        };
        let limit = || match value {
            "none" => Ok(None),
            _ if value.starts_with('0') || !value.bytes().all(|byte| byte.is_ascii_digit()) => Err(error()),
            _ => match value.parse::<NonZeroU16>() {
                Ok(limit) if (parameter.least()..=Self::GREATEST).contains(&limit.get()) => Ok(Some(limit.get())),
                _ => Err(error()),
            },
        };
        match parameter {
            Parameter::Ranks => self.ranks = ranks(value).ok_or_else(error)?,
            Parameter::Cannon => {
                self.cannon = match value {
                    "jump" => CannonRule::Jump,
                    "step" => CannonRule::Step,
                    _ => return Err(error()),
                }
            }
            Parameter::Elimination => self.elimination = switch()?,
            Parameter::Quiet => self.quiet = limit()?,
            Parameter::Repetition => self.repetition = limit()?,
            Parameter::Cycle => self.cycle = limit()?,
            Parameter::Chase => self.chase = limit()?,
            Parameter::Chain => self.chain = switch()?,
            Parameter::Dark => {
                self.dark = match value {
                    "off" => DarkRule::Off,
                    "probe" => DarkRule::Probe,
                    "trade" => DarkRule::Trade,
                    _ => return Err(error()),
                }
            }
            Parameter::Rush => self.rush = switch()?,
            Parameter::Diagonal => self.diagonal = switch()?,
        }
        Ok(())
    }
}

fn ranks(value: &str) -> Option<[Kind; 7]> {
    let mut ranks = [Kind::General; 7];
    let mut seen = KindSet::EMPTY;
    let mut letters = value.chars();
    for place in &mut ranks {
        let kind = Kind::from_letter(letters.next()?)?;
        if seen.contains(kind) {
            return None;
        }
        seen = seen.with(kind);
        *place = kind;
    }
    letters.next().is_none().then_some(ranks)
}

/// A published rule set.
///
/// ```
/// use banqi::{Preset, Rules};
///
/// let rules: Rules = "hong-kong".parse()?;
/// assert_eq!(rules, Preset::HongKong.rules());
/// # Ok::<(), banqi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// The draw rules of the Computer Olympiad.
    #[default]
    TaiwanTournament,
    /// Taiwanese rules without an automatic draw.
    TaiwanClassic,
    /// A short quiet limit, for games against the computer.
    TaiwanQuick,
    /// Perpetual chase is forbidden; repetition is no draw.
    TaiwanChase,
    /// Hong Kong's ranks; the Cannon captures like everything else.
    HongKong,
    /// Mainland rules: the Cannon captures like everything else.
    Mainland,
    /// What other servers and engines play.
    TaiwanClub,
    /// What course and tournament referees of programs play.
    TaiwanLeague,
}

impl Preset {
    /// All presets, the default first.
    ///
    /// ```
    /// assert_eq!(banqi::Preset::ALL[0], banqi::Preset::default());
    /// ```
    pub const ALL: [Self; 8] = [
        Self::TaiwanTournament,
        Self::TaiwanClassic,
        Self::TaiwanQuick,
        Self::TaiwanChase,
        Self::HongKong,
        Self::Mainland,
        Self::TaiwanClub,
        Self::TaiwanLeague,
    ];

    /// The preset's name in a written rule set.
    ///
    /// ```
    /// assert_eq!(banqi::Preset::TaiwanLeague.name(), "taiwan-league");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::TaiwanTournament => "taiwan-tournament",
            Self::TaiwanClassic => "taiwan-classic",
            Self::TaiwanQuick => "taiwan-quick",
            Self::TaiwanChase => "taiwan-chase",
            Self::HongKong => "hong-kong",
            Self::Mainland => "mainland",
            Self::TaiwanClub => "taiwan-club",
            Self::TaiwanLeague => "taiwan-league",
        }
    }

    /// The preset's values.
    ///
    /// ```
    /// assert_eq!(banqi::Preset::TaiwanTournament.parameters().quiet, Some(180));
    /// ```
    pub const fn parameters(self) -> Parameters {
        let base = Parameters {
            ranks: Kind::ALL,
            cannon: CannonRule::Jump,
            elimination: true,
            quiet: None,
            repetition: None,
            cycle: None,
            chase: None,
            chain: false,
            dark: DarkRule::Off,
            rush: false,
            diagonal: false,
        };
        match self {
            Self::TaiwanTournament => Parameters { quiet: Some(180), repetition: Some(3), ..base },
            Self::TaiwanClassic => Parameters { elimination: false, ..base },
            Self::TaiwanQuick => Parameters { quiet: Some(20), ..base },
            Self::TaiwanChase => Parameters { quiet: Some(60), chase: Some(5), ..base },
            Self::HongKong => Parameters {
                ranks: [
                    Kind::General,
                    Kind::Chariot,
                    Kind::Horse,
                    Kind::Cannon,
                    Kind::Advisor,
                    Kind::Elephant,
                    Kind::Soldier,
                ],
                cannon: CannonRule::Step,
                elimination: false,
                ..base
            },
            Self::Mainland => Parameters { cannon: CannonRule::Step, quiet: Some(60), repetition: Some(3), ..base },
            Self::TaiwanClub => Parameters { quiet: Some(40), repetition: Some(3), ..base },
            Self::TaiwanLeague => Parameters { quiet: Some(60), cycle: Some(3), ..base },
        }
    }

    /// The preset as a rule set.
    ///
    /// ```
    /// assert_eq!(banqi::Preset::Mainland.rules().to_string(), "mainland");
    /// ```
    pub fn rules(self) -> Rules {
        let parameters = self.parameters();
        Rules { preset: self, parameters, takes: takes(&parameters) }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == text)
            .ok_or_else(|| RulesError::UnknownPreset { found: excerpt(text) })
    }
}

/// How one kind takes another.
///
/// ```
/// use banqi::{Capture, Kind, Preset};
/// let rules = Preset::TaiwanTournament.rules();
/// assert_eq!(rules.capture(Kind::Cannon, Kind::General), Some(Capture::Jump));
/// assert_eq!(rules.capture(Kind::General, Kind::Soldier), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// From the neighbouring square, by rank.
    Step,
    /// By a jump over a screen.
    Jump,
}

/// A valid rule set: a preset, its values with changes, and the captures that follow.
///
/// Two sets are equal when their values are, whatever preset they were written from.
///
/// ```
/// use banqi::Rules;
///
/// let rules: Rules = "taiwan-tournament:quiet=40".parse()?;
/// assert_eq!(rules, "taiwan-club".parse()?);
/// assert_eq!(rules.to_string(), "taiwan-tournament:quiet=40");
/// # Ok::<(), banqi::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    preset: Preset,
    parameters: Parameters,
    /// Whom each kind takes on a neighbouring square. Follows from the parameters; kept since every capture asks.
    takes: [KindSet; 7],
}

impl Rules {
    /// A rule set from values, written as changes to `preset`.
    ///
    /// # Errors
    ///
    /// [`RulesError::Value`] when `ranks` is no permutation or a limit is out of its range.
    ///
    /// ```
    /// use banqi::{Preset, Rules};
    /// let mut parameters = Preset::HongKong.parameters();
    /// parameters.chain = true;
    /// assert_eq!(Rules::new(Preset::HongKong, parameters)?.to_string(), "hong-kong:chain=on");
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    pub fn new(preset: Preset, parameters: Parameters) -> Result<Self, RulesError> {
        let mut checked = parameters;
        for parameter in Parameter::ALL {
            checked.set(parameter, &parameters.value(parameter))?;
        }
        Ok(Self { preset, parameters, takes: takes(&parameters) })
    }

    /// The preset that the set is written from.
    ///
    /// ```
    /// use banqi::{Preset, Rules};
    /// assert_eq!("mainland:quiet=none".parse::<Rules>()?.preset(), Preset::Mainland);
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The set's values.
    ///
    /// ```
    /// assert!(banqi::Preset::TaiwanQuick.rules().parameters().elimination);
    /// ```
    #[inline]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// One value as it is written.
    ///
    /// ```
    /// use banqi::{Parameter, Preset};
    /// assert_eq!(Preset::HongKong.rules().value(Parameter::Ranks), "KRNCGMP");
    /// ```
    pub fn value(&self, parameter: Parameter) -> String {
        self.parameters.value(parameter)
    }

    /// The kinds that `attacker` takes on a neighbouring square. None for a Cannon that jumps.
    ///
    /// ```
    /// use banqi::{Kind, Preset};
    /// let rules = Preset::TaiwanTournament.rules();
    /// assert!(rules.takes(Kind::Soldier).iter().eq([Kind::General, Kind::Soldier]));
    /// assert_eq!(rules.takes(Kind::Cannon).iter().count(), 0);
    /// ```
    #[inline]
    pub const fn takes(&self, attacker: Kind) -> KindSet {
        self.takes[attacker as usize]
    }

    /// How `attacker` takes `target`, if it does: one cell of the capture chart.
    ///
    /// What `rush` and `diagonal` add does not depend on rank and is not part of the chart.
    ///
    /// ```
    /// use banqi::{Capture, Kind, Preset};
    /// let rules = Preset::HongKong.rules();
    /// assert_eq!(rules.capture(Kind::Cannon, Kind::Advisor), Some(Capture::Step));
    /// ```
    pub const fn capture(&self, attacker: Kind, target: Kind) -> Option<Capture> {
        if matches!(attacker, Kind::Cannon) && matches!(self.parameters.cannon, CannonRule::Jump) {
            Some(Capture::Jump)
        } else if self.takes(attacker).contains(target) {
            Some(Capture::Step)
        } else {
            None
        }
    }

    /// Whether this kind attacks along lines over a screen, and not its neighbours.
    ///
    /// ```
    /// use banqi::{Kind, Preset};
    /// assert!(Preset::TaiwanClub.rules().jumps(Kind::Cannon));
    /// assert!(!Preset::Mainland.rules().jumps(Kind::Cannon));
    /// ```
    #[inline]
    pub const fn jumps(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Cannon) && matches!(self.parameters.cannon, CannonRule::Jump)
    }

    /// Whether this kind slides, and takes anything across a gap.
    ///
    /// ```
    /// use banqi::{Kind, Rules};
    /// let rules: Rules = "taiwan-quick:rush=on".parse()?;
    /// assert!(rules.rushes(Kind::Chariot));
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    #[inline]
    pub const fn rushes(&self, kind: Kind) -> bool {
        self.parameters.rush && matches!(kind, Kind::Chariot)
    }

    /// Whether this kind also takes anything on its four diagonal neighbours.
    ///
    /// ```
    /// use banqi::{Kind, Rules};
    /// let rules: Rules = "taiwan-quick:diagonal=on".parse()?;
    /// assert!(rules.attacks_diagonally(Kind::Horse));
    /// # Ok::<(), banqi::RulesError>(())
    /// ```
    #[inline]
    pub const fn attacks_diagonally(&self, kind: Kind) -> bool {
        self.parameters.diagonal && matches!(kind, Kind::Horse)
    }

    /// Whether face-down pieces may be attacked.
    #[inline]
    pub(crate) const fn attacks_dark(&self) -> bool {
        !matches!(self.parameters.dark, DarkRule::Off)
    }
}

/// Whom each kind takes by rank: equal and lower ranks, except that the General never takes the Soldier and the
/// Soldier takes the General, in every order. A Cannon that jumps takes nobody this way.
fn takes(parameters: &Parameters) -> [KindSet; 7] {
    Kind::ALL.map(|attacker| {
        if attacker == Kind::Cannon && parameters.cannon == CannonRule::Jump {
            return KindSet::EMPTY;
        }
        let place = |kind| parameters.ranks.iter().position(|&ranked| ranked == kind);
        Kind::ALL
            .into_iter()
            .filter(|&target| match (attacker, target) {
                (Kind::General, Kind::Soldier) => false,
                (Kind::Soldier, Kind::General) => true,
                _ => place(attacker) <= place(target),
            })
            .fold(KindSet::EMPTY, KindSet::with)
    })
}

impl Default for Rules {
    fn default() -> Self {
        Preset::default().rules()
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

impl Eq for Rules {}

/// The preset, then what differs from it, in the order of [`Parameter::ALL`].
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        let base = self.preset.parameters();
        let mut separator = ':';
        for parameter in Parameter::ALL {
            let value = self.value(parameter);
            if value != base.value(parameter) {
                write!(f, "{separator}{parameter}={value}")?;
                separator = ',';
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (preset, changes) = match text.split_once(':') {
            Some((preset, changes)) => (preset, Some(changes)),
            None => (text, None),
        };
        let preset: Preset = preset.parse()?;
        let mut parameters = preset.parameters();
        let mut seen = [false; Parameter::ALL.len()];
        for change in changes.into_iter().flat_map(|changes| changes.split(',')) {
            let Some((key, value)) = change.split_once('=') else {
                return Err(RulesError::NotAChange { found: excerpt(change) });
            };
            let parameter = Parameter::ALL
                .into_iter()
                .find(|parameter| parameter.key() == key)
                .ok_or_else(|| RulesError::UnknownParameter { found: excerpt(key) })?;
            if core::mem::replace(&mut seen[parameter as usize], true) {
                return Err(RulesError::GivenTwice { parameter });
            }
            parameters.set(parameter, value)?;
        }
        Ok(Self { preset, parameters, takes: takes(&parameters) })
    }
}

/// Why a text or a set of values is no rule set.
///
/// ```
/// use banqi::Rules;
/// let error = "taiwan-chase:quiet=0".parse::<Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "rules: quiet is 1 to 9999, or none, not \"0\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// No preset has this name.
    UnknownPreset {
        /// What was written.
        found: String,
    },
    /// No parameter has this key.
    UnknownParameter {
        /// What was written.
        found: String,
    },
    /// Not of the form `key=value`.
    NotAChange {
        /// What was written.
        found: String,
    },
    /// A key was given twice.
    GivenTwice {
        /// Its parameter.
        parameter: Parameter,
    },
    /// A value that the parameter does not take.
    Value {
        /// The parameter.
        parameter: Parameter,
        /// What was written.
        found: String,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rules: ")?;
        match self {
            Self::UnknownPreset { found } => {
                write!(f, "there is no preset {found:?}; there are ")?;
                list(f, &Preset::ALL)
            }
            Self::UnknownParameter { found } => {
                write!(f, "there is no parameter {found:?}; there are ")?;
                list(f, &Parameter::ALL)
            }
            Self::NotAChange { found } => write!(f, "a change is written key=value, like quiet=40, not {found:?}"),
            Self::GivenTwice { parameter } => write!(f, "{parameter} is given twice"),
            Self::Value { parameter, found } => write!(f, "{parameter} is {}, not {found:?}", parameter.values()),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    items.iter().enumerate().try_for_each(|(index, item)| write!(f, "{}{item}", if index > 0 { ", " } else { "" }))
}

impl core::error::Error for RulesError {}

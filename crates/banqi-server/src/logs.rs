//! What the server writes about its doings. Never a secret, a deal, a salt or a cookie, at any level.

use std::str::FromStr;

use serde::Deserialize;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Layer as _, Registry, fmt};

/// How a log line is written.
///
/// ```
/// use banqi_server::LogFormat;
/// assert_eq!("json".parse(), Ok(LogFormat::Json));
/// assert!("xml".parse::<LogFormat>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: an object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("text or json was expected"),
        }
    }
}

/// How much is logged.
///
/// ```
/// use banqi_server::LogLevel;
/// assert_eq!("debug".parse(), Ok(LogLevel::Debug));
/// assert!(LogLevel::Info < LogLevel::Trace);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// What somebody has to look after.
    Error,
    /// What should not be.
    Warn,
    /// Games that begin and end.
    #[default]
    Info,
    /// Each request.
    Debug,
    /// Everything.
    Trace,
}

impl FromStr for LogLevel {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "error" => Ok(Self::Error),
            "warn" => Ok(Self::Warn),
            "info" => Ok(Self::Info),
            "debug" => Ok(Self::Debug),
            "trace" => Ok(Self::Trace),
            _ => Err("error, warn, info, debug or trace was expected"),
        }
    }
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}

/// Writes logs: ours of this level and above, and of other crates what should not be. What those say in detail is not
/// ours to vouch for: it could be a cookie.
///
/// ```
/// use banqi_server::{LogFormat, LogLevel, logs};
/// let subscriber = logs(LogFormat::Json, LogLevel::Debug, std::io::stderr);
/// tracing::subscriber::with_default(subscriber, || tracing::info!("written"));
/// ```
pub fn logs<W>(format: LogFormat, level: LogLevel, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let level = LevelFilter::from(level);
    let others = level.min(LevelFilter::WARN);
    let ours = Targets::new().with_default(others).with_target("banqi", level);
    let layer = fmt::layer().with_writer(writer);
    let layer = match format {
        LogFormat::Text => layer.with_ansi(false).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    Registry::default().with(layer.with_filter(ours))
}

/// Writes logs to standard error from now on.
///
/// # Errors
///
/// When somebody else in this process does already.
pub fn start_logs(format: LogFormat, level: LogLevel) -> Result<(), tracing::subscriber::SetGlobalDefaultError> {
    tracing::subscriber::set_global_default(logs(format, level, std::io::stderr))
}

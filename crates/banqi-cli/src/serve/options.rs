//! What can be set: by a flag, else by the environment, else by a file.

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use banqi_server::{Key, Limits, LogFormat, LogLevel, PublicUrl, Rate, Settings, StoreUrl};
use serde::Deserialize;

/// What can be set. In the file the names are the flags' without the hyphens before them, in the environment they begin
/// with `BANQI_` and are written like `BANQI_PUBLIC_URL`.
#[derive(clap::Args, Deserialize, Default, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct Options {
    /// The address to listen on; 0.0.0.0 lets other machines in [default: 127.0.0.1]
    #[arg(long, value_name = "IP", env = "BANQI_ADDRESS", hide_env_values = true)]
    pub(super) address: Option<IpAddr>,
    /// The port to listen on; 0 takes any free one [default: 8080]
    #[arg(long, value_name = "N", env = "BANQI_PORT", hide_env_values = true)]
    pub(super) port: Option<u16>,
    /// The folder for games and the key [default: banqi/server in your folder for data]
    #[arg(long, value_name = "DIR", env = "BANQI_DATA", hide_env_values = true)]
    pub(super) data: Option<PathBuf>,
    /// A PostgreSQL database for the games, as in postgres://USER@HOST/DATABASE; the key stays in the folder [default: a file
    /// in the folder]
    #[arg(long, value_name = "URL", env = "BANQI_STORE", hide_env_values = true)]
    store: Option<String>,
    /// Where players find the server, as in https://banqi.example [default: what their browsers say]
    #[arg(long, value_name = "URL", env = "BANQI_PUBLIC_URL", hide_env_values = true)]
    pub(super) public_url: Option<PublicUrl>,
    /// Networks of proxies that are believed about who asks, as in 10.0.0.0/8 [default: none]
    #[arg(long, value_name = "CIDR,..", value_delimiter = ',', env = "BANQI_TRUSTED_PROXY", hide_env_values = true)]
    pub(super) trusted_proxy: Option<Vec<ipnet::IpNet>>,
    /// Answer /metrics on this address only [default: with everything else]
    #[arg(long, value_name = "IP:PORT", env = "BANQI_METRICS_ADDRESS", hide_env_values = true)]
    pub(super) metrics_address: Option<SocketAddr>,
    /// How logs are written: text or json [default: text]
    #[arg(long, value_name = "FORMAT", env = "BANQI_LOG_FORMAT", hide_env_values = true)]
    pub(super) log_format: Option<LogFormat>,
    /// How much is logged: error, warn, info, debug or trace [default: info]
    #[arg(long, value_name = "LEVEL", env = "BANQI_LOG_LEVEL", hide_env_values = true)]
    pub(super) log_level: Option<LogLevel>,
    /// Forget guests who were not here for so many days [default: 365]
    #[arg(long, value_name = "DAYS", env = "BANQI_GUEST_DAYS", hide_env_values = true)]
    pub(super) guest_days: Option<u32>,
    /// How many threads the computer thinks with in ranked games [default: half of the processors, at least 1]
    #[arg(long, value_name = "N", env = "BANQI_THINKERS", hide_env_values = true)]
    pub(super) thinkers: Option<std::num::NonZeroUsize>,
    /// Games made and joined from one address [default: 2/min burst 40]
    #[arg(long, value_name = "RATE", env = "BANQI_GAMES_PER_ADDRESS", hide_env_values = true, help_heading = "Limits")]
    games_per_address: Option<Rate>,
    /// Games made and joined by one guest [default: 1/min burst 20]
    #[arg(long, value_name = "RATE", env = "BANQI_GAMES_PER_GUEST", hide_env_values = true, help_heading = "Limits")]
    games_per_guest: Option<Rate>,
    /// Games of one guest that are under way [default: 50]
    #[arg(long, value_name = "N", env = "BANQI_OPEN_GAMES_PER_GUEST", hide_env_values = true, help_heading = "Limits")]
    open_games_per_guest: Option<u32>,
    /// Sockets of one address [default: 200]
    #[arg(long, value_name = "N", env = "BANQI_SOCKETS_PER_ADDRESS", hide_env_values = true, help_heading = "Limits")]
    sockets_per_address: Option<u32>,
    /// Sockets of one guest [default: 20]
    #[arg(long, value_name = "N", env = "BANQI_SOCKETS_PER_GUEST", hide_env_values = true, help_heading = "Limits")]
    sockets_per_guest: Option<u32>,
    /// Records, exports and pictures for one address [default: 20/s burst 100]
    #[arg(long, value_name = "RATE", env = "BANQI_READS_PER_ADDRESS", hide_env_values = true, help_heading = "Limits")]
    reads_per_address: Option<Rate>,
    /// Accounts made from one address [default: 10/h burst 10]
    #[arg(
        long,
        value_name = "RATE",
        env = "BANQI_SIGN_UPS_PER_ADDRESS",
        hide_env_values = true,
        help_heading = "Limits"
    )]
    sign_ups_per_address: Option<Rate>,
    /// Passwords tried from one address [default: 10/min burst 30]
    #[arg(
        long,
        value_name = "RATE",
        env = "BANQI_SIGN_INS_PER_ADDRESS",
        hide_env_values = true,
        help_heading = "Limits"
    )]
    sign_ins_per_address: Option<Rate>,
    /// Passwords tried for one name from one address [default: 20/h burst 20]
    #[arg(long, value_name = "RATE", env = "BANQI_SIGN_INS_PER_NAME", hide_env_values = true, help_heading = "Limits")]
    sign_ins_per_name: Option<Rate>,
    /// Recovery codes tried from one address [default: 10/h burst 10]
    #[arg(
        long,
        value_name = "RATE",
        env = "BANQI_RECOVERIES_PER_ADDRESS",
        hide_env_values = true,
        help_heading = "Limits"
    )]
    recoveries_per_address: Option<Rate>,
    /// Recovery codes tried for one name from one address [default: 10/h burst 10]
    #[arg(
        long,
        value_name = "RATE",
        env = "BANQI_RECOVERIES_PER_NAME",
        hide_env_values = true,
        help_heading = "Limits"
    )]
    recoveries_per_name: Option<Rate>,
    /// Messages of one socket [default: 20/s burst 40]
    #[arg(long, value_name = "RATE", env = "BANQI_MESSAGES", hide_env_values = true, help_heading = "Limits")]
    messages: Option<Rate>,
    /// The longest message [default: 4096]
    #[arg(long, value_name = "BYTES", env = "BANQI_MESSAGE_BYTES", hide_env_values = true, help_heading = "Limits")]
    message_bytes: Option<usize>,
    /// Messages that may wait for a slow client [default: 256]
    #[arg(long, value_name = "N", env = "BANQI_WAITING_MESSAGES", hide_env_values = true, help_heading = "Limits")]
    waiting_messages: Option<usize>,
    /// What the network took is given back up to this, for each action [default: 500]
    #[arg(long, value_name = "MS", env = "BANQI_LAG_MS", hide_env_values = true, help_heading = "Limits")]
    lag_ms: Option<u64>,
    /// The key, in place of the file: in the environment or the file of options only, because everybody sees flags.
    #[arg(skip)]
    key: Option<String>,
}

impl Options {
    /// Reads a file of options.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).map_err(|error| {
            // Where and what, but not what is said there: the key or a password may stand in it.
            let before = text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default();
            let number = before.matches('\n').count();
            let line = text.lines().nth(number).unwrap_or_default();
            let name = line.split_once('=').map_or("", |(name, _)| name).trim();
            anyhow::anyhow!("{}, line {}: {name}: {}", path.display(), number + 1, error.message())
        })
    }

    /// These, and where something is not said here, those.
    pub(super) fn or(self, other: Self) -> Self {
        macro_rules! each {
            ($($field:ident)*) => { Self { $($field: self.$field.or(other.$field)),* } };
        }
        each!(
            address port data store public_url trusted_proxy metrics_address log_format log_level guest_days thinkers
            games_per_address games_per_guest open_games_per_guest sockets_per_address sockets_per_guest
            reads_per_address sign_ups_per_address sign_ins_per_address sign_ins_per_name recoveries_per_address
            recoveries_per_name messages
            message_bytes waiting_messages lag_ms key
        )
    }

    /// The database, if it is not the file in the folder. An error does not repeat it: there may be a password in it.
    pub(super) fn store(&self) -> anyhow::Result<Option<StoreUrl>> {
        self.store.as_deref().map(|url| url.parse().context("store")).transpose()
    }

    /// The key, if it is not in its file.
    pub(super) fn key(&self) -> anyhow::Result<Option<Key>> {
        let (name, text) = match std::env::var("BANQI_KEY") {
            Ok(text) if !text.is_empty() => ("BANQI_KEY", Some(text)),
            Err(std::env::VarError::NotUnicode(_)) => bail!("BANQI_KEY: a key is 64 hexadecimal digits"),
            _ => ("key", self.key.clone()),
        };
        text.map(|text| Key::from_hex(&text).context(name)).transpose()
    }

    /// What of this is the server's.
    pub(super) fn settings(&self) -> Settings {
        let default = Settings::default();
        let limits = Limits {
            games_per_address: self.games_per_address.unwrap_or(default.limits.games_per_address),
            games_per_guest: self.games_per_guest.unwrap_or(default.limits.games_per_guest),
            open_games_per_guest: self.open_games_per_guest.unwrap_or(default.limits.open_games_per_guest),
            sockets_per_address: self.sockets_per_address.unwrap_or(default.limits.sockets_per_address),
            sockets_per_guest: self.sockets_per_guest.unwrap_or(default.limits.sockets_per_guest),
            reads_per_address: self.reads_per_address.unwrap_or(default.limits.reads_per_address),
            sign_ups_per_address: self.sign_ups_per_address.unwrap_or(default.limits.sign_ups_per_address),
            sign_ins_per_address: self.sign_ins_per_address.unwrap_or(default.limits.sign_ins_per_address),
            sign_ins_per_name: self.sign_ins_per_name.unwrap_or(default.limits.sign_ins_per_name),
            recoveries_per_address: self.recoveries_per_address.unwrap_or(default.limits.recoveries_per_address),
            recoveries_per_name: self.recoveries_per_name.unwrap_or(default.limits.recoveries_per_name),
            messages: self.messages.unwrap_or(default.limits.messages),
            message_bytes: self.message_bytes.unwrap_or(default.limits.message_bytes),
            waiting_messages: self.waiting_messages.unwrap_or(default.limits.waiting_messages),
            lag_ms: self.lag_ms.unwrap_or(default.limits.lag_ms),
        };
        Settings {
            public_url: self.public_url.clone(),
            trusted_proxies: self.trusted_proxy.clone().unwrap_or_default(),
            limits,
            public_metrics: self.metrics_address.is_none(),
            guest_days: self.guest_days.unwrap_or(default.guest_days),
            thinkers: self.thinkers.map_or(default.thinkers, std::num::NonZeroUsize::get),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        options: Options,
    }

    fn flags(flags: &[&str]) -> Options {
        Command::try_parse_from([&["serve"], flags].concat()).expect("flags").options
    }

    fn file(text: &str) -> anyhow::Result<Options> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("banqi.toml");
        fs::write(&path, text)?;
        Options::read(&path)
    }

    #[test]
    fn a_flag_goes_before_the_file() {
        let file = "port = 1\npublic-url = 'https://banqi.example'\nmessages = '5/s burst 6'\ntrusted-proxy = ['10.0.0.0/8']\n";
        let options = flags(&["--port", "2", "--lag-ms", "100"]).or(self::file(file).expect("options"));
        assert_eq!(options.port, Some(2));
        let settings = options.settings();
        assert_eq!(settings.public_url.expect("said").as_str(), "https://banqi.example");
        assert_eq!(settings.limits.messages, Rate { burst: 6, per_second: 5.0 });
        assert_eq!((settings.limits.lag_ms, settings.trusted_proxies.len()), (100, 1));
        assert_eq!(settings.limits.games_per_guest, Limits::default().games_per_guest, "nobody said anything");
    }

    #[test]
    fn the_computer_thinks_with_as_many_threads_as_are_said() {
        assert_eq!(flags(&["--thinkers", "3"]).settings().thinkers, 3);
        assert_eq!(file("thinkers = 5").expect("options").settings().thinkers, 5);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(flags(&[]).settings().thinkers, (processors / 2).max(1));
        assert!(Command::try_parse_from(["serve", "--thinkers", "0"]).is_err());
    }

    #[test]
    fn what_is_wrong_has_its_name() {
        for (text, names) in [
            ("prot = 1", &["banqi.toml", "prot", "port"][..]),
            ("port = 'x'", &["port"]),
            ("messages = 'often'", &["messages", "20/s burst 40"]),
            ("public-url = 'banqi.example'", &["public-url", "https://banqi.example"]),
            ("trusted-proxy = ['here']", &["trusted-proxy"]),
            ("log-format = 'xml'", &["log-format", "text", "json"]),
            ("thinkers = 0", &["thinkers"]),
        ] {
            let error = format!("{:#}", file(text).expect_err("refused"));
            assert!(names.iter().all(|name| error.contains(name)), "{error}");
        }
        // But what stands there has no place in an error.
        for text in [
            "port = 1\nstor = 'postgres://u:opensesame@h/x'",
            "store = 'postgres://u:opensesame@h/x",
            "key = opensesame",
        ] {
            let error = format!("{:#}", file(text).expect_err("refused"));
            assert!(!error.contains("opensesame") && error.contains("banqi.toml, line "), "{error}");
        }
        let error = Command::try_parse_from(["serve", "--messages", "often"]).err().expect("refused").to_string();
        assert!(error.contains("--messages") && error.contains("20/s burst 40"), "{error}");
    }

    #[test]
    fn the_defaults_in_the_help_are_the_defaults() {
        let help = <Command as clap::CommandFactory>::command().render_long_help().to_string();
        let limits = Limits::default();
        for rate in [
            limits.games_per_address,
            limits.games_per_guest,
            limits.reads_per_address,
            limits.sign_ups_per_address,
            limits.sign_ins_per_address,
            limits.sign_ins_per_name,
            limits.recoveries_per_address,
            limits.recoveries_per_name,
            limits.messages,
        ] {
            assert!(help.contains(&format!("[default: {rate}]")), "{rate}");
        }
        for number in [
            u64::from(limits.open_games_per_guest),
            u64::from(limits.sockets_per_address),
            u64::from(limits.sockets_per_guest),
            limits.message_bytes as u64,
            limits.waiting_messages as u64,
            limits.lag_ms,
            u64::from(Settings::default().guest_days),
        ] {
            assert!(help.contains(&format!("[default: {number}]")), "{number}");
        }
    }
}

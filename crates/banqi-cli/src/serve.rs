//! `banqi serve`: the browser client and games between people, from this one file.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context as _;
use banqi_server::{App, Client, DataFolder, OpenError, Parts, Server, SqlStore, SystemChance, start_logs};

use crate::failure::{Advice as _, Exit};

mod options;

use options::Options;

/// Nobody but this machine.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PORT: u16 = 8080;

/// Arguments of `banqi serve`.
#[derive(clap::Args)]
#[command(after_help = "\
Each option can also be set in the environment, as BANQI_PUBLIC_URL for --public-url, or in the file of --config, as \
public-url. A flag goes before the environment, and the environment before the file. docs/operations.md has more.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
    /// A file of options, in TOML
    #[arg(long, value_name = "FILE", env = "BANQI_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Exit> {
    let Args { options, config, open } = args;
    let options = match config {
        Some(path) => options.or(Options::read(&path)?),
        None => options,
    };
    start_logs(options.log_format.unwrap_or_default(), options.log_level.unwrap_or_default())?;

    let address = SocketAddr::new(options.address.unwrap_or(LOCAL), options.port.unwrap_or(PORT));
    let server = match Server::bind(address) {
        Err(error) if error.is_taken() => {
            return Err(error).advise("choose another with --port N; --port 0 takes any that is free");
        }
        bound => bound?,
    };
    let metrics = options.metrics_address.map(Server::bind).transpose().context("metrics-address")?;
    let client = Client::embedded();
    let data = match DataFolder::open(options.data.clone().map_or_else(data_folder, Ok)?) {
        Err(error @ OpenError::InUse(_)) => return Err(error).advise("choose another folder with --data DIR"),
        opened => opened?,
    };
    let key = match options.key()? {
        Some(key) => key,
        None => data.key(&SystemChance)?,
    };
    let database = options.store().advise("give it with --store, in BANQI_STORE or in the file of --config")?;
    let page = page(server.address());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served: anyhow::Result<()> = runtime.block_on(async {
        let store = match &database {
            Some(url) => match SqlStore::connect(url).await {
                Err(error) => {
                    let refused = anyhow::anyhow!("the database of --store: {error}");
                    return Err(refused).advise("it has to run, and to have this database and this user");
                }
                connected => connected?,
            },
            None => data.store().await?,
        };
        let parts = Parts { client, settings: options.settings(), ..Parts::new(store, key) };
        let app = match App::new(parts).await {
            Err(error @ OpenError::OtherKey) => {
                return Err(error).advise("put back the file key of the folder, or set BANQI_KEY");
            }
            opened => opened?,
        };
        let stop = stop()?;
        if let Some(metrics) = metrics {
            tokio::spawn(metrics.run_metrics(app.clone()));
        }
        writeln!(io::stdout(), "Banqi is at {page}; Ctrl-C stops it.")?;
        if open && let Err(error) = open::that_detached(&page) {
            eprintln!("No browser could be opened: {error}");
        }
        server.run(app, stop).await.context("the server stopped")
    });
    served.map(|()| Exit::Done)
}

/// Where programs keep what is their user's, by the habits of the system.
pub(crate) fn data_folder() -> anyhow::Result<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let folder = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| home().map(|home| home.join(".local/share")))
    };
    let folder = folder.context("there is no home folder to keep games in");
    folder.map(|folder| folder.join("banqi").join("server")).advise("name one with --data DIR")
}

/// The address for a browser on this machine.
fn page(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{ip}:{}", address.port())
}

/// Over when the process is asked to end.
fn stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_an_address_that_a_browser_can_open() {
        let page = |address: &str| page(address.parse().unwrap());
        assert_eq!(page("127.0.0.1:8080"), "http://127.0.0.1:8080");
        assert_eq!(page("0.0.0.0:80"), "http://127.0.0.1:80");
        assert_eq!(page("[::]:8080"), "http://[::1]:8080");
        assert_eq!(page("[fe80::1]:8080"), "http://[fe80::1]:8080");
    }
}

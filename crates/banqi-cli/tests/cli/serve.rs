//! `banqi serve`, with whatever client this build has.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};

use crate::{banqi, error, run};

#[test]
fn a_taken_port_is_said_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port().to_string();
    let said = error(&["serve", "--port", &port]);
    assert_eq!(
        said,
        format!(
            "error: 127.0.0.1:{port} is taken by another program\n\
             help: choose another with --port N; --port 0 takes any that is free\n"
        )
    );
}

#[test]
fn an_address_of_another_machine_is_refused() {
    // From a range that is kept for documents: RFC 5737.
    assert!(error(&["serve", "--address", "192.0.2.1"]).contains("192.0.2.1:8080 is no address of this machine"));
}

/// A server that runs, until it is told to end.
#[cfg(unix)]
pub(crate) struct Running {
    child: Child,
    address: String,
}

#[cfg(unix)]
impl Running {
    /// On a free port, with its data in the folder, of which it knows nothing else.
    pub(crate) fn start(folder: &Path, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = banqi(&["serve", "--port", "0", "--data", "data"]);
        command.current_dir(folder);
        change(&mut command);
        let mut child = command.spawn().expect("the command starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("standard output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(';').next());
        let address = address.expect("there is an address").to_owned();
        Self { child, address }
    }

    pub(crate) fn ask(&self, request: &str) -> String {
        self.send(&format!("{request} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"))
    }

    pub(crate) fn post(&self, path: &str, json: &str) -> String {
        let length = json.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{json}"
        ))
    }

    fn send(&self, request: &str) -> String {
        let mut connection = TcpStream::connect(&self.address).expect("it listens");
        connection.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("it answers");
        answer
    }

    /// Tells it to end, and gives what it logged.
    pub(crate) fn stop(mut self) -> String {
        let told = Command::new("kill").arg(self.child.id().to_string()).status().expect("there is a kill");
        assert!(told.success());
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        let mut log = String::new();
        self.child.stderr.take().expect("standard error is piped").read_to_string(&mut log).expect("it is text");
        log
    }
}

#[cfg(unix)]
#[test]
fn it_serves_where_it_says_and_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().expect("a folder that knows nothing of the project");
    let server = Running::start(folder.path(), |_| {});
    let answer = server.ask("HEAD /");
    assert!(answer.starts_with("HTTP/1.1 200 ") || answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'self'"), "{answer}");
    assert!(server.ask("GET /readyz").ends_with("ready\n"));
    assert!(server.ask("GET /metrics").contains("banqi_games_created_total 0"));
    server.stop();
}

#[cfg(unix)]
#[test]
fn the_key_is_its_owners_and_the_games_want_it_again() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().expect("a folder");
    Running::start(folder.path(), |_| {}).stop();
    let key = folder.path().join("data/key");
    let rights = std::fs::metadata(&key).expect("there is a key").permissions().mode();
    assert_eq!(rights & 0o777, 0o600);

    let other = "0f".repeat(32);
    let refused = |command: &mut Command| {
        let said = command.current_dir(folder.path()).output().expect("it ends");
        assert_eq!(said.status.code(), Some(2));
        String::from_utf8(said.stderr).expect("text")
    };
    let serve = ["serve", "--port", "0", "--data", "data"];
    let said = refused(banqi(&serve).env("BANQI_KEY", &other));
    assert!(said.contains("another key") && !said.contains(&other), "{said}");
    let said = refused(banqi(&serve).env("BANQI_KEY", "secret"));
    assert!(said.contains("BANQI_KEY: a key is 64 hexadecimal digits"), "{said}");

    // The same key from elsewhere.
    let text = std::fs::read_to_string(&key).expect("it can be read");
    std::fs::remove_file(&key).expect("it can be taken away");
    Running::start(folder.path(), |command| {
        command.env("BANQI_KEY", text.trim());
    })
    .stop();
    assert!(!key.exists());
}

#[test]
fn a_store_of_another_kind_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("text");
    let said = error(&["serve", "--port", "0", "--data", data, "--store", "mysql://banqi:opensesame@localhost/banqi"]);
    assert!(said.contains("store: ") && said.contains("postgres://USER@HOST/DATABASE"), "{said}");
    assert!(!said.contains("opensesame"), "{said}");
}

#[test]
fn a_database_that_does_not_answer_is_said_without_its_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("text");
    let url = "postgres://banqi:opensesame@127.0.0.1:1/banqi";
    let said = error(&["serve", "--port", "0", "--data", data, "--store", url]);
    assert!(said.contains("the database of --store") && !said.contains("opensesame"), "{said}");
}

#[cfg(unix)]
#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), |_| {});
    let data = folder.path().join("data");
    let said = error(&["serve", "--port", "0", "--data", data.to_str().expect("text")]);
    assert!(said.contains("is in use by another server\nhelp: choose another folder with --data DIR\n"), "{said}");
    server.stop();
}

#[cfg(unix)]
#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = "log-format = 'text'\nlog-level = 'error'\npublic-url = 'https://banqi.example'\n";
    std::fs::write(folder.path().join("banqi.toml"), config).expect("written");
    let server = Running::start(folder.path(), |command| {
        command.args(["--config", "banqi.toml", "--log-format", "json"]);
        command.env("BANQI_LOG_LEVEL", "debug").env("BANQI_LOG_FORMAT", "text");
    });
    server.ask("GET /healthz");
    let log = server.stop();
    // The flag's JSON and the environment's level.
    assert!(log.lines().all(|line| line.starts_with('{')), "{log}");
    assert!(log.contains(r#""place":"/healthz","status":200"#), "{log}");
}

#[test]
fn a_wrong_option_in_the_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("banqi.toml");
    std::fs::write(&path, "prot = 80\n").expect("written");
    let said = run(&["serve", "--config", path.to_str().expect("text")]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("banqi.toml") && said.err.contains("`prot`"), "{}", said.err);
}

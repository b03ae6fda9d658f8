//! `banqi serve`, with whatever client this build has.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use crate::{banqi, error};

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

#[cfg(unix)]
#[test]
fn it_serves_where_it_says_and_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().expect("a folder that knows nothing of the project");
    let mut child = banqi(&["serve", "--port", "0"]).current_dir(folder.path()).spawn().expect("the command starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("standard output is piped");
    BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(';').next()).expect("there is an address");

    let mut connection = TcpStream::connect(address).expect("it listens");
    connection.write_all(b"HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200 ") || answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'self'"), "{answer}");

    let told = Command::new("kill").arg(child.id().to_string()).status().expect("there is a kill");
    assert!(told.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

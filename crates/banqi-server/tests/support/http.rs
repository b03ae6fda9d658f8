//! HTTP as plainly as can be: one request a connection.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Somebody with a browser: keeps the cookie.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) server: SocketAddr,
    pub(crate) cookie: Option<String>,
    /// Sent with every request.
    pub(crate) headers: Vec<(String, String)>,
}

impl Guest {
    pub(crate) fn new(server: SocketAddr) -> Self {
        Self { server, cookie: None, headers: Vec::new() }
    }

    pub(crate) fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Option<&Value>) -> Reply {
        self.ask("POST", path, body.map(ToString::to_string).as_deref()).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Reply {
        self.ask("PUT", path, Some(&body.to_string())).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Reply {
        self.ask("DELETE", path, None).await
    }

    /// GET with another host than the server's.
    pub(crate) async fn ask_as(&mut self, host: &str, path: &str) -> Reply {
        self.send("GET", path, host, None).await
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> Reply {
        let host = self.server.to_string();
        self.send(method, path, &host, body).await
    }

    /// The value of a cookie.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let pairs = self.cookie.as_deref().unwrap_or("").split("; ");
        pairs
            .filter_map(|pair| pair.split_once('='))
            .find(|(found, _)| *found == name)
            .map(|(_, value)| value.to_owned())
    }

    /// Does what a `set-cookie` says: one without a value is taken away.
    fn keep(&mut self, cookie: &str) {
        let pair = cookie.split(';').next().unwrap();
        let (name, value) = pair.split_once('=').unwrap();
        let kept = self.cookie.take().unwrap_or_default();
        let others = kept.split("; ").filter(|other| !other.is_empty() && other.split('=').next() != Some(name));
        let pairs: Vec<&str> = others.chain(Some(pair).filter(|_| !value.is_empty())).collect();
        self.cookie = Some(pairs.join("; ")).filter(|pairs| !pairs.is_empty());
    }

    async fn send(&mut self, method: &str, path: &str, host: &str, body: Option<&str>) -> Reply {
        self.try_send(method, path, host, body).await.unwrap()
    }

    /// For a server that may be gone.
    pub(crate) async fn try_post(&mut self, path: &str, body: Option<&Value>) -> io::Result<Reply> {
        let host = self.server.to_string();
        self.try_send("POST", path, &host, body.map(ToString::to_string).as_deref()).await
    }

    async fn try_send(&mut self, method: &str, path: &str, host: &str, body: Option<&str>) -> io::Result<Reply> {
        let mut head = vec![format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close")];
        if let Some(cookie) = &self.cookie {
            head.push(format!("cookie: {cookie}"));
        }
        for (name, value) in &self.headers {
            head.push(format!("{name}: {value}"));
        }
        if body.is_some() {
            head.push("content-type: application/json".to_owned());
        }
        if method != "GET" {
            head.push(format!("content-length: {}", body.unwrap_or("").len()));
        }
        let request = format!("{}\r\n\r\n{}", head.join("\r\n"), body.unwrap_or(""));
        let mut connection = TcpStream::connect(self.server).await?;
        connection.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).await?;
        let reply = parse(&answer).ok_or(io::ErrorKind::UnexpectedEof)?;
        for cookie in reply.headers("set-cookie") {
            self.keep(cookie);
        }
        Ok(reply)
    }
}

/// None if it is not whole.
fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let pair = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    let reply = Reply { status, headers: lines.filter_map(pair).collect(), body: answer[end + 4..].to_vec() };
    let length = reply.header("content-length").and_then(|length| length.parse().ok());
    Some(reply).filter(|reply| length.is_none_or(|length: usize| length == reply.body.len()))
}

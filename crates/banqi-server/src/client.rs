//! The files of the browser client, each with its compressed copies and what a browser is told about it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::HeaderValue;
use rust_embed::Embed;

use crate::http::encoding::Encoding;

/// What `cargo xtask web` made; nothing where it was not run.
#[derive(Embed)]
#[folder = "../../target/web/dist"]
#[allow_missing = true]
struct Dist;

/// The browser client as it is served.
///
/// ```
/// use banqi_server::Client;
///
/// let client = Client::from_files([("index.html", "<!doctype html>".as_bytes())]);
/// assert!(client.is_some());
/// assert!(Client::from_files([("app.js", "".as_bytes())]).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    files: BTreeMap<String, File>,
}

impl Client {
    /// The client that this program was built with, if it was built with one.
    pub fn embedded() -> Option<Self> {
        let files = Dist::iter().filter_map(|name| {
            let content = match Dist::get(&name)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((name, content))
        });
        Self::from_files(files)
    }

    /// A client of these files, by their path. `app.js.br` and `app.js.gz` are compressed copies of `app.js`, not files of
    /// their own. There is no client without an `index.html`.
    pub fn from_files<N: Into<String>, C: Into<Bytes>>(files: impl IntoIterator<Item = (N, C)>) -> Option<Self> {
        let mut all: BTreeMap<String, Bytes> =
            files.into_iter().map(|(name, content)| (name.into(), content.into())).collect();
        let names: Vec<String> = all.keys().cloned().collect();
        let mut ready = BTreeMap::new();
        for name in names {
            let copy_of = Encoding::COMPRESSED.iter().find_map(|encoding| name.strip_suffix(encoding.suffix()));
            if copy_of.is_some_and(|original| all.contains_key(original) || ready.contains_key(original)) {
                continue;
            }
            let copies = Encoding::COMPRESSED
                .into_iter()
                .filter_map(|encoding| Some((encoding, all.remove(&format!("{name}{}", encoding.suffix()))?)))
                .collect();
            if let Some(content) = all.remove(&name) {
                ready.insert(name.clone(), File::new(&name, content, copies));
            }
        }
        ready.contains_key("index.html").then_some(Self { files: ready })
    }

    /// The text of the page.
    pub(crate) fn page(&self) -> Option<&str> {
        std::str::from_utf8(&self.files.get("index.html")?.content).ok()
    }

    /// The file for the path of a request. A path that names no file and does not look like one is a place within the
    /// client, which the client's page finds by itself.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        let name = path.trim_start_matches('/');
        let last = name.rsplit('/').next().unwrap_or(name);
        self.files.get(name).or_else(|| if last.contains('.') { None } else { self.files.get("index.html") })
    }
}

/// One file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) content_type: HeaderValue,
    pub(crate) cache_control: HeaderValue,
    content: Bytes,
    copies: Vec<(Encoding, Bytes)>,
    tag: u64,
}

impl File {
    fn new(name: &str, content: Bytes, copies: Vec<(Encoding, Bytes)>) -> Self {
        // The page itself has to be asked for each time: it names the others.
        let cache = if changes_with_content(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
        Self {
            content_type: HeaderValue::from_static(content_type(name)),
            cache_control: HeaderValue::from_static(cache),
            tag: fnv(&content),
            content,
            copies,
        }
    }

    /// The encodings it can be sent in, best first.
    pub(crate) fn encodings(&self) -> impl Iterator<Item = Encoding> + '_ {
        self.copies.iter().map(|(encoding, _)| *encoding).chain([Encoding::Identity])
    }

    pub(crate) fn content(&self, encoding: Encoding) -> Bytes {
        let copy = self.copies.iter().find(|(copy, _)| *copy == encoding);
        copy.map_or(&self.content, |(_, content)| content).clone()
    }

    /// The entity tag of the file in this encoding: two encodings are two entities.
    pub(crate) fn tag(&self, encoding: Encoding) -> String {
        format!("\"{:016x}{}\"", self.tag, encoding.suffix().replace('.', "-"))
    }
}

/// Does the name carry the hash of the content, as in `app-0123456789abcdef.js`?
fn changes_with_content(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.rsplit_once('-').is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}

/// FNV-1a, 64 bits: an entity tag has to differ when the file does, and keeps no secret.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        assert!(changes_with_content("app-0123456789abcdef.wasm"));
        assert!(!changes_with_content("index.html"));
        assert!(!changes_with_content("assets/two-pieces.svg"));
        assert!(!changes_with_content("app-0123456789abcde.js"));
        assert!(!changes_with_content("app-0123456789abcdeg.js"));
    }

    #[test]
    fn compressed_copies_belong_to_their_file() {
        let files = [("index.html", "page"), ("index.html.br", "br"), ("index.html.gz", "gz"), ("lonely.gz", "data")];
        let client = Client::from_files(files.map(|(name, text)| (name, text.as_bytes()))).unwrap();
        let page = client.file("/").unwrap();
        assert!(page.encodings().eq([Encoding::Brotli, Encoding::Gzip, Encoding::Identity]));
        assert_eq!(page.content(Encoding::Gzip), "gz");
        assert_eq!(page.content(Encoding::Identity), "page");
        assert!(client.file("/index.html.br").is_none());
        assert!(client.file("/lonely.gz").is_some());
    }

    #[test]
    fn tags_are_those_of_the_published_function() {
        // From the test values that the authors of FNV publish.
        assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }
}

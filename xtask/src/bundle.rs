//! Puts the files of the client together as they are served: one style sheet, names that change with the content, and a
//! compressed copy beside each file.
//!
//! A file whose name changes with its content may be kept by browsers for ever. Each refers to others by their new names,
//! so the order is: program, its module, the scripts that start it, the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use banqi_texts::{ARTICLES, LANGUAGES, TABLES, Texts};
use sha2::{Digest, Sha256};

use crate::article::article;
use crate::tools::Tools;

/// What goes in.
pub(crate) struct Parts<'a> {
    /// The client's source folder: the page, its scripts, locales/, articles/, style/, assets/.
    pub(crate) source: &'a Path,
    /// The programs.
    pub(crate) programs: Vec<Program>,
    /// What makes scripts and style small; without them they stay as they were written.
    pub(crate) tools: Option<&'a Tools>,
}

/// A program and what loads it.
pub(crate) struct Program {
    /// `app`, `whole` or `engine`.
    pub(crate) name: &'static str,
    pub(crate) wasm: Vec<u8>,
    /// The module that loads it, which calls it by its name and `_bg.wasm`.
    pub(crate) module: String,
    /// Modules that it imports, by their path.
    pub(crate) snippets: Vec<(String, String)>,
}

/// Files by their path in the served folder.
#[derive(Default)]
pub(crate) struct Bundle {
    files: Vec<(String, Vec<u8>)>,
}

impl Bundle {
    pub(crate) fn new(parts: Parts<'_>) -> Result<Self> {
        let text = |name: &str| {
            let path = parts.source.join(name);
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        let small = |name: &str, text: String| match parts.tools {
            Some(tools) => tools.minify(name, &text),
            None => Ok(text.into_bytes()),
        };
        let mut bundle = Self::default();
        for path in files(&parts.source.join("assets"))? {
            let name = slashed(path.strip_prefix(parts.source)?);
            bundle.files.push((name, fs::read(&path).with_context(|| path.display().to_string())?));
        }

        // What is called what now.
        let mut names = Vec::new();
        for (name, folder) in [("style.css", "style"), ("whole.css", "style/whole")] {
            let content = small(name, style(&parts.source.join(folder))?)?;
            names.push((name.to_owned(), bundle.add(name, content)));
        }
        for Program { name, wasm, module, snippets } in parts.programs {
            for (path, text) in snippets {
                let content = small(&path, text)?;
                bundle.files.push((path, content));
            }
            let file = format!("{name}.wasm");
            let wasm = bundle.add(&file, wasm);
            names.push((file, wasm.clone()));
            let file = format!("{name}.js");
            let module = replace(&file, &module, &format!("{name}_bg.wasm"), &wasm)?;
            let module = bundle.add(&file, small(&file, module)?);
            names.push((file, module));
        }
        let texts = Texts::read(&parts.source.join("locales"))?;
        let mut tables = Vec::new();
        for (language, (table, _)) in LANGUAGES.iter().flat_map(|language| TABLES.map(|table| (language, table))) {
            let file = format!("{language}-{table}.txt");
            let content = texts.table(language, table).context("each language has each table")?;
            let new = bundle.add(&file, content.into_bytes());
            tables.push((file, new));
        }
        let articles = bundle.add_articles(parts.source, &texts)?;
        // Scripts know of the programs, start.js of the other scripts, and the page of everything else.
        for script in ["worker.js", "offline.js", "start.js"] {
            let mut renamed = text(script)?;
            if script == "start.js" {
                for (old, new) in &tables {
                    renamed = replace(script, &renamed, &format!("/{old}"), &format!("/{new}"))?;
                }
                renamed = replace(script, &renamed, "/*.html", &format!("/*-{articles}.html"))?;
            }
            for (old, new) in &names {
                renamed = renamed.replace(&format!("/{old}"), &format!("/{new}"));
            }
            let content = small(script, renamed)?;
            let new = bundle.add(script, content);
            names.push((script.to_owned(), new));
        }
        let mut page = text("index.html")?;
        for old in ["style.css", "start.js", "worker.js"] {
            let (_, new) = names.iter().find(|(name, _)| name == old).context("the page's files have new names")?;
            page = replace("index.html", &page, &format!("/{old}"), &format!("/{new}"))?;
        }
        bundle.files.push(("index.html".to_owned(), page.into_bytes()));
        bundle.files.push(("manifest.webmanifest".to_owned(), text("manifest.webmanifest")?.into_bytes()));
        let worker = bundle.service_worker(&text("service-worker.js")?)?;
        bundle.files.push(("service-worker.js".to_owned(), small("service-worker.js", worker)?));
        Ok(bundle)
    }

    /// The service worker with the list of all files, and their hash: it is another one when any of them is.
    fn service_worker(&self, source: &str) -> Result<String> {
        let mut hash = Sha256::new();
        let mut files = Vec::new();
        for (name, content) in &self.files {
            hash.update(name);
            hash.update(content);
            // The page is asked for by its address. Pictures of icons are for the system, licences for those who have the files.
            match name.as_str() {
                "index.html" => files.push("'/'".to_owned()),
                name if Path::new(name).extension() == Some("png".as_ref()) || name == "assets/OFL.txt" => {}
                name => files.push(format!("'/{name}'")),
            }
        }
        let version = hex(&hash.finalize()[..8]);
        let worker = replace("service-worker.js", source, "VERSION = ''", &format!("VERSION = '{version}'"))?;
        replace("service-worker.js", &worker, "FILES = []", &format!("FILES = [{}]", files.join(", ")))
    }

    /// Adds each article in each language, all under names with one hash, and gives that: who knows it finds all of them.
    fn add_articles(&mut self, source: &Path, texts: &Texts) -> Result<String> {
        let mut made = Vec::new();
        let mut all = Sha256::new();
        for (language, name) in LANGUAGES.iter().flat_map(|language| ARTICLES.map(|name| (language, name))) {
            let path = source.join("articles").join(language).join(format!("{name}.md"));
            let markdown = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            // The page has its title before the article is there.
            let title = texts.text(language, "learn", &name.replace('-', "_"), &[]);
            let title =
                title.with_context(|| format!("{language}: the article {name} has no title among the texts"))?;
            let html = article(&markdown, &title, language, texts).with_context(|| path.display().to_string())?;
            all.update((html.len() as u64).to_le_bytes());
            all.update(&html);
            made.push((format!("articles/{language}/{name}"), html));
        }
        let hash = short(&all.finalize());
        self.files.extend(made.into_iter().map(|(path, html)| (format!("{path}-{hash}.html"), html.into_bytes())));
        Ok(hash)
    }

    /// Adds the file under a name with its content's hash, and gives that name.
    fn add(&mut self, name: &str, content: Vec<u8>) -> String {
        let hash = short(&Sha256::digest(&content));
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let name = format!("{stem}-{hash}.{end}");
        self.files.push((name.clone(), content));
        name
    }

    /// Writes the files, and beside each one that gets smaller its compressed copies. Gives each file's name, its size, and
    /// its size as most browsers get it.
    pub(crate) fn write(&self, folder: &Path) -> Result<Vec<(&str, usize, usize)>> {
        let mut sizes = Vec::new();
        for (name, content) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(&path, content).with_context(|| path.display().to_string())?;
            let mut wire = content.len();
            for (end, small) in [("gz", gzip(content)?), ("br", brotli(content)?)] {
                // A picture that is compressed already gains nothing.
                if small.len() < content.len() {
                    wire = small.len();
                    fs::write(folder.join(format!("{name}.{end}")), small)?;
                }
            }
            sizes.push((name.as_str(), content.len(), wire));
        }
        Ok(sizes)
    }
}

/// All style sheets of a folder in the order of their names.
fn style(folder: &Path) -> Result<String> {
    let mut style = String::new();
    for path in files(folder)? {
        if path.parent() == Some(folder) && path.extension().is_some_and(|end| end == "css") {
            style.push_str(&fs::read_to_string(&path).with_context(|| path.display().to_string())?);
            style.push('\n');
        }
    }
    Ok(style)
}

/// A reference that is not there would be one that was not renamed.
fn replace(file: &str, text: &str, old: &str, new: &str) -> Result<String> {
    ensure!(text.contains(old), "{file} does not refer to {old}");
    Ok(text.replace(old, new))
}

/// All files below the folder, sorted; none when there is no such folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn slashed(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// As much of a hash as a name has.
fn short(hash: &[u8]) -> String {
    hex(&hash[..8])
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    // Best quality, and a window as large as every browser takes.
    brotli::CompressorWriter::new(&mut small, 1 << 16, 11, 22).write_all(content)?;
    Ok(small)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(content)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Read;

    use super::*;

    fn bundle() -> Bundle {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/banqi-web");
        let program = |name: &'static str, size| Program {
            name,
            wasm: vec![0; size],
            module: format!("load('{name}_bg.wasm')"),
            snippets: Vec::new(),
        };
        let programs = vec![program("app", 1000), program("whole", 2000), program("engine", 500)];
        Bundle::new(Parts { source: &source, programs, tools: None }).unwrap()
    }

    /// The file with this name, but for the hash.
    fn file<'a>(bundle: &'a Bundle, name: &str) -> (&'a str, &'a str) {
        let (stem, end) = name.split_once('.').unwrap();
        let is = |found: &str| found.starts_with(&format!("{stem}-")) && found.ends_with(&format!(".{end}"));
        let (found, content) = bundle.files.iter().find(|(found, _)| found == name || is(found)).unwrap();
        (found, std::str::from_utf8(content).unwrap())
    }

    /// The classes that a sheet styles wherever they are: its selectors of one class and nothing else.
    fn unscoped(sheet: &str) -> BTreeSet<&str> {
        let selectors = sheet.split("*/").filter_map(|part| part.split("/*").next()).flat_map(|part| part.split('{'));
        let selectors = selectors.filter_map(|part| part.rsplit(['}', ';']).next()).flat_map(|list| list.split(','));
        let is_word = |class: &str| class.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
        selectors
            .map(str::trim)
            .filter_map(|selector| selector.strip_prefix('.'))
            .filter(|class| is_word(class))
            .collect()
    }

    #[test]
    fn what_is_styled_everywhere_is_styled_in_one_sheet() {
        let sheet = "/* .a { */ .b, .c:hover,\n.d {\n  x: y;\n}\n@media (z) {\n  .e-f {\n  }\n  .g .h {\n  }\n}";
        assert_eq!(unscoped(sheet), BTreeSet::from(["b", "d", "e-f"]));

        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/banqi-web");
        let [page, whole] = ["style", "style/whole"].map(|folder| style(&source.join(folder)).unwrap());
        let both: Vec<&str> = unscoped(&page).intersection(&unscoped(&whole)).copied().collect();
        // The whole sheet comes later: what it says of a class would hold on the screens that are not its own.
        assert_eq!(both, Vec::<&str>::new());
    }

    #[test]
    fn every_file_refers_to_the_others_by_their_new_names() {
        let bundle = bundle();
        let (_, page) = file(&bundle, "index.html");
        let (start, starts) = file(&bundle, "start.js");
        let (worker, works) = file(&bundle, "worker.js");
        for (name, script) in [("app", starts), ("whole", starts), ("engine", works)] {
            let (wasm, _) = file(&bundle, &format!("{name}.wasm"));
            let (module, loads) = file(&bundle, &format!("{name}.js"));
            assert_eq!(loads, format!("load('{wasm}')"));
            for file in [wasm, module] {
                assert!(script.contains(&format!("'/{file}'")), "{script}");
            }
        }
        for name in [start, worker, file(&bundle, "style.css").0] {
            assert!(page.contains(&format!("\"/{name}\"")), "{page}");
        }
        assert!(starts.contains(&format!("'/{}'", file(&bundle, "whole.css").0)), "{starts}");
    }

    #[test]
    fn the_service_worker_keeps_what_the_page_needs() {
        let bundle = bundle();
        let (_, worker) = file(&bundle, "service-worker.js");
        for name in ["app.wasm", "whole.js", "engine.wasm", "start.js", "style.css", "zh-Hans-whole.txt", "offline.js"]
        {
            assert!(worker.contains(&format!("'/{}'", file(&bundle, name).0)), "{name}: {worker}");
        }
        assert!(worker.contains("'/', "), "{worker}");
        assert!(worker.contains("'/assets/ysabeau-office-500.woff2'"), "{worker}");
        assert!(!worker.contains("service-worker.js'"), "{worker}");

        // Another file, another version.
        let version = |bundle: &Bundle| bundle.service_worker("VERSION = '' FILES = []").unwrap()[..30].to_owned();
        let mut other = super::tests::bundle();
        let before = version(&other);
        other.files.push(("new.txt".to_owned(), Vec::new()));
        assert_ne!(version(&other), before);
    }

    #[test]
    fn articles_are_found_by_one_hash() {
        let bundle = bundle();
        let (_, starts) = file(&bundle, "start.js");
        let (_, rest) = starts.split_once("/*-").expect("start.js names the articles");
        let (hash, _) = rest.split_once(".html").expect("start.js names the articles");
        for (language, name) in LANGUAGES.iter().flat_map(|language| ARTICLES.map(|name| (language, name))) {
            let path = format!("articles/{language}/{name}-{hash}.html");
            assert!(bundle.files.iter().any(|(found, _)| *found == path), "{path}");
        }
    }

    #[test]
    fn a_name_changes_with_the_content_only() {
        let mut bundle = Bundle::default();
        let one = bundle.add("a.css", b"one".to_vec());
        assert_eq!(one, bundle.add("a.css", b"one".to_vec()));
        assert_ne!(one, bundle.add("a.css", b"two".to_vec()));
        // printf one | sha256sum
        assert_eq!(one, "a-7692c3ad3540bb80.css");
    }

    #[test]
    fn a_reference_that_is_missing_is_an_error() {
        let error = replace("index.html", "<p>", "/app.js", "/app-1.js").unwrap_err();
        assert_eq!(error.to_string(), "index.html does not refer to /app.js");
    }

    #[test]
    fn what_was_compressed_is_the_same_afterwards() {
        let content = b"the same, the same, the same".repeat(9);
        let mut out = Vec::new();
        brotli::Decompressor::new(&brotli(&content).unwrap()[..], 4096).read_to_end(&mut out).unwrap();
        assert_eq!(out, content);
        out.clear();
        flate2::read::GzDecoder::new(&gzip(&content).unwrap()[..]).read_to_end(&mut out).unwrap();
        assert_eq!(out, content);
    }
}

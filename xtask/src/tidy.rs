//! What no other tool checks: unfinished marks, links between the documents, crates nobody
//! described.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders that hold nothing of ours.
const SKIPPED: &[&str] = &[".git", "artifacts", "corpus", "node_modules", "target"];

/// Put together here, so that this file does not carry them itself.
const MARKS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!")];

/// Everything wrong under the root, a line each: `file:line: what`.
pub(crate) fn problems(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    list(root, &mut files)?;
    files.sort_unstable();

    let mut problems = Vec::new();
    let mut headings = Headings::default();
    for path in &files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(mark) = unfinished(line) {
                problems.push(format!("{shown}:{number}: unfinished mark {mark}"));
            }
        }
        if path.extension() == Some(OsStr::new("md")) {
            for (number, target) in links(&text) {
                if let Some(problem) = headings.problem(path, &target) {
                    problems.push(format!("{shown}:{number}: {problem}"));
                }
            }
        }
    }

    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    for entry in fs::read_dir(root.join("crates")).context("crates")? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.join("Cargo.toml").exists() && !architecture.contains(&format!("`{name}`")) {
            problems.push(format!("ARCHITECTURE.md: no word about the crate `{name}`"));
        }
    }
    Ok(problems)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_file() {
            files.push(entry.path());
        } else if kind.is_dir() && !SKIPPED.iter().any(|name| entry.file_name() == *name) {
            list(&entry.path(), files)?;
        }
    }
    Ok(())
}

/// The mark in the line, as a word of its own.
fn unfinished(line: &str) -> Option<&'static str> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    MARKS.iter().copied().find(|mark| {
        line.match_indices(mark).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + mark.len()..].chars().next();
            !before.is_some_and(word) && (mark.ends_with('!') || !after.is_some_and(word))
        })
    })
}

/// The targets of a document's links with their line numbers: `[text](target)`,
/// `![picture](target)` and `[name]: target`, outside code.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        let line = without_code(line);
        if let Some(definition) = line.trim_start().strip_prefix('[')
            && let Some((_, target)) = definition.split_once("]: ")
        {
            links.extend(first_word(target).map(|target| (number, target)));
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let rest = &line[at + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            links.extend(first_word(&rest[..end]).map(|target| (number, target)));
        }
    }
    links
}

/// A link's target, without the title that may follow it.
fn first_word(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?;
    Some(word.trim_start_matches('<').trim_end_matches('>').to_owned())
}

/// The lines outside fenced code blocks, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let line = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => return true,
            _ => {}
        }
        false
    })
}

/// The line with its code spans taken out.
fn without_code(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    // An odd number of back quotes: the last one opens nothing.
    let closed = parts.len() - usize::from(parts.len().is_multiple_of(2));
    let outside = |i: usize| i.is_multiple_of(2) || i >= closed;
    (0..parts.len()).filter(|&i| outside(i)).map(|i| parts[i]).collect()
}

/// What the headings of each document are called in links, read once per document.
#[derive(Default)]
struct Headings {
    of: HashMap<PathBuf, HashSet<String>>,
}

impl Headings {
    /// What is wrong with a link from this document, if anything. Links that leave the project
    /// are nobody's business here, and those to pages of the client are that of its articles.
    fn problem(&mut self, from: &Path, target: &str) -> Option<String> {
        if target.contains("://") || target.starts_with("mailto:") || target.starts_with('/') {
            return None;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { from.to_path_buf() } else { from.parent().unwrap_or(Path::new("")).join(file) };
        if !path.exists() {
            return Some(format!("the link to {target} leads nowhere"));
        }
        if heading.is_empty() || path.extension() != Some(OsStr::new("md")) {
            return None;
        }
        let names =
            self.of.entry(path).or_insert_with_key(|path| anchors(&fs::read_to_string(path).unwrap_or_default()));
        (!names.contains(heading)).then(|| format!("{target}: the document has no such heading"))
    }
}

/// The names under which a document's headings can be linked to.
fn anchors(text: &str) -> HashSet<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut names = HashSet::new();
    for (_, line) in prose(text) {
        let Some(title) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) else {
            continue;
        };
        if !title.starts_with(' ') {
            continue;
        }
        let name = anchor(title);
        let earlier = seen.entry(name.clone()).or_default();
        names.insert(if *earlier == 0 { name } else { format!("{name}-{earlier}") });
        *earlier += 1;
    }
    names
}

/// Small letters, hyphens for spaces, and no other marks: the habit of the usual forges.
fn anchor(title: &str) -> String {
    title
        .trim()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<String> {
        links(text).into_iter().map(|(_, target)| target).collect()
    }

    #[test]
    fn marks_are_found_as_words() {
        assert_eq!(unfinished(concat!("// TO", "DO: more")), Some(MARKS[0]));
        assert_eq!(unfinished(concat!("(FIX", "ME)")), Some(MARKS[1]));
        assert_eq!(unfinished(concat!("    to", "do!()")), Some(MARKS[2]));
        assert_eq!(unfinished(concat!("MASTO", "DON")), None);
        assert_eq!(unfinished(concat!("TO", "DOS")), None);
        assert_eq!(unfinished("nothing to do!"), None);
    }

    #[test]
    fn links_of_every_form_are_found() {
        let text = "See [one](a.md) and [two](b.md#part \"title\").\n\
                    ![picture](c.svg)\n\
                    [three]: d.md\n";
        assert_eq!(targets(text), ["a.md", "b.md#part", "c.svg", "d.md"]);
        assert_eq!(links(text).last().unwrap().0, 3);
    }

    #[test]
    fn code_holds_no_links() {
        let text = "`[a](b)` [c](d)\n```text\n[e](f)\n```\n[g](h) an `open [i](j)\n~~~\n```\n[k](l)\n~~~\n[m](n)";
        assert_eq!(targets(text), ["d", "h", "j", "n"]);
    }

    #[test]
    fn headings_are_named_as_links_name_them() {
        let names = anchors("# The `chase`, explained\n\n## Two\n## Two\n#nothing\n```\n# code\n```\n");
        let mut names: Vec<_> = names.iter().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["the-chase-explained", "two", "two-1"]);
    }

    #[test]
    fn links_are_followed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let from = root.join("there.md");
        let mut headings = Headings::default();
        headings.of.insert(root.join("there.md"), HashSet::from(["part".to_owned()]));
        let mut problem = |target: &str| headings.problem(&from, target).is_some();
        assert!(!problem("src/tidy.rs"));
        assert!(!problem("src"));
        assert!(!problem("https://example.org/nothing.md"));
        assert!(problem("src/nothing.rs"));
        assert!(problem("nothing.md#part"));
    }

    #[test]
    fn headings_in_other_documents_are_looked_up() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut headings = Headings::default();
        let mut problem = |target: &str| headings.problem(&root.join("README.md"), target);
        assert_eq!(problem("docs/rules.md#chase"), None);
        assert!(problem("docs/rules.md#no-such-part").is_some());
        assert!(problem("#no-such-part").is_some());
    }
}

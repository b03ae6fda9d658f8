//! Makes the articles: of a Markdown file a part of a page, which the client's program puts under its heading.
//!
//! An article begins with its title, which the program has as a text too, so that it can head a page whose article has not come
//! yet. Its parts are headings of the second level and below. A block of code that is called `board` is a position in notation,
//! which is drawn, and in its second line what is to be seen there.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use banqi::{Colour, Position, Preset};
use banqi_svg::{Options, Orientation};
use banqi_texts::{ARTICLES, Texts};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, TextMergeWithOffset, html};

/// The pages of the client that an article may lead to, besides other articles and the rules of presets.
const PAGES: [&str; 15] = [
    "/",
    "/account",
    "/analysis",
    "/archive",
    "/boards",
    "/computer",
    "/friend",
    "/learn",
    "/learn/course",
    "/learn/drill",
    "/lobby",
    "/ranked",
    "/rules",
    "/same-screen",
    "/settings",
];

/// Makes an article with this title in this language.
///
/// # Errors
///
/// With the line of what is no Markdown of ours: HTML, pictures, links that lead nowhere, positions that cannot be.
pub(crate) fn article(markdown: &str, title: &str, language: &str, texts: &Texts) -> Result<String> {
    let writer = Writer { language, texts };
    let parts = Parts::new(markdown, title)?;
    let mut headings = parts.headings.iter();
    let mut under = title;
    let mut events = Vec::new();
    let mut source = parts.events.iter();
    while let Some((event, line)) = source.next() {
        let here = || format!("line {line}");
        match event {
            Event::Html(_) | Event::InlineHtml(_) => bail!("{}: HTML is not for articles", here()),
            Event::Start(Tag::Image { .. }) => bail!("{}: pictures are not for articles", here()),
            Event::Text(text) if text.contains("**") => bail!("{}: stars that stress nothing: {text}", here()),
            Event::Start(Tag::Link { dest_url, .. }) if !parts.leads_somewhere(dest_url) => {
                bail!("{}: the link leads nowhere: {dest_url}", here())
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) if &**name == "board" => {
                let inside = source.by_ref().map_while(|(event, _)| match event {
                    Event::Text(text) => Some(&**text),
                    _ => None,
                });
                let block: String = inside.collect();
                events.push(Event::Html(writer.board(&block).with_context(here)?.into()));
                continue;
            }
            Event::Start(Tag::Heading { .. }) => {
                // Before the first part, what all of them are.
                if headings.len() == parts.headings.len() {
                    events.push(Event::Html(writer.contents(&parts.headings)?.into()));
                }
                under = headings.next().map_or(title, |heading| &heading.text);
            }
            // A table that is too wide is moved, with the keys too.
            Event::Start(Tag::Table(_)) => {
                let label = escaped(under);
                let head = format!(r#"<div class="table" role="group" tabindex="0" aria-label="{label}">"#);
                events.push(Event::Html(head.into()));
            }
            _ => {}
        }
        events.push(event.clone());
        if matches!(event, Event::End(TagEnd::Table)) {
            events.push(Event::Html("</div>\n".into()));
        }
    }
    let mut made = String::new();
    html::push_html(&mut made, events.into_iter());
    // A head of nothing is none. A page's style is in its sheet alone.
    Ok(made.replace("<th></th>", "<td></td>").replace(r#" style="text-align: right""#, r#" class="figure""#))
}

/// An article without its title, each event with its line.
struct Parts<'a> {
    events: Vec<(Event<'a>, usize)>,
    /// Those of the second level and below.
    headings: Vec<Heading>,
}

struct Heading {
    level: HeadingLevel,
    text: String,
    /// By which an address finds it.
    name: String,
}

impl<'a> Parts<'a> {
    fn new(markdown: &'a str, title: &str) -> Result<Self> {
        let options = pulldown_cmark::Options::ENABLE_TABLES;
        let line = |at: usize| markdown[..at].matches('\n').count() + 1;
        let all = TextMergeWithOffset::new(Parser::new_ext(markdown, options).into_offset_iter());
        let mut events: Vec<_> = all.map(|(event, at)| (event, line(at.start))).collect();
        let is_title = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }));
        let end = events.iter().position(|(event, _)| matches!(event, Event::End(TagEnd::Heading(_))));
        let head: Vec<_> = events.drain(..=end.unwrap_or_default()).collect();
        ensure!(
            head.first().is_some_and(|(event, _)| is_title(event)) && text_of(&head) == title,
            "it does not begin with its title: # {title}"
        );
        if let Some((_, line)) = events.iter().find(|(event, _)| is_title(event)) {
            bail!("line {line}: a second title");
        }
        let mut parts = Self { events, headings: Vec::new() };
        parts.set_names();
        Ok(parts)
    }

    /// Gives each heading the name that follows from its text.
    fn set_names(&mut self) {
        let mut names = BTreeSet::new();
        for index in 0..self.events.len() {
            let Event::Start(Tag::Heading { level, .. }) = self.events[index].0 else { continue };
            let text = text_of(&self.events[index..]);
            let plain = name(&text);
            let name = (1..).map(|count| if count == 1 { plain.clone() } else { format!("{plain}-{count}") });
            let name = name.into_iter().find(|name| names.insert(name.clone())).unwrap_or_default();
            if let Event::Start(Tag::Heading { id, .. }) = &mut self.events[index].0 {
                *id = Some(CowStr::from(name.clone()));
            }
            self.headings.push(Heading { level, text, name });
        }
    }

    fn leads_somewhere(&self, to: &str) -> bool {
        if let Some(name) = to.strip_prefix('#') {
            return self.headings.iter().any(|heading| heading.name == name);
        }
        let is_preset = |to: &str| to.strip_prefix("/learn/rules/").is_some_and(|name| name.parse::<Preset>().is_ok());
        let is_article = |to: &str| to.strip_prefix("/learn/").is_some_and(|name| ARTICLES.contains(&name));
        PAGES.contains(&to) || is_preset(to) || is_article(to) || to.starts_with("https://")
    }
}

/// The text of the heading with which these begin.
fn text_of(events: &[(Event<'_>, usize)]) -> String {
    let inside =
        events.iter().map(|(event, _)| event).take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let texts = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

/// What a heading is called in an address: `who-takes-whom`. Every script has letters.
fn name(text: &str) -> String {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Writes what is more than Markdown, in the language of the article.
struct Writer<'a> {
    language: &'a str,
    texts: &'a Texts,
}

impl Writer<'_> {
    fn text(&self, namespace: &str, key: &str, values: &[(&str, &str)]) -> Result<String> {
        let text = self.texts.text(self.language, namespace, key, values);
        text.with_context(|| format!("there is no text {namespace}.{key} for this"))
    }

    fn contents(&self, headings: &[Heading]) -> Result<String> {
        let item = |Heading { name, text, .. }: &Heading| {
            format!("<li><a href=\"#{}\">{}</a></li>\n", escaped(name), escaped(text))
        };
        let items: String = headings.iter().filter(|heading| heading.level == HeadingLevel::H2).map(item).collect();
        let title = escaped(&self.text("learn", "contents", &[])?);
        Ok(format!(
            "<nav class=\"contents\" aria-label=\"{title}\">\n<p class=\"head\">{title}</p>\n<ul>\n{items}</ul>\n</nav>\n"
        ))
    }

    /// A position, and below it what there is to be seen.
    fn board(&self, block: &str) -> Result<String> {
        let (position, caption) = block.split_once('\n').unwrap_or((block, ""));
        let position: Position = position.parse().with_context(|| format!("the board {position}"))?;
        let options =
            Options { orientation: Orientation::Landscape, square: 60, large_coordinates: true, ..Options::default() };
        let drawn = banqi_svg::inline(&position, &options, &self.described(&position)?);
        let caption = escaped(caption.trim());
        Ok(format!("<figure class=\"diagram\">\n{drawn}\n<figcaption>{caption}</figcaption>\n</figure>\n"))
    }

    /// A position in words.
    fn described(&self, position: &Position) -> Result<String> {
        let standing = position.occupied().into_iter().filter_map(|square| Some((square, position.piece(square)?)));
        let pieces = standing
            .map(|(square, piece)| {
                let what = self.text("board", &format!("{}_{}", piece.colour, piece.kind), &[])?;
                self.text("board", "square", &[("square", &square.to_string()), ("what", &what)])
            })
            .collect::<Result<Vec<_>>>()?;
        let between = self.text("learn", "diagram_between", &[])?;
        let to_move = match position.side() {
            Some(Colour::Red) => self.text("learn", "red_to_move", &[])?,
            Some(Colour::Black) => self.text("learn", "black_to_move", &[])?,
            None => String::new(),
        };
        let count = position.face_down().count().to_string();
        self.text("learn", "diagram", &[("to_move", &to_move), ("pieces", &pieces.join(&between)), ("count", &count)])
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn made(markdown: &str) -> Result<String, String> {
        let texts = Texts::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/banqi-web/locales"));
        article(markdown, "T", "en", &texts.expect("texts")).map_err(|error| format!("{error:#}"))
    }

    fn refused(body: &str) -> String {
        made(&format!("# T\n\n{body}")).expect_err("refused")
    }

    #[test]
    fn headings_are_found_by_name() {
        let made =
            made("# T\n\nA *lead*.\n\n## Who takes whom?\n\nSee [here](#who-takes-whom).\n\n## 誰吃誰\n").unwrap();
        assert!(made.starts_with("<p>A <em>lead</em>.</p>\n<nav class=\"contents\""), "{made}");
        assert!(made.contains("<li><a href=\"#who-takes-whom\">Who takes whom?</a></li>"), "{made}");
        assert!(made.contains("<h2 id=\"誰吃誰\">誰吃誰</h2>"), "{made}");
        assert!(!made.contains("h1"), "{made}");
    }

    #[test]
    fn tables_can_be_moved_in_a_box() {
        let made = made("# T\n\n## The <table>\n\n| | a |\n|---|---|\n| b | c |\n").unwrap_or_else(|error| error);
        assert_eq!(made, "line 3: HTML is not for articles");
        let made = self::made("# T\n\n## A & B\n\n| | a |\n|---|---|\n| b | c |\n").unwrap();
        assert!(
            made.contains(r#"<div class="table" role="group" tabindex="0" aria-label="A &amp; B"><table>"#),
            "{made}"
        );
        assert!(made.contains("<td></td><th>a</th>") && made.contains("</table>\n</div>"), "{made}");
    }

    #[test]
    fn figures_in_tables_are_known_by_their_class() {
        let made = made("# T\n\n## a\n\n| a | b |\n|---|---:|\n| c | 18 |\n").unwrap_or_else(|error| error);
        assert!(made.contains(r#"<th class="figure">b</th>"#), "{made}");
        assert!(made.contains(r#"<td class="figure">18</td>"#) && made.contains("<td>c</td>"), "{made}");
    }

    #[test]
    fn boards_are_drawn_and_told() {
        let made = made("# T\n\n```board\n3k/4/4/4/4/4/?3/P3 r r1 18 70\nRed <is> to move.\n```\n").unwrap();
        assert!(
            made.contains("aria-label=\"Red to move. a1, red soldier; d8, black general. Face down: 1.\""),
            "{made}"
        );
        assert!(made.contains("<figcaption>Red &lt;is&gt; to move.</figcaption>"), "{made}");
        assert_eq!(made.matches("<use ").count(), 3);
        assert!(!made.contains("style="), "{made}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        assert_eq!(refused("a <b>c</b>"), "line 3: HTML is not for articles");
        assert_eq!(refused("<div>\n</div>"), "line 3: HTML is not for articles");
        assert_eq!(refused("![a](b.png)"), "line 3: pictures are not for articles");
        assert_eq!(refused("# Another"), "line 3: a second title");
        assert_eq!(refused("a\n\n**「b」**c"), "line 5: stars that stress nothing: **「b」**c");
        assert!(refused("```board\n9k/4 r - 0 1\n```").starts_with("line 3: the board 9k/4 r - 0 1: "));
        assert_eq!(made("## No title").unwrap_err(), "it does not begin with its title: # T");
    }

    #[test]
    fn links_lead_to_pages_that_there_are() {
        for to in ["/nowhere", "/learn/rules/taiwan", "/learn/first", "#nothing", "first-game.md", "http://example.org"]
        {
            assert_eq!(refused(&format!("[a]({to})")), format!("line 3: the link leads nowhere: {to}"));
        }
        for to in ["/learn/rules/hong-kong", "/learn/names", "/computer", "https://example.org/"] {
            assert!(made(&format!("# T\n\n[a]({to})")).is_ok(), "{to}");
        }
    }
}

//! Learning the game: articles, the rules of each preset, a course on a board, and a drill.

mod article;
mod course;
mod drill;
mod preset;

use leptos::prelude::*;

use crate::game::words as game_words;
use crate::icon::{Symbol, icon};
use crate::live::{block, list, paragraph, section, span};
use crate::page::page;
use crate::route::{Address, Route, link};
use crate::setup::words as setup_words;
use crate::text::text;
use crate::whole::Whole;
use article::Article;
use banqi::Preset;
use course::Progress;

/// A page of this section that one comes to after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chapter {
    Article(Article),
    Course,
    Drill,
}

impl Chapter {
    /// In the order in which somebody new would read them.
    const ALL: [Self; 8] = [
        Self::Article(Article::FirstGame),
        Self::Course,
        Self::Drill,
        Self::Article(Article::Xiangqi),
        Self::Article(Article::Regions),
        Self::Article(Article::Strategy),
        Self::Article(Article::Questions),
        Self::Article(Article::Names),
    ];
    /// So many of them are the beginning.
    const FIRST: usize = 3;

    fn address(self) -> String {
        let name = match self {
            Self::Article(article) => article.name(),
            Self::Course => "course",
            Self::Drill => "drill",
        };
        format!("/learn/{name}")
    }

    fn title(self) -> &'static str {
        match self {
            Self::Article(article) => article.title(),
            Self::Course => text!(learn.course),
            Self::Drill => text!(learn.drill),
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Article(Article::FirstGame) => text!(learn.first_game_about),
            Self::Article(Article::Xiangqi) => text!(learn.xiangqi_about),
            Self::Article(Article::Regions) => text!(learn.regions_about),
            Self::Article(Article::Names) => text!(learn.names_about),
            Self::Article(Article::Strategy) => text!(learn.strategy_about),
            Self::Article(Article::Questions) => text!(learn.questions_about),
            Self::Course => text!(learn.course_about),
            Self::Drill => text!(learn.drill_about),
        }
    }
}

/// The page of this section with this address. `None` where there is none.
pub(crate) fn learn_page(whole: Whole, steps: &[&str]) -> Option<AnyView> {
    Some(match steps {
        [] => index(),
        ["course"] => course::course_page(whole),
        ["course", name] => course::lesson_page(whole, name)?,
        ["drill"] => drill::drill_page(whole),
        ["rules", name] => preset::preset_page(whole, name.parse().ok()?),
        [name] => article::article_page(whole, Article::named(name)?),
        _ => return None,
    })
}

/// What there is to learn.
fn index() -> AnyView {
    let progress = Progress::load().lessons();
    let chapter = |chapter: &Chapter| {
        let state = match chapter {
            Chapter::Course if progress > 0 => text!(learn.lessons_done, done = progress, all = course::lessons()),
            _ => String::new(),
        };
        line(chapter.address(), chapter.title(), state, chapter.about())
    };
    let (first, others) = Chapter::ALL.split_at(Chapter::FIRST);
    let preset = |preset: Preset| {
        let title = game_words::rules(&preset.rules());
        line(preset::address(preset), title, String::new(), setup_words::about(preset))
    };
    let read = block(
        "",
        vec![
            section("", text!(learn.begin), vec![list("rows", first.iter().map(chapter).collect())]),
            section("", text!(learn.further), vec![list("rows", others.iter().map(chapter).collect())]),
        ],
    );
    let presets = section("", text!(learn.rules), vec![list("rows", Preset::ALL.map(preset).into())]);
    let parts =
        vec![paragraph("lead secondary", text!(learn.lead)), block("halves", vec![read, block("", vec![presets])])];
    page("page net learn", text!(learn.title), parts)
}

/// A link on two lines: what it is, how far one is with it, and what it is about.
fn line(address: String, title: impl Into<String>, state: String, about: &'static str) -> AnyView {
    let parts = vec![span("line-name", title), span("line-state", state), span("line-about", about), icon(Symbol::Go)];
    link("line", address, parts)
}

/// The ways to the chapter before this one and to the one after it, and back to all of them.
fn neighbours(here: Chapter) -> AnyView {
    let index = Chapter::ALL.iter().position(|chapter| *chapter == here).unwrap_or(0);
    let before = index.checked_sub(1).map(|index| Chapter::ALL[index]);
    let after = Chapter::ALL.get(index + 1).copied();
    let words = |what, title| block("", vec![span("caption", what), span("what", title)]);
    let back = |what, address, title| link("way", address, vec![icon(Symbol::Go), words(what, title)]);
    let mut ways = vec![match before {
        Some(before) => back(text!(learn.before), before.address(), before.title()),
        None => back(text!(learn.up), Route::Page(Address::LEARN).to_string(), text!(learn.title)),
    }];
    ways.extend(after.map(|after| {
        link("way next", after.address(), vec![words(text!(learn.next), after.title()), icon(Symbol::Go)])
    }));
    view! { <nav class="ways" aria-label=text!(learn.title)>{ways}</nav> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_has_an_address_of_its_own() {
        for chapter in Chapter::ALL {
            assert!(matches!(Route::of(&chapter.address()), Route::Page(_)), "{chapter:?}");
        }
        for article in Article::ALL {
            assert!(Chapter::ALL.contains(&Chapter::Article(article)), "{article:?}");
        }
    }
}

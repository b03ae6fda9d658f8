//! The articles: xtask makes them of Markdown, and their page asks for one when it is read.

use leptos::prelude::*;

use super::{Chapter, neighbours};
use crate::live::block;
use crate::online::fetch::Fetch;
use crate::page::page;
use crate::route::follow;
use crate::text::text;
use crate::whole::Whole;

/// An article.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Article {
    FirstGame,
    Xiangqi,
    Regions,
    Names,
    Strategy,
    Questions,
}

impl Article {
    pub(super) const ALL: [Self; 6] =
        [Self::FirstGame, Self::Xiangqi, Self::Regions, Self::Names, Self::Strategy, Self::Questions];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|article| article.name() == name)
    }

    /// In its address, and of its files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::FirstGame => "first-game",
            Self::Xiangqi => "xiangqi",
            Self::Regions => "regions",
            Self::Names => "names",
            Self::Strategy => "strategy",
            Self::Questions => "questions",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::FirstGame => text!(learn.first_game),
            Self::Xiangqi => text!(learn.xiangqi),
            Self::Regions => text!(learn.regions),
            Self::Names => text!(learn.names),
            Self::Strategy => text!(learn.strategy),
            Self::Questions => text!(learn.questions),
        }
    }

    /// Where the article is in the language of the page: start.js knows.
    fn file(self) -> String {
        let files = js_sys::Reflect::get(&js_sys::global(), &"banqiArticles".into()).unwrap_or_default();
        files.as_string().unwrap_or_default().replace('*', self.name())
    }
}

/// An article under its title.
pub(super) fn article_page(_: Whole, article: Article) -> AnyView {
    let text = Fetch::new(article.file()).draw_text(|text| {
        request_animation_frame(go_to_part);
        let html = text.to_string();
        let followed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(|event| follow(&event));
        view! { <div class="article" inner_html=html on:click=followed></div> }.into_any()
    });
    page("page learn", article.title(), vec![block("", vec![text]), neighbours(Chapter::Article(article))])
}

/// Where the address leads to a part of the article, the browser looked for that when it was not there yet.
fn go_to_part() {
    let hash = window().location().hash().unwrap_or_default();
    let name = hash.strip_prefix('#').filter(|name| !name.is_empty());
    let name = name.and_then(|name| js_sys::decode_uri_component(name).ok()).map(String::from);
    if let Some(part) = name.and_then(|name| document().get_element_by_id(&name)) {
        part.scroll_into_view();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_file_for_each() {
        assert_eq!(Article::ALL.map(Article::name), banqi_texts::ARTICLES);
        for article in Article::ALL {
            assert_eq!(Article::named(article.name()), Some(article));
        }
    }
}

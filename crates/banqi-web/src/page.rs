//! The pages that only the whole program has.

use banqi_wire::{Board, Window};
use leptos::prelude::*;

use crate::account::account_page;
use crate::analysis::analysis_page;
use crate::app::unknown;
use crate::archive::{Search, archive_page};
use crate::boards::boards_page;
use crate::learn::learn_page;
use crate::lobby::lobby_page;
use crate::profile::profile_page;
use crate::route::Address;
use crate::text::text;
use crate::whole::Whole;

/// The page at an address.
#[component]
pub(crate) fn PageScreen(whole: Whole, address: Address) -> AnyView {
    let (path, question) = address.parts();
    let query = Query::new(question);
    let steps: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').skip(1).collect();
    match steps.as_slice() {
        ["account"] => account_page(whole, query.text("then")),
        ["lobby"] => lobby_page(whole),
        ["analysis"] => analysis_page(whole, address, &query),
        ["archive"] => archive_page(whole, &Search::new(&query)),
        ["boards"] => boards_page(whole, Board::Points, window_of(&query), page_of(&query)),
        ["boards", board] => match board.parse() {
            Ok(board) => boards_page(whole, board, window_of(&query), page_of(&query)),
            Err(()) => unknown(),
        },
        ["learn", steps @ ..] => learn_page(whole, steps).unwrap_or_else(unknown),
        ["u", name] => profile_page(whole, &decoded(name)),
        _ => unknown(),
    }
}

fn window_of(query: &Query) -> Window {
    query.text("window").and_then(|window| window.parse().ok()).unwrap_or(Window::All)
}

/// The page, as it is numbered in an address: from 1.
fn page_of(query: &Query) -> u32 {
    query.text("page").and_then(|page| page.parse::<u32>().ok()).unwrap_or(1).max(1)
}

fn decoded(text: &str) -> String {
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_string(), Into::into)
}

/// What stands after the question mark of an address.
pub(crate) struct Query(Option<web_sys::UrlSearchParams>);

impl Query {
    fn new(text: &str) -> Self {
        Self(web_sys::UrlSearchParams::new_with_str(text).ok())
    }

    /// None where there is nothing.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.0.as_ref()?.get(name).filter(|text| !text.is_empty())
    }
}

/// A page under its heading, which is its title too.
pub(crate) fn page(class: &'static str, title: impl Into<String>, parts: Vec<AnyView>) -> AnyView {
    let title: String = title.into();
    document().set_title(&text!(common.page_title, page = &title));
    view! {
        <div class=class>
            <h1 class="page-head" tabindex="-1">
                {title}
            </h1>
            {parts}
        </div>
    }
    .into_any()
}

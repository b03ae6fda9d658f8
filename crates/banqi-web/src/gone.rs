//! In the place of a page or a game: that there is none, and the way on.

use leptos::prelude::*;

use crate::live::{block, paragraph};
use crate::page::page;
use crate::route::{Route, link};
use crate::text::text;

/// That there is none, and the way on.
pub(crate) fn gone(title: &'static str, text: &'static str) -> AnyView {
    page("page gone", title, vec![paragraph("", text), block("buttons", vec![to_board()])])
}

/// The way on.
pub(crate) fn to_board() -> AnyView {
    link("button first", Route::Home.to_string(), vec![text!(common.unknown_home).into_any()])
}

//! Home: one sentence, one board.

use leptos::prelude::*;

/// Home.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {}

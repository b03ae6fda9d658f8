//! A new game: against whom, and under which rules.

use leptos::prelude::*;

use crate::route::SetupKind;

/// Before a new game.
#[component]
pub(crate) fn SetupScreen(kind: SetupKind) -> impl IntoView {
    let _ = kind;
}

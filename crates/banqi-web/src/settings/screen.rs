//! The page of the settings.

use leptos::prelude::*;

/// The page of the settings.
#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {}

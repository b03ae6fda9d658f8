//! The page.

use leptos::prelude::*;

use crate::i18n::{I18nContextProvider, t, use_i18n};

/// Everything that is on the page.
#[component]
pub(crate) fn App() -> impl IntoView {
    view! {
        <I18nContextProvider>
            <Title />
        </I18nContextProvider>
    }
}

#[component]
fn Title() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main>
            <h1>{t!(i18n, common.title)}</h1>
        </main>
    }
}

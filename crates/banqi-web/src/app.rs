//! The page: what is on every screen, and which screen it is.

use leptos::prelude::*;

use crate::game::GameScreen;
use crate::home::HomeScreen;
use crate::i18n::{I18nContextProvider, t, use_i18n};
use crate::icon::Sprite;
use crate::route::{Route, follow_history, use_route};
use crate::settings::{SettingsScreen, provide_settings};
use crate::setup::SetupScreen;

/// Everything that is on the page.
#[component]
pub(crate) fn App() -> impl IntoView {
    provide_settings();
    follow_history();
    view! {
        <I18nContextProvider>
            <Sprite />
            <Screen />
        </I18nContextProvider>
    }
}

#[component]
fn Screen() -> impl IntoView {
    let i18n = use_i18n();
    let route = use_route();
    view! {
        <main id="main">
            {move || match route.get() {
                Route::Home => view! { <HomeScreen /> }.into_any(),
                Route::Setup(kind) => view! { <SetupScreen kind /> }.into_any(),
                Route::Settings => view! { <SettingsScreen /> }.into_any(),
                Route::Game(id) => view! { <GameScreen id /> }.into_any(),
                Route::Unknown => view! { <h1>{t!(i18n, common.title)}</h1> }.into_any(),
            }}
        </main>
    }
}

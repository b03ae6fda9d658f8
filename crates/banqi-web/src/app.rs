//! The page: what is on every screen, and which screen it is.

use leptos::html::Main;
use leptos::prelude::*;

use crate::board;
use crate::game::{GameScreen, OnlineScreen};
use crate::gone::gone;
use crate::home::{HomeScreen, finished_page};
use crate::icon::{Icon, Sprite, Symbol, Wordmark};
use crate::page::PageScreen;
use crate::route::{Address, Link, Route, follow_history, use_route};
use crate::settings::{SettingsScreen, provide_settings, system_is_dark, use_settings};
use crate::setup::{self, RulesScreen, SetupScreen};
use crate::text::text;
use crate::whole::Whole;

/// Everything that is on the page.
#[component]
pub(crate) fn App() -> impl IntoView {
    provide_settings();
    follow_history();
    view! {
        <Sprite />
        <board::Sprite />
        <Screens />
        <Newer />
        <Broken />
    }
}

/// What start.js shows when the program has broken down, which can then show nothing any more.
#[component]
fn Broken() -> impl IntoView {
    view! {
        <div id="broken" role="alert" hidden=true>
            <p>{text!(common.broken)}</p>
            <a class="button first" href="">
                {text!(common.broken_reload)}
            </a>
        </div>
    }
}

/// What offline.js shows when there is a newer version, and whose buttons it hears.
#[component]
fn Newer() -> impl IntoView {
    view! {
        <div id="newer" role="status" hidden=true>
            <p>{text!(common.newer)}</p>
            <button class="button first small" type="button">
                {text!(common.newer_take)}
            </button>
            <button class="button small" type="button">
                {text!(common.newer_later)}
            </button>
        </div>
    }
}

#[component]
fn Screens() -> impl IntoView {
    let route = use_route();
    let main = NodeRef::<Main>::new();
    // The first screen leaves the focus where the browser has it.
    Effect::new(move |shown: Option<Route>| {
        let route = route.get();
        if let Some(title) = title(route) {
            document().set_title(&title);
        }
        if shown.is_some_and(|shown| shown != route) {
            request_animation_frame(move || {
                if let Some(main) = main.get_untracked() {
                    begin(&main);
                }
            });
        }
        route
    });
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            if let Some(main) = main.get_untracked() {
                begin(&main);
            }
        }>{text!(common.skip)}</a>
        <div class="app" data-screen=move || name(route.get())>
            <Header />
            <main id="main" tabindex="-1" node_ref=main>
                {move || match route.get() {
                    Route::Home => view! { <HomeScreen /> }.into_any(),
                    Route::Game(id) => view! { <GameScreen id /> }.into_any(),
                    Route::Unknown => unknown(),
                    // In the smaller program nobody gets here: `navigate` loads the whole one.
                    other => Whole::here().map(|whole| whole_screen(whole, other)).into_any(),
                }}
            </main>
        </div>
    }
}

/// The screens that only the whole program has.
fn whole_screen(whole: Whole, route: Route) -> AnyView {
    match route {
        Route::Setup(kind) => view! { <SetupScreen kind /> }.into_any(),
        Route::Rules => view! { <RulesScreen /> }.into_any(),
        Route::Settings => view! { <SettingsScreen /> }.into_any(),
        Route::Finished => finished_page(whole),
        Route::Online(id) => view! { <OnlineScreen whole id /> }.into_any(),
        Route::Page(address) => view! { <PageScreen whole address /> }.into_any(),
        Route::Home | Route::Game(_) | Route::Unknown => ().into_any(),
    }
}

/// Puts the focus where a screen begins, unless the screen has put it somewhere itself: those who listen hear where they
/// are.
fn begin(main: &web_sys::HtmlElement) {
    let focused = document().active_element();
    let elsewhere = focused.is_some_and(|focused| main.contains(Some(&focused)) && focused != **main);
    if elsewhere {
        return;
    }
    let heading = main.query_selector("h1[tabindex]").ok().flatten();
    let heading = heading.and_then(|heading| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(heading).ok());
    // An element of the page can have the focus.
    let _ = heading.as_ref().unwrap_or(main).focus();
}

/// For the style sheet.
fn name(route: Route) -> &'static str {
    match route {
        Route::Home => "home",
        Route::Setup(_) => "setup",
        Route::Rules => "rules",
        Route::Settings => "settings",
        Route::Finished => "finished",
        Route::Game(_) | Route::Online(_) => "game",
        Route::Page(_) => "page",
        Route::Unknown => "unknown",
    }
}

/// The page's title, but for a game's, which says whose move it is, and for those that are about somebody.
fn title(route: Route) -> Option<String> {
    let page = match route {
        Route::Home => return Some(text!(home.page).to_string()),
        Route::Game(_) | Route::Online(_) | Route::Page(_) => return None,
        Route::Setup(kind) => setup::title(kind),
        Route::Rules => text!(setup.rules),
        Route::Settings => text!(common.settings),
        Route::Finished => text!(home.finished),
        Route::Unknown => text!(common.unknown_title),
    };
    Some(text!(common.page_title, page = page))
}

#[component]
fn Header() -> impl IntoView {
    let route = use_route();
    let settings = use_settings();
    let is_dark = move || match settings.with(|settings| settings.theme) {
        crate::settings::Theme::Dark => true,
        crate::settings::Theme::Light => false,
        crate::settings::Theme::System => system_is_dark(),
    };
    let has_sound = move || settings.with(|settings| settings.sound);
    let switch_theme = move |_| settings.update(|settings| settings.theme = settings.theme.switched(system_is_dark()));
    let switch_sound = move |_| settings.update(|settings| settings.sound = !settings.sound);
    let current = move |to: Route| {
        Signal::derive(move || match route.get() {
            here if here == to => Some("page"),
            here => here.section().is_some_and(|section| Some(section) == to.section()).then_some("true"),
        })
    };
    let place = move |to: Route, what: &'static str| {
        view! {
            <Link to class="header-place" current=current(to)>
                {what}
            </Link>
        }
    };
    let account = Route::Page(Address::ACCOUNT);
    view! {
        <header class="header">
            <Link to=Route::Home class="brand" label=text!(common.home)>
                <Wordmark />
                <span aria-hidden="true">{text!(common.title)}</span>
            </Link>
            <nav class="header-places">
                {place(Route::Page(Address::LOBBY), text!(home.find))}
                {place(Route::Page(Address::LEARN), text!(home.learn))}
                {place(Route::Page(Address::BOARDS), text!(home.boards))}
            </nav>
            <button
                class="icon-button"
                type="button"
                aria-label=text!(common.sound)
                title=text!(common.sound)
                aria-pressed=Signal::derive(move || has_sound().to_string())
                on:click=switch_sound
            >
                <Icon symbol=Signal::derive(move || if has_sound() { Symbol::Sound } else { Symbol::Silent }) />
            </button>
            <button
                class="icon-button"
                type="button"
                aria-label=text!(common.dark)
                title=text!(common.dark)
                aria-pressed=Signal::derive(move || is_dark().to_string())
                on:click=switch_theme
            >
                <Icon symbol=Symbol::Sun />
            </button>
            <Link
                to=Route::Settings
                class="icon-button"
                label=text!(common.settings)
                current=current(Route::Settings)
            >
                <Icon symbol=Symbol::Gear />
            </Link>
            <Link to=account class="icon-button" label=text!(home.account) current=current(account)>
                <Icon symbol=Symbol::Person />
            </Link>
        </header>
    }
}

/// At an address that leads nowhere.
pub(crate) fn unknown() -> AnyView {
    gone(text!(common.unknown_title), text!(common.unknown_text))
}

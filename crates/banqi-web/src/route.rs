//! Where in the client the player is: the address, and what it shows.
//!
//! A dozen lines over the History API do what is needed here; a router crate would be a twentieth of the program.

use std::cell::RefCell;
use std::fmt;

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::online::Online;
use crate::store::GameId;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    Setup(SetupKind),
    Game(GameId),
    /// A game over the net.
    Online(banqi_wire::GameId),
    Rules,
    Settings,
    /// An address that leads nowhere.
    Unknown,
}

/// Whom a new game is against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetupKind {
    Computer,
    SameScreen,
    Friend,
}

impl Route {
    /// What the path of an address shows. One slash at the end does not matter.
    fn of(path: &str) -> Self {
        let steps: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').skip(1).collect();
        match steps.as_slice() {
            [] => Self::Home,
            ["computer"] => Self::Setup(SetupKind::Computer),
            ["same-screen"] => Self::Setup(SetupKind::SameScreen),
            ["friend"] => Self::Setup(SetupKind::Friend),
            ["rules"] => Self::Rules,
            ["settings"] => Self::Settings,
            ["game", id] => id.parse().map_or(Self::Unknown, Self::Game),
            ["g", id] => id.parse().map_or(Self::Unknown, Self::Online),
            _ => Self::Unknown,
        }
    }

    /// Whether this is about games over the net: start.js loads the program that has them for these paths.
    const fn is_online(self) -> bool {
        matches!(self, Self::Online(_) | Self::Setup(SetupKind::Friend))
    }

    fn current() -> Self {
        Self::of(&window().location().pathname().unwrap_or_default())
    }
}

/// The path. What leads nowhere leads home.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home | Self::Unknown => f.write_str("/"),
            Self::Setup(SetupKind::Computer) => f.write_str("/computer"),
            Self::Setup(SetupKind::SameScreen) => f.write_str("/same-screen"),
            Self::Setup(SetupKind::Friend) => f.write_str("/friend"),
            Self::Online(id) => write!(f, "/g/{id}"),
            Self::Rules => f.write_str("/rules"),
            Self::Settings => f.write_str("/settings"),
            Self::Game(id) => write!(f, "/game/{id}"),
        }
    }
}

thread_local! {
    /// Not in a context, because handlers go places too, and they have none.
    static ROUTE: RefCell<Option<ArcRwSignal<Route>>> = const { RefCell::new(None) };
}

fn route() -> ArcRwSignal<Route> {
    ROUTE.with_borrow_mut(|route| route.get_or_insert_with(|| ArcRwSignal::new(Route::current())).clone())
}

/// Follows the browser's own buttons. Once, at the start.
pub(crate) fn follow_history() {
    let route = route();
    let handle = window_event_listener(leptos::ev::popstate, move |_| route.set(Route::current()));
    on_cleanup(move || handle.remove());
}

/// What is shown. It tells when that changes.
pub(crate) fn use_route() -> Signal<Route> {
    route().into()
}

/// Goes somewhere, as a link does; the browser's button leads back.
pub(crate) fn navigate(to: Route) {
    if route().get_untracked() == to {
        return;
    }
    if to.is_online() && Online::here().is_none() {
        // The other program is at the same address. A browser that refuses to go leaves everything as it is.
        let _ = window().location().assign(&to.to_string());
        return;
    }
    let history = window().history().expect("a page has a history");
    // A browser refuses when a page goes on too often; what is shown matters more than the address.
    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&to.to_string()));
    route().set(to);
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// A link to another place in the client. It has an address, so that it can be opened in a tab of its own.
#[component]
pub(crate) fn Link(
    to: Route,
    #[prop(optional)] class: &'static str,
    #[prop(optional, into)] label: Option<&'static str>,
    /// For `aria-current`.
    #[prop(optional, into)]
    current: Signal<Option<&'static str>>,
    children: Children,
) -> impl IntoView {
    let follow = move |event: web_sys::MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if event.button() == 0 && !elsewhere {
            event.prevent_default();
            navigate(to);
        }
    };
    view! {
        <a href=to.to_string() class=class aria-label=label aria-current=current on:click=follow>
            {children()}
        </a>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_where_they_come_from() {
        let game = Route::of("/game/1");
        assert!(matches!(game, Route::Game(_)));
        let all = [
            Route::Home,
            Route::Setup(SetupKind::Computer),
            Route::Setup(SetupKind::SameScreen),
            Route::Setup(SetupKind::Friend),
            game,
            Route::of("/g/0123456789abcdef"),
            Route::Rules,
            Route::Settings,
        ];
        for route in all {
            assert_eq!(Route::of(&route.to_string()), route);
        }
    }

    #[test]
    fn the_paths_are_those_that_people_have_kept() {
        assert_eq!(Route::of("/"), Route::Home);
        assert_eq!(Route::of(""), Route::Home);
        assert_eq!(Route::of("/computer"), Route::Setup(SetupKind::Computer));
        assert_eq!(Route::of("/same-screen/"), Route::Setup(SetupKind::SameScreen));
        assert_eq!(Route::of("/settings"), Route::Settings);
        assert_eq!(Route::of("/game/12").to_string(), "/game/12");
    }

    #[test]
    fn other_paths_lead_nowhere() {
        for path in [
            "/nowhere",
            "/g/",
            "/g/0123456789abcdei",
            "/game",
            "/game/",
            "/game/x",
            "/game/1/2",
            "/Computer",
            "//",
            "/settings/x",
            "/game/-1",
        ] {
            assert_eq!(Route::of(path), Route::Unknown, "{path}");
        }
    }
}

//! Where in the client the player is: the address, and what it shows.
//!
//! A dozen lines over the History API do what is needed here; a router crate would be a twentieth of the program.

use std::cell::RefCell;
use std::fmt;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use crate::back;
use crate::icon::{Symbol, icon};
use crate::live::span;
use crate::store::GameId;
use crate::whole::Whole;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Home,
    Setup(SetupKind),
    Game(GameId),
    /// A game over the net.
    Online(banqi_wire::GameId),
    /// A page that only the whole program has.
    Page(Address),
    Rules,
    Settings,
    /// The games that are over, on this device.
    Finished,
    /// An address that leads nowhere.
    Unknown,
}

/// Whom a new game is against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetupKind {
    Computer,
    SameScreen,
    Friend,
    /// Whoever finds the game in the lobby.
    Anybody,
    /// The server's computer, for points.
    Ranked,
}

impl SetupKind {
    const fn path(self) -> &'static str {
        match self {
            Self::Computer => "/computer",
            Self::SameScreen => "/same-screen",
            Self::Friend => "/friend",
            Self::Anybody => "/lobby/new",
            Self::Ranked => "/ranked",
        }
    }

    /// Whether the server makes the game.
    pub(crate) const fn is_online(self) -> bool {
        matches!(self, Self::Friend | Self::Anybody | Self::Ranked)
    }
}

/// An address, with what stands after its question mark. Those that were visited are kept as long as the page is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(&'static str);

impl Address {
    pub(crate) const ACCOUNT: Self = Self("/account");
    pub(crate) const LOBBY: Self = Self("/lobby");
    pub(crate) const BOARDS: Self = Self("/boards");
    pub(crate) const LEARN: Self = Self("/learn");
    pub(crate) const ANALYSIS: Self = Self("/analysis");

    fn new(text: &str) -> Self {
        thread_local! {
            static VISITED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
        }
        VISITED.with_borrow_mut(|visited| {
            let known = visited.iter().copied().find(|known| *known == text);
            Self(known.unwrap_or_else(|| {
                let new: &'static str = String::from(text).leak();
                visited.push(new);
                new
            }))
        })
    }

    pub(crate) const fn text(self) -> &'static str {
        self.0
    }

    /// The path and what stands after the question mark.
    pub(crate) fn parts(self) -> (&'static str, &'static str) {
        self.0.split_once('?').unwrap_or((self.0, ""))
    }
}

impl Route {
    /// What an address shows. One slash at the end does not matter, and of most nothing after a question mark.
    pub(crate) fn of(address: &str) -> Self {
        let path = address.split('?').next().unwrap_or_default();
        let steps: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').skip(1).collect();
        match steps.as_slice() {
            [] => Self::Home,
            ["computer"] => Self::Setup(SetupKind::Computer),
            ["same-screen"] => Self::Setup(SetupKind::SameScreen),
            ["friend"] => Self::Setup(SetupKind::Friend),
            ["lobby", "new"] => Self::Setup(SetupKind::Anybody),
            ["ranked"] => Self::Setup(SetupKind::Ranked),
            ["rules"] => Self::Rules,
            ["settings"] => Self::Settings,
            ["finished"] => Self::Finished,
            ["game", id] => id.parse().map_or(Self::Unknown, Self::Game),
            ["g", id] => id.parse().map_or(Self::Unknown, Self::Online),
            ["account" | "lobby" | "archive" | "boards" | "analysis"] | ["boards" | "u", _] => {
                Self::Page(Address::new(address))
            }
            ["learn"] | ["learn", _] | ["learn", "course" | "rules", _] => Self::Page(Address::new(address)),
            _ => Self::Unknown,
        }
    }

    /// The part of the client that it belongs to, by how the addresses there begin; None where it is no part of one.
    pub(crate) fn section(self) -> Option<&'static str> {
        let path = match self {
            Self::Setup(SetupKind::Anybody) => Address::LOBBY.0,
            Self::Page(address) => address.parts().0,
            _ => return None,
        };
        match path.split('/').nth(1) {
            // The boards lead to it.
            Some("archive") => Some("boards"),
            section => section,
        }
    }

    /// Whether the whole program is needed: start.js loads it for these paths.
    const fn needs_whole(self) -> bool {
        !matches!(self, Self::Home | Self::Game(_) | Self::Unknown)
    }

    fn current() -> Self {
        let location = window().location();
        Self::of(&(location.pathname().unwrap_or_default() + &location.search().unwrap_or_default()))
    }
}

/// The path. What leads nowhere leads home.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home | Self::Unknown => f.write_str("/"),
            Self::Setup(kind) => f.write_str(kind.path()),
            Self::Page(Address(address)) => f.write_str(address),
            Self::Online(id) => write!(f, "/g/{id}"),
            Self::Rules => f.write_str("/rules"),
            Self::Settings => f.write_str("/settings"),
            Self::Finished => f.write_str("/finished"),
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
    let handle = window_event_listener(leptos::ev::popstate, move |_| {
        if back::arrived() {
            return;
        }
        let current = Route::current();
        // To another part of the same page the browser goes by itself.
        if route.get_untracked() != current {
            route.set(current);
        }
    });
    on_cleanup(move || handle.remove());
    back::begin();
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
    let Some(replaces) = back::leave(to) else { return };
    let address = to.to_string();
    if to.needs_whole() && Whole::here().is_none() {
        let location = window().location();
        // The other program is at the same address. A browser that refuses to go leaves everything as it is.
        let _ = if replaces { location.replace(&address) } else { location.assign(&address) };
        return;
    }
    let history = window().history().expect("a page has a history");
    // A browser refuses when a page goes on too often; what is shown matters more than the address.
    let _ = if replaces {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    };
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
        if is_plain(&event) {
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

/// As [`Link`], among other parts of a page, by the address.
pub(crate) fn link(class: &'static str, address: String, parts: Vec<AnyView>) -> AnyView {
    let to = address.clone();
    let follow: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |event| {
        if is_plain(&event) {
            event.prevent_default();
            navigate(Route::of(&to));
        }
    });
    view! {
        <a href=address class=class on:click=follow>
            {parts}
        </a>
    }
    .into_any()
}

/// Follows a link in a part of the page that was not made here, if a click was on one that leads elsewhere in the client.
pub(crate) fn follow(event: &web_sys::MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let link = target.and_then(|target| target.closest("a").ok().flatten());
    let Some(address) = link.and_then(|link| link.get_attribute("href")).filter(|to| to.starts_with('/')) else {
        return;
    };
    if is_plain(event) {
        event.prevent_default();
        navigate(Route::of(&address));
    }
}

/// A link on a line of its own, with an arrow.
pub(crate) fn onward(to: Route, what: &'static str) -> AnyView {
    link("onward", to.to_string(), vec![span("", what), icon(Symbol::Go)])
}

/// Whether a click is to lead there in this page.
fn is_plain(event: &web_sys::MouseEvent) -> bool {
    event.button() == 0 && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
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
            Route::Setup(SetupKind::Anybody),
            Route::Setup(SetupKind::Ranked),
            game,
            Route::of("/g/0123456789abcdef"),
            Route::Page(Address::ACCOUNT),
            Route::Page(Address::LOBBY),
            Route::Page(Address::BOARDS),
            Route::of("/boards/blitz?window=day&page=2"),
            Route::of("/u/Yi-chen"),
            Route::of("/archive?player=Yi-chen"),
            Route::Page(Address::LEARN),
            Route::of("/learn/first-game"),
            Route::of("/learn/rules/hong-kong"),
            Route::of("/learn/course/step"),
            Route::Page(Address::ANALYSIS),
            Route::of("/analysis?position=3k%2F4&rules=mainland"),
            Route::Rules,
            Route::Settings,
            Route::Finished,
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
        assert_eq!(Route::of("/game/12?from=there").to_string(), "/game/12");
        assert_eq!(Route::of("/u/Yi-chen"), Route::of("/u/Yi-chen"));
    }

    #[test]
    fn a_section_is_known_by_its_beginning() {
        for path in ["/learn", "/learn/", "/learn/course/step", "/learn/rules/hong-kong"] {
            assert_eq!(Route::of(path).section(), Some("learn"), "{path}");
        }
        assert_eq!(Route::of("/archive?player=Yi-chen").section(), Route::Page(Address::BOARDS).section());
        assert_eq!(Route::of("/lobby/new").section(), Route::Page(Address::LOBBY).section());
        for path in ["/", "/settings", "/computer"] {
            assert_eq!(Route::of(path).section(), None, "{path}");
        }
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
            "/u",
            "/u/a/b",
            "/lobby/old",
            "/boards/points/2",
            "/learn/rules/hong-kong/2",
            "/learn/drill/2",
            "/analysis/x",
        ] {
            assert_eq!(Route::of(path), Route::Unknown, "{path}");
        }
    }
}

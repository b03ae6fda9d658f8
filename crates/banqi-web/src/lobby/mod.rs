//! The lobby: quick pairing, who waits for a game, and what is played.

mod games;
mod pairing;
mod seeks;

use std::time::Duration;

use leptos::prelude::*;

use crate::live::{block, live};
use crate::online::fetch::Fetch;
use crate::online::json::Fields;
use crate::online::me::me;
use crate::online::request::{Failure, ask};
use crate::online::words;
use crate::page::page;
use crate::route::{Route, link, navigate};
use crate::text::text;
use crate::whole::Whole;

/// So often it is looked who waits.
const EVERY: Duration = Duration::from_secs(3);

/// What is being done in the lobby, and why something was not. All of it are handles.
#[derive(Clone, Copy)]
struct Desk {
    fetch: Fetch,
    said: RwSignal<String>,
    /// Whether what failed needs an account.
    needs_account: RwSignal<bool>,
    busy: RwSignal<bool>,
}

impl Desk {
    fn say(self, text: impl Into<String>) {
        self.needs_account.try_set(false);
        self.said.try_set(text.into());
    }

    fn fail(self, failure: &Failure) {
        self.say(words::failure(failure));
        self.needs_account.try_set(failure.error == "account_needed");
    }

    /// Asks for a game, and goes there.
    fn go(self, path: &str, body: Option<&str>, game: Option<banqi_wire::GameId>) {
        if self.busy.try_set(true).is_some() {
            return;
        }
        ask("POST", path, body, move |answer| {
            self.busy.try_set(false);
            match answer.map(|answer| game.or_else(|| Fields(&answer).parse("id"))) {
                Ok(Some(game)) => navigate(Route::Online(game)),
                Ok(None) => self.fail(&Failure::unknown()),
                Err(failure) => {
                    self.fail(&failure);
                    self.fetch.again();
                }
            }
        });
    }
}

/// The lobby.
pub(crate) fn lobby_page(_: Whole) -> AnyView {
    let fetch = Fetch::new("/api/lobby".to_string());
    fetch.follow(EVERY);
    let desk = Desk {
        fetch,
        said: RwSignal::new(String::new()),
        needs_account: RwSignal::new(false),
        busy: RwSignal::new(false),
    };
    let me = me();
    let has_account = Memo::new(move |_| me.with(|me| me.account().is_some()));
    let to_account = move || {
        if desk.needs_account.get() {
            link(
                "button small",
                "/account?then=/lobby".to_string(),
                vec![crate::live::span("", text!(lobby.to_account))],
            )
        } else {
            ().into_any()
        }
    };
    let said = view! {
        <div class="said" role="status">
            <span>{Signal::derive(move || desk.said.get())}</span>
            {live(to_account)}
        </div>
    };
    let left = vec![pairing::pairing(desk, has_account), seeks::seeks(desk, has_account)];
    let parts = vec![said.into_any(), block("halves", vec![block("", left), block("", vec![games::games(desk)])])];
    page("page net lobby", text!(home.find), parts)
}

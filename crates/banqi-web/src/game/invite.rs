//! The invitation: for whoever made the game the link in every form, for whoever got it what is to be played, and the seat.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::actions::close;
use super::net::Net;
use super::play::Play;
use super::{notify, words};
use crate::copy::copy;
use crate::icon::{Symbol, icon};
use crate::live::{block, heading, paragraph, press, span, word};
use crate::online::qr;
use crate::route::Route;
use crate::text::text;

/// The sheet.
pub(super) fn content(play: Play, net: Net) -> AnyView {
    let is_player = play.session.with_untracked(|session| session.players().own_seat().is_some());
    if is_player { invites(play, net) } else { invited(play, net) }
}

fn link(net: Net) -> String {
    format!("{}{}", window().location().origin().unwrap_or_default(), Route::Online(net.id))
}

fn invites(play: Play, net: Net) -> AnyView {
    let link = link(net);
    let drawn = qr::path(&link).map(|(path, width)| {
        let view_box = format!("0 0 {width} {width}");
        view! {
            <svg class="qr" viewBox=view_box role="img" aria-label=text!(online.qr)>
                <path d=path />
            </svg>
        }
    });
    let copied = link.clone();
    let shared = link.clone();
    let mut buttons = vec![copy("button first", text!(online.copy), move || copied.clone())];
    if can_share() {
        let share = move |()| {
            let data = web_sys::ShareData::new();
            data.set_title(text!(online.share_text));
            data.set_url(&shared);
            // Whoever thinks better of it has shared nothing.
            let _ = window().navigator().share_with_data(&data);
        };
        buttons.push(press("button", vec![icon(Symbol::Share), span("", text!(online.share))], share));
    }
    if notify::can_ask() {
        buttons.push(word("button", text!(online.notify), |()| notify::allow()));
    }
    let marks: Box<dyn FnMut(web_sys::FocusEvent)> = Box::new(|event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        input.select();
    });
    let link = view! {
        <input
            class="input invite-link"
            readonly=true
            aria-label=text!(online.link)
            prop:value=link
            on:focus=marks
        />
    };
    let is_open = play.session.with_untracked(|session| session.server().is_some_and(|remote| remote.room().is_open()));
    let (title, text, waits) = if is_open {
        (text!(lobby.waits_title), text!(lobby.waits_text), "")
    } else {
        (text!(online.invite_title), text!(online.invite_text), text!(online.waiting))
    };
    let head = block("", vec![heading(title), paragraph("secondary", text)]);
    let waits = if waits.is_empty() { ().into_any() } else { paragraph("invite-waits", waits) };
    // The first button has the focus; the link is there to be marked by hand.
    let parts = vec![head, drawn.into_any(), block("buttons", buttons), link.into_any(), waits, close(play)];
    block("invite", parts)
}

/// Whether the browser can hand a link to another program.
fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &JsValue::from_str("share")).unwrap_or(false)
}

fn invited(play: Play, net: Net) -> AnyView {
    let terms = play.session.with_untracked(|session| {
        let remote = session.server()?;
        let room = remote.room();
        let counts = words::counts(room.scoring());
        Some([
            words::rules(room.rules()),
            [Some(words::time(room.clock())), counts].into_iter().flatten().collect::<Vec<_>>().join(" · "),
            // The seat that is free is the friend's.
            words::first(room.first(), banqi_wire::Player::Friend).to_string(),
        ])
    });
    let terms = terms.into_iter().flatten().map(|term| paragraph("", term)).collect();
    let buttons = vec![
        word("button first", text!(online.take_seat), move |()| net.join(play)),
        word("button", text!(online.only_watch), move |()| play.sheet.set(None)),
    ];
    block(
        "invite",
        vec![
            heading(text!(online.invited_title)),
            block("rows invite-terms", terms),
            paragraph("secondary", text!(online.sealing_waits)),
            block("buttons", buttons),
        ],
    )
}

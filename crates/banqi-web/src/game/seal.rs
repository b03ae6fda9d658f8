//! The seal: its code, whether everything that was opened matches it, and what that means.

use banqi_deal::SealCode;
use leptos::prelude::*;

use super::actions::close;
use super::play::{Play, Sheets};
use super::remote::{Remote, Trust};
use super::session::Session;
use crate::copy::copy;
use crate::live::{block, heading, live, paragraph, press, span};
use crate::online::kept;
use crate::text::{sentences, text};

/// What is to be seen of the deal.
fn known(play: Play) -> Option<(Option<SealCode>, Trust, &'static str)> {
    play.session.with(|session| {
        let remote = session.server()?;
        Some((remote.room().seal().map(banqi_deal::Seal::code), remote.trust(), state(remote)))
    })
}

/// The chip: the first eight characters, and whether all is well. It leads to the sheet. Nothing before there is a seal.
pub(super) fn chip(play: Play) -> AnyView {
    let drawn = move || match known(play) {
        Some((code, trust, state)) if code.is_some() || trust == Trust::Failed => {
            let failed = trust == Trust::Failed;
            // What does not match has no code to be compared any more.
            let mut parts: Vec<AnyView> = code.filter(|_| !failed).map(mark).into_iter().collect();
            parts.push(span("seal-state", state));
            let open = move |()| play.sheet.set(Some(Sheets::Seal));
            press(if failed { "seal mismatched" } else { "seal" }, parts, open)
        }
        _ => ().into_any(),
    };
    block("seal-place", vec![live(drawn).into_any()])
}

/// The red mark with the first four pairs of characters.
fn mark(code: SealCode) -> AnyView {
    let text = code.to_string();
    let pair = |at| &text[at..at + 2];
    span("seal-mark", format!("{} {}\n{} {}", pair(0), pair(2), pair(5), pair(7)))
}

/// The state of the deal, as far as this device can tell.
pub(super) fn state(remote: &Remote) -> &'static str {
    match remote.trust() {
        Trust::Unsealed | Trust::SoFar(0) => text!(online.sealed_before),
        Trust::SoFar(_) | Trust::Verified if !remote.proves() => text!(online.consistent),
        Trust::SoFar(_) => text!(online.so_far),
        Trust::Verified => text!(online.verified),
        Trust::Failed => text!(online.failed),
    }
}

/// The sheet: the whole code, what was checked, and what it means.
pub(super) fn content(play: Play) -> AnyView {
    let drawn = move || {
        let Some((code, trust, state)) = known(play) else { return ().into_any() };
        let said = play.session.with(|session| {
            let remote = session.server()?;
            Some((checked(remote, trust), meaning(remote), session.is_over()))
        });
        let Some((text, [limit, meaning], is_over)) = said else { return ().into_any() };
        let code = code.map(|code| code.to_string()).unwrap_or_default();
        let mut parts = vec![heading(state)];
        if !limit.is_empty() {
            parts.push(paragraph("", limit));
        }
        parts.extend([
            paragraph("seal-code", code.clone()),
            paragraph(if trust == Trust::Failed { "seal-failed" } else { "" }, text),
            paragraph("secondary", meaning),
        ]);
        let mut buttons = vec![copy("button first", text!(online.copy_code), move || code.clone())];
        if is_over {
            let record = move || {
                let record = play.session.with_untracked(Session::record);
                record.map_or_else(|_| String::new(), |record| record.to_string())
            };
            buttons.push(copy("button", text!(common.copy_record), record));
        }
        parts.push(block("buttons", buttons));
        block("seal-sheet", parts)
    };
    block("", vec![live(drawn).into_any(), close(play)])
}

/// What this device cannot say, if there is something, and what the code means to whoever sees it here.
pub(super) fn meaning(remote: &Remote) -> [&'static str; 2] {
    let is_watched = remote.role().player().is_none();
    match (remote.trust(), remote.proves(), is_watched) {
        // Of what does not match nothing else is to be said.
        (Trust::Failed, ..) => ["", text!(online.seal_text_compare)],
        (_, true, false) if remote.room().computer().is_some() => ["", text!(online.seal_text_computer)],
        (_, true, false) => ["", text!(online.seal_text)],
        (_, true, true) => ["", text!(online.seal_text_watched)],
        (_, false, false) => [text!(online.seal_lost), text!(online.seal_text_compare)],
        (_, false, true) => [text!(online.seal_late), text!(online.seal_text_compare)],
    }
}

/// What was checked, and what came of it.
fn checked(remote: &Remote, trust: Trust) -> String {
    match trust {
        Trust::Unsealed | Trust::SoFar(0) => text!(online.seal_open_0).to_string(),
        Trust::SoFar(1) => text!(online.seal_open_1).to_string(),
        Trust::SoFar(count) => text!(online.seal_open, count = count),
        Trust::Verified => text!(online.seal_verified).to_string(),
        Trust::Failed => {
            let why = match remote.room().mismatch() {
                Some(mismatch) => mismatch.to_string(),
                None if remote.is_contradicted() => text!(online.seal_failed_kept).to_string(),
                None => text!(online.seal_failed_withheld).to_string(),
            };
            let count = kept::list().iter().filter(|(_, kept)| kept.failed).count();
            let counted = if count > 1 {
                text!(online.seal_counted, count = count)
            } else {
                text!(online.seal_counted_1).to_string()
            };
            sentences([text!(online.seal_failed, why = why), counted])
        }
    }
}

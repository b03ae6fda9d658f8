//! Who the player is to the server: asked once, and again when it may have become somebody else.

use std::cell::RefCell;

use banqi_wire::Account;
use leptos::prelude::*;

use super::answer::account;
use super::json::Fields;
use super::request::ask;

/// Who the player is to the server.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Me {
    /// It has not said yet.
    Unknown,
    /// It cannot be asked.
    Unreachable,
    /// A guest, or nobody yet.
    Guest,
    Account(Account),
}

impl Me {
    pub(crate) fn account(&self) -> Option<&Account> {
        match self {
            Self::Account(account) => Some(account),
            _ => None,
        }
    }
}

thread_local! {
    static ME: RefCell<Option<ArcRwSignal<Me>>> = const { RefCell::new(None) };
}

/// Who the player is. It tells when that changes.
pub(crate) fn me() -> ArcRwSignal<Me> {
    let known = ME.with_borrow(Clone::clone);
    known.unwrap_or_else(|| {
        let me = ArcRwSignal::new(Me::Unknown);
        ME.set(Some(me.clone()));
        refresh();
        me
    })
}

/// Asks the server.
pub(crate) fn refresh() {
    ask("GET", "/api/me", None, |answer| {
        let new = match &answer {
            Ok(value) => match Fields(value).some("account") {
                Some(fields) => account(fields).map_or(Me::Unreachable, Me::Account),
                None => Me::Guest,
            },
            Err(_) => Me::Unreachable,
        };
        let me = me();
        if me.with_untracked(|me| *me != new) {
            me.set(new);
        }
    });
}

//! The account: how one gets one, and everything that is one's own.

mod code;
mod form;
mod own;
mod sign;

use banqi_wire::RecoveryCode;
use leptos::prelude::*;
use serde_json::Value;

use crate::live::{block, focus, live, paragraph, word};
use crate::online::answer::recovery_code;
use crate::online::json::Fields;
use crate::online::me::{Me, me, refresh};
use crate::online::words;
use crate::page::page;
use crate::route::{Route, navigate};
use crate::text::text;
use crate::whole::Whole;

/// What is shown in the place of all else, and where one goes on afterwards. All of it are handles.
#[derive(Clone, Copy)]
struct Shown {
    /// A code that is to be written down.
    code: RwSignal<Option<RecoveryCode>>,
    /// What has just been done.
    said: RwSignal<&'static str>,
    then: StoredValue<Option<String>>,
}

impl Shown {
    /// Shows a code. A server whose answer is not understood has made the account all the same.
    fn code(self, told: Option<RecoveryCode>) {
        if told.is_some() {
            self.code.set(told);
            request_animation_frame(|| focus("code-title"));
        }
        refresh();
    }

    /// Back to where the player came from, if that is known.
    fn go_on(self) {
        if let Some(then) = self.then.get_value() {
            navigate(Route::of(&then));
        }
    }
}

fn code_of(answer: &Value) -> Option<RecoveryCode> {
    recovery_code(Fields(answer))
}

/// The page of the account. Who came from elsewhere goes on to `then`.
pub(crate) fn account_page(_: Whole, then: Option<String>) -> AnyView {
    // An address of this server only.
    let then = then.filter(|then| Route::of(then) != Route::Unknown);
    let shown = Shown { code: RwSignal::new(None), said: RwSignal::new(""), then: StoredValue::new(then) };
    let me = me();
    // Points and balance come and go while one plays.
    refresh();
    // What changes about the account draws what it is about, not the whole page.
    let name = Memo::new({
        let me = me.clone();
        move |_| match me.get() {
            Me::Account(account) => Ok(account.name),
            other => Err(other),
        }
    });
    let drawn = move || {
        if let Some(told) = shown.code.get() {
            let done = move |()| {
                shown.code.set(None);
                shown.go_on();
            };
            return code::shown(&told, done);
        }
        match name.get() {
            Ok(_) => own::own(me.clone(), shown),
            Err(Me::Unknown) => paragraph("secondary waits", words::waiting()),
            Err(Me::Unreachable) => {
                let again = word("button small", words::again(), |()| refresh());
                let said = view! { <p role="alert">{text!(players.unreachable)}</p> };
                block("failure", vec![said.into_any(), again])
            }
            Err(_) => sign::ways(shown),
        }
    };
    let said = view! {
        <p class="said" role="status">
            {Signal::derive(move || shown.said.get())}
        </p>
    };
    let parts = vec![said.into_any(), live(drawn).into_any()];
    page("page net account", text!(account.account), parts)
}

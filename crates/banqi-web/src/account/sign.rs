//! Who has no account here, or is not signed in: a new account, an old one, or one whose password is forgotten.

use leptos::prelude::*;
use serde_json::Value;

use super::form::{Asked, Question, form};
use super::{Shown, code_of};
use crate::field::{Arrangement, Choice, Typed, radios};
use crate::live::{block, live, paragraph};
use crate::online::me::refresh;
use crate::text::text;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    New,
    Old,
    Forgotten,
}

/// The three ways. What a name and a password lead to is done with `shown`.
pub(super) fn ways(shown: Shown) -> AnyView {
    let way = RwSignal::new(Way::New);
    let choices = vec![
        Choice::new(Way::New, text!(account.sign_up)),
        Choice::new(Way::Old, text!(account.sign_in)),
        Choice::new(Way::Forgotten, text!(account.forgot)),
    ];
    let legend = text!(account.what);
    let tabs = radios("way", legend, Arrangement::Tabs, choices, move || way.get(), move |chosen| way.set(chosen));
    let drawn = move || match way.get() {
        Way::New => new(shown),
        Way::Old => old(shown),
        Way::Forgotten => forgotten(shown),
    };
    block("narrow", vec![tabs, live(drawn).into_any()])
}

fn name(about: &'static str) -> Asked {
    let what = text!(account.name);
    Asked("name", Typed { id: "name", what, about, fills: "username", ..Typed::default() })
}

/// A password that is to be made up, or one that is.
pub(super) fn password(field: &'static str, what: &'static str, is_new: bool) -> Asked {
    let (about, fills) =
        if is_new { (text!(account.password_about), "new-password") } else { ("", "current-password") };
    Asked(field, Typed { id: field, what, about, fills, is_number: false, is_secret: true })
}

fn new(shown: Shown) -> AnyView {
    let question = Question { method: "POST", path: "/api/account", does: text!(account.sign_up_do) };
    let fields = vec![name(text!(account.name_about)), password("password", text!(account.password), true)];
    let form = form(question, fields, move |answer: &Value| shown.code(code_of(answer)));
    block("", vec![paragraph("lead", text!(account.sign_up_about)), form])
}

fn old(shown: Shown) -> AnyView {
    let question = Question { method: "POST", path: "/api/session", does: text!(account.sign_in_do) };
    let fields = vec![name(""), password("password", text!(account.password), false)];
    let form = form(question, fields, move |_: &Value| {
        refresh();
        shown.go_on();
    });
    block("", vec![paragraph("lead", text!(account.sign_in_about)), form])
}

fn forgotten(shown: Shown) -> AnyView {
    let question = Question { method: "POST", path: "/api/account/recovery", does: text!(account.forgot_do) };
    let what = text!(account.code);
    let code = Asked("code", Typed { id: "code", what, fills: "off", ..Typed::default() });
    let fields = vec![name(""), code, password("new", text!(account.new_password), true)];
    let form = form(question, fields, move |answer: &Value| shown.code(code_of(answer)));
    block("", vec![paragraph("lead", text!(account.forgot_about)), form])
}

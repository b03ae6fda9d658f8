//! Who has no account here, or is not signed in: a new account, an old one, or one whose password is forgotten.

use leptos::prelude::*;
use serde_json::Value;

use super::form::{Asked, Question, form};
use super::{Shown, code_of};
use crate::field::{Arrangement, Choice, Typed, radios};
use crate::i18n::{Locale, td_string};
use crate::live::{block, live, paragraph};
use crate::online::me::refresh;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    New,
    Old,
    Forgotten,
}

/// The three ways. What a name and a password lead to is done with `shown`.
pub(super) fn ways(locale: Locale, shown: Shown) -> AnyView {
    let way = RwSignal::new(Way::New);
    let choices = vec![
        Choice::new(Way::New, td_string!(locale, account.sign_up)),
        Choice::new(Way::Old, td_string!(locale, account.sign_in)),
        Choice::new(Way::Forgotten, td_string!(locale, account.forgot)),
    ];
    let legend = td_string!(locale, account.what);
    let tabs = radios("way", legend, Arrangement::Tabs, choices, move || way.get(), move |chosen| way.set(chosen));
    let drawn = move || match way.get() {
        Way::New => new(locale, shown),
        Way::Old => old(locale, shown),
        Way::Forgotten => forgotten(locale, shown),
    };
    block("narrow", vec![tabs, live(drawn).into_any()])
}

fn name(locale: Locale, about: &'static str) -> Asked {
    let what = td_string!(locale, account.name);
    Asked("name", Typed { id: "name", what, about, fills: "username", ..Typed::default() })
}

/// A password that is to be made up, or one that is.
pub(super) fn password(locale: Locale, field: &'static str, what: &'static str, is_new: bool) -> Asked {
    let (about, fills) =
        if is_new { (td_string!(locale, account.password_about), "new-password") } else { ("", "current-password") };
    Asked(field, Typed { id: field, what, about, fills, is_number: false, is_secret: true })
}

fn new(locale: Locale, shown: Shown) -> AnyView {
    let question = Question { method: "POST", path: "/api/account", does: td_string!(locale, account.sign_up_do) };
    let fields = vec![
        name(locale, td_string!(locale, account.name_about)),
        password(locale, "password", td_string!(locale, account.password), true),
    ];
    let form = form(question, fields, move |answer: &Value| shown.code(code_of(answer)));
    block("", vec![paragraph("lead", td_string!(locale, account.sign_up_about)), form])
}

fn old(locale: Locale, shown: Shown) -> AnyView {
    let question = Question { method: "POST", path: "/api/session", does: td_string!(locale, account.sign_in_do) };
    let fields = vec![name(locale, ""), password(locale, "password", td_string!(locale, account.password), false)];
    let form = form(question, fields, move |_: &Value| {
        refresh();
        shown.go_on();
    });
    block("", vec![paragraph("lead", td_string!(locale, account.sign_in_about)), form])
}

fn forgotten(locale: Locale, shown: Shown) -> AnyView {
    let question =
        Question { method: "POST", path: "/api/account/recovery", does: td_string!(locale, account.forgot_do) };
    let what = td_string!(locale, account.code);
    let code = Asked("code", Typed { id: "code", what, fills: "off", ..Typed::default() });
    let fields = vec![name(locale, ""), code, password(locale, "new", td_string!(locale, account.new_password), true)];
    let form = form(question, fields, move |answer: &Value| shown.code(code_of(answer)));
    block("", vec![paragraph("lead", td_string!(locale, account.forgot_about)), form])
}

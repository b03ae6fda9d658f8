//! The recovery code, which is shown once.

use banqi_wire::RecoveryCode;
use leptos::prelude::*;

use crate::copy::copy;
use crate::field::tick;
use crate::i18n::td_string;
use crate::icon::{Symbol, icon};
use crate::live::{Press, block, live_while, paragraph, span};
use crate::text::use_locale;

/// The code, and that it is to be written down before one goes on.
pub(super) fn shown(told: &RecoveryCode, done: impl Fn(()) + Send + Sync + 'static) -> AnyView {
    let locale = use_locale();
    let is_written = RwSignal::new(false);
    let is_pressed = RwSignal::new(false);
    let copied = told.code.clone();
    let go = move |()| {
        if is_written.get_untracked() {
            done(());
        } else {
            is_pressed.set(true);
        }
    };
    let blocked =
        move || block("error", vec![icon(Symbol::Forbidden), span("", td_string!(locale, account.code_blocked))]);
    let name = td_string!(locale, account.code_name, name = &told.name).to_string();
    let code = paragraph("recovery-code", told.code.clone());
    let written =
        tick(td_string!(locale, account.code_written), "", move || is_written.get(), move |on| is_written.set(on));
    view! {
        <section class="narrow code-shown">
            <h2 tabindex="-1" id="code-title">
                {td_string!(locale, account.code_title)}
            </h2>
            {paragraph("", td_string!(locale, account.code_text))}
            {paragraph("secondary", name)}
            {code}
            {copy("button", td_string!(locale, account.code_copy), locale, move || copied.clone())}
            {written}
            <div role="alert">{live_while(move || is_pressed.get() && !is_written.get(), blocked)}</div>
            <Press
                class="button first"
                off=Signal::derive(move || !is_written.get())
                on_press=Callback::new(go)
            >
                {td_string!(locale, account.code_go)}
            </Press>
        </section>
    }
    .into_any()
}

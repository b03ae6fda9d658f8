//! The recovery code, which is shown once.

use banqi_wire::RecoveryCode;
use leptos::prelude::*;

use crate::copy::copy;
use crate::field::tick;
use crate::icon::{Symbol, icon};
use crate::live::{Press, block, live_while, paragraph, span};
use crate::text::text;

/// The code, and that it is to be written down before one goes on.
pub(super) fn shown(told: &RecoveryCode, done: impl Fn(()) + Send + Sync + 'static) -> AnyView {
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
    let blocked = move || block("error", vec![icon(Symbol::Forbidden), span("", text!(account.code_blocked))]);
    let name = text!(account.code_name, name = &told.name);
    let code = paragraph("recovery-code", told.code.clone());
    let written = tick(text!(account.code_written), "", move || is_written.get(), move |on| is_written.set(on));
    view! {
        <section class="narrow code-shown">
            <h2 tabindex="-1" id="code-title">
                {text!(account.code_title)}
            </h2>
            {paragraph("", text!(account.code_text))}
            {paragraph("secondary", name)}
            {code}
            {copy("button", text!(account.code_copy), move || copied.clone())}
            {written}
            <div role="alert">{live_while(move || is_pressed.get() && !is_written.get(), blocked)}</div>
            <Press
                class="button first"
                off=Signal::derive(move || !is_written.get())
                on_press=Callback::new(go)
            >
                {text!(account.code_go)}
            </Press>
        </section>
    }
    .into_any()
}

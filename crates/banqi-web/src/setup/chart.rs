//! Who takes whom, computed from the rules.

use banqi::{Capture, Colour, Kind, Piece, Rules};
use leptos::prelude::*;

use super::words;
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::i18n::{Locale, td_string};
use crate::text::use_locale;

/// Who takes whom, and the rest of the rules in words.
#[component]
pub(crate) fn Chart(#[prop(into)] rules: Signal<Rules>) -> impl IntoView {
    let locale = use_locale();
    view! {
        <section class="chart" aria-labelledby="chart">
            <h2 class="head" id="chart">
                {td_string!(locale, setup.chart)}
            </h2>
            {move || table(locale, &rules.get())}
            <p class="chart-legend caption" aria-hidden="true">
                <span>
                    <i class="takes-step"></i>
                    {td_string!(locale, setup.chart_step)}
                </span>
                <Show when=move || jumps(&rules.get())>
                    <span>
                        <i class="takes-jump"></i>
                        {td_string!(locale, setup.chart_jump)}
                    </span>
                </Show>
            </p>
        </section>
        <section class="words" aria-labelledby="words">
            <h2 class="head" id="words">
                {td_string!(locale, setup.words)}
            </h2>
            <ul class="rows">
                {move || {
                    let sentences = words::sentences(locale, &rules.get());
                    sentences.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()
                }}
            </ul>
        </section>
    }
}

fn jumps(rules: &Rules) -> bool {
    Kind::ALL.into_iter().any(|target| rules.capture(Kind::Cannon, target) == Some(Capture::Jump))
}

/// The kinds from high to low, so that what follows from the ranks is a triangle.
fn table(locale: Locale, rules: &Rules) -> impl IntoView + use<> {
    let kinds = rules.parameters().ranks;
    let heads = kinds.map(|kind| {
        view! {
            <th scope="col">
                <Mini piece=Piece { colour: Colour::Black, kind } />
                <span class="hidden">{kind_name(locale, kind)}</span>
            </th>
        }
    });
    let rows = kinds.map(|attacker| {
        let cells = kinds.map(|target| {
            let (class, text) = match rules.capture(attacker, target) {
                Some(Capture::Step) => ("takes-step", td_string!(locale, setup.chart_step)),
                Some(Capture::Jump) => ("takes-jump", td_string!(locale, setup.chart_jump)),
                None => ("takes-not", td_string!(locale, setup.chart_no)),
            };
            view! {
                <td>
                    <i class=class></i>
                    <span class="hidden">{text}</span>
                </td>
            }
        });
        view! {
            <tr>
                <th scope="row">
                    <span class="chart-kind">
                        <Mini piece=Piece { colour: Colour::Red, kind: attacker } />
                        {kind_name(locale, attacker)}
                    </span>
                </th>
                {cells.collect_view()}
            </tr>
        }
    });
    view! {
        <table>
            <thead>
                <tr>
                    <td></td>
                    {heads.collect_view()}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

//! Who takes whom, computed from the rules.

use banqi::{Capture, Colour, Kind, Piece, Rules};
use leptos::prelude::*;

use super::words;
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::text::text;

/// Who takes whom, and the rest of the rules in words.
#[component]
pub(crate) fn Chart(#[prop(into)] rules: Signal<Rules>) -> impl IntoView {
    view! {
        <section class="chart" aria-labelledby="chart">
            <h2 class="head" id="chart">
                {text!(setup.chart)}
            </h2>
            {move || table(&rules.get())}
            <p class="chart-legend caption" aria-hidden="true">
                <span>
                    <i class="takes-step"></i>
                    {text!(setup.chart_step)}
                </span>
                <Show when=move || jumps(&rules.get())>
                    <span>
                        <i class="takes-jump"></i>
                        {text!(setup.chart_jump)}
                    </span>
                </Show>
            </p>
        </section>
        <section class="words" aria-labelledby="words">
            <h2 class="head" id="words">
                {text!(setup.words)}
            </h2>
            <ul class="rows">
                {move || {
                    let sentences = words::sentences(&rules.get());
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
fn table(rules: &Rules) -> impl IntoView + use<> {
    let kinds = rules.parameters().ranks;
    let heads = kinds.map(|kind| {
        view! {
            <th scope="col">
                <Mini piece=Piece { colour: Colour::Black, kind } />
                <span class="hidden">{kind_name(kind)}</span>
            </th>
        }
    });
    let rows = kinds.map(|attacker| {
        let cells = kinds.map(|target| {
            let (class, text) = match rules.capture(attacker, target) {
                Some(Capture::Step) => ("takes-step", text!(setup.chart_step)),
                Some(Capture::Jump) => ("takes-jump", text!(setup.chart_jump)),
                None => ("takes-not", text!(setup.chart_no)),
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
                        {kind_name(attacker)}
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

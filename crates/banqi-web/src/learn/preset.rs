//! The rules of a preset, all of them computed: who takes whom, each parameter, and what differs from the default.

use banqi::{CannonRule, DarkRule, Parameter, Parameters, Preset};
use leptos::prelude::*;

use crate::board::words::kind;
use crate::game::words as game_words;
use crate::icon::{Symbol, icon};
use crate::live::{block, figures, list, paragraph, section, span, word};
use crate::page::page;
use crate::route::{Route, SetupKind, link, navigate};
use crate::settings::use_settings;
use crate::setup::{Chart, words};
use crate::text::text;
use crate::whole::Whole;

pub(super) fn address(preset: Preset) -> String {
    format!("/learn/rules/{preset}")
}

/// The rules of a preset.
pub(super) fn preset_page(_: Whole, preset: Preset) -> AnyView {
    let rules = preset.rules();
    let settings = use_settings();
    let play = move |()| {
        settings.update(|settings| settings.rules = rules);
        navigate(Route::Setup(SetupKind::Computer));
    };
    let chart = view! { <Chart rules=Signal::stored(rules) /> }.into_any();
    let all = Parameter::ALL.map(|parameter| (words::name(parameter).to_string(), span("", value(preset, parameter))));
    let detail = vec![
        section("", text!(learn.parameters), vec![figures("lines-of-figures", all.into())]),
        section("", text!(learn.differences), vec![differences(preset)]),
        section("", text!(learn.other_rules), vec![others(preset)]),
    ];
    let parts = vec![
        paragraph("lead secondary", words::about(preset)),
        block("play-so", vec![word("button first", text!(learn.play_so), play)]),
        block("halves", vec![block("preset-chart", vec![chart]), block("", detail)]),
    ];
    page("page net learn", game_words::rules(&rules), parts)
}

/// In what a preset is not the default.
fn differences(preset: Preset) -> AnyView {
    let default = Preset::default();
    if preset == default {
        return paragraph("secondary", text!(learn.is_default));
    }
    let differs =
        |parameter: &Parameter| preset.parameters().value(*parameter) != default.parameters().value(*parameter);
    let row = |parameter: Parameter| {
        view! {
            <tr>
                <th scope="row">{words::name(parameter)}</th>
                <td class="here">{value(preset, parameter)}</td>
                <td>{value(default, parameter)}</td>
            </tr>
        }
        .into_any()
    };
    let rows: Vec<AnyView> = Parameter::ALL.into_iter().filter(differs).map(row).collect();
    view! {
        <table class="differences">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">{text!(learn.here)}</th>
                    <th scope="col">{text!(learn.by_default)}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn others(preset: Preset) -> AnyView {
    let name = |other: Preset| {
        let parts = vec![span("line-name", game_words::rules(&other.rules())), icon(Symbol::Go)];
        link("line", address(other), parts)
    };
    list("rows other-rules", Preset::ALL.into_iter().filter(|other| *other != preset).map(name).collect())
}

/// A parameter's value in words.
fn value(preset: Preset, parameter: Parameter) -> String {
    let parameters = preset.parameters();
    let Parameters { ranks, cannon, dark, .. } = parameters;
    let switch = |is_on| if is_on { text!(learn.on) } else { text!(learn.off) };
    let limit =
        |limit: Option<u16>, written: fn(u16) -> String| limit.map_or_else(|| text!(setup.none).to_string(), written);
    let turns = |count| text!(learn.limit_turns, count = count);
    let times = |count| text!(learn.limit_times, count = count);
    match parameter {
        Parameter::Ranks => ranks.map(kind).join(text!(learn.between)),
        Parameter::Cannon => match cannon {
            CannonRule::Jump => text!(setup.cannon_jump).to_string(),
            CannonRule::Step => text!(setup.cannon_step).to_string(),
        },
        Parameter::Dark => match dark {
            DarkRule::Off => text!(setup.dark_off).to_string(),
            DarkRule::Probe => text!(setup.dark_probe).to_string(),
            DarkRule::Trade => text!(setup.dark_trade).to_string(),
        },
        Parameter::Quiet => limit(parameters.quiet, turns),
        Parameter::Repetition => limit(parameters.repetition, times),
        Parameter::Cycle => limit(parameters.cycle, times),
        Parameter::Chase => limit(parameters.chase, times),
        Parameter::Elimination => switch(parameters.elimination).to_string(),
        Parameter::Chain => switch(parameters.chain).to_string(),
        Parameter::Rush => switch(parameters.rush).to_string(),
        Parameter::Diagonal => switch(parameters.diagonal).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_said_in_words() {
        let said = |preset, parameter| value(preset, parameter);
        assert_eq!(said(Preset::TaiwanClub, Parameter::Quiet), "40 turns");
        assert_eq!(said(Preset::TaiwanClub, Parameter::Repetition), "3 times");
        assert_eq!(said(Preset::TaiwanClassic, Parameter::Quiet), "No limit");
        assert_eq!(said(Preset::HongKong, Parameter::Cannon), "Steps");
        assert_eq!(said(Preset::HongKong, Parameter::Elimination), "No");
        assert_eq!(
            said(Preset::HongKong, Parameter::Ranks),
            "General, Chariot, Horse, Cannon, Advisor, Elephant, Soldier"
        );
    }
}

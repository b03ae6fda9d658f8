//! The drill: can this take that? Twenty questions, and those that were missed once more.

mod question;
mod run;

use banqi::{Parameters, Preset, Rules};
use banqi_svg::{Options, Orientation};
use leptos::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;
use wasm_bindgen::JsCast;

use super::{Chapter, neighbours};
use crate::board::words::{kind, piece};
use crate::field::{Arrangement, Choice, radios};
use crate::game::words as game_words;
use crate::live::{block, focus, list, live, paragraph, span};
use crate::page::page;
use crate::settings::use_settings;
use crate::text::text;
use crate::whole::Whole;
use question::{Place, Question, Why};
use run::{LENGTH, Run};

const QUESTION: &str = "question";
const NEXT: &str = "next-question";

/// The page of the drill. It begins with the rules that were played last.
pub(super) fn drill_page(_: Whole) -> AnyView {
    let own = use_settings().with_untracked(|settings| settings.rules);
    let sets = rule_sets(own);
    let chosen = sets.iter().position(|set| captures(set) == captures(&own)).unwrap_or(0);
    let chosen = RwSignal::new(chosen);
    let run = RwSignal::new(Run::new(sets[chosen.get_untracked()], &mut below));
    let choices = sets.iter().enumerate().map(|(index, set)| Choice::new(index, game_words::rules(set))).collect();
    let choose = move |index: usize| {
        chosen.set(index);
        run.set(Run::new(sets[index], &mut below));
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| pressed(run, &event));
    on_cleanup(move || keys.remove());
    // What was answered is said once; the next question has the focus, and is read for that.
    let said = Memo::new(move |_| run.with(said));
    let spoken = view! {
        <p class="hidden" role="status">
            {said}
        </p>
    };
    let parts = vec![
        radios("rules", text!(learn.drill_rules), Arrangement::Row, choices, move || chosen.get(), choose),
        live(move || run.with(|shown| asked(shown, run))).into_any(),
        spoken.into_any(),
        neighbours(Chapter::Drill),
    ];
    page("page learn drill", text!(learn.drill), parts)
}

/// A number below this one.
fn below(number: usize) -> usize {
    SysRng.try_next_u32().unwrap_or_default() as usize % number
}

/// One of all rule sets that capture alike; the player's own too, if it captures as no preset does.
fn rule_sets(own: Rules) -> Vec<Rules> {
    let mut sets: Vec<Rules> = Vec::new();
    for set in Preset::ALL.map(Preset::rules).into_iter().chain([own]) {
        if !sets.iter().any(|other| captures(other) == captures(&set)) {
            sets.push(set);
        }
    }
    sets
}

/// The parameters on which captures depend.
fn captures(rules: &Rules) -> Parameters {
    let Parameters { ranks, cannon, dark, rush, diagonal, .. } = *rules.parameters();
    Parameters { ranks, cannon, dark, rush, diagonal, ..Preset::default().parameters() }
}

fn answer(run: RwSignal<Run>, takes: bool) {
    if run.with_untracked(|run| run.question().is_some() && run.verdict().is_none()) {
        run.update(|run| run.answer(takes));
        request_animation_frame(|| focus(NEXT));
    }
}

fn go_on(run: RwSignal<Run>) {
    run.update(Run::go_on);
    request_animation_frame(|| focus(QUESTION));
}

fn begin(run: RwSignal<Run>, new: Run) {
    run.set(new);
    request_animation_frame(|| focus(QUESTION));
}

/// What a key does, wherever the focus is.
fn pressed(run: RwSignal<Run>, event: &web_sys::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.repeat() {
        return;
    }
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let is_on = |selector| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
    match event.key().as_str() {
        "y" | "Y" => answer(run, true),
        "n" | "N" => answer(run, false),
        // Among the rules they choose another one.
        "ArrowLeft" if !is_on("input") => answer(run, true),
        "ArrowRight" if !is_on("input") => answer(run, false),
        // What has the focus knows it by itself.
        "Enter" if run.with_untracked(|run| run.verdict().is_some()) && !is_on("a, button, input") => go_on(run),
        _ => return,
    }
    event.prevent_default();
}

/// The question with its answer, or what came of all of them.
fn asked(shown: &Run, run: RwSignal<Run>) -> AnyView {
    let Some((number, question)) = shown.question() else { return over(shown, run) };
    let count = text!(learn.question, number = number, all = shown.len());
    let streak = match shown.streak() {
        0 => String::new(),
        count => text!(learn.streak, count = count),
    };
    let options = Options { orientation: Orientation::Landscape, coordinates: false, square: 80, ..Options::default() };
    let drawn = banqi_svg::inline(&question.position(), &options, "");
    let verdict = match shown.verdict() {
        None => "verdict",
        Some(true) => "verdict solved",
        Some(false) => "verdict missed",
    };
    let buttons = if shown.verdict().is_none() {
        vec![
            button("button", None, text!(learn.yes), "Y", move || answer(run, true)),
            button("button", None, text!(learn.no), "N", move || answer(run, false)),
        ]
    } else {
        vec![button("button first", Some(NEXT), text!(learn.next_question), "", move || go_on(run))]
    };
    let asked = view! {
        <h2 class="task" id=QUESTION tabindex="-1">
            {text_of(question)}
        </h2>
    };
    let drawn = view! { <div class="drill-scene" aria-hidden="true" inner_html=drawn></div> };
    let parts = vec![
        block("drill-count", vec![span("", count), span("secondary", streak)]),
        drawn.into_any(),
        asked.into_any(),
        block("drill-buttons", buttons),
        paragraph(verdict, said(shown)),
    ];
    block("drill-desk", parts)
}

/// What came of all questions, and what was missed.
fn over(shown: &Run, run: RwSignal<Run>) -> AnyView {
    let score = text!(learn.score, right = shown.right(), all = shown.len());
    let head = view! {
        <h2 class="result" id=QUESTION tabindex="-1">
            {score}
        </h2>
    };
    let mut parts = vec![head.into_any()];
    let rules = *shown.rules();
    let mut buttons = Vec::new();
    let missed = shown.missed();
    if missed.is_empty() {
        parts.push(paragraph("", text!(learn.none_missed)));
    } else {
        let line = |question: &Question| {
            block("missed-line", vec![span("", text_of(*question)), span("secondary", why(*question, &rules))])
        };
        parts.push(list("rows", missed.iter().map(line).collect()));
        let again = shown.again();
        let begin_again = move || begin(run, again.clone());
        buttons.push(button("button first", None, text!(learn.ask_missed), "", begin_again));
    }
    let new = move || begin(run, Run::new(rules, &mut below));
    buttons.push(button("button", None, text!(learn.ask_new, count = LENGTH), "", new));
    parts.push(block("drill-buttons", buttons));
    block("drill-desk", parts)
}

/// A button, with the key that does the same.
fn button(
    class: &'static str,
    id: Option<&'static str>,
    what: impl Into<String>,
    key: &'static str,
    does: impl Fn() + 'static,
) -> AnyView {
    let what: String = what.into();
    let pressed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| does());
    let shortcut = (!key.is_empty()).then_some(key);
    view! {
        <button type="button" class=class id=id aria-keyshortcuts=shortcut on:click=pressed>
            {what}
            {shortcut.map(|key| view! { <kbd aria-hidden="true">{key}</kbd> })}
        </button>
    }
    .into_any()
}

/// What is asked.
fn text_of(Question { attacker, target, place }: Question) -> String {
    let target = target.map_or(text!(learn.face_down_piece), |kind| piece(banqi::Piece::new(!attacker.colour, kind)));
    let attacker = piece(attacker);
    match place {
        Place::Beside => text!(learn.ask_beside, attacker = attacker, target = target),
        Place::Line(0) => text!(learn.ask_line_0, attacker = attacker, target = target),
        Place::Line(1) => text!(learn.ask_line_1, attacker = attacker, target = target),
        Place::Line(count) => text!(learn.ask_line, attacker = attacker, target = target, count = count),
        Place::Diagonal => text!(learn.ask_diagonal, attacker = attacker, target = target),
    }
}

/// Whether the answer was right, and why it is so. Nothing while it is asked.
fn said(run: &Run) -> String {
    let (Some(verdict), Some((_, question))) = (run.verdict(), run.question()) else { return String::new() };
    let verdict = if verdict { text!(learn.right) } else { text!(learn.wrong) };
    format!("{verdict} {}", why(question, run.rules()))
}

/// The answer, in words of the rules.
fn why(question: Question, rules: &Rules) -> String {
    let attacker = kind(question.attacker.kind);
    let target = question.target.map_or("", kind);
    let (Ok(why) | Err(why)) = question.answer(rules);
    match why {
        Why::Equal => text!(learn.why_equal).to_string(),
        Why::Higher => text!(learn.why_higher, attacker = attacker, target = target),
        Why::SoldierTakesGeneral => text!(learn.why_soldier).to_string(),
        Why::Jump => text!(learn.why_jump).to_string(),
        Why::Rush => text!(learn.why_rush).to_string(),
        Why::Diagonal => text!(learn.why_diagonal).to_string(),
        Why::Dark => text!(learn.why_dark).to_string(),
        Why::GeneralNotSoldier => text!(learn.why_general).to_string(),
        Why::Lower => text!(learn.why_lower, attacker = attacker, target = target),
        Why::CannonBeside => text!(learn.why_cannon).to_string(),
        Why::Screens(0) => text!(learn.why_no_screen).to_string(),
        Why::Screens(_) => text!(learn.why_screens).to_string(),
        Why::Illegal(why) => game_words::illegal(why, true).body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_capture_alike_are_one_choice() {
        let names = |own: &str| {
            let sets = rule_sets(own.parse().expect("rules"));
            sets.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("taiwan-club"), ["taiwan-tournament", "hong-kong", "mainland"]);
        assert_eq!(names("taiwan-club:rush=on"), ["taiwan-tournament", "hong-kong", "mainland", "taiwan-club:rush=on"]);
    }
}

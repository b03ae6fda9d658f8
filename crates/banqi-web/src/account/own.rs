//! What is one's own: points and ratings, games under way, sessions, password and code, and the way out.

use banqi_wire::Session;
use leptos::prelude::*;
use serde_json::Value;

use super::form::{Question, form};
use super::sign::password;
use super::{Shown, code_of};
use crate::game::clock;
use crate::icon::{Symbol, icon};
use crate::live::{block, figures, list, live, paragraph, section, span, word};
use crate::online::answer::{OwnGame, own_game, session};
use crate::online::fetch::Fetch;
use crate::online::json::Fields;
use crate::online::me::{Me, refresh};
use crate::online::request::ask;
use crate::online::words;
use crate::route::link;
use crate::sheet::Sheet;
use crate::store::now;
use crate::text::text;

/// The account of who is signed in.
pub(super) fn own(me: ArcRwSignal<Me>, shown: Shown) -> AnyView {
    let numbers = move || me.with(|me| me.account().map(figures_of).into_any());
    let left = vec![live(numbers).into_any(), games()];
    // The way out is the last.
    let right = vec![sessions(shown), safety(shown), yours(shown)];
    block("halves", vec![block("", left), block("", right)])
}

fn figures_of(account: &banqi_wire::Account) -> AnyView {
    let number = |name: &'static str, number: i64| (name.to_string(), span("", words::amount(number)));
    let mut parts = vec![figures(
        "numbers",
        vec![number(text!(account.points), account.points), number(text!(account.balance), account.balance)],
    )];
    if !account.ratings.is_empty() {
        let rated = account.ratings.iter().map(|rated| {
            let (rating, about) = words::rated(rated);
            let value = vec![span("", rating), span("about-figure", about)].into_any();
            (words::speed(Some(rated.speed)).to_string(), value)
        });
        parts.push(section("", text!(account.ratings), vec![figures("lines-of-figures", rated.collect())]));
    }
    let page = vec![span("", text!(account.profile_link)), icon(Symbol::Go)];
    parts.push(link("onward", words::profile_path(&account.name), page));
    let name = view! { <p class="own-name">{account.name.clone()}</p> };
    parts.insert(0, name.into_any());
    block("own-figures", parts)
}

fn games() -> AnyView {
    let games = Fetch::new("/api/me/games".to_string()).draw(move |fields| {
        let games: Vec<OwnGame> =
            fields.0.as_array()?.iter().map(|game| own_game(Fields(game))).collect::<Option<_>>()?;
        let lines: Vec<AnyView> = games.iter().filter(|game| !game.over).map(game_line).collect();
        if lines.is_empty() {
            let find = vec![span("", text!(account.find)), icon(Symbol::Go)];
            return Some(block(
                "nothing",
                vec![paragraph("empty", text!(account.games_none)), link("button small", "/lobby".to_string(), find)],
            ));
        }
        Some(list("rows games-list", lines))
    });
    section("", text!(account.games), vec![games])
}

fn game_line(game: &OwnGame) -> AnyView {
    let state = match game.is_turn {
        Some(true) => text!(account.your_move),
        Some(false) => text!(account.their_move),
        None => text!(account.waits),
    };
    let left = game.deadline.map(|deadline| {
        let left = clock::written(deadline.saturating_sub(now()));
        format!("{} · ", text!(account.left, time = left))
    });
    let about = left.unwrap_or_default() + &words::terms(&game.rules, game.clock, game.scoring);
    let parts = vec![words::named(&game.opponent), span("line-state", state), span("line-about", about)];
    link("line", format!("/g/{}", game.id), parts)
}

fn sessions(shown: Shown) -> AnyView {
    let fetch = Fetch::new("/api/me/sessions".to_string());
    let end = move |path: String| {
        ask("DELETE", &path, None, move |answer| {
            shown.said.try_set(match &answer {
                Ok(_) => text!(account.ended),
                Err(failure) => words::failure(failure),
            });
            fetch.again();
        });
    };
    let drawn = fetch.draw(move |fields| {
        let sessions: Vec<Session> =
            fields.0.as_array()?.iter().map(|one| session(Fields(one))).collect::<Option<_>>()?;
        let lines: Vec<AnyView> = sessions.iter().map(|session| session_line(session, end)).collect();
        let others = (sessions.len() > 1).then(|| {
            word("button small", text!(account.sessions_end), move |()| {
                end("/api/me/sessions".to_string());
            })
        });
        Some(block("", vec![list("rows", lines), others.into_any()]))
    });
    let about = paragraph("secondary lead", text!(account.sessions_about));
    section("sessions", text!(account.sessions), vec![about, drawn])
}

fn session_line(session: &Session, end: impl Fn(String) + Copy + Send + Sync + 'static) -> AnyView {
    let device =
        if session.device.is_empty() { text!(account.session_unknown).to_string() } else { session.device.clone() };
    let seen = if session.current {
        text!(account.session_current).to_string()
    } else {
        text!(account.session_seen, day = words::moment(session.seen))
    };
    let path = format!("/api/me/sessions/{}", session.id);
    let label = text!(account.session_end_label, device = &device);
    let button = (!session.current).then(|| {
        view! {
            <crate::live::Press
                class="button small"
                label=Signal::stored(label)
                on_press=Callback::new(move |()| end(path.clone()))
            >
                {text!(account.session_end)}
            </crate::live::Press>
        }
        .into_any()
    });
    block("session", vec![block("", vec![span("line-name", device), span("line-about", seen)]), button.into_any()])
}

/// What is out of the way until somebody wants it.
fn folded(title: &'static str, content: AnyView) -> AnyView {
    view! {
        <details>
            <summary>{title} {icon(Symbol::Down)}</summary>
            <div class="folded">{content}</div>
        </details>
    }
    .into_any()
}

fn safety(shown: Shown) -> AnyView {
    let change = Question { method: "PUT", path: "/api/account/password", does: text!(account.change_do) };
    let fields = vec![
        password("password", text!(account.old_password), false),
        password("new", text!(account.new_password), true),
    ];
    let changed = move |_: &Value| {
        shown.said.set("");
        shown.said.set(text!(account.changed));
    };
    let code = Question { method: "POST", path: "/api/account/code", does: text!(account.new_code_do) };
    let confirm = confirmation("code-password");
    let coded = move |answer: &Value| shown.code(code_of(answer));
    let code = vec![paragraph("secondary lead", text!(account.new_code_about)), form(code, vec![confirm], coded)];
    section(
        "",
        text!(account.safety),
        vec![
            folded(text!(account.change_password), form(change, fields, changed)),
            folded(text!(account.new_code), code.into_any()),
        ],
    )
}

/// The password once more, in a field of this name.
fn confirmation(id: &'static str) -> super::form::Asked {
    let mut asked = password("password", text!(account.password), false);
    asked.1.id = id;
    asked
}

fn yours(shown: Shown) -> AnyView {
    let is_asked = RwSignal::new(false);
    let left = move |said: &'static str| {
        shown.said.try_set(said);
        refresh();
    };
    let sign_out = move |()| {
        ask("DELETE", "/api/session", None, move |answer| {
            left(match &answer {
                Ok(_) => text!(account.signed_out),
                Err(failure) => words::failure(failure),
            });
        });
    };
    let export = view! {
        <a class="button small" href="/api/me/export" download="banqi.json">
            {text!(account.export)}
        </a>
    };
    let row = |button: AnyView, about: &'static str| block("way-out", vec![button, paragraph("caption", about)]);
    let sheet = move || {
        let question = Question { method: "POST", path: "/api/account/deletion", does: text!(account.delete_do) };
        let deleted = move |_: &Value| {
            is_asked.set(false);
            left(text!(account.deleted));
        };
        vec![
            view! { <h2>{text!(account.delete_title)}</h2> }.into_any(),
            paragraph("sheet-text", text!(account.delete_about)),
            form(question, vec![confirmation("delete-password")], deleted),
            word("button", text!(account.keep), move |()| is_asked.set(false)),
        ]
        .into_any()
    };
    let asks = view! {
        <Sheet
            open=Signal::derive(move || is_asked.get())
            on_close=Callback::new(move |()| is_asked.set(false))
            label=Signal::stored(text!(account.delete_title).to_string())
        >
            {sheet()}
        </Sheet>
    };
    section(
        "",
        text!(account.yours),
        vec![
            row(export.into_any(), text!(account.export_about)),
            row(word("button small", text!(account.sign_out), sign_out), text!(account.sign_out_about)),
            row(word("button small", text!(account.delete), move |()| is_asked.set(true)), text!(account.delete_about)),
            asks.into_any(),
        ],
    )
}

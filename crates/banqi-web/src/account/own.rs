//! What is one's own: points and ratings, games under way, sessions, password and code, and the way out.

use banqi_wire::Session;
use leptos::prelude::*;
use serde_json::Value;

use super::form::{Question, form};
use super::sign::password;
use super::{Shown, code_of};
use crate::game::clock;
use crate::i18n::{Locale, td_string};
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

/// The account of who is signed in.
pub(super) fn own(locale: Locale, me: ArcRwSignal<Me>, shown: Shown) -> AnyView {
    let numbers = move || me.with(|me| me.account().map(|account| figures_of(locale, account)).into_any());
    let left = vec![live(numbers).into_any(), games(locale), yours(locale, shown)];
    let right = vec![sessions(locale, shown), safety(locale, shown)];
    block("halves", vec![block("", left), block("", right)])
}

fn figures_of(locale: Locale, account: &banqi_wire::Account) -> AnyView {
    let number = |name: &'static str, number: i64| (name.to_string(), span("", words::amount(number)));
    let mut parts = vec![figures(
        "numbers",
        vec![
            number(td_string!(locale, account.points), account.points),
            number(td_string!(locale, account.balance), account.balance),
        ],
    )];
    if !account.ratings.is_empty() {
        let rated = account.ratings.iter().map(|rated| {
            let (rating, about) = words::rated(locale, rated);
            let value = vec![span("", rating), span("about-figure", about)].into_any();
            (words::speed(locale, Some(rated.speed)).to_string(), value)
        });
        parts.push(section(
            "",
            td_string!(locale, account.ratings),
            vec![figures("lines-of-figures", rated.collect())],
        ));
    }
    let page = vec![span("", td_string!(locale, account.profile_link)), icon(Symbol::Go)];
    parts.push(link("onward", words::profile_path(&account.name), page));
    let name = view! { <p class="own-name">{account.name.clone()}</p> };
    parts.insert(0, name.into_any());
    block("own-figures", parts)
}

fn games(locale: Locale) -> AnyView {
    let games = Fetch::new("/api/me/games".to_string()).draw(move |fields| {
        let games: Vec<OwnGame> =
            fields.0.as_array()?.iter().map(|game| own_game(Fields(game))).collect::<Option<_>>()?;
        let lines: Vec<AnyView> = games.iter().filter(|game| !game.over).map(|game| game_line(locale, game)).collect();
        if lines.is_empty() {
            let find = vec![span("", td_string!(locale, account.find)), icon(Symbol::Go)];
            return Some(block(
                "nothing",
                vec![
                    paragraph("empty", td_string!(locale, account.games_none)),
                    link("button small", "/lobby".to_string(), find),
                ],
            ));
        }
        Some(list("rows games-list", lines))
    });
    section("", td_string!(locale, account.games), vec![games])
}

fn game_line(locale: Locale, game: &OwnGame) -> AnyView {
    let state = match game.is_turn {
        Some(true) => td_string!(locale, account.your_move),
        Some(false) => td_string!(locale, account.their_move),
        None => td_string!(locale, account.waits),
    };
    let left = game.deadline.map(|deadline| {
        let left = clock::written(locale, deadline.saturating_sub(now()));
        format!("{} · ", td_string!(locale, account.left, time = left))
    });
    let about = left.unwrap_or_default() + &words::terms(locale, &game.rules, game.clock, game.scoring);
    let parts = vec![words::named(locale, &game.opponent), span("line-state", state), span("line-about", about)];
    link("line", format!("/g/{}", game.id), parts)
}

fn sessions(locale: Locale, shown: Shown) -> AnyView {
    let fetch = Fetch::new("/api/me/sessions".to_string());
    let end = move |path: String| {
        ask("DELETE", &path, None, move |answer| {
            shown.said.try_set(match &answer {
                Ok(_) => td_string!(locale, account.ended),
                Err(failure) => words::failure(locale, failure),
            });
            fetch.again();
        });
    };
    let drawn = fetch.draw(move |fields| {
        let sessions: Vec<Session> =
            fields.0.as_array()?.iter().map(|one| session(Fields(one))).collect::<Option<_>>()?;
        let lines: Vec<AnyView> = sessions.iter().map(|session| session_line(locale, session, end)).collect();
        let others = (sessions.len() > 1).then(|| {
            word("button small", td_string!(locale, account.sessions_end), move |()| {
                end("/api/me/sessions".to_string());
            })
        });
        Some(block("", vec![list("rows", lines), others.into_any()]))
    });
    let about = paragraph("secondary lead", td_string!(locale, account.sessions_about));
    section("sessions", td_string!(locale, account.sessions), vec![about, drawn])
}

fn session_line(locale: Locale, session: &Session, end: impl Fn(String) + Copy + Send + Sync + 'static) -> AnyView {
    let device = if session.device.is_empty() {
        td_string!(locale, account.session_unknown).to_string()
    } else {
        session.device.clone()
    };
    let seen = if session.current {
        td_string!(locale, account.session_current).to_string()
    } else {
        td_string!(locale, account.session_seen, day = words::moment(session.seen)).to_string()
    };
    let path = format!("/api/me/sessions/{}", session.id);
    let label = td_string!(locale, account.session_end_label, device = &device).to_string();
    let button = (!session.current).then(|| {
        view! {
            <crate::live::Press
                class="button small"
                label=Signal::stored(label)
                on_press=Callback::new(move |()| end(path.clone()))
            >
                {td_string!(locale, account.session_end)}
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
            <summary>{title}</summary>
            <div class="folded">{content}</div>
        </details>
    }
    .into_any()
}

fn safety(locale: Locale, shown: Shown) -> AnyView {
    let change = Question { method: "PUT", path: "/api/account/password", does: td_string!(locale, account.change_do) };
    let fields = vec![
        password(locale, "password", td_string!(locale, account.old_password), false),
        password(locale, "new", td_string!(locale, account.new_password), true),
    ];
    let changed = move |_: &Value| {
        shown.said.set("");
        shown.said.set(td_string!(locale, account.changed));
    };
    let code = Question { method: "POST", path: "/api/account/code", does: td_string!(locale, account.new_code_do) };
    let confirm = confirmation(locale, "code-password");
    let coded = move |answer: &Value| shown.code(code_of(answer));
    let code =
        vec![paragraph("secondary lead", td_string!(locale, account.new_code_about)), form(code, vec![confirm], coded)];
    section(
        "",
        td_string!(locale, account.safety),
        vec![
            folded(td_string!(locale, account.change_password), form(change, fields, changed)),
            folded(td_string!(locale, account.new_code), code.into_any()),
        ],
    )
}

/// The password once more, in a field of this name.
fn confirmation(locale: Locale, id: &'static str) -> super::form::Asked {
    let mut asked = password(locale, "password", td_string!(locale, account.password), false);
    asked.1.id = id;
    asked
}

fn yours(locale: Locale, shown: Shown) -> AnyView {
    let is_asked = RwSignal::new(false);
    let left = move |said: &'static str| {
        shown.said.try_set(said);
        refresh();
    };
    let sign_out = move |()| {
        ask("DELETE", "/api/session", None, move |answer| {
            left(match &answer {
                Ok(_) => td_string!(locale, account.signed_out),
                Err(failure) => words::failure(locale, failure),
            });
        });
    };
    let export = view! {
        <a class="button" href="/api/me/export" download="banqi.json">
            {td_string!(locale, account.export)}
        </a>
    };
    let row = |button: AnyView, about: &'static str| block("way-out", vec![button, paragraph("caption", about)]);
    let sheet = move || {
        let question =
            Question { method: "POST", path: "/api/account/deletion", does: td_string!(locale, account.delete_do) };
        let deleted = move |_: &Value| {
            is_asked.set(false);
            left(td_string!(locale, account.deleted));
        };
        vec![
            view! { <h2>{td_string!(locale, account.delete_title)}</h2> }.into_any(),
            paragraph("sheet-text", td_string!(locale, account.delete_about)),
            form(question, vec![confirmation(locale, "delete-password")], deleted),
            word("button", td_string!(locale, account.keep), move |()| is_asked.set(false)),
        ]
        .into_any()
    };
    let asks = view! {
        <Sheet
            open=Signal::derive(move || is_asked.get())
            on_close=Callback::new(move |()| is_asked.set(false))
            label=Signal::stored(td_string!(locale, account.delete_title).to_string())
        >
            {sheet()}
        </Sheet>
    };
    section(
        "",
        td_string!(locale, account.yours),
        vec![
            row(export.into_any(), td_string!(locale, account.export_about)),
            row(
                word("button", td_string!(locale, account.sign_out), sign_out),
                td_string!(locale, account.sign_out_about),
            ),
            row(
                word("button", td_string!(locale, account.delete), move |()| is_asked.set(true)),
                td_string!(locale, account.delete_about),
            ),
            asks.into_any(),
        ],
    )
}

//! The archive: games by who played them, under which rules and for what; and lists of games wherever they are.

use banqi::Preset;
use banqi_wire::{GameLine, GamePage, Player};
use leptos::prelude::*;

use crate::field::{Typed, select, typed};
use crate::game::words::rules as rules_words;
use crate::live::{block, list, paragraph, span};
use crate::online::answer::game_page;
use crate::online::fetch::Fetch;
use crate::online::request::encoded;
use crate::online::words;
use crate::page::{Query, page};
use crate::route::{Route, link, navigate};
use crate::text::text;
use crate::whole::Whole;

/// What is looked for, by its names in addresses; what is empty may be anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Search([String; 5]);

const FIELDS: [&str; 5] = ["player", "against", "rules", "kind", "before"];
/// Where the page after this one begins.
const BEFORE: usize = 4;

impl Search {
    pub(crate) fn new(query: &Query) -> Self {
        Self(FIELDS.map(|field| query.text(field).unwrap_or_default()))
    }

    /// The games of a player.
    pub(crate) fn of(player: &str) -> Self {
        let mut search = Self::default();
        search.0[0] = player.to_string();
        search
    }

    /// What stands after the question mark.
    fn question(&self) -> String {
        let asked = FIELDS.iter().zip(&self.0).filter(|(_, value)| !value.trim().is_empty());
        let mut question = String::new();
        for (field, value) in asked {
            question.push(if question.is_empty() { '?' } else { '&' });
            question.push_str(field);
            question.push('=');
            question.push_str(&encoded(value.trim()));
        }
        question
    }

    pub(crate) fn address(&self) -> String {
        format!("/archive{}", self.question())
    }
}

/// The archive.
pub(crate) fn archive_page(_: Whole, search: &Search) -> AnyView {
    let found = search.clone();
    let games = Fetch::new(format!("/api/archive{}", search.question())).draw(move |fields| {
        let GamePage { games, next } = game_page(fields)?;
        if games.is_empty() {
            let is_anything = found == Search::default();
            let empty = if is_anything { text!(players.no_games) } else { text!(players.archive_none) };
            return Some(paragraph("empty", empty));
        }
        let mut parts = vec![lines(&games)];
        let page = |before: String, words: &'static str| {
            let mut page = found.clone();
            page.0[BEFORE] = before;
            link("button small", page.address(), vec![span("", words)])
        };
        let is_first = found.0[BEFORE].is_empty();
        let newest = (!is_first).then(|| page(String::new(), text!(players.newest)));
        let older = next.map(|next| page(next, text!(players.older)));
        parts.push(block("pager", newest.into_iter().chain(older).collect()));
        Some(block("", parts))
    });
    let parts = vec![paragraph("secondary lead", text!(players.archive_about)), form(search), games];
    page("page net archive", text!(players.archive), parts)
}

fn form(search: &Search) -> AnyView {
    let fields = search.0.clone().map(RwSignal::new);
    let [player, against, rules, kind, _] = fields;
    let never = Signal::stored(false);
    let name = |id, what, value| typed(Typed { id, what, fills: "off", ..Typed::default() }, value, never, never);
    let any = || (String::new(), text!(players.any).to_string());
    let presets = Preset::ALL.map(|preset| (preset.to_string(), rules_words(&preset.rules())));
    let kinds = [
        ("rated", text!(players.rated).to_string()),
        ("stake", text!(players.board_stake).to_string()),
        ("ranked", text!(players.ranked).to_string()),
        ("casual", text!(players.casual).to_string()),
    ];
    let kinds = kinds.map(|(kind, what)| (kind.to_string(), what));
    let search: Box<dyn FnMut(web_sys::SubmitEvent)> = Box::new(move |event| {
        event.prevent_default();
        let mut search = Search(fields.map(|field| field.get_untracked()));
        search.0[BEFORE] = String::new();
        navigate(Route::of(&search.address()));
    });
    view! {
        <form class="search" role="search" on:submit=search>
            {name("player", text!(players.archive_player), player)}
            {name("against", text!(players.archive_against), against)}
            {select(
                "rules",
                text!(players.archive_rules),
                std::iter::once(any()).chain(presets).collect(),
                rules,
            )}
            {select(
                "kind",
                text!(players.archive_kind),
                std::iter::once(any()).chain(kinds).collect(),
                kind,
            )}
            <button class="button first" type="submit">
                {text!(players.search)}
            </button>
        </form>
    }
    .into_any()
}

/// Games, each with a link to it.
pub(crate) fn lines(games: &[GameLine]) -> AnyView {
    list("rows games-list", games.iter().map(line).collect())
}

fn line(game: &GameLine) -> AnyView {
    let state = match &game.end {
        None => text!(players.under_way).to_string(),
        Some(end) if end.aborted => text!(players.called_off).to_string(),
        Some(end) => match end.winner {
            None => text!(players.draw).to_string(),
            Some(Player::Creator) => {
                text!(players.won_by, name = words::name(&game.creator))
            }
            Some(Player::Friend) => {
                text!(players.won_by, name = words::name(&game.friend))
            }
        },
    };
    let mut about = words::terms(&game.rules, game.clock, game.scoring);
    if let Some(end) = &game.end {
        about = format!("{about} · {}", words::turns(end.turns));
    }
    about = format!("{about} · {}", words::day(game.created));
    let parts = vec![words::both(&game.creator, &game.friend), span("line-state", state), span("line-about", about)];
    link("line", format!("/g/{}", game.id), parts)
}

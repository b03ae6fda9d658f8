//! The page of a game: the client's, which says what game it is to those who show links with a picture.

use std::fmt::Write as _;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use banqi_room::{Ending, Room, Stage};
use banqi_wire::{Clock, GameId};

use super::asker::Address;
use super::games::{game_id, look};
use super::{ApiError, client};
use crate::App;
use crate::preview::{HEIGHT, WIDTH};
use crate::rooms::fold;

/// Whoever opens a link, a robot for instance, only looks: a seat is taken by `POST /api/games/{id}/join`.
pub(crate) async fn show(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(page) = app.client().and_then(|client| client.page()) else { return Ok(client::none()) };
    let room = match game_id(&id) {
        Ok(game) => match look(&app, address, game).await {
            Ok(kept) => Some((game, fold(&kept.events)?)),
            Err(ApiError::NotFound) => None,
            Err(error) => return Err(error),
        },
        Err(_) => None,
    };
    let html = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok(match room {
        Some((game, room)) => (html, with_tags(page, &tags(game, &room, &origin(&app, &headers)))).into_response(),
        // The client says so in the language of whoever reads it.
        None => (StatusCode::NOT_FOUND, html, page.to_owned()).into_response(),
    })
}

/// Where this server is found.
fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.settings().public_url {
        return url.to_string();
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("http://{host}")
}

fn tags(game: GameId, room: &Room, origin: &str) -> String {
    let (title, more) = match (room.stage(), room.ending()) {
        (Stage::Inviting, _) => ("You are invited to a game of Banqi", "The first who joins plays; others watch."),
        (_, Some(Ending::Finished(outcome))) if outcome.winner.is_none() => {
            ("A drawn game of Banqi", "Watch it again.")
        }
        (_, Some(Ending::Finished(_))) => ("A finished game of Banqi", "Watch it again."),
        (_, Some(Ending::Aborted { .. })) => ("A game of Banqi that was called off", ""),
        _ => ("A game of Banqi is being played", "Watch it."),
    };
    let clock = match room.clock() {
        Clock::None => "No clock.".to_owned(),
        Clock::Fischer { initial, increment } => {
            format!("{}:{:02} and {increment} s a turn.", initial / 60, initial % 60)
        }
        Clock::Days { days: 1 } => "A day a turn.".to_owned(),
        Clock::Days { days } => format!("{days} days a turn."),
    };
    let description = format!("Chinese dark chess. Rules: {}. {clock} {more}", room.rules());
    let page = format!("{origin}/g/{game}");
    // The number makes another address of another picture: who shows pictures keeps them for long.
    let picture = format!("{page}/preview.png?{}", room.number());
    let mut tags = String::new();
    for (name, value) in [
        ("og:type", "website"),
        ("og:site_name", "Banqi"),
        ("og:title", title),
        ("og:description", description.trim_end()),
        ("og:url", &page),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &WIDTH.to_string()),
        ("og:image:height", &HEIGHT.to_string()),
        ("og:image:alt", "The board as it is now"),
    ] {
        // Writing into a string does not fail.
        let _ = writeln!(tags, r#"<meta property="{name}" content="{}">"#, escaped(value));
    }
    tags.push_str(r#"<meta name="twitter:card" content="summary_large_image">"#);
    tags.push('\n');
    tags
}

fn with_tags(page: &str, tags: &str) -> String {
    match page.find("</head>") {
        Some(end) => format!("{}{tags}{}", &page[..end], &page[end..]),
        None => page.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_tag_does_not_leave_it() {
        assert_eq!(escaped(r#"a"><script>'&"#), "a&quot;&gt;&lt;script&gt;&#39;&amp;");
        assert_eq!(with_tags("<head></head><body>", "<meta>"), "<head><meta></head><body>");
        assert_eq!(with_tags("no head", "<meta>"), "no head");
    }
}

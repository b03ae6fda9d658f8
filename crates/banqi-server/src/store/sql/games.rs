//! Reading games.

use std::fmt::Write as _;

use banqi_wire::{Clock, End, GameId, Player, Scoring};
use sqlx::AnyPool;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::row::{count, damaged, game_id, integer, is_true, named, number, text, time, user};
use crate::UserId;
use crate::store::{Entry, Filter, GameOfUser, GameRow, Kept, Listing, PlayerOfGame, Seats, StoreError};

/// How many games a user's list has.
const MOST_LISTED: i64 = 1000;

pub(super) async fn load(readers: &AnyPool, game: GameId) -> Result<Option<Kept>, StoreError> {
    // One statement, so that both are of one moment.
    const LOAD: &str = "SELECT secret, creator, friend, number, at, event FROM game JOIN event ON event.game = game.id \
                        WHERE id = $1 ORDER BY number";
    let rows = sqlx::query(LOAD).bind(game.as_str()).fetch_all(readers).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let seats = Seats { creator: user(first, "creator")?, friend: user(first, "friend")? };
    let events = rows.iter().map(entry).collect::<Result<_, _>>()?;
    Ok(Some(Kept { secret: first.try_get("secret")?, seats, events }))
}

pub(super) async fn unfinished(readers: &AnyPool) -> Result<Vec<GameId>, StoreError> {
    let rows = sqlx::query("SELECT id FROM game WHERE is_over = 0 ORDER BY id").fetch_all(readers).await?;
    rows.iter().map(|row| game_id(row, "id")).collect()
}

pub(super) async fn of_user(readers: &AnyPool, user: UserId) -> Result<Vec<GameOfUser>, StoreError> {
    // Of each list the first ones, in the order of its index.
    const ALL: &str = "\
        SELECT * FROM (SELECT id, created, is_over, 0 AS is_friend FROM game WHERE creator = $1 \
            ORDER BY is_over, created DESC, id LIMIT $2) AS made \
        UNION ALL SELECT * FROM (SELECT id, created, is_over, 1 AS is_friend FROM game WHERE friend = $1 \
            ORDER BY is_over, created DESC, id LIMIT $2) AS joined \
        ORDER BY is_over, created DESC, id LIMIT $2";
    // No game that goes on is left out, however many came after it.
    let rows = sqlx::query(ALL).bind(user.to_text()).bind(MOST_LISTED).fetch_all(readers).await?;
    let read = |row: &AnyRow| {
        let player = if is_true(row, "is_friend")? { Player::Friend } else { Player::Creator };
        let (game, created) = (game_id(row, "id")?, time(row, "created")?);
        Ok(GameOfUser { game, player, created, is_over: is_true(row, "is_over")? })
    };
    let mut games = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
    games.sort_by_key(|game| (std::cmp::Reverse(game.created), game.game));
    Ok(games)
}

pub(super) async fn open_of_user(readers: &AnyPool, user: UserId) -> Result<u32, StoreError> {
    const COUNT: &str = "SELECT (SELECT count(*) FROM game WHERE creator = $1 AND is_over = 0) \
                         + (SELECT count(*) FROM game WHERE friend = $1 AND is_over = 0)";
    let count: i64 = sqlx::query_scalar(COUNT).bind(user.to_text()).fetch_one(readers).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A game with the names of its players and their ratings; a condition follows.
const ROW: &str = "\
    SELECT game.*, creator_account.name AS creator_name, friend_account.name AS friend_name, \
        creator_rating.rating AS creator_rating, creator_rating.deviation AS creator_deviation, \
        friend_rating.rating AS friend_rating, friend_rating.deviation AS friend_deviation \
    FROM game \
    LEFT JOIN account AS creator_account ON creator_account.id = game.creator \
    LEFT JOIN account AS friend_account ON friend_account.id = game.friend \
    LEFT JOIN rating AS creator_rating ON creator_rating.account = game.creator AND creator_rating.speed = game.speed \
    LEFT JOIN rating AS friend_rating ON friend_rating.account = game.friend AND friend_rating.speed = game.speed ";

pub(super) async fn row(readers: &AnyPool, game: GameId) -> Result<Option<GameRow>, StoreError> {
    let query = format!("{ROW} WHERE game.id = $1");
    // Made of the constants above.
    let row = sqlx::query(AssertSqlSafe(query)).bind(game.as_str()).fetch_optional(readers).await?;
    row.as_ref().map(game_row).transpose()
}

pub(super) async fn rows_of_user(readers: &AnyPool, user: UserId, most: u32) -> Result<Vec<GameRow>, StoreError> {
    let query = format!(
        "{ROW} JOIN (SELECT id FROM ( \
            SELECT * FROM (SELECT id, is_over, created FROM game WHERE creator = $1 \
                ORDER BY is_over, created DESC, id LIMIT $2) AS made \
            UNION ALL SELECT * FROM (SELECT id, is_over, created FROM game WHERE friend = $1 \
                ORDER BY is_over, created DESC, id LIMIT $2) AS joined) AS own \
         ORDER BY is_over, created DESC, id LIMIT $2) AS found ON found.id = game.id"
    );
    // Made of constants.
    let query = sqlx::query(AssertSqlSafe(query)).bind(user.to_text()).bind(i64::from(most));
    let mut rows = query.fetch_all(readers).await?.iter().map(game_row).collect::<Result<Vec<_>, _>>()?;
    rows.sort_by_key(|row| (std::cmp::Reverse(row.created), row.game));
    Ok(rows)
}

pub(super) async fn archive(readers: &AnyPool, filter: Filter) -> Result<Vec<GameRow>, StoreError> {
    let Filter { player, against, preset, kind, before, most } = filter;
    // What is not asked for is not in the statement: an index can be used for the rest.
    let mut wanted = "listed = 1 AND ended IS NOT NULL".to_owned();
    let mut values: Vec<String> = Vec::new();
    let mut condition = |text: &str, value: String| {
        values.push(value);
        // Writing into a string does not fail.
        let _ = write!(wanted, " AND {text} = ${}", values.len());
    };
    // A player's games are read from the player's index, which has all that they are searched for. That of all games of a
    // kind could be much longer: what is computed is not looked for in it.
    let (preset_is, kind_is) = match (player, against) {
        (None, None) => ("preset", "kind"),
        _ => ("preset || ''", "kind || ''"),
    };
    if let Some(preset) = preset {
        condition(preset_is, preset);
    }
    if let Some(kind) = kind {
        condition(kind_is, kind);
    }
    // Who plays is the creator or the friend: two lists, each in the order of its index, of which the latest are taken.
    let seats = match (player, against) {
        (None, None) => vec![String::new()],
        (Some(one), None) | (None, Some(one)) => {
            values.push(one.to_text());
            let value = values.len();
            vec![format!(" AND creator = ${value}"), format!(" AND friend = ${value}")]
        }
        (Some(one), Some(other)) => {
            values.extend([one.to_text(), other.to_text()]);
            let value = values.len();
            let both = |creator, friend| format!(" AND creator = ${creator} AND friend = ${friend}");
            vec![both(value - 1, value), both(value, value - 1)]
        }
    };
    let (last, most_place) = (values.len(), values.len() + 3);
    let earlier = before.map_or(String::new(), |_| {
        // Compared as a pair, which says to both databases where in an index to begin.
        format!(" AND (ended, id) < (${}, ${})", last + 1, last + 2)
    });
    let list = |seat: &String| {
        // A limit within a union needs brackets that SQLite does not take: so it is a table.
        format!(
            "SELECT * FROM (SELECT id, ended FROM game WHERE {wanted}{seat}{earlier} \
             ORDER BY ended DESC, id DESC LIMIT ${most_place}) AS list"
        )
    };
    let lists = seats.iter().map(list).collect::<Vec<_>>().join(" UNION ");
    let query = format!(
        "{ROW} JOIN ({lists}) AS found ON found.id = game.id ORDER BY game.ended DESC, game.id DESC LIMIT ${most_place}"
    );
    // Made of constants and numbers; what was asked for is bound.
    let mut query = sqlx::query(AssertSqlSafe(query));
    for value in values {
        query = query.bind(value);
    }
    let (ended, id) = before.map_or((0, String::new()), |(ended, id)| (number(ended), id.to_string()));
    let rows = query.bind(ended).bind(id).bind(i64::from(most)).fetch_all(readers).await?;
    rows.iter().map(game_row).collect()
}

fn entry(row: &AnyRow) -> Result<Entry, StoreError> {
    Ok(Entry { number: count(row, "number")?, at: time(row, "at")?, event: text(row, "event")?.into() })
}

fn game_row(row: &AnyRow) -> Result<GameRow, StoreError> {
    let clock: Clock = serde_json::from_str(&text(row, "clock")?).map_err(|why| damaged("clock", &why))?;
    let scoring = match text(row, "kind")?.as_str() {
        "rated" => Scoring::Rated,
        "stake" => Scoring::Stake { base: count(row, "base")? },
        "ranked" => Scoring::Ranked { level: named(row, "level")?.ok_or_else(|| damaged("level", &"none"))? },
        _ => Scoring::Casual,
    };
    let player = |id, name, rating, deviation| {
        let rating: Option<f64> = row.try_get(rating)?;
        let deviation: Option<f64> = row.try_get(deviation)?;
        let rating = rating.zip(deviation).map(|(rating, deviation)| [rating, deviation]);
        Ok::<_, StoreError>(PlayerOfGame { user: user(row, id)?, name: row.try_get(name)?, rating })
    };
    let creator = player("creator", "creator_name", "creator_rating", "creator_deviation")?;
    let friend = player("friend", "friend_name", "friend_rating", "friend_deviation")?;
    let listed = is_true(row, "listed")?;
    Ok(GameRow {
        game: game_id(row, "id")?,
        // What counts is listed anyway.
        listing: Listing { rules: text(row, "rules")?, clock, scoring, open: listed },
        players: [creator, friend],
        created: time(row, "created")?,
        end: end(row)?,
    })
}

fn end(row: &AnyRow) -> Result<Option<End>, StoreError> {
    let ended: Option<i64> = row.try_get("ended")?;
    let Some(ended) = ended else { return Ok(None) };
    let winner: Option<i64> = row.try_get("winner")?;
    let reason: Option<String> = row.try_get("reason")?;
    Ok(Some(End {
        at: u64::try_from(ended).map_err(|why| damaged("ended", &why))?,
        winner: winner.map(player_of),
        reason: reason.unwrap_or_default(),
        aborted: integer(row, "aborted")? != 0,
        turns: count(row, "turns")?,
        captures: [count(row, "creator_captures")?, count(row, "friend_captures")?],
    }))
}

/// The player of a number: 0 is the creator, 1 the friend.
const fn player_of(number: i64) -> Player {
    if number == Player::Friend as i64 { Player::Friend } else { Player::Creator }
}

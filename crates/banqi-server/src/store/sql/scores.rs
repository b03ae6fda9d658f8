//! Reading what games counted for.

use banqi_wire::{Board, BoardLine, Gain, GameId, Player, RatingPoint, Results, Speed};
use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Row as _};

use super::row::{count, damaged, integer, named, number, text, time};
use crate::UserId;
use crate::rating::Rating;
use crate::store::{KeptRating, Lines, StoreError};

pub(super) async fn ratings_of(readers: &AnyPool, account: UserId) -> Result<Vec<KeptRating>, StoreError> {
    const ALL: &str = "SELECT speed, rating, deviation, volatility, games, at FROM rating WHERE account = $1";
    let rows = sqlx::query(ALL).bind(account.to_text()).fetch_all(readers).await?;
    let mut ratings = rows.iter().map(kept_rating).collect::<Result<Vec<_>, _>>()?;
    ratings.sort_by_key(|kept| kept.speed);
    Ok(ratings)
}

pub(super) fn kept_rating(row: &AnyRow) -> Result<KeptRating, StoreError> {
    Ok(KeptRating {
        speed: named(row, "speed")?.ok_or_else(|| damaged("speed", &"none"))?,
        rating: Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        games: count(row, "games")?,
        at: time(row, "at")?,
    })
}

pub(super) async fn rating_history(
    readers: &AnyPool,
    account: UserId,
    speed: Speed,
    most: u32,
) -> Result<Vec<RatingPoint>, StoreError> {
    const LATEST: &str = "SELECT at, rating, deviation FROM rating_change WHERE account = $1 AND speed = $2 \
                          ORDER BY at DESC, game DESC LIMIT $3";
    let query = sqlx::query(LATEST).bind(account.to_text()).bind(speed.name()).bind(i64::from(most));
    let rows = query.fetch_all(readers).await?;
    let point = |row: &AnyRow| {
        let (rating, deviation) = (small(row, "rating")?, small(row, "deviation")?);
        Ok(RatingPoint { at: time(row, "at")?, rating, deviation })
    };
    rows.iter().rev().map(point).collect()
}

fn small(row: &AnyRow, column: &'static str) -> Result<i32, StoreError> {
    i32::try_from(integer(row, column)?).map_err(|why| damaged(column, &why))
}

pub(super) async fn lines(
    readers: &AnyPool,
    board: Board,
    span: String,
    left_out: u64,
    most: u32,
) -> Result<Lines, StoreError> {
    const PAGE: &str = "SELECT name, amount, best FROM \
                        (SELECT account, amount, best FROM standing WHERE board = $1 AND span = $2 \
                         ORDER BY amount DESC, account LIMIT $3 OFFSET $4) AS page \
                        JOIN account ON account.id = page.account ORDER BY amount DESC, account";
    const PLAYERS: &str = "SELECT count(*) FROM standing WHERE board = $1 AND span = $2";
    let query = sqlx::query(PAGE).bind(board.name()).bind(&span).bind(i64::from(most)).bind(number(left_out));
    let rows = query.fetch_all(readers).await?;
    let players: i64 = sqlx::query_scalar(PLAYERS).bind(board.name()).bind(&span).fetch_one(readers).await?;
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let Some(first) = rows.first() else { return Ok(Lines { lines: Vec::new(), players }) };

    // Who have as much share a place: that of the first of them, who may be on a page before.
    let mut place = 1 + above(readers, board, &span, integer(first, "amount")?).await?;
    let mut lines: Vec<BoardLine> = Vec::with_capacity(rows.len());
    for (number, row) in (left_out + 1..).zip(&rows) {
        let amount = integer(row, "amount")?;
        if lines.last().is_some_and(|last| last.amount != amount) {
            place = u32::try_from(number).unwrap_or(u32::MAX);
        }
        lines.push(BoardLine { place, name: text(row, "name")?, amount, best_day: integer(row, "best")? });
    }
    Ok(Lines { lines, players })
}

pub(super) async fn standing(
    readers: &AnyPool,
    account: UserId,
    board: Board,
    span: String,
) -> Result<Option<BoardLine>, StoreError> {
    const FIND: &str = "SELECT name, amount, best FROM standing JOIN account ON account.id = standing.account \
                        WHERE board = $1 AND span = $2 AND account = $3";
    let query = sqlx::query(FIND).bind(board.name()).bind(&span).bind(account.to_text());
    let Some(row) = query.fetch_optional(readers).await? else { return Ok(None) };
    let amount = integer(&row, "amount")?;
    let place = 1 + above(readers, board, &span, amount).await?;
    Ok(Some(BoardLine { place, name: text(&row, "name")?, amount, best_day: integer(&row, "best")? }))
}

/// How many have more.
async fn above(readers: &AnyPool, board: Board, span: &str, amount: i64) -> Result<u32, StoreError> {
    const ABOVE: &str = "SELECT count(*) FROM standing WHERE board = $1 AND span = $2 AND amount > $3";
    let above: i64 = sqlx::query_scalar(ABOVE).bind(board.name()).bind(span).bind(amount).fetch_one(readers).await?;
    Ok(u32::try_from(above).unwrap_or(u32::MAX - 1))
}

pub(super) async fn results(
    readers: &AnyPool,
    account: UserId,
    against: Option<UserId>,
) -> Result<Results, StoreError> {
    // The games as creator and those as friend: two lists, each in an index.
    let seat = |own, other, player: Player| {
        let against = if against.is_some() { format!(" AND {other} = $2") } else { String::new() };
        format!(
            "SELECT count(*) AS games, count(*) FILTER (WHERE winner = {}) AS won, \
             count(*) FILTER (WHERE winner IS NULL) AS drawn FROM game \
             WHERE {own} = $1{against} AND listed = 1 AND ended IS NOT NULL AND aborted = 0",
            player as i64
        )
    };
    let (created, joined) = (seat("creator", "friend", Player::Creator), seat("friend", "creator", Player::Friend));
    // Made of constants and numbers.
    let mut query = sqlx::query(AssertSqlSafe(format!("{created} UNION ALL {joined}"))).bind(account.to_text());
    if let Some(other) = against {
        query = query.bind(other.to_text());
    }
    let mut results = Results::default();
    for row in query.fetch_all(readers).await? {
        let (games, won, drawn) = (count(&row, "games")?, count(&row, "won")?, count(&row, "drawn")?);
        results.won += won;
        results.drawn += drawn;
        results.lost += games - won - drawn;
    }
    Ok(results)
}

pub(super) async fn withheld(readers: &AnyPool, user: UserId) -> Result<u32, StoreError> {
    const COUNT: &str = "SELECT (SELECT count(*) FROM game WHERE creator = $1 AND withheld = 0) \
                         + (SELECT count(*) FROM game WHERE friend = $1 AND withheld = 1)";
    let count: i64 = sqlx::query_scalar(COUNT).bind(user.to_text()).fetch_one(readers).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

pub(super) async fn gains(readers: &AnyPool, game: GameId) -> Result<Vec<(Player, Gain)>, StoreError> {
    // In these games the players are accounts, so each line belongs to one of the seats, unless it was deleted.
    const SCORES: &str = "SELECT CASE WHEN score.account = game.creator THEN 0 ELSE 1 END AS seat, amount FROM score \
                          JOIN game ON game.id = score.game WHERE score.game = $1";
    const RATINGS: &str = "SELECT CASE WHEN rating_change.account = game.creator THEN 0 ELSE 1 END AS seat, before, rating \
                           FROM rating_change JOIN game ON game.id = rating_change.game WHERE rating_change.game = $1";
    let mut gains = [None::<Gain>; 2];
    let seat = |row: &AnyRow| Ok::<_, StoreError>(usize::from(integer(row, "seat")? != 0));
    for row in sqlx::query(SCORES).bind(game.as_str()).fetch_all(readers).await? {
        gains[seat(&row)?].get_or_insert_default().amount += integer(&row, "amount")?;
    }
    for row in sqlx::query(RATINGS).bind(game.as_str()).fetch_all(readers).await? {
        let change = [small(&row, "before")?, small(&row, "rating")?];
        gains[seat(&row)?].get_or_insert_default().rating = Some(change);
    }
    Ok(Player::ALL.into_iter().zip(gains).filter_map(|(player, gain)| Some((player, gain?))).collect())
}

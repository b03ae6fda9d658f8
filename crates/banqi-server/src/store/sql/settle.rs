//! What a game counts for, in the transaction with which it ends: once, and for those who have an account then.

use banqi_wire::{Board, End, GameId, Player, Scoring, Speed, Window, points, stake};
use sqlx::{AnyConnection, Row as _};

use super::backend::Backend;
use super::row::{count, damaged, named, number, text, user};
use super::scores::kept_rating;
use crate::UserId;
use crate::rating::{Rating, after_game};
use crate::store::{KeptRating, StoreError, day_of, span, whole};

/// Settles a game that has just ended.
pub(super) async fn settle(
    connection: &mut AnyConnection,
    backend: Backend,
    game: GameId,
    end: &End,
) -> Result<(), StoreError> {
    const FIND: &str = "SELECT creator, friend, kind, base, level, speed FROM game WHERE id = $1";
    if end.aborted {
        return Ok(());
    }
    let row = sqlx::query(FIND).bind(game.as_str()).fetch_one(&mut *connection).await?;
    let users = [user(&row, "creator")?, user(&row, "friend")?];
    let kind = text(&row, "kind")?;
    if kind == Scoring::Casual.kind() {
        return Ok(());
    }
    let accounts = hold(connection, backend, users).await?;
    match (kind.as_str(), accounts) {
        ("rated", [Some(creator), Some(friend)]) => {
            let speed = named(&row, "speed")?.ok_or_else(|| damaged("speed", &"none"))?;
            rate(connection, [creator, friend], speed, game, end).await
        }
        ("stake", [Some(creator), Some(friend)]) => {
            let Some(winner) = end.winner else { return Ok(()) };
            let captured = end.captures[winner.other() as usize];
            let amount = i64::from(stake(count(&row, "base")?, captured));
            let (gets, gives) = if winner == Player::Creator { (creator, friend) } else { (friend, creator) };
            score(connection, gets, Board::Stake, game, end.at, amount, None).await?;
            score(connection, gives, Board::Stake, game, end.at, -amount, None).await
        }
        ("ranked", [Some(creator), _]) if end.winner == Some(Player::Creator) => {
            let level: banqi_engine::Level = named(&row, "level")?.ok_or_else(|| damaged("level", &"none"))?;
            if wins_today(connection, creator, level, end.at).await? >= Scoring::WINS_A_DAY {
                return Ok(());
            }
            let amount = i64::from(points(level));
            score(connection, creator, Board::Points, game, end.at, amount, Some(level.name())).await
        }
        _ => Ok(()),
    }
}

/// Which of the users have an account, each of which is there until the transaction ends.
async fn hold(
    connection: &mut AnyConnection,
    backend: Backend,
    users: [Option<UserId>; 2],
) -> Result<[Option<UserId>; 2], StoreError> {
    let [creator, friend] = users.map(|user| user.map(UserId::to_text));
    let rows = sqlx::query(backend.hold_accounts()).bind(creator).bind(friend).fetch_all(connection).await?;
    let held = rows.iter().map(|row| user(row, "id")).collect::<Result<Vec<_>, _>>()?;
    Ok(users.map(|user| user.filter(|user| held.contains(&Some(*user)))))
}

async fn rate(
    connection: &mut AnyConnection,
    accounts: [UserId; 2],
    speed: Speed,
    game: GameId,
    end: &End,
) -> Result<(), StoreError> {
    const CHANGE: &str = "INSERT INTO rating_change (account, speed, at, game, before, rating, deviation) \
                          VALUES ($1, $2, $3, $4, $5, $6, $7)";
    const KEEP: &str = "INSERT INTO rating (account, speed, rating, deviation, volatility, games, at) \
                        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account, speed) DO UPDATE SET \
                        rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
                        games = excluded.games, at = excluded.at";
    let before =
        [rating(connection, accounts[0], speed, end.at).await?, rating(connection, accounts[1], speed, end.at).await?];
    let elapsed = before.map(|kept| end.at.saturating_sub(kept.at));
    let winner = end.winner.map(|winner| winner as usize);
    let after = after_game(before.map(|kept| kept.rating), winner, elapsed);
    for ((account, kept), now) in accounts.into_iter().zip(before).zip(after) {
        let (was, is) = (whole(kept.rating.rating), whole(now.rating));
        let change = sqlx::query(CHANGE)
            .bind(account.to_text())
            .bind(speed.name())
            .bind(number(end.at))
            .bind(game.as_str())
            .bind(i64::from(was))
            .bind(i64::from(is))
            .bind(i64::from(whole(now.deviation)));
        change.execute(&mut *connection).await?;
        let keep = sqlx::query(KEEP)
            .bind(account.to_text())
            .bind(speed.name())
            .bind(now.rating)
            .bind(now.deviation)
            .bind(now.volatility)
            .bind(i64::from(kept.games) + 1)
            .bind(number(end.at));
        keep.execute(&mut *connection).await?;
        if !now.is_provisional() {
            stand(connection, account, speed, end.at, i64::from(is)).await?;
        }
    }
    Ok(())
}

/// A rating; that of somebody new where there is none.
async fn rating(
    connection: &mut AnyConnection,
    account: UserId,
    speed: Speed,
    now: u64,
) -> Result<KeptRating, StoreError> {
    const FIND: &str =
        "SELECT speed, rating, deviation, volatility, games, at FROM rating WHERE account = $1 AND speed = $2";
    let row = sqlx::query(FIND).bind(account.to_text()).bind(speed.name()).fetch_optional(connection).await?;
    match row {
        Some(row) => kept_rating(&row),
        None => Ok(KeptRating { speed, rating: Rating::default(), games: 0, at: now }),
    }
}

/// A rating goes on the boards of its day, its week and all time.
async fn stand(
    connection: &mut AnyConnection,
    account: UserId,
    speed: Speed,
    at: u64,
    rating: i64,
) -> Result<(), StoreError> {
    const STAND: &str = "INSERT INTO standing (board, span, account, amount, best) VALUES ($1, $2, $3, $4, $4) \
                         ON CONFLICT (board, span, account) DO UPDATE SET amount = excluded.amount, \
                         best = CASE WHEN standing.best > excluded.best THEN standing.best ELSE excluded.best END";
    for window in Window::ALL {
        let query = sqlx::query(STAND).bind(Board::Rating(speed).name()).bind(span(window, at));
        query.bind(account.to_text()).bind(rating).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A game has brought something: a line of its own, and more on the boards of its day, its week and all time.
async fn score(
    connection: &mut AnyConnection,
    account: UserId,
    board: Board,
    game: GameId,
    at: u64,
    amount: i64,
    level: Option<&'static str>,
) -> Result<(), StoreError> {
    const SCORE: &str = "INSERT INTO score (account, board, at, game, amount, level) VALUES ($1, $2, $3, $4, $5, $6)";
    const ADD: &str = "INSERT INTO standing (board, span, account, amount, best) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (board, span, account) DO UPDATE SET amount = standing.amount + excluded.amount, \
                       best = CASE WHEN standing.best > excluded.best THEN standing.best ELSE excluded.best END";
    const DAY: &str = "SELECT amount FROM standing WHERE board = $1 AND span = $2 AND account = $3";
    let query = sqlx::query(SCORE)
        .bind(account.to_text())
        .bind(board.name())
        .bind(number(at))
        .bind(game.as_str())
        .bind(amount)
        .bind(level);
    query.execute(&mut *connection).await?;
    let today = span(Window::Day, at);
    let query = sqlx::query(DAY).bind(board.name()).bind(&today).bind(account.to_text());
    let until_now = query.fetch_optional(&mut *connection).await?;
    let of_day = amount + until_now.map_or(Ok(0), |row| row.try_get("amount"))?;
    for window in Window::ALL {
        let query = sqlx::query(ADD).bind(board.name()).bind(span(window, at)).bind(account.to_text());
        query.bind(amount).bind(of_day).execute(&mut *connection).await?;
    }
    Ok(())
}

/// How many wins against a level have brought points on this day.
async fn wins_today(
    connection: &mut AnyConnection,
    account: UserId,
    level: banqi_engine::Level,
    at: u64,
) -> Result<u32, StoreError> {
    const COUNT: &str =
        "SELECT count(*) FROM score WHERE account = $1 AND board = $2 AND at >= $3 AND at < $4 AND level = $5";
    let today = day_of(at);
    let query = sqlx::query_scalar(COUNT)
        .bind(account.to_text())
        .bind(Board::Points.name())
        .bind(number(today))
        .bind(number(today + 86_400_000))
        .bind(level.name());
    let wins: i64 = query.fetch_one(connection).await?;
    Ok(u32::try_from(wins).unwrap_or(u32::MAX))
}

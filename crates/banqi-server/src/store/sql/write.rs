//! What is written, and the statements that do it.

use banqi_wire::{Scoring, Speed, Window};
use sqlx::AnyConnection;

use super::backend::Backend;
use super::row::number;
use super::settle::settle;
use crate::UserId;
use crate::accounts::SESSION_DAYS;
use crate::store::{Append, Change, Creation, Listing, NewAccount, NewSession, Over, Proof, StoreError, span};

/// A session that was not used for so long is gone.
const SESSION: u64 = SESSION_DAYS as u64 * 24 * 3600 * 1000;
/// Boards of days and weeks are kept for so long.
const BOARDS: u64 = 14 * 24 * 3600 * 1000;

/// Something to write.
pub(super) enum Write {
    Create(Creation),
    Append(Append),
    Admit { guest: UserId, now: u64 },
    See { guest: UserId, now: u64 },
    Forget { user: UserId },
    Adopt { guest: UserId, account: UserId },
    SignUp { account: NewAccount, session: NewSession },
    Change(Change),
    BeginSession(NewSession),
    UseSession { token: [u8; 32], now: u64 },
    EndSession { account: UserId, id: String },
    EndOtherSessions { account: UserId, but: String },
    Expire { before: u64, now: u64 },
    Fact { name: &'static str, value: String },
    Alive { now: u64 },
}

/// Writes all but events, which are written together; answers how many lines that concerned.
pub(super) async fn other_than_events(
    connection: &mut AnyConnection,
    backend: Backend,
    write: &Write,
) -> Result<u64, StoreError> {
    let query = match write {
        Write::Create(creation) => return create(connection, creation).await,
        Write::Append(Append { friend: None, over: None, .. }) => return Ok(0),
        Write::Append(append) => return take_seat_or_end(connection, backend, append).await,
        Write::Admit { guest, now } => sqlx::query("INSERT INTO guest (id, since, seen) VALUES ($1, $2, $2)")
            .bind(guest.to_text())
            .bind(number(*now)),
        Write::See { guest, now } => sqlx::query("UPDATE guest SET seen = $2 WHERE id = $1 AND seen < $2")
            .bind(guest.to_text())
            .bind(number(*now)),
        Write::Forget { user } => return forget(connection, *user).await,
        Write::Adopt { guest, account } => return adopt(connection, *guest, *account).await,
        Write::SignUp { account, session } => return sign_up(connection, account, session).await,
        Write::Change(change) => return change_account(connection, change).await,
        Write::BeginSession(session) => return begin_session(connection, session).await,
        Write::UseSession { token, now } => sqlx::query("UPDATE session SET seen = $2 WHERE token = $1 AND seen < $2")
            .bind(token.to_vec())
            .bind(number(*now)),
        Write::EndSession { account, id } => {
            sqlx::query("DELETE FROM session WHERE account = $1 AND id = $2").bind(account.to_text()).bind(id)
        }
        Write::EndOtherSessions { account, but } => {
            sqlx::query("DELETE FROM session WHERE account = $1 AND id <> $2").bind(account.to_text()).bind(but)
        }
        Write::Expire { before, now } => return expire(connection, *before, *now).await,
        Write::Fact { name, value } => {
            sqlx::query("INSERT INTO fact (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING").bind(*name).bind(value)
        }
        Write::Alive { now } => sqlx::query(
            "INSERT INTO fact (name, value) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(now.to_string()),
    };
    Ok(query.execute(connection).await?.rows_affected())
}

async fn create(connection: &mut AnyConnection, creation: &Creation) -> Result<u64, StoreError> {
    const INSERT: &str = "INSERT INTO game \
        (id, secret, creator, friend, created, rules, preset, clock, speed, kind, base, level, listed) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    let Creation { game, secret, seats, events, listing } = creation;
    let Listing { rules, clock, scoring, .. } = listing;
    let clock = serde_json::to_string(clock).expect("a clock can be written");
    let base = if let Scoring::Stake { base } = scoring { i64::from(*base) } else { 0 };
    let query = sqlx::query(INSERT)
        .bind(game.as_str())
        .bind(secret.clone())
        .bind(seats.creator.map(UserId::to_text))
        .bind(seats.friend.map(UserId::to_text))
        .bind(number(events.first().map_or(0, |event| event.at)))
        .bind(rules)
        .bind(listing.preset())
        .bind(clock)
        .bind(listing.speed().map(Speed::name))
        .bind(scoring.kind())
        .bind(base)
        .bind(scoring.level().map(banqi_engine::Level::name))
        .bind(i64::from(listing.is_listed()));
    Ok(query.execute(connection).await?.rows_affected())
}

async fn take_seat_or_end(
    connection: &mut AnyConnection,
    backend: Backend,
    append: &Append,
) -> Result<u64, StoreError> {
    const TAKE: &str = "UPDATE game SET friend = $2 WHERE id = $1 AND friend IS NULL";
    // A game ends once.
    const END: &str = "UPDATE game SET is_over = 1, ended = $2, winner = $3, reason = $4, aborted = $5, withheld = $6, \
                       turns = $7, creator_captures = $8, friend_captures = $9 WHERE id = $1 AND is_over = 0";
    let Append { game, friend, over, .. } = append;
    if let Some(friend) = friend {
        let taken = sqlx::query(TAKE).bind(game.as_str()).bind(friend.to_text()).execute(&mut *connection).await?;
        if taken.rows_affected() != 1 {
            return Err(StoreError::Conflict);
        }
    }
    let Some(Over { end, withheld }) = over else { return Ok(1) };
    let player = |player: banqi_wire::Player| player as i64;
    let query = sqlx::query(END)
        .bind(game.as_str())
        .bind(number(end.at))
        .bind(end.winner.map(player))
        .bind(&end.reason)
        .bind(i64::from(end.aborted))
        .bind(withheld.map(player))
        .bind(i64::from(end.turns))
        .bind(i64::from(end.captures[0]))
        .bind(i64::from(end.captures[1]));
    if query.execute(&mut *connection).await?.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    settle(connection, backend, *game, end).await?;
    Ok(1)
}

async fn forget(connection: &mut AnyConnection, user: UserId) -> Result<u64, StoreError> {
    // The account first: whoever settles a game holds it until that is done, and finds it or not.
    const FORGET: [&str; 9] = [
        "DELETE FROM account WHERE id = $1",
        "UPDATE game SET creator = NULL WHERE creator = $1",
        "UPDATE game SET friend = NULL WHERE friend = $1",
        "DELETE FROM session WHERE account = $1",
        "DELETE FROM standing WHERE account = $1",
        "DELETE FROM score WHERE account = $1",
        "DELETE FROM rating_change WHERE account = $1",
        "DELETE FROM rating WHERE account = $1",
        "DELETE FROM guest WHERE id = $1",
    ];
    let user = user.to_text();
    for forget in FORGET {
        sqlx::query(forget).bind(&user).execute(&mut *connection).await?;
    }
    Ok(1)
}

async fn adopt(connection: &mut AnyConnection, guest: UserId, account: UserId) -> Result<u64, StoreError> {
    const ADOPT: [&str; 2] = [
        "UPDATE game SET creator = $2 WHERE creator = $1 AND (friend IS NULL OR friend <> $2)",
        "UPDATE game SET friend = $2 WHERE friend = $1 AND (creator IS NULL OR creator <> $2)",
    ];
    let known = sqlx::query("SELECT id FROM account WHERE id = $1").bind(account.to_text());
    if known.fetch_optional(&mut *connection).await?.is_none() {
        return Err(StoreError::Conflict);
    }
    for adopt in ADOPT {
        sqlx::query(adopt).bind(guest.to_text()).bind(account.to_text()).execute(&mut *connection).await?;
    }
    forget(connection, guest).await
}

async fn sign_up(
    connection: &mut AnyConnection,
    account: &NewAccount,
    session: &NewSession,
) -> Result<u64, StoreError> {
    const INSERT: &str =
        "INSERT INTO account (id, name, key, password, recovery, since) VALUES ($1, $2, $3, $4, $5, $6)";
    let NewAccount { user, is_guest, name, key, password, recovery, at } = account;
    if *is_guest {
        let gone = sqlx::query("DELETE FROM guest WHERE id = $1").bind(user.to_text()).execute(&mut *connection);
        if gone.await?.rows_affected() != 1 {
            return Err(StoreError::Conflict);
        }
    }
    let query = sqlx::query(INSERT)
        .bind(user.to_text())
        .bind(name)
        .bind(key)
        .bind(password)
        .bind(recovery.to_vec())
        .bind(number(*at));
    query.execute(&mut *connection).await?;
    begin_session(connection, session).await
}

async fn begin_session(connection: &mut AnyConnection, session: &NewSession) -> Result<u64, StoreError> {
    const INSERT: &str = "INSERT INTO session (token, id, account, device, since, seen) \
                          SELECT $1, $2, id, $4, $5, $5 FROM account WHERE id = $3";
    let NewSession { token, id, account, device, at } = session;
    let query =
        sqlx::query(INSERT).bind(token.to_vec()).bind(id).bind(account.to_text()).bind(device).bind(number(*at));
    match query.execute(connection).await?.rows_affected() {
        1 => Ok(1),
        _ => Err(StoreError::Conflict),
    }
}

async fn change_account(connection: &mut AnyConnection, change: &Change) -> Result<u64, StoreError> {
    const BY_PASSWORD: &str = "UPDATE account SET password = coalesce($3, password), recovery = coalesce($4, recovery) \
                               WHERE id = $1 AND password = $2";
    const BY_RECOVERY: &str = "UPDATE account SET password = coalesce($3, password), recovery = coalesce($4, recovery) \
                               WHERE id = $1 AND recovery = $2";
    let Change { user, proof, password, recovery, session } = change;
    let query = match proof {
        Proof::Password(hash) => sqlx::query(BY_PASSWORD).bind(user.to_text()).bind(hash),
        Proof::Recovery(hash) => sqlx::query(BY_RECOVERY).bind(user.to_text()).bind(hash.to_vec()),
    };
    let query = query.bind(password).bind(recovery.map(|hash| hash.to_vec()));
    if query.execute(&mut *connection).await?.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    if let Some(session) = session {
        sqlx::query("DELETE FROM session WHERE account = $1").bind(user.to_text()).execute(&mut *connection).await?;
        begin_session(connection, session).await?;
    }
    Ok(1)
}

async fn expire(connection: &mut AnyConnection, before: u64, now: u64) -> Result<u64, StoreError> {
    let sessions = sqlx::query("DELETE FROM session WHERE seen < $1").bind(number(now.saturating_sub(SESSION)));
    sessions.execute(&mut *connection).await?;
    // The names of days and weeks are in the order of time.
    for window in [Window::Day, Window::Week] {
        let last = span(window, now.saturating_sub(BOARDS));
        let boards = sqlx::query("DELETE FROM standing WHERE span >= $1 AND span < $2").bind(last[..1].to_owned());
        boards.bind(last).execute(&mut *connection).await?;
    }
    // The same condition three times: SQLite has no table for the length of a transaction that a pool of statements
    // would not find again in the next.
    for forget in [
        "UPDATE game SET creator = NULL WHERE is_over = 1 AND creator IN (SELECT id FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id)))",
        "UPDATE game SET friend = NULL WHERE is_over = 1 AND friend IN (SELECT id FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id)))",
    ] {
        sqlx::query(forget).bind(number(before)).execute(&mut *connection).await?;
    }
    let forget = sqlx::query(
        "DELETE FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id))",
    );
    Ok(forget.bind(number(before)).execute(connection).await?.rows_affected())
}

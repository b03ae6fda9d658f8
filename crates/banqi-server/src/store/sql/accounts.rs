//! Reading who plays.

use banqi_wire::{Side, Speed};
use sqlx::AnyPool;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::row::{hash, number, some_user, text, time};
use super::{SqlStore, Write};
use crate::UserId;
use crate::rating::PROVISIONAL;
use crate::store::{KeptAccount, KeptSession, StoreError, whole};

/// A guest's last visit is noted once in so long.
const VISIT: u64 = 24 * 3600 * 1000;
/// The last use of a session is noted once in so long.
const USE: u64 = 3600 * 1000;

pub(super) async fn greet(store: &SqlStore, guest: UserId, now: u64) -> Result<Option<u64>, StoreError> {
    let row = sqlx::query("SELECT since, seen FROM guest WHERE id = $1")
        .bind(guest.to_text())
        .fetch_optional(&store.readers)
        .await?;
    let Some(row) = row else { return Ok(None) };
    if time(&row, "seen")? + VISIT <= now {
        store.write(Write::See { guest, now }).await?;
    }
    time(&row, "since").map(Some)
}

pub(super) async fn account(readers: &AnyPool, user: UserId) -> Result<Option<KeptAccount>, StoreError> {
    let query = sqlx::query("SELECT id, name, password, recovery, since FROM account WHERE id = $1");
    let row = query.bind(user.to_text()).fetch_optional(readers).await?;
    row.as_ref().map(kept_account).transpose()
}

pub(super) async fn account_named(readers: &AnyPool, key: String) -> Result<Option<KeptAccount>, StoreError> {
    let query = sqlx::query("SELECT id, name, password, recovery, since FROM account WHERE key = $1");
    let row = query.bind(key).fetch_optional(readers).await?;
    row.as_ref().map(kept_account).transpose()
}

fn kept_account(row: &AnyRow) -> Result<KeptAccount, StoreError> {
    Ok(KeptAccount {
        user: some_user(row, "id")?,
        name: text(row, "name")?,
        password: text(row, "password")?,
        recovery: hash(row, "recovery")?,
        since: time(row, "since")?,
    })
}

pub(super) async fn session(
    store: &SqlStore,
    token: [u8; 32],
    before: u64,
    now: u64,
) -> Result<Option<KeptSession>, StoreError> {
    const FIND: &str = "SELECT session.id, account, name, device, session.since, seen FROM session \
                        JOIN account ON account.id = session.account WHERE token = $1 AND seen >= $2";
    let query = sqlx::query(FIND).bind(token.to_vec()).bind(number(before));
    let Some(row) = query.fetch_optional(&store.readers).await? else { return Ok(None) };
    let session = kept_session(&row)?;
    if session.seen + USE <= now {
        store.write(Write::UseSession { token, now }).await?;
    }
    Ok(Some(session))
}

pub(super) async fn sessions_of(readers: &AnyPool, account: UserId) -> Result<Vec<KeptSession>, StoreError> {
    const ALL: &str = "SELECT session.id, account, name, device, session.since, seen FROM session \
                       JOIN account ON account.id = session.account WHERE account = $1 ORDER BY seen DESC, session.id";
    let rows = sqlx::query(ALL).bind(account.to_text()).fetch_all(readers).await?;
    rows.iter().map(kept_session).collect()
}

fn kept_session(row: &AnyRow) -> Result<KeptSession, StoreError> {
    Ok(KeptSession {
        id: text(row, "id")?,
        account: some_user(row, "account")?,
        name: text(row, "name")?,
        device: text(row, "device")?,
        since: time(row, "since")?,
        seen: time(row, "seen")?,
    })
}

pub(super) async fn side(readers: &AnyPool, user: UserId, speed: Option<Speed>) -> Result<Side, StoreError> {
    const FIND: &str = "SELECT name, rating, deviation FROM account \
                        LEFT JOIN rating ON rating.account = account.id AND speed = $2 WHERE id = $1";
    let query = sqlx::query(FIND).bind(user.to_text()).bind(speed.map_or("", Speed::name));
    let Some(row) = query.fetch_optional(readers).await? else { return Ok(Side::Guest) };
    let rating: Option<f64> = row.try_get("rating")?;
    let deviation: Option<f64> = row.try_get("deviation")?;
    let name = text(&row, "name")?;
    Ok(side_of(name, rating.zip(deviation).map(|(rating, deviation)| [rating, deviation])))
}

/// An account as everybody sees it, with its rating and deviation.
fn side_of(name: String, rating: Option<[f64; 2]>) -> Side {
    Side::Account {
        name,
        rating: rating.map(|[rating, _]| whole(rating)),
        provisional: rating.is_some_and(|[_, deviation]| deviation > PROVISIONAL),
    }
}

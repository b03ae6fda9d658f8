//! Reading what a row has.

use banqi_wire::GameId;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::UserId;
use crate::store::StoreError;

pub(super) fn text(row: &AnyRow, column: &'static str) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

pub(super) fn integer(row: &AnyRow, column: &'static str) -> Result<i64, StoreError> {
    Ok(row.try_get(column)?)
}

pub(super) fn is_true(row: &AnyRow, column: &'static str) -> Result<bool, StoreError> {
    integer(row, column).map(|value| value != 0)
}

pub(super) fn count(row: &AnyRow, column: &'static str) -> Result<u32, StoreError> {
    u32::try_from(integer(row, column)?).map_err(|why| damaged(column, &why))
}

pub(super) fn time(row: &AnyRow, column: &'static str) -> Result<u64, StoreError> {
    u64::try_from(integer(row, column)?).map_err(|why| damaged(column, &why))
}

pub(super) fn game_id(row: &AnyRow, column: &'static str) -> Result<GameId, StoreError> {
    text(row, column)?.parse().map_err(|why| damaged(column, &why))
}

pub(super) fn user(row: &AnyRow, column: &'static str) -> Result<Option<UserId>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|why| damaged(column, &why))).transpose()
}

pub(super) fn some_user(row: &AnyRow, column: &'static str) -> Result<UserId, StoreError> {
    user(row, column)?.ok_or_else(|| damaged(column, &"nobody"))
}

pub(super) fn hash(row: &AnyRow, column: &'static str) -> Result<[u8; 32], StoreError> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes.try_into().map_err(|_| damaged(column, &"not 32 bytes"))
}

/// A name of one of ours: a speed, a level.
pub(super) fn named<T: std::str::FromStr>(row: &AnyRow, column: &'static str) -> Result<Option<T>, StoreError> {
    let text: Option<String> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|_| damaged(column, &text))).transpose()
}

pub(super) fn damaged(what: &str, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged { what: what.to_owned(), why: why.to_string() }
}

/// The numbers of databases have a sign; times do not come so far.
pub(super) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

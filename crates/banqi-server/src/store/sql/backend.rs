//! What differs between the databases.

use crate::store::StoreError;

/// Which database it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Backend {
    Sqlite,
    Postgres,
}

impl Backend {
    /// How many connections read.
    pub(super) const fn readers(self) -> u32 {
        match self {
            Self::Sqlite => 4,
            Self::Postgres => 8,
        }
    }

    /// What the connection that writes is told first.
    pub(super) const fn writing(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &[
                "PRAGMA journal_mode = WAL",
                // A commit is on the disk when it is answered.
                "PRAGMA synchronous = FULL",
                "PRAGMA busy_timeout = 10000",
                // Each game that is played writes on pages of its own, again and again: they stay in memory (32 MB), and
                // are copied from the log into the file (after 32 MB) only when they have been written several times.
                "PRAGMA cache_size = -32768",
                "PRAGMA wal_autocheckpoint = 8192",
            ],
            Self::Postgres => &["SET application_name = 'banqi'"],
        }
    }

    /// What a connection that reads is told first.
    pub(super) const fn reading(self) -> &'static [&'static str] {
        match self {
            Self::Sqlite => &["PRAGMA busy_timeout = 10000"],
            Self::Postgres => &["SET application_name = 'banqi'", "SET default_transaction_read_only = on"],
        }
    }

    /// Begins a transaction that writes.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            // Who would begin to write later could find that somebody else does.
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// Inserts the events of a JSON array.
    pub(super) const fn insert_events(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "INSERT INTO event (game, number, at, event) \
                 SELECT value ->> 'g', value ->> 'n', value ->> 'a', value ->> 'e' FROM json_each($1)"
            }
            Self::Postgres => {
                "INSERT INTO event (game, number, at, event) \
                 SELECT value ->> 'g', (value ->> 'n')::bigint, (value ->> 'a')::bigint, value ->> 'e' \
                 FROM json_array_elements($1::json)"
            }
        }
    }

    /// Two accounts, of which nobody can be deleted, or play for a rating elsewhere, before the transaction ends. In an
    /// order, so that two who want the same two do not wait for each other.
    pub(super) const fn hold_accounts(self) -> &'static str {
        match self {
            // Only one transaction writes.
            Self::Sqlite => "SELECT id FROM account WHERE id IN ($1, $2) ORDER BY id",
            Self::Postgres => "SELECT id FROM account WHERE id IN ($1, $2) ORDER BY id FOR UPDATE",
        }
    }
}

/// Whether it is worth to try a transaction again: somebody else was in the way, and will not be the next time. The codes are
/// PostgreSQL's for a deadlock and a failed serialization.
pub(super) fn is_passing(error: &StoreError) -> bool {
    let StoreError::Database(error) = error else { return false };
    match &**error {
        sqlx::Error::Database(error) => matches!(error.code().as_deref(), Some("40P01" | "40001")),
        _ => false,
    }
}

//! From a file of SQLite into an empty database of PostgreSQL: the same lines, much faster than to play everything again.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use banqi_server::{SqlStore, Store as _};
use futures_util::TryStreamExt as _;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Row as _, TypeInfo as _, ValueRef as _};

/// So many bytes are sent at once.
const CHUNK: usize = 1 << 20;

/// Copies all tables.
pub(crate) async fn copy(from: &Path, to: &str) -> Result<()> {
    // This makes the tables.
    SqlStore::connect(&to.parse()?).await?.close().await;
    let mut source =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(from).read_only(true)).await?;
    let mut target = PgConnection::connect(to).await?;
    // In the order in which they were made: who refers to others comes after them.
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' \
         ESCAPE '\\' ORDER BY rowid",
    )
    .fetch_all(&mut source)
    .await?;
    for table in &tables {
        let lines: i64 =
            sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM {table}"))).fetch_one(&mut target).await?;
        ensure!(lines == 0, "the database has something in its table {table}; an empty one is needed");
    }
    for table in &tables {
        copy_table(&mut source, &mut target, table).await.with_context(|| format!("the table {table}"))?;
    }
    // What a server's own housekeeping does within minutes.
    target.execute("VACUUM (ANALYZE)").await?;
    Ok(())
}

async fn copy_table(source: &mut SqliteConnection, target: &mut PgConnection, table: &str) -> Result<()> {
    let columns: Vec<String> =
        sqlx::query_scalar("SELECT name FROM pragma_table_info($1)").bind(table).fetch_all(&mut *source).await?;
    let columns = columns.join(", ");
    let mut copy = target.copy_in_raw(&format!("COPY {table} ({columns}) FROM STDIN")).await?;
    let select = format!("SELECT {columns} FROM {table}");
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(source);
    let mut text = String::with_capacity(2 * CHUNK);
    while let Some(row) = rows.try_next().await? {
        line(&row, &mut text)?;
        if text.len() >= CHUNK {
            copy.send(text.as_bytes()).await?;
            text.clear();
        }
    }
    copy.send(text.as_bytes()).await?;
    copy.finish().await?;
    Ok(())
}

/// A row as COPY reads it: <https://www.postgresql.org/docs/current/sql-copy.html>.
fn line(row: &SqliteRow, text: &mut String) -> Result<()> {
    for column in 0..row.len() {
        if column > 0 {
            text.push('\t');
        }
        let value = row.try_get_raw(column)?;
        let kind = if value.is_null() { "NULL".to_owned() } else { value.type_info().name().to_owned() };
        // Writing into a string does not fail.
        let _ = match kind.as_str() {
            "NULL" => write!(text, "\\N"),
            "INTEGER" => write!(text, "{}", row.try_get::<i64, _>(column)?),
            // As many digits as it takes to be the same number.
            "REAL" => write!(text, "{}", row.try_get::<f64, _>(column)?),
            "TEXT" => {
                escape(row.try_get(column)?, text);
                Ok(())
            }
            "BLOB" => {
                text.push_str("\\\\x");
                row.try_get::<&[u8], _>(column)?.iter().try_for_each(|byte| write!(text, "{byte:02x}"))
            }
            other => bail!("a value of the type {other}"),
        };
    }
    text.push('\n');
    Ok(())
}

fn escape(value: &str, text: &mut String) {
    for character in value.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            other => text.push(other),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use banqi_postgres::{Keeping, Postgres};

    use super::*;
    use crate::pages::fill::fill;
    use crate::pages::year::Year;

    #[test]
    fn what_separates_values_is_not_in_them() {
        let mut text = String::new();
        escape("a\\b\tc\nd\re", &mut text);
        assert_eq!(text, r"a\\b\tc\nd\re");
    }

    #[tokio::test]
    async fn a_copy_has_what_a_server_would_have_kept() {
        let year = Year { players: 40, games: 600, seed: 1 };
        let folder = tempfile::tempdir().unwrap();
        let Some(mut postgres) = Postgres::start(tempfile::tempdir().unwrap(), Keeping::Nothing).await.unwrap() else {
            return;
        };
        let file = folder.path().join("games.sqlite");
        let store = SqlStore::open(&file).await.unwrap();
        fill(&store, year).await.unwrap();
        store.close().await;
        let copied = postgres.database().await.unwrap();
        copy(&file, &copied).await.unwrap();
        assert!(copy(&file, &copied).await.is_err(), "it is not empty any more");

        let played = postgres.database().await.unwrap();
        let store = SqlStore::connect(&played.parse().unwrap()).await.unwrap();
        fill(&store, year).await.unwrap();
        store.close().await;
        let (copied, played) = (everything(&copied).await, everything(&played).await);
        assert!(copied.iter().filter(|(table, _)| *table == "rating_change").all(|(_, lines)| lines.len() > 100));
        assert_eq!(copied, played);
    }

    async fn everything(database: &str) -> Vec<(&'static str, Vec<String>)> {
        let mut connection = PgConnection::connect(database).await.unwrap();
        let mut tables = Vec::new();
        for table in ["game", "event", "account", "session", "rating", "rating_change", "score", "standing"] {
            let all = format!("SELECT line::text FROM {table} AS line ORDER BY 1");
            let lines: Vec<String> = sqlx::query_scalar(AssertSqlSafe(all)).fetch_all(&mut connection).await.unwrap();
            assert!(!lines.is_empty(), "{table}");
            tables.push((table, lines));
        }
        tables
    }
}

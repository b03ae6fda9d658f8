//! A PostgreSQL of the test's own.

use banqi_postgres::{Keeping, Postgres};

/// Starts one; none, and a word about it, where no PostgreSQL is installed.
pub(crate) async fn start() -> Option<Postgres> {
    let started = Postgres::start(super::server::folder(), Keeping::Nothing).await.unwrap();
    if started.is_none() {
        eprintln!("no PostgreSQL is installed (Debian: apt-get install postgresql): its part of this test is left out");
    }
    started
}

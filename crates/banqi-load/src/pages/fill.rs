//! Putting a year into a store.

use std::pin::pin;

use anyhow::Result;
use banqi_server::{Store, span};
use banqi_wire::Window;
use futures_util::stream::{FuturesOrdered, StreamExt as _, iter};
use indicatif::{ProgressBar, ProgressStyle};

use super::year::Year;

/// So many writes wait at once: the store takes them together, in their order.
const AT_ONCE: usize = 1500;

/// Fills a store that is empty, as a server would have filled it.
pub(crate) async fn fill(store: &dyn Store, year: Year) -> Result<()> {
    let bar = progress(year.players, "accounts")?;
    let sign_ups = iter(0..year.players).map(|number| async move {
        let (account, session) = Year::account(number)?;
        anyhow::Ok(store.sign_up(account, session).await?)
    });
    let mut sign_ups = pin!(sign_ups.buffered(AT_ONCE));
    while let Some(kept) = sign_ups.next().await {
        kept?;
        bar.inc(1);
    }
    bar.finish_and_clear();

    let bar = progress(year.games, "games")?;
    let mut waiting = FuturesOrdered::new();
    let mut week = String::new();
    for played in year.games() {
        let now = span(Window::Week, played.at);
        if now != week {
            while let Some(kept) = waiting.next().await {
                kept?;
            }
            // A server does so every day; nobody here is a guest.
            store.expire(0, played.at).await?;
            week = now;
        }
        if waiting.len() == AT_ONCE
            && let Some(kept) = waiting.next().await
        {
            kept?;
        }
        waiting.push_back(store.succeed(played.creation, played.end));
        bar.inc(1);
    }
    while let Some(kept) = waiting.next().await {
        kept?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// A bar on standard error.
pub(crate) fn progress(of: u32, what: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::new(of.into());
    bar.set_style(ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {what}, {{elapsed}}"))?);
    Ok(bar)
}

//! What goes on now: games that wait for somebody, and games in their middle.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use banqi_wire::NewGame;
use futures_util::stream::{StreamExt as _, TryStreamExt as _, iter};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::fill::progress;
use super::year::{Year, new_game};
use crate::connection::Guest;
use crate::game::{Pace, play};
use crate::meter::Meter;

/// So many wait.
const SEEKS: u32 = 300;
/// So many are played; the lobby shows the latest hundred.
const GAMES: u32 = 1000;
/// So many are made at once.
const AT_ONCE: usize = 32;

/// Makes them on a server, as players do.
pub(crate) async fn begin(server: SocketAddr, year: Year) -> Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(!year.seed);
    let bar = progress(GAMES, "games under way")?;
    let mut games = Vec::new();
    for number in 0..GAMES {
        let pair = loop {
            let pair = [year.player(&mut rng), year.player(&mut rng)];
            if pair[0] != pair[1] {
                break pair;
            }
        };
        let pace = Pace { turn: Duration::ZERO, plies: rng.random_range(0..80), leaves: true };
        games.push((number, pair, open_game(&mut rng), pace));
    }
    let meter = &Meter::default();
    let playing = iter(games).map(|(number, pair, new, pace)| {
        let bar = bar.clone();
        async move {
            let players = pair.map(|player| guest(server, player));
            Box::pin(play(players, &new, pace, u64::from(number), meter)).await?;
            bar.inc(1);
            anyhow::Ok(())
        }
    });
    playing.buffer_unordered(AT_ONCE).try_collect::<()>().await.context("a game under way")?;
    bar.finish_and_clear();
    for _ in 0..SEEKS {
        let mut creator = guest(server, year.player(&mut rng));
        let range = rng.random_bool(0.3).then_some([1300, 1700]);
        creator.create(&NewGame { range, ..open_game(&mut rng) }).await.context("a seek")?;
    }
    Ok(())
}

/// One that everybody finds in the lobby.
fn open_game(rng: &mut ChaCha8Rng) -> NewGame {
    loop {
        let new = new_game(rng);
        if new.scoring.level().is_none() {
            return NewGame { open: true, ..new };
        }
    }
}

fn guest(server: SocketAddr, player: u32) -> Guest {
    Guest::new(server, player).with_cookie(Year::cookie(player))
}

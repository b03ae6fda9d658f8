//! One game between two players.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use banqi_deal::{Secret, verify_record};
use banqi_room::Stage;
use banqi_wire::{Command, Event, NewGame, Player};
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use tokio::time::{Instant, sleep_until};

use crate::connection::{Connection, Guest};
use crate::meter::Meter;

/// How fast, and how long.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// From turn to turn.
    pub(crate) turn: Duration,
    /// After which a player gives up,
    pub(crate) plies: usize,
    /// or both leave the game as it is.
    pub(crate) leaves: bool,
}

/// Plays a game to its end, and verifies it as both players do; or as far as the pace says.
pub(crate) async fn play(players: [Guest; 2], new: &NewGame, pace: Pace, seed: u64, meter: &Meter) -> Result<()> {
    let [mut creator, mut friend] = players;
    let id = creator.create(new).await?;
    let other = async {
        friend.join(id).await?;
        let connection = friend.connect(id).await?;
        sit(connection, Player::Friend, pace, seed, meter).await
    };
    let own = async {
        let connection = creator.connect(id).await?;
        sit(connection, Player::Creator, pace, seed ^ 1 << 63, meter).await
    };
    tokio::try_join!(own, other).with_context(|| format!("game {id}"))?;
    Ok(())
}

/// Plays one side.
async fn sit(mut connection: Connection, player: Player, pace: Pace, seed: u64, meter: &Meter) -> Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes)?;
    let secret = Secret::from_bytes(bytes);
    let mut told = 0;
    let mut next_turn = Instant::now() + pace.turn;
    loop {
        let room = &connection.room;
        if pace.leaves && room.game().plies().len() >= pace.plies {
            return Ok(());
        }
        // Once for each state of the game.
        let command = if told < room.number() { todo(&connection, player, &secret, pace, &mut rng) } else { None };
        told = room.number();
        if let Some(command) = command {
            let is_turn = matches!(command, Command::Play { .. });
            if is_turn {
                sleep_until(next_turn).await;
            }
            let asked = Instant::now();
            connection.tell(command.clone()).await?;
            // What the other one did at the same time may come first.
            while !answers(&command, &connection.next().await?.event) {}
            if is_turn {
                meter.acknowledge(asked.elapsed());
            }
        } else if connection.room.stage() == Stage::Over && connection.room.dealt().is_some() {
            break;
        } else {
            connection.next().await?;
        }
        next_turn = Instant::now() + pace.turn;
    }
    ensure!(connection.room.mismatch().is_none(), "the deal does not match: {:?}", connection.room.mismatch());
    verify_record(&connection.room.record())?;
    Ok(())
}

/// Whether this is what the command was to do.
fn answers(command: &Command, event: &Event) -> bool {
    match command {
        Command::Commit { .. } => matches!(event, Event::Committed { .. }),
        Command::Contribute { .. } => matches!(event, Event::Contributed { .. }),
        Command::Seal { .. } => matches!(event, Event::Sealed { .. }),
        Command::Pick { .. } => matches!(event, Event::Picked { .. }),
        Command::Play { .. } => matches!(event, Event::Played { .. }),
        _ => matches!(event, Event::Finished { .. }),
    }
}

/// What is for the player to do now.
fn todo(connection: &Connection, player: Player, secret: &Secret, pace: Pace, rng: &mut ChaCha8Rng) -> Option<Command> {
    let room = &connection.room;
    let command = match room.stage() {
        Stage::Inviting | Stage::Sealing if player == Player::Creator && room.commitment().is_none() => {
            Command::Commit { commitment: secret.seat1_commit(&room.terms()) }
        }
        Stage::Sealing if player == Player::Creator && room.contribution().is_some() => {
            Command::Seal { secret: secret.clone() }
        }
        Stage::Sealing if player == Player::Friend && room.commitment().is_some() && room.contribution().is_none() => {
            Command::Contribute { secret: secret.clone() }
        }
        // One after the other, so that nobody wants what the other one has.
        Stage::Picking if room.picks().is_empty() && player == Player::Creator => Command::Pick { tile: 0 },
        Stage::Picking if room.picks().len() == 1 && player == Player::Friend => Command::Pick { tile: 1 },
        Stage::Playing if room.to_act() == Some(player) => {
            if room.game().plies().len() >= pace.plies {
                return Some(Command::Resign);
            }
            let actions = room.game().actions();
            Command::Play { action: actions[rng.random_range(0..actions.len())] }
        }
        _ => return None,
    };
    Some(command)
}

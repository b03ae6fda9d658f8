//! What is to happen by itself in games that nobody looks at.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};

use banqi_wire::GameId;
use tokio::sync::mpsc;

use super::{Inner, Message, RoomError, Rooms};
use crate::time::Time;

/// A game that could not be loaded is tried again after so many milliseconds.
const AGAIN: u64 = 10_000;

/// Wakes games when something is due in them.
pub(super) struct Calendar(mpsc::UnboundedSender<(u64, GameId)>);

impl Calendar {
    pub(super) fn start(rooms: Weak<Inner>, time: Arc<dyn Time>) -> Self {
        let (sender, notes) = mpsc::unbounded_channel();
        tokio::spawn(run(rooms, time, notes));
        Self(sender)
    }

    /// Something is due then. A note too many does no harm: the game sees that nothing is.
    pub(super) fn note(&self, due: u64, game: GameId) {
        // There is nobody to tell once the server has stopped.
        let _ = self.0.send((due, game));
    }
}

async fn run(rooms: Weak<Inner>, time: Arc<dyn Time>, mut notes: mpsc::UnboundedReceiver<(u64, GameId)>) {
    let mut waiting = Waiting::default();
    loop {
        let next = waiting.order.first().map(|(due, _)| *due);
        let due = async {
            match next {
                Some(due) => time.until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            note = notes.recv() => match note {
                Some((due, game)) => waiting.put(due, game),
                None => return,
            },
            () = due => {
                let Some(game) = waiting.pop() else { continue };
                let Some(rooms) = rooms.upgrade().map(Rooms) else { return };
                match rooms.inbox(game).await {
                    // A game whose inbox is full is awake.
                    Ok(inbox) => drop(inbox.try_send(Message::Wake)),
                    Err(RoomError::Stopping) => return,
                    Err(RoomError::Store(error)) => {
                        tracing::warn!(%game, %error, "a game cannot be woken yet");
                        waiting.put(time.now() + AGAIN, game);
                    }
                    Err(error) => tracing::error!(%game, %error, "a game cannot be woken"),
                }
            }
        }
    }
}

/// A line for each game: the last note counts.
#[derive(Default)]
struct Waiting {
    order: BTreeSet<(u64, GameId)>,
    games: HashMap<GameId, u64>,
}

impl Waiting {
    fn put(&mut self, due: u64, game: GameId) {
        if let Some(before) = self.games.insert(game, due) {
            self.order.remove(&(before, game));
        }
        self.order.insert((due, game));
    }

    fn pop(&mut self) -> Option<GameId> {
        let (_, game) = self.order.pop_first()?;
        self.games.remove(&game);
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_note_of_a_game_counts() {
        let [one, other] = [1, 2].map(|byte| GameId::from_bits([byte; 10]));
        let mut waiting = Waiting::default();
        for (due, game) in [(10, one), (20, other), (30, one)] {
            waiting.put(due, game);
        }
        assert_eq!([waiting.pop(), waiting.pop(), waiting.pop()], [Some(other), Some(one), None]);
        assert!(waiting.games.is_empty());
    }
}

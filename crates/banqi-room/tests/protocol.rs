//! The game that docs/protocol.md tells: what the players send there is sent to the referee, who has to answer as it is
//! written. `BANQI_BLESS=1 cargo test -p banqi-room --test protocol` writes the answers anew.

mod support;

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use banqi_wire::{
    ClientMessage, Clock, FirstMover, Numbered, Phrase, Player, Presence, Present, Refusal, Role, ServerMessage,
    VERSION,
};
use support::{Match, new_game};

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../docs/protocol-game.txt"].iter().collect()
}

/// The server's side of the conversation, line by line.
struct Conversation {
    game: Match,
    text: String,
    told: usize,
}

impl Conversation {
    fn server(&mut self, to: &str, message: &ServerMessage) {
        let text = serde_json::to_string(message).expect("written");
        let again: ServerMessage = serde_json::from_str(&text).expect("read");
        assert_eq!(&again, message);
        writeln!(self.text, "{to:>7} < {text}").expect("a text takes everything");
    }

    /// Everybody is told what happened.
    fn tell(&mut self) {
        let new: Vec<Numbered> = self.game.events[self.told..].to_vec();
        for event in new {
            self.server("all", &ServerMessage::Event(event));
        }
        self.told = self.game.events.len();
    }

    fn says(&mut self, who: &str, message: &ClientMessage) {
        let role = match who {
            "creator" => Role::Creator,
            "friend" => Role::Friend,
            _ => Role::Spectator,
        };
        match message {
            ClientMessage::Hello { after, .. } => {
                let here = |player| {
                    let was_told =
                        self.text.lines().any(|line| line.starts_with(&format!("{player:>7} > {{\"type\":\"hello\"")));
                    if was_told { Present::Here } else { Present::Away { claim_at: None } }
                };
                let presence = Presence { creator: here(Player::Creator), friend: here(Player::Friend), spectators: 0 };
                let events = self.game.events[*after as usize..].to_vec();
                self.told = self.game.events.len();
                let now = self.game.now;
                self.server(who, &ServerMessage::Welcome { version: VERSION, role, now, presence, events });
            }
            ClientMessage::Do { after, command } => {
                let result = match role.player() {
                    Some(player) => self.game.try_tell_after(player, *after, command),
                    None => Err(Refusal::Spectator),
                };
                match result {
                    Ok(()) => self.tell(),
                    Err(refusal) => self.server(who, &ServerMessage::Refused { after: Some(*after), refusal }),
                }
            }
            ClientMessage::Say { phrase } => {
                let by = role.player().expect("only players say something");
                self.server("all", &ServerMessage::Said { by, phrase: *phrase });
            }
        }
    }
}

#[test]
fn the_game_in_the_document_is_played() {
    let document = fs::read_to_string(path()).expect("docs/protocol-game.txt");
    let new = new_game("taiwan-tournament", Clock::Fischer { initial: 300, increment: 5 }, FirstMover::Tiles);
    let mut conversation = Conversation { game: Match::create(&new, 0x5a), text: String::new(), told: 1 };
    for line in document.lines() {
        // The server's lines are made anew; comments and the clients' lines stay.
        let said = line.split_once(" > ").filter(|_| !line.starts_with('#'));
        if line.starts_with('#') || line.is_empty() || said.is_some() {
            conversation.text += line;
            conversation.text.push('\n');
        }
        let Some((who, message)) = said else { continue };
        let who = who.trim();
        conversation.game.later(1_500);
        if who == "friend" && message == "POST /api/games/b9d5mpjtb9d5mpjt/join" {
            conversation.game.join().expect("the seat is free");
            conversation.tell();
            continue;
        }
        let message: ClientMessage = serde_json::from_str(message).unwrap_or_else(|error| panic!("{line}: {error}"));
        conversation.says(who, &message);
    }
    if env::var_os("BANQI_BLESS").is_some() {
        fs::write(path(), &conversation.text).expect("docs/protocol-game.txt");
    }
    assert_eq!(conversation.text, document, "BANQI_BLESS=1 writes the server's lines anew");
    assert!(conversation.game.room.dealt().is_some(), "the game comes to its end");
    assert!(conversation.game.room.wants_rematch());
}

#[test]
fn every_phrase_is_in_the_document() {
    let document = fs::read_to_string(path().with_file_name("protocol.md")).expect("docs/protocol.md");
    for phrase in Phrase::ALL {
        let name = serde_json::to_string(&phrase).expect("written");
        assert!(document.contains(name.trim_matches('"')), "{name}");
    }
}

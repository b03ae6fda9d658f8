//! The server's messages, read by hand: what serde's derive makes for enums with a tag would be a sixth of the program. The
//! tests read every message both ways.

use banqi::{Kind, Outcome, Piece, Reason, Seat};
use banqi_deal::{Leaves, Opening};
use banqi_wire::{AbortReason, Event, Numbered, Phrase, Presence, Present, Refusal, Scoring, ServerMessage};
use serde_json::Value;

use super::json::{Fields, clock, first, role, scoring, side};

/// Reads a message; none if it is none that this client knows. Fields that it does not know are nothing to it.
pub(crate) fn read(text: &str) -> Option<ServerMessage> {
    let message: Value = serde_json::from_str(text).ok()?;
    let message = Fields(&message);
    Some(match message.text("type")? {
        "welcome" => ServerMessage::Welcome {
            version: message.number("version")?.try_into().ok()?,
            role: role(message.text("role")?)?,
            now: message.number("now")?,
            presence: presence(message.of("presence")?)?,
            events: message.all("events", numbered)?,
        },
        "event" => ServerMessage::Event(numbered(message)?),
        "refused" => {
            ServerMessage::Refused { after: message.small("after"), refusal: refusal(message.of("refusal")?)? }
        }
        "presence" => ServerMessage::Presence { presence: presence(message.of("presence")?)? },
        "said" => ServerMessage::Said { by: message.player("by")?, phrase: phrase(message.text("phrase")?)? },
        "players" => {
            ServerMessage::Players { creator: side(message.of("creator")?)?, friend: side(message.of("friend")?)? }
        }
        "restarting" => ServerMessage::Restarting,
        _ => return None,
    })
}

fn presence(fields: Fields<'_>) -> Option<Presence> {
    let present = |fields: Fields<'_>| match fields.text("is")? {
        "here" => Some(Present::Here),
        "away" => Some(Present::Away { claim_at: fields.number("claim_at") }),
        _ => None,
    };
    Some(Presence {
        creator: present(fields.of("creator")?)?,
        friend: present(fields.of("friend")?)?,
        spectators: fields.small("spectators")?,
    })
}

fn phrase(text: &str) -> Option<Phrase> {
    Some(match text {
        "hello" => Phrase::Hello,
        "good_luck" => Phrase::GoodLuck,
        "well_played" => Phrase::WellPlayed,
        "thanks" => Phrase::Thanks,
        "what_luck" => Phrase::WhatLuck,
        "oops" => Phrase::Oops,
        "one_moment" => Phrase::OneMoment,
        "goodbye" => Phrase::Goodbye,
        _ => return None,
    })
}

fn refusal(fields: Fields<'_>) -> Option<Refusal> {
    let why = || fields.text("why").map(str::to_string);
    Some(match fields.text("reason")? {
        "malformed" => Refusal::Malformed { why: why()? },
        "too_large" => Refusal::TooLarge { limit: fields.small("limit")? as usize },
        "too_fast" => Refusal::TooFast,
        "hello" => Refusal::Hello,
        "version" => Refusal::Version { version: fields.number("version")?.try_into().ok()? },
        "stale" => Refusal::Stale { number: fields.small("number")? },
        "spectator" => Refusal::Spectator,
        "not_your_turn" => Refusal::NotYourTurn,
        "not_now" => Refusal::NotNow,
        "illegal" => Refusal::Illegal { why: why()? },
        "wrong_secret" => Refusal::WrongSecret,
        "no_tile" => Refusal::NoTile,
        "offered_lately" => Refusal::OfferedLately { turns: fields.small("turns")? },
        "not_gone" => Refusal::NotGone { wait: fields.number("wait") },
        "unavailable" => Refusal::Unavailable,
        _ => return None,
    })
}

fn numbered(fields: Fields<'_>) -> Option<Numbered> {
    Some(Numbered { number: fields.small("number")?, at: fields.number("at")?, event: event(fields.of("event")?)? })
}

fn event(fields: Fields<'_>) -> Option<Event> {
    Some(match fields.text("type")? {
        "created" => Event::Created {
            game: fields.parse("game")?,
            rules: fields.parse("rules")?,
            clock: clock(fields.of("clock")?)?,
            first: first(fields.text("first")?)?,
            server_commit: fields.parse("server_commit")?,
            begins: fields.player("begins"),
            last: fields.parse("last"),
            scoring: match fields.of("scoring") {
                Some(fields) => scoring(fields)?,
                None => Scoring::Casual,
            },
            engine: fields.text("engine").map(str::to_string),
            open: fields.flag("open"),
            range: fields.pair("range"),
        },
        "committed" => Event::Committed { commitment: fields.parse("commitment")? },
        "joined" => Event::Joined,
        "contributed" => Event::Contributed { secret: fields.parse("secret")? },
        "sealed" => Event::Sealed {
            secret: fields.parse("secret")?,
            leaves: Box::new(leaves(fields.of("leaves")?)?),
            seal: fields.parse("seal")?,
        },
        "picked" => Event::Picked { player: fields.player("player")?, opening: opening(fields.of("opening")?)? },
        "began" => Event::Began { first: fields.player("first")? },
        "played" => Event::Played {
            action: fields.parse("action")?,
            opening: match fields.of("opening") {
                Some(fields) => Some(opening(fields)?),
                None => None,
            },
            spent: fields.number("spent")?,
        },
        "draw_offered" => Event::DrawOffered { by: fields.player("by")? },
        "draw_declined" => Event::DrawDeclined { by: fields.player("by")? },
        "paused" => Event::Paused { spent: fields.number("spent")? },
        "continued" => Event::Continued,
        "finished" => Event::Finished { outcome: outcome(fields.of("outcome")?)? },
        "aborted" => Event::Aborted { reason: abort_reason(fields.text("reason")?)?, by: fields.player("by") },
        "revealed" => Event::Revealed { secret: fields.parse("secret")? },
        "rematch_offered" => Event::RematchOffered { by: fields.player("by")? },
        "rematch" => Event::Rematch { game: fields.parse("game")? },
        _ => return None,
    })
}

fn abort_reason(text: &str) -> Option<AbortReason> {
    AbortReason::ALL.into_iter().find(|reason| reason.name() == text)
}

fn leaves(fields: Fields<'_>) -> Option<Leaves> {
    let all = |name: &str| -> Option<Vec<banqi_deal::Leaf>> {
        fields.0.get(name)?.as_array()?.iter().map(|leaf| leaf.as_str()?.parse().ok()).collect()
    };
    Some(Leaves { tiles: all("tiles")?.try_into().ok()?, squares: all("squares")?.try_into().ok()? })
}

fn opening(fields: Fields<'_>) -> Option<Opening> {
    let salt = fields.parse("salt")?;
    Some(match fields.parse("square") {
        Some(square) => {
            let mut letters = fields.text("piece")?.chars();
            let piece = Piece::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
            Opening::Square { square, piece, salt }
        }
        None => Opening::Tile {
            tile: fields.small("tile")? as usize,
            kind: Kind::ALL
                .into_iter()
                .find(|kind| fields.text("kind").is_some_and(|text| kind.to_string() == text))?,
            salt,
        },
    })
}

fn outcome(fields: Fields<'_>) -> Option<Outcome> {
    let winner = match fields.text("winner") {
        Some("first") => Some(Seat::First),
        Some("second") => Some(Seat::Second),
        Some(_) => return None,
        None => None,
    };
    Some(Outcome { winner, reason: Reason::from_name(fields.text("reason")?)? })
}

#[cfg(test)]
mod tests {
    use banqi_deal::{Salt, example};
    use banqi_engine::Level;
    use banqi_wire::{Clock, FirstMover, GameId, Player, Role, Side};

    use super::*;

    /// What is read by hand is what serde reads.
    fn check(message: &ServerMessage) {
        let text = serde_json::to_string(message).expect("written");
        assert_eq!(read(&text).as_ref(), Some(message), "{text}");
    }

    fn check_event(event: Event) {
        let numbered = Numbered { number: 7, at: 1_700_000_000_123, event };
        check(&ServerMessage::Event(numbered.clone()));
        let here = Presence { creator: Present::Here, friend: Present::Away { claim_at: None }, spectators: 3 };
        check(&ServerMessage::Welcome {
            version: 1,
            role: Role::Friend,
            now: 1_700_000_000_456,
            presence: here,
            events: vec![numbered.clone(), numbered],
        });
    }

    #[test]
    fn events_are_read_as_they_are_written() {
        let dealt = example();
        let seal = dealt.seal();
        let game = GameId::from_bits([3; 10]);
        let secret = dealt.server().clone();
        let transcript = seal.transcript();
        let clocks = [Clock::None, Clock::Fischer { initial: 600, increment: 5 }, Clock::Days { days: 3 }];
        let firsts =
            [FirstMover::Tiles, FirstMover::Random, FirstMover::Creator, FirstMover::Friend, FirstMover::Loser];
        for (clock, first) in clocks.into_iter().cycle().zip(firsts) {
            for (begins, last) in [(None, None), (Some(Player::Friend), Some(game))] {
                let rules = "taiwan-chase:chase=2,quiet=none".parse().expect("rules");
                let server_commit = transcript.server_commit;
                let more = [
                    (Scoring::Casual, None, false, None),
                    (Scoring::Rated, None, true, Some([1400, 1600])),
                    (Scoring::Stake { base: 7 }, None, true, None),
                    (Scoring::Ranked { level: Level::Easy }, Some("1".to_string()), false, None),
                ];
                for (scoring, engine, open, range) in more {
                    check_event(Event::Created {
                        game,
                        rules,
                        clock,
                        first,
                        server_commit,
                        begins,
                        last,
                        scoring,
                        engine,
                        open,
                        range,
                    });
                }
            }
        }
        check_event(Event::Committed { commitment: transcript.seat1_commit });
        check_event(Event::Joined);
        check_event(Event::Contributed { secret: secret.clone() });
        check_event(Event::Sealed {
            secret: secret.clone(),
            leaves: Box::new(seal.leaves().clone()),
            seal: seal.hash(),
        });
        for tile in 0..5 {
            let opening = dealt.open_tile(tile).expect("a tile");
            check_event(Event::Picked { player: Player::Creator, opening });
        }
        for player in Player::ALL {
            check_event(Event::Began { first: player });
            check_event(Event::DrawOffered { by: player });
            check_event(Event::DrawDeclined { by: player });
            check_event(Event::RematchOffered { by: player });
        }
        for square in banqi::Square::all() {
            let action = banqi::Action::Flip(square);
            check_event(Event::Played { action, opening: Some(dealt.open(square)), spent: u64::from(u32::MAX) + 1 });
        }
        for action in ["a1-a2", "end"] {
            check_event(Event::Played { action: action.parse().expect("an action"), opening: None, spent: 0 });
        }
        check_event(Event::Paused { spent: 7_000 });
        check_event(Event::Continued);
        for reason in Reason::ALL {
            for winner in [None, Some(Seat::First), Some(Seat::Second)] {
                check_event(Event::Finished { outcome: Outcome { winner, reason } });
            }
        }
        for reason in AbortReason::ALL {
            for by in [None, Some(Player::Creator), Some(Player::Friend)] {
                check_event(Event::Aborted { reason, by });
            }
        }
        check_event(Event::Revealed { secret });
        check_event(Event::Rematch { game });
    }

    #[test]
    fn everything_else_is_read_as_it_is_written() {
        let refusals = [
            Refusal::Malformed { why: "x".to_string() },
            Refusal::TooLarge { limit: 4096 },
            Refusal::TooFast,
            Refusal::Hello,
            Refusal::Version { version: 2 },
            Refusal::Stale { number: 9 },
            Refusal::Spectator,
            Refusal::NotYourTurn,
            Refusal::NotNow,
            Refusal::Illegal { why: "y".to_string() },
            Refusal::WrongSecret,
            Refusal::NoTile,
            Refusal::OfferedLately { turns: 4 },
            Refusal::NotGone { wait: None },
            Refusal::NotGone { wait: Some(60_000) },
            Refusal::Unavailable,
        ];
        for refusal in refusals {
            for after in [None, Some(12)] {
                check(&ServerMessage::Refused { after, refusal: refusal.clone() });
            }
        }
        for by in Player::ALL {
            for phrase in Phrase::ALL {
                check(&ServerMessage::Said { by, phrase });
            }
        }
        let away = Present::Away { claim_at: Some(1_700_000_000_000) };
        check(&ServerMessage::Presence { presence: Presence { creator: away, friend: Present::Here, spectators: 0 } });
        check(&ServerMessage::Restarting);
        let name = "Yi-chen".to_string();
        let account = Side::Account { name, rating: Some(1523), provisional: true };
        for friend in [Side::Nobody, Side::Guest, Side::Computer { level: Level::Expert }, account.clone()] {
            check(&ServerMessage::Players { creator: account.clone(), friend });
        }
    }

    #[test]
    fn what_is_no_message_is_none() {
        let opening = |text: &str| {
            let played =
                r#"{"type":"event","number":1,"at":1,"event":{"type":"played","action":"b2","spent":0,"opening":"#;
            read(&format!("{played}{text}}}}}"))
        };
        let salt = Salt::from_bytes([1; 16]).to_hex();
        assert!(opening(&format!(r#"{{"square":"b2","piece":"G","salt":"{salt}"}}"#)).is_some());
        for text in ["{}", "7", "null", r#"{"square":"b2","piece":"GG"}"#, r#"{"tile":1,"kind":"cat"}"#] {
            assert_eq!(
                opening(&text.replace('}', &format!(r#","salt":"{salt}"}}"#)).replace("{,", "{")),
                None,
                "{text}"
            );
        }
        for text in ["", "[]", r#"{"type":"later"}"#, r#"{"type":"said","by":"spectator","phrase":"hello"}"#] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

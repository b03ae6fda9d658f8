//! What the server answers to questions that are asked once.

use banqi_wire::{
    Account, BoardLine, BoardPage, Clock, End, Gain, GameId, GameLine, GamePage, HeadToHead, LiveGame, Lobby, Profile,
    Rated, RatingPoint, RecoveryCode, Results, Score, Scoring, Seek, Session, Side,
};

use super::json::{Fields, clock, first, scoring, side};

/// One's own game, an item of `GET /api/me/games`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OwnGame {
    pub(crate) id: GameId,
    pub(crate) over: bool,
    pub(crate) rules: String,
    pub(crate) clock: Clock,
    pub(crate) scoring: Scoring,
    /// Whether it is one's own turn; none where it is nobody's.
    pub(crate) is_turn: Option<bool>,
    /// When the time of whose turn it is is up.
    pub(crate) deadline: Option<u64>,
    pub(crate) opponent: Side,
}

pub(crate) fn own_game(fields: Fields<'_>) -> Option<OwnGame> {
    Some(OwnGame {
        id: fields.parse("id")?,
        over: fields.flag("over"),
        rules: fields.string("rules")?,
        clock: clock(fields.of("clock")?)?,
        scoring: scoring(fields.of("scoring")?)?,
        is_turn: fields.text("to_move").map(|whose| whose == "you"),
        deadline: fields.number("deadline"),
        opponent: side(fields.of("opponent")?)?,
    })
}

pub(crate) fn account(fields: Fields<'_>) -> Option<Account> {
    Some(Account {
        name: fields.string("name")?,
        since: fields.number("since")?,
        points: fields.amount("points")?,
        balance: fields.amount("balance")?,
        ratings: fields.all("ratings", rated)?,
    })
}

fn rated(fields: Fields<'_>) -> Option<Rated> {
    Some(Rated {
        speed: fields.parse("speed")?,
        rating: fields.rating("rating")?,
        deviation: fields.rating("deviation")?,
        provisional: fields.flag("provisional"),
        games: fields.small("games")?,
    })
}

pub(crate) fn recovery_code(fields: Fields<'_>) -> Option<RecoveryCode> {
    Some(RecoveryCode { name: fields.string("name")?, code: fields.string("code")? })
}

pub(crate) fn session(fields: Fields<'_>) -> Option<Session> {
    Some(Session {
        id: fields.string("id")?,
        device: fields.string("device")?,
        since: fields.number("since")?,
        seen: fields.number("seen")?,
        current: fields.flag("current"),
    })
}

fn results(fields: Fields<'_>) -> Option<Results> {
    Some(Results { won: fields.small("won")?, drawn: fields.small("drawn")?, lost: fields.small("lost")? })
}

pub(crate) fn profile(fields: Fields<'_>) -> Option<Profile> {
    Some(Profile {
        name: fields.string("name")?,
        since: fields.number("since")?,
        points: fields.amount("points")?,
        best_day: fields.amount("best_day")?,
        balance: fields.amount("balance")?,
        ratings: fields.all("ratings", rated)?,
        results: results(fields.of("results")?)?,
        withheld: fields.small("withheld")?,
    })
}

pub(crate) fn rating_graph(fields: Fields<'_>) -> Option<Vec<RatingPoint>> {
    fields.all("points", |fields| {
        Some(RatingPoint {
            at: fields.number("at")?,
            rating: fields.rating("rating")?,
            deviation: fields.rating("deviation")?,
        })
    })
}

pub(crate) fn head_to_head(fields: Fields<'_>) -> Option<HeadToHead> {
    Some(HeadToHead { results: results(fields.of("results")?)?, games: fields.all("games", game_line)? })
}

pub(crate) fn game_page(fields: Fields<'_>) -> Option<GamePage> {
    Some(GamePage { games: fields.all("games", game_line)?, next: fields.string("next") })
}

fn game_line(fields: Fields<'_>) -> Option<GameLine> {
    Some(GameLine {
        id: fields.parse("id")?,
        rules: fields.string("rules")?,
        clock: clock(fields.of("clock")?)?,
        scoring: scoring(fields.of("scoring")?)?,
        creator: side(fields.of("creator")?)?,
        friend: side(fields.of("friend")?)?,
        created: fields.number("created")?,
        end: match fields.some("end") {
            Some(fields) => Some(end(fields)?),
            None => None,
        },
    })
}

fn end(fields: Fields<'_>) -> Option<End> {
    let [creator, friend] = fields.pair("captures")?;
    Some(End {
        at: fields.number("at")?,
        winner: fields.player("winner"),
        reason: fields.string("reason")?,
        aborted: fields.flag("aborted"),
        turns: fields.small("turns")?,
        captures: [creator.try_into().ok()?, friend.try_into().ok()?],
    })
}

pub(crate) fn board_page(fields: Fields<'_>) -> Option<BoardPage> {
    Some(BoardPage {
        lines: fields.all("lines", board_line)?,
        players: fields.small("players")?,
        page: fields.small("page")?,
        size: fields.small("size")?,
        own: match fields.some("own") {
            Some(fields) => Some(board_line(fields)?),
            None => None,
        },
    })
}

fn board_line(fields: Fields<'_>) -> Option<BoardLine> {
    Some(BoardLine {
        place: fields.small("place")?,
        name: fields.string("name")?,
        amount: fields.amount("amount")?,
        best_day: fields.amount("best_day")?,
    })
}

pub(crate) fn lobby(fields: Fields<'_>) -> Option<Lobby> {
    Some(Lobby { seeks: fields.all("seeks", seek)?, games: fields.all("games", live_game)? })
}

fn seek(fields: Fields<'_>) -> Option<Seek> {
    Some(Seek {
        id: fields.parse("id")?,
        rules: fields.string("rules")?,
        clock: clock(fields.of("clock")?)?,
        scoring: scoring(fields.of("scoring")?)?,
        first: first(fields.text("first")?)?,
        by: side(fields.of("by")?)?,
        since: fields.number("since")?,
        range: fields.pair("range"),
        open_to_you: fields.flag("open_to_you"),
        yours: fields.flag("yours"),
    })
}

fn live_game(fields: Fields<'_>) -> Option<LiveGame> {
    Some(LiveGame {
        id: fields.parse("id")?,
        rules: fields.string("rules")?,
        clock: clock(fields.of("clock")?)?,
        scoring: scoring(fields.of("scoring")?)?,
        creator: side(fields.of("creator")?)?,
        friend: side(fields.of("friend")?)?,
        position: fields.string("position")?,
        spectators: fields.small("spectators")?,
    })
}

pub(crate) fn score(fields: Fields<'_>) -> Option<Score> {
    let gain = |name: &str| {
        let fields = fields.of(name)?;
        Some(Gain { amount: fields.amount("amount")?, rating: fields.pair("rating") })
    };
    Some(Score { creator: gain("creator")?, friend: gain("friend")? })
}

#[cfg(test)]
mod tests {
    use banqi_engine::Level;
    use banqi_wire::{FirstMover, Player, RatingGraph, Speed};
    use serde::Serialize;
    use serde_json::Value;

    use super::*;

    /// What is read by hand is what serde writes.
    fn check<T: Serialize + PartialEq + std::fmt::Debug>(read: impl Fn(Fields<'_>) -> Option<T>, answer: &T) {
        let value: Value = serde_json::to_value(answer).expect("written");
        assert_eq!(read(Fields(&value)).as_ref(), Some(answer), "{value}");
        assert_eq!(read(Fields(&Value::Null)), None);
        for name in value.as_object().expect("an object").keys() {
            let mut damaged = value.clone();
            damaged[name] = Value::Array(vec![Value::Null]);
            // It may be none, and is never a panic.
            let _ = read(Fields(&damaged));
        }
    }

    fn sides() -> [Side; 5] {
        let name = "Yi-chen".to_string();
        [
            Side::Nobody,
            Side::Guest,
            Side::Computer { level: Level::Master },
            Side::Account { name: name.clone(), rating: None, provisional: false },
            Side::Account { name, rating: Some(-3), provisional: true },
        ]
    }

    const SCORINGS: [Scoring; 4] =
        [Scoring::Casual, Scoring::Rated, Scoring::Stake { base: 10 }, Scoring::Ranked { level: Level::Expert }];

    fn ratings() -> Vec<Rated> {
        let rated = |speed| Rated { speed, rating: 1523, deviation: 120, provisional: speed == Speed::Days, games: 7 };
        Speed::ALL.map(rated).to_vec()
    }

    fn games() -> Vec<GameLine> {
        let end = End {
            at: 8,
            winner: Some(Player::Friend),
            reason: "elimination".to_string(),
            aborted: false,
            turns: 73,
            captures: [3, 16],
        };
        let ends = [None, Some(end.clone()), Some(End { winner: None, aborted: true, ..end })];
        let line = |(end, (side, scoring)): (Option<End>, (Side, Scoring))| GameLine {
            id: GameId::from_bits([4; 10]),
            rules: "taiwan-quick".to_string(),
            clock: Clock::Days { days: 3 },
            scoring,
            creator: side.clone(),
            friend: side,
            created: 1_700_000_000_000,
            end,
        };
        ends.into_iter().cycle().zip(sides().into_iter().zip(SCORINGS.into_iter().cycle())).map(line).collect()
    }

    #[test]
    fn answers_are_read_as_they_are_written() {
        let name = "Yi-chen".to_string();
        let results = Results { won: 3, drawn: 2, lost: 1 };
        check(account, &Account { name: name.clone(), since: 1, points: 40, balance: -30, ratings: ratings() });
        let told = r#"{"name":"Yi-chen","code":"AAAA-BBBB"}"#;
        let code = recovery_code(Fields(&serde_json::from_str(told).expect("JSON"))).expect("a code");
        assert_eq!((code.name, code.code), (name.clone(), "AAAA-BBBB".to_string()));
        let device = "Firefox, Linux".to_string();
        check(session, &Session { id: "7".to_string(), device, since: 1, seen: 2, current: true });
        check(
            profile,
            &Profile {
                name: name.clone(),
                since: 1,
                points: 40,
                best_day: 30,
                balance: -20,
                ratings: ratings(),
                results,
                withheld: 1,
            },
        );
        check(head_to_head, &HeadToHead { results, games: games() });
        for next in [None, Some("x".to_string())] {
            check(game_page, &GamePage { games: games(), next });
        }
        let line = BoardLine { place: 1, name, amount: -10, best_day: 20 };
        for own in [None, Some(line.clone())] {
            check(board_page, &BoardPage { lines: vec![line.clone()], players: 1, page: 0, size: 50, own });
        }
        let points = vec![RatingPoint { at: 5, rating: 1510, deviation: 90 }];
        let graph = serde_json::to_value(RatingGraph { points: points.clone() }).expect("written");
        assert_eq!(rating_graph(Fields(&graph)), Some(points));
        let gain = Gain { amount: -30, rating: Some([1510, 1498]) };
        check(score, &Score { creator: gain, friend: Gain::default() });
    }

    #[test]
    fn the_lobby_is_read_as_it_is_written() {
        let clock = Clock::Fischer { initial: 180, increment: 2 };
        let seek = |(by, scoring): (Side, Scoring)| Seek {
            id: GameId::from_bits([5; 10]),
            rules: "mainland".to_string(),
            clock,
            scoring,
            first: FirstMover::Tiles,
            range: (scoring == Scoring::Rated).then_some([1400, 1600]),
            open_to_you: by == Side::Guest,
            yours: by != Side::Guest,
            by,
            since: 9,
        };
        let game = |side: Side| LiveGame {
            id: GameId::from_bits([6; 10]),
            rules: "mainland".to_string(),
            clock: Clock::None,
            scoring: Scoring::Casual,
            creator: side.clone(),
            friend: side,
            position: banqi::Position::start().to_string(),
            spectators: 2,
        };
        let seeks = sides().into_iter().zip(SCORINGS.into_iter().cycle()).map(seek).collect();
        check(lobby, &Lobby { seeks, games: sides().map(game).to_vec() });
    }

    #[test]
    fn own_games_are_read() {
        let read = |text: &str| own_game(Fields(&serde_json::from_str(text).expect("JSON")));
        let game = read(
            r#"{"id":"0123456789abcdef","path":"/g/0123456789abcdef","role":"friend","created":1,"over":false,
            "rules":"taiwan-quick","clock":{"kind":"days","days":2},"scoring":{"kind":"stake","base":5},
            "to_move":"other","deadline":1700000000000,"opponent":{"is":"guest"}}"#,
        )
        .expect("a game");
        assert_eq!((game.is_turn, game.deadline, game.over), (Some(false), Some(1_700_000_000_000), false));
        assert_eq!((game.scoring, game.opponent), (Scoring::Stake { base: 5 }, Side::Guest));
        assert_eq!(read(r#"{"id":"x"}"#), None);
    }
}

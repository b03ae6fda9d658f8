//! Ranked games: the server deals, judges and has its computer play, and everybody can find out afterwards that it did so.

mod support;

use banqi::{Preset, Reason};
use banqi_deal::{Secret, verify_record};
use banqi_engine::{Engine, Level, Limits};
use banqi_room::{Ending, FoldError, Question, Referee, Room, Stage};
use banqi_wire::{AbortReason, Clock, Command, Event, FirstMover, GameId, NewGame, Numbered, Player, Refusal, Scoring};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use support::{C1, C2, Match, new_game};

const DAY: u64 = 86_400_000;

fn ranked(rules: &str, level: Level) -> NewGame {
    NewGame { scoring: Scoring::Ranked { level }, ..new_game(rules, Clock::None, FirstMover::Tiles) }
}

fn seal() -> Command {
    Command::Seal { secret: Secret::from_bytes(C1) }
}

fn play(action: &str) -> Command {
    Command::Play { action: action.parse().expect("an action") }
}

/// Sealed: the creator is to move.
fn begun(rules: &str, level: Level, secret: u8) -> Match {
    let mut game = Match::create(&ranked(rules, level), secret);
    game.told(Player::Creator, seal());
    game
}

/// The computer says what it has to say; without a question nothing.
fn computer(game: &mut Match) {
    while let Some(question) = game.referee.question(&game.room).expect("its own secret") {
        assert_eq!(question.number(), game.room.number());
        let command = question.answer(&|| false).expect("nobody stops it");
        game.told(Player::Friend, command);
    }
}

/// The creator plays at random, up to the end.
fn play_out(game: &mut Match, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while game.room.stage() == Stage::Playing {
        assert_eq!(game.room.to_act(), Some(Player::Creator));
        let actions = game.room.game().actions();
        let action = actions[rng.random_range(0..actions.len())];
        game.later(1000);
        game.told(Player::Creator, Command::Play { action });
        computer(game);
    }
}

#[rstest]
fn a_whole_game_is_verified_and_the_computers_actions_are_thought_again(
    #[values(Level::Easy, Level::Normal)] level: Level,
    #[values("taiwan-tournament", "taiwan-quick", "hong-kong", "mainland")] rules: &str,
) {
    let mut game = begun(rules, level, 30);
    play_out(&mut game, 3);
    let room = &game.room;
    assert!(matches!(room.ending(), Some(Ending::Finished(_))));
    assert_eq!((room.mismatch(), room.computer()), (None, Some(level)));
    assert_eq!(room.engine(), Some(banqi_engine::VERSION));

    let text = room.record().to_string();
    assert!(!text.contains("[C2 \"") || text.contains("[C2 \"\"]"), "{text}");
    let verified = verify_record(&text.parse().expect("a record")).expect("it is as it was sealed");
    assert!(verified.seal().check_code(room.seal().expect("sealed").code()).is_ok());
    assert_eq!(verified.seal().transcript().c2, None);

    // Everything that is kept of a game is its events, the last of which tells S.
    let seed = verified.engine_seed();
    let mut again = Room::open(&game.events[0]).expect("a game");
    let mut thought = 0;
    for next in &game.events[1..] {
        if let Some(question) = Question::of(&again, &seed) {
            let Event::Played { action, .. } = next.event else { panic!("{next:?}") };
            assert_eq!(question.answer(&|| false), Some(Command::Play { action }), "{}", next.number);
            thought += 1;
        }
        again.apply(next).expect("as it was told");
    }
    let played = game.events.iter().filter(|next| matches!(next.event, Event::Played { .. })).count();
    assert!(thought >= played / 2 - 1, "{thought} of {played}");
}

/// With another seed it plays another game: what comes from the seed is not only the deal.
#[test]
fn the_seed_decides_what_the_easy_computer_plays() {
    let commands: std::collections::HashSet<String> = (0..20)
        .map(|secret| {
            let mut game = begun("mainland", Level::Easy, secret);
            game.plays("a1");
            let question = game.referee.question(&game.room).expect("its own secret").expect("its turn");
            format!("{:?}", question.answer(&|| false))
        })
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
}

#[test]
fn the_creator_moves_first_whatever_is_asked_for() {
    for first in [FirstMover::Tiles, FirstMover::Creator, FirstMover::Friend, FirstMover::Random, FirstMover::Loser] {
        let mut game = Match::create(&NewGame { first, ..ranked("mainland", Level::Easy) }, 9);
        assert_eq!((game.room.stage(), game.room.first()), (Stage::Sealing, FirstMover::Creator));
        game.told(Player::Creator, seal());
        assert_eq!((game.room.stage(), game.room.to_act()), (Stage::Playing, Some(Player::Creator)));
    }
}

#[test]
fn there_is_no_seat_and_nothing_but_c1_to_tell() {
    let mut game = Match::create(&ranked("mainland", Level::Easy), 9);
    assert_eq!(game.join(), Err(Refusal::NotNow));
    let commitment = Secret::from_bytes(C1).seat1_commit(&game.room.terms());
    assert_eq!(game.try_tell(Player::Creator, &Command::Commit { commitment }), Err(Refusal::NotNow));
    let contribute = Command::Contribute { secret: Secret::from_bytes(C2) };
    assert_eq!(game.try_tell(Player::Creator, &contribute), Err(Refusal::NotYourTurn));
    assert_eq!(game.try_tell(Player::Friend, &contribute), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Friend, &seal()), Err(Refusal::NotYourTurn));
    assert_eq!(game.try_tell(Player::Creator, &Command::Pick { tile: 0 }), Err(Refusal::NotNow));
    game.told(Player::Creator, seal());
    let other = Command::Seal { secret: Secret::from_bytes(C2) };
    for again in [seal(), other, Command::Pick { tile: 0 }] {
        assert_eq!(game.try_tell(Player::Creator, &again), Err(Refusal::NotNow));
    }
}

#[test]
fn events_of_games_between_people_make_no_ranked_game() {
    let game = begun("mainland", Level::Easy, 9);
    let secret = Secret::from_bytes(C2);
    let commitment = secret.seat1_commit(&game.room.terms());
    let created = Room::open(&game.events[0]).expect("a game");
    for event in [Event::Joined, Event::Committed { commitment }, Event::Contributed { secret }] {
        let next = Numbered { number: 2, at: game.now, event };
        assert_eq!(created.clone().apply(&next), Err(FoldError::Unexpected { number: 2 }));
    }
    let mut over = game;
    over.told(Player::Creator, Command::Resign);
    for by in Player::ALL {
        let number = over.room.number() + 1;
        let next = Numbered { number, at: over.now, event: Event::RematchOffered { by } };
        assert_eq!(over.room.apply(&next), Err(FoldError::Unexpected { number }));
        assert_eq!(over.try_tell(by, &Command::Rematch), Err(Refusal::NotNow));
    }
}

#[test]
fn the_creator_does_not_play_for_the_computer() {
    let mut game = begun("mainland", Level::Easy, 9);
    assert!(game.referee.question(&game.room).expect("its own secret").is_none(), "it is the creator's turn");
    game.plays("a1");
    assert_eq!(game.try_tell(Player::Creator, &play("a2")), Err(Refusal::NotYourTurn));
    assert_eq!(game.try_tell(Player::Creator, &Command::DeclineDraw), Err(Refusal::NotNow));
}

#[test]
fn nobody_claims_against_the_computer() {
    let mut game = begun("mainland", Level::Easy, 9);
    game.away = [None, Some(game.now)];
    game.later(DAY);
    for claim in [Command::ClaimWin, Command::ClaimDraw] {
        assert_eq!(game.try_tell(Player::Creator, &claim), Err(Refusal::NotGone { wait: None }));
    }
}

#[test]
fn a_game_is_called_off_until_something_has_been_seen_of_its_deal() {
    let mut unsealed = Match::create(&ranked("mainland", Level::Easy), 9);
    unsealed.told(Player::Creator, Command::Abort);
    assert!(matches!(unsealed.last(), Event::Aborted { .. }));

    let mut called_off = begun("mainland", Level::Easy, 9);
    called_off.told(Player::Creator, Command::Abort);
    assert!(matches!(called_off.last(), Event::Revealed { .. }));
    assert!(!called_off.room.waits_for_computer(), "nothing is to be thought about any more");
    let end = called_off.room.end().expect("it is over");
    assert_eq!((end.winner, end.reason.as_str(), end.aborted, end.turns), (None, "player", true, 0));

    let mut game = begun("mainland", Level::Easy, 9);
    game.plays("a1");
    assert_eq!(game.try_tell(Player::Creator, &Command::Abort), Err(Refusal::NotNow), "there is no second first flip");
    computer(&mut game);
    assert_eq!(game.try_tell(Player::Creator, &Command::Abort), Err(Refusal::NotNow));
}

#[test]
fn what_is_not_sealed_in_a_day_is_called_off() {
    let mut game = Match::create(&ranked("mainland", Level::Easy), 9);
    game.later(DAY - 1);
    game.elapse();
    assert_eq!(game.room.stage(), Stage::Sealing);
    game.later(1);
    game.elapse();
    let expected = Ending::Aborted { reason: AbortReason::Unsealed, by: Some(Player::Creator) };
    assert_eq!(game.room.ending(), Some(expected));
}

#[test]
fn an_offer_is_answered_before_the_turn_goes_on() {
    let mut game = begun("mainland", Level::Normal, 9);
    game.plays("a1");
    let turn = game.referee.question(&game.room).expect("its own secret").expect("its turn");
    let meant = turn.answer(&|| false).expect("nobody stops it");
    game.told(Player::Creator, Command::OfferDraw);
    let offer = game.referee.question(&game.room).expect("its own secret").expect("an offer");
    assert_eq!(offer.answer(&|| false), Some(Command::DeclineDraw), "the game has just begun");
    game.told(Player::Friend, Command::DeclineDraw);
    // The turn is the one that it was: an offer changes nothing of it.
    let again = game.referee.question(&game.room).expect("its own secret").expect("its turn");
    assert_eq!(again.answer(&|| false), Some(meant));
    assert_eq!(game.try_tell(Player::Creator, &Command::OfferDraw), Err(Refusal::OfferedLately { turns: 10 }));
}

/// Under these rules nothing but an agreement draws a game: two who play alike come to one in the end, if one of them offers
/// it whenever it is possible.
#[test]
fn the_computer_agrees_to_a_draw_when_nothing_is_to_be_gained() {
    let mut agreed = 0;
    for secret in 40..44 {
        let mut game = begun("taiwan-classic", Level::Normal, secret);
        while game.room.stage() == Stage::Playing {
            if game.try_tell(Player::Creator, &Command::OfferDraw).is_err() {
                let engine = Engine::new(Level::Normal, secret.into());
                let thought = engine.think(game.room.game(), &Limits::default(), &|| false).expect("it goes on");
                game.told(Player::Creator, Command::Play { action: thought.action });
            }
            computer(&mut game);
        }
        let Some(Ending::Finished(outcome)) = game.room.ending() else { panic!("{:?}", game.room.ending()) };
        if outcome.reason == Reason::Agreement {
            agreed += 1;
            assert!(game.room.game().position().quiet() >= 40, "it is ready to after forty quiet turns");
            assert!(matches!(game.last(), Event::Revealed { .. }));
        }
    }
    assert!(agreed > 0);
}

#[test]
fn a_stopped_thought_is_no_answer() {
    let mut game = begun("mainland", Level::Master, 9);
    game.plays("a1");
    let question = game.referee.question(&game.room).expect("its own secret").expect("its turn");
    assert_eq!(question.answer(&|| true), None);
    assert_eq!(format!("{question:?}"), format!("Question({})", game.room.number()), "and tells no seed");
}

#[test]
fn where_the_computer_cannot_go_on_nobody_has_won() {
    let mut game = begun("mainland", Level::Easy, 9);
    assert!(game.referee.computer_fails(&game.room).is_empty(), "it is not its turn");
    for _ in 0..3 {
        let actions = game.room.game().actions();
        game.told(Player::Creator, Command::Play { action: actions[0] });
        computer(&mut game);
    }
    let actions = game.room.game().actions();
    game.told(Player::Creator, Command::Play { action: actions[0] });
    let events = game.referee.computer_fails(&game.room);
    game.keep(events);
    let expected = Ending::Aborted { reason: AbortReason::Computer, by: Some(Player::Friend) };
    assert_eq!((game.room.ending(), game.room.winner()), (Some(expected), None));
    assert!(game.room.dealt().is_some(), "the deal is told all the same");
}

#[test]
fn an_end_says_who_won_and_what_was_captured() {
    let mut game = begun("taiwan-quick", Level::Normal, 11);
    play_out(&mut game, 1);
    let ended = game.now;
    game.later(5000);
    let end = game.room.end().expect("it is over");
    assert_eq!(end.winner, game.room.winner());
    assert_eq!(end.at, ended);
    let Some(Ending::Finished(outcome)) = game.room.ending() else { panic!("finished") };
    assert_eq!((end.reason.as_str(), end.aborted), (outcome.reason.name(), false));

    // Counted from what was played: the square on which somebody lands is not empty.
    let mut counted = [0_u32; 2];
    let mut turns = 1;
    let mut again = Room::open(&game.events[0]).expect("a game");
    for next in &game.events[1..] {
        let mover = again.to_act();
        let before = again.game().position().occupied().count();
        again.apply(next).expect("as it was told");
        if let (Event::Played { .. }, Some(mover)) = (&next.event, mover) {
            counted[mover as usize] += before - again.game().position().occupied().count();
            turns = again.game().position().turn();
        }
    }
    assert_eq!((end.captures, end.turns), (counted, turns - 1));
    assert_eq!(game.room.captures(), counted);
    assert!(counted[1] > 0, "the computer has taken something from who plays at random");
}

/// The rules of ranked games are the published presets', and all of them can be played.
#[test]
fn every_preset_can_be_ranked() {
    for preset in Preset::ALL {
        let new = ranked(preset.name(), Level::Easy);
        assert_eq!(new.check(), Ok(()));
        let (_, event) = Referee::create(Secret::from_bytes([1; 32]), GameId::from_bits([1; 10]), &new);
        let room = Room::open(&Numbered { number: 1, at: 0, event }).expect("a game");
        assert_eq!((room.rules().preset(), room.computer()), (preset, Some(Level::Easy)));
    }
}

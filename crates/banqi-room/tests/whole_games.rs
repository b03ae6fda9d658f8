//! Whole games of every rule set, as the referee, the players and those who watch see them.

mod support;

use banqi::Preset;
use banqi_deal::verify_record;
use banqi_room::{Ending, Room, Stage};
use banqi_wire::{Clock, Command, Event, FirstMover, Numbered, Player};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use support::{Match, new_game};

const HOUSE_RULES: [&str; 4] =
    ["hong-kong:chain=on", "taiwan-classic:dark=probe", "taiwan-quick:rush=on,diagonal=on", "mainland:quiet=20"];

fn play_out(game: &mut Match, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while let Some(mover) = game.room.to_act() {
        if game.room.game().plies().len() > 400 {
            game.told(mover, Command::Resign);
            break;
        }
        let actions = game.room.game().actions();
        let action = actions[rng.random_range(0..actions.len())];
        game.later(rng.random_range(0..2000));
        game.told(mover, Command::Play { action });
    }
}

#[rstest]
fn every_rule_set_is_played_to_its_end(
    #[values(FirstMover::Tiles, FirstMover::Random, FirstMover::Friend, FirstMover::Loser)] first: FirstMover,
) {
    let presets = Preset::ALL.map(|preset| preset.rules().to_string());
    for (index, rules) in presets.iter().map(String::as_str).chain(HOUSE_RULES).enumerate() {
        let clock = Clock::Fischer { initial: 10_800, increment: 5 };
        let mut game = Match::sealed(&new_game(rules, clock, first), 10 + index as u8);
        if game.room.stage() == Stage::Picking {
            game.told(Player::Friend, Command::Pick { tile: 4 });
            game.told(Player::Creator, Command::Pick { tile: index % 4 });
        }
        play_out(&mut game, index as u64);

        assert!(matches!(game.room.ending(), Some(Ending::Finished(_))), "{rules}");
        assert!(matches!(game.last(), Event::Revealed { .. }), "{rules}");
        assert_eq!(game.room.mismatch(), None, "{rules}");
        let dealt = game.room.dealt().expect("the secret was told");

        // Those who watch are told the same, and find the same.
        let watched = Room::fold(&game.events).expect("a game");
        assert_eq!(format!("{watched:?}"), format!("{:?}", game.room), "{rules}");

        // And the record says the same to everybody who was not there.
        let record = game.room.record();
        let again = verify_record(&record.to_string().parse().expect("a record")).expect("it is as it was sealed");
        assert_eq!(again.deal(), dealt.deal(), "{rules}");
    }
}

#[test]
fn tiles_decide_as_they_were_dealt() {
    for secret in 0..20 {
        let mut game = Match::sealed(&new_game("mainland", Clock::None, FirstMover::Tiles), secret);
        game.told(Player::Creator, Command::Pick { tile: 1 });
        game.told(Player::Friend, Command::Pick { tile: 3 });
        let first = game.room.first_player().expect("decided");
        game.told(first.other(), Command::Abort);
        // The kinds in the Taiwanese order: General, Advisor, Elephant, Chariot, Horse.
        let kinds = game.room.dealt().expect("told").tiles().kinds();
        let place = |tile: usize| "KGMRN".find(kinds[tile].letter()).expect("a tile's kind");
        let higher = if place(1) < place(3) { Player::Creator } else { Player::Friend };
        assert_eq!(first, higher);
    }
}

#[test]
fn another_server_or_another_opening_is_found_out() {
    let honest = {
        let mut game = Match::begun("taiwan-quick", Clock::None, 9);
        game.plays("a1");
        game.told(Player::Friend, Command::Resign);
        game
    };
    let changed = |change: fn(&mut Event)| {
        let events: Vec<Numbered> = honest
            .events
            .iter()
            .cloned()
            .map(|mut next| {
                change(&mut next.event);
                next
            })
            .collect();
        Room::fold(&events).expect("it can be folded all the same")
    };
    let unchanged = changed(|_| {});
    assert!(unchanged.mismatch().is_none() && unchanged.dealt().is_some());

    let other_piece = changed(|event| {
        if let Event::Played { opening: Some(banqi_deal::Opening::Square { piece, .. }), .. } = event {
            piece.colour = !piece.colour;
        }
    });
    assert!(other_piece.mismatch().is_some());
    let other_salt = changed(|event| {
        if let Event::Played { opening: Some(banqi_deal::Opening::Square { salt, .. }), .. } = event {
            *salt = banqi_deal::Salt::from_bytes([9; 16]);
        }
    });
    assert!(other_salt.mismatch().is_some());
    let other_leaf = changed(|event| {
        if let Event::Sealed { leaves, .. } = event {
            leaves.squares[31] = banqi_deal::Leaf::from_bytes([9; 32]);
        }
    });
    assert!(other_leaf.mismatch().is_some());
    let other_secret = changed(|event| {
        if let Event::Revealed { secret } = event {
            *secret = banqi_deal::Secret::from_bytes([5; 32]);
        }
    });
    assert!(other_secret.mismatch().is_some() && other_secret.dealt().is_none());
}

//! Whole games, by clients that speak the documented protocol and nothing else.

mod support;

use banqi::{Parameter, Preset, Record, Rules};
use banqi_deal::verify_record;
use banqi_room::Stage;
use banqi_wire::{Player, Role};
use rstest::rstest;
use serde_json::json;
use support::client::Client;
use support::game::{Pair, rules};
use support::server::TestServer;

/// Plays a game to its end, and looks at what everybody gets of it.
async fn whole_game(server: &TestServer, new: &serde_json::Value, seed: u64, patience: usize) {
    let mut pair = Pair::begin(server, new).await;
    let mut spectator = Client::open(&server.guest(), pair.game).await;
    assert_eq!((pair.creator.role, pair.friend.role), (Role::Creator, Role::Friend));
    assert_eq!(spectator.role, Role::Spectator);
    pair.play_out(seed, patience).await;
    spectator.until_over().await;

    for client in [&pair.creator, &pair.friend, &spectator] {
        assert_eq!(client.room().mismatch(), None);
        assert_eq!(client.room().number(), pair.creator.room().number());
        assert!(client.room().dealt().is_some(), "the secret was told");
    }
    let record = server.guest().get(&format!("/api/games/{}/record", pair.game)).await;
    assert_eq!(record.status, 200);
    let records = Record::parse_all(&record.text()).unwrap();
    let verified = verify_record(&records[0]).unwrap();
    assert!(verified.seal().check_code(pair.friend.room().seal().unwrap().code()).is_ok());

    let export = server.guest().get(&format!("/api/games/{}", pair.game)).await.json();
    let events: Vec<banqi_wire::Numbered> = serde_json::from_value(export["events"].clone()).unwrap();
    let room = banqi_room::Room::fold(&events).unwrap();
    assert_eq!((room.number(), room.stage()), (pair.creator.room().number(), Stage::Over));
}

#[rstest]
#[tokio::test]
async fn every_preset(
    #[values(
        "taiwan-tournament",
        "taiwan-classic",
        "taiwan-quick",
        "taiwan-chase",
        "taiwan-club",
        "taiwan-league",
        "hong-kong",
        "mainland"
    )]
    preset: &str,
) {
    let server = TestServer::start().await;
    whole_game(&server, &rules(preset), 1, 600).await;
}

#[test]
fn these_are_all_presets() {
    assert_eq!(Preset::ALL.len(), 8);
}

/// Each parameter is changed in one of them, the last one has all captures that a preset does not know.
const HOUSE_RULES: [&str; 9] = [
    "taiwan-tournament:chain=on",
    "taiwan-quick:dark=trade",
    "taiwan-quick:dark=probe",
    "mainland:rush=on",
    "taiwan-club:diagonal=on",
    "hong-kong:ranks=KGMRNCP,cannon=jump,quiet=40",
    "taiwan-league:elimination=off,repetition=4",
    "mainland:cycle=2,chase=4",
    "taiwan-chase:chain=on,dark=trade,rush=on,diagonal=on",
];

#[rstest]
#[tokio::test]
async fn house_rules(#[values(0, 1, 2, 3, 4, 5, 6, 7, 8)] number: usize) {
    let server = TestServer::start().await;
    whole_game(&server, &rules(HOUSE_RULES[number]), number as u64, 600).await;
}

#[test]
fn these_are_all_house_rules() {
    for parameter in Parameter::ALL {
        let key = format!("{}=", parameter.key());
        assert!(HOUSE_RULES.iter().any(|set| set.contains(&key)), "{key}");
    }
    for set in HOUSE_RULES {
        assert_eq!(set.parse::<Rules>().unwrap().to_string(), set, "it is what it seems");
    }
}

#[rstest]
#[case("tiles")]
#[case("random")]
#[case("creator")]
#[case("friend")]
#[case("loser")]
#[tokio::test]
async fn every_way_to_begin(#[case] first: &str) {
    let server = TestServer::start().await;
    let new =
        json!({"rules": "taiwan-quick", "first": first, "clock": {"kind": "fischer", "initial": 300, "increment": 5}});
    let pair = Pair::begin(&server, &new).await;
    let chosen = match first {
        "creator" => Some(Player::Creator),
        "friend" => Some(Player::Friend),
        _ => None,
    };
    assert!(chosen.is_none_or(|player| pair.creator.room().first_player() == Some(player)));
}

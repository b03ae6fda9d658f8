//! The sealed deal is the one of the vectors, which an independent program computed.

use banqi::{Kind, Square};
use banqi_deal::{Mismatch, Opening, SealedDeal, Secret, Terms, Tiles, Transcript};
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("vector.json")).expect("JSON")
}

fn further() -> Vec<Value> {
    let table: Value = serde_json::from_str(include_str!("vectors.json")).expect("JSON");
    table["vectors"].as_array().expect("a list").clone()
}

fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{field} is a text"))
}

fn secret(vector: &Value, field: &str) -> Option<Secret> {
    let hex = text(vector, field);
    (!hex.is_empty()).then(|| hex.parse().unwrap_or_else(|error| panic!("{field}: {error}")))
}

/// Everything from the inputs; commitments are made, not taken.
fn dealt(vector: &Value) -> SealedDeal {
    let rules = text(vector, "rules").parse().expect("a rule set");
    let terms = Terms::new(text(vector, "game"), &rules).expect("a game's id");
    assert_eq!(terms.rules(), text(vector, "rules"), "a vector has the rules as they are written");
    let (server, c1) = (secret(vector, "S").expect("S"), secret(vector, "c1").expect("c1"));
    let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    let transcript = Transcript { terms, server_commit, seat1_commit, c1, c2: secret(vector, "c2") };
    SealedDeal::new(transcript, server).expect("the commitments are those of the secrets")
}

/// Every field that a vector has; the key, which nobody is given, is compared within the crate.
fn equals(vector: &Value) {
    let dealt = dealt(vector);
    let (seal, transcript) = (dealt.seal(), dealt.seal().transcript());
    let tiles: String = (0..Tiles::COUNT).filter_map(|tile| dealt.tiles().kind(tile)).map(Kind::letter).collect();
    let Opening::Square { salt, .. } = dealt.open("a1".parse().expect("a square")) else { panic!("a square's") };
    let found = [
        ("S", dealt.server().to_hex()),
        ("c1", transcript.c1.to_hex()),
        ("c2", transcript.c2.as_ref().map_or(String::new(), Secret::to_hex)),
        ("game", transcript.terms.game().to_string()),
        ("rules", transcript.terms.rules().to_string()),
        ("server_commit", transcript.server_commit.to_string()),
        ("seat1_commit", transcript.seat1_commit.to_string()),
        ("tiles", tiles),
        ("board", dealt.deal().to_string()),
        ("salt_a1", salt.to_hex()),
        ("leaf_a1", seal.leaves().squares[0].to_string()),
        ("leaf_d8", seal.leaves().squares[31].to_string()),
        ("tile_leaf_0", seal.leaves().tiles[0].to_string()),
        ("seal", seal.hash().to_string()),
        ("code", seal.code().to_string()),
    ];
    for (field, value) in &found {
        assert_eq!(value, text(vector, field), "{field} of {}", vector["about"]);
    }
    let others = ["about", "key"];
    for field in vector.as_object().expect("an object").keys() {
        assert!(others.contains(&field.as_str()) || found.iter().any(|(name, _)| name == field), "{field} is compared");
    }
}

#[test]
fn it_is_the_golden_vector() {
    equals(&golden());
}

/// Whoever writes a verifier from the document has the same values.
#[test]
fn the_document_has_the_golden_vector() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness.md");
    let document = std::fs::read_to_string(path).expect("the document is beside the crates");
    let (_, listed) = document.split_once("\n## A vector\n").expect("it has the section");
    for (field, value) in golden().as_object().expect("an object").iter().filter(|(field, _)| *field != "about") {
        let value = value.as_str().expect("a text");
        let lines = listed.lines().filter(|line| line.split_whitespace().next_back() == Some(value)).count();
        assert_eq!(lines, 1, "{field}");
    }
}

#[test]
fn it_is_every_further_vector() {
    let further = further();
    assert_eq!(further.len(), 12);
    further.iter().for_each(equals);
}

/// A vector with every input like the golden one but one differs from it in all that follows from that input.
#[test]
fn boards_differ_with_each_input() {
    let mut boards: Vec<String> = further().iter().map(|vector| text(vector, "board").to_string()).collect();
    boards.push(text(&golden(), "board").to_string());
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), 13);
}

/// Computed from the first further vector's key with the HMAC of Python's standard library.
#[test]
fn the_computers_seeds_are_those_of_the_construction() {
    let vector = &further()[0];
    assert_eq!(text(vector, "c2"), "", "the computer plays in it");
    let seed = dealt(vector).engine_seed();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness.md");
    let document = std::fs::read_to_string(path).expect("the document is beside the crates");
    let turns = [(1, "6ef915376dc0e7df"), (2, "4944186f974608dd"), (300, "9550d72a1d21c0a0")];
    for (turn, expected) in turns {
        assert_eq!(format!("{:016x}", seed.turn(turn)), expected, "turn {turn}");
        assert!(document.contains(expected), "the document has turn {turn}");
    }
    assert!(document.contains(text(vector, "key")));
}

#[test]
fn every_opening_is_what_was_sealed() {
    for vector in further().into_iter().chain([golden()]) {
        let dealt = dealt(&vector);
        for square in Square::all() {
            let opening = dealt.open(square);
            assert_eq!(dealt.seal().check(&opening), Ok(()));
            let Opening::Square { piece, .. } = opening else { panic!("a square's") };
            assert_eq!(Some(piece), dealt.deal().piece(square));
        }
        for tile in 0..Tiles::COUNT {
            assert_eq!(dealt.seal().check(&dealt.open_tile(tile).expect("a tile")), Ok(()));
        }
        assert_eq!(dealt.seal().verify(dealt.server()), Ok(dealt.clone()));
    }
}

/// Openings of one game prove nothing in another.
#[test]
fn openings_do_not_go_with_another_seal() {
    let (one, other) = (dealt(&golden()), dealt(&further()[2]));
    for square in Square::all() {
        assert_eq!(other.seal().check(&one.open(square)), Err(Mismatch::Square { square }));
    }
    for tile in 0..Tiles::COUNT {
        let opening = one.open_tile(tile).expect("a tile");
        assert_eq!(other.seal().check(&opening), Err(Mismatch::Tile { tile }));
    }
}

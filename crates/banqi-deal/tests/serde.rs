//! What is written in JSON, and what of it is refused.
#![cfg(feature = "serde")]

use banqi_deal::{Opening, Seal, SealCode, Secret, Terms, Transcript, example};
use serde_json::{from_str, from_value, json, to_value};

#[test]
fn an_opening_is_a_small_object() {
    let dealt = example();
    let opening = dealt.open("a1".parse().expect("a square"));
    // deal_vector.json: board and salt_a1.
    let written = json!({"square": "a1", "piece": "k", "salt": "b4c05b320cabc46fbbb8bc0b9a88312e"});
    assert_eq!(to_value(opening).expect("JSON"), written);
    assert_eq!(from_value::<Opening>(written).expect("an opening"), opening);

    let opening = dealt.open_tile(0).expect("a tile");
    let Opening::Tile { salt, .. } = opening else { panic!("a tile's") };
    let written = json!({"tile": 0, "kind": "horse", "salt": salt.to_hex()});
    assert_eq!(to_value(opening).expect("JSON"), written);
    assert_eq!(from_value::<Opening>(written).expect("an opening"), opening);
}

#[test]
fn an_opening_is_of_one_thing() {
    let salt = "b4c05b320cabc46fbbb8bc0b9a88312e";
    for wrong in [
        json!({"square": "a1", "kind": "horse", "salt": salt}),
        json!({"square": "a1", "piece": "k", "tile": 0, "salt": salt}),
        json!({"square": "a1", "piece": "k", "salt": salt, "more": 1}),
        json!({"square": "a1", "piece": "k"}),
        json!({"square": "a1", "piece": "k", "salt": "b4c05b320cabc46fbbb8bc0b9a88312"}),
        json!({"tile": -1, "kind": "horse", "salt": salt}),
        json!({"salt": salt}),
    ] {
        assert!(from_value::<Opening>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn a_seal_is_kept_and_read_again() {
    let dealt = example();
    let written = to_value(dealt.seal()).expect("JSON");
    assert_eq!(written["transcript"]["terms"], json!({"game": "0123456789abcdef", "rules": "taiwan-tournament"}));
    let c1 = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
    assert_eq!(written["transcript"]["c1"], json!(c1));
    assert_eq!(written["leaves"]["squares"].as_array().map(Vec::len), Some(32));
    assert_eq!(from_value::<Seal>(written.clone()).expect("a seal"), *dealt.seal());

    // Its parts have to go together.
    let mut changed = written;
    changed["transcript"]["c1"] = json!("0".repeat(64));
    let error = from_value::<Seal>(changed).expect_err("c1 is another");
    assert!(error.to_string().contains("C1 is not the one"), "{error}");
}

#[test]
fn c2_may_be_null() {
    let transcript = Transcript { c2: None, ..example().seal().transcript().clone() };
    let written = to_value(&transcript).expect("JSON");
    assert_eq!(written["c2"], json!(null));
    assert_eq!(from_value::<Transcript>(written).expect("a transcript"), transcript);
}

#[test]
fn texts_are_texts() {
    let code: SealCode = from_str("\"3nf2e3a0z9h9a8hc\"").expect("a code");
    assert_eq!(to_value(code).expect("JSON"), json!("3NF2-E3A0-Z9H9-A8HC"));
    assert_eq!(to_value(Secret::from_bytes([10; 32])).expect("JSON"), json!("0a".repeat(32)));
    let error = from_str::<Secret>("\"0A\"").expect_err("upper case").to_string();
    assert!(error.starts_with("secret: 'A' at character 2"), "{error}");
    assert!(from_str::<Terms>(r#"{"game":"?","rules":"mainland"}"#).is_err());
    assert!(from_str::<Terms>(r#"{"game":"1","rules":"inland"}"#).is_err());
}

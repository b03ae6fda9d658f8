//! Whatever is changed after the seal is found: one byte of anything, or one piece.

use banqi::{Kind, Piece, Square};
use banqi_deal::{
    Commitment, Leaf, Leaves, Mismatch, Opening, Salt, Seal, SealHash, SealedDeal, Secret, Terms, Tiles, Transcript,
    example,
};

/// Each byte changed by itself, in each single bit and in all.
fn changes<const N: usize>(bytes: [u8; N]) -> impl Iterator<Item = [u8; N]> {
    let masks = (0..8).map(|bit| 1 << bit).chain([0xff]);
    masks.flat_map(move |mask| {
        (0..N).map(move |at| {
            let mut changed = bytes;
            changed[at] ^= mask;
            changed
        })
    })
}

fn transcript() -> Transcript {
    example().seal().transcript().clone()
}

fn leaves() -> Leaves {
    example().seal().leaves().clone()
}

/// What a player finds out who holds this transcript and these leaves, and is told S when the game is over.
fn verified(transcript: Transcript, leaves: Leaves, server: &Secret) -> Result<SealedDeal, Mismatch> {
    Seal::new(transcript, leaves)?.verify(server)
}

#[test]
fn unchanged_it_verifies() {
    assert_eq!(verified(transcript(), leaves(), example().server()), Ok(example()));
}

#[test]
fn every_byte_of_the_servers_secret_counts() {
    for bytes in changes(*example().server().as_bytes()) {
        let server = Secret::from_bytes(bytes);
        assert_eq!(verified(transcript(), leaves(), &server), Err(Mismatch::ServerCommit));
    }
}

#[test]
fn every_byte_of_c1_counts() {
    for bytes in changes(*transcript().c1.as_bytes()) {
        let changed = Transcript { c1: Secret::from_bytes(bytes), ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::Seat1Commit));
    }
}

/// Nobody committed to c2: another one is another deal.
#[test]
fn every_byte_of_c2_counts() {
    let c2 = transcript().c2.expect("a game between two people");
    for bytes in changes(*c2.as_bytes()) {
        let changed = Transcript { c2: Some(Secret::from_bytes(bytes)), ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::Tile { tile: 0 }));
    }
    let none = Transcript { c2: None, ..transcript() };
    assert_eq!(verified(none, leaves(), example().server()), Err(Mismatch::Tile { tile: 0 }));
}

#[test]
fn every_byte_of_the_commitments_counts() {
    for bytes in changes(*transcript().server_commit.as_bytes()) {
        let changed = Transcript { server_commit: Commitment::from_bytes(bytes), ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::ServerCommit));
    }
    for bytes in changes(*transcript().seat1_commit.as_bytes()) {
        let changed = Transcript { seat1_commit: Commitment::from_bytes(bytes), ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::Seat1Commit));
    }
}

/// Commitments are for one game, so they do not go with another id.
#[test]
fn every_byte_of_the_games_id_counts() {
    let rules = transcript().terms.rules().parse().expect("a rule set");
    let game: [u8; 16] = transcript().terms.game().as_bytes().try_into().expect("16 bytes");
    // What is no text, or none that a tag may have, can be no id either.
    let ids = changes(game).filter_map(|bytes| Terms::new(std::str::from_utf8(&bytes).ok()?, &rules).ok());
    let mut tried = 0;
    for terms in ids {
        tried += 1;
        assert_ne!(terms, transcript().terms);
        let changed = Transcript { terms, ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::Seat1Commit));
    }
    assert!(tried >= 16 * 5, "each byte was changed: {tried}");
}

/// Each byte of their text is tried within the crate; here rules that there are.
#[test]
fn other_rules_are_another_deal() {
    for rules in ["taiwan-classic", "taiwan-tournament:chain=on", "taiwan-tournament:quiet=59", "mainland"] {
        let terms = Terms::new(transcript().terms.game(), &rules.parse().expect("a rule set")).expect("an id");
        let changed = Transcript { terms, ..transcript() };
        assert_eq!(verified(changed, leaves(), example().server()), Err(Mismatch::Tile { tile: 0 }), "{rules}");
    }
}

/// Such a leaf is found when its square is opened, and at the end in any case; and the seal has another code.
#[test]
fn every_byte_of_every_leaf_counts() {
    let (dealt, code) = (example(), example().seal().code());
    for square in Square::all() {
        for bytes in changes(*leaves().squares[square.index()].as_bytes()) {
            let mut changed = leaves();
            changed.squares[square.index()] = Leaf::from_bytes(bytes);
            let seal = Seal::new(transcript(), changed).expect("c1 is as committed");
            let mismatch = Mismatch::Square { square };
            assert_eq!(seal.check(&dealt.open(square)), Err(mismatch.clone()));
            assert_eq!(seal.check_code(code), Err(Mismatch::Code { noted: code, found: seal.code() }));
            assert_ne!(seal.code(), code);
        }
        let mut changed = leaves();
        changed.squares[square.index()] = Leaf::from_bytes([0; 32]);
        assert_eq!(verified(transcript(), changed, dealt.server()), Err(Mismatch::Square { square }));
    }
    for tile in 0..Tiles::COUNT {
        for bytes in changes(*leaves().tiles[tile].as_bytes()) {
            let mut changed = leaves();
            changed.tiles[tile] = Leaf::from_bytes(bytes);
            let seal = Seal::new(transcript(), changed.clone()).expect("c1 is as committed");
            assert_eq!(seal.check(&dealt.open_tile(tile).expect("a tile")), Err(Mismatch::Tile { tile }));
            assert_ne!(seal.hash(), dealt.seal().hash());
            assert_eq!(verified(transcript(), changed, dealt.server()), Err(Mismatch::Tile { tile }));
        }
    }
}

#[test]
fn leaves_cannot_change_places() {
    let mut changed = leaves();
    changed.squares.swap(3, 20);
    assert_eq!(
        verified(transcript(), changed, example().server()),
        Err(Mismatch::Square { square: Square::new(3).expect("a square") })
    );
}

#[test]
fn every_byte_of_every_salt_counts() {
    let dealt = example();
    for square in Square::all() {
        let Opening::Square { piece, salt, .. } = dealt.open(square) else { panic!("a square's") };
        for bytes in changes(*salt.as_bytes()) {
            let changed = Opening::Square { square, piece, salt: Salt::from_bytes(bytes) };
            assert_eq!(dealt.seal().check(&changed), Err(Mismatch::Square { square }));
        }
    }
    for tile in 0..Tiles::COUNT {
        let Some(Opening::Tile { kind, salt, .. }) = dealt.open_tile(tile) else { panic!("a tile's") };
        for bytes in changes(*salt.as_bytes()) {
            let changed = Opening::Tile { tile, kind, salt: Salt::from_bytes(bytes) };
            assert_eq!(dealt.seal().check(&changed), Err(Mismatch::Tile { tile }));
        }
    }
}

#[test]
fn no_other_piece_and_no_other_place_passes() {
    let dealt = example();
    for square in Square::all() {
        let Opening::Square { piece, salt, .. } = dealt.open(square) else { panic!("a square's") };
        for other in Piece::ALL {
            let said = dealt.seal().check(&Opening::Square { square, piece: other, salt });
            assert_eq!(said.is_ok(), other == piece, "{other} on {square}");
        }
        for other in Square::all() {
            let said = dealt.seal().check(&Opening::Square { square: other, piece, salt });
            assert_eq!(said.is_ok(), other == square, "{square}'s on {other}");
        }
        // A tile is no square, though its number and its letter may be the same.
        let said = dealt.seal().check(&Opening::Tile { tile: square.index(), kind: piece.kind, salt });
        assert_eq!(said, Err(Mismatch::Tile { tile: square.index() }));
    }
    for tile in 0..Tiles::COUNT {
        let Some(Opening::Tile { kind, salt, .. }) = dealt.open_tile(tile) else { panic!("a tile's") };
        for other in [Kind::General, Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse] {
            let said = dealt.seal().check(&Opening::Tile { tile, kind: other, salt });
            assert_eq!(said.is_ok(), other == kind);
        }
        // 256 more is the same in one byte.
        for other in [tile + 5, tile + 256, usize::MAX] {
            let said = dealt.seal().check(&Opening::Tile { tile: other, kind, salt });
            assert_eq!(said, Err(Mismatch::Tile { tile: other }));
        }
    }
}

/// The code has the first ten bytes of the seal.
#[test]
fn every_byte_of_the_code_counts() {
    let hash = *example().seal().hash().as_bytes();
    for (index, bytes) in changes(hash).enumerate() {
        let code = SealHash::from_bytes(bytes).code();
        assert_eq!(example().seal().check_code(code).is_ok(), index % 32 >= 10);
    }
}

/// A server that puts a board of its choice under its seal passes every opening, and fails at the end.
#[test]
fn a_chosen_board_is_found_when_the_secret_is_told() {
    let dealt = example();
    for (from, to) in [(0, 1), (4, 20), (9, 31)] {
        let mut chosen = dealt.squares();
        chosen.swap(from, to);
        let tiles = dealt.tiles().kinds();
        let chosen = SealedDeal::from_parts(transcript(), dealt.server().clone(), tiles, chosen, dealt.salts().clone());
        let chosen = chosen.expect("the secrets are as committed");
        assert!(Square::all().all(|square| chosen.seal().check(&chosen.open(square)).is_ok()));
        let square = Square::new(from as u8).expect("a square");
        assert_eq!(chosen.seal().verify(dealt.server()), Err(Mismatch::Square { square }));
    }
}

#[test]
fn secrets_are_equal_in_every_bit_or_not_at_all() {
    let secret = example().server().clone();
    assert_eq!(secret, Secret::from_bytes(*secret.as_bytes()));
    for bytes in changes(*secret.as_bytes()) {
        assert_ne!(secret, Secret::from_bytes(bytes));
    }
}

#[test]
fn nothing_secret_is_in_debug_output() {
    let dealt = example();
    let said = format!(
        "{dealt:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        dealt.server(),
        dealt.deal(),
        dealt.tiles(),
        dealt.salts(),
        dealt.open("a1".parse().expect("a square")),
        dealt.open_tile(0),
        dealt.seal()
    );
    let secrets = [dealt.server(), &transcript().c1, transcript().c2.as_ref().expect("c2")].map(Secret::to_hex);
    for secret in secrets.iter().map(String::as_str).chain(["b4c05b32", "[0, 1, 2", "kGRr", "NKRM", "Horse", "General"])
    {
        assert!(!said.contains(secret), "{secret} in {said}");
    }
    assert!(
        said.starts_with("SealedDeal(3NF2-E3A0-Z9H9-A8HC) Secret(..) Deal(32 squares) Tiles(5 tiles) Salts"),
        "{said}"
    );
}

/// Runs that differ in squares never opened differ in those leaves and in the seal, and in nothing else.
#[test]
fn other_pieces_under_two_squares_change_two_leaves() {
    let dealt = example();
    let mut squares = dealt.squares();
    squares.swap(4, 21);
    let (server, tiles, salts) = (dealt.server().clone(), dealt.tiles().kinds(), dealt.salts().clone());
    let other = SealedDeal::from_parts(transcript(), server, tiles, squares, salts).expect("as committed");
    for square in Square::all() {
        let same = [4, 21].iter().all(|&index| index != square.index());
        let leaf = |dealt: &SealedDeal| dealt.seal().leaves().squares[square.index()];
        assert_eq!(leaf(&other) == leaf(&dealt), same, "{square}");
        assert_eq!(other.open(square) == dealt.open(square), same, "{square}");
    }
    assert_eq!(other.seal().leaves().tiles, dealt.seal().leaves().tiles);
    assert_eq!(other.seal().transcript(), dealt.seal().transcript());
    assert_ne!(other.seal().code(), dealt.seal().code());
}

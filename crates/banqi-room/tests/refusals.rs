//! What is refused, and leaves the game as it is.

mod support;

use banqi_deal::Secret;
use banqi_wire::{Clock, Command, Event, FirstMover, Player, Refusal};
use support::{C1, C2, Match, new_game};

fn play(action: &str) -> Command {
    Command::Play { action: action.parse().expect("an action") }
}

#[test]
fn a_turn_sent_twice_is_played_once() {
    let mut game = Match::begun("taiwan-quick", Clock::None, 9);
    let after = game.room.number();
    game.try_tell_after(Player::Creator, after, &play("a1")).expect("played");
    let number = game.room.number();
    assert_eq!(game.try_tell_after(Player::Creator, after, &play("a1")), Err(Refusal::Stale { number }));
    assert_eq!(game.try_tell_after(Player::Creator, after, &play("a2")), Err(Refusal::Stale { number }));
    assert_eq!(game.try_tell_after(Player::Creator, number + 1, &play("a2")), Err(Refusal::Stale { number }));
    assert_eq!(game.try_tell(Player::Creator, &play("a2")), Err(Refusal::NotYourTurn));
}

#[test]
fn an_offer_in_between_makes_no_turn_stale() {
    let mut game = Match::begun("taiwan-quick", Clock::None, 9);
    let after = game.room.number();
    game.told(Player::Friend, Command::OfferDraw);
    game.try_tell_after(Player::Creator, after, &play("a1")).expect("the creator's turn is still the same");
    assert_eq!(game.room.offer(), None);
}

#[test]
fn what_the_rules_forbid_is_refused_with_the_reason() {
    let mut game = Match::begun("taiwan-quick", Clock::None, 9);
    let Err(Refusal::Illegal { why }) = game.try_tell(Player::Creator, &play("a1-a2")) else {
        panic!("played");
    };
    assert_eq!(why, "nobody has a colour before the first flip: flip a piece");
}

#[test]
fn sealing_has_its_order() {
    let mut game = Match::create(&new_game("mainland", Clock::None, FirstMover::Tiles), 9);
    let commitment = Secret::from_bytes(C1).seat1_commit(&game.room.terms());
    let (commit, contribute) = (Command::Commit { commitment }, Command::Contribute { secret: Secret::from_bytes(C2) });
    let seal = |byte| Command::Seal { secret: Secret::from_bytes([byte; 32]) };
    assert_eq!(game.try_tell(Player::Friend, &commit), Err(Refusal::NotYourTurn));
    assert_eq!(game.try_tell(Player::Friend, &contribute), Err(Refusal::NotNow));
    game.join().expect("free");
    assert_eq!(game.join(), Err(Refusal::NotNow));
    // The friend's secret has to come after both commitments.
    assert_eq!(game.try_tell(Player::Friend, &contribute), Err(Refusal::NotNow));
    game.told(Player::Creator, commit.clone());
    assert_eq!(game.try_tell(Player::Creator, &commit), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Creator, &seal(1)), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Creator, &contribute), Err(Refusal::NotYourTurn));
    game.told(Player::Friend, contribute.clone());
    assert_eq!(game.try_tell(Player::Friend, &contribute), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Creator, &seal(3)), Err(Refusal::WrongSecret));
    assert_eq!(game.try_tell(Player::Friend, &seal(1)), Err(Refusal::NotYourTurn));
    assert_eq!(game.try_tell(Player::Creator, &Command::Pick { tile: 0 }), Err(Refusal::NotNow));
    game.told(Player::Creator, seal(1));
    assert_eq!(game.try_tell(Player::Creator, &seal(1)), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Creator, &play("a1")), Err(Refusal::NotNow));
}

#[test]
fn a_tile_is_picked_once() {
    let mut game = Match::sealed(&new_game("mainland", Clock::None, FirstMover::Tiles), 9);
    assert_eq!(game.try_tell(Player::Creator, &Command::Pick { tile: 5 }), Err(Refusal::NoTile));
    let after = game.room.number();
    game.told(Player::Creator, Command::Pick { tile: 2 });
    let number = game.room.number();
    assert_eq!(game.try_tell(Player::Creator, &Command::Pick { tile: 1 }), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Friend, &Command::Pick { tile: 2 }), Err(Refusal::NoTile));
    // Whoever has not seen the other's tile may mean another one.
    let unseen = game.try_tell_after(Player::Friend, after, &Command::Pick { tile: 1 });
    assert_eq!(unseen, Err(Refusal::Stale { number }));
    game.told(Player::Friend, Command::Pick { tile: 1 });
    assert!(matches!(game.last(), Event::Began { .. }));
}

#[test]
fn a_draw_is_offered_once_in_ten_own_turns() {
    let mut game = Match::begun("taiwan-quick", Clock::None, 9);
    let offer = Command::OfferDraw;
    game.told(Player::Creator, offer.clone());
    assert_eq!(game.try_tell(Player::Creator, &offer), Err(Refusal::NotNow));
    assert_eq!(game.try_tell(Player::Creator, &Command::DeclineDraw), Err(Refusal::NotNow));
    game.told(Player::Friend, Command::DeclineDraw);
    assert_eq!(game.try_tell(Player::Creator, &offer), Err(Refusal::OfferedLately { turns: 10 }));
    let squares = ["a1", "a2", "a3", "a4", "a5", "a6"];
    for square in squares {
        game.plays(square);
    }
    assert_eq!(game.try_tell(Player::Creator, &offer), Err(Refusal::OfferedLately { turns: 7 }));
    // The other side's offer frees it.
    game.told(Player::Friend, offer.clone());
    game.told(Player::Creator, Command::DeclineDraw);
    game.told(Player::Creator, offer.clone());
    game.told(Player::Friend, offer);
    let [finished, revealed] = game.ended_with(2)[..] else { panic!("two events") };
    assert!(matches!(finished, Event::Finished { outcome } if outcome.winner.is_none()));
    assert!(matches!(revealed, Event::Revealed { .. }));
}

#[test]
fn a_game_is_called_off_only_before_both_have_played() {
    let mut game = Match::create(&new_game("mainland", Clock::None, FirstMover::Creator), 9);
    assert_eq!(game.try_tell(Player::Friend, &Command::Abort), Err(Refusal::NotNow));
    game.seal_it();
    game.plays("a1");
    let mut called_off =
        Match { room: game.room.clone(), events: game.events.clone(), referee: game.referee.clone(), ..game };
    called_off.told(Player::Friend, Command::Abort);
    let [aborted, revealed] = called_off.ended_with(2)[..] else { panic!("two events") };
    assert!(matches!(aborted, Event::Aborted { by: Some(Player::Friend), .. }));
    // A sealed game shows its deal, called off or not.
    assert!(matches!(revealed, Event::Revealed { .. }));
    assert!(called_off.room.dealt().is_some());

    let mut game = Match::begun("mainland", Clock::None, 9);
    game.plays("a1");
    game.plays("a2");
    assert_eq!(game.try_tell(Player::Creator, &Command::Abort), Err(Refusal::NotNow));
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut game = Match::begun("mainland", Clock::None, 9);
    game.told(Player::Friend, Command::Resign);
    for command in
        [play("a1"), Command::Resign, Command::OfferDraw, Command::DeclineDraw, Command::Abort, Command::ClaimWin]
    {
        assert_eq!(game.try_tell(Player::Creator, &command), Err(Refusal::NotNow), "{command:?}");
    }
}

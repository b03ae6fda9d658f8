//! Games as they are played here, tapped, typed and answered.

use banqi::{Colour, Reason, Record};
use banqi_deal::Tiles;
use banqi_table::{NoTakeback, Party};
use banqi_worker::{Answer, Ask, Said};

use super::*;
use crate::board::ChaseStep;

const NOTHING: &str = "................................";

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

pub(crate) fn action(text: &str) -> Action {
    text.parse().expect("an action")
}

pub(crate) fn session(rules: &str, position: &str, deal: &str, computer: Option<Level>, tiles: bool) -> Session {
    let position = if position.is_empty() { Position::start() } else { position.parse().expect("a position") };
    let game = Game::from_position(rules.parse().expect("rules"), position).expect("a position under the rules");
    let deal = if deal.is_empty() { Deal::from_seed(&position, 3) } else { deal.parse().expect("a deal") };
    let opponent = computer.map_or(Opponent::SameScreen, Opponent::Computer);
    Session::new(game, deal, Players { opponent, first: Party::Host }, tiles, 9)
}

pub(crate) fn deal() -> Deal {
    NOTHING.parse().expect("a deal")
}

pub(crate) fn two(rules: &str, position: &str) -> Session {
    session(rules, position, NOTHING, None, false)
}

pub(crate) fn alone(rules: &str, position: &str) -> Session {
    session(rules, position, NOTHING, Some(Level::Normal), false)
}

pub(crate) fn tap(session: &mut Session, squares: &[&str]) -> Vec<Happened> {
    squares.iter().fold(Vec::new(), |_, name| session.tap(square(name)))
}

pub(crate) fn plies(session: &Session) -> Vec<String> {
    session.game().plies().map(|ply| ply.to_string()).collect()
}

/// What the worker would answer to the question that is to be asked now.
pub(crate) fn answer(session: &mut Session, said: Said) -> Vec<Happened> {
    let number = session.question().expect("something to ask").number;
    session.answered(&Answer { number, said })
}

pub(crate) fn plays(text: &str, offers_draw: bool) -> Said {
    Said::Action { action: action(text), value: 0, line: Vec::new(), nodes: 1, depth: 1, offers_draw }
}

#[test]
fn a_tap_turns_a_piece_over() {
    let mut game = session("taiwan-club", "", "", None, false);
    let happened = tap(&mut game, &["b2"]);
    assert!(matches!(happened[..], [Happened::Played(_)]));
    assert!(plies(&game)[0].starts_with("b2="));
    assert_eq!(game.moving(), Some(1));
}

#[test]
fn a_piece_is_picked_up_and_put() {
    let mut game = two("taiwan-club", "3k/4/4/4/4/4/n3/R3 r - 0 41");
    assert_eq!(tap(&mut game, &["a1"]), [Happened::Selected(square("a1"))]);
    let targets = game.targets(square("a1"));
    assert_eq!(targets.steps, square("b1").into());
    assert_eq!(targets.captures, square("a2").into());
    tap(&mut game, &["a2"]);
    assert_eq!(plies(&game), ["a1-a2"]);
    assert_eq!(game.selected(), None);
}

#[test]
fn what_is_picked_up_can_be_put_down() {
    let mut game = two("taiwan-club", "3k/4/4/4/4/4/n3/R2P r - 0 41");
    for again in [&["a1", "a1"][..], &["a1", "c4"], &["a1", "d1", "d1"]] {
        assert!(matches!(tap(&mut game, again)[..], [Happened::Dropped(_)]), "{again:?}");
        assert_eq!(game.selected(), None);
    }
    tap(&mut game, &["a1", "d1"]);
    assert_eq!(game.selected(), Some(square("d1")));
    assert_eq!(game.escape(), [Happened::Dropped(square("d1"))]);
    assert!(plies(&game).is_empty());
}

#[test]
fn a_face_down_piece_is_turned_over_with_another_in_hand() {
    let mut game =
        session("taiwan-club", "3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................", None, false);
    let happened = tap(&mut game, &["a1", "a2"]);
    assert!(matches!(happened[..], [Happened::Dropped(_), Happened::Played(_)]));
    // Where the rules allow it, it is attacked instead.
    let mut game = session(
        "taiwan-club:dark=probe",
        "3k/4/4/4/4/4/?3/P3 r r1 18 69",
        "....r...........................",
        None,
        false,
    );
    tap(&mut game, &["a1", "a2"]);
    assert_eq!(plies(&game), ["a1-a2=r"]);
}

#[test]
fn refusals_say_why_and_keep_the_piece_in_hand() {
    let mut game = two("taiwan-club", "3k/4/4/4/4/4/r3/P3 r - 0 41");
    let happened = tap(&mut game, &["a1", "a2"]);
    assert!(matches!(
        happened[..],
        [Happened::Refused(Refusal::Illegal { why: IllegalAction::RankTooLow { .. }, .. })]
    ));
    assert_eq!(game.selected(), Some(square("a1")));
    let happened = tap(&mut game, &["d8", "a1", "d8"]);
    assert!(matches!(happened[..], [Happened::Refused(_)]));
    let mut stuck = two("taiwan-club", "3k/4/4/4/4/4/r3/Pr1P r - 0 41");
    assert_eq!(
        tap(&mut stuck, &["a1"])[1..],
        [Happened::Refused(Refusal::Stuck(square("a1")))],
        "a piece without a target says so"
    );
}

#[test]
fn a_chain_goes_on_until_it_is_ended() {
    let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    tap(&mut game, &["b2", "b3"]);
    assert_eq!(game.chain(), Some(square("b3")));
    assert_eq!(game.selected(), Some(square("b3")), "the piece stays in hand");
    assert!(tap(&mut game, &["b3"]).is_empty());
    assert!(matches!(
        tap(&mut game, &["b2"])[..],
        [Happened::Refused(Refusal::Illegal { why: IllegalAction::InChain { .. }, .. })]
    ));
    tap(&mut game, &["c3"]);
    assert!(game.escape().is_empty());
    assert_eq!(game.chain(), Some(square("c3")));
    game.end_chain();
    assert_eq!(plies(&game), ["b2-b3", "b3-c3", "end"]);
    assert_eq!(game.chain(), None);
    assert!(matches!(game.end_chain()[..], [Happened::Refused(_)]));
}

#[test]
fn a_turn_is_typed_as_a_whole() {
    let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    game.play_turn(&[action("b2-b3")]);
    // Inside a chain a square alone is the next hop.
    game.play_turn(&[action("c3")]);
    game.play_turn(&[Action::End]);
    assert_eq!(plies(&game), ["b2-b3", "b3-c3", "end"]);
    let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    let happened = game.play_turn(&[action("b2-b3"), action("b3-d8")]);
    assert!(matches!(happened[..], [Happened::Played(_), Happened::Refused(_)]));
}

#[test]
fn a_turn_that_is_written_on_after_its_end_is_not_played() {
    for rules in ["hong-kong", "hong-kong:chain=on"] {
        let mut game = two(rules, "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        let happened = game.play_turn(&[action("b2-a2"), action("a2-a1")]);
        assert_eq!(happened, [Happened::Refused(Refusal::EndsEarly(action("b2-a2")))]);
        assert!(plies(&game).is_empty());
    }
    // Without chains a capture ends it too.
    let mut game = two("hong-kong", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    assert!(matches!(game.play_turn(&[action("b2-b3"), action("b3-c3")])[..], [Happened::Refused(_)]));
}

/// The chariot has chased the horse as often as it may.
pub(crate) fn chased() -> Session {
    let mut game = two("taiwan-chase:chase=2", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
    for (taps, _) in [(["b1", "a1"], 1), (["a2", "b2"], 0), (["a1", "b1"], 2), (["b2", "a2"], 0)] {
        tap(&mut game, &taps);
    }
    assert_eq!(plies(&game), ["b1-a1", "a2-b2", "a1-b1", "b2-a2"]);
    game
}

#[test]
fn chases_are_counted_before_they_are_made() {
    let game = two("taiwan-chase:chase=2", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
    let chase = |to, count| ChaseStep { to: square(to), count, limit: 2 };
    assert_eq!(game.targets(square("b1")).chases, [chase("a1", 1), chase("b2", 1)]);
    let game = chased();
    let targets = game.targets(square("b1"));
    assert_eq!(targets.chases, []);
    assert_eq!(targets.steps, square("c1").into());
    assert_eq!(targets.forbidden, [square("a1"), square("b2")].into_iter().collect());
}

#[test]
fn a_forbidden_chase_says_why() {
    let mut game = chased();
    let happened = tap(&mut game, &["b1", "a1"]);
    assert!(matches!(
        happened[..],
        [Happened::Refused(Refusal::Illegal { why: IllegalAction::ForbiddenChase { limit: 2, .. }, .. })]
    ));
    assert_eq!(game.selected(), Some(square("b1")));
    tap(&mut game, &["c1"]);
    assert_eq!(plies(&game).last().map(String::as_str), Some("b1-c1"));
}

#[test]
fn threatened_pieces_are_those_that_can_be_captured() {
    let game = two("taiwan-club", "3k/4/4/4/4/4/r2P/P3 r - 0 41");
    assert_eq!(Session::threatened(game.game(), Colour::Red), square("a1").into());
}

#[test]
fn the_computer_is_asked_with_the_record_and_no_deal() {
    let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
    assert_eq!(game.question(), None, "it is the person's turn");
    tap(&mut game, &["b2"]);
    assert!(!game.is_persons_turn());
    let question = game.question().expect("its turn");
    assert_eq!((question.ask, question.level), (Ask::Action, Level::Expert));
    assert_eq!(question.record, Record::of(game.game()));
    assert_eq!(question.record.tags.iter().count(), 0, "no tag has the deal");
    assert_eq!(game.question(), None, "it was asked");
    assert_eq!(game.computer(), Computer::Thinks);
    assert!(matches!(tap(&mut game, &["c3"])[..], [Happened::Refused(Refusal::NotYourTurn)]));
}

#[test]
fn only_the_last_question_is_answered() {
    let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
    tap(&mut game, &["b2"]);
    let number = game.question().expect("its turn").number;
    let late = Answer { number: number - 1, said: plays("c3", false) };
    assert!(game.answered(&late).is_empty());
    let happened = game.answered(&Answer { number, said: plays("c3", false) });
    assert!(matches!(happened[..], [Happened::Played(_)]));
    assert!(game.answered(&Answer { number, said: plays("c4", false) }).is_empty(), "once");
}

#[test]
fn stopping_waits_for_think_again() {
    let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
    tap(&mut game, &["b2"]);
    let number = game.question().expect("its turn").number;
    assert_eq!(game.stop(), [Happened::Stopped]);
    assert_eq!(game.computer(), Computer::Stopped);
    assert!(game.answered(&Answer { number, said: plays("c3", false) }).is_empty(), "what was stopped is void");
    assert_eq!(game.question(), None);
    game.think_again();
    assert_eq!(game.question().map(|question| question.number), Some(number + 1));
}

#[test]
fn a_broken_worker_is_told_and_asked_again() {
    let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
    tap(&mut game, &["b2"]);
    let happened = answer(&mut game, Said::Trouble("no such game".to_string()));
    assert_eq!(happened, [Happened::Failed]);
    assert_eq!(game.computer(), Computer::Failed);
    game.think_again();
    assert!(game.question().is_some());
}

#[test]
fn the_computer_answers_an_offer() {
    let start = "3k/4/4/4/4/4/4/R3 r - 50 91";
    let mut game = alone("taiwan-classic", start);
    let happened = game.offer_draw();
    assert_eq!(happened, [Happened::Offered(Seat::First)]);
    assert_eq!(game.offer(), Offer::Pending);
    assert!(matches!(tap(&mut game, &["a1"])[..], [Happened::Refused(Refusal::OfferOpen)]));
    let question = game.question().expect("an offer to answer");
    assert_eq!(question.ask, Ask::Draw(Seat::Second));
    let happened = game.answered(&Answer { number: question.number, said: Said::Draw(false) });
    assert_eq!(happened, [Happened::Declined(Seat::Second)]);
    assert!(matches!(game.offer_draw()[..], [Happened::Refused(Refusal::OfferedAlready)]), "once a turn");

    let mut game = alone("taiwan-classic", start);
    game.offer_draw();
    let happened = answer(&mut game, Said::Draw(true));
    assert_eq!(happened, [Happened::Over(Outcome::draw(Reason::Agreement))]);
}

#[test]
fn the_computers_offer_is_answered() {
    let start = "3k/4/4/4/4/4/4/R3 b - 50 92";
    let mut game = alone("taiwan-classic", start);
    assert_eq!(answer(&mut game, plays("d8-d7", true)), [Happened::Offered(Seat::Second)]);
    assert_eq!(game.offer(), Offer::ToAnswer(Seat::Second));
    assert_eq!(game.question(), None);
    let happened = game.answer_offer(false);
    assert!(matches!(happened[..], [Happened::Declined(Seat::First), Happened::Played(_)]));
    assert_eq!(plies(&game), ["d8-d7"], "it plays what it would have");
    tap(&mut game, &["a1", "a2"]);
    assert!(matches!(answer(&mut game, plays("d7-d8", true))[..], [Happened::Played(_)]), "not again so soon");

    let mut game = alone("taiwan-classic", start);
    answer(&mut game, plays("d8-d7", true));
    assert_eq!(game.answer_offer(true), [Happened::Over(Outcome::draw(Reason::Agreement))]);
}

#[test]
fn two_people_agree_on_a_draw() {
    let mut game = two("taiwan-classic", "3k/4/4/4/4/4/4/R3 b - 50 92");
    assert_eq!(game.offer_draw(), [Happened::Offered(Seat::Second)]);
    assert_eq!(game.offer(), Offer::ToAnswer(Seat::Second));
    assert_eq!(game.answer_offer(false), [Happened::Declined(Seat::First)]);
    assert!(game.no_offer().is_some());
    tap(&mut game, &["d8", "d7"]);
    game.offer_draw();
    game.answer_offer(true);
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Agreement)));
}

#[test]
fn the_person_resigns_whoever_is_to_move() {
    let mut game = alone("taiwan-club", "3k/4/4/4/4/4/4/R3 b - 5 92");
    assert_eq!(game.resigning(), Some(Seat::First));
    assert_eq!(game.resign(), [Happened::Over(Outcome::win(Seat::Second, Reason::Resignation))]);
    assert_eq!(game.resign(), [Happened::Refused(Refusal::Over)]);
    assert_eq!(game.question(), None);
    let game = two("taiwan-club", "3k/4/4/4/4/4/4/R3 b - 5 92");
    assert_eq!(game.resigning(), Some(Seat::Second));
}

#[test]
fn a_turn_is_taken_back_up_to_the_last_flip() {
    let mut game = alone("taiwan-club", "3k/4/4/4/4/4/4/R3 r - 5 91");
    assert!(game.no_takeback().is_some());
    tap(&mut game, &["a1", "a2"]);
    answer(&mut game, plays("d8-d7", false));
    assert_eq!(game.take_back(), [Happened::TakenBack { plies: 2 }]);
    assert!(plies(&game).is_empty());
    // While it thinks, only one's own is taken back, and the answer is void.
    tap(&mut game, &["a1", "a2"]);
    let number = game.question().expect("its turn").number;
    assert_eq!(game.take_back(), [Happened::TakenBack { plies: 1 }]);
    assert!(game.answered(&Answer { number, said: plays("d8-d7", false) }).is_empty());

    let mut game = session("taiwan-club", "", "", None, false);
    tap(&mut game, &["b2"]);
    assert!(matches!(game.take_back()[..], [Happened::Refused(Refusal::NoTakeback(NoTakeback::Revealed { .. }))]));
}

#[test]
fn looking_back_changes_nothing() {
    let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    tap(&mut game, &["b2", "b3"]);
    tap(&mut game, &["c3"]);
    game.end_chain();
    tap(&mut game, &["d8", "d7"]);
    let now = *game.shown().position();
    assert_eq!(game.look_by_turn(false), [Happened::Looked { plies: 3, all: false }]);
    assert_eq!(game.look_by_turn(false), [Happened::Looked { plies: 0, all: false }], "a chain is one turn");
    assert!(game.look_by_turn(false).is_empty());
    assert_eq!(game.shown().position(), game.game().first_position());
    assert!(matches!(tap(&mut game, &["c3"])[..], [Happened::Refused(Refusal::LookingBack)]));
    assert_eq!(game.look_by_turn(true), [Happened::Looked { plies: 3, all: false }]);
    assert_eq!(game.escape(), [Happened::Looked { plies: 4, all: true }]);
    assert_eq!(*game.shown().position(), now);
    assert_eq!(plies(&game).len(), 4);
}

#[test]
fn tiles_decide_who_goes_first() {
    let mut game = session("taiwan-club", "", "", None, true);
    assert!(game.is_opening());
    assert!(matches!(tap(&mut game, &["b2"])[..], [Happened::Refused(Refusal::BeforeTiles)]));
    assert_eq!(game.picker(), Some(Party::Host));
    assert!(matches!(game.pick(2)[..], [Happened::Picked { party: Party::Host, tile: 2, .. }]));
    assert!(game.pick(2).is_empty(), "it is taken");
    assert!(game.pick(5).is_empty(), "there is none");
    let happened = game.pick(4);
    let [Happened::Picked { party: Party::Guest, .. }, Happened::Decided { first }] = happened[..] else {
        panic!("{happened:?}");
    };
    let tiles = Tiles::from_seed(9);
    let host_is_higher = tiles.kind(2) < tiles.kind(4);
    assert_eq!(first == Party::Host, host_is_higher);
    assert_eq!(game.players().first, first);
    assert!(!game.is_opening());
    assert!(game.pick(0).is_empty());
}

#[test]
fn the_computer_picks_a_tile_too() {
    let mut game = session("taiwan-club", "", "", Some(Level::Easy), true);
    assert_eq!(game.question(), None);
    assert_eq!(game.pick(0).len(), 3);
    let computer_begins = game.players().first == Party::Guest;
    assert_eq!(game.question().is_some(), computer_begins);
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let mut game = session("taiwan-club", "", "", Some(Level::Normal), true);
    game.pick(1);
    if game.players().first == Party::Guest {
        answer(&mut game, plays("a1", false));
    }
    tap(&mut game, &["b2"]);
    let record = game.record().expect("written");
    let text = record.to_string();
    let read: Record = text.parse().expect("a record");
    let mut again = Session::resume(&read).expect("a game");
    assert_eq!(again.record().expect("written").to_string(), text);
    assert_eq!(again.players(), game.players());
    assert_eq!(again.tiles(), game.tiles());
    assert!(!again.is_opening());
    // The same deal lies under it, and the computer is asked the same.
    assert_eq!(again.question().map(|q| (q.record, q.seed)), game.question().map(|q| (q.record, q.seed)));
}

#[test]
fn tiles_half_drawn_are_kept() {
    let mut game = session("taiwan-club", "", "", None, true);
    game.pick(3);
    let again = Session::resume(&game.record().expect("written")).expect("a game");
    assert_eq!(again.picker(), Some(Party::Guest));
    assert_eq!(again.tiles(), game.tiles());
}

#[test]
fn a_finished_game_tells_its_deal_and_an_unfinished_one_does_not() {
    let mut game = session("taiwan-club", "", "", None, false);
    tap(&mut game, &["b2"]);
    let deal = Deal::from_seed(&Position::start(), 3).to_string();
    let unfinished = game.record().expect("written");
    assert_eq!(unfinished.tags.get("Deal"), None);
    assert!(!unfinished.to_string().contains(&deal));
    game.resign();
    let finished = game.record().expect("written");
    assert_eq!(finished.tags.get("Deal"), Some(deal.as_str()));
    let again = Session::resume(&finished).expect("a game");
    assert_eq!(again.outcome(), game.outcome());
}

#[test]
fn the_other_one_begins_the_rematch() {
    let mut game = session("taiwan-club", "", "", Some(Level::Normal), false);
    game.resign();
    let next = game.rematch(|position| Deal::from_seed(position, 4));
    assert_eq!(next.players().first, Party::Guest);
    assert_eq!(next.game().plies().len(), 0);
    assert_eq!(next.round, 1);
}

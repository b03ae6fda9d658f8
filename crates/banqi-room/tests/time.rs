//! Clocks, claims, expiry, restarts and rematches.

mod support;

use banqi::{Outcome, Reason, Seat};
use banqi_deal::Secret;
use banqi_room::{Ending, Referee, Stage};
use banqi_wire::{AbortReason, Clock, Command, FirstMover, GameId, Player, Refusal};
use rstest::rstest;
use support::{Match, START, new_game};

const FIVE_AND_THREE: Clock = Clock::Fischer { initial: 300, increment: 3 };
const DAY: u64 = 86_400_000;

fn outcome(game: &Match) -> Option<Outcome> {
    match game.room.ending()? {
        Ending::Finished(outcome) => Some(outcome),
        Ending::Aborted { .. } => None,
    }
}

#[test]
fn a_turn_costs_what_it_took_and_gives_the_increment() {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    game.later(10_000);
    assert_eq!(game.room.time_left(Player::Creator, game.now), Some(290_000));
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(300_000));
    game.plays("a1");
    assert_eq!(game.room.time_left(Player::Creator, game.now), Some(293_000));
    game.later(4_000);
    game.plays("a2");
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(299_000));
}

#[test]
fn what_the_network_cost_is_given_back() {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    game.lag = 200;
    game.later(1_000);
    game.plays("a1");
    assert_eq!(game.room.time_left(Player::Creator, game.now), Some(302_200));
    game.later(100);
    game.plays("a2");
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(303_000));
}

#[test]
fn who_runs_out_of_time_loses() {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    let due = game.referee.due(&game.room).expect("the clock runs");
    // The half second is for what is on its way.
    assert_eq!(due, START + 300_500);
    game.later(300_499);
    game.elapse();
    assert_eq!(game.room.stage(), Stage::Playing);
    game.later(1);
    game.elapse();
    assert_eq!(outcome(&game), Some(Outcome::win(Seat::Second, Reason::Time)));
    assert!(game.room.dealt().is_some());
    assert_eq!(game.referee.due(&game.room), None);
}

#[rstest]
#[case(300_150, 200, true)]
#[case(300_250, 200, false)]
fn a_turn_on_its_way_counts_if_it_was_in_time(#[case] took: u64, #[case] lag: u64, #[case] in_time: bool) {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    game.lag = lag;
    game.later(took);
    game.plays("a1");
    assert_eq!(outcome(&game).is_none(), in_time);
    if !in_time {
        assert_eq!(outcome(&game), Some(Outcome::win(Seat::Second, Reason::Time)));
        assert_eq!(game.room.game().plies().len(), 0);
    }
}

#[test]
fn days_are_for_each_turn() {
    let mut game = Match::begun("taiwan-quick", Clock::Days { days: 2 }, 9);
    game.later(DAY * 3 / 2);
    game.plays("a1");
    assert_eq!(game.room.time_left(Player::Creator, game.now), Some(2 * DAY));
    game.later(2 * DAY + 500);
    game.elapse();
    assert_eq!(outcome(&game), Some(Outcome::win(Seat::First, Reason::Time)));
}

#[rstest]
#[case(FIVE_AND_THREE, 60_000)]
#[case(Clock::None, 300_000)]
fn who_stays_away_can_be_claimed_against(#[case] clock: Clock, #[case] grace: u64) {
    for (claim, result) in [
        (Command::ClaimWin, Outcome::win(Seat::First, Reason::Abandonment)),
        (Command::ClaimDraw, Outcome::draw(Reason::Abandonment)),
    ] {
        let mut game = Match::begun("taiwan-quick", clock, 9);
        assert_eq!(game.try_tell(Player::Creator, &claim), Err(Refusal::NotGone { wait: None }));
        game.away[Player::Friend as usize] = Some(game.now);
        game.later(grace - 1);
        assert_eq!(game.try_tell(Player::Creator, &claim), Err(Refusal::NotGone { wait: Some(1) }));
        game.later(1);
        game.told(Player::Creator, claim);
        assert_eq!(outcome(&game), Some(result));
    }
}

#[test]
fn nobody_has_to_be_there_where_turns_have_days() {
    let mut game = Match::begun("taiwan-quick", Clock::Days { days: 1 }, 9);
    game.away[Player::Friend as usize] = Some(game.now);
    game.later(DAY / 2);
    assert_eq!(game.try_tell(Player::Creator, &Command::ClaimWin), Err(Refusal::NotNow));
}

#[test]
fn what_is_not_gone_on_with_expires() {
    let new = new_game("mainland", Clock::None, FirstMover::Tiles);
    let aborted = |reason, by| Some(Ending::Aborted { reason, by });

    let mut invited = Match::create(&new, 9);
    invited.later(7 * DAY);
    invited.elapse();
    assert_eq!(invited.room.ending(), aborted(AbortReason::Unjoined, None));

    // The creator's device is not there to commit itself.
    let mut uncommitted = Match::create(&new, 9);
    uncommitted.join().expect("free");
    uncommitted.later(DAY);
    uncommitted.elapse();
    assert_eq!(uncommitted.room.ending(), aborted(AbortReason::Unsealed, Some(Player::Creator)));
    // Nothing was sealed, so there is nothing to tell.
    assert_eq!(uncommitted.events.len(), 3);

    let mut withheld = Match::create(&new, 9);
    let commitment = Secret::from_bytes(support::C1).seat1_commit(&withheld.room.terms());
    withheld.told(Player::Creator, Command::Commit { commitment });
    withheld.join().expect("free");
    let mut by_the_creator = Match {
        room: withheld.room.clone(),
        events: withheld.events.clone(),
        referee: withheld.referee.clone(),
        ..withheld
    };
    by_the_creator.told(Player::Friend, Command::Contribute { secret: Secret::from_bytes(support::C2) });
    by_the_creator.later(DAY);
    by_the_creator.elapse();
    assert_eq!(by_the_creator.room.ending(), aborted(AbortReason::Unsealed, Some(Player::Creator)));

    let mut unpicked = Match::sealed(&new, 9);
    unpicked.told(Player::Friend, Command::Pick { tile: 0 });
    unpicked.later(DAY);
    unpicked.elapse();
    assert_eq!(unpicked.room.ending(), aborted(AbortReason::Unpicked, Some(Player::Creator)));
    assert!(unpicked.room.dealt().is_some());

    let mut forgotten = Match::begun("mainland", Clock::None, 9);
    forgotten.later(30 * DAY);
    forgotten.elapse();
    assert_eq!(outcome(&forgotten), Some(Outcome::draw(Reason::Abandonment)));
}

#[test]
fn a_restart_costs_what_was_used_before_it() {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    game.later(10_000);
    game.plays("a1");
    game.later(7_000);
    // The server is away for an hour.
    let alive = game.now;
    game.later(3_600_000);
    let paused = game.referee.restarted(&game.room, alive);
    game.keep(paused);
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(293_000));
    game.later(30_000);
    game.elapse();
    assert!(game.room.paused().is_some());
    let continued = game.referee.both_back(&game.room);
    game.keep(continued);
    game.later(5_000);
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(288_000));
    assert_eq!(game.room.time_left(Player::Creator, game.now), Some(293_000));

    // A second time, and nobody comes back: the clocks run again after a minute.
    let paused = game.referee.restarted(&game.room, game.now);
    game.keep(paused);
    assert!(game.referee.restarted(&game.room, game.now).is_empty());
    game.later(60_000);
    game.elapse();
    assert_eq!(game.room.paused(), None);
    assert_eq!(game.room.time_left(Player::Friend, game.now), Some(288_000));
}

#[test]
fn a_rematch_swaps_who_was_chosen_and_has_another_secret() {
    let mut game = Match::begun("taiwan-quick", FIVE_AND_THREE, 9);
    game.told(Player::Friend, Command::Resign);
    game.told(Player::Friend, Command::Rematch);
    assert_eq!(game.try_tell(Player::Friend, &Command::Rematch), Err(Refusal::NotNow));
    assert!(!game.room.wants_rematch());
    game.told(Player::Creator, Command::Rematch);
    assert!(game.room.wants_rematch());

    let (referee, events) = Referee::rematch(Secret::from_bytes([8; 32]), GameId::from_bits([8; 10]), &game.room);
    let mut next = Match::from_events(referee, events);
    assert_eq!(next.room.last(), Some(game.room.id()));
    assert_ne!(next.room.server_commit(), game.room.server_commit());
    next.seal_it();
    assert_eq!(next.room.to_act(), Some(Player::Friend));
    assert_eq!(next.room.clock(), FIVE_AND_THREE);
}

#[rstest]
#[case(Command::Resign, Player::Friend)]
#[case(Command::OfferDraw, Player::Friend)]
fn the_loser_goes_first_or_who_went_second_in_a_draw(#[case] end: Command, #[case] begins: Player) {
    let mut game = Match::sealed(&new_game("mainland", Clock::None, FirstMover::Loser), 3);
    // Without a last game tiles decide.
    assert_eq!(game.room.stage(), Stage::Picking);
    let (mut tile, mut other) = (0, 1);
    // Let the creator have the higher tile.
    let dealt = game.room.seal().expect("sealed").verify(game.referee.secret()).expect("honest");
    if dealt.tiles().kinds()[0] > dealt.tiles().kinds()[1] {
        (tile, other) = (other, tile);
    }
    game.told(Player::Creator, Command::Pick { tile });
    game.told(Player::Friend, Command::Pick { tile: other });
    assert_eq!(game.room.to_act(), Some(Player::Creator));
    if end == Command::OfferDraw {
        game.told(Player::Creator, Command::OfferDraw);
    }
    game.told(Player::Friend, end);
    game.told(Player::Friend, Command::Rematch);
    game.told(Player::Creator, Command::Rematch);
    let (referee, events) = Referee::rematch(Secret::from_bytes([8; 32]), GameId::from_bits([8; 10]), &game.room);
    let next = Match::from_events(referee, events);
    assert_eq!(next.room.begins(), Some(begins));
}

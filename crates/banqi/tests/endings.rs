//! How games end, and in which order: docs/rules.md, "How a game ends".

use banqi::{
    Colour, FinishError, Game, IllegalAction, Outcome, PlayError, Position, PositionError, Preset, Reason, Rules, Seat,
};
use rstest::rstest;

fn game(rules: &str, position: &str) -> Game {
    let rules: Rules = rules.parse().unwrap();
    Game::from_position(rules, position.parse().unwrap()).unwrap_or_else(|error| panic!("{rules} {position}: {error}"))
}

/// Plays turns of one action each.
fn play(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        game.play(turn.parse().unwrap()).unwrap_or_else(|error| panic!("{turn} in {turns}: {error}"));
    }
}

/// Plays turns, of which only the last brings a result.
fn ending(game: &mut Game, turns: &str) -> Option<Outcome> {
    for (index, turn) in turns.split_whitespace().enumerate() {
        assert_eq!(game.outcome(), None, "before {turn}, number {index} of {turns}");
        play(game, turn);
    }
    game.outcome()
}

fn win(winner: Seat, reason: Reason) -> Outcome {
    Outcome::win(winner, reason)
}

fn draw(reason: Reason) -> Outcome {
    Outcome::draw(reason)
}

/// Red's General far from Black's. Turn 41 is First's, so First is red.
const GENERALS: &str = "K3/4/4/4/4/4/4/3k r - 0 41";
/// Four quiet turns after which the Generals stand as before.
const ROUND: &str = "a8-a7 d1-d2 a7-a8 d2-d1 ";
/// After b2-b1 the Soldier on a1, Black's last piece, cannot move.
const CORNER: &str = "4/4/4/4/4/4/GG2/p3 r - 0 41";

/// What a preset has: elimination, the turns of `ROUND` after which it is a draw, and the quiet limit.
type Row = (Preset, bool, Option<usize>, Option<u32>);

/// The table of presets, by their sources: a position's third occurrence is the eighth turn of rounds of four, the
/// third cycle the twelfth.
const TABLE: [Row; 8] = [
    (Preset::TaiwanTournament, true, Some(8), Some(180)),
    (Preset::TaiwanClassic, false, None, None),
    (Preset::TaiwanQuick, true, None, Some(20)),
    (Preset::TaiwanChase, true, None, Some(60)),
    (Preset::HongKong, false, None, None),
    (Preset::Mainland, true, Some(8), Some(60)),
    (Preset::TaiwanClub, true, Some(8), Some(40)),
    (Preset::TaiwanLeague, true, Some(12), Some(60)),
];

// What each preset has.

#[test]
fn the_table_has_every_preset() {
    assert!(TABLE.iter().map(|row| row.0).eq(Preset::ALL));
}

/// The last enemy is taken: elimination where the preset has it, else the enemy has nothing to do.
#[test]
fn elimination_in_each_preset() {
    for (preset, elimination, ..) in TABLE {
        let mut game = game(preset.name(), "4/4/4/4/4/4/4/Kg2 r - 0 41");
        let reason = if elimination { Reason::Elimination } else { Reason::NoLegalMove };
        assert_eq!(ending(&mut game, "a1-b1"), Some(win(Seat::First, reason)), "{preset}");
    }
}

/// A player who has pieces but cannot do anything loses in every preset.
#[test]
fn no_legal_move_in_each_preset() {
    for (preset, ..) in TABLE {
        let mut game = game(preset.name(), CORNER);
        assert_eq!(ending(&mut game, "b2-b1"), Some(win(Seat::First, Reason::NoLegalMove)), "{preset}");
    }
}

/// The third occurrence or the third cycle is a draw where the preset has it, and nothing where it has not.
#[test]
fn repetition_in_each_preset() {
    for (preset, _, repetition, quiet) in TABLE {
        let mut game = game(preset.name(), GENERALS);
        let limit = repetition.or(quiet.map(|limit| limit as usize)).unwrap_or(400);
        let turns: Vec<&str> = ROUND.split_whitespace().cycle().take(limit).collect();
        let reason = repetition.map(|_| Reason::Repetition).or(quiet.map(|_| Reason::NoProgress));
        assert_eq!(ending(&mut game, &turns.join(" ")), reason.map(draw), "{preset} after {limit} turns");
    }
}

/// The quiet limit is a draw where the preset has one; without it nothing is.
#[test]
fn no_progress_in_each_preset() {
    for (preset, _, _, quiet) in TABLE {
        let before = quiet.map_or(9999, |limit| limit - 1);
        let mut game = game(preset.name(), &GENERALS.replace(" 0 41", &format!(" {before} 10041")));
        assert_eq!(
            ending(&mut game, "a8-a7"),
            quiet.and(Some(draw(Reason::NoProgress))),
            "{preset} after {before} turns"
        );
    }
}

/// What the players and the clock decide is the same in each preset: which reasons give a win and which a draw.
#[test]
fn players_endings_in_each_preset() {
    let table = [
        (Reason::Elimination, false, false),
        (Reason::NoLegalMove, false, false),
        (Reason::Repetition, false, false),
        (Reason::NoProgress, false, false),
        (Reason::Agreement, false, true),
        (Reason::Resignation, true, false),
        (Reason::Time, true, false),
        (Reason::Abandonment, true, true),
    ];
    assert!(table.iter().map(|row| row.0).eq(Reason::ALL));
    for preset in Preset::ALL {
        for (reason, can_be_won, can_be_drawn) in table {
            let outcomes = [
                (win(Seat::First, reason), can_be_won),
                (win(Seat::Second, reason), can_be_won),
                (draw(reason), can_be_drawn),
            ];
            for (outcome, allowed) in outcomes {
                let mut game = Game::new(preset.rules());
                play(&mut game, "c3=p a1=K");
                let found = game.finish(outcome);
                let expected = match (allowed, reason.is_on_the_board()) {
                    (true, _) => Ok(()),
                    (false, true) => Err(FinishError::NotByTheBoard),
                    (false, false) => Err(FinishError::ReasonDoesNotFit { outcome }),
                };
                assert_eq!(found, expected, "{preset}: {outcome}");
                assert_eq!(game.outcome(), allowed.then_some(outcome), "{preset}: {outcome}");
                assert_eq!(game.actions().is_empty(), allowed, "{preset}: {outcome}");
            }
        }
    }
}

// The order.

/// A win on the quiet limit's last turn stands, in every preset that has a limit.
#[test]
fn no_legal_move_before_the_quiet_limit() {
    for (preset, _, _, quiet) in TABLE {
        let Some(limit) = quiet else { continue };
        let mut game = game(preset.name(), &CORNER.replace(" 0 41", &format!(" {} 1041", limit - 1)));
        assert_eq!(ending(&mut game, "b2-b1"), Some(win(Seat::First, Reason::NoLegalMove)), "{preset}");
        assert_eq!(game.position().quiet(), limit);
    }
}

/// A capture on what would have been the limit's last turn starts the count again, and a win by it is a win.
#[test]
fn a_capture_on_the_limits_last_turn() {
    let mut over = game("taiwan-quick", "4/4/4/4/4/4/4/Kg2 r - 19 41");
    assert_eq!(ending(&mut over, "a1-b1"), Some(win(Seat::First, Reason::Elimination)));
    let mut on = game("taiwan-quick", "3k/4/4/4/4/4/4/Kg2 r - 19 41");
    assert_eq!(ending(&mut on, "a1-b1"), None);
    assert_eq!(on.position().quiet(), 0);
    let mut flip = game("taiwan-quick", "3k/4/4/4/4/4/4/K1?1 r p1 19 41");
    assert_eq!(ending(&mut flip, "c1=p"), None);
    assert_eq!(flip.position().quiet(), 0);
}

/// An attack on a face-down piece counts as a flip, whatever comes of it.
#[test]
fn an_attack_on_a_face_down_piece_on_the_limits_last_turn() {
    for rules in ["taiwan-quick:dark=probe", "taiwan-quick:dark=trade"] {
        let mut game = game(rules, "3k/4/4/4/4/4/4/K?1R r p1 19 41");
        assert_eq!(ending(&mut game, "a1-b1=p"), None, "a General does not take a Soldier");
        assert_eq!(game.position().quiet(), 0);
    }
}

/// Both apply when the last enemy is taken and nothing is face down: elimination comes first.
#[test]
fn elimination_before_no_legal_move() {
    let position = "4/4/4/4/4/4/4/Kg2 r - 0 41";
    assert_eq!(ending(&mut game("taiwan-quick", position), "a1-b1"), Some(win(Seat::First, Reason::Elimination)));
    let mut off = game("taiwan-quick:elimination=off", position);
    assert_eq!(ending(&mut off, "a1-b1"), Some(win(Seat::First, Reason::NoLegalMove)));
}

/// With both limits on one turn it is a repetition; with the quiet limit a turn earlier, that.
#[rstest]
#[case("taiwan-quick:quiet=8,repetition=3", 8, Reason::Repetition)]
#[case("taiwan-quick:quiet=8", 8, Reason::NoProgress)]
#[case("taiwan-quick:quiet=7,repetition=3", 7, Reason::NoProgress)]
#[case("taiwan-quick:quiet=12,cycle=3", 12, Reason::Repetition)]
#[case("taiwan-quick:quiet=11,cycle=3", 11, Reason::NoProgress)]
#[case("taiwan-quick:quiet=8,repetition=3,cycle=2", 8, Reason::Repetition)]
#[case("taiwan-quick:quiet=4,repetition=2", 4, Reason::Repetition)]
fn repetition_before_no_progress(#[case] rules: &str, #[case] turns: usize, #[case] reason: Reason) {
    let played: Vec<&str> = ROUND.split_whitespace().cycle().take(turns).collect();
    assert_eq!(ending(&mut game(rules, GENERALS), &played.join(" ")), Some(draw(reason)));
}

/// A Chariot that has only forbidden chases loses also when its position has just come back too often: the position
/// after each round is the same, and each round chases the Horse twice.
#[rstest]
#[case("taiwan-chase:chase=4,repetition=3", 2, Some(win(Seat::Second, Reason::NoLegalMove)))]
#[case("taiwan-chase:chase=4,repetition=3,quiet=8", 2, Some(win(Seat::Second, Reason::NoLegalMove)))]
#[case("taiwan-chase:chase=5,repetition=3", 2, Some(draw(Reason::Repetition)))]
#[case("taiwan-chase:chase=6,cycle=3", 3, Some(win(Seat::Second, Reason::NoLegalMove)))]
#[case("taiwan-chase:chase=7,cycle=3", 3, Some(draw(Reason::Repetition)))]
#[case("taiwan-chase:chase=4,cycle=2", 2, Some(win(Seat::Second, Reason::NoLegalMove)))]
fn no_legal_move_before_repetition(#[case] rules: &str, #[case] rounds: usize, #[case] expected: Option<Outcome>) {
    let mut game = game(rules, "4/4/4/4/4/4/1n2/R3 r - 0 41");
    assert_eq!(ending(&mut game, &"a1-b1 b2-a2 b1-a1 a2-b2 ".repeat(rounds)), expected);
}

// Elimination and its absence.

/// A player is not eliminated whose pieces are all face down.
#[test]
fn pieces_in_the_bag_are_pieces() {
    let mut game = game("taiwan-quick", "4/4/4/4/4/4/?3/Kg2 r p1 0 41");
    assert_eq!(ending(&mut game, "a1-b1 a2=p"), None);
    assert_eq!(game.position().side(), Some(Colour::Red));
}

/// Without elimination a player without any piece goes on while there is something to flip, and loses when it is that
/// player's turn and nothing is left.
#[rstest]
fn the_pieceless_player_flips_on(
    #[values("taiwan-classic", "hong-kong", "taiwan-tournament:elimination=off")] rules: &str,
) {
    let position = "4/4/4/4/4/4/?3/Kg?1 r G1P1 0 41";
    let mut off = game(rules, position);
    // Black has nothing but the flips of c1 and a2, and loses once both are done and Red has moved.
    assert_eq!(ending(&mut off, "a1-b1"), None);
    assert_eq!(off.actions().iter().map(ToString::to_string).collect::<Vec<_>>(), ["c1", "a2"]);
    assert_eq!(ending(&mut off, "c1=G b1-b2 a2=P"), None, "it is Red's turn");
    assert_eq!(ending(&mut off, "b2-b3"), Some(win(Seat::First, Reason::NoLegalMove)));

    let mut on = game(&format!("{}:elimination=on", rules.split(':').next().unwrap()), position);
    assert_eq!(ending(&mut on, "a1-b1"), Some(win(Seat::First, Reason::Elimination)));
}

/// The last hop of a chain eliminates: the game is over, and the turn with it.
#[test]
fn elimination_ends_a_chain() {
    let mut game = game("taiwan-quick:chain=on", "4/4/4/4/4/1npc/1R2/4 r - 0 41");
    assert_eq!(ending(&mut game, "b2-b3 b3-c3"), None);
    assert_eq!((game.position().turn(), game.position().side()), (41, Some(Colour::Red)));
    assert_eq!(ending(&mut game, "c3-d3"), Some(win(Seat::First, Reason::Elimination)));
    let position = game.position();
    assert_eq!((position.turn(), position.side(), position.chain()), (42, Some(Colour::Black), None));
}

/// Elimination ends a chain that could have gone on with a face-down piece; without elimination it goes on.
#[test]
fn elimination_inside_a_chain_that_could_go_on() {
    let position = "4/4/4/4/4/4/1?2/Rn2 r P1 0 41";
    let mut on = game("taiwan-quick:chain=on,dark=probe", position);
    assert_eq!(ending(&mut on, "a1-b1"), Some(win(Seat::First, Reason::Elimination)));
    assert_eq!(on.position().to_string(), "4/4/4/4/4/4/1?2/1R2 b P1 0 42");

    let mut off = game("taiwan-classic:chain=on,dark=probe", position);
    assert_eq!(ending(&mut off, "a1-b1"), None);
    assert_eq!(off.position().to_string(), "4/4/4/4/4/4/1?2/1R2 r@b1 P1 0 41");
    assert_eq!(ending(&mut off, "end b2=P"), None);
    assert_eq!(ending(&mut off, "b1-a1"), Some(win(Seat::First, Reason::NoLegalMove)));
}

/// No legal move cannot occur inside a chain: the side that waits may have none, and the game goes on until the end
/// of the turn.
#[test]
fn no_legal_move_waits_for_the_end_of_the_chain() {
    // The Soldier on a1 is shut in by Advisors as soon as the one on b1 stands there.
    let position = "4/4/4/4/4/4/G1p1/prG1 r - 0 41";
    let mut game = game("taiwan-quick:chain=on", position);
    assert_eq!(ending(&mut game, "c1-b1"), None, "b1-a1 would go on");
    assert_eq!(game.position().chain(), "b1".parse().ok());
    // Black still has the Soldier on c2, which can move.
    assert_eq!(ending(&mut game, "end"), None);

    let mut game = self::game("taiwan-quick:chain=on", &position.replace("G1p1", "G3"));
    assert_eq!(ending(&mut game, "c1-b1"), None);
    assert_eq!(ending(&mut game, "end"), Some(win(Seat::First, Reason::NoLegalMove)));
}

/// Under `dark=trade` the player who moved may be the one who is eliminated: the worked example of docs/rules.md.
#[test]
fn a_trade_that_eliminates_the_mover() {
    let position = "3k/4/4/4/4/4/?3/P3 r r1 18 70";
    let mut trade = game("taiwan-quick:dark=trade", position);
    assert_eq!(ending(&mut trade, "a1-a2=r"), Some(win(Seat::First, Reason::Elimination)), "turn 70 is Second's");
    assert_eq!(trade.position().to_string(), "3k/4/4/4/4/4/r3/4 b - 0 71");
    assert_eq!(trade.colour_of(Seat::First), Some(Colour::Black));

    let mut probe = game("taiwan-quick:dark=probe", position);
    assert_eq!(ending(&mut probe, "a1-a2=r"), None);

    let mut off = game("taiwan-classic:dark=trade", position);
    assert_eq!(ending(&mut off, "a1-a2=r"), None, "Black can move");
    assert_eq!(ending(&mut off, "d8-d7"), Some(win(Seat::First, Reason::NoLegalMove)));
}

/// The same inside a chain, at whose start the mover still had the upper hand.
#[test]
fn a_trade_that_eliminates_the_mover_inside_a_chain() {
    let mut game = game("taiwan-quick:chain=on,dark=trade", "3k/4/4/4/4/4/1?2/Kn2 r p1 5 41");
    assert_eq!(ending(&mut game, "a1-b1"), None);
    assert_eq!(ending(&mut game, "b1-b2=p"), Some(win(Seat::Second, Reason::Elimination)));
    assert_eq!(game.position().to_string(), "3k/4/4/4/4/4/1p2/4 b - 0 42");
}

/// An own piece that comes up is no trade, and nobody is eliminated.
#[test]
fn an_own_piece_is_no_trade() {
    let mut game = game("taiwan-quick:dark=trade", "3k/4/4/4/4/4/?3/P3 r R1 18 70");
    assert_eq!(ending(&mut game, "a1-a2=R"), None);
    assert_eq!(game.position().to_string(), "3k/4/4/4/4/4/R3/P3 b - 0 71");
}

/// Before the first flip there is no result, even if only one colour is there at all.
#[test]
fn no_result_before_the_first_flip() {
    let position = "####/####/####/####/####/####/####/?### - K1 0 1";
    let mut on = game("taiwan-quick", position);
    assert_eq!((on.outcome(), on.actions().len()), (None, 1));
    assert_eq!(ending(&mut on, "a1=K"), Some(win(Seat::First, Reason::Elimination)));
    let mut off = game("taiwan-classic", position);
    assert_eq!(ending(&mut off, "a1=K"), Some(win(Seat::First, Reason::NoLegalMove)));
}

// Positions that are over as they are read.

#[rstest]
#[case("taiwan-quick", "4/4/4/4/4/4/4/K3 b - 0 30", Some(win(Seat::First, Reason::Elimination)))]
#[case("taiwan-quick", "4/4/4/4/4/4/4/K3 r - 0 31", Some(win(Seat::First, Reason::Elimination)))]
#[case("taiwan-quick", "4/4/4/4/4/4/4/K3 b - 0 31", Some(win(Seat::Second, Reason::Elimination)))]
#[case("taiwan-quick", "4/4/4/4/4/4/4/K3 b - 20 30", Some(win(Seat::First, Reason::Elimination)))]
#[case("taiwan-quick", "4/4/4/4/4/4/?3/K3 b P1 0 30", Some(win(Seat::First, Reason::Elimination)))]
#[case("taiwan-classic", "4/4/4/4/4/4/?3/K3 b P1 0 30", None)]
#[case("taiwan-classic", "4/4/4/4/4/4/4/K3 b - 0 30", Some(win(Seat::First, Reason::NoLegalMove)))]
#[case("taiwan-classic", "4/4/4/4/4/4/4/K3 r - 0 31", None)]
#[case("taiwan-quick", "4/4/4/4/4/4/G3/pG2 b - 0 42", Some(win(Seat::First, Reason::NoLegalMove)))]
#[case("taiwan-quick", "4/4/4/4/4/4/G3/pG2 b - 20 42", Some(win(Seat::First, Reason::NoLegalMove)))]
#[case("taiwan-quick", "4/4/4/4/4/4/G3/pG2 b - 20 41", Some(win(Seat::Second, Reason::NoLegalMove)))]
#[case("taiwan-quick", "K3/4/4/4/4/4/4/3k r - 20 41", Some(draw(Reason::NoProgress)))]
#[case("taiwan-quick", "K3/4/4/4/4/4/4/3k r - 19 41", None)]
#[case("taiwan-club:repetition=2,cycle=2", "K3/4/4/4/4/4/4/3k r - 39 41", None)]
#[case(
    "taiwan-quick:chain=on,dark=probe",
    "4/4/4/4/4/4/1?2/1R2 r@b1 P1 0 41",
    Some(win(Seat::First, Reason::Elimination))
)]
fn positions_are_judged_as_they_are_read(#[case] rules: &str, #[case] text: &str, #[case] expected: Option<Outcome>) {
    let mut game = game(rules, text);
    assert_eq!(game.outcome(), expected);
    assert_eq!(game.position().to_string(), text, "it is written back as it was given");
    assert_eq!(game.actions().is_empty(), expected.is_some());
    assert_eq!(game.position().outcome(game.rules()), expected);
    if let Some(outcome) = expected {
        let action = "a1-a2".parse().unwrap();
        assert_eq!(game.check(action), Err(IllegalAction::GameOver(outcome)));
        assert_eq!(game.play(action.into()), Err(PlayError::Illegal(IllegalAction::GameOver(outcome))));
        assert_eq!(game.finish(draw(Reason::Agreement)), Err(FinishError::GameOver(outcome)));
        assert_eq!(game.outcome(), expected);
    }
}

/// A quiet count at the limit is read, one past it is not.
#[test]
fn a_quiet_count_past_the_limit_is_refused() {
    for (preset, _, _, quiet) in TABLE {
        let read = |count: u32| {
            let position: Position = GENERALS.replace(" 0 41", &format!(" {count} 10041")).parse().unwrap();
            Game::from_position(preset.rules(), position).map(|game| game.outcome())
        };
        match quiet {
            Some(limit) => {
                assert_eq!(read(limit), Ok(Some(draw(Reason::NoProgress))), "{preset}");
                let limit = u16::try_from(limit).unwrap();
                let found = u32::from(limit) + 1;
                assert_eq!(read(found), Err(PositionError::QuietPastLimit { found, limit }), "{preset}");
            }
            None => assert_eq!(read(999_999_998), Ok(None), "{preset}"),
        }
    }
}

// Repetition.

/// The position right after a flip or a capture is its own first occurrence.
#[rstest]
#[case::flip("K3/4/4/4/4/4/?3/3k r p1 0 41", "a2=p")]
#[case::capture("K3/4/4/4/4/4/4/Gp1k r - 0 41", "a1-b1")]
fn repetition_counts_from_a_flip_or_capture(#[case] position: &str, #[case] first: &str) {
    let mut game = game("taiwan-tournament", position);
    play(&mut game, ROUND);
    assert_eq!(game.occurrences(), 2);
    play(&mut game, first);
    assert_eq!(game.occurrences(), 1);
    assert_eq!(ending(&mut game, &"d1-d2 a8-a7 d2-d1 a7-a8 ".repeat(2)), Some(draw(Reason::Repetition)));
}

/// Pieces of a kind and colour are interchangeable: two Soldiers that have changed places make the same position.
#[test]
fn repetition_with_exchanged_soldiers() {
    let mut game = game("taiwan-club:repetition=2", "3k/4/4/4/4/4/1P2/P3 r - 0 41");
    let turns = "a1-a2 d8-d7 b2-b1 d7-d6 b1-a1 d6-d7 a2-b2 d7-d8";
    assert_eq!(ending(&mut game, turns), Some(draw(Reason::Repetition)));
    assert_eq!(game.position().to_string(), "3k/4/4/4/4/4/1P2/P3 r - 8 49");
}

/// The side to move is part of the position: a Chariot that slides loses a turn, and the same board comes up with the
/// other side to move.
#[test]
fn repetition_needs_the_same_side_to_move() {
    let mut game = game("taiwan-club:rush=on,repetition=2", "3k/4/4/4/4/4/4/R3 r - 0 41");
    assert_eq!(ending(&mut game, "a1-a2 d8-d7 a2-a3 d7-d8 a3-a1"), None);
    assert_eq!(game.position().to_string(), "3k/4/4/4/4/4/4/R3 b - 5 46");
    assert_eq!(game.occurrences(), 1);
    // With a fourth slide instead it is Red's move again.
    let mut game = self::game("taiwan-club:rush=on,repetition=2", "3k/4/4/4/4/4/4/R3 r - 0 41");
    let turns = "a1-a2 d8-d7 a2-a3 d7-d6 a3-a4 d6-d7 a4-a1 d7-d8";
    assert_eq!(ending(&mut game, turns), Some(draw(Reason::Repetition)));
}

/// A chain stopped in between is no occurrence of its own, and the position after `end` is the first.
#[test]
fn repetition_counts_from_the_end_of_a_chain() {
    let mut game = game("taiwan-club:chain=on", "K3/4/4/4/4/n3/p3/R2k r - 0 41");
    play(&mut game, "a1-a2 end");
    assert_eq!(game.occurrences(), 1);
    assert_eq!(ending(&mut game, &"d1-d2 a8-a7 d2-d1 a7-a8 ".repeat(2)), Some(draw(Reason::Repetition)));
}

// Cycles.

/// The example of docs/rules.md: the same block of four, and a draw on the twelfth turn.
#[test]
fn a_cycle_is_a_draw() {
    let mut game = game("taiwan-league", "3k/4/4/4/4/4/4/K3 r - 0 41");
    assert_eq!(ending(&mut game, &"a1-a2 d8-d7 a2-a1 d7-d8 ".repeat(3)), Some(draw(Reason::Repetition)));
    assert_eq!(game.position().turn(), 41 + 12);
}

/// Other quiet moves may come before the cycle; it has to be whole.
#[test]
fn a_cycle_after_other_moves() {
    let mut game = game("taiwan-league", "3k/4/4/4/4/4/4/K3 r - 0 41");
    let turns = format!("a1-b1 d8-c8 {}", "b1-b2 c8-c7 b2-b1 c7-c8 ".repeat(3));
    assert_eq!(ending(&mut game, &turns), Some(draw(Reason::Repetition)));
}

/// A cycle is of moves: a position may come back often on different ways. Here two rounds differ, and the draw comes
/// when the block of twelve has been played three times.
#[test]
fn a_cycle_is_of_moves_and_not_of_positions() {
    let other = "a8-b8 d1-d2 b8-a8 d2-d1 ";
    let mut game = game("taiwan-league", GENERALS);
    assert_eq!(ending(&mut game, &format!("{ROUND}{other}{ROUND}").repeat(3)), Some(draw(Reason::Repetition)));
    assert_eq!(game.position().turn(), 41 + 36);
    // Ten occurrences of the first position would long have been a repetition.
    let mut game = self::game("taiwan-tournament", GENERALS);
    assert_eq!(ending(&mut game, &format!("{ROUND}{other}")), Some(draw(Reason::Repetition)));
}

/// A flip or a capture between breaks a cycle.
#[rstest]
#[case::flip("K3/4/4/4/4/4/?3/3k r p1 0 41", "a2=p")]
#[case::capture("K3/4/4/4/4/4/4/Gp1k r - 0 41", "a1-b1")]
fn a_cycle_is_broken_by_a_flip_or_capture(#[case] position: &str, #[case] between: &str) {
    let mut game = game("taiwan-league", position);
    assert_eq!(ending(&mut game, &ROUND.repeat(2)), None);
    play(&mut game, between);
    assert_eq!(ending(&mut game, &"d1-d2 a8-a7 d2-d1 a7-a8 ".repeat(3)), Some(draw(Reason::Repetition)));
}

/// A shorter and a longer block with another number of rounds.
#[rstest]
#[case(2, ROUND.repeat(2))]
#[case(5, ROUND.repeat(5))]
#[case(2, "a8-a7 d1-d2 a7-a6 d2-d3 a6-a7 d3-d2 a7-a8 d2-d1 ".repeat(2))]
#[case(3, "a8-a7 d1-d2 a7-b7 d2-d1 b7-b8 d1-d2 b8-a8 d2-d1 ".repeat(3))]
fn other_cycles(#[case] times: u16, #[case] turns: String) {
    let mut game = game(&format!("taiwan-league:cycle={times}"), GENERALS);
    assert_eq!(ending(&mut game, &turns), Some(draw(Reason::Repetition)));
}

/// The block is even. Chariots that slide can go around in five moves and change places, so that the other side makes
/// the same five; the round of ten has to come twice.
#[test]
fn an_odd_block_is_no_cycle() {
    let mut game = game("taiwan-league:rush=on,cycle=2", "4/4/4/4/4/4/1r2/R3 r - 0 41");
    let five = "a1-a3 b2-b1 a3-b3 b1-a1 b3-b2 ";
    assert_eq!(ending(&mut game, &five.repeat(2)), None);
    assert_eq!(game.position().to_string(), "4/4/4/4/4/4/1r2/R3 r - 10 51");
    assert_eq!(ending(&mut game, &five.repeat(2)), Some(draw(Reason::Repetition)));
}

/// A block of six: each Chariot is back after three slides.
#[test]
fn a_block_of_six_is_a_cycle() {
    let mut game = game("taiwan-league:rush=on", "3r/4/4/4/4/4/4/R3 r - 0 41");
    let six = "a1-a3 d8-d6 a3-a2 d6-d7 a2-a1 d7-d8 ";
    assert_eq!(ending(&mut game, &six.repeat(3)), Some(draw(Reason::Repetition)));
}

/// Both may be on: whichever comes first.
#[test]
fn repetition_and_cycle_together() {
    let mut game = game("taiwan-league:repetition=3", GENERALS);
    assert_eq!(ending(&mut game, &ROUND.repeat(2)), Some(draw(Reason::Repetition)));
    let mut game = self::game("taiwan-league:repetition=9", GENERALS);
    assert_eq!(ending(&mut game, &ROUND.repeat(3)), Some(draw(Reason::Repetition)));
}

// The players' endings.

/// They may come before the first flip, inside a chain, and on either player's turn; captures already made stand.
#[test]
fn players_may_end_the_game_at_any_moment() {
    let mut game = Game::new(Preset::TaiwanClassic.rules());
    game.finish(win(Seat::Second, Reason::Resignation)).unwrap();
    assert_eq!(game.outcome(), Some(win(Seat::Second, Reason::Resignation)));

    for winner in Seat::ALL {
        for reason in [Reason::Resignation, Reason::Time, Reason::Abandonment] {
            let mut game = self::game("taiwan-quick:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
            play(&mut game, "b2-b3");
            let before = *game.position();
            game.finish(win(winner, reason)).unwrap();
            assert_eq!(game.outcome(), Some(win(winner, reason)));
            assert_eq!(*game.position(), before);
            assert_eq!(game.lost_pieces().black, [0, 0, 0, 0, 1, 0, 0], "the Horse");
            assert_eq!(game.check("end".parse().unwrap()), Err(IllegalAction::GameOver(win(winner, reason))));
        }
    }
}

/// The first ending stands.
#[test]
fn a_finished_game_stays_as_it_is() {
    let mut game = game("taiwan-quick", GENERALS);
    game.finish(draw(Reason::Agreement)).unwrap();
    let again = game.finish(win(Seat::First, Reason::Time));
    assert_eq!(again, Err(FinishError::GameOver(draw(Reason::Agreement))));
    assert_eq!(game.outcome(), Some(draw(Reason::Agreement)));
}

/// Taking the last turn back takes the result back with it.
#[test]
fn undo_takes_the_result_back() {
    let mut game = game("taiwan-quick", "4/4/4/4/4/4/4/Kg2 r - 19 41");
    play(&mut game, "a1-b1");
    assert!(game.outcome().is_some());
    game.undo();
    assert_eq!(game.outcome(), None);
    assert_eq!(ending(&mut game, "a1-a2"), Some(draw(Reason::NoProgress)));
}

/// There is no draw by insufficient material and no limit on the number of turns.
#[test]
fn nothing_else_ends_a_game() {
    let mut game = game("taiwan-classic", &GENERALS.replace(" 0 41", " 5000 90001"));
    assert_eq!(ending(&mut game, &ROUND.repeat(500)), None);
}

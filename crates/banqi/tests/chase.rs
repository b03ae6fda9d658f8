//! Perpetual chase: the published chase rules (those of the preset `taiwan-chase`), sentence by sentence.
//!
//! Every test runs twice, with each colour as the chaser. The positions are written with Red as the chaser; for Black
//! the colours are swapped. Counts are written `chaser>chased:count`, both by their square.

use banqi::{Colour, Game, IllegalAction, Kind, Outcome, Piece, PlayError, Reason, Rules, Seat};
use rstest::rstest;

/// A game in which Red of the written position is the chaser's colour.
struct Table {
    game: Game,
    chaser: Colour,
}

impl Table {
    fn new(chaser: Colour, rules: &str, position: &str) -> Self {
        let rules: Rules = rules.parse().unwrap();
        let position = swapped(chaser, position);
        let game = Game::from_position(rules, position.parse().unwrap()).unwrap();
        Self { game, chaser }
    }

    /// Plays turns of one action each.
    fn play(&mut self, turns: &str) -> &mut Self {
        for turn in turns.split_whitespace() {
            let ply = match turn.split_once('=') {
                Some((action, piece)) if self.chaser == Colour::Black => format!("{action}={}", swap_case(piece)),
                _ => turn.to_string(),
            };
            self.game.play(ply.parse().unwrap()).unwrap_or_else(|error| panic!("{turn} in {turns}: {error}"));
        }
        self
    }

    fn counts(&self) -> String {
        let counts = self.game.chases().map(|chase| format!("{}>{}:{}", chase.chaser, chase.target, chase.count));
        sorted(counts.collect())
    }

    fn legal(&self) -> String {
        sorted(self.game.actions().iter().map(ToString::to_string).collect())
    }

    fn forbidden(&self) -> String {
        sorted(self.game.forbidden().iter().map(ToString::to_string).collect())
    }

    /// Why an action is refused, which leaves the game as it was.
    fn refusal(&mut self, action: &str) -> IllegalAction {
        let before = *self.game.position();
        let action = action.parse().unwrap();
        let error = self.game.check(action).unwrap_err();
        assert_eq!(self.game.play(action.into()), Err(PlayError::Illegal(error)));
        assert_eq!((*self.game.position(), self.game.outcome()), (before, None));
        error
    }
}

fn sorted(mut texts: Vec<String>) -> String {
    texts.sort();
    texts.join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(swap).collect()
}

/// The position with Red's and Black's pieces, bags and turn exchanged where Black is the chaser.
fn swapped(chaser: Colour, position: &str) -> String {
    if chaser == Colour::Red {
        return position.to_string();
    }
    let [board, side, bag, quiet, turn]: [&str; 5] =
        position.split(' ').collect::<Vec<_>>().try_into().expect("a position has five fields");
    let side = if side == "r" { "b" } else { "r" };
    format!("{} {side} {} {quiet} {turn}", swap_case(board), swap_case(bag))
}

/// The published example: a Chariot between b1 and a1 chases a Horse between a2 and b2.
const EXAMPLE: &str = "3P/4/4/4/4/4/n3/1R2 r - 0 41";
/// Five chases, the Horse's last flight included.
const FIVE: &str = "b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2";

/// A Cannon that chases the Horse on a8 over the screen on a6, as it walks along the file.
const CANNON: &str = "n3/4/G3/4/4/4/C3/3k r - 0 41";

/// Each side's Cannon chases: Red's the Horse on a8 over a6, Black's the Chariot on d1 over d4. There is a piece to
/// flip on d8 and on c2, an Elephant beside the one and an Advisor beside the other and beside a Soldier.
const BOTH_CHASE: &str = "n1m?/3c/P3/4/3p/4/CG?1/1p1R r P1k1 0 41";

// What a chase is.

/// You move a piece, and after it that very piece could capture an enemy: this is one chase.
#[rstest]
fn a_step_after_which_the_piece_could_capture_is_a_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", EXAMPLE);
    assert_eq!(table.counts(), "");
    assert_eq!(table.play("b1-a1").counts(), "a1>a2:1");
}

/// A step away from every enemy is none.
#[rstest]
fn a_step_without_a_threat_is_no_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", EXAMPLE);
    assert_eq!(table.play("b1-c1").counts(), "");
}

/// It is a step: a capture is no chase, whatever the piece threatens from its new square.
#[rstest]
fn a_capture_is_no_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/4/4/p3/Rn2 r - 0 41");
    assert_eq!(table.play("a1-b1").counts(), "", "a2 is not beside b1");
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/4/4/pn2/R3 r - 0 41");
    assert_eq!(table.play("a1-a2").counts(), "", "b2 is beside a2");
}

/// Nor is a flip, whatever comes up beside whom.
#[rstest]
fn a_flip_is_no_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/4/4/n3/?R2 r R1 0 41");
    assert_eq!(table.play("a1=R").counts(), "");
}

/// An enemy that stood beside the piece all along is not chased when another piece steps.
#[rstest]
fn only_the_piece_that_stepped_chases(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/4/4/4/n3/R2k r - 0 41");
    assert_eq!(table.play("d8-d7").counts(), "");
}

/// A line that another piece opens for a Cannon is no chase, however often.
#[rstest]
fn a_line_opened_by_another_piece_is_no_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    // The Cannon on a1 has the Soldier on a3 as its screen; the Advisor on a5 hides the Horse on a7.
    let mut table = Table::new(chaser, "taiwan-chase", "4/n3/4/G3/4/P3/4/C2k r - 0 41");
    for _ in 0..4 {
        assert_eq!(table.play("a5-b5").counts(), "");
        assert!(table.play("d1-d2").legal().contains("a1-a7"), "the line is open");
        table.play("b5-a5 d2-d1");
        assert_eq!((table.counts(), table.forbidden()), (String::new(), String::new()));
    }
}

/// A piece that becomes the Cannon's screen does not chase either, nor does the Cannon behind it.
#[rstest]
fn a_screen_put_there_by_another_piece_is_no_chase(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "4/n3/4/4/4/1P2/4/C2k r - 0 41");
    for _ in 0..4 {
        assert_eq!(table.play("b3-a3").counts(), "");
        assert!(table.play("d1-d2").legal().contains("a1-a7"), "the screen is there");
        table.play("a3-b3 d2-d1");
        assert_eq!((table.counts(), table.forbidden()), (String::new(), String::new()));
    }
}

/// It does not matter whether the enemy is protected, nor whether the exchange would be a good one.
#[rstest]
fn a_protected_piece_is_chased_all_the_same(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    // On a2 and on b2 the Horse has a higher piece beside it.
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/4/4/gm2/n3/1R2 r - 0 41");
    assert_eq!(table.play("b1-a1").counts(), "a1>a2:1");
    table.play("a2-b2 a1-b1 b2-a2 b1-a1 a2-b2 a1-b1 b2-a2 b1-a1");
    assert_eq!(table.counts(), "a1>a2:5");
    assert_eq!(table.play("a2-b2").forbidden(), "a1-a2 a1-b1");
}

/// No rank is exempt: whatever captures chases, a Soldier a General, and equals each other.
#[rstest]
fn whoever_could_capture_chases(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[values("Pk", "Pp", "Rr", "Kk", "Kc", "Gp", "Nc", "Nn", "Mr")] pair: &str,
) {
    let (hunter, prey) = pair.split_at(1);
    let position = EXAMPLE.replace('R', hunter).replace('n', prey);
    let mut table = Table::new(chaser, "taiwan-chase", &position);
    table.play(FIVE);
    assert_eq!(table.counts(), "a1>b2:5");
    assert_eq!(table.forbidden(), "a1-a2 a1-b1");
}

/// A lower piece that follows one it cannot capture does not chase: there is no threat.
#[rstest]
fn whoever_could_not_capture_does_not_chase(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[values("Kp", "Pc", "Gk", "Nr", "Rm", "Cp", "Ck")] pair: &str,
) {
    let (hunter, prey) = pair.split_at(1);
    let position = EXAMPLE.replace('R', hunter).replace('n', prey);
    let mut table = Table::new(chaser, "taiwan-chase", &position);
    for turn in FIVE.split(' ').chain("a1-b1 b2-a2 b1-a1 a2-b2".split(' ')) {
        assert_eq!(table.play(turn).counts(), "", "{turn}");
    }
    assert_eq!(table.forbidden(), "");
}

/// The chase is the capture that the rules in force allow: by Hong Kong's ranks a Horse chases an Advisor.
#[rstest]
fn the_ranks_in_force_decide(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let position = "3P/4/4/4/4/4/g3/1N2 r - 0 41";
    assert_eq!(Table::new(chaser, "hong-kong:chase=5", position).play("b1-a1").counts(), "a1>a2:1");
    assert_eq!(Table::new(chaser, "taiwan-chase", position).play("b1-a1").counts(), "");
}

/// A Cannon that captures by stepping chases its neighbour by rank; one that jumps does not.
#[rstest]
fn a_cannon_beside_a_piece(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let position = "3P/4/4/4/4/4/p3/1C2 r - 0 41";
    assert_eq!(Table::new(chaser, "taiwan-chase:cannon=step", position).play("b1-a1").counts(), "a1>a2:1");
    assert_eq!(Table::new(chaser, "taiwan-chase", position).play("b1-a1").counts(), "");
}

/// A threat through a screen counts by the same rule, whatever the screen is.
#[rstest]
fn a_cannon_chases_through_any_screen(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[values(("G", "-"), ("g", "-"), ("?", "m1"))] (screen, bag): (&str, &str),
) {
    let position = CANNON.replace('G', screen).replace(" - ", &format!(" {bag} "));
    let mut table = Table::new(chaser, "taiwan-chase", &position);
    table.play("a2-a3 d1-d2 a3-a2 d2-d1 a2-a3 d1-d2 a3-a4 d2-d1 a4-a3 d1-d2");
    assert_eq!(table.counts(), "a3>a8:5");
    assert_eq!(table.forbidden(), "a3-a2 a3-a4");
    assert!(table.legal().contains("a3-a8"));
}

/// Only face-up enemies are chased, not even where face-down pieces can be attacked.
#[rstest]
fn a_face_down_piece_is_not_chased(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[values("taiwan-chase", "taiwan-chase:dark=probe", "taiwan-chase:dark=trade")] rules: &str,
) {
    let mut table = Table::new(chaser, rules, "3k/4/4/4/4/4/?3/1R2 r n1 0 41");
    assert_eq!(table.play("b1-a1").counts(), "");
}

/// The threat is a single capture: what the second hop of a chain could reach is not chased.
#[rstest]
fn later_hops_of_a_chain_are_not_counted(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase:chain=on", "3k/4/4/1n2/1p2/4/1R2/4 r - 0 41");
    assert_eq!(table.play("b2-b3").counts(), "b3>b4:1");
}

/// A Chariot that rushes chases across a gap whatever the rank, a slide of any length is one step, and beside its
/// target its rank decides.
#[rstest]
fn a_rush_across_a_gap_chases(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase:rush=on,chase=2", "3p/4/4/k3/4/4/4/R3 r - 0 41");
    assert_eq!(table.play("a1-a3").counts(), "a3>a5:1");
    assert_eq!(table.play("d8-d7 a3-a2").counts(), "a2>a5:2");
    assert_eq!(table.play("d7-d8").forbidden(), "a2-a1 a2-a3");
    assert_eq!(table.legal(), "a2-a4 a2-a5 a2-b2 a2-c2 a2-d2");
    // Beside the General the Chariot threatens nothing.
    assert_eq!(table.play("a2-a4").counts(), "");
    let mut table = Table::new(chaser, "taiwan-chase", "3p/4/4/k3/4/4/4/R3 r - 0 41");
    assert_eq!(table.play("a1-a2").counts(), "", "without the house rule nothing is chased across a gap");
}

/// A Horse that captures diagonally chases diagonally, whatever the rank.
#[rstest]
fn a_diagonal_threat_chases(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let position = "P3/4/4/4/4/2k1/4/1N2 r - 0 41";
    let mut table = Table::new(chaser, "taiwan-chase:diagonal=on,chase=2", position);
    assert_eq!(table.play("b1-b2").counts(), "b2>c3:1");
    assert_eq!(table.play("c3-d3 b2-c2").counts(), "c2>d3:2");
    // c2-b2 and c2-d2 have the General on a diagonal again; c2-c1 has not, nor a diagonal on c3.
    assert_eq!(table.play("d3-c3").forbidden(), "c2-b2 c2-d2");
    assert_eq!(table.legal(), "a8-a7 a8-b8 c2-c1");
    assert_eq!(Table::new(chaser, "taiwan-chase", position).play("b1-b2").counts(), "");
}

// The limit, and what a forbidden move is.

/// Five times in a row, and the move that would be the sixth chase may not be played.
#[rstest]
fn the_example(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", EXAMPLE);
    let counts = ["a1>a2:1", "b1>b2:2", "a1>a2:3", "b1>b2:4", "a1>a2:5"];
    for (turns, expected) in FIVE.split(' ').collect::<Vec<_>>().chunks(2).zip(counts) {
        assert_eq!(table.forbidden(), "");
        assert_eq!(table.play(turns[0]).counts(), expected);
        table.play(turns[1]);
    }
    assert_eq!(table.counts(), "a1>b2:5", "the flight of the Horse changes no count");
    assert_eq!(table.forbidden(), "a1-a2 a1-b1");
    assert_eq!(table.legal(), "d8-c8 d8-d7");
    assert_eq!(table.game.outcome(), None, "to have chased is no loss");
}

/// The refusal says who may not chase whom, where, and how often it was allowed.
#[rstest]
fn a_forbidden_move_is_explained(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", EXAMPLE);
    table.play(FIVE);
    for action in ["a1-a2", "a1-b1"] {
        let error = table.refusal(action);
        assert_eq!(
            error,
            IllegalAction::ForbiddenChase {
                chaser: Piece::new(chaser, Kind::Chariot),
                target: Piece::new(!chaser, Kind::Horse),
                square: "b2".parse().unwrap(),
                limit: 5,
            }
        );
        let text = error.to_string();
        assert!(["chase", "chariot", "horse", "b2", "5"].iter().all(|word| text.contains(word)), "{text}");
    }
}

/// On the sixth move the player plays something else: another piece, a flip, any capture, or the chasing piece to where
/// it does not chase.
#[rstest]
fn four_ways_to_change_moves(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[values("c1-c2", "a8=p", "c1-d1", "a3-a2")] change: &str,
) {
    let mut table = Table::new(chaser, "taiwan-chase", "?2k/4/4/4/n3/1R2/4/2Pp r p1 0 41");
    table.play("b3-a3 a4-b4 a3-b3 b4-a4 b3-a3 a4-b4 a3-b3 b4-a4 b3-a3 a4-b4");
    assert_eq!(table.forbidden(), "a3-a4 a3-b3");
    assert_eq!(table.legal(), "a3-a2 a8 c1-b1 c1-c2 c1-d1");
    assert_eq!(table.play(change).counts(), "");
}

/// The number of times is the preset's: any limit is counted in the same way.
#[rstest]
fn other_limits(#[values(Colour::Red, Colour::Black)] chaser: Colour, #[values(1, 2, 3, 7, 26)] limit: usize) {
    let mut table = Table::new(chaser, &format!("taiwan-chase:chase={limit}"), EXAMPLE);
    let mut chases = ["b1-a1", "a1-b1"].into_iter().cycle();
    let mut flights = ["a2-b2", "b2-a2"].into_iter().cycle();
    for _ in 0..limit {
        assert_eq!(table.forbidden(), "");
        table.play(chases.next().unwrap()).play(flights.next().unwrap());
    }
    let next = chases.next().unwrap();
    assert!(table.forbidden().contains(next), "{next} would be chase {}", limit + 1);
}

/// Without the parameter nothing is counted and nothing is forbidden.
#[rstest]
fn rules_without_a_limit(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase:chase=none", EXAMPLE);
    table.play(FIVE);
    assert_eq!((table.counts(), table.forbidden()), (String::new(), String::new()));
    assert_eq!(table.legal(), "a1-a2 a1-b1 d8-c8 d8-d7");
}

/// Captures are never forbidden: the piece that is chased may always be captured.
#[rstest]
fn the_chased_piece_may_be_captured(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3p/4/4/4/4/4/n3/1R2 r - 0 41");
    table.play("b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2 a1-b1 b2-a2 b1-a1");
    // The fifth chase, and the Horse stays.
    assert_eq!(table.play("d8-d7").counts(), "a1>a2:5");
    assert_eq!(table.legal(), "a1-a2 a1-b1");
    assert_eq!(table.play("a1-a2").counts(), "");
}

/// A capture is not forbidden even if the piece threatens, from its new square, another one at the limit.
#[rstest]
fn a_capture_is_allowed_whatever_it_threatens(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    // From b4 the Chariot slides between two Horses; from a1 it threatens the one on a8 across the gap.
    let mut table = Table::new(chaser, "taiwan-chase:chase=1,rush=on", "n3/4/4/4/1R2/4/4/n2k r - 0 41");
    assert_eq!(table.play("b4-a4 d1-d2").counts(), "a4>a1:1 a4>a8:1");
    assert_eq!(table.forbidden(), "a4-a2 a4-a3 a4-a5 a4-a6 a4-a7");
    assert_eq!(table.legal(), "a4-a1 a4-a8 a4-b4 a4-c4 a4-d4");
    assert_eq!(table.play("a4-a1").counts(), "");
}

/// Flips are never forbidden: with every step a forbidden chase and a piece to flip, the game goes on.
#[rstest]
fn a_flip_is_always_allowed(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3?/4/4/4/4/4/n3/1R2 r p1 0 41");
    table.play(FIVE);
    assert_eq!(table.forbidden(), "a1-a2 a1-b1");
    assert_eq!(table.legal(), "d8");
    assert_eq!(table.game.outcome(), None);
    assert_eq!(table.play("d8=p").counts(), "");
}

/// A player who has only forbidden chases has no legal move, and loses.
#[rstest]
fn every_move_forbidden_loses(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "4/4/4/4/4/4/n3/1R2 r - 0 41");
    table.play(&FIVE[..FIVE.len() - 6]);
    assert_eq!(table.game.outcome(), None);
    table.play("a2-b2");
    assert_eq!(table.game.outcome(), Some(Outcome::win(Seat::Second, Reason::NoLegalMove)));
    assert_eq!((table.legal(), table.forbidden()), (String::new(), String::new()));
}

/// A loss for want of moves comes before the draw of the quiet limit, on the limit's last turn too.
#[rstest]
fn every_move_forbidden_on_the_quiet_limits_last_turn(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    // Ten quiet turns to go.
    let mut table = Table::new(chaser, "taiwan-chase", "4/4/4/4/4/4/n3/1R2 r - 50 41");
    table.play(FIVE);
    assert_eq!(table.game.position().quiet(), 60);
    assert_eq!(table.game.outcome(), Some(Outcome::win(Seat::Second, Reason::NoLegalMove)));
    // With the Soldier's steps the chaser is not lost, and the limit is reached.
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/4/4/4/n3/1R2 r - 50 41");
    table.play(FIVE);
    assert_eq!(table.game.outcome(), Some(Outcome::draw(Reason::NoProgress)));
}

/// Sixty quiet turns are a draw, chases and all; no game goes on for ever.
#[rstest]
fn the_quiet_limit_counts_chases_as_quiet_turns(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/3p/4/4/n3/1R2 r - 0 41");
    // Ten turns of chase, then the Soldiers walk to and fro.
    table.play(FIVE).play("d8-d7 d5-d4");
    assert_eq!(table.game.position().quiet(), 12);
    let walk = ["d7-d8 d4-d5", "d8-d7 d5-d4"];
    for turns in walk.iter().cycle().take(23) {
        table.play(turns);
        assert_eq!(table.game.outcome(), None);
    }
    table.play("d8-d7");
    assert_eq!(table.game.outcome(), None, "the 59th");
    table.play("d5-d4");
    assert_eq!(table.game.position().quiet(), 60);
    assert_eq!(table.game.outcome(), Some(Outcome::draw(Reason::NoProgress)));
}

/// Repetition is no draw: the same position may come back as often as it likes.
#[rstest]
fn repetition_is_no_draw(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3K/4/4/4/4/4/4/p3 r - 0 41");
    for round in 1..15 {
        table.play("d8-d7 a1-a2 d7-d8 a2-a1");
        assert_eq!(table.game.outcome(), None, "round {round}");
    }
    table.play("d8-d7 a1-a2 d7-d8 a2-a1");
    assert_eq!(table.game.outcome(), Some(Outcome::draw(Reason::NoProgress)), "60 quiet turns");
}

// How it is counted.

/// Only the chaser's own turns count. The enemy may stay, flee in vain, come back, or move another piece.
#[rstest]
fn what_the_opponent_does_in_between_does_not_matter(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", CANNON);
    assert_eq!(table.play("a2-a3").counts(), "a3>a8:1");
    assert_eq!(table.play("d1-d2").counts(), "a3>a8:1");
    assert_eq!(table.play("a3-a2").counts(), "a2>a8:2");
    assert_eq!(table.play("a8-a7").counts(), "a2>a7:2");
    assert_eq!(table.play("a2-a3").counts(), "a3>a7:3");
    assert_eq!(table.play("a7-a8").counts(), "a3>a8:3");
    assert_eq!(table.play("a3-a4").counts(), "a4>a8:4");
    assert_eq!(table.play("d2-d1").counts(), "a4>a8:4");
    assert_eq!(table.play("a4-a3").counts(), "a3>a8:5");
    assert_eq!(table.play("d1-d2").forbidden(), "a3-a2 a3-a4");
    assert_eq!(table.legal(), "a3-a8 a3-b3 a6-a5 a6-a7 a6-b6");
}

/// A chased piece that steps out of reach and back is still the same one, if it is threatened on each of the turns.
#[rstest]
fn a_flight_out_of_reach_and_back(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", CANNON);
    assert_eq!(table.play("a2-a3 a8-b8").counts(), "a3>b8:1", "not threatened there, but it was chased");
    assert_eq!(table.play("a3-a4").counts(), "", "it is no longer chased");
    assert_eq!(table.play("b8-a8 a4-a3").counts(), "a3>a8:1");
}

/// There is no need to come back to the same squares, and no limit of distance: a chase across the whole board.
#[rstest]
fn a_chase_across_the_board(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/4/4/n3/4/R3 r - 0 41");
    table.play("a1-a2 a3-a4 a2-a3 a4-a5 a3-a4 a5-a6 a4-a5 a6-a7 a5-a6");
    assert_eq!(table.counts(), "a6>a7:5");
    assert_eq!(table.play("a7-a8").forbidden(), "a6-a7");
    assert_eq!(table.legal(), "a6-a5 a6-b6 d8-c8 d8-d7");
}

/// If one move chases several pieces, each is counted apart. The step is forbidden if one of them is at the limit.
#[rstest]
fn several_targets_are_counted_apart(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    // Over a6 the Cannon threatens a8, over a2 it threatens a1.
    let mut table = Table::new(chaser, "taiwan-chase", "n3/4/P3/4/C3/4/P3/p2k r - 0 41");
    assert_eq!(table.play("a4-a5").counts(), "a5>a1:1 a5>a8:1");
    assert_eq!(table.play("d1-d2 a5-a4").counts(), "a4>a1:2 a4>a8:2");
    // The Horse steps aside and is not chased any more; the Soldier still is.
    assert_eq!(table.play("a8-b8 a4-a5").counts(), "a5>a1:3");
    assert_eq!(table.play("b8-a8 a5-a4").counts(), "a4>a1:4 a4>a8:1");
    assert_eq!(table.play("d2-d1 a4-a5").counts(), "a5>a1:5 a5>a8:2");
    assert_eq!(table.play("d1-d2").forbidden(), "a5-a4");
    assert!(matches!(
        table.refusal("a5-a4"),
        IllegalAction::ForbiddenChase { target: Piece { kind: Kind::Soldier, .. }, .. }
    ));
}

/// A step that would chase a piece at the limit is forbidden also when it chases another for the first time; a step
/// that chases only the other is not.
#[rstest]
fn one_target_at_the_limit_is_enough(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/n3/1Rp1/4/p3 r - 0 41");
    assert_eq!(table.play("b3-a3").counts(), "a3>a4:1");
    assert_eq!(table.play("a4-b4 a3-b3").counts(), "b3>b4:2 b3>c3:1");
    assert_eq!(table.play("b4-a4 b3-a3").counts(), "a3>a4:3");
    assert_eq!(table.play("a4-b4 a3-b3").counts(), "b3>b4:4 b3>c3:1");
    assert_eq!(table.play("b4-a4 b3-a3").counts(), "a3>a4:5");
    assert_eq!(table.play("a4-b4").forbidden(), "a3-a4 a3-b3");
    assert_eq!(table.legal(), "a3-a2");
    assert_eq!(table.play("a3-a2").counts(), "a2>a1:1");
}

/// Two pieces of a kind that are chased in turn are counted apart: neither ever reaches the limit.
#[rstest]
fn two_of_a_kind_in_turn(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/n3/n3/1R2/4 r - 0 41");
    assert_eq!(table.play("b2-b3 d8-d7").counts(), "b3>a3:1");
    for _ in 0..4 {
        assert_eq!(table.play("b3-b4 d7-d8").counts(), "b4>a4:1");
        assert_eq!(table.play("b4-b3 d8-d7").counts(), "b3>a3:1");
    }
    assert_eq!(table.forbidden(), "");
}

/// The chased piece is told by where it went, not by its kind or its square: another Horse on the square where the
/// first one was has a count of its own.
#[rstest]
fn another_of_the_kind_on_the_same_square(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/4/n3/nR2/4 r - 0 41");
    assert_eq!(table.play("b2-b3").counts(), "b3>a3:1");
    assert_eq!(table.play("a3-a4 b3-b4").counts(), "b4>a4:2");
    assert_eq!(table.play("a2-a3 b4-b3").counts(), "b3>a3:1");
}

/// Two of a kind that are chased at once, of which one flees: each keeps its own count.
#[rstest]
fn two_of_a_kind_at_once(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/4/n1n1/1R2/4 r - 0 41");
    assert_eq!(table.play("b2-b3").counts(), "b3>a3:1 b3>c3:1");
    assert_eq!(table.play("a3-a4").counts(), "b3>a4:1 b3>c3:1");
    assert_eq!(table.play("b3-b4").counts(), "b4>a4:2");
}

// Back to zero.

/// On your turn you move a different piece: its counts are gone, and the next chase is the first.
#[rstest]
fn another_piece_of_the_chaser_resets(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/3p/4/4/n3/1R2 r - 0 41");
    assert_eq!(table.play(FIVE).play("d8-d7").counts(), "");
    assert_eq!(table.play("d5-d4").forbidden(), "");
    // The Chariot and the Horse stand as at the fifth chase's end; it is counted from 1 again, up to 5.
    assert_eq!(table.play("a1-b1").counts(), "b1>b2:1");
    table.play("b2-a2 b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2 a1-b1");
    assert_eq!(table.counts(), "b1>b2:5");
    assert_eq!(table.play("b2-a2").forbidden(), "b1-a1 b1-b2");
}

/// The new piece may chase the same enemy at once, and counts for itself.
#[rstest]
fn another_chaser_counts_for_itself(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase:chase=2", "4/4/4/4/2G1/4/n3/1R2 r - 0 41");
    assert_eq!(table.play("b1-a1 a2-b2 a1-b1").counts(), "b1>b2:2");
    assert_eq!(table.play("b2-b3").forbidden(), "b1-b2");
    assert_eq!(table.play("c4-c3").counts(), "c3>b3:1");
    assert_eq!(table.play("b3-b4 c3-c4").counts(), "c4>b4:2");
    assert_eq!(table.play("b4-a4").forbidden(), "c4-b4");
}

/// You move the same piece to where it does not chase that enemy: that count is gone.
#[rstest]
fn the_same_piece_elsewhere_resets(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3k/4/4/4/n3/1R2/4/4 r - 0 41");
    assert_eq!(table.play("b3-a3 a4-b4 a3-b3").counts(), "b3>b4:2");
    assert_eq!(table.play("d8-d7 b3-b2").counts(), "");
    assert_eq!(table.play("d7-d8 b2-b3").counts(), "b3>b4:1");
}

/// A flip or a capture by either player takes all counts of both back to zero; so does an attack on a face-down piece.
#[rstest]
#[case::own_flip("taiwan-chase", "d8=k")]
#[case::own_capture_of_the_target("taiwan-chase", "a4-a8")]
#[case::own_capture_by_another_piece("taiwan-chase", "b2-b1")]
#[case::other_flip("taiwan-chase", "d1-c1 c2=P")]
#[case::other_capture("taiwan-chase", "a4-a3 d5-d1")]
#[case::own_failed_attack("taiwan-chase:dark=probe", "b2-c2=k")]
#[case::own_lost_attack("taiwan-chase:dark=trade", "b2-c2=k")]
#[case::own_attack_on_an_own_piece("taiwan-chase:dark=probe", "b2-c2=P")]
#[case::other_attack("taiwan-chase:dark=trade", "a4-a3 c8-d8=P")]
#[case::other_attack_on_an_own_piece("taiwan-chase:dark=trade", "a4-a3 c8-d8=k")]
fn flips_and_captures_reset_both_players(
    #[values(Colour::Red, Colour::Black)] chaser: Colour,
    #[case] rules: &str,
    #[case] turns: &str,
) {
    let mut table = Table::new(chaser, rules, BOTH_CHASE);
    table.play("a2-a3 d7-d6 a3-a4 d6-d5");
    assert_eq!(table.counts(), "a4>a8:2 d5>d1:2");
    assert_eq!(table.play(turns).counts(), "");
}

/// What one player steps does not touch the other's counts.
#[rstest]
fn another_piece_of_the_opponent_does_not_reset(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", BOTH_CHASE);
    table.play("a2-a3 d7-d6 a3-a4 d6-d5");
    assert_eq!(table.play("a4-a3 c8-c7").counts(), "a3>a8:3");
}

/// A capture inside a chain resets as any capture does, and stopping the chain brings nothing back.
#[rstest]
fn a_chain_resets(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase:chain=on", "n2k/4/P3/4/4/C3/3G/2pp r - 0 41");
    assert_eq!(table.play("a3-a4 d8-d7 a4-a3 d7-d8").counts(), "a3>a8:2");
    assert_eq!(table.play("d2-d1").counts(), "");
    assert_eq!(table.play("end").counts(), "");
}

/// A position that is read carries no counts: the position of the example's sixth move has nothing forbidden.
#[rstest]
fn a_position_that_is_read_starts_at_zero(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", "3P/4/4/4/4/4/1n2/R3 r - 10 51");
    assert_eq!((table.counts(), table.forbidden()), (String::new(), String::new()));
    assert_eq!(table.legal(), "a1-a2 a1-b1 d8-c8 d8-d7");
    assert_eq!(table.play("a1-b1").counts(), "b1>b2:1");
}

/// Taking turns back brings each count and each forbidden move back.
#[rstest]
fn undo_restores_the_counts(#[values(Colour::Red, Colour::Black)] chaser: Colour) {
    let mut table = Table::new(chaser, "taiwan-chase", BOTH_CHASE);
    let turns = "a2-a3 d7-d6 a3-a4 d6-d5 a4-a3 d5-d6 a3-a4 d6-d5 a4-a3 d5-d6 b2-b1 d6-d5 a3-a4 d5-d6 c2=P d6-d5";
    let mut before = Vec::new();
    for turn in turns.split(' ') {
        before.push((table.counts(), table.forbidden()));
        table.play(turn);
    }
    assert!(before.contains(&("a3>a8:5 d6>d1:5".to_string(), "a3-a2 a3-a4".to_string())), "{before:?}");
    for expected in before.into_iter().rev() {
        table.game.undo();
        assert_eq!((table.counts(), table.forbidden()), expected);
    }
}

//! One game under the referee: who may do what, and what it costs. The clock is turned by the players.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use banqi::{Action, Game, Outcome, Ply, Position, Reason, Rules, Seat};
use banqi_deal::Deal;
use banqi_match::{
    Allowance, Answer, Choice, Control, Failure, Greedy, Hurry, LAST_TURN, Offence, Opening, Player, Referee, Refereed,
    Request, Round, Terms, Time, Unplayed,
};

/// A clock that goes when it is turned.
#[derive(Default)]
struct Turned(Mutex<Duration>);

impl Turned {
    fn turn(&self, by: u64) {
        *self.0.lock().unwrap() += Duration::from_millis(by);
    }
}

impl Time for Turned {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }
}

/// Plays greedily, or what it is told to, and takes the time it is told to; notes what it is asked and told.
struct Scripted<'a> {
    time: &'a Turned,
    greedy: Greedy,
    /// What it does at the next questions: after so many milliseconds, this; or, without an answer, as it likes.
    script: VecDeque<(u64, Option<Result<Answer, Failure>>)>,
    asked: RefCell<Vec<(Allowance, Duration)>>,
    told: RefCell<Vec<Ply>>,
    begun: Vec<(Seat, u64)>,
    absent: Option<Failure>,
    deaf_to: Option<usize>,
    ended: Vec<Option<Outcome>>,
}

impl<'a> Scripted<'a> {
    fn new(time: &'a Turned) -> Self {
        Self {
            time,
            greedy: Greedy::new(1),
            script: VecDeque::new(),
            asked: RefCell::default(),
            told: RefCell::default(),
            begun: Vec::new(),
            absent: None,
            deaf_to: None,
            ended: Vec::new(),
        }
    }

    fn takes(mut self, times: &[u64]) -> Self {
        self.script.extend(times.iter().map(|&time| (time, None)));
        self
    }

    fn says(mut self, answer: Result<Answer, Failure>) -> Self {
        self.script.push_back((0, Some(answer)));
        self
    }
}

impl Player for Scripted<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Failure> {
        self.begun.push((opening.seat, opening.seed));
        self.absent.clone().map_or(Ok(()), Err)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
        self.asked.borrow_mut().push((request.allowance, request.hurry.within));
        let (time, answer) = self.script.pop_front().unwrap_or((0, None));
        self.time.turn(time);
        answer.unwrap_or_else(|| self.greedy.choose(request))
    }

    fn played(&mut self, ply: Ply, _: &Game, _: &Hurry<'_>) -> Result<(), Failure> {
        self.told.borrow_mut().push(ply);
        if self.deaf_to == Some(self.told.borrow().len()) { Err(Failure::Gone("what?".into())) } else { Ok(()) }
    }

    fn ended(&mut self, game: &Game, _: &Hurry<'_>) {
        self.ended.push(game.outcome());
    }
}

fn deal() -> Deal {
    Round { pair: 1, swapped: false }.deal(1)
}

fn terms(control: Control) -> Terms {
    Terms { control, grace: Duration::from_millis(50), ..Terms::default() }
}

fn rules() -> Rules {
    "taiwan-quick".parse().unwrap()
}

fn played(
    control: Control,
    time: &Turned,
    first: &mut dyn Player,
    second: &mut dyn Player,
) -> Result<Refereed, Unplayed> {
    let referee = Referee { rules: rules(), terms: terms(control), time, stop: &|| false };
    referee.play(&deal(), [first, second], [5, 6])
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn a_game_goes_to_its_end_with_the_pieces_of_the_deal() {
    let time = Turned::default();
    let (mut first, mut second) = (Scripted::new(&time), Scripted::new(&time));
    let Refereed { game, fault, spent } = played(Control::Own, &time, &mut first, &mut second).unwrap();
    assert!(game.outcome().is_some() && fault.is_none());
    let deal = deal();
    for (ply, before) in game.plies().zip(game.positions()) {
        assert_eq!(ply, deal.ply(before, ply.action));
    }
    // Both were told everything, and who they are.
    let plies: Vec<Ply> = game.plies().collect();
    for (player, seat, seed) in [(&first, Seat::First, 5), (&second, Seat::Second, 6)] {
        assert_eq!(*player.told.borrow(), plies);
        assert_eq!(player.begun, [(seat, seed)]);
        assert_eq!(player.ended, [game.outcome()]);
        assert_eq!(player.asked.borrow()[0], (Allowance::Own, ms(60_000)));
    }
    assert_eq!(spent.map(|spent| spent.actions as usize).iter().sum::<usize>(), plies.len());
}

/// The game in which First says this at its second turn.
fn fault_of(answer: Result<Answer, Failure>) -> (Outcome, Offence, String) {
    let time = Turned::default();
    let mut first = Scripted::new(&time).takes(&[0]).says(answer);
    let Refereed { game, fault, .. } = played(Control::Own, &time, &mut first, &mut Greedy::new(2)).unwrap();
    let fault = fault.expect("a fault");
    assert_eq!((fault.seat, game.plies().len()), (Seat::First, 2));
    (game.outcome().unwrap(), fault.offence, fault.what)
}

#[test]
fn who_breaks_the_rules_has_lost() {
    let win = |reason| Outcome::win(Seat::Second, reason);
    let said = |choice| Ok(Answer { choice, nodes: None });
    let (outcome, offence, what) = fault_of(said(Choice::Plays("a1-d8".parse().unwrap())));
    assert_eq!((outcome, offence), (win(Reason::Abandonment), Offence::Illegal));
    assert!(what.starts_with("a1-d8: "), "{what}");
    let (outcome, offence, what) = fault_of(said(Choice::Plays(Action::End)));
    assert_eq!(
        (outcome, offence, what.as_str()),
        (win(Reason::Abandonment), Offence::Illegal, "end: there is no chain to end")
    );
    let (outcome, offence, what) = fault_of(said(Choice::Unreadable(format!("x\u{1b}{}", "y".repeat(99)))));
    assert_eq!((outcome, offence), (win(Reason::Abandonment), Offence::Illegal));
    assert_eq!(what, format!("\"x{}\" is no action", "y".repeat(59)));
    let (outcome, offence, what) = fault_of(Err(Failure::Gone("gone".into())));
    assert_eq!((outcome, offence, what.as_str()), (win(Reason::Abandonment), Offence::Crash, "gone"));
    let (outcome, offence, _) = fault_of(Err(Failure::Late));
    assert_eq!((outcome, offence), (win(Reason::Time), Offence::Time));
}

#[test]
fn who_gives_up_has_lost_without_a_fault() {
    let time = Turned::default();
    let mut second = Scripted::new(&time).says(Ok(Answer { choice: Choice::Resigns, nodes: None }));
    let Refereed { game, fault, .. } = played(Control::Own, &time, &mut Greedy::new(2), &mut second).unwrap();
    assert_eq!((game.outcome(), fault), (Some(Outcome::win(Seat::First, Reason::Resignation)), None));
}

#[test]
fn who_does_not_follow_has_lost() {
    let time = Turned::default();
    let mut second = Scripted::new(&time);
    second.deaf_to = Some(1);
    let Refereed { game, fault, .. } = played(Control::Own, &time, &mut Greedy::new(2), &mut second).unwrap();
    let fault = fault.unwrap();
    assert_eq!((fault.seat, fault.offence, fault.what.as_str()), (Seat::Second, Offence::Crash, "what?"));
    assert_eq!(game.outcome(), Some(Outcome::win(Seat::First, Reason::Abandonment)));
}

#[test]
fn without_a_player_there_is_no_game() {
    let time = Turned::default();
    let mut second = Scripted::new(&time);
    second.absent = Some(Failure::Gone("no such file".into()));
    let unplayed = played(Control::Own, &time, &mut Greedy::new(2), &mut second).unwrap_err();
    assert_eq!(unplayed, Unplayed::Absent(Seat::Second, "no such file".into()));
}

#[test]
fn a_game_can_be_broken_off() {
    let time = Turned::default();
    let mut first = Scripted::new(&time).says(Err(Failure::Stopped));
    assert_eq!(played(Control::Own, &time, &mut first, &mut Greedy::new(2)).unwrap_err(), Unplayed::Stopped);
    let referee = Referee { rules: rules(), terms: Terms::default(), time: &time, stop: &|| true };
    let unplayed = referee.play(&deal(), [&mut Greedy::new(1), &mut Greedy::new(2)], [1, 2]).unwrap_err();
    assert_eq!(unplayed, Unplayed::Stopped);
}

#[test]
fn an_action_has_its_time_and_the_grace() {
    let time = Turned::default();
    // 150 ms is the last moment of 100 and 50.
    let mut first = Scripted::new(&time).takes(&[100, 150, 30, 151]);
    let control = Control::Movetime(ms(100));
    let Refereed { game, fault, spent } = played(control, &time, &mut first, &mut Greedy::new(2)).unwrap();
    assert_eq!(first.asked.borrow()[0], (Allowance::Movetime(ms(100)), ms(150)));
    let fault = fault.unwrap();
    assert_eq!((fault.offence, fault.what.as_str()), (Offence::Time, "an answer after 151 ms"));
    assert_eq!((game.outcome(), game.plies().len()), (Some(Outcome::win(Seat::Second, Reason::Time)), 6));
    assert_eq!((spent[0].actions, spent[0].time, spent[0].over), (4, ms(431), ms(51)));
    assert_eq!(spent[1].over, ms(0));
}

#[test]
fn a_clock_runs_down_and_is_wound_up_after_each_turn() {
    let time = Turned::default();
    let mut first = Scripted::new(&time).takes(&[400, 300, 500, 700]);
    let mut second = Scripted::new(&time).takes(&[10, 20]);
    let control = Control::Clock { time: ms(1000), increment: ms(100) };
    let Refereed { fault, .. } = played(control, &time, &mut first, &mut second).unwrap();
    let clocks: Vec<(Allowance, Duration)> = first.asked.borrow().clone();
    let shown = |first, second| Allowance::Clocks { first: ms(first), second: ms(second), increment: ms(100) };
    assert_eq!(clocks[0], (shown(1000, 1000), ms(1050)));
    // 1000 - 400 + 100 and 1000 - 10 + 100; - 300 + 100 and - 20 + 100; - 500 + 100 and + 100.
    assert_eq!(clocks[1], (shown(700, 1090), ms(750)));
    assert_eq!(clocks[2], (shown(500, 1170), ms(550)));
    assert_eq!(clocks[3], (shown(100, 1270), ms(150)));
    assert_eq!(fault.unwrap().what, "an answer after 700 ms");
}

#[test]
fn grace_is_given_once() {
    let time = Turned::default();
    // The clock is overdrawn by 30 of 50; the next 30 are too many.
    let mut first = Scripted::new(&time).takes(&[130, 30]);
    let control = Control::Clock { time: ms(100), increment: ms(0) };
    let Refereed { fault, spent, .. } = played(control, &time, &mut first, &mut Greedy::new(2)).unwrap();
    assert_eq!(first.asked.borrow()[1].1, ms(20));
    assert_eq!(fault.unwrap().what, "an answer after 30 ms");
    assert_eq!(spent[0].over, ms(30));
}

/// Walks to and fro when nothing is face down, and flips before.
struct Walker;

impl Player for Walker {
    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
        let game = request.game;
        let is_quiet = |action: &&Action| match **action {
            Action::Flip(_) => true,
            Action::Move { to, .. } => game.position().piece(to).is_none(),
            Action::End => false,
        };
        let action = game.actions().iter().find(is_quiet).copied();
        Ok(Answer::action(action.unwrap_or_else(|| game.actions()[0])))
    }
}

#[test]
fn a_game_without_end_is_unfinished() {
    let time = Turned::default();
    let rules = "taiwan-classic".parse().unwrap();
    let referee = Referee { rules, terms: Terms::default(), time: &time, stop: &|| false };
    let mut games = (1..=20).filter_map(|pair| {
        let deal = Round { pair, swapped: false }.deal(1);
        let refereed = referee.play(&deal, [&mut Walker, &mut Walker], [1, 2]).unwrap();
        refereed.game.outcome().is_none().then_some(refereed)
    });
    let Refereed { game, fault, .. } = games.next().expect("one of twenty such games has no end");
    assert_eq!((game.position().turn(), fault), (LAST_TURN + 1, None));
}

#[test]
fn each_hop_of_a_chain_is_asked_for() {
    let time = Turned::default();
    let rules: Rules = "taiwan-quick:chain=on".parse().unwrap();
    let control = Control::Clock { time: ms(1_000_000), increment: ms(1) };
    let referee = Referee { rules, terms: terms(control), time: &time, stop: &|| false };
    let mut hops = 0;
    for pair in 1..=5 {
        let (mut first, mut second) = (Scripted::new(&time), Scripted::new(&time));
        let deal = Round { pair, swapped: false }.deal(1);
        let Refereed { game, fault, .. } = referee.play(&deal, [&mut first, &mut second], [1, 2]).unwrap();
        assert_eq!(fault, None);
        let asked = first.asked.borrow().len() + second.asked.borrow().len();
        assert_eq!(asked, game.plies().len());
        hops += game.positions().filter(|position| position.chain().is_some()).count();
        // The increment comes for turns, not for hops.
        let last_of = |player: &Scripted<'_>| player.asked.borrow().last().copied();
        let Some((Allowance::Clocks { first, .. }, _)) = last_of(&first) else { panic!("a clock") };
        let turns_of_first = game.positions().take(game.plies().len()).map(Position::turn).max().unwrap() / 2;
        assert!(first <= ms(1_000_000 + u64::from(turns_of_first)), "{first:?} {turns_of_first}");
    }
    assert!(hops > 0, "there are chains in these games");
}

//! "Can this take that?": two pieces, how they stand to each other, and what the rules say.

use banqi::{Action, Bag, Capture, Cell, Colour, DarkRule, IllegalAction, Kind, Piece, Position, Rules, Setup, Square};

/// How two pieces stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On neighbouring squares.
    Beside,
    /// In a line, not beside each other, with so many pieces between.
    Line(u8),
    /// On diagonal neighbours.
    Diagonal,
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) attacker: Piece,
    /// What it would take; none is a face-down piece.
    pub(super) target: Option<Kind>,
    pub(super) place: Place,
}

/// Why it is so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// Equal ranks.
    Equal,
    /// The attacker's rank is higher.
    Higher,
    /// A Soldier takes the General.
    SoldierTakesGeneral,
    /// Over exactly one piece.
    Jump,
    /// A Chariot across a gap.
    Rush,
    /// A Horse across a corner.
    Diagonal,
    /// It may attack what is face down, and what comes up decides.
    Dark,
    /// A General takes no Soldier.
    GeneralNotSoldier,
    /// The target's rank is higher.
    Lower,
    /// A Cannon that jumps takes no neighbour.
    CannonBeside,
    /// A Cannon's jump with no piece between, or with two.
    Screens(u8),
    /// What the rules say else.
    Illegal(IllegalAction),
}

impl Question {
    /// One that these rules can be asked. `below` gives a number below its own.
    pub(super) fn draw(rules: &Rules, below: &mut impl FnMut(usize) -> usize) -> Self {
        let parameters = rules.parameters();
        let mut one_of = |kinds: &[Kind]| kinds[below(kinds.len())];
        let (attacker, target) = (one_of(&Kind::ALL), one_of(&Kind::ALL));
        let colour = Colour::ALL[below(2)];
        // Neighbours are the rule; half of the Cannons are in line.
        let jumps = rules.capture(Kind::Cannon, Kind::Cannon) == Some(Capture::Jump);
        let (attacker, place) = match (attacker, below(4)) {
            (Kind::Horse, 0 | 1) if parameters.diagonal => (attacker, Place::Diagonal),
            (Kind::Chariot, 0 | 1) if parameters.rush => (attacker, Place::Line(below(2) as u8)),
            (_, 0) | (Kind::Cannon, _) if jumps => match below(5) {
                0 => (Kind::Cannon, Place::Beside),
                screens => (Kind::Cannon, Place::Line([0, 1, 1, 2][screens - 1])),
            },
            _ => (attacker, Place::Beside),
        };
        let target = if parameters.dark != DarkRule::Off && below(5) == 0 { None } else { Some(target) };
        Self { attacker: Piece::new(colour, attacker), target, place }
    }

    /// The smallest board on which it can be asked: the attacker is on its first square.
    pub(super) fn position(self) -> Position {
        let Self { attacker, target, place } = self;
        let (squares, to) = self.squares();
        let mut setup = Setup {
            side: Some(attacker.colour),
            turn: 41,
            quiet: 0,
            chain: None,
            bag: Bag::default(),
            board: [Cell::Outside; 32],
        };
        for square in squares {
            setup.board[square.index()] = Cell::Empty;
        }
        // What lies between is face down, and so is what it is about, if that is not known.
        let cover = |setup: &mut Setup, square: Square, piece| {
            setup.board[square.index()] = Cell::FaceDown;
            setup.bag.insert(piece);
        };
        if let Place::Line(screens) = place {
            for rank in 1..=screens {
                let between = Square::at(0, rank).expect("a line is shorter than a board");
                cover(&mut setup, between, Piece::new(attacker.colour, Kind::Soldier));
            }
        }
        let enemy = !attacker.colour;
        setup.board[Self::FROM.index()] = Cell::FaceUp(attacker);
        match target {
            Some(kind) => setup.board[to.index()] = Cell::FaceUp(Piece::new(enemy, kind)),
            None => cover(&mut setup, to, Piece::new(enemy, Kind::Soldier)),
        }
        Position::try_from(setup).expect("the tests ask everything")
    }

    /// What the rules say.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(super) fn answer(self, rules: &Rules) -> Result<Why, Why> {
        let (_, to) = self.squares();
        let (attacker, target) = (self.attacker.kind, self.target);
        match self.position().check_action(rules, Action::Move { from: Self::FROM, to }) {
            Ok(()) => Ok(match (self.place, target) {
                (_, None) => Why::Dark,
                (Place::Line(0), _) => Why::Rush,
                (Place::Line(_), _) => Why::Jump,
                (Place::Diagonal, _) => Why::Diagonal,
                (Place::Beside, Some(target)) if target == attacker => Why::Equal,
                (Place::Beside, Some(Kind::General)) if attacker == Kind::Soldier => Why::SoldierTakesGeneral,
                (Place::Beside, Some(_)) => Why::Higher,
            }),
            Err(IllegalAction::RankTooLow { attacker: Kind::General, target: Kind::Soldier }) => {
                Err(Why::GeneralNotSoldier)
            }
            Err(IllegalAction::RankTooLow { .. }) => Err(Why::Lower),
            Err(IllegalAction::NoScreen { .. }) => Err(match self.place {
                Place::Line(screens) => Why::Screens(screens),
                Place::Beside | Place::Diagonal => Why::CannonBeside,
            }),
            Err(why) => Err(Why::Illegal(why)),
        }
    }

    const FROM: Square = match Square::at(0, 0) {
        Some(square) => square,
        None => panic!("a1 is a square"),
    };

    /// The squares of its board, and where the target is.
    fn squares(self) -> (Vec<Square>, Square) {
        let (files, ranks) = match self.place {
            Place::Beside => (1, 2),
            // A gap on the far side, so that the pieces do not stand close to each other.
            Place::Line(screens) => (1, screens + 3),
            Place::Diagonal => (2, 2),
        };
        let squares = (0..files).flat_map(|file| (0..ranks).filter_map(move |rank| Square::at(file, rank)));
        (squares.collect(), Square::at(files - 1, ranks - 1).expect("it is within the board"))
    }
}

#[cfg(test)]
mod tests {
    use banqi::Preset;

    use super::*;

    /// Every question that can be drawn.
    fn all() -> impl Iterator<Item = Question> {
        let places = [Place::Beside, Place::Line(0), Place::Line(1), Place::Line(2), Place::Diagonal];
        let targets = Kind::ALL.map(Some).into_iter().chain([None]);
        places.into_iter().flat_map(move |place| {
            let targets = targets.clone();
            Piece::ALL
                .into_iter()
                .flat_map(move |attacker| targets.clone().map(move |target| Question { attacker, target, place }))
        })
    }

    fn ask(rules: &Rules, attacker: Kind, target: Kind, place: Place) -> Result<Why, Why> {
        let both = Colour::ALL.map(|colour| {
            Question { attacker: Piece::new(colour, attacker), target: Some(target), place }.answer(rules)
        });
        assert_eq!(both[0].is_ok(), both[1].is_ok());
        both[0]
    }

    /// The rows of a capture chart in docs/rules.md: whom each kind takes, and by what.
    fn chart(heading: &str) -> Vec<(Kind, Vec<(Kind, String)>)> {
        let document = include_str!("../../../../../docs/rules.md");
        let (_, after) = document.split_once(heading).expect("the chart's heading");
        let table = after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
        let rows: Vec<Vec<String>> = table
            .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().replace('*', "")).collect())
            .collect();
        let kind = |letter: &str| letter.chars().next().and_then(Kind::from_letter).expect("a kind's letter");
        let heads: Vec<Kind> = rows[0][1..].iter().map(|letter| kind(letter)).collect();
        let row =
            |cells: &Vec<String>| (kind(&cells[0]), heads.iter().copied().zip(cells[1..].iter().cloned()).collect());
        rows[2..].iter().map(row).collect()
    }

    #[test]
    fn answers_are_those_of_the_documents_charts() {
        for (heading, preset) in
            [("order `KGMRNCP` and", Preset::TaiwanTournament), ("order `KRNCGMP` and", Preset::HongKong)]
        {
            let rules = preset.rules();
            let chart = chart(heading);
            assert_eq!(chart.len(), 7);
            for (attacker, targets) in chart {
                assert_eq!(targets.len(), 7);
                for (target, how) in targets {
                    let beside = ask(&rules, attacker, target, Place::Beside);
                    assert_eq!(beside.is_ok(), how == "x", "{preset}: {attacker} and {target}: {beside:?}");
                    let over_one = ask(&rules, attacker, target, Place::Line(1));
                    assert_eq!(over_one.is_ok(), how == "jump", "{preset}: {attacker} and {target}: {over_one:?}");
                    for screens in [0, 2] {
                        assert!(ask(&rules, attacker, target, Place::Line(screens)).is_err());
                    }
                }
            }
        }
    }

    #[test]
    fn every_preset_answers_by_its_own_chart() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            for (attacker, target) in Kind::ALL.into_iter().flat_map(|one| Kind::ALL.map(|other| (one, other))) {
                let by = |how| rules.capture(attacker, target) == Some(how);
                assert_eq!(ask(&rules, attacker, target, Place::Beside).is_ok(), by(Capture::Step));
                assert_eq!(ask(&rules, attacker, target, Place::Line(1)).is_ok(), by(Capture::Jump));
            }
        }
    }

    #[test]
    fn house_rules_are_asked_too() {
        let rules: Rules = "taiwan-classic:rush=on,diagonal=on".parse().expect("rules");
        assert_eq!(ask(&rules, Kind::Chariot, Kind::General, Place::Line(0)), Ok(Why::Rush));
        assert!(ask(&rules, Kind::Chariot, Kind::General, Place::Line(1)).is_err());
        assert_eq!(ask(&rules, Kind::Horse, Kind::General, Place::Diagonal), Ok(Why::Diagonal));
        let dark: Rules = "hong-kong:dark=probe".parse().expect("rules");
        let covered = Question { attacker: Piece::new(Colour::Red, Kind::Soldier), target: None, place: Place::Beside };
        assert_eq!(covered.answer(&dark), Ok(Why::Dark));
        assert!(matches!(covered.answer(&Preset::HongKong.rules()), Err(Why::Illegal(IllegalAction::DarkTarget(_)))));
    }

    #[test]
    fn reasons_are_those_of_the_rules() {
        let taiwan = Preset::TaiwanTournament.rules();
        assert_eq!(ask(&taiwan, Kind::General, Kind::Soldier, Place::Beside), Err(Why::GeneralNotSoldier));
        assert_eq!(ask(&taiwan, Kind::Soldier, Kind::General, Place::Beside), Ok(Why::SoldierTakesGeneral));
        assert_eq!(ask(&taiwan, Kind::Cannon, Kind::Soldier, Place::Beside), Err(Why::CannonBeside));
        assert_eq!(ask(&taiwan, Kind::Cannon, Kind::General, Place::Line(2)), Err(Why::Screens(2)));
        assert_eq!(ask(&taiwan, Kind::Cannon, Kind::General, Place::Line(1)), Ok(Why::Jump));
        assert_eq!(ask(&taiwan, Kind::Horse, Kind::Horse, Place::Beside), Ok(Why::Equal));
        assert_eq!(ask(&taiwan, Kind::Horse, Kind::Chariot, Place::Beside), Err(Why::Lower));
        assert_eq!(ask(&taiwan, Kind::Advisor, Kind::Soldier, Place::Beside), Ok(Why::Higher));
    }

    #[test]
    fn everything_can_be_asked() {
        for rules in Preset::ALL
            .map(Preset::rules)
            .into_iter()
            .chain(["taiwan-quick:dark=trade,rush=on,diagonal=on".parse().expect("rules")])
        {
            for question in all() {
                // Whatever the answer, there is a position and a reason.
                let _ = question.answer(&rules);
            }
        }
    }

    #[test]
    fn what_is_drawn_suits_the_rules() {
        let mut state = 1_usize;
        let mut below = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut in_line = 0;
        for _ in 0..2000 {
            let question = Question::draw(&Preset::TaiwanTournament.rules(), &mut below);
            in_line += usize::from(matches!(question.place, Place::Line(_)));
            assert!(question.place == Place::Beside || question.attacker.kind == Kind::Cannon, "{question:?}");
            assert!(question.target.is_some());
            let question = Question::draw(&Preset::Mainland.rules(), &mut below);
            assert_eq!(question.place, Place::Beside);
        }
        assert!((400..1000).contains(&in_line), "{in_line}");
    }
}

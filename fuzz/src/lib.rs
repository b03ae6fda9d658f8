//! Bytes as choices: a rule set, a position and a game that are valid whatever the bytes are.
//!
//! A text that is changed at random is seldom a position whose bag goes with its board, and hardly ever a long game.

use banqi::{Bag, Cell, Colour, Game, Parameter, Parameters, Piece, Ply, Position, Preset, Rules, Setup, Square};
use banqi_engine::{Thought, Value};

/// What is chosen next; when the bytes are used up, the first.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Chooses by these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether there are bytes left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or_default()
    }

    /// One of the items, which are some.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::from(self.byte()) % items.len()]
    }

    /// A rule set: a preset, and for each parameter its own value or another. The limits are soon reached.
    pub fn rules(&mut self) -> Rules {
        let preset = self.pick(&Preset::ALL);
        let mut parameters = preset.parameters();
        for parameter in Parameter::ALL {
            self.change(&mut parameters, parameter);
        }
        Rules::new(preset, parameters).expect("the values are valid")
    }

    fn change(&mut self, parameters: &mut Parameters, parameter: Parameter) {
        let values: &[&str] = match parameter {
            Parameter::Ranks => &["", "", "PCNRMGK", "GKMRNCP", "NPKCGRM"],
            Parameter::Cannon => &["", "jump", "step"],
            Parameter::Quiet => &["", "", "none", "1", "5", "9999"],
            Parameter::Repetition | Parameter::Cycle => &["", "", "none", "2", "3"],
            Parameter::Chase => &["", "", "none", "1", "2"],
            Parameter::Dark => &["", "off", "probe", "trade"],
            Parameter::Elimination | Parameter::Chain | Parameter::Rush | Parameter::Diagonal => &["", "on", "off"],
        };
        let value = self.pick(values);
        if !value.is_empty() {
            parameters.set(parameter, value).expect("the values are valid");
        }
    }

    /// A position. The letters of pieces choose themselves, and `?` a face-down piece; smaller bytes an empty square.
    ///
    /// No position when there are no pieces.
    pub fn position(&mut self) -> Option<Position> {
        let (files, ranks) = (self.pick(&[4, 4, 3, 2, 1]), self.pick(&[8, 8, 7, 6, 5, 4, 3, 2, 1]));
        let mut setup = Setup { board: [Cell::Outside; 32], bag: Bag::EMPTY, ..Setup::from(Position::start()) };
        let mut left = Bag::full();
        for square in Square::all().filter(|square| square.file() < files && square.rank() < ranks) {
            setup.board[square.index()] = match self.byte() {
                0..48 => Cell::Empty,
                48..64 => Cell::FaceDown,
                byte => {
                    let piece = Piece::from_letter(byte.into()).unwrap_or(Piece::ALL[usize::from(byte) % 14]);
                    if left.count(piece) > 0 {
                        left.remove(piece);
                        Cell::FaceUp(piece)
                    } else {
                        Cell::Empty
                    }
                }
            };
        }
        for _ in setup.board.iter().filter(|&&cell| cell == Cell::FaceDown) {
            let piece = self.pick(&left.iter().map(|(piece, _)| piece).collect::<Vec<_>>());
            left.remove(piece);
            setup.bag.insert(piece);
        }
        if setup.board.iter().any(|cell| matches!(cell, Cell::FaceUp(_))) {
            let side = self.pick(&Colour::ALL);
            let is_own = |cell| matches!(cell, Cell::FaceUp(piece) if piece.colour == side);
            let own: Vec<Square> = Square::all().filter(|square| is_own(setup.board[square.index()])).collect();
            setup.side = Some(side);
            setup.turn = self.pick(&[41, 42, Setup::MOST_TURNS]);
            if self.pick(&[false, false, true]) && !own.is_empty() {
                setup.chain = Some(self.pick(&own));
            } else {
                setup.quiet = self.pick(&[0, 0, 1, 2, 19]);
            }
        }
        setup.try_into().ok()
    }

    /// A ply for a game that goes on.
    pub fn ply(&mut self, game: &Game) -> Ply {
        let action = self.pick(&game.actions());
        let revealed = game.reveals(action).then(|| {
            let bag: Vec<Piece> = game.position().bag().iter().map(|(piece, _)| piece).collect();
            self.pick(&bag)
        });
        Ply::new(action, revealed)
    }
}

/// The first legal action, as if it were the outcome of a search.
pub fn thought(game: &Game) -> Option<Thought> {
    let action = *game.actions().first()?;
    let (value, line) = (Value::DRAW, vec![action.into()]);
    Some(Thought { action, value, line, nodes: 1, depth: 1, selective_depth: 1, table_full: 0 })
}

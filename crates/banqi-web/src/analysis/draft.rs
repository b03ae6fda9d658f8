//! A position while it is being put together: what stands on the squares, what is face down, and what is captured.
//!
//! Of each piece the set has so many: what is neither face up nor in the bag is captured. So no edit can make more pieces than
//! there are; what may be wrong for a while is that the bag holds more or fewer pieces than lie face down, and whose turn it is.

use banqi::{Bag, Cell, Colour, Piece, Position, PositionError, Rules, Setup, Square};

/// A position while it is being put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Draft {
    /// Its numbers do not count: what was typed does.
    setup: Setup,
    pub(crate) quiet: String,
    pub(crate) turn: String,
}

/// What a tap puts on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brush {
    Piece(Piece),
    FaceDown,
    Nothing,
}

/// All of this piece are on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoneLeft;

impl Draft {
    pub(crate) fn new(position: &Position) -> Self {
        let setup = Setup::from(*position);
        let (quiet, turn) = (setup.quiet.to_string(), setup.turn.to_string());
        Self { setup: Setup { quiet: 0, turn: 1, ..setup }, quiet, turn }
    }

    /// A board without pieces: all of them are captured.
    pub(crate) fn empty() -> Self {
        let board = [Cell::Empty; 32];
        let setup = Setup { board, side: Some(Colour::Red), bag: Bag::EMPTY, ..Setup::from(Position::start()) };
        Self { setup, quiet: "0".to_string(), turn: "1".to_string() }
    }

    /// As one line of words and what was typed, to be [read](Self::read) again. Unlike a position, it may be wrong.
    pub(crate) fn written(&self) -> String {
        let cell = |cell: &Cell| match cell {
            Cell::FaceUp(piece) => piece.letter(),
            Cell::FaceDown => '?',
            Cell::Empty => '.',
            Cell::Outside => '#',
        };
        let board: String = self.setup.board.iter().map(cell).collect();
        let side = self.setup.side.map_or('-', Colour::letter);
        let chain = self.setup.chain.map_or_else(|| "-".to_string(), |chain| chain.to_string());
        let bag = self.setup.bag.iter().flat_map(|(piece, count)| std::iter::repeat_n(piece.letter(), count.into()));
        let bag: String = bag.collect();
        format!("{board}\t{side}\t{chain}\t{bag}\t{}\t{}", self.quiet, self.turn)
    }

    /// A draft that was [written](Self::written). None where it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let &[board, side, chain, bag, quiet, turn] = text.split('\t').collect::<Vec<_>>().as_slice() else {
            return None;
        };
        let cell = |letter| match letter {
            '?' => Some(Cell::FaceDown),
            '.' => Some(Cell::Empty),
            '#' => Some(Cell::Outside),
            letter => Piece::from_letter(letter).map(Cell::FaceUp),
        };
        let mut all = Bag::EMPTY;
        let pieces: Vec<Piece> = bag.chars().map(Piece::from_letter).collect::<Option<_>>()?;
        let board: [Cell; 32] = board.chars().map(cell).collect::<Option<Vec<Cell>>>()?.try_into().ok()?;
        let of = |piece| {
            let face_up = board.iter().filter(|cell| **cell == Cell::FaceUp(piece)).count();
            face_up + pieces.iter().filter(|other| **other == piece).count()
        };
        if Piece::ALL.into_iter().any(|piece| of(piece) > piece.kind.count().into()) {
            return None;
        }
        for piece in pieces {
            all.insert(piece);
        }
        let side = Colour::ALL.into_iter().find(|colour| side == colour.letter().to_string());
        let setup = Setup { board, side, chain: chain.parse().ok(), bag: all, ..Setup::from(Position::start()) };
        Some(Self { setup, quiet: quiet.to_string(), turn: turn.to_string() })
    }

    pub(crate) fn cell(&self, square: Square) -> Cell {
        self.setup.board[square.index()]
    }

    pub(crate) fn side(&self) -> Option<Colour> {
        self.setup.side
    }

    pub(crate) fn bag(&self) -> Bag {
        self.setup.bag
    }

    pub(crate) fn face_down(&self) -> u32 {
        self.count(Cell::FaceDown)
    }

    fn count(&self, cell: Cell) -> u32 {
        self.setup.board.iter().filter(|found| **found == cell).count() as u32
    }

    /// How many of a piece are neither face up nor in the bag.
    pub(crate) fn captured(&self, piece: Piece) -> u8 {
        let face_up = self.count(Cell::FaceUp(piece)) as u8;
        piece.kind.count() - face_up - self.setup.bag.count(piece)
    }

    /// Puts something on a square, or takes it away where that is what is there. A piece that is turned up comes from the bag, and
    /// one that is turned down goes into it; others come back from the captured ones first.
    ///
    /// # Errors
    ///
    /// [`NoneLeft`] when all of a piece stand on other squares.
    pub(crate) fn put(&mut self, square: Square, brush: Brush) -> Result<(), NoneLeft> {
        let before = self.cell(square);
        let after = match (brush, before) {
            // Study boards are smaller.
            (_, Cell::Outside) => return Ok(()),
            (Brush::Nothing, _) | (Brush::FaceDown, Cell::FaceDown) => Cell::Empty,
            (Brush::Piece(piece), Cell::FaceUp(found)) if piece == found => Cell::Empty,
            (Brush::FaceDown, Cell::FaceUp(piece)) => {
                self.setup.bag.insert(piece);
                Cell::FaceDown
            }
            (Brush::FaceDown, Cell::Empty) => Cell::FaceDown,
            (Brush::Piece(piece), _) => {
                let is_turned_up = before == Cell::FaceDown && self.setup.bag.count(piece) > 0;
                if (is_turned_up || self.captured(piece) == 0) && !self.setup.bag.remove(piece) {
                    return Err(NoneLeft);
                }
                Cell::FaceUp(piece)
            }
        };
        self.setup.board[square.index()] = after;
        self.setup.chain = None;
        Ok(())
    }

    /// Says that one more of a piece is face down, and not captured.
    pub(crate) fn fill(&mut self, piece: Piece) {
        if self.captured(piece) > 0 {
            self.setup.bag.insert(piece);
        }
    }

    /// Says that one of a piece is captured, and not face down.
    pub(crate) fn empty_of(&mut self, piece: Piece) {
        self.setup.bag.remove(piece);
    }

    pub(crate) fn set_side(&mut self, side: Option<Colour>) {
        self.setup.side = side;
        self.setup.chain = None;
    }

    /// Makes the bag hold as many pieces as lie face down: fills it with captured ones, or counts as captured what is too many;
    /// of both those first of which there are most.
    pub(crate) fn mend_bag(&mut self) {
        let most = |count: &dyn Fn(Piece) -> u8| Piece::ALL.into_iter().rev().max_by_key(|&piece| count(piece));
        while self.setup.bag.len() != self.face_down() {
            let is_short = self.setup.bag.len() < self.face_down();
            if is_short {
                let Some(piece) = most(&|piece| self.captured(piece)) else { return };
                self.fill(piece);
            } else {
                let Some(piece) = most(&|piece| self.setup.bag.count(piece)) else { return };
                self.empty_of(piece);
            }
        }
    }

    /// The position, under these rules.
    ///
    /// # Errors
    ///
    /// [`PositionError`] says what is not right yet.
    pub(crate) fn position(&self, rules: &Rules) -> Result<Position, PositionError> {
        let number = |text: &str, turn: bool| {
            let text = text.trim();
            let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            let found = || PositionError::Number { turn, found: text.chars().take(20).collect() };
            if is_number { text.parse().map_err(|_| found()) } else { Err(found()) }
        };
        // Before the first flip there are no turns to count.
        let (quiet, turn) =
            if self.setup.side.is_none() { (0, 1) } else { (number(&self.quiet, false)?, number(&self.turn, true)?) };
        let position = Position::try_from(Setup { quiet, turn, ..self.setup })?;
        position.check(rules)?;
        Ok(position)
    }

    /// What stands on the squares, by their index.
    pub(crate) fn cells(&self) -> [Cell; 32] {
        self.setup.board
    }
}

#[cfg(test)]
mod tests {
    use banqi::Preset;
    use proptest::prelude::*;

    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn piece(letter: char) -> Piece {
        Piece::from_letter(letter).expect("a piece")
    }

    fn rules() -> Rules {
        Preset::TaiwanQuick.rules()
    }

    #[test]
    fn what_goes_in_comes_out() {
        for text in [
            "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1",
            "3k/4/4/4/4/1npc/1R?1/4 r P1 7 41",
            "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1",
        ] {
            let draft = Draft::new(&text.parse().expect("a position"));
            assert_eq!(draft.position(&rules()).expect("right").to_string(), text);
        }
        let chain = "3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41".parse().expect("a position");
        let rules = "taiwan-quick:chain=on".parse().expect("rules");
        assert_eq!(Draft::new(&chain).position(&rules), Ok(chain));
    }

    #[test]
    fn turning_a_piece_keeps_the_bag_right() {
        let mut draft = Draft::new(&Position::start());
        draft.put(square("a1"), Brush::Piece(piece('K'))).expect("there is one");
        draft.set_side(Some(Colour::Black));
        draft.turn = "2".to_string();
        let position = draft.position(&rules()).expect("right");
        assert_eq!(position.to_string(), "????/????/????/????/????/????/????/K??? b G2M2R2N2C2P5k1g2m2r2n2c2p5 0 2");
        draft.put(square("a1"), Brush::FaceDown).expect("it goes back");
        assert_eq!(draft.bag(), Bag::full());
        // There is one General only.
        draft.put(square("a1"), Brush::Piece(piece('K'))).expect("there is one");
        assert_eq!(draft.put(square("b1"), Brush::Piece(piece('K'))), Err(NoneLeft));
        assert_eq!(draft.cell(square("b1")), Cell::FaceDown);
    }

    #[test]
    fn captured_pieces_come_back_first() {
        let mut draft = Draft::empty();
        assert_eq!((draft.captured(piece('P')), draft.position(&rules())), (5, Err(PositionError::NoPieces)));
        draft.put(square("a1"), Brush::Piece(piece('P'))).expect("there are five");
        assert_eq!((draft.captured(piece('P')), draft.bag()), (4, Bag::EMPTY));
        draft.put(square("b1"), Brush::FaceDown).expect("an empty square");
        assert_eq!(draft.position(&rules()), Err(PositionError::BagAtOdds { face_down: 1, bag: 0 }));
        draft.fill(piece('k'));
        assert_eq!(draft.position(&rules()).expect("right").to_string(), "4/4/4/4/4/4/4/P?2 r k1 0 1");
        // The same again takes it away.
        draft.put(square("b1"), Brush::FaceDown).expect("there");
        assert_eq!(draft.position(&rules()), Err(PositionError::BagAtOdds { face_down: 0, bag: 1 }));
        draft.mend_bag();
        assert_eq!(draft.position(&rules()).expect("right").to_string(), "4/4/4/4/4/4/4/P3 r - 0 1");
    }

    #[test]
    fn whose_turn_it_is_has_to_be_right() {
        let mut draft = Draft::new(&Position::start());
        draft.set_side(Some(Colour::Red));
        assert_eq!(draft.position(&rules()), Err(PositionError::SideBeforeFirstFlip));
        draft.set_side(None);
        draft.put(square("a1"), Brush::Piece(piece('K'))).expect("there is one");
        assert_eq!(draft.position(&rules()), Err(PositionError::NobodyToMove));
    }

    #[test]
    fn what_is_no_draft_is_not_read() {
        let text = Draft::new(&Position::start()).written();
        assert!(Draft::read(&text).is_some());
        for text in [
            String::new(),
            text.replace('\t', " "),
            text.replacen('?', "K", 1),
            text.replacen('?', "", 1),
            text.replacen('?', "x", 1),
        ] {
            assert_eq!(Draft::read(&text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_typed() {
        let mut draft = Draft::new(&"3k/4/4/4/4/4/4/P3 r - 0 41".parse().expect("a position"));
        for (quiet, turn) in
            [("x", "41"), ("", "41"), ("-1", "41"), ("0", "4.5"), ("0", "1234567890"), ("999", "41"), ("0", "0")]
        {
            (draft.quiet, draft.turn) = (quiet.to_string(), turn.to_string());
            assert!(draft.position(&rules()).is_err(), "{quiet} {turn}");
        }
        (draft.quiet, draft.turn) = (" 7".to_string(), "044 ".to_string());
        assert_eq!(draft.position(&rules()).expect("right").to_string(), "3k/4/4/4/4/4/4/P3 r - 7 44");
    }

    /// Something that is done to a draft.
    #[derive(Clone, Copy, Debug)]
    enum Edit {
        Put(Square, Brush),
        Fill(Piece),
        EmptyOf(Piece),
        Side(Option<Colour>),
    }

    fn edits() -> impl Strategy<Value = Vec<Edit>> {
        let piece = || proptest::sample::select(Piece::ALL.to_vec());
        let brush = prop_oneof![
            4 => piece().prop_map(Brush::Piece),
            2 => Just(Brush::FaceDown),
            1 => Just(Brush::Nothing),
        ];
        let square = (0..32_u8).prop_map(|index| Square::new(index).expect("a square"));
        let side = proptest::sample::select(vec![None, Some(Colour::Red), Some(Colour::Black)]);
        let edit = prop_oneof![
            6 => (square, brush).prop_map(|(square, brush)| Edit::Put(square, brush)),
            1 => piece().prop_map(Edit::Fill),
            1 => piece().prop_map(Edit::EmptyOf),
            1 => side.prop_map(Edit::Side),
        ];
        proptest::collection::vec(edit, 0..120)
    }

    proptest! {
        /// Whatever is done, no piece is made and none is lost, and either there is a position or one of these reasons.
        #[test]
        fn every_edit_leads_to_a_position_or_a_reason(from_empty: bool, edits in edits()) {
            let mut draft = if from_empty { Draft::empty() } else { Draft::new(&Position::start()) };
            for edit in edits {
                match edit {
                    Edit::Put(square, brush) => {
                        // All of a piece may be on the board already.
                        let _ = draft.put(square, brush);
                    }
                    Edit::Fill(piece) => draft.fill(piece),
                    Edit::EmptyOf(piece) => draft.empty_of(piece),
                    Edit::Side(side) => draft.set_side(side),
                }
                prop_assert_eq!(Draft::read(&draft.written()), Some(draft.clone()));
                for piece in Piece::ALL {
                    let face_up = draft.count(Cell::FaceUp(piece)) as u8;
                    prop_assert_eq!(face_up + draft.bag().count(piece) + draft.captured(piece), piece.kind.count());
                }
                match draft.position(&rules()) {
                    Ok(position) => prop_assert_eq!(position.to_string().parse(), Ok(position)),
                    Err(
                        PositionError::NoPieces
                        | PositionError::BagAtOdds { .. }
                        | PositionError::NobodyToMove
                        | PositionError::SideBeforeFirstFlip,
                    ) => {}
                    Err(other) => prop_assert!(false, "{:?}", other),
                }
            }
            draft.mend_bag();
            prop_assert_eq!(draft.bag().len(), draft.face_down());
        }
    }
}

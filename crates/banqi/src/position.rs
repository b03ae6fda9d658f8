//! What both players know: the board, the bag, and whose turn it is.
//!
//! A position cannot express the identity of a face-down piece, so nothing that is given a position can leak or use one.
//!
//! [`Setup`] is a position being put together, with public fields and no checks; [`Position`] is a valid one. A
//! position is small and copied freely: search and perft copy it for each child and throw the copy away
//! (ARCHITECTURE.md has the measurement against undoing).

use core::fmt;

use crate::piece::{DARK_CODE, EMPTY_CODE};
use crate::{
    Action, Bag, Bitboard, ByColour, Colour, DarkRule, Effect, Kind, Outcome, Piece, Ply, Reason, Rules, Seat, Square,
    zobrist,
};

/// What is to be seen on a square.
///
/// ```
/// use banqi::{Cell, Position, Square};
/// assert_eq!(Position::start().cell(Square::new(0).unwrap()), Cell::FaceDown);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Not part of the board (study boards smaller than 4x8).
    Outside,
    /// A square without a piece.
    Empty,
    /// A face-down piece.
    FaceDown,
    /// A face-up piece.
    FaceUp(Piece),
}

/// A position before it is checked: what a reader or an editor fills in.
///
/// ```
/// use banqi::{Bag, Cell, Piece, Position, Setup, Square};
///
/// let mut setup = Setup::from(Position::start());
/// let king = Piece::from_letter('K').unwrap();
/// setup.board[0] = Cell::FaceUp(king);
/// setup.bag.remove(king);
/// setup.side = Some(banqi::Colour::Black);
/// setup.turn = 2;
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The squares in the order a1 b1 c1 d1 a2 .. d8.
    pub board: [Cell; 32],
    /// Who is to move; none before the first flip.
    pub side: Option<Colour>,
    /// Where the piece stands that may go on with a chain.
    pub chain: Option<Square>,
    /// What is face down.
    pub bag: Bag,
    /// Turns in a row without flip or capture.
    pub quiet: u32,
    /// The turn's number, from 1; First moves on odd turns.
    pub turn: u32,
}

impl Setup {
    /// The highest turn number and quiet count that can be written.
    ///
    /// ```
    /// assert_eq!(banqi::Setup::MOST_TURNS, 999_999_999);
    /// ```
    pub const MOST_TURNS: u32 = 999_999_999;
}

/// A valid position.
///
/// Equality compares everything; [`Position::is_repetition_of`] only what counts for repetition.
///
/// ```
/// use banqi::{Position, Preset};
///
/// let rules = Preset::TaiwanTournament.rules();
/// let mut position = Position::start();
/// position.play_unchecked(&rules, "c4=G".parse()?);
/// assert_eq!(position.to_string(), "????/????/????/????/??G?/????/????/???? b K1G1M2R2N2C2P5k1g2m2r2n2c2p5 0 2");
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// By square, the code of what stands there.
    cells: [u8; 32],
    /// Face-up pieces of each kind, both colours.
    kinds: [Bitboard; 7],
    /// Face-up pieces of each colour.
    colours: ByColour<Bitboard>,
    face_down: Bitboard,
    /// The squares that exist.
    board: Bitboard,
    bag: Bag,
    hash: u64,
    quiet: u32,
    turn: u32,
    side: Option<Colour>,
    chain: Option<Square>,
}

impl Position {
    /// The start: 32 face-down pieces.
    ///
    /// ```
    /// use banqi::Position;
    /// assert_eq!(Position::start().face_down().count(), 32);
    /// ```
    pub fn start() -> Self {
        let bag = Bag::full();
        let mut position = Self {
            cells: [DARK_CODE; 32],
            kinds: [Bitboard::EMPTY; 7],
            colours: ByColour::default(),
            face_down: Bitboard::ALL,
            board: Bitboard::ALL,
            bag,
            hash: 0,
            quiet: 0,
            turn: 1,
            side: None,
            chain: None,
        };
        position.hash = position.computed_hash();
        position
    }

    /// What is to be seen on a square.
    ///
    /// ```
    /// use banqi::{Cell, Position};
    /// let position: Position = "####/####/####/####/####/####/?1##/K1## r k1 0 9".parse()?;
    /// assert_eq!(position.cell("a2".parse()?), Cell::FaceDown);
    /// assert_eq!(position.cell("b1".parse()?), Cell::Empty);
    /// assert_eq!(position.cell("c1".parse()?), Cell::Outside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cell(&self, square: Square) -> Cell {
        match self.cells[square.index()] {
            DARK_CODE => Cell::FaceDown,
            code => match Piece::from_code(code) {
                Some(piece) => Cell::FaceUp(piece),
                None if self.board.contains(square) => Cell::Empty,
                None => Cell::Outside,
            },
        }
    }

    /// The face-up piece on a square.
    ///
    /// ```
    /// use banqi::Position;
    /// assert_eq!(Position::start().piece("a1".parse()?), None);
    /// # Ok::<(), banqi::SquareError>(())
    /// ```
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.cells[square.index()])
    }

    /// The code of what stands on a square; its low three bits are the kind, 7 for none.
    #[inline]
    pub(crate) fn code(&self, square: Square) -> u8 {
        self.cells[square.index()]
    }

    /// The squares that exist: all 32 but on study boards.
    ///
    /// ```
    /// use banqi::{Bitboard, Position};
    /// assert_eq!(Position::start().board(), Bitboard::ALL);
    /// ```
    #[inline]
    pub fn board(&self) -> Bitboard {
        self.board
    }

    /// The squares with a face-down piece.
    ///
    /// ```
    /// use banqi::{Bitboard, Position};
    /// assert_eq!(Position::start().face_down(), Bitboard::ALL);
    /// ```
    #[inline]
    pub fn face_down(&self) -> Bitboard {
        self.face_down
    }

    /// The squares with a face-up piece of a colour.
    ///
    /// ```
    /// use banqi::{Colour, Position};
    /// assert!(Position::start().of(Colour::Red).is_empty());
    /// ```
    #[inline]
    pub fn of(&self, colour: Colour) -> Bitboard {
        self.colours[colour]
    }

    /// The squares with a face-up piece of a kind, of both colours.
    ///
    /// ```
    /// use banqi::{Kind, Position};
    /// assert!(Position::start().of_kind(Kind::Cannon).is_empty());
    /// ```
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// The squares with any piece, face up or down.
    ///
    /// ```
    /// use banqi::{Bitboard, Position};
    /// assert_eq!(Position::start().occupied(), Bitboard::ALL);
    /// ```
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colours.red | self.colours.black | self.face_down
    }

    /// The squares without a piece.
    ///
    /// ```
    /// use banqi::Position;
    /// assert!(Position::start().empty().is_empty());
    /// ```
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.board & !self.occupied()
    }

    /// What is face down.
    ///
    /// ```
    /// use banqi::{Bag, Position};
    /// assert_eq!(Position::start().bag(), Bag::full());
    /// ```
    #[inline]
    pub fn bag(&self) -> Bag {
        self.bag
    }

    /// The colour to move; none before the first flip.
    ///
    /// ```
    /// assert_eq!(banqi::Position::start().side(), None);
    /// ```
    #[inline]
    pub fn side(&self) -> Option<Colour> {
        self.side
    }

    /// The player to move.
    ///
    /// ```
    /// use banqi::{Position, Seat};
    /// assert_eq!(Position::start().seat(), Seat::First);
    /// ```
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat::of_turn(self.turn)
    }

    /// A player's colour; none before the first flip.
    ///
    /// ```
    /// use banqi::{Position, Seat};
    /// assert_eq!(Position::start().colour_of(Seat::First), None);
    /// ```
    pub fn colour_of(&self, seat: Seat) -> Option<Colour> {
        self.side.map(|side| if seat == self.seat() { side } else { !side })
    }

    /// The player of a colour; none before the first flip.
    ///
    /// ```
    /// use banqi::{Colour, Position};
    /// assert_eq!(Position::start().seat_of(Colour::Red), None);
    /// ```
    pub fn seat_of(&self, colour: Colour) -> Option<Seat> {
        self.side.map(|side| if colour == side { self.seat() } else { !self.seat() })
    }

    /// Where the piece stands that may go on with a chain.
    ///
    /// ```
    /// assert_eq!(banqi::Position::start().chain(), None);
    /// ```
    #[inline]
    pub fn chain(&self) -> Option<Square> {
        self.chain
    }

    /// Turns in a row without flip or capture, both players counted.
    ///
    /// ```
    /// assert_eq!(banqi::Position::start().quiet(), 0);
    /// ```
    #[inline]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The turn's number, from 1.
    ///
    /// ```
    /// assert_eq!(banqi::Position::start().turn(), 1);
    /// ```
    #[inline]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// A hash of everything that counts for repetition, and of an open chain: the board, the bag and the side to move.
    ///
    /// The same on every machine and in every version.
    ///
    /// ```
    /// use banqi::Position;
    /// assert_eq!(Position::start().hash(), Position::start().hash());
    /// ```
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed anew, which must equal the one kept while playing.
    pub(crate) fn computed_hash(&self) -> u64 {
        let squares = Square::all()
            .filter(|square| self.cells[square.index()] != EMPTY_CODE)
            .fold(0, |hash, square| hash ^ zobrist::square(self.cells[square.index()], square));
        let bag = Piece::ALL.iter().fold(0, |hash, piece| hash ^ zobrist::bag(piece.code(), self.bag.count(*piece)));
        squares ^ bag ^ zobrist::side(self.side) ^ zobrist::chain(self.chain)
    }

    /// Whether two positions are the same for the repetition rule: board, bag and side to move.
    ///
    /// ```
    /// use banqi::Position;
    /// let earlier: Position = "K3/4/4/4/4/4/4/3k r - 0 9".parse()?;
    /// let later: Position = "K3/4/4/4/4/4/4/3k r - 4 13".parse()?;
    /// assert!(later.is_repetition_of(&earlier));
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.cells == other.cells
            && self.bag == other.bag
            && self.side == other.side
            && self.chain == other.chain
    }

    /// All pieces that are not captured, face up and face down.
    ///
    /// ```
    /// use banqi::{Bag, Position};
    /// assert_eq!(Position::start().alive(), Bag::full());
    /// ```
    #[inline]
    pub fn alive(&self) -> Bag {
        let mut alive = self.bag;
        for kind in Kind::ALL {
            let squares = self.of_kind(kind);
            for colour in Colour::ALL {
                alive.add(Piece::new(colour, kind), (squares & self.of(colour)).count() as u8);
            }
        }
        alive
    }

    /// Gives the turn to the other side. No rule allows it; a search asks in this way what a threat is worth.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.quiet = 0;
        self.end_turn();
    }

    /// Whether a colour has a piece left, face up or in the bag.
    ///
    /// ```
    /// use banqi::{Colour, Position};
    /// assert!(Position::start().has_pieces(Colour::Black));
    /// ```
    #[inline]
    pub fn has_pieces(&self, colour: Colour) -> bool {
        !self.colours[colour].is_empty() || self.bag.has(colour)
    }

    /// The colour that has lost by elimination under these rules.
    #[inline]
    pub(crate) fn eliminated(&self, rules: &Rules) -> Option<Colour> {
        if !rules.parameters().elimination || self.side.is_none() {
            return None;
        }
        Colour::ALL.into_iter().find(|&colour| !self.has_pieces(colour))
    }

    /// Whether the quiet limit is reached.
    #[inline]
    pub(crate) fn is_quiet_limit(&self, rules: &Rules) -> bool {
        rules.parameters().quiet.is_some_and(|limit| self.quiet >= limit.into())
    }

    /// The result that the position by itself decides: elimination, no legal move, no progress.
    ///
    /// Repetition and forbidden chases need the history: see [`Game::outcome`](crate::Game::outcome).
    ///
    /// ```
    /// use banqi::{Outcome, Position, Preset, Reason, Seat};
    /// let position: Position = "4/4/4/4/4/4/4/K3 b - 0 30".parse()?;
    /// let outcome = position.outcome(&Preset::TaiwanTournament.rules());
    /// assert_eq!(outcome, Some(Outcome::win(Seat::First, Reason::Elimination)));
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.side?;
        if let Some(loser) = self.eliminated(rules) {
            return self.seat_of(!loser).map(|winner| Outcome::win(winner, Reason::Elimination));
        }
        if !self.has_action(rules) {
            return Some(Outcome::win(!self.seat(), Reason::NoLegalMove));
        }
        self.is_quiet_limit(rules).then_some(Outcome::draw(Reason::NoProgress))
    }

    /// Checks what only makes sense under some rules: the quiet count and an open chain.
    ///
    /// # Errors
    ///
    /// [`PositionError`] when the quiet count is past the limit, or when there can be no such chain.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "K3/4/4/4/4/4/4/3k r - 21 50".parse()?;
    /// assert!(position.check(&Preset::TaiwanQuick.rules()).is_err());
    /// assert!(position.check(&Preset::TaiwanClub.rules()).is_ok());
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn check(&self, rules: &Rules) -> Result<(), PositionError> {
        if let Some(limit) = rules.parameters().quiet.filter(|&limit| self.quiet > limit.into()) {
            return Err(PositionError::QuietPastLimit { found: self.quiet, limit });
        }
        match self.chain {
            Some(_) if !rules.parameters().chain => Err(PositionError::ChainNotInRules),
            Some(square) if self.attacked_from(rules, square).is_empty() => {
                Err(PositionError::ChainWithoutTarget { square })
            }
            _ => Ok(()),
        }
    }

    /// Plays a ply that is known to be legal under `rules`, with an outcome that the bag holds.
    ///
    /// Nothing is checked: anything else leaves a position that is not valid.
    /// [`Game::play`](crate::Game::play) checks.
    ///
    /// # Panics
    ///
    /// May panic when the ply is not legal, for instance when a face-down piece is turned over and nothing came up.
    ///
    /// ```
    /// use banqi::{Colour, Effect, Piece, Position, Preset};
    /// let mut position = Position::start();
    /// let effect = position.play_unchecked(&Preset::Mainland.rules(), "a1=p".parse()?);
    /// assert_eq!(effect, Effect::Flipped(Piece::from_letter('p').unwrap()));
    /// assert_eq!(position.side(), Some(Colour::Red));
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Rules, ply: Ply) -> Effect {
        match ply.action {
            Action::Flip(square) => {
                let piece = revealed(ply);
                self.flip_unchecked(square, piece);
                Effect::Flipped(piece)
            }
            Action::Move { from, to } => match self.cells[to.index()] {
                EMPTY_CODE => {
                    self.relocate(from, to);
                    self.quiet += 1;
                    self.end_turn();
                    Effect::Stepped
                }
                DARK_CODE => self.attack_dark(rules, from, to, revealed(ply)),
                code => {
                    self.remove(to, code);
                    self.relocate(from, to);
                    self.quiet = 0;
                    self.end_attack(rules, to);
                    Piece::from_code(code).map_or(Effect::Stepped, Effect::Captured)
                }
            },
            Action::End => {
                self.end_turn();
                Effect::Ended
            }
        }
    }

    /// Turns over a face-down piece; the bag must hold `piece`.
    #[inline]
    pub(crate) fn flip_unchecked(&mut self, square: Square, piece: Piece) {
        self.reveal(square, piece);
        if self.side.is_none() {
            // The colour of the first flipped piece is First's.
            self.side = Some(piece.colour);
            self.hash ^= zobrist::side(self.side);
        }
        self.quiet = 0;
        self.end_turn();
    }

    fn attack_dark(&mut self, rules: &Rules, from: Square, to: Square, piece: Piece) -> Effect {
        let attacker = self.cells[from.index()];
        let by_rank = crate::attacks::neighbours(from).contains(to);
        self.reveal(to, piece);
        self.quiet = 0;
        if self.side == Some(piece.colour) {
            self.end_turn();
            return Effect::Bounced(piece);
        }
        let takes = match Piece::from_code(attacker) {
            Some(attacker) => !by_rank || rules.takes(attacker.kind).contains(piece.kind),
            None => false,
        };
        if takes {
            self.remove(to, piece.code());
            self.relocate(from, to);
            self.end_attack(rules, to);
            Effect::TookDark(piece)
        } else if rules.parameters().dark == DarkRule::Trade {
            self.remove(from, attacker);
            self.end_turn();
            Effect::Lost(piece)
        } else {
            self.end_turn();
            Effect::Bounced(piece)
        }
    }

    /// After a capture: the chain stays open where it may, else the turn ends.
    #[inline]
    fn end_attack(&mut self, rules: &Rules, at: Square) {
        if rules.parameters().chain && self.eliminated(rules).is_none() && !self.attacked_from(rules, at).is_empty() {
            self.hash ^= zobrist::chain(self.chain) ^ zobrist::chain(Some(at));
            self.chain = Some(at);
        } else {
            self.end_turn();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        let next = self.side.map(|side| !side);
        self.hash ^= zobrist::side(self.side) ^ zobrist::side(next);
        if self.chain.is_some() {
            self.hash ^= zobrist::chain(self.chain);
            self.chain = None;
        }
        self.side = next;
        self.turn += 1;
    }

    /// A face-down piece becomes a face-up one, out of the bag.
    #[inline]
    fn reveal(&mut self, square: Square, piece: Piece) {
        let (code, count) = (piece.code(), self.bag.count(piece));
        self.hash ^= zobrist::bag(code, count);
        self.bag.remove(piece);
        self.hash ^= zobrist::bag(code, self.bag.count(piece));
        self.hash ^= zobrist::square(DARK_CODE, square) ^ zobrist::square(code, square);
        let bit = Bitboard::from(square);
        self.cells[square.index()] = code;
        self.face_down ^= bit;
        self.kinds[piece.kind as usize] ^= bit;
        self.colours[piece.colour] ^= bit;
    }

    /// Takes a face-up piece off the board.
    #[inline]
    fn remove(&mut self, square: Square, code: u8) {
        let bit = Bitboard::from(square);
        self.hash ^= zobrist::square(code, square);
        self.cells[square.index()] = EMPTY_CODE;
        self.toggle(code, bit);
    }

    /// Moves a face-up piece to an empty square.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square) {
        let code = self.cells[from.index()];
        self.hash ^= zobrist::square(code, from) ^ zobrist::square(code, to);
        self.cells[from.index()] = EMPTY_CODE;
        self.cells[to.index()] = code;
        self.toggle(code, Bitboard::from(from) | Bitboard::from(to));
    }

    #[inline]
    fn toggle(&mut self, code: u8, squares: Bitboard) {
        if let Some(piece) = Piece::from_code(code) {
            self.kinds[piece.kind as usize] ^= squares;
            self.colours[piece.colour] ^= squares;
        }
    }
}

#[inline]
fn revealed(ply: Ply) -> Piece {
    ply.revealed.expect("a face-down piece is turned over: what came up must be given")
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        let mut board = [Cell::Empty; 32];
        Square::all().for_each(|square| board[square.index()] = position.cell(square));
        Self {
            board,
            side: position.side,
            chain: position.chain,
            bag: position.bag,
            quiet: position.quiet,
            turn: position.turn,
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        let cell = |square: Square| setup.board[square.index()];
        let squares = |wanted: &dyn Fn(Cell) -> bool| Square::all().filter(|&square| wanted(cell(square))).collect();

        let board: Bitboard = squares(&|cell| cell != Cell::Outside);
        let (files, ranks) = board
            .into_iter()
            .fold((0, 0), |(files, ranks), square| (files.max(square.file() + 1), ranks.max(square.rank() + 1)));
        if board.is_empty() {
            return Err(PositionError::NoSquares);
        }
        if board != Bitboard::rectangle(files, ranks) {
            return Err(PositionError::NotARectangle);
        }

        let mut position = Self {
            cells: [EMPTY_CODE; 32],
            kinds: [Bitboard::EMPTY; 7],
            colours: ByColour::default(),
            face_down: squares(&|cell| cell == Cell::FaceDown),
            board,
            bag: setup.bag,
            hash: 0,
            quiet: setup.quiet,
            turn: setup.turn,
            side: setup.side,
            chain: setup.chain,
        };
        for square in Square::all() {
            match cell(square) {
                Cell::FaceDown => position.cells[square.index()] = DARK_CODE,
                Cell::FaceUp(piece) => {
                    position.cells[square.index()] = piece.code();
                    position.toggle(piece.code(), square.into());
                }
                Cell::Empty | Cell::Outside => {}
            }
        }
        position.hash = position.computed_hash();
        position.validate()?;
        Ok(position)
    }
}

impl Position {
    /// What a position must satisfy under any rules, once the board is a rectangle.
    fn validate(&self) -> Result<(), PositionError> {
        if self.occupied().is_empty() {
            return Err(PositionError::NoPieces);
        }
        for piece in Piece::ALL {
            let face_up = (self.of(piece.colour) & self.of_kind(piece.kind)).count();
            let found = face_up + u32::from(self.bag.count(piece));
            if found > piece.kind.count().into() {
                return Err(PositionError::TooMany { piece, found });
            }
        }
        if self.face_down.count() != self.bag.len() {
            return Err(PositionError::BagAtOdds { face_down: self.face_down.count(), bag: self.bag.len() });
        }
        if self.turn == 0 || self.turn > Setup::MOST_TURNS {
            return Err(PositionError::Turn { found: self.turn });
        }
        if self.quiet > Setup::MOST_TURNS {
            return Err(PositionError::Quiet { found: self.quiet });
        }
        match self.side {
            None if !(self.colours.red | self.colours.black).is_empty() => {
                return Err(PositionError::NobodyToMove);
            }
            None if self.turn != 1 || self.quiet != 0 => return Err(PositionError::StartedBeforeFirstFlip),
            Some(_) if self.bag.len() == Square::COUNT as u32 => return Err(PositionError::SideBeforeFirstFlip),
            _ => {}
        }
        if let Some(square) = self.chain {
            let own = self.side.is_some_and(|side| self.of(side).contains(square));
            if !own {
                return Err(PositionError::ChainWithoutPiece { square });
            }
            if self.quiet != 0 {
                return Err(PositionError::QuietInChain { found: self.quiet });
            }
        }
        Ok(())
    }
}

/// Why something is no position: the field, what was found and what was expected.
///
/// ```
/// use banqi::Position;
/// let error = "????/4/4/4/4/4/4/4 - K1k1 0 1".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "bag: it holds 2 pieces, but the board has 4 face-down ones");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// Not five fields.
    Fields {
        /// How many there were.
        found: usize,
    },
    /// Not eight ranks.
    Ranks {
        /// How many there were.
        found: usize,
    },
    /// A rank with a character that means nothing.
    Character {
        /// The rank, 1 to 8.
        rank: u8,
        /// The character.
        found: char,
    },
    /// A rank that does not fill four squares.
    Files {
        /// The rank, 1 to 8.
        rank: u8,
        /// How many squares it fills.
        found: usize,
    },
    /// The squares that exist are no rectangle at a1.
    NotARectangle,
    /// No square exists.
    NoSquares,
    /// No piece, face up or down.
    NoPieces,
    /// More of a piece, on the board and in the bag, than the set has.
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many there were.
        found: u32,
    },
    /// The side to move is not written as it should be.
    Side {
        /// What was written.
        found: alloc::string::String,
    },
    /// A piece is face up, but nobody is to move.
    NobodyToMove,
    /// Before the first flip the turn is 1 and the quiet count 0.
    StartedBeforeFirstFlip,
    /// A side is to move though all 32 pieces are face down.
    SideBeforeFirstFlip,
    /// The chain's square holds no piece of the side to move.
    ChainWithoutPiece {
        /// The square.
        square: Square,
    },
    /// The chain's piece has nothing to attack under the rules given.
    ChainWithoutTarget {
        /// The square.
        square: Square,
    },
    /// A chain under rules without chains.
    ChainNotInRules,
    /// A chain right after a capture cannot have quiet turns.
    QuietInChain {
        /// The quiet count.
        found: u32,
    },
    /// The bag is not written as it should be.
    Bag {
        /// What was written.
        found: alloc::string::String,
    },
    /// The bag and the face-down pieces differ in number.
    BagAtOdds {
        /// Face-down pieces on the board.
        face_down: u32,
        /// Pieces in the bag.
        bag: u32,
    },
    /// Not a number of at most nine digits without sign and leading zero.
    Number {
        /// Whether it is the turn (else the quiet count).
        turn: bool,
        /// What was written.
        found: alloc::string::String,
    },
    /// A turn number out of range.
    Turn {
        /// The number.
        found: u32,
    },
    /// A quiet count out of range.
    Quiet {
        /// The count.
        found: u32,
    },
    /// A quiet count past the limit of the rules given.
    QuietPastLimit {
        /// The count.
        found: u32,
        /// The limit.
        limit: u16,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields { found } => {
                write!(
                    f,
                    "position: {found} fields; it has five, one space apart: board, side to move, bag, quiet turns, turn"
                )
            }
            Self::Ranks { found } => write!(f, "board: {found} ranks; it has eight, from 8 to 1, joined by /"),
            Self::Character { rank, found } => {
                write!(f, "board: {found:?} in rank {rank}; it takes ?, KGMRNCP, kgmrncp, 1 to 4 and #")
            }
            Self::Files { rank, found } => write!(f, "board: rank {rank} has {found} squares; it has four"),
            Self::NotARectangle => {
                f.write_str("board: the squares other than # must be a rectangle with a corner at a1")
            }
            Self::NoSquares => f.write_str("board: it has no squares"),
            Self::NoPieces => f.write_str("board: it has no pieces"),
            Self::TooMany { piece, found } => {
                write!(f, "board and bag: {found} of {} ({piece}); the set has {}", piece.letter(), piece.kind.count())
            }
            Self::Side { found } => write!(f, "side to move: {found:?}; it is r, b, - or r@c4 inside a chain"),
            Self::NobodyToMove => f.write_str("side to move: it is r or b once a piece is face up, not -"),
            Self::StartedBeforeFirstFlip => {
                f.write_str("turn and quiet turns: they are 1 and 0 before the first flip (side to move -)")
            }
            Self::SideBeforeFirstFlip => f.write_str("side to move: it is - while all 32 pieces are face down"),
            Self::ChainWithoutPiece { square } => {
                write!(f, "side to move: no piece of that side stands on {square} to go on with a chain")
            }
            Self::ChainWithoutTarget { square } => {
                write!(f, "side to move: the piece on {square} has nothing to attack, so its chain is over")
            }
            Self::ChainNotInRules => f.write_str("side to move: there are no chains in these rules (chain=off)"),
            Self::QuietInChain { found } => {
                write!(f, "quiet turns: {found}; they are 0 inside a chain, which follows a capture")
            }
            Self::Bag { found } => {
                write!(f, "bag: {found:?}; it is - or letters of KGMRNCPkgmrncp, each once with its count 1 to 5")
            }
            Self::BagAtOdds { face_down, bag } => {
                write!(f, "bag: it holds {bag} pieces, but the board has {face_down} face-down ones")
            }
            Self::Number { turn, found } => write!(
                f,
                "{}: {found:?}; it is a number of at most nine digits without sign or leading zero",
                if *turn { "turn" } else { "quiet turns" }
            ),
            Self::Turn { found } => write!(f, "turn: {found}; it is 1 to {}", Setup::MOST_TURNS),
            Self::Quiet { found } => write!(f, "quiet turns: {found}; they are 0 to {}", Setup::MOST_TURNS),
            Self::QuietPastLimit { found, limit } => {
                write!(f, "quiet turns: {found}; these rules end the game at {limit}")
            }
        }
    }
}

impl core::error::Error for PositionError {}

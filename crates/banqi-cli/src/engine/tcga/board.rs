//! The board as a referee tells of it. The referee decides what happens: whose turn it is, and that a game goes on which
//! is over by our count.

use banqi::{Action, Bag, Cell, Colour, Effect, Game, Outcome, Piece, Ply, Position, Reason, Rules, Setup, Square};

use super::piece_of;

/// The board, and whose turn it is as far as anybody has said.
#[derive(Clone, Debug)]
pub(super) enum Board {
    /// A game that is known.
    Game(Box<Game>),
    /// A position that was set up. Whose turn it is shows when a piece moves, or is told.
    Setup(Box<Setup>),
}

/// The order in which what is face down is counted.
const COUNTED: &str = "KkGgMmRrNnCcPp";

/// The squares as they are told: from left to right, the far rank first.
fn squares() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..4).filter_map(move |file| Square::at(file, rank)))
}

impl Board {
    pub(super) fn start(rules: Rules) -> Self {
        Self::Game(Box::new(Game::new(rules)))
    }

    /// Reads 32 squares and 14 counts.
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        if words.len() != Square::COUNT + COUNTED.len() {
            return Err(format!("a board is 32 squares and 14 counts, not {} words", words.len()));
        }
        let (cells, counts) = words.split_at(Square::COUNT);
        let mut setup = Setup { board: [Cell::Empty; 32], bag: Bag::EMPTY, ..Setup::from(Position::start()) };
        for (square, word) in squares().zip(cells) {
            setup.board[square.index()] = match *word {
                "-" => Cell::Empty,
                "X" => Cell::FaceDown,
                word => Cell::FaceUp(piece_of(word).ok_or_else(|| format!("{square}: {word:?} is no piece, X or -"))?),
            };
        }
        for (piece, word) in COUNTED.chars().filter_map(Piece::from_letter).zip(counts) {
            let count = word.parse().ok().filter(|count| *count <= piece.kind.count());
            let count = count.ok_or_else(|| format!("{}: there cannot be {word:?} of them", piece.letter()))?;
            (0..count).for_each(|_| setup.bag.insert(piece));
        }
        // Once a piece has come up there is a side; which one makes no difference to whether it is a position.
        setup.side = setup.board.iter().any(|cell| matches!(cell, Cell::FaceUp(_))).then_some(Colour::Red);
        Position::try_from(setup).map_err(|error| error.to_string())?;
        Ok(Self::Setup(Box::new(setup)))
    }

    /// The game, where it is known.
    pub(super) fn game(&self) -> Option<&Game> {
        match self {
            Self::Game(game) => Some(game),
            Self::Setup(_) => None,
        }
    }

    /// A move, or a flip with what came up; on an error nothing changes.
    pub(super) fn play(&mut self, rules: Rules, ply: Ply) -> Result<Effect, String> {
        let mut board = self.clone();
        let colour = match ply.action {
            Action::Move { from, .. } => board.piece(from).map(|piece| piece.colour),
            _ => None,
        };
        if let (Self::Setup(setup), Action::Flip(square), Some(piece)) = (&mut board, ply.action, ply.revealed)
            && setup.side.is_some()
        {
            if setup.board[square.index()] != Cell::FaceDown {
                return Err(format!("there is nothing face down on {square}"));
            }
            if !setup.bag.remove(piece) {
                return Err(format!("no {piece} is face down any more"));
            }
            setup.board[square.index()] = Cell::FaceUp(piece);
            *self = board;
            return Ok(Effect::Flipped(piece));
        }
        let effect = board.turn(rules, colour)?.play(ply).map_err(|error| error.to_string())?;
        *self = board;
        Ok(effect)
    }

    /// The game with this colour to move, or whoever is by the game so far. Where that is not so, or the game is over
    /// but there are moves, it begins anew from its position.
    pub(super) fn turn(&mut self, rules: Rules, colour: Option<Colour>) -> Result<&mut Game, String> {
        let (setup, is_over) = match self {
            Self::Game(game) => (Setup::from(*game.position()), game.outcome().is_some()),
            Self::Setup(setup) => (**setup, false),
        };
        let is_known = matches!(self, Self::Game(_));
        let side = match (setup.side, colour) {
            (None, _) => None,
            (Some(side), None) if is_known => Some(side),
            (Some(_), None) => return Err("it is not known whose turn it is".to_string()),
            (Some(_), Some(colour)) => Some(colour),
        };
        if !is_known || is_over || side != setup.side {
            // First moves on odd turns.
            let turn = setup.turn.saturating_add(u32::from(is_known && side != setup.side)).min(Setup::MOST_TURNS);
            let setup = Setup { side, turn, quiet: if is_over { 0 } else { setup.quiet }, chain: None, ..setup };
            let position = Position::try_from(setup).map_err(|error| error.to_string())?;
            let game = Game::from_position(rules, position).map_err(|error| error.to_string())?;
            *self = Self::Game(Box::new(game));
        }
        match self {
            Self::Game(game) => Ok(game),
            Self::Setup(_) => Err("it is not known whose turn it is".to_string()),
        }
    }

    /// The same game under other limits, with its history as far as they let it go on.
    pub(super) fn change(&mut self, rules: Rules) {
        let Self::Game(game) = self else { return };
        let replayed = Game::from_position(rules, *game.first_position()).ok().and_then(|mut replayed| {
            let is_whole = game.plies().all(|ply| replayed.play(ply).is_ok());
            is_whole.then_some(replayed)
        });
        **game = replayed.unwrap_or_else(|| {
            let position = Position::try_from(Setup { quiet: 0, ..Setup::from(*game.position()) });
            let position = position.unwrap_or_else(|_| *game.position());
            Game::from_position(rules, position).unwrap_or_else(|_| Game::new(rules))
        });
    }

    /// Somebody has given up.
    pub(super) fn resign(&mut self) {
        if let Self::Game(game) = self {
            // Of a game that is over by our count the referee knows better.
            let _ = game.finish(Outcome::win(!game.position().seat(), Reason::Resignation));
        }
    }

    /// The board as engines of this protocol print it.
    pub(super) fn picture(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for rank in (0..8).rev() {
            let cells = (0..4).filter_map(|file| Square::at(file, rank)).map(|square| match self.cell(square) {
                Cell::FaceUp(piece) => piece.letter(),
                Cell::FaceDown => 'X',
                Cell::Empty | Cell::Outside => '-',
            });
            let cells: String = cells.flat_map(|letter| [' ', ' ', letter]).collect();
            lines.push(format!("{}{cells}", rank + 1));
        }
        lines.push("   a  b  c  d".to_string());
        lines
    }

    fn cell(&self, square: Square) -> Cell {
        match self {
            Self::Game(game) => game.position().cell(square),
            Self::Setup(setup) => setup.board[square.index()],
        }
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        match self.cell(square) {
            Cell::FaceUp(piece) => Some(piece),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        text.parse().expect("rules")
    }

    fn ply(text: &str) -> Ply {
        text.parse().expect("a ply")
    }

    fn read(text: &str) -> Result<Board, String> {
        Board::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    /// The far rank is told first, each rank from a to d.
    const MIDDLE: &str = "K - - X  - - - -  - - - -  - - - -  - - - -  - - - -  - - - -  p X - n \
        0 0 0 1 0 0 0 0 0 0 0 0 1 0";

    fn position(board: &mut Board, colour: Colour) -> String {
        board.turn(rules("taiwan-league"), Some(colour)).expect("a game").position().to_string()
    }

    #[test]
    fn squares_and_counts_have_their_order() {
        let mut board = read(MIDDLE).expect("a board");
        assert!(board.game().is_none());
        assert_eq!(board.picture()[0], "8  K  -  -  X");
        assert_eq!(board.picture()[7], "1  p  X  -  n");
        assert_eq!(position(&mut board, Colour::Black), "K2?/4/4/4/4/4/4/p?1n b P1g1 0 1");
        assert_eq!(position(&mut read(MIDDLE).expect("a board"), Colour::Red), "K2?/4/4/4/4/4/4/p?1n r P1g1 0 1");
    }

    #[test]
    fn the_start_needs_nobody_to_move() {
        let start = format!("{} 1 1 2 2 2 2 2 2 2 2 2 2 5 5", ["X"; 32].join(" "));
        let mut board = read(&start).expect("a board");
        let game = board.turn(rules("taiwan-league"), None).expect("a game");
        assert_eq!(*game.position(), Position::start());
        let mut board = read(&start).expect("a board");
        board.play(rules("taiwan-league"), ply("b2=G")).expect("a flip");
        assert_eq!(board.game().map(|game| game.position().turn()), Some(2));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let wrong = |from: &str, to: &str| read(&MIDDLE.replacen(from, to, 1)).expect_err("refused");
        assert!(wrong("K", "").contains("not 45 words"));
        assert!(wrong("K", "Z").contains("a8: \"Z\" is no piece"));
        assert!(wrong("0 0 0 1", "2 0 0 1").contains("K: there cannot be \"2\" of them"));
        assert!(wrong("0 0 0 1", "0 0 0 x").contains("g: there cannot be"));
        // More face down than there are squares for, and a second General.
        assert!(wrong("0 0 0 1", "0 1 0 1").contains("bag"));
        assert!(wrong("p X", "K X").contains('K'));
        assert!(read(&format!("{} {}", ["-"; 32].join(" "), ["0"; 14].join(" "))).is_err());
    }

    #[test]
    fn a_move_shows_whose_turn_it_is() {
        let mut board = read(MIDDLE).expect("a board");
        // Nobody knows who flips.
        assert_eq!(
            board.play(rules("taiwan-league"), ply("b1=g")),
            Ok(Effect::Flipped(Piece::from_letter('g').unwrap()))
        );
        assert!(board.play(rules("taiwan-league"), ply("b1=P")).is_err());
        assert!(board.play(rules("taiwan-league"), ply("d8=g")).is_err());
        assert!(board.turn(rules("taiwan-league"), None).is_err());
        assert_eq!(board.play(rules("taiwan-league"), ply("d1-d2")), Ok(Effect::Stepped));
        assert_eq!(
            board.game().map(|game| game.position().to_string()).as_deref(),
            Some("K2?/4/4/4/4/4/3n/pg2 r P1 1 2")
        );
        // A second turn of one side, where the referee says so.
        assert_eq!(board.play(rules("taiwan-league"), ply("d2-d3")), Ok(Effect::Stepped));
        let game = board.game().expect("a game");
        assert_eq!((game.position().turn(), game.plies().len()), (4, 1));
        assert!(board.play(rules("taiwan-league"), ply("a8-a6")).is_err());
    }

    #[test]
    fn limits_change_and_what_was_played_stays() {
        let mut board = read(MIDDLE).expect("a board");
        for text in ["a8-a7", "d1-d2", "a7-a8", "d2-d1", "a8-a7", "d1-d2", "a7-a8"] {
            board.play(rules("taiwan-league"), ply(text)).expect("legal");
        }
        board.change(rules("taiwan-league:cycle=2"));
        let game = board.game().expect("a game");
        assert_eq!((game.plies().len(), game.outcome()), (7, None));
        board.play(rules("taiwan-league:cycle=2"), ply("d2-d1")).expect("legal");
        assert_eq!(board.game().and_then(Game::outcome).map(|outcome| outcome.reason), Some(Reason::Repetition));
        // Under this limit it would not have come so far: it goes on from here.
        board.change(rules("taiwan-league:quiet=4"));
        let game = board.game().expect("a game");
        assert_eq!((game.plies().len(), game.position().quiet(), game.outcome()), (0, 0, None));
    }

    #[test]
    fn a_game_that_was_given_up_may_go_on() {
        let mut board = read(MIDDLE).expect("a board");
        board.play(rules("taiwan-league"), ply("a8-a7")).expect("legal");
        board.resign();
        assert!(board.game().and_then(Game::outcome).is_some());
        board.play(rules("taiwan-league"), ply("d1-d2")).expect("the referee knows better");
    }
}

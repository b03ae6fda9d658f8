//! Why an action is not legal, in terms that can be shown to a player.

use core::fmt;

use crate::{Action, Cell, DarkRule, Kind, Outcome, Piece, Position, Rules, Square, attacks};

/// Why an action is not legal.
///
/// ```
/// use banqi::{Game, IllegalAction};
///
/// let game = Game::from_position("taiwan-tournament".parse()?, "4/4/4/4/4/4/4/Kp2 r - 0 41".parse()?)?;
/// let error = game.check("a1-b1".parse()?).unwrap_err();
/// assert!(matches!(error, IllegalAction::RankTooLow { .. }));
/// assert_eq!(error.to_string(), "a general does not take a soldier");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The game is over.
    GameOver(Outcome),
    /// The square does not exist on this study board.
    OutsideBoard(Square),
    /// A flip of a square without a face-down piece.
    NotFaceDown(Square),
    /// Before the first flip nobody has a colour: only flips are legal.
    BeforeFirstFlip,
    /// Inside a chain only attacks by the chain's piece and `end` are legal.
    InChain {
        /// Where the chain's piece stands.
        piece: Square,
    },
    /// `end` without a chain.
    NoChain,
    /// No piece stands where the move starts.
    NoPiece(Square),
    /// The piece is face down and cannot move.
    FaceDown(Square),
    /// The piece is the opponent's.
    NotYours {
        /// Where it stands.
        square: Square,
        /// What it is.
        piece: Piece,
    },
    /// The move goes nowhere, or to an own piece.
    OwnPiece(Square),
    /// The target cannot be reached by this piece's step or attack.
    OutOfReach {
        /// What would move.
        piece: Piece,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A Cannon's capture without exactly one screen, or of its neighbour.
    NoScreen {
        /// The target.
        to: Square,
    },
    /// Face-down pieces cannot be attacked under these rules.
    DarkTarget(Square),
    /// The attacker's rank does not take the target.
    RankTooLow {
        /// What attacks.
        attacker: Kind,
        /// What it does not take.
        target: Kind,
    },
    /// The step would chase an enemy piece once too often.
    ForbiddenChase {
        /// What would step.
        chaser: Piece,
        /// What it would chase again.
        target: Piece,
        /// Where that stands.
        square: Square,
        /// How often in a row it may be chased.
        limit: u16,
    },
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
            Self::OutsideBoard(square) => write!(f, "{square} is not part of this board"),
            Self::NotFaceDown(square) => write!(f, "there is no face-down piece on {square} to flip"),
            Self::BeforeFirstFlip => f.write_str("nobody has a colour before the first flip: flip a piece"),
            Self::InChain { piece } => {
                write!(f, "a chain is open: attack again with the piece on {piece}, or stop it with end")
            }
            Self::NoChain => f.write_str("there is no chain to end"),
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::FaceDown(square) => write!(f, "the piece on {square} is face down: it can be flipped, not moved"),
            Self::NotYours { square, piece } => write!(f, "the {piece} on {square} is not yours"),
            Self::OwnPiece(square) => write!(f, "your own piece stands on {square}"),
            Self::OutOfReach { piece, from, to } => {
                write!(f, "{} {} cannot reach {to} from {from}", article(piece.kind), piece.kind)
            }
            Self::NoScreen { to } => write!(
                f,
                "a cannon captures only by jumping along a line over exactly one piece onto the next, and nothing \
                 else; {to} is not such a target"
            ),
            Self::DarkTarget(square) => {
                write!(f, "the piece on {square} is face down and cannot be attacked under these rules")
            }
            Self::RankTooLow { attacker, target } => {
                write!(f, "{} {attacker} does not take {} {target}", article(*attacker), article(*target))
            }
            Self::ForbiddenChase { chaser, target, square, limit } => write!(
                f,
                "forbidden chase: this {} has chased the {} on {square} {} and may not chase it again",
                chaser.kind,
                target.kind,
                Times(*limit)
            ),
        }
    }
}

impl core::error::Error for IllegalAction {}

fn article(kind: Kind) -> &'static str {
    if matches!(kind, Kind::Advisor | Kind::Elephant) { "an" } else { "a" }
}

/// So many times in a row, in words.
struct Times(u16);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1 { f.write_str("once") } else { write!(f, "{} times in a row", self.0) }
    }
}

impl Position {
    /// Checks an action of the side to move; forbidden chases and the end of the game are not known here.
    ///
    /// # Errors
    ///
    /// Why the action is not legal.
    ///
    /// ```
    /// use banqi::{IllegalAction, Position, Preset};
    /// let rules = Preset::TaiwanTournament.rules();
    /// assert!(Position::start().check_action(&rules, "a1".parse()?).is_ok());
    /// assert_eq!(
    ///     Position::start().check_action(&rules, "a1-a2".parse()?),
    ///     Err(IllegalAction::BeforeFirstFlip)
    /// );
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    pub fn check_action(&self, rules: &Rules, action: Action) -> Result<(), IllegalAction> {
        if let Some(piece) = self.chain() {
            return match action {
                Action::End => Ok(()),
                Action::Move { from, to } if from == piece => match self.cell(to) {
                    Cell::Empty => Err(IllegalAction::InChain { piece }),
                    _ => self.check_move(rules, from, to),
                },
                _ => Err(IllegalAction::InChain { piece }),
            };
        }
        match action {
            Action::Flip(square) => match self.cell(square) {
                Cell::FaceDown => Ok(()),
                Cell::Outside => Err(IllegalAction::OutsideBoard(square)),
                _ => Err(IllegalAction::NotFaceDown(square)),
            },
            Action::Move { from, to } => self.check_move(rules, from, to),
            Action::End => Err(IllegalAction::NoChain),
        }
    }

    fn check_move(&self, rules: &Rules, from: Square, to: Square) -> Result<(), IllegalAction> {
        let Some(side) = self.side() else { return Err(IllegalAction::BeforeFirstFlip) };
        let piece = match self.cell(from) {
            Cell::Outside => return Err(IllegalAction::OutsideBoard(from)),
            Cell::Empty => return Err(IllegalAction::NoPiece(from)),
            Cell::FaceDown => return Err(IllegalAction::FaceDown(from)),
            Cell::FaceUp(piece) if piece.colour != side => {
                return Err(IllegalAction::NotYours { square: from, piece });
            }
            Cell::FaceUp(piece) => piece,
        };
        let attacked = self.attacked_from(rules, from).contains(to);
        let refused = |by_rank: IllegalAction| {
            if attacked {
                Ok(())
            } else if rules.jumps(piece.kind) {
                Err(IllegalAction::NoScreen { to })
            } else if attacks::neighbours(from).contains(to) {
                Err(by_rank)
            } else {
                Err(IllegalAction::OutOfReach { piece, from, to })
            }
        };
        match self.cell(to) {
            Cell::Outside => Err(IllegalAction::OutsideBoard(to)),
            Cell::Empty if self.steps_from(rules, from).contains(to) => Ok(()),
            Cell::Empty => Err(IllegalAction::OutOfReach { piece, from, to }),
            Cell::FaceDown if rules.parameters().dark == DarkRule::Off => Err(IllegalAction::DarkTarget(to)),
            Cell::FaceDown => refused(IllegalAction::OutOfReach { piece, from, to }),
            Cell::FaceUp(target) if target.colour == side => Err(IllegalAction::OwnPiece(to)),
            Cell::FaceUp(target) => refused(IllegalAction::RankTooLow { attacker: piece.kind, target: target.kind }),
        }
    }
}

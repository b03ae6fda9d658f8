//! Verification: whether a game was played with the deal that its secrets give.

use std::fmt;

use banqi::{Action, Piece, Position, Record, ReplayError, Square};

use crate::{Deal, DealError, HexError, SealCode, SealHash, SealedDeal, Secret, Terms, TermsError, Transcript};

/// The tags that a record of a sealed game has when it is over, besides those of every record and `C2`.
const REQUIRED: [&str; 6] = ["Game", "ServerCommit", "Seat1Commit", "C1", "S", "Seal"];

/// Recomputes the deal of a record from its tags, and compares everything that the record says with it.
///
/// That is: the commitments, the seal, the tag `Deal` if there is one, and what came up in each turn; the record is
/// replayed as well. A record that passes is *consistent with itself*. Whoever wrote it may have written all of it: that
/// this is the deal that was sealed is known from a code noted beforehand, with [`Seal::check_code`].
///
/// [`Seal::check_code`]: crate::Seal::check_code
///
/// # Errors
///
/// [`Mismatch`], the first that is found.
///
/// ```
/// use banqi::{Action, Ending, Game, Preset, Record, Square};
/// use banqi_deal::{Mismatch, verify_record};
/// # let dealt = banqi_deal::example();
///
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// for square in Square::all().take(5) {
///     game.play(dealt.deal().ply(game.position(), Action::Flip(square)))?;
/// }
/// let mut record = Record { ending: Ending::Aborted, ..Record::of(&game) };
/// dealt.write_tags(&mut record.tags);
///
/// let verified = verify_record(&record)?;
/// assert!(verified.seal().check_code("3NF2-E3A0-Z9H9-A8HC".parse()?).is_ok());
///
/// record.tags.set("S", "")?;
/// assert_eq!(verify_record(&record), Err(Mismatch::TagMissing { tag: "S" }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_record(record: &Record) -> Result<SealedDeal, Mismatch> {
    if REQUIRED.iter().all(|tag| record.tags.get(tag).is_none()) {
        return Err(Mismatch::NotSealed);
    }
    let terms = Terms::new(tag(record, "Game")?, &record.rules).map_err(Mismatch::Game)?;
    let transcript = Transcript {
        terms,
        server_commit: read(record, "ServerCommit")?,
        seat1_commit: read(record, "Seat1Commit")?,
        c1: read(record, "C1")?,
        c2: record.tags.get("C2").map(|_| read(record, "C2")).transpose()?,
    };
    let server: Secret = read(record, "S")?;
    let said: SealHash = read(record, "Seal")?;
    let dealt = SealedDeal::new(transcript, server)?;
    let found = dealt.seal().hash();
    if said != found {
        return Err(Mismatch::Seal { said, found });
    }
    dealt.verify_game(record)?;
    Ok(dealt)
}

fn tag<'a>(record: &'a Record, tag: &'static str) -> Result<&'a str, Mismatch> {
    record.tags.get(tag).ok_or(Mismatch::TagMissing { tag })
}

fn read<T: std::str::FromStr<Err = HexError>>(record: &Record, name: &'static str) -> Result<T, Mismatch> {
    tag(record, name)?.parse().map_err(|error| Mismatch::Tag { tag: name, error })
}

impl SealedDeal {
    /// Whether a game was played by the sealed rules and with this deal: what came up in each turn, and the tag `Deal`
    /// if there is one. It is replayed too. Other tags are not looked at.
    ///
    /// # Errors
    ///
    /// [`Mismatch`], the first that is found.
    ///
    /// ```
    /// use banqi::{Game, Preset, Record};
    /// use banqi_deal::Mismatch;
    /// # let dealt = banqi_deal::example();
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=k".parse()?)?;
    /// assert_eq!(dealt.verify_game(&Record::of(&game)), Ok(()));
    /// game.play("b1=K".parse()?)?;
    /// let error = dealt.verify_game(&Record::of(&game)).unwrap_err();
    /// assert_eq!(error.to_string(), "turn 2: a red general came up on b1, but a red advisor was dealt there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_game(&self, record: &Record) -> Result<(), Mismatch> {
        // Rules are equal by their values, but it is their text that was sealed.
        let (sealed, played) = (self.seal().transcript().terms.rules(), record.rules.to_string());
        if sealed != played {
            return Err(Mismatch::Rules { sealed: sealed.to_string(), played });
        }
        if record.start != Position::start() {
            return Err(Mismatch::Start);
        }
        for (turn, recorded) in (1..).zip(&record.turns) {
            for ply in &recorded.turn.0 {
                let (Action::Flip(square) | Action::Move { to: square, .. }, Some(piece)) = (ply.action, ply.revealed)
                else {
                    continue;
                };
                if let Some(dealt) = self.deal().piece(square).filter(|&dealt| dealt != piece) {
                    return Err(Mismatch::Opened { turn, square, piece, dealt });
                }
            }
        }
        if let Some(text) = record.tags.get("Deal") {
            let told: Deal = text.parse().map_err(Mismatch::DealTag)?;
            if let Some(square) = Square::all().find(|&square| told.piece(square) != self.deal().piece(square)) {
                return Err(Mismatch::Deal { square });
            }
        }
        record.replay().map_err(Mismatch::Replay)?;
        Ok(())
    }
}

/// What does not match in a sealed deal, its openings or a record of its game.
///
/// ```
/// use banqi_deal::Mismatch;
/// let words = Mismatch::Square { square: "b2".parse()? }.to_string();
/// assert_eq!(words, "b2: its leaf in the seal is another one");
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// The server's secret is not the one that it committed itself to.
    ServerCommit,
    /// The secret of seat 1 is not the one that its player committed to.
    Seat1Commit,
    /// A tile, opened or recomputed, is not what was sealed.
    Tile {
        /// Which, from 0.
        tile: usize,
    },
    /// A square, opened or recomputed, is not what was sealed.
    Square {
        /// Which.
        square: Square,
    },
    /// The seal is not the hash of what it seals.
    Seal {
        /// The seal of the record.
        said: SealHash,
        /// The seal that was computed.
        found: SealHash,
    },
    /// The code noted beforehand belongs to another seal.
    Code {
        /// The code that was noted.
        noted: SealCode,
        /// The code that was computed.
        found: SealCode,
    },
    /// The record has no tag of a sealed deal at all.
    NotSealed,
    /// The record has no tag of this name, which it needs.
    TagMissing {
        /// The tag.
        tag: &'static str,
    },
    /// The tag's value cannot be read.
    Tag {
        /// The tag.
        tag: &'static str,
        /// Why.
        error: HexError,
    },
    /// The value of the tag `Game` cannot be a game's id.
    Game(TermsError),
    /// The game was played by other rules than were sealed, or they are written in another way.
    Rules {
        /// The rules of the seal.
        sealed: String,
        /// The rules of the record.
        played: String,
    },
    /// The game did not begin with all pieces face down.
    Start,
    /// Something else came up than was dealt.
    Opened {
        /// The number of the turn.
        turn: u32,
        /// Where.
        square: Square,
        /// What came up.
        piece: Piece,
        /// What was dealt.
        dealt: Piece,
    },
    /// The tag `Deal` cannot be read.
    DealTag(DealError),
    /// The tag `Deal` has another piece on a square than was dealt.
    Deal {
        /// The first such square.
        square: Square,
    },
    /// The game cannot have been played like this.
    Replay(ReplayError),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ServerCommit => f.write_str("the server's secret S is not the one that it committed itself to"),
            Self::Seat1Commit => f.write_str("the secret C1 is not the one that seat 1 committed itself to"),
            Self::Tile { tile } => write!(f, "tile {tile}: its leaf in the seal is another one"),
            Self::Square { square } => write!(f, "{square}: its leaf in the seal is another one"),
            Self::Seal { said, found } => write!(f, "the seal is {said}, but what it seals has {found}"),
            Self::Code { noted, found } => {
                write!(f, "the code of the seal is {found}, not {noted}: this is not the deal that was sealed")
            }
            Self::NotSealed => f.write_str("the record has no proof of its deal: none of the tags of a sealed deal"),
            Self::TagMissing { tag } => {
                write!(f, "the tag {tag} is missing, without which the deal cannot be verified")
            }
            Self::Tag { tag, error } => write!(f, "the tag {tag}: {error}"),
            Self::Game(error) => write!(f, "the tag Game: {error}"),
            Self::Rules { sealed, played } => write!(f, "the rules are {played}, but {sealed} was sealed"),
            Self::Start => f.write_str("the game does not begin with all pieces face down, as a sealed one does"),
            Self::Opened { turn, square, piece, dealt } => {
                write!(f, "turn {turn}: a {piece} came up on {square}, but a {dealt} was dealt there")
            }
            Self::DealTag(error) => write!(f, "the tag Deal: {error}"),
            Self::Deal { square } => write!(f, "the tag Deal has another piece on {square} than was dealt there"),
            Self::Replay(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Mismatch {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tag { error, .. } => Some(error),
            Self::Game(error) => Some(error),
            Self::DealTag(error) => Some(error),
            Self::Replay(error) => Some(error),
            _ => None,
        }
    }
}

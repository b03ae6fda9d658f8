//! A deal that nobody chose, with what proves it.

use std::fmt;

use banqi::{Bag, Kind, Piece, Square, Tags};

use crate::hash::Key;
use crate::seal::set;
use crate::shuffle::shuffle_with;
use crate::{Deal, EngineSeed, Leaf, Leaves, Mismatch, Opening, Salt, Salts, Seal, Secret, Tiles, Transcript};

/// A deal with its tiles, made from the secrets of all sides, and everything that opens it: for its referee only.
///
/// docs/fairness.md has the construction, version 1. Its debug form tells the code of its seal and nothing else.
///
/// ```
/// use banqi::{Position, Preset};
/// use banqi_deal::{SealedDeal, Secret, Terms, Transcript};
///
/// let [server, c1, c2] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
/// let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
/// let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
/// let transcript = Transcript { terms, server_commit, seat1_commit, c1, c2: Some(c2) };
/// let dealt = SealedDeal::new(transcript, server)?;
/// assert!(dealt.deal().fits(&Position::start()));
/// assert_eq!(format!("{dealt:?}"), format!("SealedDeal({})", dealt.seal().code()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SealedDeal {
    server: Secret,
    tiles: Tiles,
    deal: Deal,
    salts: Salts,
    seal: Seal,
}

impl SealedDeal {
    /// Deals what follows from a transcript and the server's secret S.
    ///
    /// # Errors
    ///
    /// [`Mismatch::ServerCommit`] or [`Mismatch::Seat1Commit`] when S or c1 is not the secret that was committed to.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::{Secret, Terms, Transcript};
    /// use banqi_deal::{Mismatch, SealedDeal};
    /// # let [server, c1, other] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
    /// # let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
    /// # let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    /// # let against_a_computer = Transcript { terms, server_commit, seat1_commit, c1, c2: None };
    /// assert!(SealedDeal::new(against_a_computer.clone(), server).is_ok());
    /// assert_eq!(SealedDeal::new(against_a_computer, other), Err(Mismatch::ServerCommit));
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn new(transcript: Transcript, server: Secret) -> Result<Self, Mismatch> {
        let key = transcript.key(&server);
        let mut tiles = Tiles::KINDS;
        let mut stream = key.stream("tiles");
        shuffle_with(&mut tiles, |bound| stream.below(bound));
        let mut squares = full_set();
        let mut stream = key.stream("board");
        shuffle_with(&mut squares, |bound| stream.below(bound));
        let salts = Salts {
            tiles: std::array::from_fn(|tile| salt(&key, "salt-tile", tile)),
            squares: std::array::from_fn(|square| salt(&key, "salt-square", square)),
        };
        Self::from_parts(transcript, server, tiles, squares, salts)
    }

    /// Seals any tiles, squares and salts, whatever follows from the secrets: for tests and tools.
    ///
    /// Its openings go with its seal, but a deal of this kind is somebody's choice, and [`Seal::verify`] finds that out.
    ///
    /// # Errors
    ///
    /// As for [`SealedDeal::new`].
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// use banqi_deal::{Mismatch, SealedDeal};
    /// let mut squares = dealt.squares();
    /// squares.swap(0, 1);
    /// let (transcript, server) = (dealt.seal().transcript().clone(), dealt.server().clone());
    /// let chosen =
    ///     SealedDeal::from_parts(transcript, server, dealt.tiles().kinds(), squares, dealt.salts().clone())?;
    /// assert!(chosen.seal().check(&chosen.open("a1".parse()?)).is_ok());
    /// assert_eq!(chosen.seal().verify(chosen.server()), Err(Mismatch::Square { square: "a1".parse()? }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_parts(
        transcript: Transcript,
        server: Secret,
        tiles: [Kind; Tiles::COUNT],
        squares: [Piece; Square::COUNT],
        salts: Salts,
    ) -> Result<Self, Mismatch> {
        if server.server_commit(&transcript.terms) != transcript.server_commit {
            return Err(Mismatch::ServerCommit);
        }
        let game = transcript.terms.game();
        let leaves = Leaves {
            tiles: std::array::from_fn(|tile| {
                Opening::Tile { tile, kind: tiles[tile], salt: salts.tiles[tile] }.leaf(game)
            }),
            squares: squares_from_fn(|square| {
                let (piece, salt) = (squares[square.index()], salts.squares[square.index()]);
                Opening::Square { square, piece, salt }.leaf(game)
            }),
        };
        let seal = Seal::new(transcript, leaves)?;
        Ok(Self { server, tiles: Tiles::from_kinds(tiles), deal: Deal::from_pieces(squares), salts, seal })
    }

    /// The server's secret S, which is told when the game is over.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert!(dealt.server().to_hex().starts_with("00010203"));
    /// ```
    pub const fn server(&self) -> &Secret {
        &self.server
    }

    /// The tiles for the first turn.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.tiles().kind(0), Some(banqi::Kind::Horse));
    /// ```
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// What lies under the squares.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.deal().to_string(), "kGRrgPcnPGRrpNKpPCgcCNpPMnpmMpPm");
    /// ```
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What lies under the squares, each of which has a piece, in the order a1 b1 c1 d1 a2 .. d8.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.squares().map(|piece| piece.letter())[..4], ['k', 'G', 'R', 'r']);
    /// ```
    #[allow(clippy::missing_panics_doc, reason = "every constructor puts a piece on every square")]
    pub fn squares(&self) -> [Piece; Square::COUNT] {
        let mut pieces = Square::all().filter_map(|square| self.deal.piece(square));
        std::array::from_fn(|_| pieces.next().expect("a sealed deal has a piece on every square"))
    }

    /// The salts, all of them.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert!(dealt.salts().squares[0].to_hex().starts_with("b4c05b32"));
    /// ```
    pub const fn salts(&self) -> &Salts {
        &self.salts
    }

    /// What the computer's seeds come from, where it plays in this game.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_ne!(dealt.engine_seed().turn(1), dealt.engine_seed().turn(2));
    /// ```
    pub fn engine_seed(&self) -> EngineSeed {
        EngineSeed::of(&self.seal.transcript().key(&self.server))
    }

    /// What everybody may hold from the start.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.seal().code().to_string(), "3NF2-E3A0-Z9H9-A8HC");
    /// ```
    pub const fn seal(&self) -> &Seal {
        &self.seal
    }

    /// Opens a square: what lies there, with its proof.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// let opening = dealt.open("a1".parse()?);
    /// assert!(dealt.seal().check(&opening).is_ok());
    /// # Ok::<(), banqi::SquareError>(())
    /// ```
    #[allow(clippy::missing_panics_doc, reason = "every constructor puts a piece on every square")]
    pub fn open(&self, square: Square) -> Opening {
        let piece = self.deal.piece(square).expect("a sealed deal has a piece on every square");
        Opening::Square { square, piece, salt: self.salts.squares[square.index()] }
    }

    /// Opens a tile, or none if there is no such tile.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// let opening = dealt.open_tile(4).ok_or("a tile")?;
    /// assert!(dealt.seal().check(&opening).is_ok());
    /// assert_eq!(dealt.open_tile(5), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn open_tile(&self, tile: usize) -> Option<Opening> {
        Some(Opening::Tile { tile, kind: self.tiles.kind(tile)?, salt: *self.salts.tiles.get(tile)? })
    }

    /// Sets the tags of a record of a game that is over: those of [`Seal::write_tags`], `S` and `Deal`.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// let mut tags = banqi::Tags::default();
    /// dealt.write_tags(&mut tags);
    /// assert_eq!(tags.get("Deal"), Some("kGRrgPcnPGRrpNKpPCgcCNpPMnpmMpPm"));
    /// assert_eq!(tags.get("S").and_then(|secret| secret.parse().ok()).as_ref(), Some(dealt.server()));
    /// ```
    pub fn write_tags(&self, tags: &mut Tags) {
        self.seal.write_tags(tags);
        set(tags, "S", &self.server.to_hex());
        set(tags, "Deal", &self.deal.to_string());
    }
}

impl fmt::Debug for SealedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedDeal({})", self.seal.code())
    }
}

/// All pieces before the shuffle: red before black, KGMRNCP in each.
fn full_set() -> [Piece; Square::COUNT] {
    let mut set = Bag::full().iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into()));
    std::array::from_fn(|_| set.next().expect("the set has a piece for each square"))
}

fn squares_from_fn(mut leaf: impl FnMut(Square) -> Leaf) -> [Leaf; Square::COUNT] {
    let mut squares = Square::all();
    std::array::from_fn(|_| leaf(squares.next().expect("one for each square")))
}

fn salt(key: &Key, label: &str, index: usize) -> Salt {
    // There are 5 tiles and 32 squares: an index is one byte.
    let bytes = key.expand(label, &[index as u8]);
    let mut salt = [0; 16];
    salt.copy_from_slice(&bytes[..16]);
    Salt::from_bytes(salt)
}

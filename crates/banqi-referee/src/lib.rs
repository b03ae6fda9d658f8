//! An independent mailbox referee: the oracle that the rules crate is tested against.
//!
//! Written from the documents alone (the specification of rules and notation, and the published rules that the presets
//! come from) and without a look at the crate `banqi`. It is slow on purpose: a board is an array of squares, lines are
//! walked square by square, a repetition is found by comparing stored positions, and a chase by following pieces that
//! carry a number each.

/// Why an input was refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// What was wrong, in words.
    pub message: String,
    /// The index of the item in `moves`; `None` when the rules or the position were refused.
    pub at: Option<usize>,
}

/// The answer to a conformance query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The position in its five fields, written canonically.
    pub fen: String,
    /// The legal single actions, sorted; empty once there is a result.
    pub legal: Vec<String>,
    /// The steps the chase rule takes away, sorted; empty once there is a result.
    pub forbidden: Vec<String>,
    /// How the game ended, when it has.
    pub result: Option<GameResult>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// `red` or `black`; `None` for a draw.
    pub winner: Option<&'static str>,
    /// `first` or `second`; `None` for a draw.
    pub seat: Option<&'static str>,
    /// `elimination`, `no-legal-move`, `repetition` or `no-progress`.
    pub reason: &'static str,
}

/// The kinds in the order in which a bag is written, with how many of each a colour has.
const SET: [(char, usize); 7] = [('K', 1), ('G', 2), ('M', 2), ('R', 2), ('N', 2), ('C', 2), ('P', 5)];

/// The four ways along a row or a column, as (files, ranks).
const STRAIGHT: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The four ways to a diagonal neighbour.
const SLANTED: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The start position (the start of docs/notation.md).
const START: &str = "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1";

// ---------------------------------------------------------------------------------------------------------------
// The rules as a set of parameters
// ---------------------------------------------------------------------------------------------------------------

/// What an attack on a face-down piece may be (parameter `dark`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dark {
    Off,
    Probe,
    Trade,
}

/// One value for every parameter.
#[derive(Clone)]
struct Rules {
    /// Highest first.
    ranks: [char; 7],
    /// `cannon=jump`; otherwise `cannon=step`.
    cannon_jumps: bool,
    elimination: bool,
    quiet: Option<u64>,
    repetition: Option<u64>,
    cycle: Option<u64>,
    chase: Option<u64>,
    chain: bool,
    dark: Dark,
    rush: bool,
    diagonal: bool,
}

impl Rules {
    /// The eight presets, row by row as the table of presets has them.
    fn preset(name: &str) -> Option<Self> {
        let base = Self {
            ranks: ['K', 'G', 'M', 'R', 'N', 'C', 'P'],
            cannon_jumps: true,
            elimination: true,
            quiet: None,
            repetition: None,
            cycle: None,
            chase: None,
            chain: false,
            dark: Dark::Off,
            rush: false,
            diagonal: false,
        };
        let rules = match name {
            "taiwan-tournament" => Self { quiet: Some(180), repetition: Some(3), ..base },
            "taiwan-classic" => Self { elimination: false, ..base },
            "taiwan-quick" => Self { quiet: Some(20), ..base },
            "taiwan-chase" => Self { quiet: Some(60), chase: Some(5), ..base },
            "hong-kong" => {
                Self { ranks: ['K', 'R', 'N', 'C', 'G', 'M', 'P'], cannon_jumps: false, elimination: false, ..base }
            }
            "mainland" => Self { cannon_jumps: false, quiet: Some(60), repetition: Some(3), ..base },
            "taiwan-club" => Self { quiet: Some(40), repetition: Some(3), ..base },
            "taiwan-league" => Self { quiet: Some(60), cycle: Some(3), ..base },
            _ => return None,
        };
        Some(rules)
    }

    /// A preset, or a preset plus changes: `taiwan-chase:quiet=40,repetition=3,chain=on`.
    fn read(text: &str) -> Result<Self, String> {
        let (name, changes) = match text.split_once(':') {
            Some((name, changes)) => (name, Some(changes)),
            None => (text, None),
        };
        let mut rules = Self::preset(name).ok_or_else(|| format!("rules: no preset is called {name:?}"))?;
        let mut seen: Vec<&str> = Vec::new();
        if let Some(changes) = changes {
            for change in changes.split(',') {
                // "An unknown key, a key given twice or an empty change is refused."
                if change.is_empty() {
                    return Err("rules: an empty change".to_string());
                }
                let (key, value) =
                    change.split_once('=').ok_or_else(|| format!("rules: {change:?} is not written key=value"))?;
                if seen.contains(&key) {
                    return Err(format!("rules: {key:?} is given twice"));
                }
                seen.push(key);
                rules.change(key, value)?;
            }
        }
        Ok(rules)
    }

    /// One change to a preset.
    fn change(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = || format!("rules: {key:?} does not take {value:?}");
        match key {
            "ranks" => self.ranks = read_ranks(value).ok_or_else(bad)?,
            "cannon" => match value {
                "jump" => self.cannon_jumps = true,
                "step" => self.cannon_jumps = false,
                _ => return Err(bad()),
            },
            "elimination" => self.elimination = read_switch(value).ok_or_else(bad)?,
            "quiet" => self.quiet = read_limit(value, 1).ok_or_else(bad)?,
            "repetition" => self.repetition = read_limit(value, 2).ok_or_else(bad)?,
            "cycle" => self.cycle = read_limit(value, 2).ok_or_else(bad)?,
            "chase" => self.chase = read_limit(value, 1).ok_or_else(bad)?,
            "chain" => self.chain = read_switch(value).ok_or_else(bad)?,
            "dark" => match value {
                "off" => self.dark = Dark::Off,
                "probe" => self.dark = Dark::Probe,
                "trade" => self.dark = Dark::Trade,
                _ => return Err(bad()),
            },
            "rush" => self.rush = read_switch(value).ok_or_else(bad)?,
            "diagonal" => self.diagonal = read_switch(value).ok_or_else(bad)?,
            _ => return Err(format!("rules: no parameter is called {key:?}")),
        }
        Ok(())
    }

    /// The place of a kind in the order of ranks; 0 is the highest.
    fn place(&self, kind: char) -> usize {
        self.ranks.iter().position(|&k| k == kind).unwrap_or(self.ranks.len())
    }

    /// "A piece captures an adjacent enemy of equal or lower rank. General never takes Soldier and Soldier takes
    /// General, in every order." With `cannon=jump` a Cannon never captures an adjacent piece, and "the Cannon's place
    /// counts only as a target".
    fn takes_by_rank(&self, attacker: char, target: char) -> bool {
        if attacker == 'C' && self.cannon_jumps {
            return false;
        }
        if attacker == 'K' && target == 'P' {
            return false;
        }
        if attacker == 'P' && target == 'K' {
            return true;
        }
        self.place(attacker) <= self.place(target)
    }
}

/// `on` or `off`.
fn read_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `none`, or a number from `least` to 9999. "No 0, sign or leading zero." The outer `None` refuses.
#[allow(clippy::option_option)]
fn read_limit(value: &str, least: u64) -> Option<Option<u64>> {
    if value == "none" {
        return Some(None);
    }
    let number = read_number(value)?;
    if number >= least && number <= 9999 { Some(Some(number)) } else { None }
}

/// `ranks`: "a permutation" of KGMRNCP.
fn read_ranks(value: &str) -> Option<[char; 7]> {
    let letters: Vec<char> = value.chars().collect();
    for (kind, _) in SET {
        if !letters.contains(&kind) {
            return None;
        }
    }
    letters.try_into().ok()
}

/// "Numbers: at most 9 digits, no sign, no leading zero."
fn read_number(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 9 || !text.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    if text.len() > 1 && text.starts_with('0') {
        return None;
    }
    text.parse().ok()
}

// ---------------------------------------------------------------------------------------------------------------
// Pieces, squares, actions
// ---------------------------------------------------------------------------------------------------------------

/// The two colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Red,
    Black,
}

impl Colour {
    fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Black => 'b',
        }
    }

    /// "Letters KGMRNCP, upper case red."
    fn of(letter: char) -> Self {
        if letter.is_ascii_uppercase() { Self::Red } else { Self::Black }
    }
}

/// A face-up piece.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    /// `KGMRNCP` red, `kgmrncp` black.
    letter: char,
    /// Tells this piece from every other one, so that a chase can follow it.
    id: u32,
}

impl Piece {
    fn colour(self) -> Colour {
        Colour::of(self.letter)
    }

    fn kind(self) -> char {
        self.letter.to_ascii_uppercase()
    }
}

/// What a square holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    /// `#`: not part of the board.
    Off,
    Empty,
    FaceDown,
    FaceUp(Piece),
}

/// Whether a letter names a piece.
fn is_piece(letter: char) -> bool {
    SET.iter().any(|&(kind, _)| kind == letter.to_ascii_uppercase())
}

/// How many pieces of that letter the set has.
fn in_the_set(letter: char) -> usize {
    SET.iter().find(|&&(kind, _)| kind == letter.to_ascii_uppercase()).map_or(0, |&(_, count)| count)
}

/// All fourteen letters in the order of a bag.
fn all_letters() -> Vec<char> {
    let red = SET.iter().map(|&(kind, _)| kind);
    let black = SET.iter().map(|&(kind, _)| kind.to_ascii_lowercase());
    red.chain(black).collect()
}

/// The square some files and ranks away, if it is within the 4 x 8 squares.
fn neighbour(square: usize, way: (isize, isize)) -> Option<usize> {
    let file = (square % 4).checked_add_signed(way.0)?;
    let rank = (square / 4).checked_add_signed(way.1)?;
    if file < 4 && rank < 8 { Some(rank * 4 + file) } else { None }
}

/// `a1` is 0, `b1` is 1, `a2` is 4.
fn square_name(square: usize) -> String {
    let file = ['a', 'b', 'c', 'd'][square % 4];
    format!("{file}{}", square / 4 + 1)
}

/// Reads `a1`..`d8`.
fn read_square(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let file = chars.next()?;
    let rank = chars.next()?;
    if chars.next().is_some() {
        return None;
    }
    let file = ['a', 'b', 'c', 'd'].iter().position(|&f| f == file)?;
    let rank = ['1', '2', '3', '4', '5', '6', '7', '8'].iter().position(|&r| r == rank)?;
    Some(rank * 4 + file)
}

/// Whether an attack obeys rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Force {
    /// An adjacent attack: by rank.
    ByRank,
    /// A jump, a slide over a gap, a diagonal attack: "jump, gap and diagonal attacks always take".
    AnyRank,
}

/// One action, as `legal` lists it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Flip(usize),
    Step(usize, usize),
    /// A capture of a face-up enemy or an attack on a face-down piece.
    Attack(usize, usize, Force),
    End,
}

impl Action {
    /// From-square and to-square; a flip has only the latter, `end` has neither.
    fn squares(self) -> (Option<usize>, Option<usize>) {
        match self {
            Self::Flip(to) => (None, Some(to)),
            Self::Step(from, to) | Self::Attack(from, to, _) => (Some(from), Some(to)),
            Self::End => (None, None),
        }
    }

    fn name(self) -> String {
        match self.squares() {
            (Some(from), Some(to)) => format!("{}-{}", square_name(from), square_name(to)),
            (_, Some(to)) => square_name(to),
            _ => "end".to_string(),
        }
    }
}

/// An action as somebody wrote it.
#[derive(Clone, Copy)]
struct Written {
    from: Option<usize>,
    to: Option<usize>,
    /// What came up, when it is given.
    outcome: Option<char>,
}

/// Splits `b3=G` or `b3(G)` into what stands before the outcome and the outcome.
fn split_outcome(part: &str) -> Result<(&str, Option<char>), String> {
    let (head, letter) = if let Some((head, letter)) = part.split_once('=') {
        (head, letter)
    } else if let Some((head, rest)) = part.split_once('(') {
        let letter = rest.strip_suffix(')').ok_or_else(|| format!("{part:?} lacks its closing bracket"))?;
        (head, letter)
    } else {
        return Ok((part, None));
    };
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if is_piece(letter) => Ok((head, Some(letter))),
        _ => Err(format!("{letter:?} is not a piece")),
    }
}

/// Reads one item of `moves`: `b2=G`, `b2-b3`, `b2-b3=G`, `end`, or a turn's actions joined by `-`. "Readers also take
/// `b2(G)`, `b2-b3(G)` and `b2b3`."
fn read_item(item: &str) -> Result<Vec<Written>, String> {
    let mut actions = Vec::new();
    let mut parts = item.split('-');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    // Where the piece of this turn stands after the actions read so far.
    let mut here;
    if first == "end" {
        actions.push(Written { from: None, to: None, outcome: None });
        here = None;
    } else {
        let (head, outcome) = split_outcome(first)?;
        if let Some(square) = read_square(head) {
            if outcome.is_some() || rest.peek().is_none_or(|&next| next == "end") {
                actions.push(Written { from: None, to: Some(square), outcome });
                here = None; // "A flip ends the turn, whatever comes up."
            } else {
                here = Some(square);
            }
        } else {
            let squares = head.split_at_checked(2).and_then(|(a, b)| Some((read_square(a)?, read_square(b)?)));
            let (from, to) = squares.ok_or_else(|| format!("{first:?} is not an action"))?;
            actions.push(Written { from: Some(from), to: Some(to), outcome });
            here = Some(to);
        }
    }
    for part in rest {
        let Some(from) = here else {
            return Err(format!("nothing may follow in {item:?} before {part:?}"));
        };
        if part == "end" {
            actions.push(Written { from: None, to: None, outcome: None });
            here = None;
        } else {
            let (head, outcome) = split_outcome(part)?;
            let to = read_square(head).ok_or_else(|| format!("{head:?} is not a square"))?;
            actions.push(Written { from: Some(from), to: Some(to), outcome });
            here = Some(to);
        }
    }
    Ok(actions)
}

// ---------------------------------------------------------------------------------------------------------------
// The referee
// ---------------------------------------------------------------------------------------------------------------

/// The chases of one player: the piece stepped last, and how often in a row it has chased each enemy piece.
#[derive(Clone)]
struct Chasing {
    chaser: u32,
    counts: Vec<(u32, u64)>,
}

/// A game under way.
#[derive(Clone)]
pub struct Referee {
    rules: Rules,
    board: [Square; 32],
    /// The letters of the pieces still face down.
    bag: Vec<char>,
    /// `None` before the first flip.
    to_move: Option<Colour>,
    /// The square of the piece that may go on with a chain.
    chain_at: Option<usize>,
    quiet: u64,
    turn: u64,
    next_id: u32,
    /// The positions at the starts of turns since the last flip or capture (or the position read).
    positions: Vec<(Vec<char>, Vec<char>, char)>,
    /// The quiet moves since the last flip or capture (or the position read).
    steps: Vec<(usize, usize)>,
    /// The chases of Red and of Black.
    chases: [Option<Chasing>; 2],
    result: Option<GameResult>,
}

/// Where a colour's chases are kept in `chases`.
fn chase_index(colour: Colour) -> usize {
    match colour {
        Colour::Red => 0,
        Colour::Black => 1,
    }
}

impl Referee {
    /// A game from the start position or from a position given.
    ///
    /// # Errors
    /// When the rules or the position are refused.
    pub fn new(rules: &str, fen: Option<&str>) -> Result<Self, Refusal> {
        Self::read(rules, fen.unwrap_or(START)).map_err(|message| Refusal { message, at: None })
    }

    /// Plays one item of `moves`; after an error the state is unchanged.
    ///
    /// # Errors
    /// When the item cannot be read, is not legal now, or its outcome is missing, out of place or not in the bag.
    pub fn apply(&mut self, item: &str) -> Result<(), String> {
        let written = read_item(item)?;
        let mut after = self.clone();
        for (number, action) in written.into_iter().enumerate() {
            // The later actions of a joined turn are hops or `end` of a chain that the earlier ones left open.
            if number > 0 && after.chain_at.is_none() {
                return Err(format!("{item:?} goes on after the turn is over"));
            }
            after.play(action)?;
        }
        *self = after;
        Ok(())
    }

    /// The position, the legal and the forbidden actions, and the result.
    pub fn verdict(&self) -> Verdict {
        let mut legal = Vec::new();
        let mut forbidden = Vec::new();
        if self.result.is_none() {
            for action in self.actions() {
                if self.is_forbidden(action) {
                    forbidden.push(action.name());
                } else {
                    legal.push(action.name());
                }
            }
        }
        legal.sort();
        forbidden.sort();
        Verdict { fen: self.fen(), legal, forbidden, result: self.result.clone() }
    }

    /// What may come up on a face-down square now: the distinct letters of the bag, in its order.
    pub fn bag_letters(&self) -> Vec<char> {
        all_letters().into_iter().filter(|letter| self.bag.contains(letter)).collect()
    }

    /// Whether an action as listed by `legal` reveals a face-down piece.
    pub fn reveals(&self, action: &str) -> bool {
        let last = action.split('-').next_back().unwrap_or_default();
        read_square(last).is_some_and(|square| self.board[square] == Square::FaceDown)
    }

    // -----------------------------------------------------------------------------------------------------------
    // Reading and writing positions
    // -----------------------------------------------------------------------------------------------------------

    /// Reads a position of five fields under the rules given.
    fn read(rules: &str, fen: &str) -> Result<Self, String> {
        let rules = Rules::read(rules)?;
        let fields: Vec<&str> = fen.split(' ').collect();
        let [board_text, side_text, bag_text, quiet_text, turn_text] = fields[..] else {
            return Err(format!("position: five fields parted by one space, not {}", fields.len()));
        };
        let (board, next_id) = read_board(board_text)?;
        let bag = read_bag(bag_text)?;
        let (to_move, chain_at) = read_side(side_text)?;
        let quiet = read_number(quiet_text).ok_or_else(|| format!("quiet: {quiet_text:?} is not a number"))?;
        let turn = read_number(turn_text).ok_or_else(|| format!("turn: {turn_text:?} is not a number"))?;

        let face_down = board.iter().filter(|&&square| square == Square::FaceDown).count();
        let face_up: Vec<char> = board.iter().filter_map(|square| letter_on(*square)).collect();
        // "A board without squares or without pieces is refused."
        if face_down + face_up.len() == 0 {
            return Err("board: there is no piece".to_string());
        }
        // "Bag and `?` at odds."
        if bag.len() != face_down {
            return Err(format!("bag: {} pieces for {face_down} face-down squares", bag.len()));
        }
        // "More of a kind than the set has."
        for letter in all_letters() {
            let count = face_up.iter().chain(&bag).filter(|&&l| l == letter).count();
            if count > in_the_set(letter) {
                return Err(format!("board and bag: {count} of {letter}, the set has {}", in_the_set(letter)));
            }
        }
        // "Turn number from 1."
        if turn == 0 {
            return Err("turn: the first is 1".to_string());
        }
        match to_move {
            None => {
                if !face_up.is_empty() {
                    return Err("to move: `-` with a piece face up".to_string());
                }
                // "`-` requires turn 1 and quiet 0."
                if turn != 1 || quiet != 0 {
                    return Err("to move: `-` requires turn 1 and quiet 0".to_string());
                }
            }
            Some(_) => {
                // "`r` or `b` is refused while the bag holds all 32."
                if bag.len() == 32 {
                    return Err("to move: nobody has a colour while all 32 are in the bag".to_string());
                }
            }
        }
        // "Given rules as well: a quiet count past the limit (at the limit the game is drawn)."
        if rules.quiet.is_some_and(|limit| quiet > limit) {
            return Err("quiet: past the limit".to_string());
        }

        let mut referee = Self {
            rules,
            board,
            bag,
            to_move,
            chain_at,
            quiet,
            turn,
            next_id,
            positions: Vec::new(),
            steps: Vec::new(),
            chases: [None, None],
            result: None,
        };
        referee.check_chain_field()?;
        referee.judge_position_read();
        Ok(referee)
    }

    /// "`r@c4`: only with `chain=on`, that side's piece there, quiet 0, something to attack."
    fn check_chain_field(&self) -> Result<(), String> {
        let Some(square) = self.chain_at else {
            return Ok(());
        };
        if !self.rules.chain {
            return Err("to move: a chain, but the rules have chain=off".to_string());
        }
        match self.board[square] {
            Square::FaceUp(piece) if Some(piece.colour()) == self.to_move => {}
            _ => {
                return Err(format!("to move: no piece of that side on {}", square_name(square)));
            }
        }
        if self.quiet != 0 {
            return Err("to move: inside a chain the quiet count is 0".to_string());
        }
        if self.attacks(square).is_empty() {
            return Err(format!("to move: the piece on {} has nothing to attack", square_name(square)));
        }
        Ok(())
    }

    /// The five fields.
    fn fen(&self) -> String {
        let mut lines = Vec::new();
        for rank in (0..8).rev() {
            let mut line = String::new();
            let mut empty = 0;
            for file in 0..4 {
                let sign = match self.board[rank * 4 + file] {
                    Square::Empty => {
                        empty += 1;
                        continue;
                    }
                    Square::Off => '#',
                    Square::FaceDown => '?',
                    Square::FaceUp(piece) => piece.letter,
                };
                if empty > 0 {
                    line.push_str(&empty.to_string());
                    empty = 0;
                }
                line.push(sign);
            }
            if empty > 0 {
                line.push_str(&empty.to_string());
            }
            lines.push(line);
        }
        let side = match (self.to_move, self.chain_at) {
            (None, _) => "-".to_string(),
            (Some(colour), None) => colour.letter().to_string(),
            (Some(colour), Some(square)) => format!("{}@{}", colour.letter(), square_name(square)),
        };
        let mut bag = String::new();
        for letter in self.bag_letters() {
            let count = self.bag.iter().filter(|&&l| l == letter).count();
            bag.push(letter);
            bag.push_str(&count.to_string());
        }
        if bag.is_empty() {
            bag.push('-');
        }
        format!("{} {side} {bag} {} {}", lines.join("/"), self.quiet, self.turn)
    }

    // -----------------------------------------------------------------------------------------------------------
    // What may be played
    // -----------------------------------------------------------------------------------------------------------

    /// Every action there is now, the forbidden chases among them.
    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        // "Inside a chain only these hops and `end` are legal."
        if let Some(square) = self.chain_at {
            actions.extend(self.attacks(square));
            actions.push(Action::End);
            return actions;
        }
        for square in 0..32 {
            match self.board[square] {
                // "Flip any face-down piece."
                Square::FaceDown => actions.push(Action::Flip(square)),
                // "Before the first flip nobody has a colour and only flips are legal."
                Square::FaceUp(piece) if Some(piece.colour()) == self.to_move => {
                    actions.extend(self.steps_from(square));
                    actions.extend(self.attacks(square));
                }
                _ => {}
            }
        }
        actions
    }

    /// "Step one of your face-up pieces one square orthogonally to an empty square"; with `rush` "a Chariot may slide
    /// any number of empty squares".
    fn steps_from(&self, from: usize) -> Vec<Action> {
        let Square::FaceUp(piece) = self.board[from] else {
            return Vec::new();
        };
        let slides = self.rules.rush && piece.kind() == 'R';
        let mut steps = Vec::new();
        for way in STRAIGHT {
            let mut here = from;
            while let Some(to) = neighbour(here, way) {
                if self.board[to] != Square::Empty {
                    break;
                }
                steps.push(Action::Step(from, to));
                if !slides {
                    break;
                }
                here = to;
            }
        }
        steps
    }

    /// Every single attack of the piece on a square: captures of face-up enemies, and attacks on face-down pieces
    /// where `dark` allows them.
    fn attacks(&self, from: usize) -> Vec<Action> {
        let Square::FaceUp(piece) = self.board[from] else {
            return Vec::new();
        };
        let mut attacks = Vec::new();
        for (to, force) in self.reach(from, piece) {
            let allowed = match self.board[to] {
                Square::FaceUp(target) => {
                    // "Own pieces are never captured."
                    target.colour() != piece.colour()
                        && match force {
                            Force::ByRank => self.rules.takes_by_rank(piece.kind(), target.kind()),
                            Force::AnyRank => true,
                        }
                }
                // "Any attack that the piece could make on a face-up enemy there may be made on a face-down piece,
                // whatever the bag holds."
                Square::FaceDown => self.rules.dark != Dark::Off,
                Square::Empty | Square::Off => false,
            };
            if allowed {
                attacks.push(Action::Attack(from, to, force));
            }
        }
        attacks
    }

    /// The squares a piece can strike at, by geometry alone, and with what force.
    fn reach(&self, from: usize, piece: Piece) -> Vec<(usize, Force)> {
        let mut reach = Vec::new();
        for way in STRAIGHT {
            if piece.kind() == 'C' && self.rules.cannon_jumps {
                // "Captures only along a row or column over exactly one piece of any kind or colour, face up or down,
                // any distances, any rank, never an adjacent piece; the target is the first piece beyond the screen."
                if let Some(screen) = self.first_piece(from, way)
                    && let Some(target) = self.first_piece(screen, way)
                {
                    reach.push((target, Force::AnyRank));
                }
            } else if piece.kind() == 'R' && self.rules.rush {
                // "The first piece on the line is the only target: adjacent (no square between) by rank; across a gap
                // (one or more empty squares between) any rank."
                if let Some(target) = self.first_piece(from, way) {
                    let adjacent = neighbour(from, way) == Some(target);
                    reach.push((target, if adjacent { Force::ByRank } else { Force::AnyRank }));
                }
            } else if let Some(target) = neighbour(from, way) {
                reach.push((target, Force::ByRank));
            }
        }
        // "A Horse may also capture, any rank, on the four diagonal neighbours; no diagonal steps; nothing can block
        // it."
        if piece.kind() == 'N' && self.rules.diagonal {
            for way in SLANTED {
                if let Some(target) = neighbour(from, way) {
                    reach.push((target, Force::AnyRank));
                }
            }
        }
        reach
    }

    /// The first square with a piece on it, face up or down, going one way; the board's edge ends the search.
    fn first_piece(&self, from: usize, way: (isize, isize)) -> Option<usize> {
        let mut here = from;
        loop {
            here = neighbour(here, way)?;
            match self.board[here] {
                Square::Empty => {}
                Square::Off => return None,
                Square::FaceDown | Square::FaceUp(_) => return Some(here),
            }
        }
    }

    // -----------------------------------------------------------------------------------------------------------
    // Chase
    // -----------------------------------------------------------------------------------------------------------

    /// The enemy pieces that the piece on a square could capture at once. "Only face-up enemies are chased. The threat
    /// is any single capture by the rules in force."
    fn threatened(&self, square: usize) -> Vec<u32> {
        let mut targets = Vec::new();
        for attack in self.attacks(square) {
            if let Action::Attack(_, to, _) = attack
                && let Square::FaceUp(target) = self.board[to]
            {
                targets.push(target.id);
            }
        }
        targets
    }

    /// How often in a row one piece of the side to move has chased an enemy piece.
    fn chase_count(&self, colour: Colour, chaser: u32, target: u32) -> u64 {
        match &self.chases[chase_index(colour)] {
            Some(chasing) if chasing.chaser == chaser => {
                chasing.counts.iter().find(|(id, _)| *id == target).map_or(0, |(_, count)| *count)
            }
            _ => 0,
        }
    }

    /// "With the count at `chase`, a step that would chase X again is not a legal move. Flips and captures never are
    /// forbidden. [...] A step that chases several pieces is forbidden if any one of them is at the limit."
    fn is_forbidden(&self, action: Action) -> bool {
        let Some(limit) = self.rules.chase else {
            return false;
        };
        let Action::Step(from, to) = action else {
            return false;
        };
        let Square::FaceUp(piece) = self.board[from] else {
            return false;
        };
        let mut after = self.clone();
        after.board[from] = Square::Empty;
        after.board[to] = Square::FaceUp(piece);
        let targets = after.threatened(to);
        targets.into_iter().any(|target| self.chase_count(piece.colour(), piece.id, target) >= limit)
    }

    /// After a step: "+1 each time you step the same piece and it again threatens the same X". Back to zero: "you step
    /// another piece; or the same piece to where it no longer threatens X (for that X)".
    fn count_chases(&mut self, square: usize, piece: Piece) {
        let mut counts = Vec::new();
        for target in self.threatened(square) {
            counts.push((target, self.chase_count(piece.colour(), piece.id, target) + 1));
        }
        self.chases[chase_index(piece.colour())] = Some(Chasing { chaser: piece.id, counts });
    }

    // -----------------------------------------------------------------------------------------------------------
    // Playing
    // -----------------------------------------------------------------------------------------------------------

    /// Plays a single action.
    fn play(&mut self, written: Written) -> Result<(), String> {
        if self.result.is_some() {
            return Err("the game is over".to_string());
        }
        let action = self
            .actions()
            .into_iter()
            .find(|action| action.squares() == (written.from, written.to))
            .ok_or("not a legal action here")?;
        if self.is_forbidden(action) {
            return Err("forbidden: the piece has chased long enough".to_string());
        }
        // "What came up is required for a face-down square and refused elsewhere"; "an outcome not in the bag, is an
        // error".
        let face_down = written.to.is_some_and(|to| self.board[to] == Square::FaceDown);
        let revealed = match written.outcome {
            Some(letter) if face_down => Some(self.take_from_bag(letter)?),
            None if face_down => return Err("what came up is missing".to_string()),
            Some(_) => return Err("nothing came up there".to_string()),
            None => None,
        };
        match (action, revealed) {
            (Action::Flip(square), Some(piece)) => self.flip(square, piece),
            (Action::Step(from, to), None) => self.step(from, to),
            (Action::Attack(from, to, _), None) => self.capture(from, to),
            (Action::Attack(from, to, force), Some(piece)) => {
                self.attack_face_down(from, to, force, piece);
            }
            // "`end` adds nothing."
            (Action::End, None) => self.finish_turn(),
            _ => return Err("not a legal action here".to_string()),
        }
        Ok(())
    }

    /// Takes a piece out of the bag; it gets a number of its own.
    fn take_from_bag(&mut self, letter: char) -> Result<Piece, String> {
        let place = self.bag.iter().position(|&l| l == letter).ok_or_else(|| format!("{letter} is not in the bag"))?;
        self.bag.remove(place);
        let id = self.next_id;
        self.next_id += 1;
        Ok(Piece { letter, id })
    }

    /// A flip or a capture "resets the quiet count, the repetition history and all chase counts".
    fn progress(&mut self) {
        self.quiet = 0;
        self.positions.clear();
        self.steps.clear();
        self.chases = [None, None];
    }

    /// "The colour of the first flipped piece is First's; Second has the other." "A flip ends the turn, whatever comes
    /// up."
    fn flip(&mut self, square: usize, piece: Piece) {
        self.progress();
        self.board[square] = Square::FaceUp(piece);
        if self.to_move.is_none() {
            self.to_move = Some(piece.colour());
        }
        self.finish_turn();
    }

    /// A quiet turn.
    fn step(&mut self, from: usize, to: usize) {
        if let Square::FaceUp(piece) = self.board[from] {
            self.board[from] = Square::Empty;
            self.board[to] = Square::FaceUp(piece);
            self.count_chases(to, piece);
        }
        self.quiet += 1;
        self.steps.push((from, to));
        self.finish_turn();
    }

    /// A face-up enemy is captured.
    fn capture(&mut self, from: usize, to: usize) {
        self.progress();
        self.board[to] = self.board[from];
        self.board[from] = Square::Empty;
        self.go_on_or_finish(to);
    }

    /// An attack on a face-down piece (parameter `dark`).
    fn attack_face_down(&mut self, from: usize, to: usize, force: Force, revealed: Piece) {
        // "An attack on a face-down piece is a flip, whatever comes of it."
        self.progress();
        // "The piece is revealed and leaves the bag."
        self.board[to] = Square::FaceUp(revealed);
        let Square::FaceUp(attacker) = self.board[from] else {
            self.finish_turn();
            return;
        };
        // "An own piece stays, nothing moves, no trade."
        if attacker.colour() == revealed.colour() {
            self.finish_turn();
            return;
        }
        // "An enemy: adjacent attacks obey rank (General against Soldier fails, Soldier against General takes); jump,
        // gap and diagonal attacks always take."
        let taken = match force {
            Force::ByRank => self.rules.takes_by_rank(attacker.kind(), revealed.kind()),
            Force::AnyRank => true,
        };
        if taken {
            // "Taken: the attacker moves in."
            self.board[to] = Square::FaceUp(attacker);
            self.board[from] = Square::Empty;
            self.go_on_or_finish(to);
            return;
        }
        // "Not taken: the revealed piece stays face up; `probe`: the attacker stays where it stood [...]; `trade`: the
        // attacker is removed."
        if self.rules.dark == Dark::Trade {
            self.board[from] = Square::Empty;
        }
        self.finish_turn();
    }

    /// After a capture: "the turn ends by itself when the piece has nothing to attack, when an attack takes nothing, or
    /// when the game is over; otherwise the player hops on or says `end`".
    fn go_on_or_finish(&mut self, square: usize) {
        // "Elimination is checked after every action, also inside a chain; there it ends the turn."
        let over = self.rules.elimination && self.eliminated().is_some();
        if self.rules.chain && !over && !self.attacks(square).is_empty() {
            self.chain_at = Some(square);
        } else {
            self.finish_turn();
        }
    }

    /// The turn is over: the other side is to move, and the endings are checked.
    fn finish_turn(&mut self) {
        self.chain_at = None;
        self.to_move = self.to_move.map(Colour::other);
        self.turn += 1;
        self.remember_position();
        self.result = self.ending();
    }

    // -----------------------------------------------------------------------------------------------------------
    // How a game ends
    // -----------------------------------------------------------------------------------------------------------

    /// "A position that is read is judged in the same way, except that before the first flip there is no result." "The
    /// position read is its own first occurrence"; "only positions at the start of a turn count".
    fn judge_position_read(&mut self) {
        if self.to_move.is_none() {
            return;
        }
        if self.chain_at.is_none() {
            self.remember_position();
            self.result = self.ending();
        } else if self.rules.elimination
            && let Some(loser) = self.eliminated()
        {
            // Inside a chain only elimination is checked; "the rest is checked when a turn is over".
            self.result = Some(self.win(loser.other(), "elimination"));
        }
    }

    /// The endings in their order.
    fn ending(&self) -> Option<GameResult> {
        // 1. "elimination (when the parameter is on): a player has no piece left face up or in the bag. Loses."
        if self.rules.elimination
            && let Some(loser) = self.eliminated()
        {
            return Some(self.win(loser.other(), "elimination"));
        }
        // 2. "no-legal-move: the player to move has none, forbidden chases not counted as moves. Loses."
        let can_move = self.actions().into_iter().any(|action| !self.is_forbidden(action));
        if !can_move && let Some(loser) = self.to_move {
            return Some(self.win(loser.other(), "no-legal-move"));
        }
        // 3. "repetition. Draw." The parameter `cycle` gives the same reason.
        if self.is_repeated() || self.is_cycle() {
            return Some(GameResult { winner: None, seat: None, reason: "repetition" });
        }
        // 4. "no-progress: the quiet limit. Draw."
        if self.rules.quiet.is_some_and(|limit| self.quiet >= limit) {
            return Some(GameResult { winner: None, seat: None, reason: "no-progress" });
        }
        None
    }

    /// The player without a piece face up or in the bag.
    fn eliminated(&self) -> Option<Colour> {
        [Colour::Red, Colour::Black].into_iter().find(|&colour| {
            let on_board = self.board.iter().filter_map(|square| letter_on(*square)).any(|l| Colour::of(l) == colour);
            let in_bag = self.bag.iter().any(|&letter| Colour::of(letter) == colour);
            !on_board && !in_bag
        })
    }

    /// A win, with the winner's seat: "On an odd turn the side to move is First; that gives the seats."
    fn win(&self, winner: Colour, reason: &'static str) -> GameResult {
        let first_moves = self.turn % 2 == 1;
        let winner_moves = self.to_move == Some(winner);
        let seat = if first_moves == winner_moves { "first" } else { "second" };
        GameResult { winner: Some(winner.name()), seat: Some(seat), reason }
    }

    /// Notes the position at the start of a turn: "board, bag, side to move. [...] Pieces of one kind and colour are
    /// interchangeable; chase counts are no part of it."
    fn remember_position(&mut self) {
        let mut board = Vec::new();
        for square in self.board {
            board.push(match square {
                Square::Off => '#',
                Square::Empty => '.',
                Square::FaceDown => '?',
                Square::FaceUp(piece) => piece.letter,
            });
        }
        let side = self.to_move.map_or('-', Colour::letter);
        self.positions.push((board, self.bag.clone(), side));
    }

    /// `repetition`: "nth occurrence of the same position (board, bag, side to move) since the last flip or capture".
    /// The bag cannot change without a flip, so equal bags are equally ordered here.
    fn is_repeated(&self) -> bool {
        let Some(limit) = self.rules.repetition else {
            return false;
        };
        let Some(now) = self.positions.last() else {
            return false;
        };
        self.positions.iter().filter(|&position| position == now).count() as u64 >= limit
    }

    /// `cycle`: "the last turns are the same even number of quiet moves (equal from- and to-squares) n times over, with
    /// no flip or capture between".
    fn is_cycle(&self) -> bool {
        let Some(times) = self.rules.cycle.and_then(|n| usize::try_from(n).ok()) else {
            return false;
        };
        let mut period = 2;
        while period * times <= self.steps.len() {
            let last = &self.steps[self.steps.len() - period * times..];
            let first_round = &last[..period];
            if last.chunks(period).all(|round| round == first_round) {
                return true;
            }
            period += 2;
        }
        false
    }
}

/// The letter of a face-up piece.
fn letter_on(square: Square) -> Option<char> {
    match square {
        Square::FaceUp(piece) => Some(piece.letter),
        _ => None,
    }
}

/// Field 1: "board, rank 8 first, files a to d: `?` face down (`X` is read too), a letter, a digit for empty squares,
/// `#` a square that is not part of the board". Also returns the next free piece number.
fn read_board(text: &str) -> Result<([Square; 32], u32), String> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != 8 {
        return Err(format!("board: 8 ranks, not {}", lines.len()));
    }
    let mut board = [Square::Off; 32];
    let mut next_id = 0;
    for (number, line) in lines.into_iter().enumerate() {
        let rank = 7 - number;
        let mut squares = Vec::new();
        for sign in line.chars() {
            match sign {
                '?' | 'X' => squares.push(Square::FaceDown),
                '#' => squares.push(Square::Off),
                '1' => squares.extend([Square::Empty; 1]),
                '2' => squares.extend([Square::Empty; 2]),
                '3' => squares.extend([Square::Empty; 3]),
                '4' => squares.extend([Square::Empty; 4]),
                letter if is_piece(letter) => {
                    squares.push(Square::FaceUp(Piece { letter, id: next_id }));
                    next_id += 1;
                }
                other => return Err(format!("board: {other:?} stands for nothing")),
            }
            if squares.len() > 4 {
                return Err(format!("board: rank {} is too long", rank + 1));
            }
        }
        if squares.len() != 4 {
            return Err(format!("board: rank {} has {} squares", rank + 1, squares.len()));
        }
        for (file, square) in squares.into_iter().enumerate() {
            board[rank * 4 + file] = square;
        }
    }
    check_rectangle(&board)?;
    Ok((board, next_id))
}

/// "Small study boards; they stand as a rectangle at a1." "A board without squares [...] is refused." "`#` fills the
/// ends of lines."
fn check_rectangle(board: &[Square; 32]) -> Result<(), String> {
    let files = (0..4).filter(|&file| board[file] != Square::Off).count();
    let ranks = (0..8).filter(|&rank| board[rank * 4] != Square::Off).count();
    if files == 0 || ranks == 0 {
        return Err("board: there is no square, or none on a1".to_string());
    }
    for (square, content) in board.iter().enumerate() {
        let inside = square % 4 < files && square / 4 < ranks;
        let part_of_board = *content != Square::Off;
        if inside != part_of_board {
            return Err("board: the squares are not a rectangle at a1".to_string());
        }
    }
    Ok(())
}

/// Field 2: "`r`, `b`, `-` before the first flip, `r@c4` while red's piece on c4 may go on with a chain".
fn read_side(text: &str) -> Result<(Option<Colour>, Option<usize>), String> {
    let bad = || format!("to move: {text:?} is none of r, b, -, r@c4");
    let (side, square) = match text.split_once('@') {
        Some((side, square)) => (side, Some(read_square(square).ok_or_else(bad)?)),
        None => (text, None),
    };
    match side {
        "r" => Ok((Some(Colour::Red), square)),
        "b" => Ok((Some(Colour::Black), square)),
        "-" if square.is_none() => Ok((None, None)),
        _ => Err(bad()),
    }
}

/// Field 3: "A reader takes the bag in any order, each piece once, counts 1-5"; "`-` when empty".
fn read_bag(text: &str) -> Result<Vec<char>, String> {
    let mut bag = Vec::new();
    if text == "-" {
        return Ok(bag);
    }
    if text.is_empty() {
        return Err("bag: nothing is written".to_string());
    }
    let mut signs = text.chars();
    while let Some(letter) = signs.next() {
        if !is_piece(letter) {
            return Err(format!("bag: {letter:?} is not a piece"));
        }
        if bag.contains(&letter) {
            return Err(format!("bag: {letter} is given twice"));
        }
        let count = match signs.next() {
            Some('1') => 1,
            Some('2') => 2,
            Some('3') => 3,
            Some('4') => 4,
            Some('5') => 5,
            _ => return Err(format!("bag: the count of {letter} is not 1 to 5")),
        };
        for _ in 0..count {
            bag.push(letter);
        }
    }
    Ok(bag)
}

// ---------------------------------------------------------------------------------------------------------------
// The whole query, and perft
// ---------------------------------------------------------------------------------------------------------------

/// The whole conformance query: rules, a position (the start when none is given) and the items played.
///
/// # Errors
/// When the rules, the position or an item are refused.
pub fn judge(rules: &str, fen: Option<&str>, moves: &[String]) -> Result<Verdict, Refusal> {
    let mut referee = Referee::new(rules, fen)?;
    for (index, item) in moves.iter().enumerate() {
        referee.apply(item).map_err(|message| Refusal { message, at: Some(index) })?;
    }
    Ok(referee.verdict())
}

/// Leaves at a depth in actions: "a flip, and an attack on a face-down square, counts once per distinct piece (kind and
/// colour) in the bag; a finished game has no children".
pub fn perft(referee: &Referee, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for action in referee.verdict().legal {
        if referee.reveals(&action) {
            for letter in referee.bag_letters() {
                leaves += perft_after(referee, &format!("{action}={letter}"), depth - 1);
            }
        } else {
            leaves += perft_after(referee, &action, depth - 1);
        }
    }
    leaves
}

/// The leaves below one action.
fn perft_after(referee: &Referee, action: &str, depth: u32) -> u64 {
    let mut after = referee.clone();
    match after.apply(action) {
        Ok(()) => perft(&after, depth),
        Err(_) => 0,
    }
}

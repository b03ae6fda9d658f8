//! What games counted for.

use banqi_wire::{Board, BoardLine, Gain, GameId, Player, Rated, RatingPoint, Results, Speed, Window};

use super::Answer;
use crate::UserId;
use crate::rating::Rating;

/// Reads what games counted for. It is written with the end of a game, in `append`.
pub trait Scores {
    /// The ratings of an account.
    fn ratings_of(&self, account: UserId) -> Answer<'_, Vec<KeptRating>>;

    /// The latest changes of a rating, the oldest first; at most so many.
    fn rating_history(&self, account: UserId, speed: Speed, most: u32) -> Answer<'_, Vec<RatingPoint>>;

    /// Lines of a board: so many after those that are left out, and how many there are in all.
    fn lines(&self, board: Board, span: String, left_out: u64, most: u32) -> Answer<'_, Lines>;

    /// The line of an account on a board.
    fn standing(&self, account: UserId, board: Board, span: String) -> Answer<'_, Option<BoardLine>>;

    /// How an account's games ended that are open to everybody; of those against another one, if it is said.
    fn results(&self, account: UserId, against: Option<UserId>) -> Answer<'_, Results>;

    /// In how many games a user did not do their part of the deal.
    fn withheld(&self, user: UserId) -> Answer<'_, u32>;

    /// What a game has brought its players.
    fn gains(&self, game: GameId) -> Answer<'_, Vec<(Player, Gain)>>;
}

/// A rating as it is kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KeptRating {
    /// Of which speed.
    pub speed: Speed,
    /// The rating.
    pub rating: Rating,
    /// From how many games.
    pub games: u32,
    /// When the last one ended.
    pub at: u64,
}

impl KeptRating {
    /// As everybody sees it.
    pub(crate) fn shown(&self) -> Rated {
        let Self { speed, rating, games, .. } = *self;
        Rated {
            speed,
            rating: whole(rating.rating),
            deviation: whole(rating.deviation),
            provisional: rating.is_provisional(),
            games,
        }
    }
}

/// Lines of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// The lines.
    pub lines: Vec<BoardLine>,
    /// How many the board has.
    pub players: u32,
}

const DAY: u64 = 86_400_000;

/// When the day of a time began: days begin at midnight UTC.
///
/// ```
/// assert_eq!(banqi_server::day_of(86_400_123), 86_400_000);
/// ```
pub const fn day_of(at: u64) -> u64 {
    at / DAY * DAY
}

/// The name of the day, or of the week, that a time belongs to. Weeks begin on Monday; 1970 began on a Thursday.
///
/// ```
/// use banqi_server::span;
/// use banqi_wire::Window;
/// // Sunday the 4th and Monday the 5th of January 1970.
/// let (sunday, monday) = (3 * 86_400_000, 4 * 86_400_000);
/// assert_eq!(span(Window::Day, sunday), "d000003");
/// assert_ne!(span(Window::Week, sunday), span(Window::Week, monday));
/// assert_eq!(span(Window::All, sunday), "all");
/// ```
pub fn span(window: Window, at: u64) -> String {
    let day = at / DAY;
    match window {
        Window::Day => format!("d{day:06}"),
        Window::Week => format!("w{:06}", (day + 3) / 7),
        Window::All => "all".to_owned(),
    }
}

/// A rating to the whole number, as people see it.
#[expect(clippy::cast_possible_truncation, reason = "ratings are bounded")]
pub(crate) fn whole(value: f64) -> i32 {
    value.round() as i32
}

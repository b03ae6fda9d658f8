//! What came of what was done, and why something was not.

use banqi::{Action, IllegalAction, Kind, Outcome, Seat, Square};
use banqi_table::{Event, NoTakeback, Party};
use banqi_wire::{self as wire, GameId};

use super::Premove;

/// What came of what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Happened {
    /// A tile was picked and shown.
    Picked {
        party: Party,
        tile: usize,
        kind: Kind,
    },
    /// Tiles decided who goes first.
    Decided {
        first: Party,
    },
    /// A piece was picked up.
    Selected(Square),
    /// The piece that was picked up was put down where it was.
    Dropped(Square),
    Played(Event),
    /// A move was chosen ahead.
    Premoved(Premove),
    /// It was taken back.
    PremoveOff(Premove),
    /// It is not legal now that the turn has come.
    PremoveDropped {
        premove: Premove,
        why: IllegalAction,
    },
    /// The computer looks for a hint.
    HintWanted,
    /// The computer would play this.
    Hinted(Action),
    /// A turn, or more, was taken back.
    TakenBack {
        plies: usize,
    },
    /// Somebody offers a draw.
    Offered(Seat),
    /// The other player declined.
    Declined(Seat),
    Over(Outcome),
    /// An earlier position is shown, or the one now.
    Looked {
        plies: usize,
        all: bool,
    },
    Refused(Refusal),
    /// The computer was stopped.
    Stopped,
    /// The computer could not think.
    Failed,
    /// The second seat of a game over the net was taken.
    Joined,
    /// The deal is sealed.
    Sealed,
    /// Tiles did not decide who goes first.
    Began {
        first: Party,
    },
    /// The clocks stand still, or go on.
    Paused(bool),
    /// The game was called off.
    CalledOff,
    /// Something does not match the seal.
    Mismatch,
    /// The other player would like another game.
    RematchOffered(Party),
    /// Both would: it is here.
    Rematch(GameId),
    /// The server did not take what was to be seen already: it is taken back.
    Returned,
}

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    Illegal {
        action: Action,
        why: IllegalAction,
    },
    /// A turn that was typed goes on after this, which ends it.
    EndsEarly(Action),
    /// The piece picked up has nowhere to go.
    Stuck(Square),
    /// The computer is to move.
    NotYourTurn,
    /// Nobody has picked tiles yet.
    BeforeTiles,
    NoTakeback(NoTakeback),
    /// A draw was offered on this turn already.
    OfferedAlready,
    /// A draw is offered, and is to be answered first.
    OfferOpen,
    /// An earlier position is shown.
    LookingBack,
    Over,
    /// The game is played elsewhere.
    Watching,
    /// The deal is not there yet.
    NotBegun,
    /// The clocks stand.
    Paused,
    /// There is no connection to the server.
    NotConnected,
    /// A draw can be offered again after so many own turns.
    OfferedLately(u32),
    /// One's own offer waits for an answer from elsewhere.
    OfferWaits,
    /// The other player is there, or was a moment ago.
    NotGone,
    TooFast,
    /// The server's program is another one than this page's.
    Version,
    /// The server did not take it.
    NotNow,
    NoClock,
}

impl From<&wire::Refusal> for Refusal {
    fn from(refusal: &wire::Refusal) -> Self {
        match refusal {
            wire::Refusal::TooFast => Self::TooFast,
            wire::Refusal::Spectator => Self::Watching,
            wire::Refusal::NotYourTurn => Self::NotYourTurn,
            wire::Refusal::OfferedLately { turns } => Self::OfferedLately(*turns),
            wire::Refusal::NotGone { .. } => Self::NotGone,
            wire::Refusal::Version { .. } => Self::Version,
            _ => Self::NotNow,
        }
    }
}

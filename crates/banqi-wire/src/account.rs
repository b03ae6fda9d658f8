//! Accounts: what is asked and answered about them over HTTP.

use serde::{Deserialize, Serialize};

use crate::Rated;

/// Makes an account of the guest who asks, or of nobody yet: the body of `POST /api/account`. Also what signs in: the body of
/// `POST /api/session`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name, as the player writes it.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A new password: the body of `PUT /api/account/password`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one until now.
    pub password: String,
    /// The one from now on.
    pub new: String,
}

/// A new password for who has forgotten the old one: the body of `POST /api/account/recovery`. It signs in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name.
    pub name: String,
    /// The recovery code, which is used up by this.
    pub code: String,
    /// The password from now on.
    pub new: String,
}

/// What confirms that it is really the player who asks, before an account is deleted or gets another recovery code: the body
/// of `POST /api/account/deletion` and `POST /api/account/code`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password.
    pub password: String,
}

/// What a player has to write down: answered once, when an account is made or has got another code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecoveryCode {
    /// The account's name.
    pub name: String,
    /// The code, in groups of letters and digits.
    pub code: String,
}

/// Who asks: the answer of `GET /api/me`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// The guest; null for who has an account, or has made and joined no game yet.
    pub guest: Option<Guest>,
    /// The account.
    pub account: Option<Account>,
}

/// A guest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

/// One's own account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// All points.
    pub points: i64,
    /// The balance of stake games.
    pub balance: i64,
    /// Ratings, one for each speed that was played.
    pub ratings: Vec<Rated>,
}

/// A device on which one is signed in: an item of `GET /api/me/sessions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Its name, which signs nobody in: `DELETE /api/me/sessions/ID` ends it.
    pub id: String,
    /// What the browser said that it is, as `Firefox, Linux`.
    pub device: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// When it was used last, to the hour.
    pub seen: u64,
    /// Whether it is the one that asks.
    pub current: bool,
}

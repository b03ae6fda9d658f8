//! Who plays, as it is kept.

use banqi_wire::{Side, Speed};

use super::Answer;
use crate::UserId;

/// Keeps guests, accounts and their sessions.
///
/// An account has the id of the guest who made it, and with it the guest's games. Nothing here is debuggable that has a
/// hash in it: so no log has one.
pub trait Accounts {
    /// Keeps a guest, who is new.
    fn admit(&self, guest: UserId, now: u64) -> Answer<'_, ()>;

    /// Since when a guest is known, if it is one; and notes, not to the minute, that it was here.
    fn greet(&self, guest: UserId, now: u64) -> Answer<'_, Option<u64>>;

    /// Forgets a guest or an account, with all that was kept about it; its games stay, without it.
    fn forget(&self, user: UserId) -> Answer<'_, ()>;

    /// The guest's games become the account's, but those that the account plays in itself; the guest is forgotten.
    fn adopt(&self, guest: UserId, account: UserId) -> Answer<'_, ()>;

    /// Keeps an account with its first session; a guest of this id is one no more. [`StoreError`](super::StoreError)'s
    /// `Conflict` when the name is taken, or the guest is gone meanwhile.
    fn sign_up(&self, account: NewAccount, session: NewSession) -> Answer<'_, ()>;

    /// An account.
    fn account(&self, user: UserId) -> Answer<'_, Option<KeptAccount>>;

    /// The account of a name, as names are compared.
    fn account_named(&self, key: String) -> Answer<'_, Option<KeptAccount>>;

    /// Changes what an account signs in with, if what proves it is still what is kept; else `Conflict`.
    fn change(&self, change: Change) -> Answer<'_, ()>;

    /// Keeps a session; `Conflict` when there is no such account.
    fn begin_session(&self, session: NewSession) -> Answer<'_, ()>;

    /// The session of a token's hash, unless it was not used since `before`; and notes, to the hour, that it was used.
    fn session(&self, token: [u8; 32], before: u64, now: u64) -> Answer<'_, Option<KeptSession>>;

    /// The sessions of an account, the latest used first.
    fn sessions_of(&self, account: UserId) -> Answer<'_, Vec<KeptSession>>;

    /// Ends a session of an account, and says whether there was one.
    fn end_session(&self, account: UserId, id: String) -> Answer<'_, bool>;

    /// Ends all sessions of an account but one, and says how many.
    fn end_other_sessions(&self, account: UserId, but: String) -> Answer<'_, u64>;

    /// What everybody sees of a user who plays at this speed.
    fn side(&self, user: UserId, speed: Option<Speed>) -> Answer<'_, Side>;
}

/// A new account.
#[derive(Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Its id.
    pub user: UserId,
    /// Whether that is the id of a guest until now.
    pub is_guest: bool,
    /// Its name, as the player writes it.
    pub name: String,
    /// Its name, as names are compared.
    pub key: String,
    /// The hash of the password, with all that it takes to check one.
    pub password: String,
    /// SHA-256 of the recovery code.
    pub recovery: [u8; 32],
    /// When.
    pub at: u64,
}

/// An account as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptAccount {
    /// Its id.
    pub user: UserId,
    /// Its name, as the player writes it.
    pub name: String,
    /// The hash of the password.
    pub password: String,
    /// SHA-256 of the recovery code.
    pub recovery: [u8; 32],
    /// Since when.
    pub since: u64,
}

/// What proves that an account may be changed: what is kept of what its player has shown.
#[derive(Clone, PartialEq, Eq)]
pub enum Proof {
    /// The hash of the password that was checked.
    Password(String),
    /// SHA-256 of the recovery code.
    Recovery([u8; 32]),
}

/// What an account signs in with from now on.
#[derive(Clone, PartialEq, Eq)]
pub struct Change {
    /// Which account.
    pub user: UserId,
    /// Why it may be changed.
    pub proof: Proof,
    /// The hash of the new password, if there is one.
    pub password: Option<String>,
    /// SHA-256 of the new recovery code, if there is one.
    pub recovery: Option<[u8; 32]>,
    /// The session that is left; all others end. None for no change of sessions.
    pub session: Option<NewSession>,
}

/// A new session.
#[derive(Clone, PartialEq, Eq)]
pub struct NewSession {
    /// SHA-256 of the token.
    pub token: [u8; 32],
    /// What it is called, which signs nobody in.
    pub id: String,
    /// Whose.
    pub account: UserId,
    /// Where.
    pub device: String,
    /// When.
    pub at: u64,
}

/// A session as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptSession {
    /// What it is called.
    pub id: String,
    /// Whose.
    pub account: UserId,
    /// The account's name.
    pub name: String,
    /// Where.
    pub device: String,
    /// Since when.
    pub since: u64,
    /// When it was used last, to the hour.
    pub seen: u64,
}

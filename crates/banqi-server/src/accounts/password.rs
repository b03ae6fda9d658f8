//! Passwords, and the work that guessing them costs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, CustomizedPasswordHasher as _, Params, PasswordVerifier as _, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

use super::Name;
use crate::chance::{Chance, draw};

/// Argon2id with these parameters is what OWASP asks for at least: 19 MiB, twice over it, one lane.
/// <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const OUTPUT: usize = 32;
/// What RFC 9106 recommends for passwords.
const SALT: usize = 16;

/// So many are worked on at once, which is what bounds the memory.
const AT_ONCE: usize = 2;
/// So many more may wait. The last of them waits for about a second.
const WAITING: usize = 48;

/// How many characters a password has. NIST SP 800-63B asks for eight at least, and to allow 64 at least.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// The commonest of that length: the first that somebody tries. Facts from the lists that are published each year.
const COMMON: &[&str] = &[
    "00000000",
    "0123456789",
    "10203040",
    "11111111",
    "11223344",
    "12121212",
    "12341234",
    "12344321",
    "12345678",
    "123456789",
    "1234567890",
    "123456789a",
    "1234qwer",
    "123qweasd",
    "147258369",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1qaz2wsx",
    "5201314520",
    "66666666",
    "87654321",
    "88888888",
    "987654321",
    "99999999",
    "a1234567",
    "a12345678",
    "a123456789",
    "aa123456",
    "abc12345",
    "abcd1234",
    "abcdefgh",
    "admin123",
    "asd123456",
    "asdfasdf",
    "asdfghjk",
    "asdfghjkl",
    "banqi123",
    "banqibanqi",
    "baseball",
    "computer",
    "football",
    "iloveyou",
    "internet",
    "letmein1",
    "p@ssw0rd",
    "passw0rd",
    "password",
    "password1",
    "password123",
    "princess",
    "q1w2e3r4",
    "qazwsxedc",
    "qq123456",
    "qwer1234",
    "qwert123",
    "qwerty12",
    "qwerty123",
    "qwertyui",
    "qwertyuiop",
    "sunshine",
    "superman",
    "trustno1",
    "whatever",
    "woaini1314",
    "woaini520",
    "zaq12wsx",
    "zxcvbnm123",
];

/// A password, in the form that Unicode calls NFKC, because keyboards write the same letter in several ways. The debug form
/// tells nothing, and the text is overwritten when it is dropped.
///
/// ```
/// use banqi_server::{BadPassword, Name, Password};
/// let name: Name = "Annabelle".parse().unwrap();
/// assert_eq!(Password::chosen("annabelle".to_owned(), &name).unwrap_err(), BadPassword::Name);
/// let password = Password::chosen("correct horse battery staple".to_owned(), &name).unwrap();
/// assert_eq!(format!("{password:?}"), "Password(..)");
/// ```
pub struct Password(Zeroizing<String>);

impl Password {
    /// One that somebody of this name wants to have.
    ///
    /// # Errors
    ///
    /// When it is too short, too long, or the first that others would try.
    pub fn chosen(text: String, name: &Name) -> Result<Self, BadPassword> {
        let password = Self::given(text);
        if !LENGTHS.contains(&password.0.chars().count()) {
            return Err(BadPassword::Length);
        }
        let lower = Zeroizing::new(password.0.to_lowercase());
        let first = lower.chars().next();
        if COMMON.contains(&lower.as_str()) || lower.chars().all(|character| Some(character) == first) {
            return Err(BadPassword::Common);
        }
        if *lower == name.key() {
            return Err(BadPassword::Name);
        }
        Ok(password)
    }

    /// One that somebody says to have. One that is too long is nobody's, and as good as none.
    pub fn given(text: String) -> Self {
        let text = Zeroizing::new(text);
        // Composed, a text has no more characters than before unless it has some that nobody types.
        if text.chars().take(2 * LENGTHS.end() + 1).count() > 2 * LENGTHS.end() {
            return Self(Zeroizing::default());
        }
        let composed = Zeroizing::new(text.nfkc().collect::<String>());
        if composed.chars().count() > *LENGTHS.end() { Self(Zeroizing::default()) } else { Self(composed) }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Why somebody cannot have a password.
///
/// ```
/// assert_eq!(banqi_server::BadPassword::Length.to_string(), "a password has 8 to 128 characters");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadPassword {
    /// Too short or too long.
    #[error("a password has {} to {} characters", LENGTHS.start(), LENGTHS.end())]
    Length,
    /// Others would try it first.
    #[error("this is one of the commonest passwords")]
    Common,
    /// Others would try it first, too.
    #[error("the password is the name")]
    Name,
}

impl BadPassword {
    /// Which it is, for programs.
    ///
    /// ```
    /// assert_eq!(banqi_server::BadPassword::Common.word(), "common");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Common => "common",
            Self::Name => "name",
        }
    }
}

/// What a store keeps of a password: how it was hashed, the salt and the hash, as [PHC string][phc]. The debug form tells
/// nothing.
///
/// [phc]: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
///
/// ```
/// use banqi_server::PasswordHash;
/// let text = format!("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA${}", "A".repeat(43));
/// let hash: PasswordHash = text.parse().unwrap();
/// assert_eq!(hash.to_text(), text);
/// assert!("secret".parse::<PasswordHash>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(phc::PasswordHash);

impl PasswordHash {
    /// What the store keeps.
    pub fn to_text(&self) -> String {
        self.0.to_string()
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

impl FromStr for PasswordHash {
    type Err = PasswordHashError;

    fn from_str(text: &str) -> Result<Self, PasswordHashError> {
        let hash = phc::PasswordHash::new(text).map_err(|_| PasswordHashError)?;
        let is_ours = hash.algorithm == Algorithm::Argon2id.ident() && hash.salt.is_some() && hash.hash.is_some();
        // More memory than this is nothing that we have kept.
        let params = Params::try_from(&hash).map_err(|_| PasswordHashError)?;
        if is_ours && params.m_cost() <= 16 * MEMORY_KIB { Ok(Self(hash)) } else { Err(PasswordHashError) }
    }
}

/// A text that is no hash of a password. What it was is nobody's business.
///
/// ```
/// assert_eq!(banqi_server::PasswordHashError.to_string(), "no hash of a password");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no hash of a password")]
pub struct PasswordHashError;

/// Where passwords are worked on, a few at a time. Copies are the same place.
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use banqi_server::{Password, Passwords, SystemChance};
/// let passwords = Passwords::default();
/// let password = || Password::given("correct horse battery staple".to_owned());
/// let hash = passwords.hash(password(), &SystemChance).await?;
/// assert!(passwords.check(password(), Some(hash.clone())).await?);
/// assert!(!passwords.check(Password::given("wrong".to_owned()), Some(hash)).await?);
/// assert!(!passwords.check(password(), None).await?);
/// # Ok::<(), banqi_server::TooManyPasswords>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Passwords(Arc<Inner>);

struct Inner {
    argon2: Argon2<'static>,
    /// Of those that wait and those that are worked on.
    places: Arc<Semaphore>,
    working: Arc<Semaphore>,
    /// What is worked on where there is no account: a hash that no password has.
    nobody: PasswordHash,
    done: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(OUTPUT)).expect("they are within argon2's bounds");
        let nobody = phc::PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: (&params).try_into().expect("they are numbers"),
            salt: Some(phc::Salt::new(&[0; SALT]).expect("it is long enough")),
            hash: Some(phc::Output::new(&[0; OUTPUT]).expect("it is long enough")),
        };
        Self(Arc::new(Inner {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            places: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            working: Arc::new(Semaphore::new(AT_ONCE)),
            nobody: PasswordHash(nobody),
            done: AtomicU64::new(0),
        }))
    }
}

impl Passwords {
    /// Hashes a password, to keep that.
    ///
    /// # Errors
    ///
    /// When too many wait.
    #[allow(clippy::missing_panics_doc, reason = "argon2 takes any password and this salt")]
    pub async fn hash(&self, password: Password, chance: &dyn Chance) -> Result<PasswordHash, TooManyPasswords> {
        let salt: [u8; SALT] = draw(chance);
        let hash = move |argon2: &Argon2<'_>| {
            let params = argon2.params().clone();
            let hash = argon2.hash_password_customized(password.0.as_bytes(), &salt, None, None, params);
            PasswordHash(hash.expect("a password and a salt that are not too long"))
        };
        self.work(hash).await
    }

    /// Whether it is the password with this hash. Where there is no hash, the same work is done in vain, so that time does
    /// not tell whether somebody has an account.
    ///
    /// # Errors
    ///
    /// When too many wait.
    pub async fn check(&self, password: Password, hash: Option<PasswordHash>) -> Result<bool, TooManyPasswords> {
        let is_somebodys = hash.is_some();
        let PasswordHash(hash) = hash.unwrap_or_else(|| self.0.nobody.clone());
        let check = move |argon2: &Argon2<'_>| argon2.verify_password(password.0.as_bytes(), &hash).is_ok();
        Ok(self.work(check).await? && is_somebodys)
    }

    /// How many were hashed, to keep or to check.
    pub fn done(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }

    /// Works on a thread of its own, in its turn.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'_>) -> T + Send + 'static,
    ) -> Result<T, TooManyPasswords> {
        let inner = self.0.clone();
        let place = inner.places.clone().try_acquire_owned().map_err(|_| TooManyPasswords)?;
        let turn = inner.working.clone().acquire_owned().await.map_err(|_| TooManyPasswords)?;
        let worked = tokio::task::spawn_blocking(move || {
            // Until it is done, whoever waits for it: the memory is in use.
            let _held = (place, turn);
            inner.done.fetch_add(1, Ordering::Relaxed);
            work(&inner.argon2)
        });
        // It has panicked, or the runtime ends.
        worked.await.map_err(|_| TooManyPasswords)
    }
}

impl fmt::Debug for Passwords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Passwords({})", self.done())
    }
}

/// So many passwords wait that another one cannot.
///
/// ```
/// assert_eq!(banqi_server::TooManyPasswords.to_string(), "too many passwords wait to be checked");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many passwords wait to be checked")]
pub struct TooManyPasswords;

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::SystemChance;

    fn name() -> Name {
        "Annabelle".parse().unwrap()
    }

    #[rstest]
    #[case("1234567", BadPassword::Length)]
    #[case("", BadPassword::Length)]
    #[case("password", BadPassword::Common)]
    #[case("PassWord", BadPassword::Common)]
    #[case("ｐassword", BadPassword::Common)]
    #[case("zzzzzzzzzzz", BadPassword::Common)]
    #[case("AnnaBelle", BadPassword::Name)]
    fn bad_passwords(#[case] text: &str, #[case] error: BadPassword) {
        assert_eq!(Password::chosen(text.to_owned(), &name()).unwrap_err(), error);
    }

    #[test]
    fn lengths() {
        for (text, is_fine) in [
            ("ab".repeat(4), true),
            ("ab".repeat(64), true),
            ("ab".repeat(65), false),
            ("車馬炮兵".repeat(2), true),
            ("e\u{301}t".repeat(64), true),
            // One character that is eighteen.
            ("ﷺ".repeat(8), false),
            ("a".repeat(100_000), false),
        ] {
            let is_error = Password::chosen(text.clone(), &name()).err();
            assert_eq!(is_error, (!is_fine).then_some(BadPassword::Length), "{text}");
        }
    }

    #[test]
    fn the_commonest_could_be_chosen_otherwise() {
        for common in COMMON {
            assert!(LENGTHS.contains(&common.len()) && *common == common.to_lowercase(), "{common}");
        }
    }

    #[tokio::test]
    async fn it_is_argon2id_with_the_parameters() {
        let passwords = Passwords::default();
        let hash = passwords.hash(Password::given("correct horse".to_owned()), &SystemChance).await.unwrap();
        let text = hash.to_text();
        assert!(text.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{text}");
        assert_eq!(text.parse(), Ok(hash.clone()));
        // Another password, and the same with another salt, has another hash.
        let again = passwords.hash(Password::given("correct horse".to_owned()), &SystemChance).await.unwrap();
        assert_ne!(again, hash);
        assert!(passwords.check(Password::given("correct horse".to_owned()), Some(again)).await.unwrap());
        assert_eq!(
            format!("{hash:?} {:?}", Password::given("correct horse".to_owned())),
            "PasswordHash(..) Password(..)"
        );
    }

    /// RFC 9106 has no example with these parameters; this one is from the reference implementation's tests (argon2id, v=19,
    /// m=65536, t=2, p=1).
    #[tokio::test]
    async fn hashes_of_other_parameters_are_checked_with_theirs() {
        let theirs = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        let check = async |password: &str| {
            let hash = theirs.parse().ok();
            assert!(hash.is_some());
            Passwords::default().check(Password::given(password.to_owned()), hash).await.unwrap()
        };
        assert!(check("password").await);
        assert!(!check("Password").await);
    }

    #[tokio::test]
    async fn another_way_to_write_a_letter_is_the_same_password() {
        let passwords = Passwords::default();
        let hash = passwords.hash(Password::given("caf\u{e9} cr\u{e8}me".to_owned()), &SystemChance).await.unwrap();
        let decomposed = Password::given("cafe\u{301} cre\u{300}me".to_owned());
        assert!(passwords.check(decomposed, Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn nobody_costs_the_same_work() {
        let passwords = Passwords::default();
        assert!(!passwords.check(Password::given("correct horse".to_owned()), None).await.unwrap());
        assert_eq!(passwords.done(), 1);
        let nobody = passwords.0.nobody.to_text();
        assert!(nobody.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{nobody}");
        // Nor does one that is too long tell by being quick, or by being taken for the one that it begins with.
        let most = "ab".repeat(64);
        let hash = passwords.hash(Password::given(most.clone()), &SystemChance).await.unwrap();
        assert!(!passwords.check(Password::given(format!("{most}c")), Some(hash.clone())).await.unwrap());
        assert_eq!(passwords.done(), 3);
        assert!(passwords.check(Password::given(most), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let passwords = Passwords::default();
        // Nobody gets a turn.
        let held = passwords.0.working.clone().acquire_many_owned(AT_ONCE as u32).await.unwrap();
        let mut waiting: Vec<_> = (0..AT_ONCE + WAITING)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.check(Password::given("correct horse".to_owned()), None).await })
            })
            .collect();
        while passwords.0.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = passwords.check(Password::given("correct horse".to_owned()), None).await;
        assert_eq!(refused, Err(TooManyPasswords));
        // Who goes away gives the place to another.
        let gone = waiting.pop().unwrap();
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        assert_eq!(passwords.0.places.available_permits(), 1);
        assert_eq!(passwords.done(), 0);
        drop(held);
        for waits in waiting {
            assert_eq!(waits.await.unwrap(), Ok(false));
        }
        assert_eq!(passwords.done(), (AT_ONCE + WAITING - 1) as u64);
    }

    #[test]
    fn other_texts_are_no_hashes() {
        for text in [
            "",
            "secret",
            "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA",
            "$argon2id$v=19$m=4000000,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert_eq!(text.parse::<PasswordHash>(), Err(PasswordHashError), "{text}");
        }
    }
}

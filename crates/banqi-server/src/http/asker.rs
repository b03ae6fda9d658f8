//! Who asks: the account of the session, else the guest of the cookie; and the address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::FromRef as _;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponseParts, ResponseParts};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, CookieJar, Key, SameSite};

use super::ApiError;
use crate::accounts::{Badge, SESSION_DAYS};
use crate::chance::draw;
use crate::limits::behind_proxies;
use crate::store::StoreError;
use crate::{App, PublicUrl, SessionId, Token, UserId};

const GUEST: &str = "banqi_guest";
/// Browsers keep none for longer.
const GUEST_DAYS: i64 = 400;
const SESSION: &str = "banqi_session";
const DAY: u64 = 24 * 3600 * 1000;
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address that asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip());
        let values = parts.headers.get_all(FORWARDED).into_iter().filter_map(|value| value.to_str().ok());
        let forwarded: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
        Ok(Self(behind_proxies(peer, forwarded.into_iter(), &app.settings().trusted_proxies)))
    }
}

/// Who asks, with the cookies that say so. What changes about them goes along with the answer.
pub(crate) struct Asker {
    who: Who,
    cookies: Cookies,
}

/// Who somebody is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Nobody,
    Guest { user: UserId, since: u64 },
    Account(SignedIn),
}

/// Somebody with an account, and the session by which that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SignedIn {
    pub(crate) user: UserId,
    pub(crate) session: SessionId,
}

impl FromRequestParts<App> for Asker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let cookies = Cookies::of(app, &parts.headers);
        Ok(Self { who: cookies.who(app).await?, cookies })
    }
}

impl Asker {
    /// The account or the guest, if it is one of them.
    pub(crate) fn user(&self) -> Option<UserId> {
        match self.who {
            Who::Nobody => None,
            Who::Guest { user, .. } | Who::Account(SignedIn { user, .. }) => Some(user),
        }
    }

    /// The guest, and since when it is known.
    pub(crate) fn guest(&self) -> Option<(UserId, u64)> {
        match self.who {
            Who::Guest { user, since } => Some((user, since)),
            _ => None,
        }
    }

    /// Who is signed in.
    pub(crate) fn account(&self) -> Option<SignedIn> {
        match self.who {
            Who::Account(account) => Some(account),
            _ => None,
        }
    }

    /// Who is signed in; nobody else may ask for this.
    pub(crate) fn signed_in(&self) -> Result<SignedIn, ApiError> {
        self.account().ok_or(ApiError::SignedOut)
    }

    /// What a socket is opened with.
    pub(crate) fn badge(&self) -> Option<Badge> {
        match self.who {
            Who::Nobody => None,
            Who::Guest { user, .. } => Some(Badge { user, session: None }),
            Who::Account(SignedIn { user, session }) => Some(Badge { user, session: Some(session) }),
        }
    }

    /// Whether it is still the same who asks.
    pub(crate) async fn is_same(&self, app: &App) -> Result<bool, ApiError> {
        Ok(self.cookies.who(app).await? == self.who)
    }

    /// The account or the guest, or a new guest, who is kept and gets a cookie.
    pub(crate) async fn user_or_new(&mut self, app: &App) -> Result<UserId, ApiError> {
        if let Some(user) = self.user() {
            return Ok(user);
        }
        let world = app.world();
        let (user, since) = (UserId::from_bits(draw(&*world.chance)), world.time.now());
        world.store.admit(user, since).await?;
        self.who = Who::Guest { user, since };
        self.cookies.admit(app, user);
        Ok(user)
    }

    /// A session has begun here, and who was a guest is one no more.
    pub(crate) fn come_in(&mut self, app: &App, account: SignedIn, token: &Token) {
        self.who = Who::Account(account);
        self.cookies.forget();
        self.cookies.sign_in(app, token);
    }

    /// The browser keeps its cookie for as long again.
    pub(crate) fn stay(&mut self, app: &App) {
        if let (Who::Account(_), Some(token)) = (self.who, self.cookies.token()) {
            self.cookies.sign_in(app, &token);
        }
    }

    /// Nobody asks any more, from here.
    pub(crate) fn go_out(&mut self) {
        self.who = Who::Nobody;
        self.cookies.forget();
    }

    /// What the browser is told about its cookies.
    pub(crate) fn cookies(self) -> Cookies {
        self.cookies
    }
}

/// What a browser says who it is.
pub(crate) struct Cookies {
    guest: SignedCookieJar,
    session: CookieJar,
}

impl Cookies {
    fn of(app: &App, headers: &HeaderMap) -> Self {
        let guest = SignedCookieJar::from_headers(headers, Key::from_ref(app));
        Self { guest, session: CookieJar::from_headers(headers) }
    }

    /// Who that is: the account of the session, else the guest of the signed cookie. This is the only place that says so. A
    /// session that has ended is nobody's, nor is a guest who was forgotten or has become an account.
    async fn who(&self, app: &App) -> Result<Who, ApiError> {
        let world = app.world();
        let now = world.time.now();
        if let Some(token) = self.token() {
            let before = now.saturating_sub(u64::from(SESSION_DAYS) * DAY);
            if let Some(kept) = world.store.session(*token.hash().as_bytes(), before, now).await? {
                let session = kept.id.parse().map_err(|_| damaged("a session's id"))?;
                return Ok(Who::Account(SignedIn { user: kept.account, session }));
            }
        }
        let guest = self.guest.get(GUEST).and_then(|cookie| cookie.value().parse().ok());
        let Some(user) = guest else { return Ok(Who::Nobody) };
        let since = world.store.greet(user, now).await?;
        Ok(since.map_or(Who::Nobody, |since| Who::Guest { user, since }))
    }

    fn token(&self) -> Option<Token> {
        self.session.get(SESSION)?.value().parse().ok()
    }

    fn admit(&mut self, app: &App, guest: UserId) {
        let cookie = cookie(app, GUEST, guest.to_text(), GUEST_DAYS);
        self.guest = self.guest.clone().add(cookie);
    }

    fn sign_in(&mut self, app: &App, token: &Token) {
        let cookie = cookie(app, SESSION, token.to_text(), i64::from(SESSION_DAYS));
        self.session = self.session.clone().add(cookie);
    }

    fn forget(&mut self) {
        self.guest = self.guest.clone().remove(Cookie::build(GUEST).path("/"));
        self.session = self.session.clone().remove(Cookie::build(SESSION).path("/"));
    }
}

impl IntoResponseParts for Cookies {
    type Error = Infallible;

    fn into_response_parts(self, parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        let parts = self.guest.into_response_parts(parts)?;
        self.session.into_response_parts(parts)
    }
}

fn cookie(app: &App, name: &'static str, value: String, days: i64) -> Cookie<'static> {
    let is_https = app.settings().public_url.as_ref().is_some_and(PublicUrl::is_https);
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https)
        .max_age(time::Duration::days(days))
        .build()
}

/// What is kept cannot be read; what it is has no place in an error.
pub(crate) fn damaged(what: &str) -> StoreError {
    StoreError::Damaged { what: what.to_owned(), why: "it is not written as it should be".to_owned() }
}

/// Refuses what a page of another server asks for. Browsers say whose page it is; other programs need not, since nobody
/// else's cookie is in them.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("");
    let is_public = app.settings().public_url.as_ref().is_some_and(|url| origin.eq_ignore_ascii_case(url.as_str()));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let asked = origin.split_once("://").map(|(_, host)| host);
    let is_ours = is_public || host.is_some_and(|host| asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host)));
    if is_ours { Ok(()) } else { Err(ApiError::ForeignOrigin) }
}

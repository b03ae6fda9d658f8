//! Who asks: the guest of the cookie, and the address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use axum_extra::extract::SignedCookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::ApiError;
use crate::chance::draw;
use crate::limits::behind_proxies;
use crate::{App, PublicUrl, UserId};

const COOKIE: &str = "banqi_guest";
/// Browsers keep none for longer.
const COOKIE_DAYS: i64 = 400;
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

/// The guest of a signed cookie, who may have been forgotten since.
pub(crate) fn guest(jar: &SignedCookieJar) -> Option<UserId> {
    jar.get(COOKIE)?.value().parse().ok()
}

/// The guest of the cookie, or a new one, who is kept and gets a cookie.
pub(crate) async fn guest_or_new(app: &App, jar: SignedCookieJar) -> Result<(UserId, SignedCookieJar), ApiError> {
    let world = app.world();
    let now = world.time.now();
    if let Some(guest) = guest(&jar)
        && world.store.greet(guest, now).await?.is_some()
    {
        return Ok((guest, jar));
    }
    let guest = UserId::from_bits(draw(&*world.chance));
    world.store.admit(guest, now).await?;
    let is_https = app.settings().public_url.as_ref().is_some_and(PublicUrl::is_https);
    let cookie = Cookie::build((COOKIE, guest.to_text()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https)
        .max_age(time::Duration::days(COOKIE_DAYS));
    Ok((guest, jar.add(cookie)))
}

/// Takes the cookie away.
pub(crate) fn without_guest(jar: SignedCookieJar) -> SignedCookieJar {
    jar.remove(Cookie::build(COOKIE).path("/"))
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

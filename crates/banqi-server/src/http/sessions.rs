//! Sessions: signing in and out, here and elsewhere.

use std::collections::HashSet;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use banqi_wire::{Credentials, GameId, Session};

use super::ApiError;
use super::account::hash_of;
use super::asker::{Address, Asker, SignedIn, check_origin};
use super::body::SentSecret;
use super::games::fresh;
use super::me::me;
use crate::accounts::device;
use crate::chance::draw;
use crate::rooms::Message;
use crate::store::{KeptSession, NewSession, StoreError};
use crate::{App, Name, Password, SessionId, Token, UserId};

/// Sign in
///
/// The games of the guest in this browser come along into the account.
#[utoipa::path(
    post, path = "/api/session", tag = "account",
    request_body(content = Object, example = json!({"name": "Anna", "password": "correct horse battery staple"})),
    responses(
        (status = 200, body = Object, description = "as `GET /api/me`"),
        (status = 401, body = ApiError, description = "`wrong_credentials`"),
        (status = 429, body = ApiError),
        (status = 503, body = ApiError, description = "too many passwords are being checked"),
    ),
)]
pub(crate) async fn create(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    headers: HeaderMap,
    SentSecret(Credentials { name, password }): SentSecret<Credentials>,
) -> Result<Response, ApiError> {
    let world = app.world();
    let name: Option<Name> = name.parse().ok();
    if !app.usage().sign_in(app.limits(), address, name.as_ref(), world.time.now()) {
        return Err(ApiError::TooMany);
    }
    let account = match name {
        Some(name) => world.store.account_named(name.key()).await?,
        None => None,
    };
    // Whether there is an account or not, the same is done from here on.
    let hash = account.as_ref().map(hash_of).transpose()?;
    let is_right = app.passwords().check(Password::given(password), hash).await?;
    let account = account.filter(|_| is_right).ok_or(ApiError::WrongCredentials)?;

    let beginning = Beginning::of(&app, account.user, &headers);
    match world.store.begin_session(beginning.kept()).await {
        Err(StoreError::Conflict) => return Err(ApiError::WrongCredentials),
        begun => begun?,
    }
    // A new password ends all sessions; one that has begun after that, with the old one, is not to be left.
    let now = world.store.account(account.user).await?;
    if now.is_none_or(|now| now.password != account.password) {
        end(&app, account.user, beginning.session).await?;
        return Err(ApiError::WrongCredentials);
    }
    enter(&app, &mut asker, beginning).await?;
    let me = me(&app, &asker).await?;
    Ok((fresh(), asker.cookies(), Json(me)).into_response())
}

/// Sign out
#[utoipa::path(delete, path = "/api/session", tag = "account", responses((status = 204)))]
pub(crate) async fn delete(State(app): State<App>, mut asker: Asker, headers: HeaderMap) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    if let Some(SignedIn { user, session }) = asker.account() {
        end(&app, user, session).await?;
        asker.go_out();
    }
    Ok((StatusCode::NO_CONTENT, asker.cookies(), fresh()).into_response())
}

/// Where you are signed in, the latest used first
#[utoipa::path(
    get, path = "/api/me/sessions", tag = "me",
    responses(
        (status = 200, body = Vec<Object>, example = json!([{"id": "9c3f02b17de4a650", "device": "Firefox, Linux",
            "since": 1_700_000_000_000_u64, "seen": 1_700_000_000_000_u64, "current": true}])),
        (status = 401, body = ApiError, description = "`signed_out`"),
    ),
)]
pub(crate) async fn list(State(app): State<App>, asker: Asker) -> Result<Response, ApiError> {
    let sessions = sessions_of(&app, asker.signed_in()?).await?;
    Ok((fresh(), Json(sessions)).into_response())
}

/// End a session
#[utoipa::path(
    delete, path = "/api/me/sessions/{id}", tag = "me",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 204),
        (status = 401, body = ApiError, description = "`signed_out`"),
        (status = 404, body = ApiError),
    ),
)]
pub(crate) async fn end_one(
    State(app): State<App>,
    Path(id): Path<String>,
    mut asker: Asker,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    let SignedIn { user, session } = asker.signed_in()?;
    let ended: SessionId = id.parse().map_err(|_| ApiError::NotFound)?;
    if !end(&app, user, ended).await? {
        return Err(ApiError::NotFound);
    }
    if ended == session {
        asker.go_out();
    }
    Ok((StatusCode::NO_CONTENT, asker.cookies(), fresh()).into_response())
}

/// End all other sessions
#[utoipa::path(
    delete, path = "/api/me/sessions", tag = "me",
    responses((status = 204), (status = 401, body = ApiError, description = "`signed_out`")),
)]
pub(crate) async fn end_others(State(app): State<App>, asker: Asker, headers: HeaderMap) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    let SignedIn { user, session } = asker.signed_in()?;
    app.world().store.end_other_sessions(user, session.to_string()).await?;
    app.badges().take(|badge| badge.user == user && badge.session != Some(session));
    Ok((StatusCode::NO_CONTENT, fresh()).into_response())
}

/// The sessions of who is signed in, as that is told.
pub(crate) async fn sessions_of(app: &App, asker: SignedIn) -> Result<Vec<Session>, ApiError> {
    let current = asker.session.to_string();
    let told =
        |KeptSession { id, device, since, seen, .. }| Session { current: id == current, id, device, since, seen };
    let sessions = app.world().store.sessions_of(asker.user).await?;
    Ok(sessions.into_iter().map(told).collect())
}

/// A session that is to begin.
pub(crate) struct Beginning {
    user: UserId,
    session: SessionId,
    token: Token,
    device: String,
    at: u64,
}

impl Beginning {
    /// A new one, with a token that nobody has had.
    pub(crate) fn of(app: &App, user: UserId, headers: &HeaderMap) -> Self {
        let world = app.world();
        let user_agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
        Self {
            user,
            session: SessionId::from_bits(draw(&*world.chance)),
            token: Token::draw(&*world.chance),
            device: device(user_agent),
            at: world.time.now(),
        }
    }

    /// As the store keeps it.
    pub(crate) fn kept(&self) -> NewSession {
        NewSession {
            token: *self.token.hash().as_bytes(),
            id: self.session.to_string(),
            account: self.user,
            device: self.device.clone(),
            at: self.at,
        }
    }

    pub(crate) fn signed_in(&self) -> SignedIn {
        SignedIn { user: self.user, session: self.session }
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }
}

/// Whoever asks is who has begun this session, from now on: another session of this browser ends, and a guest's games come
/// along.
pub(crate) async fn enter(app: &App, asker: &mut Asker, beginning: Beginning) -> Result<(), ApiError> {
    if let Some(SignedIn { user, session }) = asker.account() {
        end(app, user, session).await?;
    }
    if let Some((guest, _)) = asker.guest() {
        adopt(app, guest, beginning.user).await?;
    }
    asker.come_in(app, beginning.signed_in(), &beginning.token);
    Ok(())
}

/// A guest's games become an account's.
async fn adopt(app: &App, guest: UserId, account: UserId) -> Result<(), ApiError> {
    let store = &app.world().store;
    let games = store.games_of(guest).await?;
    // Who would play against themselves then gives up as the guest.
    let own: HashSet<GameId> = store.games_of(account).await?.iter().map(|game| game.game).collect();
    for game in games.iter().filter(|game| !game.is_over && own.contains(&game.game)) {
        app.rooms().tell(game.game, |answer| Message::Leave { guest, answer }).await?;
    }
    store.adopt(guest, account).await?;
    app.badges().take(|badge| badge.user == guest);
    for game in games {
        // Those that are in memory, or are just coming there, know the guest; others are read with the account.
        if !game.is_over || app.rooms().is_live(game.game) {
            app.rooms().tell(game.game, |answer| Message::Adopt { guest, account, answer }).await?;
        }
    }
    Ok(())
}

/// Ends a session, and says whether there was one.
async fn end(app: &App, user: UserId, session: SessionId) -> Result<bool, ApiError> {
    let ended = app.world().store.end_session(user, session.to_string()).await?;
    app.badges().take(|badge| badge.user == user && badge.session == Some(session));
    Ok(ended)
}

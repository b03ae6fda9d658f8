//! An account: making one, and changing what it signs in with.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use banqi_wire::{Confirmation, Credentials, NewPassword, Recovery};

use super::ApiError;
use super::asker::{Address, Asker, damaged};
use super::body::SentSecret;
use super::games::fresh;
use super::me::forget;
use super::sessions::{Beginning, enter};
use crate::chance::draw;
use crate::rooms::Message;
use crate::store::{Change, KeptAccount, NewAccount, Proof, StoreError};
use crate::{App, Name, Password, PasswordHash, RecoveryCode, UserId};

/// Make an account
///
/// Who is a guest keeps the games. The answer has the recovery code, this once.
#[utoipa::path(
    post, path = "/api/account", tag = "account",
    request_body(content = Object, example = json!({"name": "Anna", "password": "correct horse battery staple"})),
    responses(
        (status = 201, body = Object, example = json!({"name": "Anna", "code": "7K2MN-Q04DX-9RTWE-1HB6S"})),
        (status = 400, body = ApiError, description = "`malformed`, `bad_name` or `bad_password`"),
        (status = 409, body = ApiError, description = "`name_taken` or `signed_in`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn create(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    headers: HeaderMap,
    SentSecret(Credentials { name, password }): SentSecret<Credentials>,
) -> Result<Response, ApiError> {
    if asker.account().is_some() {
        return Err(ApiError::SignedIn);
    }
    let name: Name = name.parse()?;
    let password = Password::chosen(password, &name)?;
    let world = app.world();
    if !app.usage().sign_up(app.limits(), address, world.time.now()) {
        return Err(ApiError::TooMany);
    }
    // A name that is taken costs no hash. Whether it still is free the store says.
    if world.store.account_named(name.key()).await?.is_some() {
        return Err(ApiError::NameTaken);
    }
    let password = app.passwords().hash(password, &*world.chance).await?;
    let code = RecoveryCode::draw(&*world.chance);
    let guest = asker.guest().map(|(guest, _)| guest);
    let user = guest.unwrap_or_else(|| UserId::from_bits(draw(&*world.chance)));
    let account = NewAccount {
        user,
        is_guest: guest.is_some(),
        name: name.to_string(),
        key: name.key(),
        password: password.to_text(),
        recovery: *code.hash().as_bytes(),
        at: world.time.now(),
    };
    let beginning = Beginning::of(&app, user, &headers);
    match world.store.sign_up(account, beginning.kept()).await {
        // Either somebody has the name, or the guest has become an account or was forgotten, in another tab.
        Err(StoreError::Conflict) if !asker.is_same(&app).await? => return Err(ApiError::SignedOut),
        Err(StoreError::Conflict) => return Err(ApiError::NameTaken),
        kept => kept?,
    }
    app.badges().take(|badge| badge.user == user);
    // Those who play with who was a guest learn the name.
    for game in world.store.games_of(user).await? {
        if app.rooms().is_live(game.game) {
            let adopt = |answer| Message::Adopt { guest: user, account: user, answer };
            app.rooms().tell(game.game, adopt).await?;
        }
    }
    asker.come_in(&app, beginning.signed_in(), beginning.token());
    tracing::info!("an account is made");
    let told = told(name.as_str(), &code);
    Ok((StatusCode::CREATED, fresh(), asker.cookies(), told).into_response())
}

/// Change the password
///
/// All other sessions end, and this one has another token.
#[utoipa::path(
    put, path = "/api/account/password", tag = "account",
    request_body(content = Object, example = json!({"password": "..", "new": ".."})),
    responses(
        (status = 204),
        (status = 400, body = ApiError, description = "`malformed` or `bad_password`"),
        (status = 401, body = ApiError, description = "`signed_out` or `wrong_credentials`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn change_password(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    headers: HeaderMap,
    SentSecret(NewPassword { password, new }): SentSecret<NewPassword>,
) -> Result<Response, ApiError> {
    let account = confirmed(&app, &address, &asker, password).await?;
    let new = Password::chosen(new, &name_of(&account)?)?;
    let new = app.passwords().hash(new, &*app.world().chance).await?;
    let proof = Proof::Password(account.password);
    change(&app, &mut asker, &headers, account.user, proof, Some(new), None).await?;
    Ok((StatusCode::NO_CONTENT, asker.cookies(), fresh()).into_response())
}

/// Set a new password with the recovery code
///
/// All sessions end, and another one begins here. The answer has the next code, this once.
#[utoipa::path(
    post, path = "/api/account/recovery", tag = "account",
    request_body(content = Object, example = json!({"name": "Anna", "code": "7K2MN-Q04DX-9RTWE-1HB6S", "new": ".."})),
    responses(
        (status = 200, body = Object, example = json!({"name": "Anna", "code": "3NF2E-3A0Z9-H9A8H-CQ7TS"})),
        (status = 400, body = ApiError, description = "`malformed` or `bad_password`"),
        (status = 401, body = ApiError, description = "`wrong_credentials`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn recover(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    headers: HeaderMap,
    SentSecret(Recovery { name, code, new }): SentSecret<Recovery>,
) -> Result<Response, ApiError> {
    let world = app.world();
    let name: Option<Name> = name.parse().ok();
    if !app.usage().recovery(app.limits(), address, name.as_ref(), world.time.now()) {
        return Err(ApiError::TooMany);
    }
    let name = name.ok_or(ApiError::WrongCredentials)?;
    // What cannot be had is said whether there is such an account or not.
    let new = Password::chosen(new, &name)?;
    let account = world.store.account_named(name.key()).await?;
    let code: Option<RecoveryCode> = code.parse().ok();
    let proof = code.map(|code| *code.hash().as_bytes());
    let account = account.filter(|account| proof == Some(account.recovery)).ok_or(ApiError::WrongCredentials)?;
    let new = app.passwords().hash(new, &*world.chance).await?;
    let next = RecoveryCode::draw(&*world.chance);
    let proof = Proof::Recovery(account.recovery);
    change(&app, &mut asker, &headers, account.user, proof, Some(new), Some(&next)).await?;
    Ok((fresh(), asker.cookies(), told(&account.name, &next)).into_response())
}

/// Get another recovery code
///
/// The old one is none any more. The answer has the new one, this once.
#[utoipa::path(
    post, path = "/api/account/code", tag = "account",
    request_body(content = Object, example = json!({"password": ".."})),
    responses(
        (status = 200, body = Object, example = json!({"name": "Anna", "code": "3NF2E-3A0Z9-H9A8H-CQ7TS"})),
        (status = 401, body = ApiError, description = "`signed_out` or `wrong_credentials`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn change_code(
    State(app): State<App>,
    Address(address): Address,
    asker: Asker,
    SentSecret(Confirmation { password }): SentSecret<Confirmation>,
) -> Result<Response, ApiError> {
    let account = confirmed(&app, &address, &asker, password).await?;
    let code = RecoveryCode::draw(&*app.world().chance);
    let change = Change {
        user: account.user,
        proof: Proof::Password(account.password),
        password: None,
        recovery: Some(*code.hash().as_bytes()),
        session: None,
    };
    changed(app.world().store.change(change).await)?;
    Ok((fresh(), told(&account.name, &code)).into_response())
}

/// Delete the account
///
/// Games under way are given up; your games stay, without you.
#[utoipa::path(
    post, path = "/api/account/deletion", tag = "account",
    request_body(content = Object, example = json!({"password": ".."})),
    responses(
        (status = 204),
        (status = 401, body = ApiError, description = "`signed_out` or `wrong_credentials`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    SentSecret(Confirmation { password }): SentSecret<Confirmation>,
) -> Result<Response, ApiError> {
    let account = confirmed(&app, &address, &asker, password).await?;
    forget(&app, account.user).await?;
    tracing::info!("an account is deleted");
    asker.go_out();
    Ok((StatusCode::NO_CONTENT, asker.cookies(), fresh()).into_response())
}

/// The account of who is signed in and says its password.
async fn confirmed(
    app: &App,
    address: &std::net::IpAddr,
    asker: &Asker,
    password: String,
) -> Result<KeptAccount, ApiError> {
    let world = app.world();
    let account = world.store.account(asker.signed_in()?.user).await?.ok_or(ApiError::SignedOut)?;
    if !app.usage().sign_in(app.limits(), *address, Some(&name_of(&account)?), world.time.now()) {
        return Err(ApiError::TooMany);
    }
    if app.passwords().check(Password::given(password), Some(hash_of(&account)?)).await? {
        Ok(account)
    } else {
        Err(ApiError::WrongCredentials)
    }
}

/// Changes what an account signs in with: all sessions end, and another one begins here.
async fn change(
    app: &App,
    asker: &mut Asker,
    headers: &HeaderMap,
    user: UserId,
    proof: Proof,
    password: Option<PasswordHash>,
    code: Option<&RecoveryCode>,
) -> Result<(), ApiError> {
    let beginning = Beginning::of(app, user, headers);
    let change = Change {
        user,
        proof,
        password: password.map(|hash| hash.to_text()),
        recovery: code.map(|code| *code.hash().as_bytes()),
        session: Some(beginning.kept()),
    };
    changed(app.world().store.change(change).await)?;
    app.badges().take(|badge| badge.user == user);
    enter(app, asker, beginning).await
}

/// Somebody who has changed it meanwhile was first.
fn changed(kept: Result<(), StoreError>) -> Result<(), ApiError> {
    match kept {
        Err(StoreError::Conflict) => Err(ApiError::WrongCredentials),
        kept => Ok(kept?),
    }
}

/// The hash of an account's password.
pub(crate) fn hash_of(account: &KeptAccount) -> Result<PasswordHash, StoreError> {
    account.password.parse().map_err(|_| damaged("the hash of a password"))
}

fn name_of(account: &KeptAccount) -> Result<Name, StoreError> {
    account.name.parse().map_err(|_| damaged("an account's name"))
}

fn told(name: &str, code: &RecoveryCode) -> Json<banqi_wire::RecoveryCode> {
    Json(banqi_wire::RecoveryCode { name: name.to_owned(), code: code.to_text() })
}

//! People with accounts.

use serde_json::{Value, json};

use super::http::{Guest, Reply};

/// A password that anybody may have.
pub(crate) const PASSWORD: &str = "seven black ferries at noon";

/// Makes an account, and gives the recovery code.
pub(crate) async fn sign_up(guest: &mut Guest, name: &str) -> String {
    let made = guest.post("/api/account", Some(&credentials(name, PASSWORD))).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["code"].as_str().unwrap().to_owned()
}

/// Makes an account of the first name that is free: the same on every server.
pub(crate) async fn sign_up_as_anybody(guest: &mut Guest) {
    for number in 1.. {
        let made = guest.post("/api/account", Some(&credentials(&format!("Player{number}"), PASSWORD))).await;
        if made.status != 409 {
            assert_eq!(made.status, 201, "{}", made.text());
            return;
        }
    }
}

pub(crate) async fn sign_in(guest: &mut Guest, name: &str, password: &str) -> Reply {
    guest.post("/api/session", Some(&credentials(name, password))).await
}

pub(crate) fn credentials(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

/// The name of the account that asks, if there is one.
pub(crate) async fn name_of(guest: &mut Guest) -> Option<String> {
    guest.get("/api/me").await.json()["account"]["name"].as_str().map(str::to_owned)
}

/// Whether it is a guest who asks.
pub(crate) async fn is_guest(guest: &mut Guest) -> bool {
    !guest.get("/api/me").await.json()["guest"].is_null()
}

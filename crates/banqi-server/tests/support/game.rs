//! A game between two clients, from the link to the end.

use banqi::Action;
use banqi_deal::Secret;
use banqi_room::{Room, Stage};
use banqi_wire::{Command, FirstMover, GameId, Player, Present};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde_json::{Value, json};

use super::account::{name_of, sign_up_as_anybody};
use super::client::{Client, secret};
use super::http::Guest;
use super::server::TestServer;

/// Two clients and who they are.
pub(crate) struct Pair {
    pub(crate) game: GameId,
    pub(crate) guests: [Guest; 2],
    pub(crate) creator: Client,
    pub(crate) friend: Client,
}

/// Makes a game and gives its id.
pub(crate) async fn make(guest: &mut Guest, new: &Value) -> GameId {
    let made = guest.post("/api/games", Some(new)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()["id"].as_str().unwrap().parse().unwrap()
}

pub(crate) async fn join(guest: &mut Guest, game: GameId) {
    let joined = guest.post(&format!("/api/games/{game}/join"), None).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
}

pub(crate) fn rules(rules: &str) -> Value {
    json!({ "rules": rules })
}

impl Pair {
    /// By a link: one makes a game, the other joins it, both have its page open.
    pub(crate) async fn meet(server: &TestServer, new: &Value) -> Self {
        Self::between([server.guest(), server.guest()], new).await
    }

    /// The same between these two.
    pub(crate) async fn between(mut guests: [Guest; 2], new: &Value) -> Self {
        let game = make(&mut guests[0], new).await;
        let mut creator = Client::open(&guests[0], game).await;
        join(&mut guests[1], game).await;
        let friend = Client::open(&guests[1], game).await;
        creator.until(friend.room().number()).await;
        creator.until_presence(|presence| presence.friend == Present::Here).await;
        Self { game, guests, creator, friend }
    }

    /// Seals the deal.
    pub(crate) async fn seal(&mut self) {
        let (c1, c2) = (secret(0xC1), secret(0xC2));
        self.seal_with(c1, c2).await;
    }

    pub(crate) async fn seal_with(&mut self, c1: Secret, c2: Secret) {
        let commitment = c1.seat1_commit(&self.creator.room().terms());
        self.act(Player::Creator, Command::Commit { commitment }).await;
        self.act(Player::Friend, Command::Contribute { secret: c2 }).await;
        self.act(Player::Creator, Command::Seal { secret: c1 }).await;
        let code = |client: &Client| client.room().seal().unwrap().code();
        assert_eq!(code(&self.creator), code(&self.friend));
    }

    /// Draws tiles, where tiles decide.
    pub(crate) async fn draw(&mut self) {
        let first = self.creator.room().first();
        if self.creator.room().stage() == Stage::Picking && matches!(first, FirstMover::Tiles | FirstMover::Loser) {
            self.act(Player::Creator, Command::Pick { tile: 3 }).await;
            self.act(Player::Friend, Command::Pick { tile: 1 }).await;
        }
        while self.creator.room().stage() == Stage::Picking {
            self.creator.event().await;
        }
        self.friend.until(self.creator.room().number()).await;
    }

    /// Up to the first turn.
    pub(crate) async fn begin(server: &TestServer, new: &Value) -> Self {
        let mut pair = Self::meet(server, new).await;
        pair.seal().await;
        pair.draw().await;
        assert_eq!(pair.creator.room().stage(), Stage::Playing);
        pair
    }

    pub(crate) fn client(&mut self, player: Player) -> &mut Client {
        match player {
            Player::Creator => &mut self.creator,
            Player::Friend => &mut self.friend,
        }
    }

    /// Somebody does something, and both hear of it.
    pub(crate) async fn act(&mut self, player: Player, command: Command) {
        self.client(player).act(command).await;
        let number = self.client(player).room().number();
        self.client(player.other()).until(number).await;
    }

    pub(crate) async fn play(&mut self, action: Action) {
        let player = self.creator.room().to_act().expect("somebody's turn");
        self.act(player, Command::Play { action }).await;
    }

    /// Plays at random until the end or, where nobody gets there, until somebody has enough.
    pub(crate) async fn play_out(&mut self, seed: u64, patience: usize) {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        for _ in 0..patience {
            let Some(action) = random_action(self.creator.room(), &mut rng) else { break };
            self.play(action).await;
        }
        if self.creator.room().to_act().is_some() {
            self.act(Player::Friend, Command::Resign).await;
        }
        self.creator.until_over().await;
        self.friend.until_over().await;
    }
}

/// One of the legal actions, if the game goes on.
pub(crate) fn random_action(room: &Room, rng: &mut ChaCha20Rng) -> Option<Action> {
    room.to_act()?;
    let actions: Vec<Action> = room.game().actions().iter().copied().collect();
    actions.get(rng.random_range(0..actions.len())).copied()
}

/// A ranked game: somebody and the server's computer.
pub(crate) struct Ranked {
    pub(crate) game: GameId,
    pub(crate) guest: Guest,
    pub(crate) client: Client,
}

pub(crate) fn ranked(rules: &str, level: &str) -> Value {
    json!({ "rules": rules, "scoring": { "kind": "ranked", "level": level } })
}

/// Makes a ranked game; whoever has no account yet gets one.
pub(crate) async fn make_ranked(guest: &mut Guest, rules: &str, level: &str) -> GameId {
    if name_of(guest).await.is_none() {
        sign_up_as_anybody(guest).await;
    }
    make(guest, &ranked(rules, level)).await
}

impl Ranked {
    /// Sealed: the creator is to move.
    pub(crate) async fn begin(server: &TestServer, rules: &str, level: &str) -> Self {
        let mut guest = server.guest();
        let game = make_ranked(&mut guest, rules, level).await;
        let mut client = Client::open(&guest, game).await;
        client.act(Command::Seal { secret: secret(0xC1) }).await;
        let mut ranked = Self { game, guest, client };
        ranked.wait().await;
        ranked
    }

    /// Listens until the creator is to move, or the game is over.
    pub(crate) async fn wait(&mut self) {
        while self.client.room().stage() < Stage::Playing || self.client.room().waits_for_computer() {
            self.client.event().await;
        }
        if self.client.room().game().outcome().is_some() {
            self.client.until_over().await;
        }
    }

    /// The creator plays, and the computer answers.
    pub(crate) async fn play(&mut self, action: Action) {
        self.client.act(Command::Play { action }).await;
        self.wait().await;
    }

    /// So many random actions of the creator, or up to the end.
    pub(crate) async fn play_some(&mut self, actions: usize, rng: &mut ChaCha20Rng) {
        for _ in 0..actions {
            let Some(action) = random_action(self.client.room(), rng) else { break };
            self.play(action).await;
        }
    }
}

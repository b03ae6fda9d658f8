//! A server that cheats, for tests of clients, which have to notice: it opens other pieces than those that it sealed.
//!
//! `cargo run -p banqi-server --example cheating -- FOLDER` keeps its games in that folder, takes any free port, and says
//! which as `banqi serve` does.

use std::collections::HashSet;
use std::error::Error;
use std::sync::{Arc, Mutex};

use banqi::Piece;
use banqi_deal::SealedDeal;
use banqi_server::{App, Client, DataFolder, Parts, Server, SystemChance};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a folder")?;
    let data = DataFolder::open(folder.into())?;
    let mut parts = Parts::new(data.store().await?, data.key(&SystemChance)?);
    parts.client = Client::embedded();
    let sealed = Mutex::new(HashSet::new());
    parts.dealer = Some(Arc::new(move |transcript, secret| {
        let dealt = SealedDeal::new(transcript, secret)?;
        let game = dealt.seal().transcript().terms.game().to_owned();
        // The first deal is the one that is sealed.
        let Ok(mut sealed) = sealed.lock() else { return Ok(dealt) };
        if sealed.insert(game) {
            return Ok(dealt);
        }
        // Every piece of the other colour: as many of each as there have to be.
        let squares = dealt.squares().map(|piece| Piece::new(!piece.colour, piece.kind));
        let (transcript, server) = (dealt.seal().transcript().clone(), dealt.server().clone());
        SealedDeal::from_parts(transcript, server, dealt.tiles().kinds(), squares, dealt.salts().clone())
    }));
    let app = App::new(parts).await?;
    let server = Server::bind("127.0.0.1:0".parse()?)?;
    println!("Banqi is at http://{}; Ctrl-C stops it.", server.address());
    server.run(app, std::future::pending()).await?;
    Ok(())
}

//! Who goes first: agreed, or decided by drawing tiles.

use banqi::{Kind, Seat};
use banqi_deal::Tiles;
use banqi_table::Party;

use super::console::{Console, Leave};
use super::players::{Players, capitalised};

/// Lets both players pick a tile, and answers who sits First.
pub(super) fn draw_tiles(console: &mut Console<'_>, players: &Players, seed: u64) -> Result<Party, Leave> {
    let tiles = Tiles::from_seed(seed);
    console.blank()?;
    console.say(
        "Five tiles lie face down: General, Advisor, Elephant, Chariot, Horse. Each player picks one; the higher in this \
         order goes first.",
    )?;
    let host = pick(console, players, Party::Host, None)?;
    let guest = match players.computer {
        // Nobody has looked, so any tile is as good as another.
        Some(_) => (host + 1 + (seed % 4) as usize) % Tiles::COUNT,
        None => pick(console, players, Party::Guest, Some(host))?,
    };
    for (party, picked) in [(Party::Host, host), (Party::Guest, guest)] {
        let kind = tiles.kind(picked).map_or_else(String::new, |kind: Kind| kind.to_string());
        console.say(format!("{}: tile {}, {kind}.", players.label(players.seat(party)), picked + 1))?;
    }
    let [seat, _] = tiles.seats([host, guest]).map_err(std::io::Error::other)?;
    Ok(if seat == Seat::First { Party::Host } else { Party::Guest })
}

/// The number of a tile that is not taken, from 0.
fn pick(console: &mut Console<'_>, players: &Players, party: Party, taken: Option<usize>) -> Result<usize, Leave> {
    let who = capitalised(&players.does(players.seat(party), "pick a tile", "picks a tile"));
    let free: Vec<String> =
        (0..Tiles::COUNT).filter(|&tile| Some(tile) != taken).map(|tile| (tile + 1).to_string()).collect();
    loop {
        let answer = console.ask(&format!("{who} ({}): ", free.join(" ")), &free)?;
        match answer.parse::<usize>() {
            Ok(number) if free.contains(&answer) => return Ok(number - 1),
            _ if matches!(answer.to_lowercase().as_str(), "quit" | "q" | "exit") => return Err(Leave::Quit),
            _ => console.say(format!("Type one of {}, or quit.", free.join(" ")))?,
        }
    }
}

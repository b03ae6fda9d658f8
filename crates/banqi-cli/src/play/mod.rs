//! `banqi play`: whole games in the terminal, against the computer or between two people.

mod answers;
mod command;
mod console;
mod narration;
mod opening;
mod players;
mod save;
mod session;
mod store;
#[cfg(test)]
mod tests;
mod view;

use std::env;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, anyhow, bail};
use banqi::{Action, Ending, Game, Record, Seat, Square};
use banqi_deal::Deal;
use banqi_engine::Level;
use banqi_table::{Party, Resume};
use rand::TryRng as _;
use rand::rngs::SysRng;

use console::{Console, Edited, Plain};
use players::Players;
use save::Unsaved;
use session::{Session, Terms};
use store::Store;
use view::View;

use crate::engine_args::levels;
use crate::failure::{Advice as _, Exit};
use crate::game_args::GameArgs;
use crate::text_args::TextArgs;
use crate::{standard_output, whole_file, wrapped};

/// What to play.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi play
  banqi play --level master --rules taiwan-chase --first tiles
  banqi play --two --names Ann,Ben --rules hong-kong:chain=on --landscape
  banqi play --save game.txt
  banqi play --resume game.txt --save game.txt

Lines are read from standard input, so a script can play too. In the game, 'help' lists what can be typed.")]
pub(crate) struct Args {
    /// How strong the computer is [default: normal, or as it was in a game that goes on]
    #[arg(long, value_parser = levels(), conflicts_with = "two")]
    level: Option<Level>,
    /// Two people at this terminal
    #[arg(long)]
    two: bool,
    /// The players' names: one against the computer, two with --two
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', value_parser = name)]
    names: Vec<String>,
    /// Who goes first: tiles (both draw one, the higher begins), you, computer, or a player's name
    #[arg(long, value_name = "WHO", default_value = "you")]
    first: String,
    #[command(flatten)]
    game: GameArgs,
    /// Makes chance repeatable: the deal, the tiles and the computer. Who knows the number can know the deal
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["two", "names", "first", "rules", "fen", "seed"])]
    resume: Option<PathBuf>,
    /// Save the game in this file after every turn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save replace a file
    #[arg(long, requires = "save")]
    force: bool,
    #[command(flatten)]
    text: TextArgs,
}

/// Plays.
pub(crate) fn run(args: Args) -> Result<Exit> {
    if let Some(path) = &args.save {
        whole_file::check_private(path)
            .with_context(|| format!("--save {}", path.display()))
            .advise("name a file in a folder that you may write to")?;
        let is_resumed = || args.resume.as_deref().is_some_and(|resumed| whole_file::is_same(resumed, path));
        if path.exists() && !args.force && !is_resumed() {
            return Err(anyhow!("{} exists", path.display()))
                .advise("--force lets --save replace it, or name another file");
        }
    }
    let unsaved = Unsaved::default();
    let mut store = Store::new(PathBuf::new(), today(), unsaved.clone());
    let view = View { board: args.text.board(), terminal: is_terminal() };
    let session = if let Some(path) = &args.resume {
        let (record, game, mut resume) = read(path)?;
        if let Some(level) = args.level {
            resume
                .computer
                .as_mut()
                .map(|computer| *computer = level)
                .ok_or_else(|| anyhow!("--level {level}: in {} two people play", path.display()))
                .advise("leave out --level")?;
        }
        store = store.resumed(path.clone(), &record);
        store = automatic(store, args.save);
        Session::resumed(open_console(), view, store, record, game, resume)
    } else {
        store = automatic(store, args.save);
        let start = args.game.game()?;
        if let Some(outcome) = start.outcome() {
            return Err(anyhow!("that game is over: {outcome}")).advise("choose a position in which somebody can move");
        }
        let players = players((!args.two).then(|| args.level.unwrap_or_default()), args.names)?;
        let seed = args.seed.map_or_else(random_seed, Ok)?;
        let tiles = args.first == "tiles";
        let mover = if tiles { Party::Host } else { mover(&args.first, &players)? };
        let first = if start.position().seat() == Seat::First { mover } else { mover.other() };
        Session::new(open_console(), view, store, Terms { start, tiles, seed }, Players { first, ..players })
    };
    ctrlc::set_handler(move || leave_by_signal(&unsaved)).context("signals cannot be handled")?;
    session.hold()?;
    Ok(Exit::Done)
}

fn automatic(store: Store, path: Option<PathBuf>) -> Store {
    match path {
        Some(path) => store.automatic(path),
        None => store,
    }
}

/// Ctrl-C while the computer thinks, or the terminal went away: the game is saved all the same.
fn leave_by_signal(unsaved: &Unsaved) {
    let mut output = io::stdout();
    for line in unsaved.rescue().iter().flat_map(save::rescued) {
        // Where nobody can read it, nobody misses it.
        let _ = io::Write::write_fmt(&mut output, format_args!("\n{line}"));
    }
    let _ = io::Write::write_all(&mut output, b"\n");
    process::exit(130);
}

/// Whether there is a terminal with a cursor to move; a dumb one is read and written like a pipe.
fn is_terminal() -> bool {
    let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn open_console() -> Console<'static> {
    let output = standard_output::shared();
    if let Some(Ok(edited)) = is_terminal().then(Edited::new) {
        return Console::new(edited, output, wrapped::prose);
    }
    let plain = Plain::new(io::stdin().lock(), !io::stdin().is_terminal());
    Console::new(plain, output, wrapped::prose)
}

/// A player's name, short enough for a prompt.
fn name(text: &str) -> Result<String, String> {
    const LONGEST: usize = 30;
    let name = text.trim();
    if name.is_empty() || name.chars().count() > LONGEST || name.contains(char::is_control) {
        return Err(format!("a name has 1 to {LONGEST} characters"));
    }
    Ok(name.to_string())
}

fn players(computer: Option<Level>, names: Vec<String>) -> Result<Players> {
    let most = if computer.is_some() { 1 } else { 2 };
    if names.len() > most {
        return Err(anyhow!("--names: {} names for {most}", names.len()))
            .advise("give one name against the computer, two with --two");
    }
    let mut names = names.into_iter();
    let mut next = |default: &str| names.next().unwrap_or_else(|| default.to_string());
    let (host, guest) = if computer.is_some() {
        (next("Player"), "Computer".to_string())
    } else {
        (next("Player 1"), next("Player 2"))
    };
    if host == guest {
        return Err(anyhow!("--names: both players are {host}")).advise("give two different names");
    }
    Ok(Players { host, guest, computer, first: Party::Host })
}

/// Who takes the first turn.
fn mover(who: &str, players: &Players) -> Result<Party> {
    match who {
        "you" => Ok(Party::Host),
        "computer" if players.computer.is_some() => Ok(Party::Guest),
        _ if who == players.host => Ok(Party::Host),
        _ if who == players.guest => Ok(Party::Guest),
        _ => Err(anyhow!("--first: {who:?} does not play")).advise(if players.computer.is_some() {
            "--first is tiles, you or computer".to_string()
        } else {
            format!("--first is tiles, '{}' or '{}'", players.host, players.guest)
        }),
    }
}

fn random_seed() -> Result<u64> {
    SysRng.try_next_u64().context("the system gives no randomness")
}

/// Reads a saved game, and what it takes to go on with it.
fn read(path: &Path) -> Result<(Record, Game, Resume)> {
    let help = "banqi play --resume takes one unfinished game, as banqi play has saved it";
    if path == Path::new("-") {
        return Err(anyhow!("--resume takes a file: standard input is for what the players say"))
            .advise("for a file of that name write ./-");
    }
    let file = || path.display();
    let text = fs::read_to_string(path).with_context(|| format!("{}", file())).advise(help)?;
    let record: Record = text.parse().with_context(|| format!("{}", file())).advise(help)?;
    let game = record.replay().with_context(|| format!("{}", file())).advise(help)?;
    if let Some(outcome) = game.outcome() {
        return Err(anyhow!("{}: that game is over: {outcome}", file()))
            .advise(format!("'banqi record show {}' shows it", file()));
    }
    if record.ending != Ending::Unterminated {
        return Err(anyhow!("{}: that game was called off", file()))
            .advise(format!("'banqi record show {}' shows it", file()));
    }
    let sealed = sealed(&record, &game).with_context(|| format!("{}", file())).advise(
        "without its Resume tag the game can be resumed with a new deal of what is face down, against the computer",
    )?;
    let resume = sealed.map_or_else(|| dealt_anew(&record, &game), Ok)?;
    Ok((record, game, resume))
}

/// What a saved game has in its tag to go on with; none without the tag.
pub(crate) fn sealed(record: &Record, game: &Game) -> Result<Option<Resume>> {
    let Some(sealed) = record.tags.get(Resume::TAG) else { return Ok(None) };
    let resume = Resume::open(sealed, record)?;
    if !resume.deal.fits(game.position()) {
        bail!("the deal in the tag Resume is not one of this game");
    }
    Ok(Some(resume))
}

/// For a record from elsewhere: what is still face down is dealt anew. The computer plays for whom its name stands, at
/// the level that is told there, or else against whoever is to move.
fn dealt_anew(record: &Record, game: &Game) -> Result<Resume> {
    let seed = random_seed()?;
    let rest = Deal::from_seed(game.position(), seed);
    let came_up = |square: Square| {
        game.plies().find_map(|ply| match ply.action {
            Action::Flip(at) | Action::Move { to: at, .. } if at == square => ply.revealed,
            _ => None,
        })
    };
    let letter = |square| came_up(square).or_else(|| rest.piece(square)).map_or('.', banqi::Piece::letter);
    let deal = Square::all().map(letter).collect::<String>().parse()?;
    let named = |(seat, tag)| record.tags.get(tag).and_then(Players::recorded_level).map(|level| (seat, level));
    let named = [(Seat::First, "First"), (Seat::Second, "Second")].into_iter().find_map(named);
    let (seat, level) = named.unwrap_or_else(|| (!game.position().seat(), Level::default()));
    let first = if seat == Seat::First { Party::Guest } else { Party::Host };
    Ok(Resume { deal, seed, round: 0, computer: Some(level), first, tiles: false })
}

/// The day by universal time, as `2026-01-31`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    date(seconds / 86400)
}

/// The date of a day counted from 1970-01-01: years are counted from a first of March, so that leap days come last.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 { (month + 3, year) } else { (month - 9, year + 1) };
    format!("{:04}-{month:02}-{day_of_month:02}", era * 400 + year)
}

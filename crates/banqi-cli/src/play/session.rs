//! A sitting: one game after the other, turn by turn, until somebody leaves.

use std::io;
use std::path::{Path, PathBuf};

use banqi::{Action, Ending, Game, IllegalAction, Outcome, Position, Reason, Record, Seat, Tags};
use banqi_deal::Deal;
use banqi_engine::{Engine, Level, Limits};
use banqi_table::{Party, Resume, Table};

use super::answers;
use super::command::{self, Command, Show};
use super::console::{Console, Leave};
use super::narration;
use super::opening;
use super::players::{Players, capitalised};
use super::save;
use super::store::Store;
use super::view::View;
use crate::failure::without_number;
use crate::whole_file;

/// What the players agreed on before the first game.
pub(super) struct Terms {
    /// The game as every game of the sitting begins.
    pub(super) start: Game,
    /// Whether tiles are drawn for who goes first.
    pub(super) tiles: bool,
    /// Where all chance comes from: the deals, the tiles, the computer's.
    pub(super) seed: u64,
}

/// A sitting at the terminal.
pub(super) struct Session<'a> {
    console: Console<'a>,
    view: View,
    store: Store,
    terms: Terms,
    /// Which game of the sitting this is, from 0.
    round: u64,
    players: Players,
    table: Table,
    /// The record that was resumed, for its tags and comments.
    resumed: Option<Record>,
    /// On which turn the computer's last offer of a draw was declined.
    declined: Option<u32>,
}

/// Whether a command used up the turn or changed the game.
#[derive(PartialEq, Eq)]
enum Flow {
    /// The same player is asked again.
    Ask,
    /// The game is looked at again.
    GoOn,
}

/// The computer repeats an offer of a draw after so many turns.
const OFFER_AGAIN: u32 = 20;

impl<'a> Session<'a> {
    /// A sitting that begins with a new game.
    pub(super) fn new(console: Console<'a>, view: View, store: Store, terms: Terms, players: Players) -> Self {
        let table = Self::deal(&terms, 0);
        Self { console, view, store, terms, round: 0, players, table, resumed: None, declined: None }
    }

    /// A sitting that goes on with a saved game.
    pub(super) fn resumed(
        console: Console<'a>,
        view: View,
        store: Store,
        record: Record,
        game: Game,
        resume: Resume,
    ) -> Self {
        let start = game.first_position();
        let start = Game::from_position(record.rules, *start).expect("the record was replayed from it");
        // The computer may have got another level.
        let mut record = record;
        let name = |seat, party| {
            let tag = if seat == Seat::First { "First" } else { "Second" };
            record.tags.get(tag).unwrap_or(if party == Party::Host { "Player 1" } else { "Player 2" }).to_string()
        };
        let host = if resume.first == Party::Host { Seat::First } else { Seat::Second };
        let players = Players {
            host: name(host, Party::Host),
            guest: name(!host, Party::Guest),
            computer: resume.computer,
            first: resume.first,
        };
        if let Some(seat) = players.computer_seat() {
            let tag = if seat == Seat::First { "First" } else { "Second" };
            if record.tags.get(tag).is_some_and(|name| name.starts_with("Computer (")) {
                record.tags.set(tag, &players.recorded(seat)).expect("a name of a tag that can be set");
            }
        }
        let terms = Terms { start, tiles: resume.tiles, seed: resume.seed };
        let table = Table::new(game, resume.deal);
        Self { console, view, store, terms, round: resume.round, players, table, resumed: Some(record), declined: None }
    }

    fn deal(terms: &Terms, round: u64) -> Table {
        let deal = Deal::from_seed(terms.start.position(), terms.seed.wrapping_add(round));
        Table::new(terms.start.clone(), deal)
    }

    /// Holds the sitting. Whoever leaves an unfinished game is told where it is saved.
    pub(super) fn hold(mut self) -> io::Result<()> {
        let left = self.games();
        let told: Vec<String> = match left {
            Ok(()) | Err(Leave::Quit) => Vec::new(),
            Err(_) => self.store.rescue().iter().flat_map(save::rescued).collect(),
        };
        let mut told = self.console.lines(told);
        // Whoever asked for a file is told why there is none.
        if self.store.is_automatic() && self.store.saved_in().is_none() && self.table.game().plies().len() == 0 {
            told = told.and_then(|()| self.console.say("Nothing to save yet: no turn was played."));
        }
        match left {
            Err(Leave::Failed(error)) => Err(error),
            Ok(()) | Err(Leave::EndOfInput | Leave::Interrupted | Leave::Quit) => told,
        }
    }

    fn games(&mut self) -> Result<(), Leave> {
        self.welcome()?;
        loop {
            self.game()?;
            if !self.after()? {
                return Ok(());
            }
            self.next_game()?;
        }
    }

    fn welcome(&mut self) -> Result<(), Leave> {
        let rules = self.table.game().rules();
        let between = match self.players.computer {
            Some(level) => format!("you against the computer ({level})"),
            None => format!("{} against {}", self.players.host, self.players.guest),
        };
        self.console.say(format!("Banqi, {rules}: {between}."))?;
        if self.players.computer == Some(Level::Easy) {
            self.console
                .say("Easy plays mostly at random and leaves its pieces hanging: beat it to learn the game.")?;
        }
        if self.resumed.is_none() {
            self.draw_tiles()?;
        }
        self.console.say("Type a square to turn its piece over, as in b2; b2-b3 to move; help for everything else.")?;
        if self.resumed.is_some() {
            self.console.say(format!("The game goes on at turn {}.", self.table.game().position().turn()))?;
            return self.keep();
        }
        Ok(self.console.say(narration::goes_first(&self.players, self.table.game().position()))?)
    }

    /// Decides who goes first, where that is not agreed.
    fn draw_tiles(&mut self) -> Result<(), Leave> {
        if self.terms.tiles {
            let seed = self.terms.seed.wrapping_add(self.round);
            let first = opening::draw_tiles(&mut self.console, &self.players, seed)?;
            self.players.first = self.first_seat_of(first);
        }
        Ok(())
    }

    /// Who sits First, so that this party has the first turn: a study position may begin with Second's.
    fn first_seat_of(&self, mover: Party) -> Party {
        if self.terms.start.position().seat() == Seat::First { mover } else { mover.other() }
    }

    /// Plays one game to its end.
    fn game(&mut self) -> Result<(), Leave> {
        while self.table.game().outcome().is_none() {
            let seat = self.table.game().position().seat();
            match self.players.computer {
                Some(level) if self.players.is_computer(seat) => self.computer_turn(level, seat)?,
                _ => self.person_turn(seat)?,
            }
        }
        Ok(())
    }

    fn engine(&self, level: Level) -> Engine {
        Engine::new(level, self.terms.seed.wrapping_add(self.round))
    }

    fn computer_turn(&mut self, level: Level, seat: Seat) -> Result<(), Leave> {
        let engine = self.engine(level);
        let turn = self.table.game().position().turn();
        let asked = self.declined.is_some_and(|declined| turn < declined + OFFER_AGAIN);
        if !asked && self.table.game().position().chain().is_none() && engine.offers_draw(self.table.game(), seat) {
            // Nobody can judge an offer without seeing the board.
            self.show_table()?;
            if self.confirm("The computer offers a draw. Do you accept?", false)? {
                return self.finish(Outcome::draw(Reason::Agreement));
            }
            self.declined = Some(turn);
        }
        match engine.think(self.table.game(), &Limits::default(), &|| false) {
            Some(thought) => self.perform(thought.action).map(|_| ()),
            None => Ok(()),
        }
    }

    fn person_turn(&mut self, seat: Seat) -> Result<(), Leave> {
        self.show_table()?;
        let prompt = match self.players.computer {
            Some(_) => "> ".to_string(),
            None => format!("{}> ", self.players.label(seat)),
        };
        let mut words: Vec<String> = self.table.game().actions().iter().map(Action::to_string).collect();
        words.extend(command::names().map(str::to_string));
        loop {
            let line = self.console.ask(&prompt, &words)?;
            match command::parse(&line) {
                Ok(command) => {
                    if self.obey(command, seat)? == Flow::GoOn {
                        return Ok(());
                    }
                }
                Err(misunderstood) => self.console.say(misunderstood)?,
            }
        }
    }

    fn show_table(&mut self) -> io::Result<()> {
        let (game, width) = (self.table.game(), self.console.width());
        if game.outcome().is_some() {
            return self.console.lines(self.view.final_board(game, self.table.deal()));
        }
        self.console.blank()?;
        self.console.lines(self.view.table(&self.players, game, width))?;
        let remarks = self.view.remarks(&self.players, game, width);
        remarks.into_iter().try_for_each(|remark| self.console.say(remark))
    }

    fn obey(&mut self, command: Command, seat: Seat) -> Result<Flow, Leave> {
        match command {
            Command::Turn(actions) => return self.turn(&actions),
            Command::Undo => return self.undo(seat),
            Command::Draw => return self.offer_draw(seat),
            Command::Resign => return self.resign(seat),
            Command::Quit => return self.quit(),
            Command::Save(path) => self.save(path)?,
            Command::Show(show) => {
                self.change_view(show);
                self.show_table()?;
            }
            Command::Board => self.show_table()?,
            Command::Again => self.console.say("This game is not over: type resign to give it up, or quit.")?,
            Command::Hint => {
                let thought = self.engine(Level::Expert).think(self.table.game(), &Limits::default(), &|| false);
                let hint = thought.map(|thought| answers::hint(&self.players, self.table.game(), thought.action));
                self.console.say(hint.unwrap_or_default())?;
            }
            Command::Nothing => {}
            command => self.answer(&command)?,
        }
        Ok(Flow::Ask)
    }

    /// What only asks, and may be asked after the game too.
    fn answer(&mut self, command: &Command) -> io::Result<()> {
        let asked = self.asked();
        let game = self.table.game();
        match command {
            Command::Help => answers::help(&mut self.console, &self.view.board),
            Command::Pieces => answers::pieces(&mut self.console),
            Command::Threats => answers::threats(&mut self.console, &self.players, game, asked),
            Command::Why(actions) => self.console.say(answers::why(&self.players, game, actions)),
            Command::Moves(square) => answers::moves(&mut self.console, &self.players, game, *square),
            Command::Bag => self.console.lines(self.view.bag(game)),
            Command::Rules => answers::rules(&mut self.console, game),
            Command::History => answers::history(&mut self.console, &self.players, game, self.view.board.glyphs),
            _ => Ok(()),
        }
    }

    /// Whoever looks at the screen: against the computer the person, whose turn it may not be.
    fn asked(&self) -> Seat {
        let seat = self.table.game().position().seat();
        if self.players.is_computer(seat) { !seat } else { seat }
    }

    /// Asks until the answer is yes or no; an empty line is `default`. The game may be looked at first.
    fn confirm(&mut self, question: &str, default: bool) -> Result<bool, Leave> {
        let question = format!("{question} {}", if default { "[Y/n]" } else { "[y/N]" });
        let words = ["yes", "no", "board", "bag", "threats", "history", "rules", "help"].map(str::to_string);
        loop {
            let line = self.console.ask_at_length(&question, &words)?;
            match line.to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                "" => return Ok(default),
                _ => {}
            }
            match command::parse(&line) {
                Ok(Command::Show(show)) => {
                    self.change_view(show);
                    self.show_table()?;
                }
                Ok(Command::Board) => self.show_table()?,
                Ok(
                    command @ (Command::Help
                    | Command::Bag
                    | Command::Threats
                    | Command::History
                    | Command::Rules
                    | Command::Pieces),
                ) => self.answer(&command)?,
                _ => self.console.say(
                    "Please answer yes or no. Before you do, you may look at board, bag, threats, history or rules.",
                )?,
            }
        }
    }

    fn change_view(&mut self, show: Show) {
        let board = &mut self.view.board;
        match show {
            Show::Landscape(landscape) => board.landscape = landscape,
            Show::Pieces(glyphs) => board.glyphs = glyphs,
            Show::Colour(colour) => board.colour = colour,
            Show::Rotated => board.flipped = !board.flipped,
        }
    }

    /// Plays what a player said, or nothing of it if some of it is known to be illegal.
    fn turn(&mut self, said: &[Action]) -> Result<Flow, Leave> {
        let game = self.table.game();
        // Inside a chain a square alone is where the piece goes on to: a flip is not possible there.
        let hop = match (game.position().chain(), said) {
            (Some(from), [Action::Flip(to)]) => Some([Action::Move { from, to: *to }]),
            _ => None,
        };
        let actions = hop.as_ref().map_or(said, |hop| hop.as_slice());
        if let Err(objection) = answers::foresee(game, actions) {
            self.console.say(objection)?;
            return Ok(Flow::Ask);
        }
        let number = game.position().turn();
        for &action in actions {
            if self.table.game().position().turn() != number || self.table.game().outcome().is_some() {
                self.console.say(format!("The turn is over before {action}."))?;
                break;
            }
            if let Err(illegal) = self.perform(action)? {
                self.console.say(answers::objection(self.table.game(), action, illegal))?;
                break;
            }
        }
        Ok(Flow::GoOn)
    }

    /// Plays one action, tells it, and keeps the game.
    fn perform(&mut self, action: Action) -> Result<Result<(), IllegalAction>, Leave> {
        let event = match self.table.play(action) {
            Ok(event) => event,
            Err(illegal) => return Ok(Err(illegal)),
        };
        self.console.say(narration::event(&self.players, self.view.board.glyphs, &event))?;
        self.keep()?;
        Ok(Ok(()))
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), Leave> {
        self.table.game_mut().finish(outcome).map_err(io::Error::other)?;
        self.keep()
    }

    fn undo(&mut self, seat: Seat) -> Result<Flow, Leave> {
        let own = self.players.computer.map(|_| seat);
        let plies = match self.table.takeback(own) {
            Ok(plies) => plies,
            Err(reason) => {
                self.console.say(narration::no_takeback(&self.players, reason))?;
                return Ok(Flow::Ask);
            }
        };
        let game = self.table.game();
        let taken: Vec<String> = game.plies().skip(game.plies().len() - plies).map(|ply| ply.to_string()).collect();
        let taken = taken.join(", ");
        let mover = game.positions().nth(game.plies().len() - plies).map_or(seat, Position::seat);
        // Inside one's own chain nobody has answered it yet.
        if self.players.computer.is_none() && mover != seat {
            let (asked, asks) = (self.players.label(!mover), self.players.label(mover));
            let question = format!("{asked}, {asks} would like to take back {taken}. Do you agree?");
            let declined = format!("{asked} does not agree; the game goes on.");
            if !self.confirm(&question, false)? {
                self.console.say(declined)?;
                return Ok(Flow::Ask);
            }
        }
        self.table.take_back(plies);
        self.console.say(format!("Taken back: {taken}."))?;
        self.keep()?;
        Ok(Flow::GoOn)
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<Flow, Leave> {
        let accepted = if let Some(level) = self.players.computer {
            self.engine(level).accepts_draw(self.table.game(), !seat)
        } else {
            let (offers, asked) = (self.players.label(seat), self.players.label(!seat));
            let question = format!("{asked}, {offers} offers a draw. Do you accept?");
            self.confirm(&question, false)?
        };
        if accepted {
            self.finish(Outcome::draw(Reason::Agreement))?;
            return Ok(Flow::GoOn);
        }
        let declines = capitalised(&self.players.does(!seat, "decline", "declines"));
        self.console.say(format!("{declines} the draw; the game goes on."))?;
        Ok(Flow::Ask)
    }

    fn resign(&mut self, seat: Seat) -> Result<Flow, Leave> {
        let question = match self.players.computer {
            Some(_) => "Resign this game?".to_string(),
            None => format!("{}, do you resign this game?", self.players.label(seat)),
        };
        if !self.confirm(&question, false)? {
            self.console.say("The game goes on.")?;
            return Ok(Flow::Ask);
        }
        self.finish(Outcome::win(!seat, Reason::Resignation))?;
        Ok(Flow::GoOn)
    }

    fn quit(&mut self) -> Result<Flow, Leave> {
        let text = self.record().to_string();
        if self.is_begun() {
            if self.store.is_saved(&text) {
                self.console.lines(self.store.saved_in().into_iter().flat_map(save::told))?;
            } else if self.confirm("Save this game, to go on with it another time?", true)? {
                self.save(None)?;
                if !self.store.is_saved(&text) {
                    return Ok(Flow::Ask);
                }
            }
        }
        self.store.forget();
        Err(Leave::Quit)
    }

    /// Whether there is anything to lose: a person has played, or has saved. What is saved by itself is from its first
    /// turn, whoever played it.
    fn is_begun(&self) -> bool {
        let game = self.table.game();
        let mut movers = game.plies().zip(game.positions()).map(|(_, before)| before.seat());
        movers.any(|seat| self.store.is_automatic() || !self.players.is_computer(seat))
            || self.store.saved_in().is_some()
    }

    /// Saves to the named file, or asks for its name.
    fn save(&mut self, path: Option<PathBuf>) -> Result<(), Leave> {
        let path = match path {
            Some(path) => Some(path),
            None => self.ask_for_file()?,
        };
        let Some(path) = path else {
            return Ok(self.console.say("Nothing was saved.")?);
        };
        let path = save::typed(&path);
        if let Err(error) = whole_file::check_private(&path) {
            let error = without_number(error);
            return Ok(self.console.say(format!("{} cannot be saved to: {error}.", path.display()))?);
        }
        if path.exists() && !self.store.is_own(&path) {
            let question = format!("{} exists. Replace it?", path.display());
            if !self.confirm(&question, false)? {
                self.console.say(format!("Nothing was saved; {} is as it was.", path.display()))?;
                return Ok(());
            }
        }
        let text = self.record().to_string();
        match self.store.write(&path, &text) {
            Ok(()) if self.table.game().outcome().is_some() => {
                self.store.forget();
                self.console.say(format!("Saved in {}.", path.display()))?;
            }
            Ok(()) => self.console.lines(save::told(&path))?,
            Err(error) => {
                self.console.say(format!("{} could not be saved: {}", path.display(), without_number(error)))?;
            }
        }
        Ok(())
    }

    /// The name of a file; none if what was typed turns out not to be meant as one.
    fn ask_for_file(&mut self) -> Result<Option<PathBuf>, Leave> {
        let suggestion = self.store.suggestion();
        let answer = self.console.ask(&format!("File [{}]: ", suggestion.display()), &[])?;
        if answer.is_empty() {
            return Ok(Some(suggestion));
        }
        if command::is_understood(&answer) && !self.confirm(&format!("Is \"{answer}\" the name of the file?"), false)? {
            return Ok(None);
        }
        Ok(Some(answer.into()))
    }

    /// The game as a record: with its deal once it is over, until then with what it takes to go on.
    fn record(&self) -> Record {
        let game = self.table.game();
        let mut record = Record::of(game);
        if let Some(resumed) = &self.resumed {
            for (turn, earlier) in record.turns.iter_mut().zip(&resumed.turns) {
                if turn.turn == earlier.turn {
                    turn.comment.clone_from(&earlier.comment);
                }
            }
        }
        let mut tags = self.resumed.as_ref().map_or_else(Tags::default, |resumed| resumed.tags.clone());
        let mut set = |name, value: &str| tags.set(name, value).expect("a name of a tag that can be set");
        if self.resumed.is_none() {
            set("Event", "Banqi at the terminal");
            set("Date", &self.store.date().replace('-', "."));
            set("First", &self.players.recorded(Seat::First));
            set("Second", &self.players.recorded(Seat::Second));
        }
        let over = record.ending != Ending::Unterminated;
        set(Resume::TAG, "");
        if over {
            set("Deal", &self.table.deal().to_string());
        } else {
            set(Resume::TAG, &self.resume().seal(&record));
        }
        Record { tags, ..record }
    }

    fn resume(&self) -> Resume {
        Resume {
            deal: self.table.deal().clone(),
            seed: self.terms.seed,
            round: self.round,
            computer: self.players.computer,
            first: self.players.first,
            tiles: self.terms.tiles,
        }
    }

    /// Keeps the game as it is now, so that nothing is lost whatever happens.
    fn keep(&mut self) -> Result<(), Leave> {
        let text = self.record().to_string();
        let kept = if self.table.game().outcome().is_some() {
            self.store.finish(&text)
        } else if self.is_begun() {
            self.store.keep(&text)
        } else {
            Ok(())
        };
        if let Err(error) = kept {
            self.console.say(format!("The game could not be saved: {}", without_number(error)))?;
        }
        Ok(())
    }

    /// Tells the result; answers whether another game follows.
    fn after(&mut self) -> Result<bool, Leave> {
        self.console.blank()?;
        self.show_table()?;
        self.console.blank()?;
        let game = self.table.game();
        if let Some(outcome) = game.outcome() {
            self.console.say(narration::outcome(&self.players, game, outcome))?;
        }
        self.console.say(narration::figures(&self.players, game))?;
        if let Some(path) = self.store.saved_in().map(Path::to_path_buf) {
            self.console.say(format!("The record is in {}.", path.display()))?;
        }
        self.console.say("Type again for another game, save FILE for the record, history, bag, or quit.")?;
        let words: Vec<String> =
            ["again", "save", "history", "bag", "board", "quit"].iter().map(ToString::to_string).collect();
        loop {
            let line = self.console.ask("> ", &words)?;
            match command::parse(&line) {
                Ok(Command::Again) => return Ok(true),
                Ok(Command::Quit) => return Ok(false),
                Ok(Command::Save(path)) => self.save(path)?,
                Ok(Command::Show(show)) => {
                    self.change_view(show);
                    self.show_table()?;
                }
                Ok(Command::Board) => self.show_table()?,
                Ok(
                    command @ (Command::Bag
                    | Command::History
                    | Command::Rules
                    | Command::Pieces
                    | Command::Help
                    | Command::Why(_)),
                ) => self.answer(&command)?,
                Ok(Command::Undo) => self.console.say("The game is over; its last move stands.")?,
                _ if matches!(line.to_lowercase().as_str(), "y" | "yes") => return Ok(true),
                _ if matches!(line.to_lowercase().as_str(), "n" | "no") => return Ok(false),
                _ => self.console.say("The game is over. Type again, save FILE, history, bag, board or quit.")?,
            }
        }
    }

    /// Another game by the same terms. Without tiles the loser goes first, after a draw whoever was Second.
    fn next_game(&mut self) -> Result<(), Leave> {
        let winner = self.table.game().outcome().and_then(|outcome| outcome.winner);
        let mover = self.players.party(winner.map_or(Seat::Second, |winner| !winner));
        self.round += 1;
        self.players.first = self.first_seat_of(mover);
        self.table = Self::deal(&self.terms, self.round);
        self.resumed = None;
        self.declined = None;
        if let Some(path) = self.store.next_game().map(Path::to_path_buf) {
            self.console.say(format!("This game will be saved in {}.", path.display()))?;
        }
        self.console.blank()?;
        self.draw_tiles()?;
        Ok(self.console.say(narration::goes_first(&self.players, self.table.game().position()))?)
    }
}

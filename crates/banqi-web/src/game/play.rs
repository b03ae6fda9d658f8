//! A game that is being played on its screen: the session, who is asked, what is told and kept.

use std::time::Duration;

use banqi::{Game, Record, Seat};
use banqi_room::FoldError;
use banqi_table::Party;
use banqi_wire::{Command, NewGame, Numbered, Phrase, Player, Side};
use banqi_worker::Answer;
use leptos::prelude::*;

use super::net::{Entry, Net};
use super::remote::Remote;
use super::session::{Happened, Session};
use super::ticking::Timers;
use super::words::{self, Words};
use super::{clock, far, notify};
use crate::engine_worker::EngineWorker;
use crate::media::use_media;
use crate::online::kept;
use crate::online::words::failure as failure_words;
use crate::points;
use crate::route::{Route, navigate};
use crate::settings::{Settings, use_settings};
use crate::setup::make;
use crate::sound::{Sound, play};
use crate::store::{self, GameId, SavedGame};
use crate::text::{labelled, sentences, text};

/// So long a note stays.
const NOTE: Duration = Duration::from_secs(6);
/// The computer takes at least so many milliseconds, or its move could not be seen.
const PAUSE: Duration = Duration::from_millis(350);
/// The last move is seen before the result is.
const BEFORE_RESULT: Duration = Duration::from_millis(600);

/// Which sheet is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sheets {
    Bag,
    Moves,
    More,
    Rules,
    /// What the person opposite can do, on the same screen.
    Far,
    Resign,
    Result,
    /// The invitation, for whoever makes it and for whoever gets it.
    Invite,
    Seal,
    Phrases,
}

/// A game on its screen. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Play {
    /// The name under which the device keeps the game, where it is the referee.
    pub(super) id: Option<GameId>,
    /// The server, where that is.
    pub(super) net: Option<Net>,
    pub(super) session: RwSignal<Session>,
    /// The game as far as it is shown.
    pub(super) shown: Memo<Shown>,
    pub(super) settings: RwSignal<Settings>,
    pub(super) sheet: RwSignal<Option<Sheets>>,
    pub(super) viewpoint: RwSignal<Seat>,
    pub(super) note: RwSignal<Option<Words>>,
    /// What the live region says.
    pub(super) spoken: RwSignal<String>,
    /// Whether the page is wide enough for three columns.
    pub(super) is_wide: Signal<bool>,
    /// What time it is, where this device has clocks: as it was when something that is shown changed last.
    pub(super) time: RwSignal<u64>,
    inner: StoredValue<Inner, LocalStorage>,
}

/// What is not shown.
#[derive(Default)]
struct Inner {
    worker: Worker,
    timers: Timers,
}

/// The worker, since when it thinks, and the points that a win against it has just brought.
#[derive(Default)]
struct Worker {
    engine: Option<EngineWorker>,
    busy_since: Option<f64>,
    points: u32,
}

/// A game as it is shown. Positions and plies tell whether it has changed.
#[derive(Clone, Debug)]
pub(crate) struct Shown(pub(crate) Game);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        self.0.position() == other.0.position()
            && self.0.outcome() == other.0.outcome()
            && self.0.plies().eq(other.0.plies())
    }
}

impl Play {
    /// A game that the device keeps under this name, or one over the net.
    pub(super) fn new(id: Option<GameId>, net: Option<Net>, session: Session) -> Self {
        // Each player has their own side of the board before them.
        let is_far = session.server().is_some_and(|remote| remote.near() == Player::Friend);
        let mut session = session;
        let settings = use_settings();
        session.allow_premoves(settings.with_untracked(|settings| settings.premoves));
        let session = RwSignal::new(session);
        let inner = StoredValue::new_local(Inner::default());
        let play = Self {
            id,
            net,
            session,
            shown: Memo::new(move |_| session.with(|session| Shown(session.shown()))),
            settings,
            sheet: RwSignal::new(None),
            viewpoint: RwSignal::new(if is_far { Seat::Second } else { Seat::First }),
            note: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            // The style sheet asks the same.
            is_wide: use_media("(min-width: 1000px)"),
            time: RwSignal::new(store::now()),
            inner,
        };
        // Leaving the game ends whatever the computer is thinking.
        on_cleanup(move || drop(inner.try_update_value(|inner| std::mem::take(&mut inner.worker))));
        if let Some(id) = id {
            play.follow_store(id);
        }
        play.ask();
        play.follow_clocks();
        if let Some(net) = net {
            play.keep();
            if play.session.with_untracked(|session| session.server().is_some_and(|remote| !remote.vouches())) {
                play.show_note(Words::plain(text!(online.seal_unvouched)));
            }
            net.enter(play);
        }
        play
    }

    /// Another tab may have the game open too. What is played there is shown here, or each would play over the other.
    fn follow_store(self, id: GameId) {
        let changed = window_event_listener(leptos::ev::storage, move |event| {
            if event.key().is_some_and(|key| key != store::key(id)) {
                return;
            }
            match store::load(id) {
                Some(SavedGame { game: Ok(session), .. }) => {
                    self.with_worker(|worker| *worker = Worker::default());
                    self.session.set(session);
                    self.ask();
                }
                Some(SavedGame { game: Err(_), .. }) => {}
                None => navigate(Route::Home),
            }
        });
        on_cleanup(move || changed.remove());
    }

    /// Does something to the game, tells what came of it, and asks the computer what is to be asked now.
    pub(super) fn act(self, does: impl FnOnce(&mut Session) -> Vec<Happened>) {
        let premoves = self.settings.with_untracked(|settings| settings.premoves);
        let doing = |session: &mut Session| {
            session.allow_premoves(premoves);
            let late = session.at(store::now());
            if late.is_empty() { does(session) } else { late }
        };
        let Some(happened) = self.session.try_update(doing) else { return };
        self.note.set(None);
        self.tell(&happened);
        self.ask();
        match self.net {
            Some(net) => net.send(),
            None => self.tick_clocks(),
        }
    }

    /// Takes what the server has told. A note stays: the player may be reading it.
    pub(super) fn told(self, events: &[Numbered]) {
        let Some(net) = self.net else { return };
        let mut happened = Vec::new();
        let mut unfit = None;
        self.session.update(|session| {
            for event in events {
                match session.told(event) {
                    Ok(came) => happened.extend(came),
                    Err(why) => {
                        unfit = Some(why);
                        break;
                    }
                }
            }
        });
        happened.extend(self.session.try_update(Session::follow_up).unwrap_or_default());
        self.tell(&happened);
        match unfit {
            // What came twice changes nothing; for what is missing the server is asked.
            Some(FoldError::Number { found, expected }) if found > expected => net.again(),
            None | Some(FoldError::Number { .. }) => {}
            Some(why) => {
                self.fail();
                net.entry.set(Entry::Broken(why.to_string()));
            }
        }
        self.keep();
        self.notify(&happened);
        net.send();
        net.tick();
    }

    /// The server has said what cannot be.
    pub(super) fn fail(self) {
        self.session.update(|session| {
            if let Some(remote) = session.server_mut() {
                remote.fail();
            }
        });
        self.keep();
    }

    /// Tells whoever is not looking that it is their turn, or what else waits for them.
    fn notify(self, happened: &[Happened]) {
        let moves = happened.iter().any(|one| {
            matches!(one, Happened::Played(_) | Happened::Began { .. } | Happened::Decided { .. } | Happened::Joined)
        });
        if moves && self.session.with_untracked(|session| session.is_persons_turn() || session.is_opening()) {
            let text = self.session.with_untracked(|session| words::said(session, happened));
            notify::tell(&sentences([self.title(), text]));
        } else if happened.iter().any(|one| matches!(one, Happened::Offered(_) | Happened::Over(_))) {
            notify::tell(&self.session.with_untracked(|session| words::said(session, happened)));
        }
    }

    /// What the page is called: the result, whose move it is, or what game it is.
    pub(super) fn title(self) -> String {
        self.session.with(|session| {
            let players = session.players();
            if session.is_over() {
                words::end(session).0
            } else if session.is_persons_turn() && players.own_seat().is_some() {
                text!(game.title_your_move).to_string()
            } else {
                words::title(players)
            }
        })
    }

    /// Says a phrase for those who listen.
    pub(super) fn say_phrase(self, party: Party, phrase: Phrase) {
        let person = self.session.with_untracked(|session| session.players().person(party));
        let who = words::person(person);
        self.say(text!(online.said, who = who, what = words::phrase(phrase)));
    }

    /// Says that little time is left, once.
    pub(super) fn warn_of_time(self, before: u64, left: u64) {
        if let Some(seconds) = clock::warning(before, left) {
            self.say(text!(game.seconds_left, seconds = seconds));
        }
    }

    /// What both clocks show.
    pub(super) fn clocks(self) -> Option<String> {
        let now = if let Some(net) = self.net {
            net.tick();
            untrack(|| net.known()).now
        } else {
            store::now()
        };
        self.session.with_untracked(|session| {
            let both = [Party::Host, Party::Guest].map(|party| {
                let left = match session.server() {
                    Some(remote) => remote.room().time_left(remote.player(party), now)?,
                    None => session.time_left(party, now)?,
                };
                let who = words::person(session.players().person(party));
                Some(labelled(who, &clock::written(left)))
            });
            let [own, other] = both;
            Some(sentences([own?, other?]))
        })
    }

    /// Turns the board round.
    pub(super) fn turn_board(self) {
        self.viewpoint.update(|seat| *seat = !*seat);
        self.say(text!(game.said_board_turned).to_string());
    }

    pub(super) fn offer_draw(self) {
        match self.net {
            Some(_) => self.command(Command::OfferDraw),
            None => self.act(Session::offer_draw),
        }
    }

    pub(super) fn answer_offer(self, accept: bool) {
        match self.net {
            // To offer what is offered is to agree.
            Some(_) => self.command(if accept { Command::OfferDraw } else { Command::DeclineDraw }),
            None => self.act(|session| session.answer_offer(accept)),
        }
    }

    pub(super) fn resign(self) {
        match self.net {
            Some(_) => self.command(Command::Resign),
            None => self.act(Session::resign),
        }
    }

    /// Asks the server for something besides a turn.
    pub(super) fn command(self, command: Command) {
        if let Some(net) = self.net {
            net.ask(self, command);
        }
    }

    fn tell(self, happened: &[Happened]) {
        let said = self.session.with_untracked(|session| words::said(session, happened));
        self.say(said);
        if let Some(sound) = happened.iter().filter_map(|one| sound(*one)).next_back() {
            play(sound);
        }
        let own = self.session.with_untracked(|session| session.players().own_seat());
        for one in happened {
            match *one {
                Happened::Refused(refusal) => {
                    let words = self.session.with_untracked(|session| words::why(session, refusal));
                    self.show_note(words);
                }
                Happened::PremoveDropped { premove, why } => {
                    self.show_note(self.session.with_untracked(|session| words::dropped(session, premove, why)));
                }
                Happened::Declined(_) => {
                    self.show_note(Words::plain(self.session.with_untracked(|session| words::said(session, &[*one]))));
                }
                Happened::Failed => {
                    self.with_worker(|worker| *worker = Worker::default());
                    self.show_note(Words::plain(words_of_failure()));
                }
                Happened::Over(outcome) => {
                    let level = self.session.with_untracked(Session::level);
                    let has_hints = self.session.with_untracked(|session| session.hints() > 0);
                    let is_won = own.is_some() && outcome.winner == own;
                    if let Some(level) = level.filter(|_| is_won && !has_hints) {
                        self.with_worker(|worker| worker.points = points::win(level));
                    }
                    self.show_result();
                }
                Happened::CalledOff => self.show_result(),
                Happened::Joined => self.sheet.update(|sheet| *sheet = sheet.filter(|sheet| *sheet != Sheets::Invite)),
                Happened::Offered(seat) if self.net.is_none() => far::offered(self, seat),
                Happened::Offered(seat) if self.net.is_some() && own == Some(seat) => {
                    self.show_note(Words::plain(text!(game.offer_pending)));
                }
                Happened::HintWanted
                | Happened::Hinted(_)
                | Happened::RematchOffered(Party::Guest)
                | Happened::Mismatch
                | Happened::Paused(_) => {
                    let words = self.session.with_untracked(|session| words::said(session, &[*one]));
                    self.show_note(Words::plain(words));
                }
                Happened::Rematch(game)
                    if self.session.with_untracked(|session| session.players().own_seat().is_some()) =>
                {
                    navigate(Route::Online(game));
                }
                _ => {}
            }
        }
        let changed = happened.iter().any(|one| {
            matches!(
                one,
                Happened::Played(_)
                    | Happened::TakenBack { .. }
                    | Happened::Hinted(_)
                    | Happened::Offered(_)
                    | Happened::Declined(_)
                    | Happened::Paused(_)
                    | Happened::Over(_)
                    | Happened::Picked { .. }
            )
        });
        if changed {
            self.keep();
        }
    }

    pub(super) fn keep(self) {
        if let Some(net) = self.net {
            self.session.with_untracked(|session| {
                if let Some(remote) =
                    session.server().filter(|remote| kept::load(net.id).as_ref() != Some(remote.kept()))
                {
                    kept::save(net.id, remote.kept());
                }
            });
            return;
        }
        let Some(id) = self.id else { return };
        let kept = self.session.with_untracked(|session| store::save(id, session));
        let gone = words::made_room(store::made_room());
        let lost = kept.err().map(|why| words::not_kept(why).to_string());
        let note = sentences(gone.into_iter().chain(lost));
        if !note.is_empty() {
            self.show_note(Words::plain(note));
        }
    }

    /// The record for others, with what is known of when it was and who played.
    pub(super) fn exported(self) -> Option<Record> {
        let record = self.session.with_untracked(Session::record).ok()?;
        let saved = match (self.id, self.net) {
            (Some(id), _) => store::load(id).map(|saved| saved.saved),
            (None, Some(net)) => kept::dated().into_iter().find(|(_, id, _)| *id == net.id).map(|(saved, ..)| saved),
            (None, None) => None,
        };
        let mut record = store::exported(&record, saved.unwrap_or(0));
        if let Some(net) = self.net {
            for player in [Player::Creator, Player::Friend] {
                let seat = self.session.with_untracked(|session| session.server()?.room().seat(player));
                let tag = if seat? == Seat::First { "First" } else { "Second" };
                if let Side::Account { name, .. } = untrack(|| net.side(player)) {
                    // A name is letters, digits and dashes, which every tag takes.
                    record.tags.set(tag, &name).unwrap_or_default();
                }
            }
        }
        Some(record)
    }

    /// Against whom it was, in a word for a file's name.
    pub(super) fn against(self) -> String {
        let other = self.net.map(|net| {
            let near = self.session.with_untracked(|session| session.server().map(Remote::near));
            near.map_or(Side::Nobody, |near| untrack(|| net.side(near.other())))
        });
        match (other, self.session.with_untracked(Session::strength)) {
            (Some(Side::Account { name, .. }), _) => name,
            (_, Some(level)) => level.to_string(),
            (Some(_), None) => "friend".to_string(),
            (None, None) => "two".to_string(),
        }
    }

    /// The points that a win against the computer has just brought.
    pub(super) fn points(self) -> u32 {
        self.with_worker(|worker| worker.points).unwrap_or(0)
    }

    fn show_result(self) {
        let open = move || {
            self.sheet.try_set(Some(Sheets::Result));
        };
        if self.moves() { set_timeout(open, BEFORE_RESULT) } else { open() }
    }

    /// Says something in the live region. The same once more is said once more.
    pub(super) fn say(self, text: String) {
        if !text.is_empty() {
            self.spoken.update(|spoken| *spoken = if *spoken == text { format!("{text}\u{a0}") } else { text });
        }
    }

    /// Does what says more before anybody has heard what was said last: both are said as one.
    fn say_after(self, does: impl FnOnce()) {
        let Some(before) = self.spoken.try_get_untracked() else { return };
        does();
        self.spoken.try_update(|now| {
            if *now != before {
                *now = sentences([before.trim_end(), now]);
            }
        });
    }

    /// Shows a note, until the next tap or for a while.
    pub(super) fn show_note(self, words: Words) {
        self.with_timers(|timers| {
            if let Some(timer) = timers.note.take() {
                timer.clear();
            }
        });
        self.note.set(Some(words));
        let over = set_timeout_with_handle(move || drop(self.note.try_set(None)), NOTE);
        self.with_timers(|timers| timers.note = over.ok());
    }

    fn with_worker<T>(self, does: impl FnOnce(&mut Worker) -> T) -> Option<T> {
        self.inner.try_update_value(|inner| does(&mut inner.worker))
    }

    /// None once the game is not on its screen any more.
    pub(super) fn with_timers<T>(self, does: impl FnOnce(&mut Timers) -> T) -> Option<T> {
        self.inner.try_update_value(|inner| does(&mut inner.timers))
    }

    /// Whether pieces are to be seen moving.
    pub(super) fn moves(self) -> bool {
        self.settings.with_untracked(|settings| settings.motion) && !prefers_less_motion()
    }

    // The computer.

    /// Ends what the worker thinks in vain, and asks what is to be asked.
    fn ask(self) {
        let thinks = self.session.with_untracked(Session::is_asking);
        self.with_worker(|worker| {
            if worker.busy_since.is_some() && !thinks {
                *worker = Worker::default();
            }
        });
        let has_no_use = |session: &Session| session.level().is_none() && !session.wants_to_ask();
        if self.session.with_untracked(|session| session.is_over() || has_no_use(session)) {
            return;
        }
        // It is started before it is needed, so that it has its program when it is.
        let started = self.with_worker(|worker| {
            if worker.engine.is_none() {
                worker.engine = self.start().ok();
            }
            worker.engine.is_some()
        });
        if !self.session.with_untracked(Session::wants_to_ask) {
            return;
        }
        let Some(question) = self.session.try_update(Session::question).flatten() else { return };
        let asked = self.with_worker(|worker| {
            worker.busy_since = Some(js_sys::Date::now());
            worker.engine.as_ref().is_some_and(|engine| engine.ask(&question).is_ok())
        });
        if started != Some(true) || asked != Some(true) {
            self.act(Session::failed);
        }
    }

    fn start(self) -> Result<EngineWorker, wasm_bindgen::JsValue> {
        let answered = move |answer: Answer| {
            let since = self.with_worker(|worker| worker.busy_since.take()).flatten();
            // A clock that was set back counts as none.
            let thought = since.map_or(0.0, |since| js_sys::Date::now() - since).max(0.0);
            let left = PAUSE.saturating_sub(Duration::try_from_secs_f64(thought / 1000.0).unwrap_or(PAUSE));
            let tell = move || self.act(|session| session.answered(&answer));
            if left.is_zero() {
                tell();
            } else if self.moves() {
                set_timeout(tell, left);
            } else {
                self.say_after(tell);
            }
        };
        EngineWorker::start(answered, move || self.act(Session::failed))
    }

    pub(super) fn stop(self) {
        self.with_worker(|worker| *worker = Worker::default());
        self.act(Session::stop);
    }

    pub(super) fn think_again(self) {
        self.act(|session| {
            session.think_again();
            Vec::new()
        });
    }

    // Other games.

    /// Begins the next game of the same players.
    pub(super) fn rematch(self) {
        if self.net.is_some() {
            return self.command(Command::Rematch);
        }
        let next = self.session.with_untracked(|session| session.rematch(super::deal));
        navigate(Route::Game(super::keep_new(&next)));
    }

    /// Another ranked game like this one.
    pub(super) fn another(self) {
        let new = self.session.with_untracked(|session| {
            let room = session.server()?.room();
            let new = NewGame::casual(*room.rules(), room.clock(), room.first());
            Some(NewGame { scoring: room.scoring(), ..new })
        });
        if let Some(new) = new {
            make(&new, move |failure| self.show_note(Words::plain(failure_words(&failure))));
        }
    }
}

fn words_of_failure() -> &'static str {
    text!(game.said_failed)
}

fn sound(happened: Happened) -> Option<Sound> {
    use banqi::Effect;
    match happened {
        Happened::Played(event) => match event.effect {
            Effect::Flipped(_) | Effect::Bounced(_) => Some(Sound::Flip),
            Effect::Stepped => Some(Sound::Step),
            Effect::Captured(_) | Effect::TookDark(_) | Effect::Lost(_) => Some(Sound::Capture),
            Effect::Ended => None,
        },
        Happened::Picked { .. } => Some(Sound::Flip),
        Happened::Over(outcome) => outcome.winner.map(|_| Sound::Win),
        Happened::Joined | Happened::Offered(_) | Happened::RematchOffered(_) => Some(Sound::Step),
        Happened::Mismatch => Some(Sound::Refusal),
        Happened::Refused(_) | Happened::PremoveDropped { .. } => Some(Sound::Refusal),
        _ => None,
    }
}

fn prefers_less_motion() -> bool {
    window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches())
}

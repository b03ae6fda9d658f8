//! What happened, and why something did not, in the player's language.

use banqi::{Action, Colour, Effect, Game, IllegalAction, Kind, Outcome, Piece, Preset, Reason, Rules, Seat, Square};
use banqi_engine::Level;
use banqi_room::Ending;
use banqi_table::{Event, NoTakeback, Party};
use banqi_wire::{AbortReason, Clock, FirstMover, Phrase, Player, Scoring};

use super::players::{Opponent, Person, Players};
use super::session::{Happened, Refusal, Session};
use crate::board::words::{colour, kind, piece};
use crate::i18n::{Locale, td_string};

/// `Computer`.
pub(crate) fn person(locale: Locale, person: Person) -> &'static str {
    match person {
        Person::You => td_string!(locale, game.you),
        Person::Computer(_) => td_string!(locale, game.computer),
        Person::Friend => td_string!(locale, online.friend),
        Person::Player(Party::Host) => td_string!(locale, game.player_1),
        Person::Player(Party::Guest) => td_string!(locale, game.player_2),
    }
}

pub(crate) fn level(locale: Locale, level: Level) -> &'static str {
    match level {
        Level::Easy => td_string!(locale, game.easy),
        Level::Normal => td_string!(locale, game.normal),
        Level::Expert => td_string!(locale, game.expert),
        Level::Master => td_string!(locale, game.master),
    }
}

/// `Game against the computer, Easy`.
pub(crate) fn title(locale: Locale, players: Players) -> String {
    match players.opponent {
        Opponent::Computer(strength) | Opponent::Ranked(strength) => {
            td_string!(locale, game.title_computer, level = level(locale, strength)).to_string()
        }
        Opponent::SameScreen => td_string!(locale, game.title_same_screen).to_string(),
        Opponent::Friend => td_string!(locale, online.title).to_string(),
        Opponent::Watched => td_string!(locale, online.title_watched).to_string(),
    }
}

/// `Taiwan, with chase rule`.
pub(crate) fn rules(locale: Locale, rules: &Rules) -> String {
    let preset = match rules.preset() {
        Preset::TaiwanTournament => td_string!(locale, game.rules_taiwan_tournament),
        Preset::TaiwanClassic => td_string!(locale, game.rules_taiwan_classic),
        Preset::TaiwanQuick => td_string!(locale, game.rules_taiwan_quick),
        Preset::TaiwanChase => td_string!(locale, game.rules_taiwan_chase),
        Preset::HongKong => td_string!(locale, game.rules_hong_kong),
        Preset::Mainland => td_string!(locale, game.rules_mainland),
        Preset::TaiwanClub => td_string!(locale, game.rules_taiwan_club),
        Preset::TaiwanLeague => td_string!(locale, game.rules_taiwan_league),
    };
    if *rules == rules.preset().rules() {
        preset.to_string()
    } else {
        td_string!(locale, game.rules_house, preset = preset).to_string()
    }
}

/// What the live region says of all that happened at once.
pub(crate) fn said(locale: Locale, session: &Session, happened: &[Happened]) -> String {
    let mut all = String::new();
    for one in happened {
        let one = said_one(locale, session, *one);
        if !all.is_empty() && !one.is_empty() {
            all.push_str(if all.ends_with(['.', '!', '?']) { " " } else { ". " });
        }
        all.push_str(&one);
    }
    all
}

fn said_one(locale: Locale, session: &Session, happened: Happened) -> String {
    let players = session.players();
    let who = |party| person(locale, players.person(party));
    match happened {
        Happened::Played(event) => said_event(locale, players, &event),
        Happened::Over(_) | Happened::CalledOff => {
            let (title, why) = end(locale, session);
            format!("{title}. {why}")
        }
        Happened::Refused(refusal) => why(locale, session, refusal).text(),
        Happened::Selected(square) => said_selected(locale, session, square),
        Happened::Dropped(square) => td_string!(locale, game.said_dropped, square = square.to_string()).to_string(),
        Happened::TakenBack { plies: 1 } => td_string!(locale, game.said_taken_back_1).to_string(),
        Happened::TakenBack { plies } => td_string!(locale, game.said_taken_back, count = plies).to_string(),
        Happened::Offered(seat) => offer(locale, players, seat).to_string(),
        Happened::Declined(seat) => declined(locale, players, seat).to_string(),
        Happened::Looked { all: true, .. } => td_string!(locale, game.said_returned).to_string(),
        Happened::Looked { plies: 0, .. } => td_string!(locale, game.said_looking_start).to_string(),
        Happened::Looked { plies, .. } => {
            let turn = session.game().positions().nth(plies - 1).map_or(0, banqi::Position::turn);
            td_string!(locale, game.said_looking, turn = turn).to_string()
        }
        Happened::Picked { party, tile, kind: picked } => {
            let kind = kind(locale, picked);
            td_string!(locale, game.said_picked, who = who(party), tile = tile + 1, kind = kind).to_string()
        }
        Happened::Joined => td_string!(locale, online.said_joined).to_string(),
        Happened::Sealed => td_string!(locale, online.said_sealed).to_string(),
        Happened::Paused(true) => td_string!(locale, online.said_paused).to_string(),
        Happened::Paused(false) => td_string!(locale, online.said_continued).to_string(),
        Happened::Mismatch => td_string!(locale, online.said_mismatch).to_string(),
        Happened::RematchOffered(_) if players.opponent == Opponent::Watched => {
            td_string!(locale, online.rematch_watched).to_string()
        }
        Happened::RematchOffered(Party::Guest) => td_string!(locale, online.rematch_offered).to_string(),
        Happened::RematchOffered(Party::Host) => td_string!(locale, online.rematch_pending).to_string(),
        Happened::Returned => td_string!(locale, online.said_returned).to_string(),
        Happened::Rematch(_) => String::new(),
        Happened::Decided { first } | Happened::Began { first } => {
            goes_first(locale, players.person(first)).to_string()
        }
        Happened::Stopped => td_string!(locale, game.said_stopped).to_string(),
        Happened::Failed => td_string!(locale, game.said_failed).to_string(),
    }
}

fn said_event(locale: Locale, players: Players, event: &Event) -> String {
    let piece = |found| piece(locale, found);
    let (from, to) = match event.ply.action {
        Action::Move { from, to } => (from.to_string(), to.to_string()),
        Action::Flip(square) => (square.to_string(), square.to_string()),
        Action::End => (String::new(), String::new()),
    };
    let mover = match event.ply.action {
        Action::Move { from, .. } => event.before.piece(from).map_or("", piece),
        _ => "",
    };
    let what = match event.effect {
        Effect::Flipped(found) => td_string!(locale, game.said_flipped, square = to, piece = piece(found)).to_string(),
        Effect::Stepped => td_string!(locale, game.said_stepped, piece = mover, from = from, to = to).to_string(),
        Effect::Captured(taken) => {
            td_string!(locale, game.said_captured, piece = mover, from = from, to = to, taken = piece(taken))
                .to_string()
        }
        Effect::TookDark(taken) => {
            td_string!(locale, game.said_took_dark, piece = mover, from = from, to = to, taken = piece(taken))
                .to_string()
        }
        Effect::Bounced(found) => {
            td_string!(locale, game.said_bounced, piece = mover, from = from, to = to, found = piece(found)).to_string()
        }
        Effect::Lost(found) => {
            td_string!(locale, game.said_lost, piece = mover, from = from, to = to, found = piece(found)).to_string()
        }
        Effect::Ended => td_string!(locale, game.said_chain_ended).to_string(),
    };
    let seat = event.before.seat();
    let what = if matches!(players.person_at(seat), Person::Computer(_) | Person::Friend) {
        td_string!(locale, game.said_by, who = person(locale, players.person_at(seat)), what = what).to_string()
    } else {
        what
    };
    match event.effect {
        Effect::Flipped(found) if event.before.side().is_none() => {
            format!("{what}. {}", gets(locale, players, seat, found.colour))
        }
        _ => what,
    }
}

/// Who has which colour from now on.
fn gets(locale: Locale, players: Players, seat: Seat, colour: Colour) -> String {
    // The one person would rather hear of themselves.
    let (seat, colour) = match players.own_seat() {
        Some(own) if own != seat => (own, !colour),
        _ => (seat, colour),
    };
    match (players.person_at(seat), colour) {
        (Person::You, Colour::Red) => td_string!(locale, game.said_you_are_red).to_string(),
        (Person::You, Colour::Black) => td_string!(locale, game.said_you_are_black).to_string(),
        (who, Colour::Red) => td_string!(locale, game.said_is_red, who = person(locale, who)).to_string(),
        (who, Colour::Black) => td_string!(locale, game.said_is_black, who = person(locale, who)).to_string(),
    }
}

fn said_selected(locale: Locale, session: &Session, square: Square) -> String {
    let targets = session.targets(square);
    let name = session.game().position().piece(square).map_or("", |found| piece(locale, found));
    let (steps, captures) = (targets.steps.count(), targets.captures.count());
    td_string!(
        locale,
        game.said_selected,
        piece = name,
        square = square.to_string(),
        steps = steps,
        captures = captures
    )
    .to_string()
}

pub(crate) fn offer(locale: Locale, players: Players, by: Seat) -> &'static str {
    match players.person_at(by) {
        Person::You => td_string!(locale, game.offer_pending),
        Person::Computer(_) => td_string!(locale, game.offer_computer),
        Person::Friend => td_string!(locale, online.offer_friend),
        // Who watches decides nothing.
        Person::Player(_) if players.opponent == Opponent::Watched => td_string!(locale, online.offer_watched),
        Person::Player(Party::Host) => td_string!(locale, game.offer_player_1),
        Person::Player(Party::Guest) => td_string!(locale, game.offer_player_2),
    }
}

fn declined(locale: Locale, players: Players, by: Seat) -> &'static str {
    match players.person_at(by) {
        Person::Computer(_) => td_string!(locale, game.declined_computer),
        Person::Friend => td_string!(locale, online.declined_friend),
        _ => td_string!(locale, game.declined),
    }
}

pub(crate) fn goes_first(locale: Locale, person: Person) -> &'static str {
    match person {
        Person::You => td_string!(locale, game.tiles_first_you),
        Person::Computer(_) => td_string!(locale, game.tiles_first_computer),
        Person::Friend => td_string!(locale, online.tiles_first_friend),
        Person::Player(Party::Host) => td_string!(locale, game.tiles_first_player_1),
        Person::Player(Party::Guest) => td_string!(locale, game.tiles_first_player_2),
    }
}

/// A note: what is in bold, and the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub(crate) head: Option<&'static str>,
    pub(crate) body: String,
}

impl Words {
    pub(crate) fn plain(body: impl Into<String>) -> Self {
        Self { head: None, body: body.into() }
    }

    fn text(&self) -> String {
        self.head.map_or_else(|| self.body.clone(), |head| format!("{head} {}", self.body))
    }
}

/// Why something was not done.
pub(crate) fn why(locale: Locale, session: &Session, refusal: Refusal) -> Words {
    let body = match refusal {
        Refusal::Illegal { why, .. } => return illegal(locale, session, why),
        Refusal::Stuck(square) => {
            let name = session.game().position().piece(square).map_or("", |found| piece(locale, found));
            td_string!(locale, game.why_stuck, piece = name, square = square.to_string()).to_string()
        }
        Refusal::NotYourTurn if session.strength().is_some() => td_string!(locale, game.why_not_your_turn).to_string(),
        Refusal::NotYourTurn => td_string!(locale, online.why_not_your_turn).to_string(),
        Refusal::Watching => td_string!(locale, online.why_watching).to_string(),
        Refusal::NotBegun => td_string!(locale, online.why_not_begun).to_string(),
        Refusal::NotConnected => td_string!(locale, online.why_not_connected).to_string(),
        Refusal::OfferedLately(1) => td_string!(locale, online.why_offered_lately_1).to_string(),
        Refusal::OfferedLately(turns) => td_string!(locale, online.why_offered_lately, turns = turns).to_string(),
        Refusal::OfferWaits => td_string!(locale, online.why_offer_waits).to_string(),
        Refusal::NotGone => td_string!(locale, online.why_not_gone).to_string(),
        Refusal::TooFast => td_string!(locale, online.why_too_fast).to_string(),
        Refusal::Version => td_string!(locale, online.why_version).to_string(),
        Refusal::NoClock => td_string!(locale, online.clock_none).to_string(),
        Refusal::NotNow => td_string!(locale, online.why_not_now).to_string(),
        Refusal::BeforeTiles => td_string!(locale, game.why_tiles).to_string(),
        Refusal::NoTakeback(NoTakeback::NothingPlayed) => td_string!(locale, game.why_nothing_played).to_string(),
        Refusal::NoTakeback(NoTakeback::Revealed { ply, .. }) => {
            let (Action::Flip(square) | Action::Move { to: square, .. }) = ply.action else {
                return Words::plain(String::new());
            };
            td_string!(locale, game.why_revealed, square = square.to_string()).to_string()
        }
        Refusal::OfferedAlready => td_string!(locale, game.why_offered).to_string(),
        Refusal::OfferOpen => td_string!(locale, game.why_offer_open).to_string(),
        Refusal::LookingBack => td_string!(locale, game.why_looking).to_string(),
        Refusal::Over => td_string!(locale, game.why_over).to_string(),
    };
    Words::plain(body)
}

fn illegal(locale: Locale, session: &Session, why: IllegalAction) -> Words {
    let kind = |found: Kind| kind(locale, found);
    let body = match why {
        IllegalAction::ForbiddenChase { chaser, target, limit, .. } => {
            let (chaser, target) = (kind(chaser.kind), kind(target.kind));
            let body = if limit == 1 {
                td_string!(locale, game.why_chase_1, chaser = chaser, target = target).to_string()
            } else {
                td_string!(locale, game.why_chase, chaser = chaser, target = target, limit = limit).to_string()
            };
            return Words { head: Some(td_string!(locale, game.not_this)), body };
        }
        IllegalAction::GameOver(_) => td_string!(locale, game.why_over).to_string(),
        IllegalAction::NotFaceDown(square) => {
            td_string!(locale, game.why_not_face_down, square = square.to_string()).to_string()
        }
        IllegalAction::BeforeFirstFlip => td_string!(locale, game.why_before_first).to_string(),
        IllegalAction::InChain { piece: square } => {
            td_string!(locale, game.why_in_chain, square = square.to_string()).to_string()
        }
        IllegalAction::NoChain => td_string!(locale, game.why_no_chain).to_string(),
        IllegalAction::NoPiece(square) => {
            td_string!(locale, game.why_no_piece, square = square.to_string()).to_string()
        }
        IllegalAction::FaceDown(square) => {
            td_string!(locale, game.why_is_face_down, square = square.to_string()).to_string()
        }
        IllegalAction::NotYours { piece: found, .. } => {
            let name = piece(locale, found);
            match session.players().own_seat() {
                Some(_) => td_string!(locale, game.why_not_yours, piece = name).to_string(),
                None => td_string!(locale, game.why_not_whose, piece = name).to_string(),
            }
        }
        IllegalAction::OwnPiece(square) => td_string!(locale, game.why_own, square = square.to_string()).to_string(),
        IllegalAction::OutOfReach { piece: Piece { kind: found, .. }, to, .. } => {
            td_string!(locale, game.why_out_of_reach, kind = kind(found), square = to.to_string()).to_string()
        }
        IllegalAction::NoScreen { to } => td_string!(locale, game.why_no_screen, square = to.to_string()).to_string(),
        IllegalAction::DarkTarget(square) => td_string!(locale, game.why_dark, square = square.to_string()).to_string(),
        IllegalAction::RankTooLow { attacker, target } => {
            td_string!(locale, game.why_rank, attacker = kind(attacker), target = kind(target)).to_string()
        }
        // A reason that is newer than this text says it in English.
        other => other.to_string(),
    };
    Words::plain(body)
}

/// The result and its reason: `Red wins`, `You took Black’s last piece.`
pub(crate) fn end(locale: Locale, session: &Session) -> (String, String) {
    match session.outcome() {
        Some(outcome) => (winner(locale, session, outcome).to_string(), end_reason(locale, session, outcome)),
        None => (td_string!(locale, online.called_off).to_string(), called_off(locale, session).to_string()),
    }
}

/// Why a game has no result.
fn called_off(locale: Locale, session: &Session) -> &'static str {
    let Some(remote) = session.server() else { return "" };
    let Some(Ending::Aborted { reason, by }) = remote.room().ending() else { return "" };
    let by = by.map(|player| session.players().person(remote.party(player)));
    match (reason, by) {
        (AbortReason::Player, Some(Person::You)) => td_string!(locale, online.called_off_you),
        (AbortReason::Player, Some(Person::Friend)) => td_string!(locale, online.called_off_friend),
        (AbortReason::Player, _) => td_string!(locale, online.called_off_player),
        (AbortReason::Unjoined, _) => td_string!(locale, online.called_off_unjoined),
        (AbortReason::Unsealed, _) => td_string!(locale, online.called_off_unsealed),
        (AbortReason::Unpicked, _) => td_string!(locale, online.called_off_unpicked),
        (AbortReason::Computer, _) => td_string!(locale, online.called_off_computer),
    }
}

fn winner(locale: Locale, session: &Session, outcome: Outcome) -> &'static str {
    let Some(seat) = outcome.winner else { return td_string!(locale, game.drawn) };
    match (session.game().colour_of(seat), session.players().person_at(seat)) {
        (Some(Colour::Red), _) => td_string!(locale, game.wins_red),
        (Some(Colour::Black), _) => td_string!(locale, game.wins_black),
        (None, Person::You) => td_string!(locale, game.wins_you),
        (None, Person::Computer(_)) => td_string!(locale, game.wins_computer),
        (None, Person::Friend) => td_string!(locale, online.wins_friend),
        (None, Person::Player(Party::Host)) => td_string!(locale, game.wins_player_1),
        (None, Person::Player(Party::Guest)) => td_string!(locale, game.wins_player_2),
    }
}

fn end_reason(locale: Locale, session: &Session, outcome: Outcome) -> String {
    let (game, players) = (session.game(), session.players());
    let Some(seat) = outcome.winner else { return draw_reason(locale, game, players, outcome.reason) };
    let loser = game.colour_of(!seat).map_or("", |lost| colour(locale, lost));
    let is_you = |seat| players.person_at(seat) == Person::You;
    match outcome.reason {
        Reason::Elimination if is_you(seat) => td_string!(locale, game.end_you_took_last, colour = loser).to_string(),
        Reason::Elimination => td_string!(locale, game.end_lost_last, colour = loser).to_string(),
        Reason::NoLegalMove if is_you(!seat) => td_string!(locale, game.end_you_no_move).to_string(),
        Reason::NoLegalMove => td_string!(locale, game.end_no_move, colour = loser).to_string(),
        Reason::Time => td_string!(locale, game.end_time).to_string(),
        Reason::Abandonment => td_string!(locale, game.end_left).to_string(),
        _ => match players.person_at(!seat) {
            Person::You => td_string!(locale, game.end_you_resigned),
            Person::Computer(_) => td_string!(locale, game.end_computer_resigned),
            Person::Friend => td_string!(locale, online.end_friend_resigned),
            Person::Player(Party::Host) => td_string!(locale, game.end_player_1_resigned),
            Person::Player(Party::Guest) => td_string!(locale, game.end_player_2_resigned),
        }
        .to_string(),
    }
}

fn draw_reason(locale: Locale, game: &Game, players: Players, reason: Reason) -> String {
    let parameters = game.rules().parameters();
    match reason {
        Reason::NoProgress => td_string!(locale, game.end_quiet, count = game.position().quiet()).to_string(),
        Reason::Repetition => match (parameters.repetition, parameters.cycle) {
            (Some(limit), _) if game.occurrences() >= limit.into() => {
                td_string!(locale, game.end_repeated, count = limit).to_string()
            }
            (_, times) => td_string!(locale, game.end_cycle, count = times.unwrap_or_default()).to_string(),
        },
        Reason::Abandonment => td_string!(locale, game.end_left).to_string(),
        _ if players.strength().is_some() => td_string!(locale, game.end_agreed_computer).to_string(),
        _ if players.opponent == Opponent::Watched => td_string!(locale, online.end_agreed_watched).to_string(),
        _ => td_string!(locale, game.end_agreed).to_string(),
    }
}

/// `Elimination`.
pub(crate) fn reason(locale: Locale, reason: Reason) -> &'static str {
    match reason {
        Reason::Elimination => td_string!(locale, game.reason_elimination),
        Reason::NoLegalMove => td_string!(locale, game.reason_no_legal_move),
        Reason::Repetition => td_string!(locale, game.reason_repetition),
        Reason::NoProgress => td_string!(locale, game.reason_no_progress),
        Reason::Agreement => td_string!(locale, game.reason_agreement),
        Reason::Resignation => td_string!(locale, game.reason_resignation),
        Reason::Time => td_string!(locale, game.reason_time),
        Reason::Abandonment => td_string!(locale, game.reason_abandonment),
    }
}

/// `Good luck!`
pub(crate) fn phrase(locale: Locale, phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => td_string!(locale, online.phrase_hello),
        Phrase::GoodLuck => td_string!(locale, online.phrase_good_luck),
        Phrase::WellPlayed => td_string!(locale, online.phrase_well_played),
        Phrase::Thanks => td_string!(locale, online.phrase_thanks),
        Phrase::WhatLuck => td_string!(locale, online.phrase_what_luck),
        Phrase::Oops => td_string!(locale, online.phrase_oops),
        Phrase::OneMoment => td_string!(locale, online.phrase_one_moment),
        Phrase::Goodbye => td_string!(locale, online.phrase_goodbye),
    }
}

/// `10 min + 5 s a turn`.
pub(crate) fn time(locale: Locale, clock: Clock) -> String {
    match clock {
        Clock::None => td_string!(locale, online.clock_none).to_string(),
        Clock::Fischer { initial, increment } if initial % 60 == 0 => {
            td_string!(locale, online.clock_minutes, minutes = initial / 60, increment = increment).to_string()
        }
        Clock::Fischer { initial, increment } => {
            td_string!(locale, online.clock_seconds, seconds = initial, increment = increment).to_string()
        }
        Clock::Days { days: 1 } => td_string!(locale, online.clock_day).to_string(),
        Clock::Days { days } => td_string!(locale, online.clock_days, days = days).to_string(),
    }
}

/// What a game counts for: `Stake 10`. None where it is nothing.
pub(crate) fn counts(locale: Locale, scoring: Scoring) -> Option<String> {
    Some(match scoring {
        Scoring::Casual => return None,
        Scoring::Rated => td_string!(locale, lobby.counts_rated).to_string(),
        Scoring::Stake { base } => td_string!(locale, lobby.counts_stake, base = base).to_string(),
        Scoring::Ranked { level } => {
            td_string!(locale, lobby.counts_ranked, points = banqi_wire::points(level)).to_string()
        }
    })
}

/// Who goes first, as it was agreed: `Tiles decide who goes first`.
pub(crate) fn first(locale: Locale, first: FirstMover, near: Player) -> &'static str {
    let is_you = |player| player == near;
    match first {
        FirstMover::Tiles => td_string!(locale, online.first_by_tiles),
        FirstMover::Random => td_string!(locale, online.first_by_chance),
        FirstMover::Loser => td_string!(locale, online.first_by_loss),
        FirstMover::Creator if is_you(Player::Creator) => td_string!(locale, game.tiles_first_you),
        FirstMover::Friend if is_you(Player::Friend) => td_string!(locale, game.tiles_first_you),
        FirstMover::Creator | FirstMover::Friend => td_string!(locale, online.tiles_first_friend),
    }
}

/// `15 face down. 1 red general, 2 black soldier`.
pub(crate) fn bag(locale: Locale, game: &Game) -> String {
    let bag = game.position().bag();
    let pieces: Vec<String> = bag.iter().map(|(found, count)| format!("{count} {}", piece(locale, found))).collect();
    td_string!(locale, game.said_bag, count = bag.len(), pieces = pieces.join(", ")).to_string()
}

#[cfg(test)]
mod tests {
    use banqi::Position;
    use banqi_deal::Deal;

    use super::*;

    fn session(rules: &str, position: &str, deal: &str) -> Session {
        let position: Position = position.parse().expect("a position");
        let game = Game::from_position(rules.parse().expect("rules"), position).expect("a position under the rules");
        let deal: Deal = deal.parse().expect("a deal");
        Session::new(game, deal, Players { opponent: Opponent::SameScreen, first: Party::Host }, false, 1)
    }

    fn tapped(session: &mut Session, squares: &[&str]) -> String {
        let happened = squares.iter().fold(Vec::new(), |_, square| session.tap(square.parse().expect("a square")));
        said(Locale::en, session, &happened)
    }

    const NOTHING: &str = "................................";

    #[test]
    fn what_happened_is_said() {
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................");
        assert_eq!(tapped(&mut game, &["a2"]), "a2 flipped: black chariot");
        assert_eq!(tapped(&mut game, &["d8", "d7"]), "black general, d8 to d7");
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/n3/R3 r - 0 41", NOTHING);
        assert_eq!(tapped(&mut game, &["a1"]), "red chariot, a1 picked up. Steps: 1. Captures: 1.");
        assert_eq!(tapped(&mut game, &["a2"]), "red chariot, a1 takes black horse on a2");
    }

    #[test]
    fn a_result_is_said_with_its_reason() {
        let mut game = session("taiwan-quick", "4/4/4/4/4/4/n3/R3 r - 0 41", NOTHING);
        let said = tapped(&mut game, &["a1", "a2"]);
        assert!(said.ends_with("black horse on a2. Red wins. Black has no piece left."), "{said}");
    }

    #[test]
    fn a_refusal_has_its_reason() {
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/r3/P3 r - 0 41", NOTHING);
        assert_eq!(tapped(&mut game, &["a1", "a2"]), "Soldier does not take Chariot.");
        assert_eq!(tapped(&mut game, &["a1", "d8"]), "The black general is the other player’s.");
    }
}

//! What happened, and why something did not, in the player's language.

use banqi::{
    Action, Cell, Colour, Effect, Game, IllegalAction, Kind, Outcome, Piece, Preset, Reason, Rules, Seat, Square,
};
use banqi_engine::Level;
use banqi_room::Ending;
use banqi_table::{Event, NoTakeback, Party};
use banqi_wire::{AbortReason, Clock, FirstMover, Phrase, Player, Scoring};

use super::players::{Opponent, Person, Players};
use super::session::{Happened, Premove, Refusal, Session};
use super::told;
use crate::board::words::{colour, kind, piece};
use crate::store::NotKept;
use crate::text::{list, sentences, text};

/// `Computer`.
pub(crate) fn person(person: Person) -> &'static str {
    match person {
        Person::You => text!(game.you),
        Person::Computer(_) => text!(game.computer),
        Person::Friend => text!(game.friend),
        Person::Player(Party::Host) => text!(game.player_1),
        Person::Player(Party::Guest) => text!(game.player_2),
    }
}

pub(crate) fn level(level: Level) -> &'static str {
    match level {
        Level::Easy => text!(game.easy),
        Level::Normal => text!(game.normal),
        Level::Expert => text!(game.expert),
        Level::Master => text!(game.master),
    }
}

/// `Game against the computer, Easy`.
pub(crate) fn title(players: Players) -> String {
    match players.opponent {
        Opponent::Computer(strength) | Opponent::Ranked(strength) => {
            text!(game.title_computer, level = level(strength))
        }
        Opponent::SameScreen => text!(game.title_same_screen).to_string(),
        Opponent::Friend => text!(online.title).to_string(),
        Opponent::Watched => text!(online.title_watched).to_string(),
    }
}

/// `Taiwan, with chase rule`.
pub(crate) fn rules(rules: &Rules) -> String {
    let preset = match rules.preset() {
        Preset::TaiwanTournament => text!(game.rules_taiwan_tournament),
        Preset::TaiwanClassic => text!(game.rules_taiwan_classic),
        Preset::TaiwanQuick => text!(game.rules_taiwan_quick),
        Preset::TaiwanChase => text!(game.rules_taiwan_chase),
        Preset::HongKong => text!(game.rules_hong_kong),
        Preset::Mainland => text!(game.rules_mainland),
        Preset::TaiwanClub => text!(game.rules_taiwan_club),
        Preset::TaiwanLeague => text!(game.rules_taiwan_league),
    };
    if *rules == rules.preset().rules() { preset.to_string() } else { text!(game.rules_house, preset = preset) }
}

/// What the live region says of all that happened at once.
pub(crate) fn said(session: &Session, happened: &[Happened]) -> String {
    let is_turn = |one: &Happened| matches!(one, Happened::Played(_) | Happened::TakenBack { .. });
    let is_next = happened.last().is_some_and(is_turn) && !session.is_over();
    let outlook = is_next.then(|| told::outlook(session));
    sentences(happened.iter().map(|one| said_one(session, *one)).chain(outlook))
}

fn said_one(session: &Session, happened: Happened) -> String {
    let players = session.players();
    let who = |party| person(players.person(party));
    match happened {
        Happened::Played(event) => said_event(players, &event),
        Happened::Over(_) | Happened::CalledOff => {
            let (title, why) = end(session);
            sentences([title, why])
        }
        Happened::Refused(refusal) => why(session, refusal).text(),
        Happened::Selected(square) => said_selected(session, square),
        Happened::Dropped(square) => text!(game.said_dropped, square = square.to_string()),
        Happened::Premoved(premove) => premove_text(premove, |from, to| text!(game.said_premove, from = from, to = to)),
        Happened::PremoveOff(premove) => {
            premove_text(premove, |from, to| text!(game.said_premove_off, from = from, to = to))
        }
        Happened::PremoveDropped { premove, why } => dropped(session, premove, why).text(),
        Happened::HintWanted => text!(game.hint_wanted).to_string(),
        Happened::Hinted(action) => hint(session, action),
        Happened::TakenBack { plies: 1 } => text!(game.said_taken_back_1).to_string(),
        Happened::TakenBack { plies } => text!(game.said_taken_back, count = plies),
        Happened::Offered(seat) => offer(players, seat).to_string(),
        Happened::Declined(seat) => declined(players, seat).to_string(),
        Happened::Looked { all: true, .. } => text!(game.said_returned).to_string(),
        Happened::Looked { plies: 0, .. } => text!(game.said_looking_start).to_string(),
        Happened::Looked { plies, .. } => {
            let turn = session.game().positions().nth(plies - 1).map_or(0, banqi::Position::turn);
            text!(game.said_looking, turn = turn)
        }
        Happened::Picked { party, tile, kind: picked } => {
            let kind = kind(picked);
            text!(game.said_picked, who = who(party), tile = tile + 1, kind = kind)
        }
        Happened::Joined => text!(online.said_joined).to_string(),
        Happened::Sealed => text!(online.said_sealed).to_string(),
        Happened::Paused(true) if session.server().is_none() => text!(game.said_paused).to_string(),
        Happened::Paused(false) if session.server().is_none() => text!(game.said_continued).to_string(),
        Happened::Paused(true) => text!(online.said_paused).to_string(),
        Happened::Paused(false) => text!(online.said_continued).to_string(),
        Happened::Mismatch => text!(online.said_mismatch).to_string(),
        Happened::RematchOffered(_) if players.opponent == Opponent::Watched => {
            text!(online.rematch_watched).to_string()
        }
        Happened::RematchOffered(Party::Guest) => text!(online.rematch_offered).to_string(),
        Happened::RematchOffered(Party::Host) => text!(online.rematch_pending).to_string(),
        Happened::Returned => text!(online.said_returned).to_string(),
        Happened::Rematch(_) => String::new(),
        Happened::Decided { first } | Happened::Began { first } => goes_first(players.person(first)).to_string(),
        Happened::Stopped => text!(game.said_stopped).to_string(),
        Happened::Failed => text!(game.said_failed).to_string(),
    }
}

/// `Computer: black general, d8 to d7`.
pub(super) fn said_event(players: Players, event: &Event) -> String {
    let what = said_ply(event);
    let seat = event.before.seat();
    let what = if matches!(players.person_at(seat), Person::Computer(_) | Person::Friend) {
        text!(game.said_by, who = person(players.person_at(seat)), what = what)
    } else {
        what
    };
    match event.effect {
        Effect::Flipped(found) if event.before.side().is_none() => sentences([what, gets(players, seat, found.colour)]),
        _ => what,
    }
}

/// What was played: `b2 flipped: red horse`.
pub(crate) fn said_ply(event: &Event) -> String {
    let piece = |found| piece(found);
    let (from, to) = match event.ply.action {
        Action::Move { from, to } => (from.to_string(), to.to_string()),
        Action::Flip(square) => (square.to_string(), square.to_string()),
        Action::End => (String::new(), String::new()),
    };
    let mover = match event.ply.action {
        Action::Move { from, .. } => event.before.piece(from).map_or("", piece),
        _ => "",
    };
    match event.effect {
        Effect::Flipped(found) => text!(game.said_flipped, square = to, piece = piece(found)),
        Effect::Stepped => text!(game.said_stepped, piece = mover, from = from, to = to),
        Effect::Captured(taken) => {
            text!(game.said_captured, piece = mover, from = from, to = to, taken = piece(taken))
        }
        Effect::TookDark(taken) => {
            text!(game.said_took_dark, piece = mover, from = from, to = to, taken = piece(taken))
        }
        Effect::Bounced(found) => {
            text!(game.said_bounced, piece = mover, from = from, to = to, found = piece(found))
        }
        Effect::Lost(found) => {
            text!(game.said_lost, piece = mover, from = from, to = to, found = piece(found))
        }
        Effect::Ended => text!(game.said_chain_ended).to_string(),
    }
}

/// Who has which colour from now on.
fn gets(players: Players, seat: Seat, colour: Colour) -> String {
    // The one person would rather hear of themselves.
    let (seat, colour) = match players.own_seat() {
        Some(own) if own != seat => (own, !colour),
        _ => (seat, colour),
    };
    match (players.person_at(seat), colour) {
        (Person::You, Colour::Red) => text!(game.said_you_are_red).to_string(),
        (Person::You, Colour::Black) => text!(game.said_you_are_black).to_string(),
        (who, Colour::Red) => text!(game.said_is_red, who = person(who)),
        (who, Colour::Black) => text!(game.said_is_black, who = person(who)),
    }
}

fn said_selected(session: &Session, square: Square) -> String {
    let targets = session.targets(square);
    let name = session.game().position().piece(square).map_or("", |found| piece(found));
    let (steps, captures) = (targets.steps.count(), targets.captures.count());
    text!(game.said_selected, piece = name, square = square.to_string(), steps = steps, captures = captures)
}

pub(crate) fn offer(players: Players, by: Seat) -> &'static str {
    match players.person_at(by) {
        Person::You => text!(game.offer_pending),
        Person::Computer(_) => text!(game.offer_computer),
        Person::Friend => text!(online.offer_friend),
        // Who watches decides nothing.
        Person::Player(_) if players.opponent == Opponent::Watched => text!(online.offer_watched),
        Person::Player(Party::Host) => text!(game.offer_player_1),
        Person::Player(Party::Guest) => text!(game.offer_player_2),
    }
}

fn declined(players: Players, by: Seat) -> &'static str {
    match players.person_at(by) {
        Person::Computer(_) => text!(game.declined_computer),
        Person::Friend => text!(online.declined_friend),
        _ => text!(game.declined),
    }
}

pub(crate) fn goes_first(person: Person) -> &'static str {
    match person {
        Person::You => text!(game.tiles_first_you),
        Person::Computer(_) => text!(game.tiles_first_computer),
        Person::Friend => text!(online.tiles_first_friend),
        Person::Player(Party::Host) => text!(game.tiles_first_player_1),
        Person::Player(Party::Guest) => text!(game.tiles_first_player_2),
    }
}

fn premove_text(premove: Premove, text: impl Fn(&str, &str) -> String) -> String {
    text(&premove.from.to_string(), &premove.to.to_string())
}

/// Why a move that was chosen ahead is not played.
pub(crate) fn dropped(session: &Session, premove: Premove, why: IllegalAction) -> Words {
    let head = text!(game.premove_dropped);
    let Words { body, .. } = illegal(why, session.players().own_seat().is_some());
    Words { head: Some(head), ..Words::refusal(premove_text(premove, |from, to| format!("{from}–{to}: {body}"))) }
}

/// `Hint: b2 takes c2`.
pub(crate) fn hint(session: &Session, action: Action) -> String {
    let position = session.game().position();
    match action {
        Action::Flip(square) => text!(game.hint_flip, square = square.to_string()),
        Action::End => text!(game.hint_end).to_string(),
        Action::Move { from, to } => {
            let (from, square) = (from.to_string(), to.to_string());
            match position.cell(to) {
                Cell::FaceUp(_) => text!(game.hint_capture, from = from, to = square),
                Cell::FaceDown => text!(game.hint_attack, from = from, to = square),
                Cell::Empty | Cell::Outside => text!(game.hint_step, from = from, to = square),
            }
        }
    }
}

/// A note: what is in bold, and the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub(crate) head: Option<&'static str>,
    pub(crate) body: String,
    /// Whether something was not done.
    pub(crate) is_refusal: bool,
}

impl Words {
    fn refusal(body: impl Into<String>) -> Self {
        Self { is_refusal: true, ..Self::plain(body) }
    }

    pub(crate) fn plain(body: impl Into<String>) -> Self {
        Self { head: None, body: body.into(), is_refusal: false }
    }

    pub(crate) fn text(&self) -> String {
        self.head.map_or_else(|| self.body.clone(), |head| sentences([head, &self.body]))
    }
}

/// Why something was not done.
pub(crate) fn why(session: &Session, refusal: Refusal) -> Words {
    let body = match refusal {
        Refusal::Illegal { why, .. } => return illegal(why, session.players().own_seat().is_some()),
        Refusal::Stuck(square) => {
            let name = session.game().position().piece(square).map_or("", |found| piece(found));
            text!(game.why_stuck, piece = name, square = square.to_string())
        }
        Refusal::EndsEarly(action) => text!(game.why_ends_early, action = action),
        Refusal::NotYourTurn if session.strength().is_some() => text!(game.why_not_your_turn).to_string(),
        Refusal::NotYourTurn => text!(online.why_not_your_turn).to_string(),
        Refusal::Watching => text!(online.why_watching).to_string(),
        Refusal::Paused => text!(game.why_paused).to_string(),
        Refusal::NotBegun => text!(online.why_not_begun).to_string(),
        Refusal::NotConnected => text!(online.why_not_connected).to_string(),
        Refusal::OfferedLately(1) => text!(online.why_offered_lately_1).to_string(),
        Refusal::OfferedLately(turns) => text!(online.why_offered_lately, turns = turns),
        Refusal::OfferWaits => text!(online.why_offer_waits).to_string(),
        Refusal::NotGone => text!(online.why_not_gone).to_string(),
        Refusal::TooFast => text!(online.why_too_fast).to_string(),
        Refusal::Version => text!(online.why_version).to_string(),
        Refusal::NoClock => text!(setup.clock_none).to_string(),
        Refusal::NotNow => text!(online.why_not_now).to_string(),
        Refusal::BeforeTiles => text!(game.why_tiles).to_string(),
        Refusal::NoTakeback(NoTakeback::NothingPlayed) => text!(game.why_nothing_played).to_string(),
        Refusal::NoTakeback(NoTakeback::Revealed { ply, .. }) => {
            let (Action::Flip(square) | Action::Move { to: square, .. }) = ply.action else {
                return Words::plain(String::new());
            };
            text!(game.why_revealed, square = square.to_string())
        }
        Refusal::OfferedAlready => text!(game.why_offered).to_string(),
        Refusal::OfferOpen => text!(game.why_offer_open).to_string(),
        Refusal::LookingBack => text!(game.why_looking).to_string(),
        Refusal::Over => text!(game.why_over).to_string(),
    };
    Words::refusal(body)
}

/// Why an action is not legal, for the one person at the device or for two.
pub(crate) fn illegal(why: IllegalAction, is_alone: bool) -> Words {
    let kind = |found: Kind| kind(found);
    let body = match why {
        IllegalAction::ForbiddenChase { chaser, target, limit, .. } => {
            let (chaser, target) = (kind(chaser.kind), kind(target.kind));
            let body = if limit == 1 {
                text!(game.why_chase_1, chaser = chaser, target = target)
            } else {
                text!(game.why_chase, chaser = chaser, target = target, limit = limit)
            };
            return Words { head: Some(text!(game.not_this)), ..Words::refusal(body) };
        }
        IllegalAction::GameOver(_) => text!(game.why_over).to_string(),
        IllegalAction::NotFaceDown(square) => {
            text!(game.why_not_face_down, square = square.to_string())
        }
        IllegalAction::BeforeFirstFlip => text!(game.why_before_first).to_string(),
        IllegalAction::InChain { piece: square } => {
            text!(game.why_in_chain, square = square.to_string())
        }
        IllegalAction::NoChain => text!(game.why_no_chain).to_string(),
        IllegalAction::NoPiece(square) => {
            text!(game.why_no_piece, square = square.to_string())
        }
        IllegalAction::FaceDown(square) => {
            text!(game.why_is_face_down, square = square.to_string())
        }
        IllegalAction::NotYours { piece: found, .. } => {
            let name = piece(found);
            if is_alone { text!(game.why_not_yours, piece = name) } else { text!(game.why_not_whose, piece = name) }
        }
        IllegalAction::OwnPiece(square) => text!(game.why_own, square = square.to_string()),
        IllegalAction::OutOfReach { piece: found, to, .. } => {
            text!(game.why_out_of_reach, piece = piece(found), square = to.to_string())
        }
        IllegalAction::NoScreen { to } => text!(game.why_no_screen, square = to.to_string()),
        IllegalAction::DarkTarget(square) => text!(game.why_dark, square = square.to_string()),
        IllegalAction::RankTooLow { attacker, target } => {
            text!(game.why_rank, attacker = kind(attacker), target = kind(target))
        }
        // A reason that is newer than this text says it in English.
        other => other.to_string(),
    };
    Words::refusal(body)
}

/// That finished games are gone for the sake of others, if any are.
pub(crate) fn made_room(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some(text!(game.made_room_1).to_string()),
        count => Some(text!(game.made_room, count = count)),
    }
}

/// Why the browser does not have the game.
pub(crate) fn not_kept(why: NotKept) -> &'static str {
    match why {
        NotKept::Nothing => text!(game.not_kept),
        NotKept::NoRoom => text!(game.not_kept_no_room),
    }
}

/// The result and its reason: `Red wins`, `You took Black’s last piece.`
pub(crate) fn end(session: &Session) -> (String, String) {
    match session.outcome() {
        Some(outcome) => result(session.game(), session.players(), outcome),
        None => (text!(online.called_off).to_string(), called_off(session).to_string()),
    }
}

/// Why a game has no result.
fn called_off(session: &Session) -> &'static str {
    let Some(remote) = session.server() else { return "" };
    let Some(Ending::Aborted { reason, by }) = remote.room().ending() else { return "" };
    let by = by.map(|player| session.players().person(remote.party(player)));
    match (reason, by) {
        (AbortReason::Player, Some(Person::You)) => text!(online.called_off_you),
        (AbortReason::Player, Some(Person::Friend)) => text!(online.called_off_friend),
        (AbortReason::Player, _) => text!(online.called_off_player),
        (AbortReason::Unjoined, _) => text!(online.called_off_unjoined),
        (AbortReason::Unsealed, _) => text!(online.called_off_unsealed),
        (AbortReason::Unpicked, _) => text!(online.called_off_unpicked),
        (AbortReason::Computer, _) => text!(online.called_off_computer),
    }
}

/// As [`end`], of a game that has a result.
pub(crate) fn result(game: &Game, players: Players, outcome: Outcome) -> (String, String) {
    (winner(game, players, outcome).to_string(), end_reason(game, players, outcome))
}

fn winner(game: &Game, players: Players, outcome: Outcome) -> &'static str {
    let Some(seat) = outcome.winner else { return text!(game.drawn) };
    // Who has sat here would rather hear of themselves than of a colour.
    match (players.person_at(seat), game.colour_of(seat)) {
        (Person::You, _) => text!(game.wins_you),
        (Person::Computer(_), _) => text!(game.wins_computer),
        (Person::Friend, _) => text!(online.wins_friend),
        (_, Some(Colour::Red)) => text!(game.wins_red),
        (_, Some(Colour::Black)) => text!(game.wins_black),
        (Person::Player(Party::Host), None) => text!(game.wins_player_1),
        (Person::Player(Party::Guest), None) => text!(game.wins_player_2),
    }
}

fn end_reason(game: &Game, players: Players, outcome: Outcome) -> String {
    let Some(seat) = outcome.winner else { return draw_reason(game, players, outcome.reason) };
    let loser = game.colour_of(!seat).map_or("", |lost| colour(lost));
    let is_you = |seat| players.person_at(seat) == Person::You;
    match outcome.reason {
        Reason::Elimination if is_you(seat) => text!(game.end_you_took_last, colour = loser),
        Reason::Elimination => text!(game.end_lost_last, colour = loser),
        Reason::NoLegalMove if is_you(!seat) => text!(game.end_you_no_move).to_string(),
        Reason::NoLegalMove => text!(game.end_no_move, colour = loser),
        Reason::Time if is_you(!seat) => text!(game.end_you_time).to_string(),
        Reason::Time if players.person_at(!seat) == Person::Friend => text!(online.end_friend_time).to_string(),
        Reason::Time => text!(game.end_time, who = person(players.person_at(!seat))),
        Reason::Abandonment => text!(game.end_left).to_string(),
        _ => match players.person_at(!seat) {
            Person::You => text!(game.end_you_resigned),
            Person::Computer(_) => text!(game.end_computer_resigned),
            Person::Friend => text!(online.end_friend_resigned),
            Person::Player(Party::Host) => text!(game.end_player_1_resigned),
            Person::Player(Party::Guest) => text!(game.end_player_2_resigned),
        }
        .to_string(),
    }
}

fn draw_reason(game: &Game, players: Players, reason: Reason) -> String {
    let parameters = game.rules().parameters();
    match reason {
        Reason::NoProgress => text!(game.end_quiet, count = game.position().quiet()),
        Reason::Repetition => match (parameters.repetition, parameters.cycle) {
            (Some(limit), _) if game.occurrences() >= limit.into() => {
                text!(game.end_repeated, count = limit)
            }
            (_, times) => text!(game.end_cycle, count = times.unwrap_or_default()),
        },
        Reason::Abandonment => text!(game.end_left).to_string(),
        _ if players.strength().is_some() => text!(game.end_agreed_computer).to_string(),
        _ if players.opponent == Opponent::Watched => text!(online.end_agreed_watched).to_string(),
        _ => text!(game.end_agreed).to_string(),
    }
}

/// `Elimination`.
pub(crate) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Elimination => text!(game.reason_elimination),
        Reason::NoLegalMove => text!(game.reason_no_legal_move),
        Reason::Repetition => text!(game.reason_repetition),
        Reason::NoProgress => text!(game.reason_no_progress),
        Reason::Agreement => text!(game.reason_agreement),
        Reason::Resignation => text!(game.reason_resignation),
        Reason::Time => text!(game.reason_time),
        Reason::Abandonment => text!(game.reason_abandonment),
    }
}

/// `Good luck!`
pub(crate) fn phrase(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => text!(online.phrase_hello),
        Phrase::GoodLuck => text!(online.phrase_good_luck),
        Phrase::WellPlayed => text!(online.phrase_well_played),
        Phrase::Thanks => text!(online.phrase_thanks),
        Phrase::WhatLuck => text!(online.phrase_what_luck),
        Phrase::Oops => text!(online.phrase_oops),
        Phrase::OneMoment => text!(online.phrase_one_moment),
        Phrase::Goodbye => text!(online.phrase_goodbye),
    }
}

/// `10 min + 5 s a turn`.
pub(crate) fn time(clock: Clock) -> String {
    match clock {
        Clock::None => text!(setup.clock_none).to_string(),
        Clock::Fischer { initial, increment: 0 } if initial % 60 == 0 => {
            text!(setup.clock_minutes_only, minutes = initial / 60)
        }
        Clock::Fischer { initial, increment: 0 } => text!(setup.clock_seconds_only, seconds = initial),
        Clock::Fischer { initial, increment } if initial % 60 == 0 => {
            text!(setup.clock_minutes, minutes = initial / 60, increment = increment)
        }
        Clock::Fischer { initial, increment } => {
            text!(setup.clock_seconds, seconds = initial, increment = increment)
        }
        Clock::Days { days: 1 } => text!(online.clock_day).to_string(),
        Clock::Days { days } => text!(online.clock_days, days = days),
    }
}

/// What a game counts for: `Stake 10`. None where it is nothing.
pub(crate) fn counts(scoring: Scoring) -> Option<String> {
    Some(match scoring {
        Scoring::Casual => return None,
        Scoring::Rated => text!(lobby.counts_rated).to_string(),
        Scoring::Stake { base } => text!(lobby.counts_stake, base = base),
        Scoring::Ranked { level } => {
            text!(lobby.counts_ranked, points = banqi_wire::points(level))
        }
    })
}

/// Who goes first, as it was agreed: `Tiles decide who goes first`.
pub(crate) fn first(first: FirstMover, near: Player) -> &'static str {
    let is_you = |player| player == near;
    match first {
        FirstMover::Tiles => text!(online.first_by_tiles),
        FirstMover::Random => text!(online.first_by_chance),
        FirstMover::Loser => text!(online.first_by_loss),
        FirstMover::Creator if is_you(Player::Creator) => text!(game.tiles_first_you),
        FirstMover::Friend if is_you(Player::Friend) => text!(game.tiles_first_you),
        FirstMover::Creator | FirstMover::Friend => text!(online.tiles_first_friend),
    }
}

/// `2 black soldiers`.
pub(super) fn counted(found: Piece, count: u8) -> String {
    match count {
        1 => text!(game.captured_item_1, piece = piece(found)),
        count => text!(game.captured_item, count = count, piece = piece(found)),
    }
}

/// `15 face down. 1 red general, 2 black soldiers`.
pub(crate) fn bag(game: &Game) -> String {
    let bag = game.position().bag();
    let pieces: Vec<String> = bag.iter().map(|(found, count)| counted(found, count)).collect();
    text!(game.said_bag, count = bag.len(), pieces = list(&pieces))
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
        said(session, &happened)
    }

    const NOTHING: &str = "................................";

    #[test]
    fn what_happened_is_said() {
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................");
        assert_eq!(tapped(&mut game, &["a2"]), "a2 flipped: black chariot. Player 2’s turn.");
        assert_eq!(tapped(&mut game, &["d8", "d7"]), "black general, d8 to d7. Player 1’s turn.");
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/n3/R3 r - 0 41", NOTHING);
        assert_eq!(tapped(&mut game, &["a1"]), "red chariot, a1 picked up. Steps: 1. Captures: 1.");
        assert_eq!(tapped(&mut game, &["a2"]), "red chariot, a1 takes black horse on a2. Player 2’s turn.");
    }

    #[test]
    fn a_result_is_said_with_its_reason() {
        let mut game = session("taiwan-quick", "4/4/4/4/4/4/n3/R3 r - 0 41", NOTHING);
        let said = tapped(&mut game, &["a1", "a2"]);
        assert!(said.ends_with("black horse on a2. Red wins. Black has no piece left."), "{said}");
    }

    #[test]
    fn who_sits_here_hears_of_themselves() {
        let start = "4/4/4/4/4/4/n3/R3 r - 0 41".parse().expect("a position");
        let game = Game::from_position("taiwan-quick".parse().expect("rules"), start).expect("fits");
        let said = |opponent, winner, reason| {
            let players = Players { opponent, first: Party::Host };
            let (title, why) = result(&game, players, Outcome::win(winner, reason));
            format!("{title}. {why}")
        };
        let computer = Opponent::Computer(Level::Easy);
        assert_eq!(said(computer, Seat::First, Reason::Resignation), "You win. The computer resigned.");
        assert_eq!(said(computer, Seat::Second, Reason::Resignation), "The computer wins. You resigned.");
        assert_eq!(said(Opponent::Friend, Seat::Second, Reason::Time), "Your opponent wins. Your time ran out.");
        assert_eq!(said(Opponent::Friend, Seat::First, Reason::Time), "You win. Your opponent’s time ran out.");
        assert_eq!(said(Opponent::SameScreen, Seat::First, Reason::Time), "Red wins. Player 2’s time ran out.");
    }

    #[test]
    fn pieces_are_counted() {
        let soldier = Piece::new(Colour::Black, Kind::Soldier);
        assert_eq!([1, 2].map(|count| counted(soldier, count)), ["1 black soldier", "2 black soldiers"]);
    }

    #[test]
    fn a_refusal_has_its_reason() {
        let mut game = session("taiwan-quick", "3k/4/4/4/4/4/r3/P3 r - 0 41", NOTHING);
        assert_eq!(tapped(&mut game, &["a1", "a2"]), "The Soldier does not take the Chariot.");
        assert_eq!(tapped(&mut game, &["a1", "d8"]), "The black general is the other player’s.");
    }
}

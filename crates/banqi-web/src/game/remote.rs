//! A game whose referee is a server: what its events have made, what was asked of it and is not answered yet, and whether
//! its deal can be vouched for.

use banqi::{Action, Game, Ply, Square};
use banqi_deal::{Opening, Secret};
use banqi_room::{Ending, FoldError, Room, Stage};
use banqi_table::Party;
use banqi_wire::{Command, Event, FirstMover, Numbered, Player, Refusal, Role};

use super::players::{Opponent, Players};
use crate::online::kept::{Against, Kept, Waits};
use crate::whole::Whole;

/// A game whose referee is a server.
#[derive(Clone, Debug)]
pub(crate) struct Remote {
    _whole: Whole,
    room: Room,
    role: Role,
    kept: Kept,
    /// What was asked, and after which event. One thing at a time: what comes next depends on it.
    pending: Option<(u32, Command)>,
    /// The game with what was asked in it, where nothing comes up by that.
    ahead: Option<Game>,
    /// What the device did for the deal lately. It is done once for each connection.
    done: Option<Command>,
    /// Whether it is being told what happened while there was no connection.
    catches_up: bool,
}

/// What can be said of the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// It is being put together.
    Unsealed,
    /// So much has been opened, and all of it matches the seal.
    SoFar(usize),
    /// All of it was made again from the secrets, and matches.
    Verified,
    /// Something does not match, or is withheld.
    Failed,
}

impl Remote {
    pub(crate) fn new(room: Room, role: Role, kept: Kept) -> Self {
        let whole = Whole::here().expect("games over the net are in the whole program");
        let mut new =
            Self { _whole: whole, room, role, kept, pending: None, ahead: None, done: None, catches_up: false };
        new.note();
        // Whoever comes to a game that is over is to find its secrets told.
        new.kept.failed = new.trust() == Trust::Failed;
        new
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// What is played, with what was asked and is to be seen already.
    pub(crate) fn game(&self) -> &Game {
        self.ahead.as_ref().unwrap_or_else(|| self.room.game())
    }

    /// Who sits on the near side.
    pub(crate) fn near(&self) -> Player {
        self.role.player().unwrap_or(Player::Creator)
    }

    pub(crate) fn party(&self, player: Player) -> Party {
        if player == self.near() { Party::Host } else { Party::Guest }
    }

    pub(crate) fn player(&self, party: Party) -> Player {
        if party == Party::Host { self.near() } else { self.near().other() }
    }

    pub(crate) fn players(&self) -> Players {
        let opponent = match self.room.computer() {
            _ if self.role == Role::Spectator => Opponent::Watched,
            Some(level) => Opponent::Ranked(level),
            None => Opponent::Friend,
        };
        Players { opponent, first: self.party(self.room.first_player().unwrap_or(Player::Creator)) }
    }

    /// Whether this player could do something now, as far as can be told here.
    pub(crate) fn check(&self, command: &Command) -> Result<(), Refusal> {
        let by = self.role.player().ok_or(Refusal::Spectator)?;
        self.room.check(by, self.room.number(), command)
    }

    // Asking.

    /// Whether something was asked that has to be answered first.
    pub(crate) fn waits(&self) -> bool {
        self.pending.is_some()
    }

    /// What was asked and is not answered, to be sent: now, or once more after a connection was lost.
    pub(crate) fn asked(&self) -> Option<(u32, Command)> {
        self.pending.clone()
    }

    /// Asks for a turn's action or for a tile. An action by which nothing comes up is to be seen at once.
    pub(crate) fn ask(&mut self, command: Command) {
        if let Command::Play { action } = command
            && self.room.game().revealed_square(action).is_none()
        {
            let mut ahead = self.room.game().clone();
            ahead.play_unchecked(Ply::new(action, None));
            self.ahead = Some(ahead);
        }
        self.pending = Some((self.room.number(), command));
    }

    /// The square that is being opened, and the tile.
    pub(crate) fn opening(&self) -> (Option<Square>, Option<usize>) {
        match self.pending {
            Some((_, Command::Play { action })) => (self.room.game().revealed_square(action), None),
            Some((_, Command::Pick { tile })) => (None, Some(tile)),
            _ => (None, None),
        }
    }

    /// Takes back what was asked. What it was, if there was something.
    pub(crate) fn take_back(&mut self) -> Option<Command> {
        self.ahead = None;
        self.pending.take().map(|(_, command)| command)
    }

    /// The server has refused what was asked after this event. Whether that was the turn or the tile.
    pub(crate) fn refused(&mut self, after: Option<u32>) -> bool {
        let is_it = self.pending.as_ref().is_some_and(|(asked, _)| Some(*asked) == after);
        is_it && self.take_back().is_some()
    }

    // What the server tells.

    /// Takes an event. Whether it is a move that was to be seen already.
    pub(crate) fn take(&mut self, next: &Numbered) -> Result<bool, FoldError> {
        let decided = self.room.decisive();
        self.room.apply(next)?;
        let seen = match (&next.event, &self.pending, &self.ahead) {
            (Event::Played { action, .. }, Some((_, Command::Play { action: asked })), Some(_)) => action == asked,
            _ => false,
        };
        // Whatever was decided, what was asked before is answered by it.
        if self.room.decisive() != decided || self.room.stage() == Stage::Over {
            self.take_back();
        }
        self.note();
        Ok(seen)
    }

    /// A new connection: the role may be another one, and what the device does for the deal is to be done again.
    pub(crate) fn welcome(&mut self, role: Role) {
        self.role = role;
        self.done = None;
        self.catches_up = true;
    }

    // The deal.

    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Notes what is to be known when the player comes back.
    fn note(&mut self) {
        // A code that is first seen when something is open already proves nothing, but for whoever has a part in it. What
        // comes all at once may end with that.
        let has_part = self.role != Role::Spectator && self.kept.secret.is_some();
        let is_early = self.trust() == Trust::SoFar(0) && !self.catches_up;
        if self.kept.seal.is_none() && (has_part || is_early) {
            self.kept.seal = self.room.seal().map(banqi_deal::Seal::code);
        }
        self.kept.failed = self.is_contradicted();
        let waits = match (self.room.stage(), self.room.to_act()) {
            (Stage::Over, _) => Waits::Over,
            _ if self.role == Role::Spectator => Waits::Watched,
            (Stage::Inviting, _) => Waits::Invited,
            (Stage::Playing, Some(player)) if player == self.near() => Waits::You,
            (Stage::Playing, _) => Waits::Them,
            _ => Waits::Tiles,
        };
        self.kept.waits = waits;
        self.kept.turn = self.room.game().position().turn();
        self.kept.rules = *self.room.rules();
        if let Some(level) = self.room.computer() {
            self.kept.against = Against::Computer(level);
        }
    }

    /// Whether it is against the server's computer.
    fn is_ranked(&self) -> bool {
        self.room.computer().is_some()
    }

    /// Whether the device has to draw its secret now: it does once, before anybody else's can be known to it.
    pub(crate) fn needs_secret(&self) -> bool {
        let is_open = match self.role {
            Role::Creator => self.room.commitment().is_none() && self.room.sealed().is_none(),
            Role::Friend => self.room.commitment().is_some() && self.room.contribution().is_none(),
            Role::Spectator => false,
        };
        is_open && self.room.stage() <= Stage::Sealing && self.kept.secret.is_none()
    }

    /// Notes the name of who sits opposite.
    pub(crate) fn name_opponent(&mut self, name: &str) {
        self.kept.against = Against::Player(name.to_string());
    }

    pub(crate) fn keep_secret(&mut self, secret: Secret) {
        self.kept.secret = Some(secret);
    }

    /// What the device has to do for the deal now that it has been told everything. It counts as done until the next
    /// connection.
    pub(crate) fn duty(&mut self) -> Option<Command> {
        if std::mem::take(&mut self.catches_up) {
            self.note();
        }
        let secret = self.kept.secret.clone()?;
        let command = match self.role {
            // The computer has no secret of its own from which this one would have to be held back.
            Role::Creator if self.room.commitment().is_none() && !self.is_ranked() => {
                Command::Commit { commitment: secret.seat1_commit(&self.room.terms()) }
            }
            Role::Creator => Command::Seal { secret },
            Role::Friend => Command::Contribute { secret },
            Role::Spectator => return None,
        };
        if self.done.as_ref() == Some(&command) || self.check(&command).is_err() {
            return None;
        }
        self.done = Some(command.clone());
        Some(command)
    }

    /// Whether something does not match the seal, or the server says something else than what the device has kept.
    pub(crate) fn is_contradicted(&self) -> bool {
        let room = &self.room;
        let by_secret = self.kept.secret.as_ref().is_some_and(|secret| match self.role {
            Role::Creator if self.is_ranked() => room.seal().is_some_and(|seal| seal.transcript().c1 != *secret),
            Role::Creator => room.commitment().is_some_and(|said| said != secret.seat1_commit(&room.terms())),
            Role::Friend => room.contribution().is_some_and(|said| said != secret),
            Role::Spectator => false,
        });
        let by_seal =
            self.kept.seal.is_some_and(|noted| room.seal().is_some_and(|seal| seal.check_code(noted).is_err()));
        // What failed once is not made good by another story.
        self.kept.failed || room.mismatch().is_some() || by_secret || by_seal
    }

    pub(crate) fn trust(&self) -> Trust {
        let room = &self.room;
        let is_withheld = room.stage() == Stage::Over && room.sealed().is_some() && room.dealt().is_none();
        if self.is_contradicted() || is_withheld {
            Trust::Failed
        } else if room.dealt().is_some() {
            Trust::Verified
        } else if room.seal().is_some() {
            Trust::SoFar(room.picks().len() + room.game().plies().filter(|ply| ply.revealed.is_some()).count())
        } else {
            Trust::Unsealed
        }
    }

    /// The server has said what cannot be.
    pub(crate) fn fail(&mut self) {
        self.kept.failed = true;
    }

    /// Whether this player's device has the secret that went into the deal. One without cannot vouch for it.
    pub(crate) fn vouches(&self) -> bool {
        let is_told = match self.role {
            Role::Creator => self.room.commitment().is_some() || self.is_ranked() && self.room.sealed().is_some(),
            Role::Friend => self.room.contribution().is_some(),
            Role::Spectator => false,
        };
        !is_told || self.kept.secret.is_some()
    }

    /// Whether the device can say that nobody chose the deal: a player's by its part of it, that of somebody who watches
    /// by the code that it noted before anything was opened. Any other can only say that all of it fits together.
    pub(crate) fn proves(&self) -> bool {
        let is_late = self.role == Role::Spectator && self.room.seal().is_some() && self.kept.seal.is_none();
        self.vouches() && !is_late
    }

    // The course.

    /// What is to be seen of the tiles.
    pub(crate) fn tiles(&self) -> [Option<(Party, banqi::Kind)>; banqi_deal::Tiles::COUNT] {
        let mut seen = [None; banqi_deal::Tiles::COUNT];
        for (player, opening) in self.room.picks() {
            if let Opening::Tile { tile, kind, .. } = *opening {
                seen[tile] = Some((self.party(*player), kind));
            }
        }
        seen
    }

    /// Who is to pick a tile: the near side first, though both may at any time.
    pub(crate) fn picker(&self) -> Option<Party> {
        let is_out = |player: Player| self.room.picks().iter().all(|(picker, _)| *picker != player);
        let near = self.near();
        let player = [near, near.other()].into_iter().find(|player| is_out(*player))?;
        (self.room.stage() == Stage::Picking).then_some(self.party(player))
    }

    /// Whether the players pick tiles for the first turn.
    pub(crate) fn has_tiles(&self) -> bool {
        self.room.begins().is_none() && self.room.first() != FirstMover::Random
    }

    /// Whether it was called off.
    pub(crate) fn is_called_off(&self) -> bool {
        matches!(self.room.ending(), Some(Ending::Aborted { .. }))
    }

    /// Whether this player may play an action now.
    pub(crate) fn is_to_act(&self) -> bool {
        self.pending.is_none() && self.role.player().is_some() && self.room.to_act() == self.role.player()
    }

    /// The last ply that the server has told.
    pub(crate) fn last(&self) -> Option<Ply> {
        self.room.game().plies().last()
    }
}

/// An action, asked of the server.
pub(crate) fn play(action: Action) -> Command {
    Command::Play { action }
}

#[cfg(test)]
mod tests {
    use banqi::{Cell, Seat};
    use banqi_room::{Moment, Referee};
    use banqi_wire::{Clock, FirstMover, GameId, NewGame};

    use super::*;
    use crate::game::seal::{meaning, state};
    use crate::game::session::{Happened, Session};

    /// A server without a net, and the devices of both players and of somebody who watches.
    struct Net {
        referee: Referee,
        events: Vec<Numbered>,
        devices: Vec<(Role, Session)>,
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    impl Net {
        fn new(rules: &str, first: FirstMover) -> Self {
            let new = NewGame::casual(rules.parse().expect("rules"), Clock::None, first);
            let id = GameId::from_bits([7; 10]);
            let (referee, created) = Referee::create(Secret::from_bytes([9; 32]), id, &new);
            let mut net = Self { referee, events: Vec::new(), devices: Vec::new() };
            net.keep(vec![created]);
            net.devices = [Role::Creator, Role::Friend, Role::Spectator].map(|role| (role, net.device(role))).into();
            net
        }

        /// Joined and sealed by what the devices do by themselves.
        fn sealed(rules: &str, first: FirstMover) -> Self {
            let mut net = Self::new(rules, first);
            net.pass_on();
            net.tell(vec![Event::Joined]);
            net.pass_on();
            net
        }

        /// A device that has just come, with nothing kept.
        fn device(&self, role: Role) -> Session {
            Session::remote(Remote::new(self.room(), role, Kept::default()))
        }

        fn room(&self) -> Room {
            Room::fold(&self.events).expect("a game")
        }

        fn keep(&mut self, events: Vec<Event>) -> Vec<Numbered> {
            let first = self.events.len() as u32 + 1;
            let new: Vec<Numbered> =
                (first..).zip(events).map(|(number, event)| Numbered { number, at: 5, event }).collect();
            self.events.extend(new.iter().cloned());
            new
        }

        /// Everybody is told.
        fn tell(&mut self, events: Vec<Event>) -> Vec<Vec<Happened>> {
            let events = self.keep(events);
            let told = |(_, device): &mut (Role, Session)| {
                events.iter().flat_map(|event| device.told(event).expect("it fits")).collect()
            };
            self.devices.iter_mut().map(told).collect()
        }

        /// What a device asks for reaches the server, whose answer reaches everybody.
        fn pass_on(&mut self) -> Vec<Vec<Happened>> {
            let mut all = vec![Vec::new(); self.devices.len()];
            loop {
                let mut asked = None;
                for (role, device) in &mut self.devices {
                    let remote = device.server_mut().expect("a game over the net");
                    if remote.needs_secret() {
                        remote.keep_secret(Secret::from_bytes([if *role == Role::Creator { 1 } else { 2 }; 32]));
                    }
                    let number = remote.room().number();
                    let command = remote.duty().map(|command| (number, command)).or_else(|| remote.asked());
                    asked = asked.or(role.player().zip(command));
                }
                let Some((player, (after, command))) = asked else { return all };
                let moment = Moment { now: 5, lag: 0, away_since: None };
                let events = self.referee.decide(&self.room(), player, after, &command, &moment).expect("accepted");
                for (all, happened) in all.iter_mut().zip(self.tell(events)) {
                    all.extend(happened);
                }
            }
        }

        fn creator(&mut self) -> &mut Session {
            &mut self.devices[0].1
        }

        fn remote(&self, device: usize) -> &Remote {
            self.devices[device].1.server().expect("a game over the net")
        }
    }

    #[test]
    fn devices_seal_the_deal_by_themselves() {
        let net = Net::sealed("taiwan-quick", FirstMover::Tiles);
        let codes = [0, 1, 2].map(|device| net.remote(device).kept().seal.expect("a seal"));
        assert!(codes.iter().all(|code| *code == codes[0]));
        for device in 0..3 {
            assert_eq!(net.remote(device).trust(), Trust::SoFar(0));
            assert!(net.remote(device).vouches());
        }
        assert!(net.remote(2).kept().secret.is_none(), "who watches has no part in it");
    }

    #[test]
    fn both_pick_tiles_in_any_order() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Tiles);
        let friend = &mut net.devices[1].1;
        assert_eq!(friend.picker(), Some(Party::Host), "each may begin");
        friend.pick(3);
        assert_eq!(friend.pending(), (None, Some(3)));
        assert!(friend.pick(4).is_empty(), "one is asked for");
        net.pass_on();
        assert!(matches!(net.creator().pick(3)[..], [Happened::Refused(_)]), "it is taken");
        net.creator().pick(0);
        let happened = net.pass_on();
        for happened in happened {
            assert!(matches!(happened[..], [Happened::Picked { .. }, Happened::Decided { .. }]), "{happened:?}");
        }
        let firsts = [0, 1].map(|device| net.devices[device].1.players().first);
        assert_eq!(firsts[0], firsts[1].other(), "the same person, from either side");
        assert_eq!(net.remote(0).trust(), Trust::SoFar(2));
    }

    #[test]
    fn what_comes_up_is_waited_for_and_a_second_tap_is_nothing() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Creator);
        let game = net.creator();
        assert!(game.tap(square("b2")).is_empty());
        assert_eq!(game.pending().0, Some(square("b2")));
        assert_eq!(game.game().position().cell(square("b2")), Cell::FaceDown);
        assert!(game.tap(square("b2")).is_empty());
        assert!(game.tap(square("c3")).is_empty());
        assert!(game.pending().0 == Some(square("b2")) && !game.is_persons_turn());
        for happened in net.pass_on() {
            assert!(matches!(happened[..], [Happened::Played(_)]));
        }
        assert_eq!(net.room().game().plies().len(), 1);
        assert_eq!(net.creator().pending(), (None, None));
        assert_eq!(net.remote(1).trust(), Trust::SoFar(1));
    }

    /// A game that the creator, who goes first, continues with a step: what was played, and the step.
    fn with_step() -> (Net, Action) {
        let mut net = Net::sealed("taiwan-quick:dark=probe", FirstMover::Creator);
        // Somebody always finds something to capture among flips, and then there is room to step.
        loop {
            let room = net.room();
            let actions = room.game().actions();
            let is_step = |action: &&Action| matches!(action, Action::Move { to, .. } if room.game().position().cell(*to) == Cell::Empty);
            let mover = usize::from(room.game().position().seat() == Seat::Second);
            if let Some(step) = actions.iter().find(is_step).filter(|_| mover == 0) {
                return (net, *step);
            }
            let capture = actions.iter().find(|action| matches!(action, Action::Move { .. }));
            let action = *capture.unwrap_or(&actions[0]);
            net.devices[mover].1.play_turn(&[action]);
            net.pass_on();
        }
    }

    #[test]
    fn a_step_is_seen_before_the_server_has_answered() {
        let (mut net, step) = with_step();
        let before = net.room().game().plies().len();
        let happened = net.creator().play_turn(&[step]);
        assert!(matches!(happened[..], [Happened::Played(_)]));
        assert_eq!(net.creator().game().plies().len(), before + 1);
        let happened = net.pass_on();
        assert!(happened[0].is_empty(), "it was told already: {:?}", happened[0]);
        assert!(matches!(happened[1][..], [Happened::Played(_)]));
        let seen = *net.creator().game().position();
        assert_eq!(seen, *net.room().game().position());
    }

    #[test]
    fn nobody_learns_of_a_move_that_is_chosen_ahead() {
        let (mut net, step) = with_step();
        let friend = &mut net.devices[1].1;
        friend.allow_premoves(true);
        let own = friend.game().position().of(friend.ahead().expect("the creator is to move"));
        let from = own.first().expect("a piece");
        let to = banqi::attacks::neighbours(from).first().expect("a neighbour");
        assert!(matches!(friend.play_turn(&[Action::Move { from, to }])[..], [Happened::Premoved(_)]));
        assert_eq!(net.remote(1).asked(), None);
        let events = net.events.len();
        net.pass_on();
        assert_eq!(net.events.len(), events, "nothing reached the server");
        net.creator().play_turn(&[step]);
        net.pass_on();
        assert_eq!(net.remote(1).asked(), None, "only once everything is told");
        let happened = net.devices[1].1.follow_up();
        assert!(matches!(happened[..], [Happened::Played(_) | Happened::PremoveDropped { .. }]));
        assert_eq!(net.remote(1).asked().is_some(), matches!(happened[0], Happened::Played(_)));
    }

    #[test]
    fn a_chain_that_was_typed_is_played_hop_by_hop() {
        let mut net = Net::sealed("taiwan-quick:chain=on,quiet=none", FirstMover::Creator);
        let (mover, turn) = loop {
            let room = net.room();
            let game = room.game();
            let is_capture =
                |action: &Action| matches!(action, Action::Move { to, .. } if game.position().piece(*to).is_some());
            let chain = game.actions().iter().copied().filter(is_capture).find_map(|first| {
                let mut after = game.clone();
                after.play_unchecked(Ply::new(first, None));
                let next = after.actions().iter().copied().find(|next| matches!(next, Action::Move { .. }));
                after.position().chain().and(next).map(|next| [first, next])
            });
            let mover = usize::from(game.position().seat() == Seat::Second);
            if let Some(turn) = chain {
                break (mover, turn);
            }
            // Flips first: chains need many pieces in the open.
            let flip = game.actions().iter().copied().find(|action| matches!(action, Action::Flip(_)));
            let action = flip.unwrap_or_else(|| game.actions()[0]);
            net.devices[mover].1.play_turn(&[action]);
            net.pass_on();
        };
        let before = net.room().game().plies().len();
        net.devices[mover].1.play_turn(&turn);
        assert_eq!(net.remote(mover).game().plies().len(), before + 1, "the second hop waits");
        net.pass_on();
        let plies: Vec<Action> = net.room().game().plies().skip(before).map(|ply| ply.action).collect();
        assert_eq!(plies, turn);
    }

    #[test]
    fn what_is_refused_is_taken_back() {
        let (mut net, step) = with_step();
        let before = *net.room().game().position();
        let number = net.room().number();
        net.creator().play_turn(&[step]);
        assert!(net.creator().refused(Some(number - 1), &Refusal::NotNow).is_empty(), "that was something else");
        assert_ne!(*net.creator().game().position(), before);
        let happened = net.creator().refused(Some(number), &Refusal::TooFast);
        assert!(matches!(happened[..], [Happened::Returned, Happened::Refused(_)]));
        assert_eq!(*net.creator().game().position(), before);
        assert!(net.creator().is_persons_turn());
    }

    #[test]
    fn what_was_asked_is_asked_again_until_it_is_answered() {
        let (mut net, step) = with_step();
        net.creator().play_turn(&[step]);
        let asked = net.remote(0).asked();
        assert!(asked.is_some());
        net.creator().server_mut().expect("a game over the net").welcome(Role::Creator);
        assert_eq!(net.remote(0).asked(), asked);
        net.pass_on();
        assert_eq!(net.remote(0).asked(), None);
    }

    #[test]
    fn a_changed_opening_is_found() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Creator);
        net.creator().tap(square("b2"));
        let (after, command) = net.remote(0).asked().expect("it was asked");
        let moment = Moment { now: 5, lag: 0, away_since: None };
        let mut events = net.referee.decide(&net.room(), Player::Creator, after, &command, &moment).expect("accepted");
        if let [Event::Played { opening: Some(Opening::Square { salt, .. }), .. }] = &mut events[..] {
            *salt = banqi_deal::Salt::from_bytes([0; 16]);
        }
        for happened in net.tell(events) {
            assert!(matches!(happened[..], [Happened::Played(_), Happened::Mismatch]), "{happened:?}");
        }
        assert_eq!(net.remote(0).trust(), Trust::Failed);
        assert!(net.remote(2).kept().failed);
    }

    #[test]
    fn what_is_kept_is_compared() {
        let net = Net::sealed("taiwan-quick", FirstMover::Creator);
        let kept = net.remote(0).kept().clone();
        let back = |kept: Kept| Remote::new(net.room(), Role::Creator, kept);
        assert_eq!(back(kept.clone()).trust(), Trust::SoFar(0));
        let stranger = back(Kept::default());
        assert!(!stranger.vouches() && stranger.trust() == Trust::SoFar(0));
        let other = Some(Secret::from_bytes([5; 32]));
        assert_eq!(back(Kept { secret: other, ..kept.clone() }).trust(), Trust::Failed);
        let seal = "3NF2-E3A0-Z9H9-A8HC".parse().ok();
        assert_eq!(back(Kept { seal, ..kept }).trust(), Trust::Failed);
    }

    #[test]
    fn who_was_not_there_proves_nothing() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Creator);
        let early = net.remote(2).kept().clone();
        assert!(early.seal.is_some());
        net.creator().tap(square("b2"));
        net.pass_on();
        let said = |net: &Net, role, kept: &Kept| {
            let remote = Remote::new(net.room(), role, kept.clone());
            // What it keeps now makes it no better the next time.
            let again = Remote::new(net.room(), role, remote.kept().clone());
            assert_eq!(remote.proves(), again.proves());
            (remote.proves(), state(&remote), meaning(&remote).concat())
        };
        let own = net.remote(0).kept().clone();
        let all = |net: &Net| {
            [(Role::Creator, &own), (Role::Creator, &Kept::default())]
                .into_iter()
                .chain([(Role::Spectator, &early), (Role::Spectator, &Kept::default())])
                .map(|(role, kept)| said(net, role, kept))
                .collect::<Vec<_>>()
        };
        let states = |all: &[(bool, &'static str, String)]| all.iter().map(|(_, state, _)| *state).collect::<Vec<_>>();
        let consistent = "Consistent with itself";
        assert_eq!(states(&all(&net)), ["All fits so far", consistent, "All fits so far", consistent]);
        let moment = Moment { now: 5, lag: 0, away_since: None };
        let number = net.room().number();
        let events =
            net.referee.decide(&net.room(), Player::Creator, number, &Command::Resign, &moment).expect("accepted");
        net.tell(events);
        let all = all(&net);
        assert_eq!(states(&all), ["Deal verified", consistent, "Deal verified", consistent]);
        assert_eq!(all.iter().map(|(proves, ..)| *proves).collect::<Vec<_>>(), [true, false, true, false]);
        assert!(all[0].2.contains("Neither of you nor the server"));
        assert!(all[1].2.starts_with("This browser has not kept your part") && !all[1].2.contains("could choose"));
        assert!(all[3].2.starts_with("This browser was not there") && !all[3].2.contains("could choose"));
        assert!([2, 3].iter().all(|watching: &usize| !all[*watching].2.contains("you")));
    }

    #[test]
    fn who_comes_back_to_open_pieces_was_not_there() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Creator);
        let sealed = net.events.len();
        net.creator().tap(square("b2"));
        net.pass_on();
        let invited = Room::fold(&net.events[..1]).expect("a game");
        let back = |until: usize| {
            let mut remote = Remote::new(invited.clone(), Role::Spectator, Kept::default());
            remote.welcome(Role::Spectator);
            net.events[1..until].iter().for_each(|event| assert!(remote.take(event).is_ok()));
            assert_eq!(remote.duty(), None);
            remote.proves()
        };
        assert_eq!([back(sealed), back(net.events.len())], [true, false]);
    }

    #[test]
    fn at_the_end_all_of_it_is_made_again() {
        let mut net = Net::sealed("taiwan-quick", FirstMover::Creator);
        net.creator().tap(square("b2"));
        net.pass_on();
        let moment = Moment { now: 5, lag: 0, away_since: None };
        let number = net.room().number();
        let events =
            net.referee.decide(&net.room(), Player::Creator, number, &Command::Resign, &moment).expect("accepted");
        assert!(matches!(events[..], [Event::Finished { .. }, Event::Revealed { .. }]));
        let withheld: Vec<Event> = events[..1].to_vec();
        net.tell(events);
        assert_eq!(net.remote(1).trust(), Trust::Verified);
        assert!(!net.remote(1).kept().failed);
        assert_eq!(net.remote(1).kept().waits, Waits::Over);
        // A server that keeps its secret to itself has something to hide.
        let mut room = net.events[..net.events.len() - 2].to_vec();
        room.extend(withheld.into_iter().map(|event| Numbered { number: number + 1, at: 5, event }));
        let back = Remote::new(Room::fold(&room).expect("a game"), Role::Friend, net.remote(1).kept().clone());
        assert_eq!(back.trust(), Trust::Failed);
        assert!(back.kept().failed);
        // It stays so, whatever the server says later.
        let later = Remote::new(net.room(), Role::Friend, back.kept().clone());
        assert_eq!(later.trust(), Trust::Failed);
    }
}

//! Whether a player may do something, as far as both sides can tell.

use banqi_deal::{Opening, Tiles};
use banqi_wire::{Command, Player, Refusal};

use crate::{Room, Stage};

impl Room {
    /// Whether a player may do something now, who had seen the events up to `after`. What depends on the time and on who
    /// is there, only the server knows.
    ///
    /// # Errors
    ///
    /// Why not.
    ///
    /// ```
    /// # use banqi_room::{Referee, Room};
    /// # use banqi_wire::{GameId, NewGame, Numbered};
    /// # let new = NewGame::casual(banqi::Preset::Mainland.rules(), Default::default(), Default::default());
    /// # let secret = banqi_deal::Secret::from_bytes([7; 32]);
    /// # let (_, event) = Referee::create(secret, GameId::from_bits([1; 10]), &new);
    /// use banqi_wire::{Command, Player, Refusal};
    /// let room = Room::open(&Numbered { number: 1, at: 0, event })?;
    /// assert_eq!(room.check(Player::Creator, 1, &Command::Resign), Err(Refusal::NotNow));
    /// assert_eq!(room.check(Player::Creator, 1, &Command::Abort), Ok(()));
    /// # Ok::<(), banqi_room::FoldError>(())
    /// ```
    pub fn check(&self, by: Player, after: u32, command: &Command) -> Result<(), Refusal> {
        let stage = self.stage();
        let only = |player: Player| if by == player { Ok(()) } else { Err(Refusal::NotYourTurn) };
        let now = |holds: bool| if holds { Ok(()) } else { Err(Refusal::NotNow) };
        if after > self.number() {
            return Err(Refusal::Stale { number: self.number() });
        }
        match command {
            Command::Commit { .. } => {
                only(Player::Creator)?;
                // Against the computer there is nobody from whom c1 is held back.
                now(stage <= Stage::Sealing && self.commitment().is_none() && self.computer().is_none())
            }
            Command::Contribute { .. } => {
                only(Player::Friend)?;
                now(stage == Stage::Sealing && self.commitment().is_some() && self.contribution().is_none())
            }
            Command::Seal { secret } => {
                only(Player::Creator)?;
                now(stage == Stage::Sealing && self.is_c1_due())?;
                let is_committed = self.commitment() == Some(secret.seat1_commit(&self.terms()));
                if is_committed || self.computer().is_some() { Ok(()) } else { Err(Refusal::WrongSecret) }
            }
            Command::Pick { tile } => {
                now(stage == Stage::Picking)?;
                self.fresh(after)?;
                now(self.picks().iter().all(|(player, _)| *player != by))?;
                let is_taken = self
                    .picks()
                    .iter()
                    .any(|(_, pick)| matches!(pick, Opening::Tile { tile: taken, .. } if taken == tile));
                if is_taken || *tile >= Tiles::COUNT { Err(Refusal::NoTile) } else { Ok(()) }
            }
            Command::Play { action } => {
                now(stage == Stage::Playing)?;
                // Before whose turn it is: who sends a turn twice is told that it was played.
                self.fresh(after)?;
                if self.to_act() != Some(by) {
                    return Err(Refusal::NotYourTurn);
                }
                self.game().check(*action).map_err(|why| Refusal::Illegal { why: why.to_string() })
            }
            Command::OfferDraw => {
                now(stage == Stage::Playing && self.offer() != Some(by))?;
                match self.offered_lately(by) {
                    Some(turns) if self.offer().is_none() => Err(Refusal::OfferedLately { turns }),
                    _ => Ok(()),
                }
            }
            Command::DeclineDraw => now(self.offer() == Some(by.other())),
            Command::Resign | Command::ClaimWin | Command::ClaimDraw => now(stage == Stage::Playing),
            Command::Abort => {
                now(stage < Stage::Over && !self.both_have_played())?;
                // The computer answers at once: who has seen a flip may not have another deal for it.
                now(self.computer().is_none() || self.game().position().turn() == 1)?;
                // Before that there is no friend.
                now(by == Player::Creator || stage > Stage::Inviting)
            }
            Command::Rematch => {
                // Nobody joins the computer's games: the client makes another one.
                now(stage == Stage::Over && self.joined().is_some() && self.rematch().is_none())?;
                now(!self.offers_rematch(by))
            }
        }
    }

    /// Nobody has played or picked since.
    fn fresh(&self, after: u32) -> Result<(), Refusal> {
        if after < self.decisive() { Err(Refusal::Stale { number: self.number() }) } else { Ok(()) }
    }
}

//! The protocol of the Taiwanese course and tournaments in computer games, from the referee's side: docs/matches.md
//! has it.

use std::time::Duration;

use banqi::{Action, Game, Ply, Rules, Seat, Square};

use super::outside::Protocol;
use super::process::{Process, Wait};
use super::{Allowance, Answer, Choice, Failure, Opening, Request};
use crate::Control;

/// What one says to an engine.
#[derive(Debug)]
pub(crate) struct Tcga {
    rules: Rules,
    control: Control,
}

/// The commands that are used, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Name = 1,
    ResetBoard = 7,
    NumRepetition = 8,
    NumMovesToDraw = 9,
    Move = 10,
    Flip = 11,
    Genmove = 12,
    GameOver = 13,
    Ready = 14,
    TimeSettings = 15,
    TimeLeft = 16,
}

impl Command {
    const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::ResetBoard => "reset_board",
            Self::NumRepetition => "num_repetition",
            Self::NumMovesToDraw => "num_moves_to_draw",
            Self::Move => "move",
            Self::Flip => "flip",
            Self::Genmove => "genmove",
            Self::GameOver => "game_over",
            Self::Ready => "ready",
            Self::TimeSettings => "time_settings",
            Self::TimeLeft => "time_left",
        }
    }
}

impl Tcga {
    pub(crate) const fn new(rules: Rules, control: Control) -> Self {
        Self { rules, control }
    }
}

impl Protocol for Tcga {
    const FAREWELL: &'static str = "5 quit";

    fn greet(&mut self, process: &mut Process, wait: Wait<'_>) -> Result<(), Failure> {
        // Whatever it is called: it runs, and speaks the protocol.
        ask(process, wait, Command::Name, "").map(drop)
    }

    fn begin(&mut self, process: &mut Process, _: &Opening<'_>, wait: Wait<'_>) -> Result<(), Failure> {
        process.drain();
        demand(process, wait, Command::ResetBoard, "")?;
        let parameters = self.rules.parameters();
        // Engines that do not know these play on as they do.
        if let Some(times) = parameters.repetition.or(parameters.cycle) {
            ask(process, wait, Command::NumRepetition, &times.to_string())?;
        }
        if let Some(turns) = parameters.quiet {
            ask(process, wait, Command::NumMovesToDraw, &turns.to_string())?;
        }
        if let Control::Clock { time, .. } = self.control {
            ask(process, wait, Command::TimeSettings, &time.as_millis().to_string())?;
        }
        demand(process, wait, Command::Ready, "")
    }

    fn choose(&mut self, process: &mut Process, request: &Request<'_>, wait: Wait<'_>) -> Result<Answer, Failure> {
        let position = request.game.position();
        let colour = position.side();
        if let (Some(colour), Some(left)) = (colour, time_left(request.allowance, position.seat())) {
            ask(process, wait, Command::TimeLeft, &format!("{colour} {}", left.as_millis()))?;
        }
        let colour = colour.map_or("unknown".into(), |colour| colour.to_string());
        let choice = match ask(process, wait, Command::Genmove, &colour)? {
            Reply::Done(text) => choice(&text),
            Reply::Refused(text) => Choice::Unreadable(format!("? {text}")),
        };
        Ok(Answer { choice, nodes: None })
    }

    fn played(&mut self, process: &mut Process, ply: Ply, _: &Game, wait: Wait<'_>) -> Result<(), Failure> {
        match (ply.action, ply.revealed) {
            (Action::Flip(square), Some(piece)) => {
                demand(process, wait, Command::Flip, &format!("{square} {}", piece.letter()))
            }
            (Action::Move { from, to }, None) => demand(process, wait, Command::Move, &format!("{from} {to}")),
            // Rule sets in which this could be are refused before the match.
            _ => Err(Failure::Gone(format!("{ply} cannot be said in this protocol"))),
        }
    }

    fn ended(&mut self, process: &mut Process, game: &Game, wait: Wait<'_>) -> Result<(), Failure> {
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        let winner = winner.and_then(|seat| game.colour_of(seat)).map_or("draw".into(), |colour| colour.to_string());
        ask(process, wait, Command::GameOver, &winner).map(drop)
    }
}

/// The protocol knows only what is left of a game. Of a time for each action, that is all that is sure.
fn time_left(allowance: Allowance, seat: Seat) -> Option<Duration> {
    match allowance {
        Allowance::Own | Allowance::Nodes(_) => None,
        Allowance::Movetime(time) => Some(time),
        Allowance::Clocks { first, second, .. } => Some(if seat == Seat::First { first } else { second }),
    }
}

/// `a1 a2`; a flip names its square twice, and `a0 a0` gives up.
fn choice(text: &str) -> Choice {
    let mut words = text.split_whitespace();
    if text == "a0 a0" {
        return Choice::Resigns;
    }
    let mut square = || words.next()?.parse::<Square>().ok();
    match (square(), square(), words.next()) {
        (Some(from), Some(to), None) if from == to => Choice::Plays(Action::Flip(from)),
        (Some(from), Some(to), None) => Choice::Plays(Action::Move { from, to }),
        _ => Choice::Unreadable(text.into()),
    }
}

/// What an engine says to a command.
enum Reply {
    /// `=`, and what follows.
    Done(String),
    /// `?`, and what follows.
    Refused(String),
}

/// Says something and waits for the reply. Other lines mean nothing.
fn ask(process: &mut Process, wait: Wait<'_>, command: Command, arguments: &str) -> Result<Reply, Failure> {
    let id = command as u8;
    process.send(format!("{id} {} {arguments}", command.name()).trim_end())?;
    process.await_line(wait, |line| {
        let (good, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return None,
        };
        let (number, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let text = text.trim().to_owned();
        (number == id.to_string()).then_some(if good { Reply::Done(text) } else { Reply::Refused(text) })
    })
}

/// Says something that the engine has to do.
fn demand(process: &mut Process, wait: Wait<'_>, command: Command, arguments: &str) -> Result<(), Failure> {
    let name = command.name();
    match ask(process, wait, command, arguments)? {
        Reply::Done(_) => Ok(()),
        Reply::Refused(text) => Err(Failure::Gone(format!("it refused {name} {arguments}: {text}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        let plays = |text: &str| Choice::Plays(text.parse().unwrap());
        assert_eq!(choice("a1 a1"), plays("a1"));
        assert_eq!(choice("b2 b3"), plays("b2-b3"));
        assert_eq!(choice("a0 a0"), Choice::Resigns);
        for text in ["", "a1", "a1 a2 a3", "e1 e1", "a1-a2"] {
            assert_eq!(choice(text), Choice::Unreadable(text.into()));
        }
    }

    #[test]
    fn the_time_that_is_told_is_the_movers() {
        let ms = Duration::from_millis;
        let clocks = Allowance::Clocks { first: ms(5), second: ms(7), increment: ms(1) };
        assert_eq!(time_left(clocks, Seat::First), Some(ms(5)));
        assert_eq!(time_left(clocks, Seat::Second), Some(ms(7)));
        assert_eq!(time_left(Allowance::Movetime(ms(9)), Seat::Second), Some(ms(9)));
        assert_eq!(time_left(Allowance::Own, Seat::First), None);
    }
}

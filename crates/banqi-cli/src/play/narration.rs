//! What happened, in words.

use banqi::{Action, Chase, Effect, Game, Outcome, Piece, Position, Reason};
use banqi_table::{Event, NoTakeback, Party};

use super::players::{Players, capitalised};
use super::view::actions;
use crate::text_board::Glyphs;

/// One ply: `Computer: b2-b3, advisor takes your horse.` Where the board has characters, they stand beside the words.
pub(super) fn event(players: &Players, glyphs: Glyphs, event: &Event) -> String {
    let mover = event.before.seat();
    let owner = |piece: Piece| event.before.seat_of(piece.colour).unwrap_or(mover);
    let kind = |piece: Piece| match glyphs.character(piece) {
        Some(character) => format!("{} {character}", piece.kind),
        None => piece.kind.to_string(),
    };
    let owned = |piece: Piece| format!("{} {}", players.possessive(owner(piece)), kind(piece));
    let attacker = match event.ply.action {
        Action::Move { from, .. } => event.before.piece(from).map_or(String::new(), kind),
        Action::Flip(_) | Action::End => String::new(),
    };
    let what = match event.effect {
        Effect::Flipped(piece) if event.before.side().is_none() => {
            let are = format!("are {}", piece.colour);
            let is = format!("is {}", piece.colour);
            format!("a {} {}. {}", piece.colour, kind(piece), capitalised(&players.does(mover, &are, &is)))
        }
        Effect::Flipped(piece) => format!("a {} {}, {}", piece.colour, kind(piece), players.belongs(owner(piece))),
        Effect::Stepped => format!("{attacker} steps"),
        Effect::Captured(piece) => format!("{attacker} takes {}", owned(piece)),
        Effect::TookDark(piece) => format!("{attacker} takes what was face down, {}", owned(piece)),
        Effect::Bounced(piece) => format!("{attacker} finds {} and stays where it was", owned(piece)),
        Effect::Lost(piece) => format!("{attacker} finds {} and is lost", owned(piece)),
        Effect::Ended => "the chain stops".to_string(),
    };
    format!("{}: {}, {what}.", players.label(mover), event.ply)
}

/// What an action that is legal would do.
pub(super) fn legal(players: &Players, game: &Game, action: Action) -> String {
    let position = game.position();
    let Action::Move { from, to } = action else {
        return match action {
            Action::Flip(square) => format!("it turns over the piece on {square}"),
            _ => "it stops the chain".to_string(),
        };
    };
    let kind = position.piece(from).map_or(String::new(), |piece| piece.kind.to_string());
    match position.piece(to) {
        Some(piece) => format!("the {kind} takes {} {}", players.possessive(!position.seat()), piece.kind),
        None if game.reveals(action) => format!("the {kind} attacks the face-down piece on {to}"),
        None => format!("the {kind} steps to {to}"),
    }
}

/// A running chase: `Chase: your chariot on b3 has chased the horse (now on b1) 4 times in a row; 5 are allowed.` The
/// horse may have fled, so nothing is said of what is threatened now.
pub(super) fn chase(players: &Players, position: &Position, chase: Chase, limit: u16) -> String {
    let Chase { chaser, target, count } = chase;
    let kind = |square| position.piece(square).map_or(String::new(), |piece| piece.kind.to_string());
    let seat = position.piece(chaser).and_then(|piece| position.seat_of(piece.colour)).unwrap_or(position.seat());
    let whose = players.possessive(seat);
    let times = match count {
        1 => "once".to_string(),
        2 => "twice in a row".to_string(),
        _ => format!("{count} times in a row"),
    };
    let then = match limit {
        _ if count >= limit => " and may not chase it again.".to_string(),
        1 => "; once is allowed.".to_string(),
        _ => format!("; {limit} are allowed."),
    };
    format!(
        "Chase: {whose} {} on {chaser} has chased the {} (now on {target}) {times}{then}",
        kind(chaser),
        kind(target)
    )
}

/// The result with its reason: `You win: the computer has no piece left.`
pub(super) fn outcome(players: &Players, game: &Game, outcome: Outcome) -> String {
    let parameters = game.rules().parameters();
    let reason = outcome.reason;
    let Some(winner) = outcome.winner else {
        let why = match reason {
            Reason::NoProgress => format!("{} turns without a flip or a capture", game.position().quiet()),
            Reason::Repetition => match (parameters.repetition, parameters.cycle) {
                (Some(limit), _) if game.occurrences() >= limit.into() => {
                    format!("this position has come up {limit} times")
                }
                (_, Some(times)) => format!("the same moves were played {times} times over"),
                (..) => "the position came back".to_string(),
            },
            _ => return "A draw, as agreed.".to_string(),
        };
        return format!("A draw: {why}.");
    };
    let wins = players.does(winner, "win", "wins");
    let loser = !winner;
    let why = match reason {
        Reason::Elimination => players.does(loser, "have no piece left", "has no piece left"),
        Reason::NoLegalMove => players.does(loser, "have no legal move", "has no legal move"),
        Reason::Time => players.does(loser, "ran out of time", "ran out of time"),
        Reason::Abandonment => players.does(loser, "left", "left"),
        _ => players.does(loser, "resigned", "resigned"),
    };
    format!("{}: {why}.", capitalised(&wins))
}

/// The game in figures, once it is over.
pub(super) fn figures(players: &Players, game: &Game) -> String {
    let turns = game.position().turn() - game.first_position().turn();
    let turns = if turns == 1 { "1 turn".to_string() } else { format!("{turns} turns") };
    let lost = game.lost_pieces();
    let captured = |party| {
        let seat = players.seat(party);
        let captures: u8 = lost[game.colour_of(!seat)?].iter().sum();
        let captured = format!("captured {captures}");
        Some(players.does(seat, &captured, &captured))
    };
    match (captured(Party::Host), captured(Party::Guest)) {
        (Some(host), Some(guest)) => format!("{turns}; {host}, {guest}."),
        _ => format!("{turns}."),
    }
}

/// Why a takeback is refused.
pub(super) fn no_takeback(players: &Players, reason: NoTakeback) -> String {
    match reason {
        NoTakeback::NothingPlayed => "There is nothing to take back.".to_string(),
        NoTakeback::Revealed { ply, by } => format!(
            "What was turned over cannot be taken back: {} {ply} has shown what lay there, and nobody can forget that.",
            players.possessive(by)
        ),
    }
}

/// Who is to move, at the head of a turn: `Turn 12: your move, red`, `Turn 12: Ann (red) to move`.
pub(super) fn to_move(players: &Players, position: &Position) -> String {
    let (turn, seat) = (position.turn(), position.seat());
    let side = position.side();
    if players.computer.is_some() {
        let colour = side.map_or(String::new(), |side| format!(", {side}"));
        format!("Turn {turn}: {} move{colour}", players.possessive(seat))
    } else {
        let colour = side.map_or(String::new(), |side| format!(" ({side})"));
        format!("Turn {turn}: {}{colour} to move", players.label(seat))
    }
}

/// That a chain is open: `You may capture again (b3-c3), or type end.`
pub(super) fn chain(players: &Players, game: &Game) -> String {
    let attacks: Vec<Action> = game.actions().iter().filter(|action| **action != Action::End).copied().collect();
    let again =
        if attacks.iter().any(|&action| game.reveals(action)) { "may attack again" } else { "may capture again" };
    let may = capitalised(&players.does(game.position().seat(), again, again));
    format!("{may} ({}), or type end.", actions(&attacks))
}

/// Who begins, and what that means as long as nobody has a colour.
pub(super) fn goes_first(players: &Players, position: &Position) -> String {
    let seat = position.seat();
    let goes = capitalised(&players.does(seat, "go first", "goes first"));
    if position.side().is_some() {
        return format!("{goes}.");
    }
    format!("{goes}; the colour that comes up is {}.", players.belongs(seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Seat;
    use banqi_deal::Deal;
    use banqi_table::Table;

    fn alone() -> Players {
        Players {
            host: "Ann".into(),
            guest: String::new(),
            computer: Some(banqi_engine::Level::Normal),
            first: Party::Host,
        }
    }

    fn told(rules: &str, position: &str, deal: &str, actions: &[&str]) -> Vec<String> {
        let game = Game::from_position(rules.parse().expect("rules"), position.parse().expect("a position"))
            .expect("a position under the rules");
        let mut table = Table::new(game, deal.parse::<Deal>().expect("a deal"));
        let play = |action: &&str| table.play(action.parse().expect("an action")).expect("a legal action");
        actions.iter().map(play).map(|happened| event(&alone(), Glyphs::Letters, &happened)).collect()
    }

    const ATTACK: (&str, &str) = ("3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................");

    #[test]
    fn moves_are_told_with_what_they_did() {
        let told = told(
            "taiwan-quick:chain=on",
            "3k/4/4/4/4/1npc/1R2/4 r - 0 41",
            "................................",
            &["b2-b3", "b3-c3", "end", "d8-d7"],
        );
        assert_eq!(told[0], "You: b2-b3, chariot takes the computer's horse.");
        assert_eq!(told[2], "You: end, the chain stops.");
        assert_eq!(told[3], "Computer: d8-d7, general steps.");
    }

    #[test]
    fn what_comes_up_is_told() {
        let flip = |rules| told(rules, ATTACK.0, ATTACK.1, &["a2"]);
        assert_eq!(flip("taiwan-quick"), ["You: a2=r, a black chariot, the computer's."]);
        let attack = |rules| told(rules, ATTACK.0, ATTACK.1, &["a1-a2"]);
        let bounced = "You: a1-a2=r, soldier finds the computer's chariot and stays where it was.";
        assert_eq!(attack("taiwan-quick:dark=probe"), [bounced]);
        let lost = "You: a1-a2=r, soldier finds the computer's chariot and is lost.";
        assert_eq!(attack("taiwan-quick:dark=trade"), [lost]);
        let start = Position::start();
        let game = Game::new("taiwan-quick".parse().expect("rules"));
        let mut table = Table::new(game, Deal::from_seed(&start, 1));
        let first = table.play("a1".parse().expect("a square")).expect("a flip");
        let told = event(&alone(), Glyphs::Letters, &first);
        assert!(told.ends_with("You are red.") || told.ends_with("You are black."), "{told}");
    }

    #[test]
    fn characters_stand_beside_the_words() {
        let position = "3k/4/4/4/4/1npc/1R2/4 r - 0 41".parse().expect("a position");
        let game = Game::from_position("taiwan-quick".parse().expect("rules"), position).expect("fits");
        let mut table = Table::new(game, "................................".parse().expect("a deal"));
        let happened = table.play("b2-b3".parse().expect("an action")).expect("legal");
        let told = event(&alone(), Glyphs::Traditional, &happened);
        assert_eq!(told, "You: b2-b3, chariot 俥 takes the computer's horse 馬.");
    }

    #[test]
    fn results_are_told_with_their_reason() {
        let game = |rules: &str, position: &str| {
            Game::from_position(rules.parse().expect("rules"), position.parse().expect("a position")).expect("fits")
        };
        let told = |game: &Game| outcome(&alone(), game, game.outcome().expect("it is over"));
        let won = game("taiwan-quick", "4/4/4/4/4/4/4/K3 b - 0 30");
        assert_eq!(told(&won), "You win: the computer has no piece left.");
        let drawn = game("taiwan-quick", "K3/4/4/4/4/4/4/3k r - 20 51");
        assert_eq!(told(&drawn), "A draw: 20 turns without a flip or a capture.");
        let mut resigned = game("taiwan-quick", "K3/4/4/4/4/4/4/3k r - 2 51");
        resigned.finish(Outcome::win(Seat::Second, Reason::Resignation)).expect("it goes on");
        assert_eq!(told(&resigned), "The computer wins: you resigned.");
        assert_eq!(figures(&alone(), &resigned), "0 turns; you captured 0, the computer captured 0.");

        let mut repeated = game("taiwan-club", "K3/4/4/4/4/4/4/3k r - 0 51");
        let mut cycled = game("taiwan-league", "K3/4/4/4/4/4/4/3k r - 0 51");
        for ply in ["a8-a7", "d1-d2", "a7-a8", "d2-d1"].repeat(3) {
            let ply = ply.parse().expect("a ply");
            if repeated.outcome().is_none() {
                repeated.play(ply).expect("legal");
            }
            cycled.play(ply).expect("legal");
        }
        assert_eq!(told(&repeated), "A draw: this position has come up 3 times.");
        assert_eq!(told(&cycled), "A draw: the same moves were played 3 times over.");
    }

    #[test]
    fn a_chase_is_told_with_its_count() {
        let mut game = Game::from_position(
            "taiwan-chase".parse().expect("rules"),
            "3P/4/4/4/4/4/n3/1R2 r - 0 41".parse().expect("a position"),
        )
        .expect("fits");
        game.play("b1-a1".parse().expect("a ply")).expect("legal");
        let running = game.chases().next().expect("a chase");
        let told = |count, limit| chase(&alone(), game.position(), Chase { count, ..running }, limit);
        let chased = "Chase: your chariot on a1 has chased the horse (now on a2)";
        assert_eq!(told(1, 5), format!("{chased} once; 5 are allowed."));
        assert_eq!(told(4, 5), format!("{chased} 4 times in a row; 5 are allowed."));
        assert_eq!(told(5, 5), format!("{chased} 5 times in a row and may not chase it again."));
        assert_eq!(told(1, 1), format!("{chased} once and may not chase it again."));
    }
}

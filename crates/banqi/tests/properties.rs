//! What holds of every rule set and every game: properties of random games under random rules.
//!
//! The random numbers have a fixed seed. `PROPTEST_CASES=10000` plays longer.

use std::collections::{BTreeSet, HashMap};

use banqi::{
    Action, ByColour, CannonRule, Cell, Chase, Colour, DarkRule, Effect, Ending, Game, IllegalAction, Kind, Outcome,
    Parameters, Piece, PlayError, Ply, Position, Preset, Reason, Record, Rules, Seat, Setup, Square, Turn,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases * 4, rng_seed: RngSeed::Fixed(20_260_131), failure_persistence: None, ..usual }
}

// Strategies.

fn limit(least: u16) -> impl Strategy<Value = Option<u16>> {
    prop_oneof![
        4 => Just(None),
        4 => (least..8).prop_map(Some),
        1 => (least..=9999).prop_map(Some),
    ]
}

fn ranks() -> impl Strategy<Value = [Kind; 7]> {
    prop_oneof![
        1 => Just(Kind::ALL),
        1 => Just(Kind::ALL.to_vec()).prop_shuffle().prop_map(|kinds| kinds.try_into().unwrap()),
    ]
}

/// Every combination of values, written from any preset.
fn rules() -> impl Strategy<Value = Rules> {
    let house = || prop::bool::weighted(0.4);
    let cannon = prop::sample::select(vec![CannonRule::Jump, CannonRule::Step]);
    let dark = prop::sample::select(vec![DarkRule::Off, DarkRule::Off, DarkRule::Probe, DarkRule::Trade]);
    let values = (
        prop::sample::select(Preset::ALL.to_vec()),
        ranks(),
        cannon,
        any::<bool>(),
        limit(1),
        limit(2),
        limit(2),
        limit(1),
        house(),
        dark,
        house(),
        house(),
    );
    values.prop_map(
        |(preset, ranks, cannon, elimination, quiet, repetition, cycle, chase, chain, dark, rush, diagonal)| {
            let parameters =
                Parameters { ranks, cannon, elimination, quiet, repetition, cycle, chase, chain, dark, rush, diagonal };
            Rules::new(preset, parameters).unwrap()
        },
    )
}

/// Where games start: mostly at the start, but small boards come to their end game sooner.
const STARTS: [&str; 6] = [
    "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1",
    "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1",
    "####/####/####/####/####/??##/??##/??## - K1C1P1k1c1p1 0 1",
    "####/####/####/####/####/???#/???#/???# - R1N1C1P1r1n1c1p2 0 1",
    "####/####/####/4/N2c/?r2/1??1/R2k b K1p2 0 42",
    "4/1n2/4/2R1/4/1P1c/4/C2k r - 0 41",
];

/// A game, and the numbers by which it was played.
fn games() -> impl Strategy<Value = Game> {
    (rules(), 0..STARTS.len(), prop::collection::vec(any::<u32>(), 0..140)).prop_map(|(rules, start, numbers)| {
        let mut game = Game::from_position(rules, STARTS[start].parse().unwrap()).unwrap();
        for number in numbers {
            match next(&game, number) {
                Some(ply) => game.play(ply).unwrap(),
                None => break,
            };
        }
        game
    })
}

/// The ply that a number stands for. Half of them go back and forth, follow a piece or capture, so that the rules with
/// a memory have something to remember.
fn next(game: &Game, number: u32) -> Option<Ply> {
    let actions = game.actions();
    let own = game.plies().rev().nth(1).map(|ply| ply.action);
    let wanted: Vec<Action> = match (number % 8, own) {
        (0, Some(Action::Move { from, to })) => vec![Action::Move { from: to, to: from }],
        (1, Some(Action::Move { to, .. })) => moves(&actions).filter(|(from, _, _)| *from == to).map(|m| m.2).collect(),
        (2, _) => moves(&actions).filter(|(_, to, _)| !game.position().empty().contains(*to)).map(|m| m.2).collect(),
        (3, _) => moves(&actions).map(|m| m.2).collect(),
        _ => Vec::new(),
    };
    let wanted: Vec<Action> = wanted.into_iter().filter(|action| actions.contains(action)).collect();
    let pool = if wanted.is_empty() { actions.to_vec() } else { wanted };
    let action = *pool.get((number >> 8) as usize % pool.len().max(1))?;
    Some(Ply::new(action, game.reveals(action).then(|| from_bag(game, number >> 20))))
}

fn moves(actions: &[Action]) -> impl Iterator<Item = (Square, Square, Action)> {
    actions.iter().filter_map(|&action| match action {
        Action::Move { from, to } => Some((from, to, action)),
        _ => None,
    })
}

fn from_bag(game: &Game, number: u32) -> Piece {
    let kinds: Vec<Piece> = game.position().bag().iter().map(|(piece, _)| piece).collect();
    kinds[number as usize % kinds.len()]
}

/// Every action that can be written down.
fn all_actions() -> impl Iterator<Item = Action> {
    let moves = Square::all().flat_map(|from| Square::all().map(move |to| Action::Move { from, to }));
    Square::all().map(Action::Flip).chain(moves).chain([Action::End])
}

/// Everything that can be asked of a game.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    position: Position,
    hash: u64,
    positions: Vec<Position>,
    plies: Vec<Ply>,
    outcome: Option<Outcome>,
    actions: Vec<Action>,
    forbidden: Vec<Action>,
    occurrences: u32,
    chases: Vec<Chase>,
    lost: ByColour<[u8; 7]>,
    captures: [Option<u32>; 2],
}

fn seen(game: &Game) -> Seen {
    Seen {
        position: *game.position(),
        hash: game.position().hash(),
        positions: game.positions().copied().collect(),
        plies: game.plies().collect(),
        outcome: game.outcome(),
        actions: game.actions().to_vec(),
        forbidden: game.forbidden().to_vec(),
        occurrences: game.occurrences(),
        chases: game.chases().collect(),
        lost: game.lost_pieces(),
        captures: Seat::ALL.map(|seat| game.captures_by(seat)),
    }
}

/// The same plies again, with a look at the game before each and after the last.
fn replay(game: &Game, mut look: impl FnMut(&mut Game) -> Result<(), TestCaseError>) -> Result<(), TestCaseError> {
    let mut again = Game::from_position(*game.rules(), *game.first_position()).unwrap();
    look(&mut again)?;
    for ply in game.plies() {
        again.play_unchecked(ply);
        look(&mut again)?;
    }
    Ok(())
}

/// The strategies reach what the properties are about: every reason, forbidden chases, chains, and each effect.
#[test]
fn the_games_have_everything() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::new(config());
    let (mut reasons, mut forbidden, mut chains, mut effects) = (BTreeSet::new(), 0, 0, BTreeSet::new());
    for _ in 0..400 {
        let game = games().new_tree(&mut runner).unwrap().current();
        reasons.extend(game.outcome().map(|outcome| outcome.reason.name()));
        let mut again = Game::from_position(*game.rules(), *game.first_position()).unwrap();
        for ply in game.plies() {
            effects.insert(match again.play(ply).unwrap() {
                Effect::Flipped(_) => "flipped",
                Effect::Stepped => "stepped",
                Effect::Captured(_) => "captured",
                Effect::TookDark(_) => "took dark",
                Effect::Bounced(_) => "bounced",
                Effect::Lost(_) => "lost",
                Effect::Ended => "ended",
            });
            forbidden += again.forbidden().len();
            chains += usize::from(again.position().chain().is_some());
        }
    }
    assert_eq!(reasons, ["elimination", "no-legal-move", "no-progress", "repetition"].into());
    assert_eq!(effects, ["bounced", "captured", "ended", "flipped", "lost", "stepped", "took dark"].into());
    assert!(forbidden > 20 && chains > 20, "{forbidden} forbidden, {chains} chains");
}

proptest! {
    #![proptest_config(config())]

    /// What is listed can be played. Everything else is refused with a reason, and nothing changes.
    #[test]
    fn legal_is_playable_and_the_rest_is_refused(game in games()) {
        let (legal, forbidden) = (game.actions().to_vec(), game.forbidden().to_vec());
        let mut tried = game.clone();
        for action in all_actions() {
            let checked = game.check(action);
            prop_assert_eq!(checked.is_ok(), legal.contains(&action), "{}: {:?}", action, checked);
            if let Err(error) = checked {
                prop_assert!(!error.to_string().is_empty());
                prop_assert_eq!(tried.play(action.into()), Err(PlayError::Illegal(error)));
                let is_chase = matches!(error, IllegalAction::ForbiddenChase { .. });
                prop_assert_eq!(is_chase, forbidden.contains(&action), "{}: {}", action, error);
                prop_assert_eq!(matches!(error, IllegalAction::GameOver(_)), game.outcome().is_some());
            } else {
                let reveals = game.reveals(action);
                let ply = Ply::new(action, reveals.then(|| from_bag(&game, 0)));
                prop_assert!(game.clone().play(ply).is_ok(), "{}", ply);
            }
        }
        prop_assert_eq!(seen(&tried), seen(&game));
        prop_assert!(game.outcome().is_none() || legal.is_empty());
        let distinct: BTreeSet<&Action> = legal.iter().chain(&forbidden).collect();
        prop_assert_eq!(distinct.len(), legal.len() + forbidden.len(), "no action is listed twice");
    }

    /// What came up must be given where a face-down piece is turned over, and only there, and be in the bag.
    #[test]
    fn outcomes_are_checked(game in games()) {
        let bag = game.position().bag();
        let absent = Piece::ALL.into_iter().find(|&piece| bag.count(piece) == 0);
        let mut tried = game.clone();
        for &action in game.actions().iter() {
            if let Some(square) = game.revealed_square(action) {
                prop_assert_eq!(game.position().cell(square), Cell::FaceDown);
                prop_assert_eq!(tried.play(action.into()), Err(PlayError::NothingCameUp { square }));
                if let Some(piece) = absent {
                    prop_assert_eq!(tried.play(Ply::new(action, Some(piece))), Err(PlayError::NotInBag { piece }));
                }
            } else {
                let piece = Piece::ALL[0];
                prop_assert_eq!(tried.play(Ply::new(action, Some(piece))), Err(PlayError::NothingToReveal { piece }));
            }
        }
        prop_assert_eq!(seen(&tried), seen(&game));
    }

    /// Taking back every ply shows the game as it was before each, and playing on from there comes to the same end.
    #[test]
    fn undo_restores_everything(game in games()) {
        let mut before = Vec::new();
        replay(&game, |game| {
            before.push(seen(game));
            Ok(())
        })?;
        let (mut back, plies) = (game.clone(), game.plies().collect::<Vec<_>>());
        for expected in before.iter().rev().skip(1) {
            prop_assert_eq!(back.undo(), Some(plies[expected.plies.len()]));
            prop_assert_eq!(&seen(&back), expected);
        }
        prop_assert_eq!(back.undo(), None);
        for (ply, expected) in plies.into_iter().zip(&before[1..]) {
            back.play(ply).unwrap();
            prop_assert_eq!(&seen(&back), expected);
        }
    }

    /// A ply taken back on the way leaves no trace in what comes after.
    #[test]
    fn undo_on_the_way_leaves_no_trace(game in games(), detours in prop::collection::vec(any::<u32>(), 140)) {
        let mut detouring = Game::from_position(*game.rules(), *game.first_position()).unwrap();
        for (ply, detour) in game.plies().zip(detours) {
            if let Some(other) = next(&detouring, detour) {
                detouring.play(other).unwrap();
                detouring.undo();
            }
            detouring.play(ply).unwrap();
        }
        prop_assert_eq!(seen(&detouring), seen(&game));
    }

    /// Checked and unchecked play do the same; so does the position by itself.
    #[test]
    fn checked_and_unchecked_play_agree(game in games()) {
        let mut checked = Game::from_position(*game.rules(), *game.first_position()).unwrap();
        let (mut unchecked, mut position) = (checked.clone(), *checked.position());
        for ply in game.plies() {
            let effect = checked.play(ply).unwrap();
            prop_assert_eq!(unchecked.play_unchecked(ply), effect);
            prop_assert_eq!(position.play_unchecked(game.rules(), ply), effect);
            prop_assert_eq!(&position, checked.position());
        }
        prop_assert_eq!(seen(&checked), seen(&unchecked));
    }

    /// Counting plies is listing them; having an action is having one in the list.
    #[test]
    fn counts_are_of_the_list(game in games()) {
        replay(&game, |game| {
            let (position, rules) = (game.position(), game.rules());
            let actions = position.actions(rules);
            let plies: u32 =
                actions.iter().map(|&action| if game.reveals(action) { position.bag().kinds() } else { 1 }).sum();
            prop_assert_eq!(position.count_plies(rules), plies);
            prop_assert_eq!(position.has_action(rules), !actions.is_empty());
            let listed = game.actions().len() + game.forbidden().len();
            prop_assert_eq!(listed, if game.outcome().is_some() { 0 } else { actions.len() });
            for action in all_actions() {
                let found = position.check_action(rules, action).is_ok();
                prop_assert_eq!(found, actions.contains(&action), "{}", action);
            }
            Ok(())
        })?;
    }

    /// What a position decides by itself, the game decides too; the game knows more reasons.
    #[test]
    fn a_game_decides_at_least_what_its_position_does(game in games()) {
        replay(&game, |game| {
            let by_itself = game.position().outcome(game.rules());
            prop_assert!(by_itself.is_none() || game.outcome().is_some());
            if game.outcome().is_some_and(|outcome| outcome.reason == Reason::Elimination) {
                prop_assert_eq!(by_itself, game.outcome());
            }
            if game.outcome().is_some() {
                prop_assert_ne!(game.position().side(), None, "no result before the first flip");
            }
            Ok(())
        })?;
    }

    /// Each piece is in the bag, on the board or captured.
    #[test]
    fn no_piece_is_lost_or_made(game in games()) {
        let total = |position: &Position, piece: Piece| {
            let up = Square::all().filter(|&square| position.cell(square) == Cell::FaceUp(piece)).count();
            up + usize::from(position.bag().count(piece))
        };
        let first = *game.first_position();
        replay(&game, |game| {
            let (position, lost) = (game.position(), game.lost_pieces());
            for piece in Piece::ALL {
                let gone = usize::from(lost[piece.colour][piece.kind as usize]);
                prop_assert_eq!(total(position, piece) + gone, total(&first, piece), "{}", piece);
            }
            prop_assert_eq!(position.face_down().count(), position.bag().len());
            if first == Position::start() {
                let sum = |colour: Colour| lost[colour].iter().map(|&count| u32::from(count)).sum::<u32>();
                for seat in Seat::ALL {
                    prop_assert_eq!(game.captures_by(seat), game.colour_of(!seat).map(sum));
                }
                let on_board = position.occupied().count();
                prop_assert_eq!(on_board + sum(Colour::Red) + sum(Colour::Black), 32);
            }
            Ok(())
        })?;
    }

    /// A position survives being written and read, and so does the hash that was kept while playing.
    #[test]
    fn positions_survive_writing(game in games()) {
        replay(&game, |game| {
            let position = game.position();
            let read: Position = position.to_string().parse().unwrap();
            prop_assert_eq!(&read, position);
            prop_assert_eq!(read.hash(), position.hash(), "computed from the text");
            prop_assert_eq!(Position::try_from(Setup::from(*position)), Ok(*position));
            prop_assert_eq!(position.check(game.rules()), Ok(()));
            let fresh = Game::from_position(*game.rules(), read).unwrap();
            prop_assert_eq!(fresh.outcome(), position.outcome(game.rules()));
            Ok(())
        })?;
    }

    /// Within a game, equal board, side and bag have equal hashes, and different ones different hashes.
    #[test]
    fn hashes_are_equal_with_what_they_are_of(game in games()) {
        let (mut by_text, mut by_hash) = (HashMap::new(), HashMap::new());
        for position in game.positions() {
            let text = position.to_string();
            let what = text.rsplitn(3, ' ').last().unwrap().to_string();
            prop_assert_eq!(*by_text.entry(what.clone()).or_insert(position.hash()), position.hash());
            prop_assert_eq!(&*by_hash.entry(position.hash()).or_insert(what.clone()), &what);
        }
    }

    /// Flips in another order come to the same position and hash.
    #[test]
    fn flips_in_another_order(game in games(), numbers in any::<[u32; 4]>()) {
        let position = game.position();
        let dark: Vec<Square> = position.face_down().into_iter().collect();
        // Rare: at the very start, inside a chain, and late in a game.
        if dark.len() < 2 || position.side().is_none() || position.chain().is_some() {
            return Ok(());
        }
        let pieces: Vec<Piece> =
            position.bag().iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).collect();
        let two = |numbers: &[u32], count: usize| {
            let first = numbers[0] as usize % count;
            (first, (first + 1 + numbers[1] as usize % (count - 1)) % count)
        };
        let ((a, b), (x, y)) = (two(&numbers[..2], dark.len()), two(&numbers[2..], pieces.len()));
        let flips = [(dark[a], pieces[x]), (dark[b], pieces[y])];
        let flips = flips.map(|(square, piece)| Ply::new(Action::Flip(square), Some(piece)));
        let (mut one, mut other) = (*position, *position);
        for (ply, reversed) in flips.iter().zip(flips.iter().rev()) {
            one.play_unchecked(game.rules(), *ply);
            other.play_unchecked(game.rules(), *reversed);
        }
        prop_assert_eq!(one, other);
        prop_assert_eq!(one.hash(), other.hash());
    }

    /// Occurrences are what counting the same positions since the last flip or capture gives.
    #[test]
    fn occurrences_are_counted(game in games()) {
        replay(&game, |game| {
            let now = game.position();
            let mut count = 0;
            for earlier in game.positions().rev() {
                count += u32::from(earlier.is_repetition_of(now));
                if earlier.quiet() == 0 {
                    break;
                }
            }
            prop_assert_eq!(game.occurrences_of(now), count);
            if game.rules().parameters().repetition.is_some() {
                prop_assert_eq!(game.occurrences(), count);
            }
            Ok(())
        })?;
    }

    /// A rule set survives being written and read, and keeps its preset.
    #[test]
    fn rule_sets_survive_writing(rules in rules()) {
        let text = rules.to_string();
        let read: Rules = text.parse().unwrap();
        prop_assert_eq!(read, rules);
        prop_assert_eq!(read.preset(), rules.preset());
        prop_assert_eq!(read.to_string(), text);
        // From any other preset the same values are the same set.
        for preset in Preset::ALL {
            let other = Rules::new(preset, *rules.parameters()).unwrap();
            prop_assert_eq!(other, rules);
            prop_assert_eq!(other.to_string().parse::<Rules>().unwrap(), rules);
        }
    }

    /// Plies and joined turns survive being written and read.
    #[test]
    fn turns_survive_writing(game in games()) {
        for ply in game.plies() {
            prop_assert_eq!(ply.to_string().parse::<Ply>(), Ok(ply));
            prop_assert_eq!(ply.action.to_string().parse::<Action>(), Ok(ply.action));
        }
        let mut plies = Vec::new();
        for recorded in Record::of(&game).turns {
            let text = recorded.turn.to_string();
            let read: Turn = text.parse().unwrap();
            prop_assert_eq!(&read, &recorded.turn, "{}", text);
            plies.extend(read.0);
        }
        prop_assert_eq!(plies, game.plies().collect::<Vec<_>>());
    }

    /// A record survives being written and read, tags and comments and all, and replays to the same game.
    #[test]
    fn records_survive_writing(
        game in games(),
        values in prop::collection::vec(any::<String>(), 3),
        comments in prop::collection::vec(prop::option::weighted(0.3, any::<String>()), 0..140),
        ending in 0..6,
    ) {
        let mut game = game;
        let _ = match ending {
            0 => game.finish(Outcome::draw(Reason::Agreement)),
            1 => game.finish(Outcome::win(Seat::First, Reason::Resignation)),
            2 => game.finish(Outcome::win(Seat::Second, Reason::Time)),
            3 => game.finish(Outcome::draw(Reason::Abandonment)),
            _ => Ok(()),
        };
        let mut record = Record::of(&game);
        if ending == 4 && game.outcome().is_none() {
            record.ending = Ending::Aborted;
        }
        for (name, value) in ["First", "Date", "Anything"].iter().zip(&values) {
            record.tags.set(name, value).unwrap();
        }
        for (recorded, comment) in record.turns.iter_mut().zip(comments) {
            // As it is read: single spaces, and no closing brace.
            let comment = comment.unwrap_or_default().replace('}', ")");
            recorded.comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let text = record.to_string();
        let read: Record = text.parse().unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.to_string(), text.clone());
        prop_assert_eq!(seen(&read.replay().unwrap()), seen(&game));
        prop_assert_eq!(Record::parse_all(&format!("{text}\n{text}")), Ok(vec![record.clone(), record]));
    }

    /// Any text is read or refused, and what is read is what is then written.
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_text(&text)?;
    }

    /// So is every text that is nearly right.
    #[test]
    fn any_broken_text_is_read_or_refused(
        game in games(),
        which in 0..5,
        edits in prop::collection::vec((any::<u32>(), 0..3, broken_characters()), 1..4),
    ) {
        let record = Record::of(&game);
        let mut text: Vec<char> = match which {
            0 => game.position().to_string(),
            1 => game.rules().to_string(),
            2 => record.turns.last().map_or_else(String::new, |recorded| recorded.turn.to_string()),
            _ => record.to_string(),
        }
        .chars()
        .collect();
        for (at, edit, character) in edits {
            let at = at as usize % (text.len() + 1);
            match edit {
                0 => text.insert(at, character),
                1 if at < text.len() => text[at] = character,
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        check_text(&text.into_iter().collect::<String>())?;
    }
}

fn broken_characters() -> impl Strategy<Value = char> {
    prop_oneof![
        prop::sample::select("0123456789?X#/-@=()[]{}\"\\ .*\n\r\t\0KGMRNCPkgmrncpabdeX:,".chars().collect::<Vec<_>>()),
        any::<char>(),
    ]
}

fn check_text(text: &str) -> Result<(), TestCaseError> {
    if let Ok(square) = text.parse::<Square>() {
        prop_assert_eq!(square.to_string(), text);
    }
    if let Ok(turn) = text.parse::<Turn>() {
        prop_assert_eq!(turn.to_string().parse(), Ok(turn));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    if let Ok(position) = text.parse::<Position>() {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        for preset in Preset::ALL {
            let _ = Game::from_position(preset.rules(), position).map(|game| game.actions());
        }
    }
    match text.parse::<Record>() {
        Ok(record) => {
            prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record);
            if let Err(error) = record.replay() {
                prop_assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => {
            let lines = text.split('\n').count();
            prop_assert!((1..=lines).contains(&error.line()), "line {} of {}", error.line(), lines);
        }
    }
    Ok(())
}

/// The forms under the feature `serde`: names, and what has a written form as that text.
#[cfg(feature = "serde")]
mod with_serde {
    use std::fmt::{Debug, Display};

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;

    fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<String, TestCaseError> {
        let json = serde_json::to_string(value).unwrap();
        prop_assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{}", json);
        Ok(json)
    }

    /// Survives, as the text that it is written as.
    fn is_its_text<T: Serialize + DeserializeOwned + PartialEq + Debug + Display>(
        value: &T,
    ) -> Result<(), TestCaseError> {
        let json = survives(value)?;
        prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), value.to_string());
        Ok(())
    }

    #[test]
    fn names() -> Result<(), TestCaseError> {
        Colour::ALL.iter().try_for_each(is_its_text)?;
        Seat::ALL.iter().try_for_each(is_its_text)?;
        Kind::ALL.iter().try_for_each(is_its_text)?;
        Reason::ALL.iter().try_for_each(is_its_text)?;
        Preset::ALL.iter().try_for_each(is_its_text)?;
        for square in Square::all() {
            is_its_text(&square)?;
        }
        for piece in Piece::ALL {
            assert_eq!(survives(&piece)?, format!("\"{}\"", piece.letter()));
        }
        Ok(())
    }

    #[test]
    fn results() -> Result<(), TestCaseError> {
        let win = survives(&Outcome::win(Seat::Second, Reason::NoLegalMove))?;
        assert_eq!(win, r#"{"winner":"second","reason":"no-legal-move"}"#);
        let draw = survives(&Outcome::draw(Reason::NoProgress))?;
        assert_eq!(draw, r#"{"winner":null,"reason":"no-progress"}"#);
        assert_eq!(survives(&ByColour { red: 1, black: 2 })?, r#"{"red":1,"black":2}"#);
        Ok(())
    }

    #[test]
    fn what_is_refused() {
        assert!(serde_json::from_str::<Square>("\"e1\"").is_err());
        assert!(serde_json::from_str::<Action>("\"a1=K\"").is_err());
        assert!(serde_json::from_str::<Piece>("\"X\"").is_err());
        assert!(serde_json::from_str::<Piece>("\"KK\"").is_err());
        assert!(serde_json::from_str::<Rules>("\"mainland:quiet=0\"").is_err());
        assert!(serde_json::from_str::<Position>("\"4/4/4/4/4/4/4/4 r - 0 1\"").is_err());
        assert!(serde_json::from_str::<Position>("7").is_err());
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn games_survive(game in games()) {
            is_its_text(game.rules())?;
            is_its_text(&Record::of(&game))?;
            for position in game.positions() {
                is_its_text(position)?;
            }
            for ply in game.plies() {
                is_its_text(&ply)?;
                is_its_text(&ply.action)?;
            }
            for recorded in Record::of(&game).turns {
                is_its_text(&recorded.turn)?;
            }
        }
    }
}

//! Rule sets in words. docs/rules.md is the exact text; this is the short one that commands print.

use banqi::{CannonRule, DarkRule, Parameter, Preset, Reason, Rules};

use super::kind_name;

/// What a preset is, in one line.
pub(crate) fn summary(preset: Preset) -> &'static str {
    match preset {
        Preset::TaiwanTournament => "Taiwanese Banqi with the draw rules of the Computer Olympiad",
        Preset::TaiwanClassic => "Taiwanese Banqi without automatic draws: the players agree on one",
        Preset::TaiwanQuick => "Taiwanese Banqi in short games, made for playing the computer",
        Preset::TaiwanChase => "Taiwanese Banqi with a limit on perpetual chase; repetition is never a draw",
        Preset::HongKong => "ranks after the pieces' worth in Chinese chess, and no jumps",
        Preset::Mainland => "every piece captures by rank, the Cannon too",
        Preset::TaiwanClub => "Taiwanese Banqi for games against other engines and servers",
        Preset::TaiwanLeague => "Taiwanese Banqi as the referees of courses and tournaments judge it",
    }
}

/// Where a preset comes from.
pub(crate) fn source(preset: Preset) -> &'static str {
    match preset {
        Preset::TaiwanTournament => {
            "an encyclopaedic page on Banqi as a variant of Chinese chess; the draw rules are those of the Computer \
             Olympiad"
        }
        Preset::TaiwanClassic => {
            "the entry \"Blind Chess (Banqi)\" of a catalogue of board games: a game ends only for want of a legal move"
        }
        Preset::TaiwanQuick => "the rules of the game \"Banqi vs Computer\"",
        Preset::TaiwanChase => "the published rules of the Douque platform, version 4",
        Preset::HongKong => {
            "the Hong Kong ranks as the Ludii portal documents them; several captures in a turn are a variant there"
        }
        Preset::Mainland => {
            "named by the encyclopaedic page on Banqi; no source gives draw limits, those here are this project's"
        }
        Preset::TaiwanClub => "other servers and engines, which draw after 40 quiet turns",
        Preset::TaiwanLeague => "the referee of the Taiwanese course and tournaments of programs",
    }
}

/// What a parameter's value means.
pub(crate) fn meaning(rules: &Rules, parameter: Parameter) -> String {
    let values = rules.parameters();
    match parameter {
        Parameter::Ranks => format!(
            "From high to low: {}. A piece captures an enemy on a neighbouring square whose rank is equal or lower; but \
             a General never captures a Soldier, and a Soldier captures the General.",
            values.ranks.map(kind_name).join(", ")
        ),
        Parameter::Cannon => match values.cannon {
            CannonRule::Jump => {
                "The Cannon captures only by a jump along a row or column over exactly one piece, face up or face down, \
                 onto the first piece beyond it: any rank, at any distance, but never a neighbour. Its place among the \
                 ranks counts only for those who capture it."
            }
            CannonRule::Step => "The Cannon captures a neighbour by rank, like every other piece.",
        }
        .to_string(),
        Parameter::Elimination => if values.elimination {
            "A player who has no piece left, face up or face down, loses at once."
        } else {
            "A player who has no piece left plays on as long as there is something to flip."
        }
        .to_string(),
        Parameter::Quiet => match values.quiet {
            Some(1) => "A turn without a flip or a capture is a draw.".to_string(),
            Some(limit) => {
                format!("{limit} turns in a row without a flip or a capture, both players counted, are a draw.")
            }
            None => "No number of turns without a flip or a capture ends the game.".to_string(),
        },
        Parameter::Repetition => match values.repetition {
            Some(limit) => format!(
                "A position that occurs for the {} time since the last flip or capture is a draw.",
                ordinal(limit)
            ),
            None => "Repeating a position does not draw.".to_string(),
        },
        Parameter::Cycle => match values.cycle {
            Some(limit) => format!(
                "The same series of quiet moves, an even number of them, played {limit} times over without a break is \
                 a draw."
            ),
            None => "Repeating a series of moves does not draw.".to_string(),
        },
        Parameter::Chase => match values.chase {
            Some(limit) => format!(
                "A chase is a step after which the stepped piece could capture a certain enemy piece. A piece may chase \
                 the same enemy {} in a row; the step that would be the next chase is not legal.",
                if limit == 1 { "once".to_string() } else { format!("{limit} times") }
            ),
            None => "A piece may chase another as often as it likes.".to_string(),
        },
        Parameter::Chain => if values.chain {
            "A piece that has captured may attack again from its new square in the same turn, and again after that. Its \
             player may stop at any time."
        } else {
            "A turn has one capture at most."
        }
        .to_string(),
        Parameter::Dark => match values.dark {
            DarkRule::Off => "Face-down pieces cannot be attacked.",
            DarkRule::Probe => {
                "A piece may attack a face-down piece wherever it could attack an enemy. The piece is turned up; an \
                 enemy that the attack takes is captured, and otherwise both stay."
            }
            DarkRule::Trade => {
                "A piece may attack a face-down piece wherever it could attack an enemy. The piece is turned up; an \
                 enemy that the attack takes is captured, one that it does not take stays and the attacker is lost, and \
                 a piece of the attacker's colour stays and nothing is lost."
            }
        }
        .to_string(),
        Parameter::Rush => if values.rush {
            "A Chariot slides any number of empty squares along a row or column. The first piece on its way it may \
             take: by rank if no square is between, of any rank across a gap."
        } else {
            "The Chariot moves like every other piece."
        }
        .to_string(),
        Parameter::Diagonal => if values.diagonal {
            "A Horse may also capture an enemy of any rank on its four diagonal neighbours."
        } else {
            "The Horse captures like every other piece."
        }
        .to_string(),
    }
}

/// What the capture chart does not show, since it does not depend on rank.
pub(crate) fn beside_the_chart(rules: &Rules) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if rules.parameters().rush {
        notes.push("A Chariot also takes every kind across a gap.");
    }
    if rules.parameters().diagonal {
        notes.push("A Horse also takes every kind on its diagonal neighbours.");
    }
    notes
}

/// How games end, in the order in which it is looked at: by the board first, then by the players.
pub(crate) fn endings(rules: &Rules) -> Vec<(Reason, &'static str)> {
    let parameters = rules.parameters();
    let applies = |reason: &Reason| match reason {
        Reason::Elimination => parameters.elimination,
        Reason::Repetition => parameters.repetition.is_some() || parameters.cycle.is_some(),
        Reason::NoProgress => parameters.quiet.is_some(),
        _ => true,
    };
    Reason::ALL.into_iter().filter(applies).map(|reason| (reason, ending(reason))).collect()
}

fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Elimination => "A player has no piece left, neither face up nor face down, and loses.",
        Reason::NoLegalMove => "The player to move has no legal move and loses.",
        Reason::Repetition => "The position or the moves came back as often as the rules allow: a draw.",
        Reason::NoProgress => "The limit of turns without a flip or a capture is reached: a draw.",
        Reason::Agreement => "One player offered a draw and the other accepted.",
        Reason::Resignation => "A player gave up and loses.",
        Reason::Time => "A player's clock ran out; that player loses.",
        Reason::Abandonment => "A player left, and the other claimed the win or a draw.",
    }
}

/// What a part of the rules is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    Board,
    Turn,
    Captures,
    HouseRules,
    Limits,
}

impl Topic {
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Board => "Board and pieces",
            Self::Turn => "A turn",
            Self::Captures => "Captures",
            Self::HouseRules => "House rules",
            Self::Limits => "Losing and drawing",
        }
    }
}

/// A part of the rules.
pub(crate) struct Section {
    pub(crate) topic: Topic,
    pub(crate) paragraphs: Vec<String>,
}

/// The whole game in words, for a reader who does not know it. [`endings`] is what is missing.
pub(crate) fn sections(rules: &Rules) -> Vec<Section> {
    let parameters = rules.parameters();
    let mut sections = vec![
        Section {
            topic: Topic::Board,
            paragraphs: vec![
                "The board has 32 squares in 4 files and 8 ranks. All 32 pieces of a Chinese chess set are shuffled and \
                 laid face down, one on each square. Nobody knows which piece lies where; which pieces are still face \
                 down can be counted."
                    .to_string(),
            ],
        },
        Section {
            topic: Topic::Turn,
            paragraphs: vec![
                "The first player turns up any piece: its colour is that player's for the whole game, and the second \
                 player has the other. From then on the players take turns. There is no passing; a turn is one of \
                 three things: turn up a face-down piece, of whichever colour it may be; step with an own face-up piece \
                 to the empty square above, below, left or right of it; or capture an enemy piece with an own face-up \
                 piece, which takes its place."
                    .to_string(),
            ],
        },
        Section {
            topic: Topic::Captures,
            paragraphs: vec![meaning(rules, Parameter::Ranks), meaning(rules, Parameter::Cannon)],
        },
    ];
    let house_rules = [
        (Parameter::Chain, parameters.chain),
        (Parameter::Dark, parameters.dark != DarkRule::Off),
        (Parameter::Rush, parameters.rush),
        (Parameter::Diagonal, parameters.diagonal),
    ];
    let played = house_rules.into_iter().filter(|(_, on)| *on);
    let paragraphs: Vec<String> = played.map(|(parameter, _)| meaning(rules, parameter)).collect();
    if !paragraphs.is_empty() {
        sections.push(Section { topic: Topic::HouseRules, paragraphs });
    }
    let limits = [
        (Parameter::Elimination, true),
        (Parameter::Repetition, parameters.repetition.is_some()),
        (Parameter::Cycle, parameters.cycle.is_some()),
        (Parameter::Quiet, parameters.quiet.is_some()),
        (Parameter::Chase, parameters.chase.is_some()),
    ];
    let limits = limits.into_iter().filter(|(_, applies)| *applies);
    sections.push(Section {
        topic: Topic::Limits,
        paragraphs: limits.map(|(parameter, _)| meaning(rules, parameter)).collect(),
    });
    sections
}

fn ordinal(number: u16) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals() {
        let written = [2, 3, 4, 11, 12, 13, 21, 22, 103, 111, 1012].map(ordinal);
        let expected = ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th", "1012th"];
        assert_eq!(written, expected);
    }

    #[test]
    fn endings_are_those_of_the_parameters() {
        let reasons = |rules: &str| -> Vec<Reason> {
            endings(&rules.parse().expect("a rule set")).into_iter().map(|(reason, _)| reason).collect()
        };
        let by_players = [Reason::Agreement, Reason::Resignation, Reason::Time, Reason::Abandonment];
        let all = [Reason::Elimination, Reason::NoLegalMove, Reason::Repetition, Reason::NoProgress];
        assert_eq!(reasons("taiwan-tournament"), [all, by_players].concat());
        assert_eq!(reasons("taiwan-league"), [all, by_players].concat());
        assert_eq!(reasons("taiwan-classic"), [&[Reason::NoLegalMove][..], &by_players].concat());
        let quick = [Reason::Elimination, Reason::NoLegalMove, Reason::NoProgress];
        assert_eq!(reasons("taiwan-quick"), [&quick[..], &by_players].concat());
    }
}

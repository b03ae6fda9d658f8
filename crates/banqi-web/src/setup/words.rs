//! What the setup says about rules.

use banqi::{DarkRule, Parameter, Preset, Rules, RulesError};

use super::draft::least;
use crate::text::text;

/// A preset in one line.
pub(crate) fn about(preset: Preset) -> &'static str {
    match preset {
        Preset::TaiwanTournament => text!(setup.taiwan_tournament),
        Preset::TaiwanClassic => text!(setup.taiwan_classic),
        Preset::TaiwanQuick => text!(setup.taiwan_quick),
        Preset::TaiwanChase => text!(setup.taiwan_chase),
        Preset::HongKong => text!(setup.hong_kong),
        Preset::Mainland => text!(setup.mainland),
        Preset::TaiwanClub => text!(setup.taiwan_club),
        Preset::TaiwanLeague => text!(setup.taiwan_league),
    }
}

/// A parameter's name.
pub(crate) fn name(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Ranks => text!(setup.ranks),
        Parameter::Cannon => text!(setup.cannon),
        Parameter::Elimination => text!(setup.elimination),
        Parameter::Quiet => text!(setup.quiet),
        Parameter::Repetition => text!(setup.repetition),
        Parameter::Cycle => text!(setup.cycle),
        Parameter::Chase => text!(setup.chase),
        Parameter::Chain => text!(setup.chain),
        Parameter::Dark => text!(setup.dark),
        Parameter::Rush => text!(setup.rush),
        Parameter::Diagonal => text!(setup.diagonal),
    }
}

/// What a parameter is about, in one line.
pub(super) fn meaning(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Ranks => text!(setup.ranks_about),
        Parameter::Elimination => text!(setup.elimination_about),
        Parameter::Quiet => text!(setup.quiet_about),
        Parameter::Repetition => text!(setup.repetition_about),
        Parameter::Cycle => text!(setup.cycle_about),
        Parameter::Chase => text!(setup.chase_about),
        Parameter::Chain => text!(setup.chain_about),
        Parameter::Rush => text!(setup.rush_about),
        Parameter::Diagonal => text!(setup.diagonal_about),
        // Each of their values says for itself what it means.
        Parameter::Cannon | Parameter::Dark => "",
    }
}

/// What a field for a limit takes.
pub(super) fn limit_error(parameter: Parameter) -> String {
    text!(setup.limit_error, least = least(parameter))
}

/// Why a text is no rule set.
pub(crate) fn error(error: &RulesError) -> String {
    match error {
        RulesError::UnknownPreset { found } => text!(setup.error_preset, found = found),
        RulesError::UnknownParameter { found } => text!(setup.error_parameter, found = found),
        RulesError::NotAChange { found } => text!(setup.error_change, found = found),
        RulesError::GivenTwice { parameter } => {
            text!(setup.error_twice, rule = parameter.key())
        }
        RulesError::Value { parameter, found } => {
            let values = values(*parameter);
            text!(setup.error_value, rule = parameter.key(), values = values, found = found)
        }
        // What a later version of the rules may have to say.
        _ => error.to_string(),
    }
}

/// What may be written as a parameter's value.
fn values(parameter: Parameter) -> String {
    let values = match parameter {
        Parameter::Ranks => text!(setup.values_ranks),
        Parameter::Cannon => text!(setup.values_cannon),
        Parameter::Dark => text!(setup.values_dark),
        Parameter::Quiet | Parameter::Repetition | Parameter::Cycle | Parameter::Chase => {
            return text!(setup.values_limit, least = least(parameter));
        }
        Parameter::Elimination | Parameter::Chain | Parameter::Rush | Parameter::Diagonal => {
            text!(setup.values_switch)
        }
    };
    values.to_string()
}

/// What the capture chart does not show: how captures are more than that, and how games end.
pub(super) fn sentences(rules: &Rules) -> Vec<String> {
    let parameters = rules.parameters();
    let mut sentences: Vec<String> = Vec::new();
    let house = [
        (parameters.chain, text!(setup.word_chain)),
        (parameters.dark == DarkRule::Probe, text!(setup.word_probe)),
        (parameters.dark == DarkRule::Trade, text!(setup.word_trade)),
        (parameters.rush, text!(setup.word_rush)),
        (parameters.diagonal, text!(setup.word_diagonal)),
    ];
    sentences.extend(house.into_iter().filter(|(on, _)| *on).map(|(_, text)| text.to_string()));
    sentences.extend(parameters.chase.map(|limit| match limit {
        1 => text!(setup.word_chase_1).to_string(),
        _ => text!(setup.word_chase, limit = limit),
    }));
    sentences.push(text!(setup.word_no_move).to_string());
    sentences.push(if parameters.elimination {
        text!(setup.word_elimination).to_string()
    } else {
        text!(setup.word_no_elimination).to_string()
    });
    let repetition = parameters.repetition;
    sentences.extend(repetition.map(|limit| text!(setup.word_repetition, limit = limit)));
    sentences.extend(parameters.cycle.map(|limit| text!(setup.word_cycle, limit = limit)));
    sentences.push(match parameters.quiet {
        Some(1) => text!(setup.word_quiet_1).to_string(),
        Some(limit) => text!(setup.word_quiet, limit = limit),
        None => text!(setup.word_quiet_none).to_string(),
    });
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rules: &str) -> Vec<String> {
        sentences(&rules.parse().expect("rules"))
    }

    #[test]
    fn sentences_are_those_of_the_parameters() {
        assert_eq!(
            said("taiwan-classic"),
            [
                "Who has no legal move loses.",
                "A player who has no piece left plays on as long as there is something to flip.",
                "No number of turns without a flip or a capture ends the game.",
            ]
        );
        let league = said("taiwan-league:chain=on,chase=1");
        assert!(league[0].starts_with("A piece that has captured"), "{league:?}");
        assert!(league[1].contains("once"), "{league:?}");
        assert!(league[4].contains("played 3 times"), "{league:?}");
        assert!(league[5].starts_with("60 turns"), "{league:?}");
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        let why = |text: &str| error(&text.parse::<Rules>().expect_err("not valid"));
        assert_eq!(why("taiwan"), "There is no rule set “taiwan”.");
        assert_eq!(why("mainland:quit=3"), "There is no rule “quit”.");
        assert_eq!(why("mainland:quiet"), "A change is written like quiet=40, not “quiet”.");
        assert_eq!(why("mainland:quiet=1,quiet=2"), "“quiet” is given twice.");
        assert_eq!(why("mainland:cycle=1"), "“cycle” is 2 to 9999, or none, not “1”.");
        assert_eq!(why("mainland:ranks=KKK"), "“ranks” is the letters KGMRNCP, highest first, each once, not “KKK”.");
    }
}

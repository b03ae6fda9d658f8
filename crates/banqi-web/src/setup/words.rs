//! What the setup says about rules.

use banqi::{DarkRule, Parameter, Preset, Rules, RulesError};

use super::draft::least;
use crate::i18n::{Locale, td_string};

/// A preset in one line.
pub(super) fn about(locale: Locale, preset: Preset) -> &'static str {
    match preset {
        Preset::TaiwanTournament => td_string!(locale, setup.taiwan_tournament),
        Preset::TaiwanClassic => td_string!(locale, setup.taiwan_classic),
        Preset::TaiwanQuick => td_string!(locale, setup.taiwan_quick),
        Preset::TaiwanChase => td_string!(locale, setup.taiwan_chase),
        Preset::HongKong => td_string!(locale, setup.hong_kong),
        Preset::Mainland => td_string!(locale, setup.mainland),
        Preset::TaiwanClub => td_string!(locale, setup.taiwan_club),
        Preset::TaiwanLeague => td_string!(locale, setup.taiwan_league),
    }
}

/// A parameter's name.
pub(super) fn name(locale: Locale, parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Ranks => td_string!(locale, setup.ranks),
        Parameter::Cannon => td_string!(locale, setup.cannon),
        Parameter::Elimination => td_string!(locale, setup.elimination),
        Parameter::Quiet => td_string!(locale, setup.quiet),
        Parameter::Repetition => td_string!(locale, setup.repetition),
        Parameter::Cycle => td_string!(locale, setup.cycle),
        Parameter::Chase => td_string!(locale, setup.chase),
        Parameter::Chain => td_string!(locale, setup.chain),
        Parameter::Dark => td_string!(locale, setup.dark),
        Parameter::Rush => td_string!(locale, setup.rush),
        Parameter::Diagonal => td_string!(locale, setup.diagonal),
    }
}

/// What a parameter is about, in one line.
pub(super) fn meaning(locale: Locale, parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Ranks => td_string!(locale, setup.ranks_about),
        Parameter::Elimination => td_string!(locale, setup.elimination_about),
        Parameter::Quiet => td_string!(locale, setup.quiet_about),
        Parameter::Repetition => td_string!(locale, setup.repetition_about),
        Parameter::Cycle => td_string!(locale, setup.cycle_about),
        Parameter::Chase => td_string!(locale, setup.chase_about),
        Parameter::Chain => td_string!(locale, setup.chain_about),
        Parameter::Rush => td_string!(locale, setup.rush_about),
        Parameter::Diagonal => td_string!(locale, setup.diagonal_about),
        // Each of their values says for itself what it means.
        Parameter::Cannon | Parameter::Dark => "",
    }
}

/// What a field for a limit takes.
pub(super) fn limit_error(locale: Locale, parameter: Parameter) -> String {
    td_string!(locale, setup.limit_error, least = least(parameter)).to_string()
}

/// Why a text is no rule set.
pub(super) fn error(locale: Locale, error: &RulesError) -> String {
    match error {
        RulesError::UnknownPreset { found } => td_string!(locale, setup.error_preset, found = found).to_string(),
        RulesError::UnknownParameter { found } => td_string!(locale, setup.error_parameter, found = found).to_string(),
        RulesError::NotAChange { found } => td_string!(locale, setup.error_change, found = found).to_string(),
        RulesError::GivenTwice { parameter } => {
            td_string!(locale, setup.error_twice, rule = parameter.key()).to_string()
        }
        RulesError::Value { parameter, found } => {
            let values = values(locale, *parameter);
            td_string!(locale, setup.error_value, rule = parameter.key(), values = values, found = found).to_string()
        }
        // What a later version of the rules may have to say.
        _ => error.to_string(),
    }
}

/// What may be written as a parameter's value.
fn values(locale: Locale, parameter: Parameter) -> String {
    let values = match parameter {
        Parameter::Ranks => td_string!(locale, setup.values_ranks),
        Parameter::Cannon => td_string!(locale, setup.values_cannon),
        Parameter::Dark => td_string!(locale, setup.values_dark),
        Parameter::Quiet | Parameter::Repetition | Parameter::Cycle | Parameter::Chase => {
            return td_string!(locale, setup.values_limit, least = least(parameter)).to_string();
        }
        Parameter::Elimination | Parameter::Chain | Parameter::Rush | Parameter::Diagonal => {
            td_string!(locale, setup.values_switch)
        }
    };
    values.to_string()
}

/// What the capture chart does not show: how captures are more than that, and how games end.
pub(super) fn sentences(locale: Locale, rules: &Rules) -> Vec<String> {
    let parameters = rules.parameters();
    let mut sentences: Vec<String> = Vec::new();
    let house = [
        (parameters.chain, td_string!(locale, setup.word_chain)),
        (parameters.dark == DarkRule::Probe, td_string!(locale, setup.word_probe)),
        (parameters.dark == DarkRule::Trade, td_string!(locale, setup.word_trade)),
        (parameters.rush, td_string!(locale, setup.word_rush)),
        (parameters.diagonal, td_string!(locale, setup.word_diagonal)),
    ];
    sentences.extend(house.into_iter().filter(|(on, _)| *on).map(|(_, text)| text.to_string()));
    sentences.extend(parameters.chase.map(|limit| match limit {
        1 => td_string!(locale, setup.word_chase_1).to_string(),
        _ => td_string!(locale, setup.word_chase, limit = limit).to_string(),
    }));
    sentences.push(td_string!(locale, setup.word_no_move).to_string());
    sentences.push(if parameters.elimination {
        td_string!(locale, setup.word_elimination).to_string()
    } else {
        td_string!(locale, setup.word_no_elimination).to_string()
    });
    let repetition = parameters.repetition;
    sentences.extend(repetition.map(|limit| td_string!(locale, setup.word_repetition, limit = limit).to_string()));
    sentences.extend(parameters.cycle.map(|limit| td_string!(locale, setup.word_cycle, limit = limit).to_string()));
    sentences.push(match parameters.quiet {
        Some(1) => td_string!(locale, setup.word_quiet_1).to_string(),
        Some(limit) => td_string!(locale, setup.word_quiet, limit = limit).to_string(),
        None => td_string!(locale, setup.word_quiet_none).to_string(),
    });
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rules: &str) -> Vec<String> {
        sentences(Locale::en, &rules.parse().expect("rules"))
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
        let why = |text: &str| error(Locale::en, &text.parse::<Rules>().expect_err("not valid"));
        assert_eq!(why("taiwan"), "There is no rule set \"taiwan\".");
        assert_eq!(why("mainland:quit=3"), "There is no rule \"quit\".");
        assert_eq!(why("mainland:quiet"), "A change is written like quiet=40, not \"quiet\".");
        assert_eq!(why("mainland:quiet=1,quiet=2"), "\"quiet\" is given twice.");
        assert_eq!(why("mainland:cycle=1"), "\"cycle\" is 2 to 9999, or none, not \"1\".");
        assert_eq!(
            why("mainland:ranks=KKK"),
            "\"ranks\" is the letters KGMRNCP, highest first, each once, not \"KKK\"."
        );
    }
}

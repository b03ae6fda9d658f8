//! A rule set while it is being written: what the fields hold, valid or not.

use banqi::{Kind, Parameter, Parameters, Preset, Rules, RulesError};

/// The parameters whose value is a number or none.
pub(super) const LIMITS: [Parameter; 4] = [Parameter::Quiet, Parameter::Repetition, Parameter::Cycle, Parameter::Chase];

/// What a field for a limit holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Limit {
    pub(super) is_none: bool,
    /// As it was typed. It stays when there is no limit for a while.
    pub(super) text: String,
}

/// A field that may hold what is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Limit(Parameter),
    /// The whole rule set as it is written.
    Written,
}

/// A rule set while it is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    preset: Preset,
    /// Valid always; where a limit is not, the last one that was.
    parameters: Parameters,
    limits: [Limit; 4],
    /// Why what was written last is no rule set. A change by another field counts after it.
    error: Option<RulesError>,
}

impl Draft {
    pub(super) fn new(rules: &Rules) -> Self {
        let parameters = *rules.parameters();
        let limits = LIMITS.map(|parameter| {
            let value = parameters.value(parameter);
            if value == "none" {
                Limit { is_none: true, text: usual(parameter).to_string() }
            } else {
                Limit { is_none: false, text: value }
            }
        });
        Self { preset: rules.preset(), parameters, limits, error: None }
    }

    pub(super) fn preset(&self) -> Preset {
        self.preset
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    pub(super) fn value(&self, parameter: Parameter) -> String {
        self.parameters.value(parameter)
    }

    /// The rules, if every field is valid; if not, the first that is not.
    pub(super) fn rules(&self) -> Result<Rules, Field> {
        match LIMITS.into_iter().find(|parameter| !self.is_valid(*parameter)) {
            Some(parameter) => Err(Field::Limit(parameter)),
            None if self.error.is_some() => Err(Field::Written),
            None => Ok(self.last_rules()),
        }
    }

    /// Why what was written last is no rule set.
    pub(super) fn error(&self) -> Option<&RulesError> {
        self.error.as_ref()
    }

    /// Takes a whole rule set as it is written.
    pub(super) fn write(&mut self, text: &str) {
        match text.trim().parse() {
            Ok(rules) => *self = Self::new(&rules),
            Err(error) => self.error = Some(error),
        }
    }

    /// The rules; in the place of fields that are not valid, what they last held.
    pub(super) fn last_rules(&self) -> Rules {
        Rules::new(self.preset, self.parameters).expect("the parameters were checked one by one")
    }

    /// How many parameters are not the preset's.
    pub(super) fn changes(&self) -> usize {
        let preset = self.preset.parameters();
        let is_changed =
            |parameter: &Parameter| !self.is_valid(*parameter) || self.value(*parameter) != preset.value(*parameter);
        Parameter::ALL.into_iter().filter(is_changed).count()
    }

    /// Whether there is anything to undo: a change, or a text that is no rule set.
    pub(super) fn is_changed(&self) -> bool {
        self.error.is_some() || self.changes() > 0
    }

    /// Sets a parameter that is not a limit to one of its values.
    pub(super) fn set(&mut self, parameter: Parameter, value: &str) {
        self.error = None;
        let set = self.parameters.set(parameter, value);
        debug_assert!(set.is_ok(), "{set:?}");
    }

    /// Moves a kind by one place among the ranks. Its new place, from 1, if there is one.
    pub(super) fn move_rank(&mut self, kind: Kind, up: bool) -> Option<usize> {
        let ranks = &mut self.parameters.ranks;
        let place = ranks.iter().position(|ranked| *ranked == kind)?;
        let new = if up { place.checked_sub(1)? } else { place + 1 };
        if new >= ranks.len() {
            return None;
        }
        ranks.swap(place, new);
        self.error = None;
        Some(new + 1)
    }

    pub(super) fn limit(&self, parameter: Parameter) -> &Limit {
        &self.limits[index(parameter)]
    }

    pub(super) fn type_limit(&mut self, parameter: Parameter, text: &str) {
        self.limits[index(parameter)].text = text.to_string();
        self.take(parameter);
    }

    pub(super) fn set_no_limit(&mut self, parameter: Parameter, is_none: bool) {
        let limit = &mut self.limits[index(parameter)];
        limit.is_none = is_none;
        if !is_none && limit.text.trim().is_empty() {
            limit.text = usual(parameter).to_string();
        }
        self.take(parameter);
    }

    pub(super) fn is_valid(&self, parameter: Parameter) -> bool {
        !LIMITS.contains(&parameter) || self.parameters.clone().set(parameter, &self.typed(parameter)).is_ok()
    }

    /// What the field means, as it is written in a rule set.
    fn typed(&self, parameter: Parameter) -> String {
        let limit = self.limit(parameter);
        if limit.is_none {
            return "none".to_string();
        }
        // "none" is what the box beside the field says.
        let digits = limit.text.trim().trim_start_matches('0');
        if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.to_string() } else { String::new() }
    }

    fn take(&mut self, parameter: Parameter) {
        self.error = None;
        let typed = self.typed(parameter);
        // Where it is not valid the last one stays.
        let _ = self.parameters.set(parameter, &typed);
    }
}

/// The smallest value of a limit.
pub(super) fn least(parameter: Parameter) -> u16 {
    match parameter {
        Parameter::Repetition | Parameter::Cycle => 2,
        _ => 1,
    }
}

/// What is offered where there was no limit: what most presets have that have one.
fn usual(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Quiet => "60",
        Parameter::Chase => "5",
        _ => "3",
    }
}

fn index(parameter: Parameter) -> usize {
    LIMITS.into_iter().position(|limit| limit == parameter).expect("only limits have a field of this kind")
}

#[cfg(test)]
mod tests {
    use banqi::{CannonRule, DarkRule};

    use super::*;

    fn draft(rules: &str) -> Draft {
        Draft::new(&rules.parse().expect("rules"))
    }

    fn written(draft: &Draft) -> String {
        draft.rules().expect("valid").to_string()
    }

    #[test]
    fn what_goes_in_comes_out() {
        let texts = Preset::ALL.map(|preset| preset.to_string());
        let house = ["taiwan-chase:quiet=40", "hong-kong:chain=on", "taiwan-quick:ranks=KRNCGMP,quiet=none,dark=trade"];
        for text in texts.iter().map(String::as_str).chain(house) {
            assert_eq!(written(&draft(text)), text);
        }
    }

    #[test]
    fn limits_are_typed() {
        let mut draft = draft("taiwan-chase");
        draft.type_limit(Parameter::Quiet, "40");
        assert_eq!(written(&draft), "taiwan-chase:quiet=40");
        draft.type_limit(Parameter::Quiet, " 0060 ");
        assert_eq!(written(&draft), "taiwan-chase");
        draft.set_no_limit(Parameter::Chase, true);
        assert_eq!(written(&draft), "taiwan-chase:chase=none");
        draft.set_no_limit(Parameter::Chase, false);
        assert_eq!(written(&draft), "taiwan-chase");
        draft.set_no_limit(Parameter::Cycle, false);
        assert_eq!(written(&draft), "taiwan-chase:cycle=3");
    }

    #[test]
    fn a_limit_out_of_its_range_is_found() {
        for (parameter, text) in [
            (Parameter::Quiet, "0"),
            (Parameter::Quiet, "10000"),
            (Parameter::Quiet, ""),
            (Parameter::Quiet, "none"),
            (Parameter::Quiet, "4x"),
            (Parameter::Quiet, "-1"),
            (Parameter::Repetition, "1"),
            (Parameter::Cycle, "1"),
            (Parameter::Chase, "0"),
            (Parameter::Chase, "5.5"),
        ] {
            let mut draft = draft("taiwan-tournament:cycle=3,chase=5");
            draft.type_limit(parameter, text);
            assert_eq!(draft.rules(), Err(Field::Limit(parameter)), "{parameter} {text:?}");
            // What was valid is not lost meanwhile.
            assert_eq!(draft.last_rules(), "taiwan-tournament:cycle=3,chase=5".parse().expect("rules"));
            assert_eq!(draft.limit(parameter).text, text);
            let least = least(parameter).to_string();
            draft.type_limit(parameter, &least);
            assert_eq!(draft.rules().expect("valid").value(parameter), least);
        }
    }

    #[test]
    fn a_field_that_does_not_count_needs_no_number() {
        let mut draft = draft("taiwan-quick");
        draft.type_limit(Parameter::Quiet, "");
        draft.set_no_limit(Parameter::Quiet, true);
        assert_eq!(written(&draft), "taiwan-quick:quiet=none");
        draft.set_no_limit(Parameter::Quiet, false);
        assert_eq!(written(&draft), "taiwan-quick:quiet=60");
    }

    #[test]
    fn ranks_move_by_one_place() {
        let mut draft = draft("taiwan-quick");
        assert_eq!(draft.move_rank(Kind::Cannon, true), Some(5));
        assert_eq!(draft.value(Parameter::Ranks), "KGMRCNP");
        assert_eq!(draft.move_rank(Kind::Cannon, false), Some(6));
        assert_eq!(written(&draft), "taiwan-quick");
        assert_eq!(draft.move_rank(Kind::General, true), None);
        assert_eq!(draft.move_rank(Kind::Soldier, false), None);
        assert_eq!(written(&draft), "taiwan-quick");
        // From Taiwan's ranks to Hong Kong's.
        for kind in [Kind::Advisor, Kind::Elephant] {
            while draft.value(Parameter::Ranks).chars().position(|letter| letter == kind.letter()) < Some(5) {
                draft.move_rank(kind, false);
            }
        }
        while draft.value(Parameter::Ranks) != "KRNCGMP" {
            draft.move_rank(Kind::Advisor, true);
        }
        assert_eq!(draft.parameters().ranks, Preset::HongKong.parameters().ranks);
    }

    #[test]
    fn every_value_can_be_set() {
        let mut draft = draft("taiwan-classic");
        for (parameter, value) in [
            (Parameter::Cannon, "step"),
            (Parameter::Elimination, "on"),
            (Parameter::Chain, "on"),
            (Parameter::Dark, "probe"),
            (Parameter::Rush, "on"),
            (Parameter::Diagonal, "on"),
        ] {
            draft.set(parameter, value);
            assert_eq!(draft.value(parameter), value);
        }
        assert_eq!(
            written(&draft),
            "taiwan-classic:cannon=step,elimination=on,chain=on,dark=probe,rush=on,diagonal=on"
        );
        assert_eq!(draft.parameters().cannon, CannonRule::Step);
        assert_eq!(draft.parameters().dark, DarkRule::Probe);
    }

    #[test]
    fn rules_are_written() {
        let mut draft = draft("taiwan-club");
        draft.write(" hong-kong:chain=on ");
        assert_eq!(written(&draft), "hong-kong:chain=on");
        draft.write("hong-kong:chain=maybe");
        assert_eq!(draft.rules(), Err(Field::Written));
        assert!(draft.error().is_some());
        assert_eq!(draft.last_rules().to_string(), "hong-kong:chain=on");
        // Another field was used since: that counts.
        draft.set(Parameter::Chain, "off");
        assert_eq!(written(&draft), "hong-kong");
    }

    #[test]
    fn changes_are_counted() {
        let mut draft = draft("taiwan-club:quiet=60,chain=on");
        assert_eq!(draft.changes(), 2);
        draft.type_limit(Parameter::Quiet, "40");
        assert_eq!(draft.changes(), 1);
        draft.type_limit(Parameter::Quiet, "");
        assert_eq!(draft.changes(), 2);
        assert_eq!(Draft::new(&Preset::TaiwanClub.rules()).changes(), 0);
    }

    #[test]
    fn a_text_that_is_no_rule_set_can_be_undone() {
        let mut draft = draft("taiwan-club");
        assert!(!draft.is_changed());
        draft.write("taiwan-club:quiet=lots");
        assert!(draft.is_changed() && draft.changes() == 0);
        draft.write("taiwan-club:quiet=50");
        assert!(draft.is_changed());
    }
}

//! Who takes whom, computed from a rule set.

use banqi::{Capture, Rules};

use crate::words::kind_name;

/// A cell of the chart as a word.
pub(crate) fn word(capture: Option<Capture>) -> &'static str {
    match capture {
        Some(Capture::Step) => "step",
        Some(Capture::Jump) => "jump",
        None => "no",
    }
}

/// The chart as lines of text, attackers from top to bottom, targets from left to right.
pub(crate) fn lines(rules: &Rules) -> Vec<String> {
    let row = |title: &str, cells: [String; 7]| {
        let cells = cells.map(|cell| format!("{cell:<4}")).join(" ");
        format!("{title:<10} {cells}").trim_end().to_string()
    };
    let ranks = rules.parameters().ranks;
    let mut lines = vec![row("", ranks.map(|kind| kind.letter().to_string()))];
    lines.extend(ranks.map(|attacker| {
        let title = format!("{} {}", attacker.letter(), kind_name(attacker));
        row(&title, ranks.map(|target| word(rules.capture(attacker, target)).to_string()))
    }));
    lines
}

/// The chart as a Markdown table.
pub(crate) fn markdown(rules: &Rules) -> Vec<String> {
    let row = |cells: [&str; 7], title: &str| format!("| {title} | {} |", cells.join(" | "));
    let ranks = rules.parameters().ranks;
    let mut lines = vec![row(ranks.map(kind_name), ""), row(["---"; 7], "---")];
    lines.extend(ranks.map(|attacker| {
        let title = format!("**{}**", kind_name(attacker));
        row(ranks.map(|target| word(rules.capture(attacker, target))), &title)
    }));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first table of docs/rules.md, x as step.
    #[test]
    fn the_taiwanese_chart() {
        let expected = [
            "           K    G    M    R    N    C    P",
            "K General  step step step step step step no",
            "G Advisor  no   step step step step step step",
            "M Elephant no   no   step step step step step",
            "R Chariot  no   no   no   step step step step",
            "N Horse    no   no   no   no   step step step",
            "C Cannon   jump jump jump jump jump jump jump",
            "P Soldier  step no   no   no   no   no   step",
        ];
        assert_eq!(lines(&Rules::default()), expected);
    }

    /// The second one.
    #[test]
    fn the_chart_of_hong_kong() {
        let expected = [
            "           K    R    N    C    G    M    P",
            "K General  step step step step step step no",
            "R Chariot  no   step step step step step step",
            "N Horse    no   no   step step step step step",
            "C Cannon   no   no   no   step step step step",
            "G Advisor  no   no   no   no   step step step",
            "M Elephant no   no   no   no   no   step step",
            "P Soldier  step no   no   no   no   no   step",
        ];
        assert_eq!(lines(&banqi::Preset::HongKong.rules()), expected);
    }
}

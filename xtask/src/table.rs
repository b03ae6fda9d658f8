//! The table at the end of a run: what was done, how it went, how long it took.

use std::fmt;
use std::time::Duration;

/// How one row went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

/// Rows in the order they were added.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<(String, Outcome)>,
}

impl Table {
    pub(crate) fn add(&mut self, name: &str, outcome: Outcome) {
        self.rows.push((name.to_owned(), outcome));
    }

    pub(crate) fn failed(&self) -> Vec<&str> {
        self.rows
            .iter()
            .filter(|(_, outcome)| matches!(outcome, Outcome::Failed(_)))
            .map(|(name, _)| name.as_str())
            .collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
        let mut total = Duration::ZERO;
        writeln!(f, "{:<width$}  {:<7}  seconds", "step", "result")?;
        for (name, outcome) in &self.rows {
            let (result, spent) = match *outcome {
                Outcome::Passed(spent) => ("ok", Some(spent)),
                Outcome::Failed(spent) => ("FAILED", Some(spent)),
                Outcome::NotRun => ("not run", None),
            };
            total += spent.unwrap_or_default();
            let seconds = spent.map_or_else(|| "-".to_owned(), seconds);
            writeln!(f, "{name:<width$}  {result:<7}  {seconds:>7}")?;
        }
        writeln!(f, "{:<width$}  {:<7}  {:>7}", "total", "", seconds(total))
    }
}

/// Seconds with one digit after the point.
pub(crate) fn seconds(spent: Duration) -> String {
    format!("{:.1}", spent.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_seconds_add_up() {
        let mut table = Table::default();
        table.add("format", Outcome::Passed(Duration::from_millis(840)));
        table.add("clippy", Outcome::Failed(Duration::from_millis(12_300)));
        table.add("doctest", Outcome::NotRun);
        assert_eq!(
            table.to_string(),
            "step     result   seconds\n\
             format   ok           0.8\n\
             clippy   FAILED      12.3\n\
             doctest  not run        -\n\
             total                13.1\n"
        );
        assert_eq!(table.failed(), ["clippy"]);
    }

    #[test]
    fn an_empty_table_is_a_heading_and_a_total() {
        assert_eq!(Table::default().to_string(), "step   result   seconds\ntotal               0.0\n");
    }
}

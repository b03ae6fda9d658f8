//! `banqi rules`: lists the presets, explains a rule set.

use std::io::{self, Write};

use anyhow::Result;
use banqi::{Parameter, Preset, Rules};
use serde_json::json;

use crate::failure::Exit;
use crate::game_args::read_rules;
use crate::standard_output;
use crate::words::{beside_the_chart, endings, meaning, source, summary};
use crate::wrapped::{prose, write_wrapped};
use crate::{chart, definition};

/// Which rule set to explain.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi rules
  banqi rules hong-kong
  banqi rules taiwan-chase:quiet=40,repetition=3,chain=on

A rule set is written as a preset, or as a preset and after a colon what is changed, key=value, with commas between.")]
pub(crate) struct Args {
    /// A preset, or a preset with changes; all presets are listed without it
    #[arg(value_name = "RULES")]
    rules: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Lists or explains.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut out = standard_output::locked();
    match (&args.rules, args.json) {
        (None, false) => list(&mut out)?,
        (None, true) => {
            let presets = Preset::ALL.map(|preset| {
                let (name, default) = (preset.name(), preset == Preset::default());
                json!({"name": name, "summary": summary(preset), "source": source(preset), "default": default})
            });
            let parameters = Parameter::ALL.map(|key| json!({"key": key.key(), "values": key.values()}));
            writeln!(out, "{:#}", json!({"presets": presets, "parameters": parameters}))?;
        }
        (Some(rules), false) => explain(&mut out, &read_rules(rules)?)?,
        (Some(rules), true) => writeln!(out, "{:#}", definition::rule_set(&read_rules(rules)?))?,
    }
    Ok(Exit::Done)
}

fn list(out: &mut impl Write) -> io::Result<()> {
    let width = Some(prose());
    writeln!(out, "Presets")?;
    for preset in Preset::ALL {
        let default = if preset == Preset::default() { " (the default)" } else { "" };
        write_wrapped(out, &format!("  {preset}"), 21, &format!("{}{default}", summary(preset)), width)?;
    }
    writeln!(out, "\nWhat can be changed, as in taiwan-chase:quiet=40,chain=on")?;
    for parameter in Parameter::ALL {
        write_wrapped(out, &format!("  {parameter}"), 21, parameter.values(), width)?;
    }
    writeln!(out, "\n'banqi rules RULES' explains one.")
}

fn explain(out: &mut impl Write, rules: &Rules) -> io::Result<()> {
    let width = Some(prose());
    let preset = rules.preset();
    writeln!(out, "{rules}\n")?;
    write_wrapped(out, "  what", 10, summary(preset), width)?;
    write_wrapped(out, "  from", 10, source(preset), width)?;

    writeln!(out, "\nParameters")?;
    let base = preset.parameters();
    for parameter in Parameter::ALL {
        let value = rules.value(parameter);
        let changed = if value == base.value(parameter) { "" } else { "*" };
        let title = format!("  {:<12} {:<9}", parameter.key(), format!("{value}{changed}"));
        write_wrapped(out, &title, 26, &meaning(rules, parameter), width)?;
    }
    if rules.parameters() != &base {
        writeln!(out, "  * not as in {preset}")?;
    }

    writeln!(out)?;
    write_wrapped(out, "", 0, "Who takes whom: attackers in rows, targets in columns", width)?;
    for line in chart::lines(rules) {
        writeln!(out, "  {line}")?;
    }
    for note in beside_the_chart(rules) {
        writeln!(out, "  {note}")?;
    }

    writeln!(out)?;
    write_wrapped(out, "", 0, "How a game ends; of the board's reasons the first that applies counts", width)?;
    for (reason, text) in endings(rules) {
        write_wrapped(out, &format!("  {reason}"), 17, text, width)?;
    }
    Ok(())
}

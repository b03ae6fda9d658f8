//! `banqi describe`: the definition of a game for other programs.

use std::io::{self, Write};

use anyhow::Result;
use banqi::{Colour, Kind, Piece, Position, Preset, Rules};
use serde_json::json;

use crate::failure::Exit;
use crate::game_args::read_rules;
use crate::standard_output;
use crate::words::{Script, Topic, beside_the_chart, character, endings, kind_name, sections, source, summary};
use crate::{chart, definition};

/// Which game, and in which form.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi describe --rules taiwan-classic
  banqi describe --rules hong-kong:chain=on --format catalogue > hong-kong.md

The JSON has the topology, the players, the start, the pieces with their letters and characters, every parameter \
with its meaning, who takes whom, how games end, and the rules in words. The catalogue's form is Markdown: front \
matter with the same topology, players and setup, then the picture of the board and the rules in words.")]
pub(crate) struct Args {
    /// The rule set: a preset, with changes if you like, as in hong-kong:chain=on,quiet=40
    #[arg(long, value_name = "RULES", default_value = Preset::default().name())]
    rules: String,
    /// The form of the definition
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Format {
    /// JSON
    #[default]
    Json,
    /// Markdown with front matter
    Catalogue,
}

/// Prints the definition.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = read_rules(&args.rules)?;
    let mut out = standard_output::locked();
    match args.format {
        Format::Json => writeln!(out, "{:#}", definition::game(&rules))?,
        Format::Catalogue => catalogue(&mut out, &rules)?,
    }
    Ok(Exit::Done)
}

/// The front matter's `engine` is that of the catalogue's own entry on the game.
fn catalogue(out: &mut impl Write, rules: &Rules) -> io::Result<()> {
    let written = rules.to_string();
    let title = format!("Banqi ({written})");
    let win = if rules.parameters().elimination {
        "Capture all of the opponent's pieces, or leave the opponent without a legal move"
    } else {
        "Leave the opponent without a legal move, most often by capturing all pieces"
    };
    writeln!(out, "---")?;
    writeln!(out, "title: {}", json!(title))?;
    writeln!(out, "slug: banqi-{}", slug(&written))?;
    writeln!(out, "board: \"4×8\"")?;
    writeln!(out, "players: \"2\"")?;
    writeln!(out, "parent: chess")?;
    writeln!(out, "win: {}", json!(win))?;
    writeln!(out, "special: {}", json!(summary(rules.preset())))?;
    writeln!(out, "rules: {}", json!(written))?;
    writeln!(out, "engine:\n  topology:\n    type: grid\n    rows: 8\n    cols: 4")?;
    writeln!(out, "  players: [white, black]\n  setup: {}\n---", json!(definition::setup()))?;

    writeln!(out, "\n## {title}\n")?;
    // An empty line would end the picture for a reader of Markdown.
    let picture = banqi_svg::board(&Position::start(), &banqi_svg::Options::default());
    for line in picture.lines().filter(|line| !line.trim().is_empty()) {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "\nWhite is the player who goes first, black the other; the first flip gives them red or black pieces."
    )?;
    for section in sections(rules) {
        writeln!(out, "\n### {}", section.topic.title())?;
        for paragraph in section.paragraphs {
            writeln!(out, "\n{paragraph}")?;
        }
        match section.topic {
            Topic::Board => pieces(out)?,
            Topic::Captures => captures(out, rules)?,
            _ => {}
        }
    }
    writeln!(out, "\n### End of the game\n")?;
    for (reason, text) in endings(rules) {
        writeln!(out, "- `{reason}`: {text}")?;
    }
    writeln!(out, "\n### Source\n\nRules from {}.", source(rules.preset()))
}

fn pieces(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n| piece | letter | red | black | per side |\n|---|---|---|---|---|")?;
    for kind in Kind::ALL {
        let [red, black] = Colour::ALL.map(|colour| character(Piece::new(colour, kind), Script::Traditional));
        writeln!(out, "| {} | {} | {red} | {black} | {} |", kind_name(kind), kind.letter(), kind.count())?;
    }
    Ok(())
}

fn captures(out: &mut impl Write, rules: &Rules) -> io::Result<()> {
    writeln!(out, "\nAttackers in rows, targets in columns:\n")?;
    for line in chart::markdown(rules) {
        writeln!(out, "{line}")?;
    }
    for note in beside_the_chart(rules) {
        writeln!(out, "\n{note}")?;
    }
    Ok(())
}

/// Letters, digits and single hyphens.
fn slug(written: &str) -> String {
    let words = written.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_has_no_signs_but_hyphens() {
        assert_eq!(slug("taiwan-chase:ranks=KRNCGMP,quiet=40"), "taiwan-chase-ranks-krncgmp-quiet-40");
    }
}

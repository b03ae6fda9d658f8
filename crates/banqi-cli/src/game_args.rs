//! Under which rules and from which position: the options that commands share.

use anyhow::Result;
use banqi::{Game, Parameter, Position, Preset, Rules, RulesError};

use crate::failure::Advice as _;
use crate::nearest::nearest;

/// Options of every command that starts from a rule set and a position.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameArgs {
    /// The rule set: a preset, with changes if you like, as in hong-kong:chain=on,quiet=40
    #[arg(long, value_name = "RULES", default_value = Preset::default().name())]
    rules: String,
    /// The position, instead of the start: board, side to move, bag, quiet turns, turn
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
}

impl GameArgs {
    /// The game that these options ask for.
    pub(crate) fn game(&self) -> Result<Game> {
        let rules = read_rules(&self.rules)?;
        let Some(fen) = &self.fen else { return Ok(Game::new(rules)) };
        let game = fen.parse::<Position>().and_then(|position| Game::from_position(rules, position));
        game.advise("a position is five fields, like '3k/4/4/4/4/4/?3/P3 r r1 18 70'; docs/notation.md explains them")
    }
}

/// Reads a rule set; an error suggests the nearest name.
pub(crate) fn read_rules(text: &str) -> Result<Rules> {
    text.parse::<Rules>()
        .map_err(|error| {
            let meant = match &error {
                RulesError::UnknownPreset { found } => meant(found, &Preset::ALL.map(Preset::name)),
                RulesError::UnknownParameter { found } => meant(found, &Parameter::ALL.map(Parameter::key)),
                _ => String::new(),
            };
            (error, format!("{meant}'banqi rules' lists the presets and parameters"))
        })
        .or_else(|(error, help)| Err(error).advise(help))
}

/// Asks for the names that begin like what was written, or else for the nearest one.
fn meant(written: &str, names: &[&str]) -> String {
    let lower = written.to_lowercase();
    let begun: Vec<&str> = names.iter().filter(|name| lower.len() > 1 && name.starts_with(&lower)).copied().collect();
    let names = if begun.is_empty() { nearest(written, names.iter().copied()).into_iter().collect() } else { begun };
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!("did you mean {name}? "),
        [names @ .., last] => format!("did you mean {} or {last}? ", names.join(", ")),
    }
}

//! Makes the module `i18n` from locales/: one key in one place, checked when the client is compiled.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use leptos_i18n_parser::parse_locales::options::{Config, ParseOptions};
use leptos_i18n_parser::parse_locales::parse_locales;

/// The first one is what others fall back to. Each is a folder in locales/.
const LOCALES: &[&str] = &["en"];

/// Each is a file in every locale's folder: the texts of one screen, or of one part of it.
const NAMESPACES: &[&str] =
    &["account", "board", "common", "game", "home", "lobby", "online", "players", "settings", "setup"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");

    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut config = Config::new(LOCALES[0])?;
    for locale in &LOCALES[1..] {
        config = config.add_locale(locale)?;
    }
    // Texts with something put into them are wanted as strings too, for labels.
    let config = config.add_namespaces(NAMESPACES)?.parse_options(ParseOptions::new().interpolate_display(true));
    let parsed = parse_locales(Some(root), config)?;
    // A text that is missing in one language, or is in one only, stops the build: nobody reads warnings of build scripts.
    for warning in parsed.diag.warnings().iter() {
        println!("cargo::error={warning}");
    }
    for error in parsed.diag.errors().iter() {
        println!("cargo::error={error}");
    }
    let code = leptos_i18n_codegen::gen_code(&parsed, None, false, None, true)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("i18n.rs"), code.to_string())?;
    Ok(())
}

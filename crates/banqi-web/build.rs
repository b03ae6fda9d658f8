//! Makes the functions of `src/text.rs` from locales/: one key in one place, checked when the client is compiled.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use banqi_texts::{LANGUAGES, TABLES, Texts};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");

    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let made = PathBuf::from(env::var("OUT_DIR")?);
    match Texts::read(&root.join("locales")) {
        Ok(texts) => {
            fs::write(made.join("texts.rs"), texts.code())?;
            for (name, _) in TABLES {
                // What tests read; browsers load theirs.
                let table = texts.table(LANGUAGES[0], name).unwrap_or_default();
                fs::write(made.join(name).with_extension("txt"), table)?;
            }
        }
        Err(wrong) => {
            for why in wrong.to_string().lines() {
                println!("cargo::error={why}");
            }
        }
    }
    Ok(())
}

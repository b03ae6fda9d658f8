//! Where the checkout is, and how commands run in it.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::consent::Consent;

/// The root of the checkout, and what may be installed for it.
pub(crate) struct Workspace {
    root: PathBuf,
    consent: Consent,
}

impl Workspace {
    /// Cargo says where xtask's manifest is when it runs it; a binary started by hand remembers
    /// where it was built.
    pub(crate) fn find() -> Self {
        let manifest_dir =
            env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest_dir.parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf);
        Self { root, consent: Consent::Refused }
    }

    /// The same, with what may be installed.
    pub(crate) fn with(self, consent: Consent) -> Self {
        Self { consent, ..self }
    }

    pub(crate) fn consent(&self) -> Consent {
        self.consent
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo puts a program that it builds with the profile `release`: beside ours.
    pub(crate) fn release(&self, program: &str) -> PathBuf {
        let target = env::current_exe().ok().and_then(|ours| Some(ours.parent()?.parent()?.to_path_buf()));
        let target = target.unwrap_or_else(|| self.root.join("target"));
        target.join("release").join(program).with_extension(env::consts::EXE_EXTENSION)
    }

    /// Cargo, as the one that runs us: the same toolchain, in the root of the checkout.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(args).current_dir(&self.root);
        command
    }

    /// Cargo of the nightly toolchain. What the outer cargo says about its own toolchain must not
    /// reach it, or the two get mixed.
    pub(crate) fn nightly_cargo(&self, args: &[&str]) -> Command {
        let mut command = Command::new("rustup");
        command.args(["run", "nightly", "cargo"]).args(args).current_dir(&self.root);
        for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
            command.env_remove(name);
        }
        command
    }
}

/// Shows the command and runs it with our own input and output: nothing it prints gets lost.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    println!("$ {shown}");
    // What the command prints must not overtake what we printed.
    io::stdout().flush()?;
    let status = command.status().with_context(|| format!("`{shown}` could not be started"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs the command unseen and gives what it wrote to standard output.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let shown = show(command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("`{shown}` could not be started"))?;
    if !output.status.success() {
        bail!("`{shown}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}` wrote no valid text"))
}

/// Does the command exist and succeed? For asking a tool for its version.
pub(crate) fn answers(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The command as one would type it: programs by their name, variables in front.
pub(crate) fn show(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| {
            let value = quote(&value?.to_string_lossy());
            Some(format!("{}={value}", name.to_string_lossy()))
        })
        .collect();
    let program = Path::new(command.get_program());
    words.push(program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned());
    words.extend(command.get_args().map(|word| quote(&word.to_string_lossy())));
    words.join(" ")
}

fn quote(word: &str) -> String {
    if word.contains([' ', '*', '"', '$']) { format!("'{word}'") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        let mut command = Command::new("/some/where/cargo");
        command.args(["doc", "--bench", "*"]).env("RUSTDOCFLAGS", "-D warnings").env_remove("RUSTC");
        assert_eq!(show(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --bench '*'");
    }

    #[test]
    fn a_program_that_is_not_there_does_not_answer() {
        assert!(!answers(&mut Command::new("no-such-program-here")));
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(Workspace::find().root().join("xtask").is_dir());
    }
}

//! May something be installed on this machine?

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::workspace::{answers, run, show};

/// Who agrees to what gets installed for all programs of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Given already, and how that is known.
    Given(&'static str),
    /// The person at the terminal is asked each time.
    Ask,
    /// Nobody is there to ask.
    Refused,
}

impl Consent {
    /// Given by `--yes`, in CI and to root in a container: such a machine is there to be set up.
    pub(crate) fn find(yes: bool) -> Self {
        if yes {
            Self::Given("--yes")
        } else if env::var_os("CI").is_some() {
            Self::Given("CI")
        } else if in_container() && is_root() {
            Self::Given("we are root in a container")
        } else if io::stdin().is_terminal() {
            Self::Ask
        } else {
            Self::Refused
        }
    }

    /// Runs the commands one after the other, if that is agreed to. Says whether they ran.
    pub(crate) fn install(self, what: &str, commands: &mut [Command]) -> Result<bool> {
        let shown: Vec<String> = commands.iter().map(show).collect();
        let shown = shown.join(" && ");
        match self {
            Self::Given(why) => println!("{what} is missing and gets installed without asking ({why}):"),
            Self::Ask => {
                print!("{what} is missing. To install it:\n    {shown}\nRun this now? [Y/n] ");
                io::stdout().flush()?;
                let mut answer = String::new();
                if io::stdin().read_line(&mut answer)? == 0 || !agrees(&answer) {
                    return Ok(false);
                }
            }
            Self::Refused => {
                println!("{what} is missing. To install it (--yes does it for you):\n    {shown}");
                return Ok(false);
            }
        }
        for command in commands {
            run(command)?;
        }
        Ok(true)
    }
}

fn agrees(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

fn in_container() -> bool {
    env::var_os("container").is_some()
        || ["/.dockerenv", "/run/.containerenv"].iter().any(|mark| Path::new(mark).exists())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").stderr(Stdio::null()).output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// What the package managers call it.
pub(crate) struct Package {
    /// For people.
    pub(crate) what: &'static str,
    pub(crate) apt: &'static [&'static str],
    pub(crate) dnf: &'static [&'static str],
    pub(crate) pacman: &'static [&'static str],
    pub(crate) brew: &'static [&'static str],
}

impl Package {
    /// Installs it with the machine's package manager. Fails when there is none that has it, and says what is needed.
    pub(crate) fn install(&self, consent: Consent) -> Result<bool> {
        let there = |program: &str| answers(Command::new(program).arg("--version"));
        let (mut commands, names) = if there("apt-get") {
            let mut update = as_root("apt-get");
            update.args(["update", "--quiet"]);
            let mut install = as_root("apt-get");
            install.args(["install", "--yes", "--quiet", "--no-install-recommends"]);
            (vec![update, install], self.apt)
        } else if there("dnf") {
            let mut install = as_root("dnf");
            install.args(["install", "--assumeyes"]);
            (vec![install], self.dnf)
        } else if there("pacman") {
            let mut install = as_root("pacman");
            install.args(["-S", "--needed", "--noconfirm"]);
            (vec![install], self.pacman)
        } else if there("brew") {
            let mut install = Command::new("brew");
            install.arg("install");
            (vec![install], self.brew)
        } else {
            bail!("{} is missing, and there is no package manager here that we know", self.what);
        };
        if names.is_empty() {
            bail!("{} is missing, and the package manager here does not have it", self.what);
        }
        if let Some(install) = commands.last_mut() {
            install.args(names);
        }
        consent.install(self.what, &mut commands)
    }
}

fn as_root(program: &str) -> Command {
    if is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.arg(program);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_and_yes_agree_and_all_else_does_not() {
        assert!(agrees("\n") && agrees("Y\n") && agrees(" yes \r\n"));
        assert!(!agrees("n\n") && !agrees("no\n") && !agrees("what?\n"));
    }

    #[test]
    fn yes_is_enough() {
        assert_eq!(Consent::find(true), Consent::Given("--yes"));
    }

    #[test]
    fn nothing_runs_when_nobody_agrees() {
        let mut fails = [Command::new("no-such-program-here")];
        assert!(!Consent::Refused.install("nothing", &mut fails).unwrap());
        assert!(Consent::Given("--yes").install("nothing", &mut fails).is_err());
    }
}

//! A toolchain that compiles for the browser.
//!
//! The target's standard library and its sources belong to the toolchain in use or come with one command of rustup's each. Where
//! rustup cannot reach its servers, Debian has a compiler with the sources. The standard library is built along, for size.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::consent::Package;
use crate::workspace::{Workspace, answers, read, run};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Where a toolchain has the sources of the standard library.
const SOURCES: &str = "lib/rustlib/src/rust/library/std/Cargo.toml";

/// What only can be done where the standard library is built along: it is made for size, and panics say nothing, which a tenth
/// of the program would be for. Cargo does that only for those who ask for unfinished features, with `RUSTC_BOOTSTRAP`.
const SMALL: &[&str] = &[
    "-Zbuild-std=std,panic_abort",
    "-Zbuild-std-features=optimize_for_size",
    "--config",
    "target.wasm32-unknown-unknown.rustflags=['-Zunstable-options','-Cpanic=immediate-abort']",
];

const DEBIAN: Package = Package {
    what: "A compiler for the browser (WebAssembly)",
    apt: &["rustc-web", "cargo-web", "rust-web-src", "lld-19"],
    dnf: &["rust-std-static-wasm32-unknown-unknown", "lld"],
    pacman: &["rust-wasm", "lld"],
    brew: &[],
};

/// Where the target comes from.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// The toolchain that runs us has it, and perhaps the sources too.
    Active { has_sources: bool },
    /// The compiler under /usr, with its sources, and a linker.
    System { linker: String },
}

impl Toolchain {
    /// Finds one or installs it; says what to do where that is not possible.
    pub(crate) fn find(workspace: &Workspace) -> Option<Self> {
        // Nothing of the machine's changes by rustup, only the user's toolchain: nobody needs to be asked.
        let rustup = |arguments: &[&str]| {
            if answers(Command::new("rustup").arg("--version"))
                && let Err(error) = run(Command::new("rustup").args(arguments))
            {
                println!("{error:#}");
            }
            Self::present()
        };
        let mut found = Self::present();
        if found.is_none() {
            println!("The toolchain has no {TARGET} yet.");
            found = rustup(&["target", "add", TARGET]);
        }
        if let Some(Self::Active { has_sources: false }) = found {
            println!("With the sources of the standard library the program gets a tenth smaller.");
            found = rustup(&["component", "add", "rust-src"]);
        }
        if found.is_some() {
            return found;
        }
        if let Err(error) = DEBIAN.install(workspace.consent()) {
            println!("{error:#}. With rustup: rustup target add {TARGET}");
        }
        Self::present()
    }

    fn present() -> Option<Self> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        if let Some(root) = sysroot(&rustc)
            && root.join("lib/rustlib").join(TARGET).join("lib").is_dir()
        {
            return Some(Self::Active { has_sources: root.join(SOURCES).exists() });
        }
        let sources = sysroot("/usr/bin/rustc")?.join(SOURCES);
        let version = read(Command::new("/usr/bin/rustc").arg("--version").stderr(Stdio::null())).ok()?;
        let new_enough = release(&version)? >= release(env!("CARGO_PKG_RUST_VERSION"))?;
        if !sources.exists() || !new_enough || !Path::new("/usr/bin/cargo").exists() {
            return None;
        }
        Some(Self::System { linker: newest_linker(&programs())? })
    }

    /// Cargo with this toolchain: `args`, for the target. Flags meant for other machines must not reach it.
    pub(crate) fn cargo(&self, workspace: &Workspace, args: &[&str]) -> Command {
        let mut command = match self {
            Self::Active { has_sources } => {
                let mut command = workspace.cargo(args);
                if *has_sources {
                    command.args(SMALL).env("RUSTC_BOOTSTRAP", "1");
                }
                command
            }
            Self::System { linker } => {
                let mut command = Command::new("/usr/bin/cargo");
                command.args(args).args(SMALL).current_dir(workspace.root());
                for name in ["CARGO", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
                    command.env_remove(name);
                }
                let path = env::var_os("PATH").unwrap_or_default();
                let path = env::join_paths([PathBuf::from("/usr/bin")].into_iter().chain(env::split_paths(&path)));
                command.env("PATH", path.unwrap_or_else(|_| "/usr/bin".into()));
                command.env("RUSTC", "/usr/bin/rustc");
                command.env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command
            }
        };
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"] {
            command.env_remove(name);
        }
        command.args(["--target", TARGET]);
        command
    }
}

fn sysroot(rustc: impl Into<OsString>) -> Option<PathBuf> {
    let mut command = Command::new(rustc.into());
    command.args(["--print", "sysroot"]);
    if !answers(&mut command) {
        return None;
    }
    let root = read(command.stdout(Stdio::piped())).ok()?;
    Some(PathBuf::from(root.trim()))
}

/// Major and minor of the first version in the text.
fn release(text: &str) -> Option<(u32, u32)> {
    let word = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = word.split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// The names of the programs that can be called.
fn programs() -> Vec<String> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect()
}

/// `wasm-ld` has its version in its name where several can be installed.
fn newest_linker(programs: &[String]) -> Option<String> {
    let version = |name: &&String| match name.strip_prefix("wasm-ld")? {
        "" => Some(0),
        rest => rest.strip_prefix('-')?.parse::<u32>().ok(),
    };
    programs.iter().filter(|name| version(name).is_some()).max_by_key(version).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(release("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), Some((1, 96)));
        assert_eq!(release("1.95"), Some((1, 95)));
        assert_eq!(release("rustc 1.97.0-nightly (d1b5f0e 2026-06-01)"), Some((1, 97)));
        assert_eq!(release("none"), None);
        assert!(release("1.100.0") > release("1.95"));
    }

    #[test]
    fn the_newest_linker_is_taken() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(newest_linker(&names(&["wasm-ld", "wasm-ld-9", "wasm-ld-19", "ld"])).as_deref(), Some("wasm-ld-19"));
        assert_eq!(newest_linker(&names(&["wasm-ld", "wasm-ld-old"])).as_deref(), Some("wasm-ld"));
        assert_eq!(newest_linker(&names(&["ld.lld"])), None);
    }
}

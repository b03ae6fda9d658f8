//! The tools that make the client's files small.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use anyhow::{Context, Result, anyhow, ensure};

use crate::npm;
use crate::workspace::{Workspace, run};

/// With wasm-opt. Older ones, Debian's 108 for instance, write modules that Chromium refuses.
const BINARYEN: &str = "132.0.0";

/// For scripts and style.
const ESBUILD: &str = "0.28.2";

/// For size, and with what every browser of the last years understands.
const WASM_OPT: &[&str] = &[
    "-Oz",
    "--converge",
    // The smaller program is the larger one on the wire: what is written out twice compresses well.
    "--one-caller-inline-max-function-size=0",
    "--always-inline-max-function-size=0",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Where they are.
pub(crate) struct Tools {
    wasm_opt: PathBuf,
    esbuild: PathBuf,
}

impl Tools {
    /// Finds them or installs them. Without them the client works all the same, and that is said.
    pub(crate) fn find(workspace: &Workspace) -> Option<Self> {
        let found = match npm::find(workspace) {
            Ok(true) => Self::install(),
            Ok(false) => Err(anyhow!("there is no npm")),
            Err(error) => Err(error),
        };
        found
            .inspect_err(|error| {
                println!("The client gets a tenth larger than it could be, without wasm-opt and esbuild: {error:#}");
            })
            .ok()
    }

    fn install() -> Result<Self> {
        Ok(Self {
            wasm_opt: npm::package("binaryen", BINARYEN)?.join("bin/wasm-opt"),
            esbuild: npm::package("esbuild", ESBUILD)?.join("bin/esbuild"),
        })
    }

    /// The program, smaller.
    pub(crate) fn optimise(&self, wasm: &[u8], folder: &Path) -> Result<Vec<u8>> {
        // Of this process: another one may be building too.
        let file = |name| folder.join(format!("{name}-{}.wasm", process::id()));
        let (input, output) = (file("bound"), file("small"));
        fs::write(&input, wasm).with_context(|| input.display().to_string())?;
        let mut command = npm::node();
        // Its way through a whole program needs more stack than node has by default.
        command.arg("--stack-size=4000").arg(&self.wasm_opt).args(WASM_OPT).arg(&input).arg("-o").arg(&output);
        run(&mut command)?;
        let small = fs::read(&output).with_context(|| output.display().to_string())?;
        for file in [input, output] {
            fs::remove_file(&file).with_context(|| file.display().to_string())?;
        }
        Ok(small)
    }

    /// A script or a style sheet without what only readers need; which of the two, its name's end says.
    pub(crate) fn minify(&self, name: &str, text: &str) -> Result<Vec<u8>> {
        let loader = name.rsplit_once('.').map_or("js", |(_, end)| end);
        let mut command = npm::node();
        let mut esbuild = command
            .arg(&self.esbuild)
            .args(["--minify", "--log-level=error"])
            .arg(format!("--loader={loader}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start {}", self.esbuild.display()))?;
        // It reads everything before it writes anything.
        esbuild.stdin.take().context("esbuild takes no input")?.write_all(text.as_bytes())?;
        let output = esbuild.wait_with_output()?;
        ensure!(output.status.success(), "esbuild could not read {name}");
        Ok(output.stdout)
    }
}

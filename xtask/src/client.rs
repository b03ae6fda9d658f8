//! Builds the browser client into target/web/dist.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::bundle::{self, Bundle, Parts, Program};
use crate::table::seconds;
use crate::tools::Tools;
use crate::wasm::{TARGET, Toolchain};
use crate::workspace::{Workspace, run};

/// How a program is made.
struct Recipe {
    name: &'static str,
    package: &'static str,
    /// Of Cargo.toml.
    profile: &'static str,
    features: &'static [&'static str],
}

/// The part of the page that home loads, and all of it; and the worker in which the computer thinks.
const PROGRAMS: [Recipe; 3] = [
    Recipe { name: "app", package: "banqi-web", profile: "web", features: &["--no-default-features"] },
    Recipe { name: "whole", package: "banqi-web", profile: "web", features: &[] },
    Recipe { name: "engine", package: "banqi-worker", profile: "web-engine", features: &[] },
];

/// How far the client got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Built {
    /// As it is shipped.
    Whole,
    /// It works, but the tools were not there that make it small.
    Large,
    /// This machine cannot compile for the browser. What to install has been said.
    Not,
}

/// Builds what has changed since the last time.
pub(crate) fn build(workspace: &Workspace) -> Result<Built> {
    let start = Instant::now();
    let Some(toolchain) = Toolchain::find(workspace) else {
        return Ok(Built::Not);
    };
    let folder = workspace.root().join("target/web");
    println!("Compiling the client for the browser; the first time takes some minutes.");
    let compiled = PROGRAMS
        .iter()
        .map(|recipe| compile(workspace, &toolchain, &folder, recipe))
        .collect::<Result<Vec<PathBuf>>>()?;

    let tools = Tools::find(workspace);
    let built = if tools.is_some() { Built::Whole } else { Built::Large };

    let source = workspace.root().join("crates/banqi-web");
    let stamp = stamp(&compiled, &source, built)?;
    let (dist, stamped) = (folder.join("dist"), folder.join("dist.stamp"));
    if dist.join("index.html").exists() && fs::read_to_string(&stamped).is_ok_and(|old| old == stamp) {
        println!("The client is up to date ({} s).", seconds(start.elapsed()));
        return Ok(built);
    }

    println!("Binding the programs to JavaScript.");
    let mut programs = Vec::new();
    for (recipe, compiled) in PROGRAMS.iter().zip(&compiled) {
        let mut program = bind(recipe.name, compiled)?;
        if let Some(tools) = &tools {
            program.wasm = tools.optimise(&program.wasm, &folder)?;
        }
        programs.push(program);
    }
    let parts = Parts { source: &source, programs, tools: tools.as_ref() };
    println!("Putting the files together.");
    let bundle = Bundle::new(parts)?;
    fs::remove_file(&stamped).ok();
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| dist.display().to_string())?;
    }
    let sizes = bundle.write(&dist)?;
    fs::write(&stamped, stamp)?;
    let mut total = 0;
    for (name, size, wire) in sizes {
        println!("{:>8.1} kB  {:>7.1} kB compressed  {name}", kilobytes(size), kilobytes(wire));
        total += wire;
    }
    println!(
        "The client is in target/web/dist: {:.1} kB compressed, {} s.",
        kilobytes(total),
        seconds(start.elapsed())
    );
    Ok(built)
}

/// In a target folder of its own: another compiler and other flags than the machine's own programs have.
fn compile(workspace: &Workspace, toolchain: &Toolchain, folder: &Path, recipe: &Recipe) -> Result<PathBuf> {
    let &Recipe { name, package, profile, features, .. } = recipe;
    let own = folder.join("cargo");
    let mut command = toolchain.cargo(workspace, &["build", "-p", package, "--profile", profile]);
    command.env_remove("CARGO_TARGET_DIR").args(features).arg("--target-dir").arg(&own);
    run(&mut command)?;
    // The next one may take its place.
    let made = own.join(TARGET).join(profile).join(format!("{package}.wasm"));
    let compiled = folder.join(format!("{name}.wasm"));
    fs::copy(&made, &compiled).with_context(|| made.display().to_string())?;
    Ok(compiled)
}

/// Everything the bundle is made from, in one number.
fn stamp(compiled: &[PathBuf], source: &Path, built: Built) -> Result<String> {
    let mut hash = Sha256::new();
    hash.update(format!("{built:?}"));
    for part in [
        &include_bytes!("bundle.rs")[..],
        include_bytes!("article.rs"),
        include_bytes!("client.rs"),
        include_bytes!("tools.rs"),
    ] {
        hash.update(part);
    }
    // The version of wasm-bindgen is in there.
    let mut paths = compiled.to_vec();
    paths.push(source.join("../../Cargo.lock"));
    for name in ["index.html", "manifest.webmanifest", "start.js", "offline.js", "worker.js", "service-worker.js"] {
        paths.push(source.join(name));
    }
    for name in ["articles", "locales", "style", "assets"] {
        paths.extend(bundle::files(&source.join(name))?);
    }
    for path in paths {
        let content = fs::read(&path).with_context(|| path.display().to_string())?;
        hash.update(path.display().to_string());
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(content);
    }
    Ok(bundle::hex(&hash.finalize()))
}

/// As a library, the tool has the version of the program's own wasm-bindgen: cargo allows no other in one Cargo.lock.
fn bind(name: &'static str, compiled: &Path) -> Result<Program> {
    let mut output = Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let mut snippets: Vec<(String, String)> =
        output.local_modules().iter().map(|(path, text)| (format!("snippets/{path}"), text.clone())).collect();
    for (folder, texts) in output.snippets() {
        snippets.extend(
            texts.iter().enumerate().map(|(i, text)| (format!("snippets/{folder}/inline{i}.js"), text.clone())),
        );
    }
    snippets.sort_unstable();
    Ok(Program { name, module: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm(), snippets })
}

fn kilobytes(bytes: usize) -> f64 {
    // Sizes of files that a browser loads: far from where a float gets inexact.
    u32::try_from(bytes).map_or(f64::MAX, f64::from) / 1000.0
}

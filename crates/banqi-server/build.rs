//! Tells cargo to embed the client anew when `cargo xtask web` has built another one, and the migrations when there is one
//! more.

use std::fs;

fn main() {
    let client = "../../target/web/dist";
    // Cargo takes a folder that is not there for one that has changed, every time.
    fs::create_dir_all(client).ok();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed={client}");
}

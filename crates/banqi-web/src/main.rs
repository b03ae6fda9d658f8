//! The browser client's page. The computer thinks in a program of its own, `banqi-worker`.
//!
//! `cargo xtask web` builds it. On any other machine than a browser it compiles, so that it can be linted and its logic
//! tested there, and does nothing.

// The smaller program keeps the code of the whole one, which the compiler then finds to be of no use.
#![cfg_attr(not(feature = "whole"), allow(unused_variables, dead_code, unreachable_code))]
#![allow(unreachable_pub, reason = "`#[component]` writes `pub` for a component that is visible in its crate")]

mod account;
mod analysis;
mod app;
mod archive;
mod back;
mod board;
mod boards;
mod copy;
mod download;
mod engine_worker;
mod field;
mod game;
mod gone;
mod home;
mod icon;
mod learn;
mod live;
mod lobby;
mod media;
mod online;
mod page;
mod points;
mod profile;
mod route;
mod settings;
mod setup;
mod sheet;
mod sound;
mod store;
mod text;
mod whole;

fn main() {
    if cfg!(not(target_arch = "wasm32")) {
        return;
    }
    console_error_panic_hook::set_once();
    // What says that the program did not come: it has. Its link would come before the one to the content.
    if let Some(failed) = leptos::prelude::document().get_element_by_id("failed") {
        failed.remove();
    }
    leptos::mount::mount_to_body(app::App);
}

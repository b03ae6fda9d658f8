//! The program `banqi`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    banqi_cli::main()
}

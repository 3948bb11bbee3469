//! Sets up, builds, serves, tests and measures the playground: `cargo xtask --help`.
//!
//! This program has no dependencies, so that it compiles in seconds on a fresh machine.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program talks to the person at the terminal"
)]

mod args;
mod help;
mod pack;
mod page;
mod problem;
mod process;
mod server;
mod setup;
mod site;
mod size;
mod steps;
mod versions;

use std::process::ExitCode;

use args::Order;
use problem::Result;
use setup::{FOR_PAGE, FOR_TESTS, setup};
use site::Site;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let order = match args::parse(&words) {
        Ok(order) => order,
        Err(problem) => {
            eprintln!("error: {problem}");
            return ExitCode::from(2);
        }
    };
    match carry_out(order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(order: Order) -> Result<()> {
    let site = Site::find()?;
    match order {
        Order::Help(text) => {
            print!("{text}");
            Ok(())
        }
        Order::Setup { tests, std } => setup(&site, std, if tests { FOR_TESTS } else { FOR_PAGE }).map(drop),
        Order::Build { debug, std } => page::build(&setup(&site, std, FOR_PAGE)?, debug),
        Order::Serve {
            port,
            watch,
            debug,
            std,
        } => page::serve(&setup(&site, std, FOR_PAGE)?, port, watch, debug),
        Order::ListSteps => {
            steps::list();
            Ok(())
        }
        Order::Test {
            only,
            keep_going,
            std,
            node_args,
        } => steps::test(&site, std, &only, keep_going, &node_args),
        Order::Bench { std } => steps::bench(&site, std),
        Order::Size => size::check(&site.dist()),
        Order::Proof => steps::proof(site),
    }
}

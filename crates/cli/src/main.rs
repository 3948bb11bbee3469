//! `crashloop`: the simulator on the command line.

mod args;
mod claims;
mod config;
mod generate;
mod problem;
mod render;
mod scenario;
mod simulate;
mod snippet;
mod source;
mod trace;

use args::{Cli, Command};
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use document::{escape, shorten};
use problem::Problem;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// The JSON Schema of the scenario document.
const SCHEMA: &str = include_str!("../../../assets/scenario.schema.json");

fn main() -> ExitCode {
    let command = Cli::try_parse()
        .unwrap_or_else(|wrong| shown(wrong).exit())
        .command;
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&command, &mut out);
    // What came before a refusal is still an answer.
    let result = result.and(out.flush().map_err(Problem::Output));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) if problem.is_broken_pipe() => ExitCode::SUCCESS,
        Err(problem) => {
            // There is nobody left to tell when standard error fails too.
            let _ = writeln!(io::stderr(), "{problem}");
            ExitCode::FAILURE
        }
    }
}

/// The message about wrong usage as other messages are shown: what was found escaped and shortened.
fn shown(mut wrong: clap::Error) -> clap::Error {
    let found: Vec<_> = wrong
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, text.clone())),
            _ => None,
        })
        .collect();
    for (kind, text) in found {
        let short = escape(&shorten(&text)).into_owned();
        if short != text {
            wrong.insert(kind, ContextValue::String(short));
            // It would repeat the text.
            wrong.insert(ContextKind::Suggested, ContextValue::None);
        }
    }
    wrong
}

fn run(command: &Command, out: &mut impl Write) -> Result<(), Problem> {
    match command {
        Command::Simulate(args) => simulate::simulate(args, out),
        Command::Render(args) => render::render(args, out),
        Command::Config(args) => config::config(args, out),
        Command::Snippet(args) => snippet::snippet(args, out),
        Command::Claims(args) => claims::claims(args, out),
        Command::Trace => trace::trace(&mut io::stdin().lock(), out),
        Command::Completions { shell } => generate::completions(*shell, out),
        Command::Man { dir } => generate::man(dir.as_deref(), out),
        Command::Schema => Ok(out.write_all(SCHEMA.as_bytes())?),
    }
}

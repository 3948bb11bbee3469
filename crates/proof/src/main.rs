//! `proof measured|field|all`: prints how the simulator compares with reality.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program talks to the person at the terminal"
)]

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use proof::{field, measured};
use serde::Serialize;

/// The simulator against reality.
#[derive(Parser)]
#[command(after_help = "Examples:\n  proof all\n  proof measured --format json")]
struct Arguments {
    #[command(subcommand)]
    what: What,
    /// How to print it.
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Subcommand)]
enum What {
    /// Kubelets 1.32 to 1.36 that were measured.
    Measured,
    /// Cases from the field.
    Field,
    /// Both.
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

#[derive(Serialize)]
struct Proof {
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<measured::Measured>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Vec<field::Row>>,
}

fn main() -> ExitCode {
    match proof(&Arguments::parse()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn proof(arguments: &Arguments) -> Result<String, String> {
    let measured = (arguments.what != What::Field)
        .then(measured::compared)
        .transpose()?;
    let field = (arguments.what != What::Measured)
        .then(field::judged)
        .transpose()?;
    let proof = Proof { measured, field };
    match arguments.format {
        Format::Json => serde_json::to_string_pretty(&proof).map_err(|error| error.to_string()),
        Format::Table => {
            let texts = [
                proof.measured.as_ref().map(measured::text),
                proof.field.as_deref().map(field::text),
            ];
            Ok(texts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
        }
    }
}

//! `proof measured|load|field|cost|all`: prints how the simulator compares with reality.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program talks to the person at the terminal"
)]

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use proof::{cost, field, load, measured};
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
    /// What they sent, asked and showed, and what it cost.
    Load,
    /// Cases from the field.
    Field,
    /// The processor time of the kubelet, the API server and etcd: the fit behind the committed costs.
    Cost,
    /// All of them.
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
    load: Option<Vec<load::Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Vec<field::Row>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<[cost::Fit; 3]>,
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
    let wanted = |what| arguments.what == What::All || arguments.what == what;
    let proof = Proof {
        measured: wanted(What::Measured).then(measured::compared).transpose()?,
        load: wanted(What::Load).then(load::compared).transpose()?,
        field: wanted(What::Field).then(field::judged).transpose()?,
        cost: wanted(What::Cost).then(cost::fits).transpose()?,
    };
    match arguments.format {
        Format::Json => serde_json::to_string_pretty(&proof).map_err(|error| error.to_string()),
        Format::Table => {
            let texts = [
                proof.measured.as_ref().map(measured::text),
                proof.load.as_deref().map(load::text),
                proof.field.as_deref().map(field::text),
                proof.cost.as_ref().map(|fits| cost::text(fits)),
            ];
            Ok(texts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
        }
    }
}

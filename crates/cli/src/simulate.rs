//! `crashloop simulate`: a scenario's numbers as a table, JSON or CSV.

mod csv;
mod json;
mod table;

use crate::args::{Simulate, SimulateFormat};
use crate::problem::Problem;
use crate::scenario::Simulated;
use std::io::Write;

/// Simulates and writes the numbers.
pub(crate) fn simulate(args: &Simulate, out: &mut impl Write) -> Result<(), Problem> {
    let simulated = Simulated::new(&args.scenario)?;
    match args.format {
        SimulateFormat::Table => table::write(&simulated, out),
        SimulateFormat::Json => json::write(&simulated, out),
        SimulateFormat::Csv => csv::write(&simulated, out),
    }
}

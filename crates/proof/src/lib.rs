//! The simulator against reality: kubelets that were measured, and cases from the field.
//!
//! The data is in `tests/measured` and `tests/field`, with its sources; the program `proof` prints
//! the comparison, and the tests say how close it has to be.

pub mod cost;
pub mod field;
pub mod least_squares;
pub mod load;
pub mod measured;
pub mod statistics;
mod twin;

use serde::de::DeserializeOwned;

/// Reads one value a line.
fn lines<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, String> {
    (1..)
        .zip(text.lines())
        .map(|(n, line)| serde_json::from_str(line).map_err(|error| format!("line {n}: {error}")))
        .collect()
}

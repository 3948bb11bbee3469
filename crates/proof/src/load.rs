//! What measured kubelets sent, asked and showed, and what it cost, against the simulation.
//!
//! `load.jsonl` counts for each restart between a pod's second and its last start; `cost.jsonl` and
//! `apiserver.jsonl` count on whole kubelets over a steady window; `visible.jsonl` says for how long
//! the API server showed CrashLoopBackOff.

mod causes;
mod cycles;
mod row;
mod shown;
mod table;
mod totals;
mod windows;

pub use causes::causes;
pub use row::{Quantity, Row, Verdict};
pub use table::text;

/// Compares everything.
///
/// # Errors
/// Data that cannot be read, or a scenario that the simulator refuses.
pub fn compared() -> Result<Vec<Row>, String> {
    let mut rows = cycles::rows()?;
    rows.extend(totals::rows()?);
    rows.extend(windows::kubelets()?);
    rows.extend(windows::servers()?);
    rows.extend(shown::rows()?);
    Ok(rows)
}

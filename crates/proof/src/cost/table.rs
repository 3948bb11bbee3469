//! The fits as a table for a terminal.

use std::fmt::Write as _;

use super::Fit;

/// The fits as text.
#[must_use]
pub fn text(fits: &[Fit]) -> String {
    let mut text = String::new();
    for fit in fits {
        let _ = writeln!(
            text,
            "PROCESSOR TIME of the {}: coefficients in milliseconds",
            fit.process
        );
        for part in &fit.parts {
            let _ = writeln!(text, "{:<36} {:>7.3}", part.name, part.ns / 1e6);
        }
        text.push_str("for each operation, in microseconds:");
        for (operation, ns) in &fit.costs {
            let _ = write!(text, " {operation:?} {}", ns / 1000);
        }
        text.push('\n');
        text.push_str("release kubelet        measured  fitted  ms a second, and what is left over\n");
        for run in &fit.runs {
            let _ = writeln!(
                text,
                "{:<7} {:<13} {:>9.2} {:>7.2}  {:>+6.1} %",
                run.release,
                run.kubelet,
                run.measured,
                run.fitted,
                run.error() * 100.0
            );
        }
        let (median, largest) = fit.errors();
        let _ = writeln!(
            text,
            "left over: median {:.1} %, largest {:.1} %\n",
            median * 100.0,
            largest * 100.0
        );
    }
    text
}

//! Claims and verdicts as tables for a terminal and for a Markdown document.

use core::fmt::Write;

use crate::claim::Claim;
use crate::number::{Number, list};
use crate::verdict::{Evaluated, Verdict};

/// A table for a terminal: a line for each claim, then how many there are of each verdict.
#[must_use]
pub fn text(claims: &[Evaluated]) -> String {
    let mut table = String::new();
    let rows: Vec<[String; 4]> =
        core::iter::once(["Claim", "Claimed", "Computed", "Verdict"].map(str::to_owned))
            .chain(claims.iter().map(|row| {
                [
                    row.claim.id.clone(),
                    claimed(&row.claim),
                    computed(row),
                    row.verdict.to_string(),
                ]
            }))
            .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let (id, claimed, computed) = (width(0), width(1), width(2));
    for row in &rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "{:id$}  {:claimed$}  {:computed$}  {}",
            row[0], row[1], row[2], row[3]
        );
    }
    let _ = write!(table, "\n{}\n", totals(claims));
    table
}

/// A Markdown table with links to the texts, what they say, every reading and the fragment of a
/// scenario that shows it.
#[must_use]
pub fn markdown(claims: &[Evaluated]) -> String {
    let mut table =
        "| Text | It says | Claimed | Readings | Verdict | Scenario |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for row in claims {
        let claim = &row.claim;
        let readings: Vec<String> = row
            .readings
            .iter()
            .map(|reading| {
                let value = reading.problem.clone().unwrap_or_else(|| list(&reading.value));
                format!("{value}: {}", reading.words)
            })
            .collect();
        let mut verdict = format!("**{}**", row.verdict.name());
        verdict.push_str(row.verdict.to_string().trim_start_matches(row.verdict.name()));
        if let Some(note) = &claim.note {
            let _ = write!(verdict, ". {note}");
        }
        let link = row
            .permalink
            .as_ref()
            .map_or_else(String::new, |link| format!("`#{link}`"));
        let cells = [
            format!("[{}, {}]({})", claim.kep.name(), claim.section, claim.link()),
            claim.says.clone(),
            claimed(claim),
            readings.join("<br>"),
            verdict,
            link,
        ];
        let _ = writeln!(
            table,
            "| {} |",
            cells.map(|cell| cell.replace('|', "\\|")).join(" | ")
        );
    }
    let _ = write!(table, "\n{}\n", totals(claims));
    table
}

/// The claimed numbers with their unit.
fn claimed(claim: &Claim) -> String {
    let numbers: Vec<_> = claim
        .claimed
        .iter()
        .map(|number| number.map_or_else(|| "?".to_owned(), |number| Number::whole(number).to_string()))
        .collect();
    let about = if claim.about { "~" } else { "" };
    format!("{about}{} {}", numbers.join(", "), claim.unit)
}

/// The value of each reading, a value that several give only once.
fn computed(row: &Evaluated) -> String {
    let mut values: Vec<String> = Vec::new();
    for reading in &row.readings {
        let value = match &reading.problem {
            Some(_) => "?".to_owned(),
            None => list(&reading.value),
        };
        if !values.contains(&value) {
            values.push(value);
        }
    }
    if values.is_empty() {
        "–".to_owned()
    } else {
        values.join(" | ")
    }
}

fn totals(claims: &[Evaluated]) -> String {
    let counts = Verdict::NAMES.map(|kind| {
        let count = claims.iter().filter(|row| row.verdict.name() == kind).count();
        format!("{kind} {count}")
    });
    format!("{} claims: {}.", claims.len(), counts.join(", "))
}

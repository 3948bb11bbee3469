//! The numbers as JSON. Its fields are stable: new ones may come, none changes its meaning.

use crate::problem::Problem;
use crate::scenario::Simulated;
use serde::Serialize;
use sim::{Difference, Load, Scenario, Summary, permalink, words};
use std::io::Write;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    answer: String,
    permalink: String,
    scenario: &'a Scenario,
    policies: Vec<Policy<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Policy<'a> {
    name: &'a str,
    summary: &'a Summary,
    /// This policy less the baseline; null for the baseline itself.
    difference: Option<Difference>,
    load: &'a Load,
}

/// Writes one JSON document.
pub(super) fn write(simulated: &Simulated, out: &mut impl Write) -> Result<(), Problem> {
    let Simulated { scenario, results } = simulated;
    let policies = simulated.policies().map(|policy| Policy {
        name: policy.name,
        summary: policy.summary,
        difference: policy.difference,
        load: policy.load,
    });
    let document = Document {
        answer: words::plain(&words::answer(scenario, results)),
        permalink: format!("#{}", permalink::encode(scenario)),
        scenario,
        policies: policies.collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

//! The numbers as JSON. Its fields are stable: new ones may come, none changes its meaning.

use crate::problem::Problem;
use crate::scenario::Simulated;
use serde::Serialize;
use sim::{Band, Difference, Load, Scenario, Summary, permalink, words};
use std::collections::BTreeMap;
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
    /// The 5th, 50th and 95th of a hundred seeds, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<BTreeMap<&'static str, Band>>,
}

/// Writes one JSON document.
pub(super) fn write(simulated: &Simulated, out: &mut impl Write) -> Result<(), Problem> {
    let Simulated {
        scenario,
        results,
        spread,
    } = simulated;
    let bands = |at| {
        let measured = spread.as_ref()?.measured(at);
        Some(
            measured
                .into_iter()
                .map(|(measure, band)| (measure.id, band))
                .collect(),
        )
    };
    let policies = simulated.policies().enumerate().map(|(at, policy)| Policy {
        name: policy.name,
        summary: policy.summary,
        difference: policy.difference,
        load: policy.load,
        spread: bands(at),
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

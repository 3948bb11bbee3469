//! Cases from the field: what people saw of crash loops, against what the simulator makes of them.
//!
//! A case gives waits, a start, a sequence of kills, a count of restarts, the cadence of syncs or a
//! number of events. Each is judged by the model *Kubelet release* of the release that was seen, or
//! of 1.34 where it is unknown or older than 1.28: the loops did not change in between.

mod cadence;
mod counts;
mod kills;
mod sample;
mod table;
mod waits;

use kubelet::Release;
use serde::{Deserialize, Serialize};

pub use table::text;

/// A simulated share below this, or outside its band of 1 to 99 %, is none.
pub const RARE: f64 = 0.01;

/// What was seen is given in whole seconds.
pub const RESOLUTION_S: f64 = 1.0;

/// A case, as the data has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    /// Its number, `F01` and so on.
    pub id: String,
    /// What kind of observation it is.
    pub kind: String,
    /// What ended the runs.
    pub mode: String,
    /// `observed`, or `illustrative` for a listing that somebody made up.
    pub provenance: String,
    /// The release, where it is known.
    pub k8s: Option<String>,
    /// The release that the date suggests.
    pub k8s_guess: Option<String>,
    /// The run time in seconds, where it is known.
    pub run_s: Option<f64>,
    /// The time to pull the image before each start, in seconds.
    pub pull_s: Option<f64>,
    /// Restart number and wait in seconds.
    #[serde(default)]
    pub waits: Vec<(usize, f64)>,
    /// The waits are lower bounds.
    #[serde(default)]
    pub wait_is_min: bool,
    /// Instants in seconds and what was seen: `run 3`, `CLB 3`.
    #[serde(default)]
    pub seq: Vec<(f64, String)>,
    /// From this instant on the sequence is rounded to minutes.
    pub coarse_after_s: Option<f64>,
    /// How many restarts were counted.
    pub restarts: Option<u64>,
    /// The age of the pod, at least and at most, in seconds.
    pub age_s: Option<(f64, f64)>,
    /// How long ago the last exit was, in seconds.
    pub ago_s: Option<f64>,
    /// `CLB` or `running`.
    pub state: Option<String>,
    /// When the last counted restart came, in seconds after the pod's start.
    pub start_n: Option<f64>,
    /// Gaps between two syncs of a waiting pod, in seconds.
    #[serde(default)]
    pub gaps_s: Vec<f64>,
    /// How many `BackOff` events were counted.
    pub events: Option<f64>,
    /// Within which time, at least and at most, in seconds.
    pub span_s: Option<(f64, f64)>,
    /// What a person found with pencil and paper.
    pub eval: Eval,
}

/// What a person found.
#[derive(Clone, Debug, Deserialize)]
pub struct Eval {
    /// What the data itself says about a case that no model explains.
    pub cause: Option<String>,
}

/// What the simulator says about a case.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The case.
    pub id: String,
    /// What was compared.
    pub check: Check,
    /// What was seen.
    pub seen: String,
    /// What the model gives.
    pub model: String,
    /// How they go together.
    pub verdict: Verdict,
    /// Why they do not, from the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

/// What is compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Each wait is inside the band.
    Waits,
    /// The start is inside the band.
    Start,
    /// The count comes out for some run time.
    Count,
    /// The kubelet's decision after each kill, and the waits.
    Kills,
    /// Gaps between syncs are possible.
    Cadence,
    /// There are not more events than syncs.
    Events,
}

/// How a case and the model go together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As it was seen.
    Fits,
    /// When the loop is taken as younger than the pod, as its neighbours say.
    Rebased,
    /// Not at all.
    Outlier,
    /// Somebody made the listing up, and it contradicts the curve that it is to show.
    Illustrative,
}

/// Loops that are younger than their pod: the case, and the loop's age in seconds. The pods beside
/// F52 were all restarted so long ago.
const REBASED: [(&str, f64); 1] = [("F52", 171.0)];

/// The cases in the order of the data.
///
/// # Errors
/// The line and what is wrong with it.
pub fn cases() -> Result<Vec<Case>, String> {
    crate::lines(include_str!("../../../tests/field/cases.jsonl"))
}

/// Judges every case.
///
/// # Errors
/// A case that says too little, or a scenario that the simulator refuses.
pub fn judged() -> Result<Vec<Row>, String> {
    cases()?.iter().map(judge).collect()
}

fn judge(case: &Case) -> Result<Row, String> {
    let rebased = REBASED.iter().find(|(id, _)| *id == case.id);
    let mut case = case.clone();
    if let Some((_, age_s)) = rebased {
        case.age_s = Some((*age_s, *age_s));
    }
    let (check, seen, model, fits) = match case.kind.as_str() {
        _ if case.mode == "probe-kill" => kills::judge(&case)?,
        "count-vs-age" => counts::judge(&case)?,
        _ if !case.gaps_s.is_empty() => cadence::gaps(&case),
        _ if case.events.is_some() => cadence::events(&case)?,
        _ if case.start_n.is_some() => waits::start(&case)?,
        _ => waits::judge(&case)?,
    };
    let verdict = match (fits, rebased) {
        (true, None) => Verdict::Fits,
        (true, Some(_)) => Verdict::Rebased,
        (false, _) if case.provenance == "illustrative" => Verdict::Illustrative,
        (false, _) => Verdict::Outlier,
    };
    Ok(Row {
        id: case.id,
        check,
        seen,
        model,
        verdict,
        cause: if verdict == Verdict::Fits {
            None
        } else {
            case.eval.cause
        },
    })
}

type Judgement = (Check, String, String, bool);

impl Case {
    /// The release under which the case is judged.
    fn release(&self) -> Release {
        let text = self.k8s.as_ref().or(self.k8s_guess.as_ref());
        let known = text.and_then(|text| {
            let from = text.find("1.")?;
            let digits = text[from + 2..].split(|c: char| !c.is_ascii_digit()).next()?;
            format!("1.{digits}").parse().ok()
        });
        known.unwrap_or(Release::V1_34)
    }

    /// From the decision to start until the container runs, in milliseconds.
    #[expect(clippy::cast_possible_truncation, reason = "some seconds")]
    fn create_ms(&self) -> i64 {
        150 + (self.pull_s.unwrap_or_default() * 1000.0) as i64
    }
}

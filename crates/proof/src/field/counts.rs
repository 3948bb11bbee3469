//! A count of restarts at an age: whether it comes out for some run time.

use backoff::GoDuration;
use sim::{Attempt, Ending, RunTime, Why};

use super::sample::{Kind, sample};
use super::{Case, Check, Judgement, RARE, RESOLUTION_S};
use crate::statistics::seconds;

/// Longer loops are simulated for this long and continued with the mean of their last cycles.
const SIMULATED_S: f64 = 24.0 * 3600.0;

pub(super) fn judge(case: &Case) -> Result<Judgement, String> {
    let (Some((from_s, to_s)), Some(restarts)) = (case.age_s, case.restarts) else {
        return Err(format!("{}: neither age nor restarts", case.id));
    };
    let runs_s = runs(case);
    let runs: Vec<RunTime> = runs_s
        .iter()
        .map(|&ms| RunTime::Fixed(GoDuration::from_millis(ms)))
        .collect();
    #[expect(clippy::cast_possible_truncation, reason = "at most a day")]
    let kind = Kind {
        release: case.release(),
        ends: Ending::Exit,
        create_ms: case.create_ms(),
        // Pods begin within some seconds of each other.
        horizon_s: to_s.min(SIMULATED_S) as i64 + 60,
        pods: if to_s > SIMULATED_S { 2 } else { 10 },
        seeds: match to_s {
            ..3600.0 => 5,
            ..7200.0 => 2,
            _ => 1,
        },
    };
    let mut fitting: Vec<f64> = Vec::new();
    let mut counts = (u64::MAX, 0);
    for (containers, &run_ms) in sample(kind, &runs)?.iter().zip(&runs_s) {
        let mut fits = 0;
        for attempts in containers {
            let seen = if to_s > SIMULATED_S {
                Seen::continued(attempts, restarts, (from_s, to_s))
            } else {
                Seen::at(attempts, restarts, (from_s, to_s), case)
            };
            fits += usize::from(seen.matches);
            counts = (counts.0.min(seen.counts.0), counts.1.max(seen.counts.1));
        }
        #[expect(clippy::cast_precision_loss, reason = "at most some hundred containers")]
        let share = fits as f64 / containers.len() as f64;
        if share >= RARE {
            fitting.push(seconds(run_ms * 1_000_000));
        }
    }
    let model = match (fitting.first(), fitting.last()) {
        (Some(shortest), Some(longest)) => format!("runs of {shortest}–{longest}s"),
        _ => format!("{}–{} restarts", counts.0, counts.1),
    };
    let ago = case
        .ago_s
        .map_or_else(String::new, |ago_s| format!(", last exit {ago_s}s ago"));
    let seen = format!(
        "{restarts} in {from_s}–{to_s}s{ago}, {}",
        case.state.as_deref().unwrap_or("?")
    );
    Ok((Check::Count, seen, model, !fitting.is_empty()))
}

/// The run times that are tried, in milliseconds: the known one, or all from none to ten minutes,
/// and for a container that was seen running also longer ones.
#[expect(clippy::cast_possible_truncation, reason = "at most some hours")]
fn runs(case: &Case) -> Vec<i64> {
    if let Some(run_s) = case.run_s {
        return vec![(run_s * 1000.0) as i64];
    }
    let mut runs: Vec<i64> = (0..60).map(|s| s * 1000).collect();
    runs.extend((60..600).step_by(12).map(|s| s * 1000));
    if case.state.as_deref() == Some("running") {
        let mut longer_s = 600.0;
        while longer_s < SIMULATED_S / 3.0 {
            runs.push((longer_s * 1000.0) as i64);
            longer_s *= 1.05;
        }
    }
    runs
}

/// One simulated container beside the listing.
struct Seen {
    matches: bool,
    /// How many restarts it had, at the youngest age and at the oldest.
    counts: (u64, u64),
}

impl Seen {
    /// Whether there is an age at which everything is as it was listed.
    fn at(attempts: &[Attempt], restarts: u64, (from_s, to_s): (f64, f64), case: &Case) -> Self {
        let first_ns = attempts.first().map_or(0, |first| first.start_ns);
        let after = |ns: i64| seconds(ns.saturating_sub(first_ns));
        let until = |age_s: f64| {
            attempts
                .iter()
                .skip(1)
                .filter(|next| after(next.start_ns) <= age_s)
                .count() as u64
        };
        let n = usize::try_from(restarts).unwrap_or(usize::MAX);
        let matches = attempts.get(n).is_some_and(|last| {
            let next = attempts.get(n.saturating_add(1));
            // While the container was in this attempt, or held after it.
            let (mut earliest, mut latest) = if case.state.as_deref() == Some("running") {
                (after(last.running_ns), after(last.exit_ns))
            } else {
                let held = next.is_none_or(|next| matches!(next.why, Why::BackedOff | Why::Collected));
                let until_s = next.map_or(f64::INFINITY, |next| after(next.start_ns));
                (
                    after(last.exit_ns),
                    if held { until_s } else { f64::NEG_INFINITY },
                )
            };
            if let Some(ago_s) = case.ago_s {
                earliest = earliest.max(after(last.exit_ns) + ago_s - RESOLUTION_S);
                latest = latest.min(after(last.exit_ns) + ago_s + RESOLUTION_S);
            }
            earliest <= latest && earliest <= to_s + RESOLUTION_S && latest >= from_s - RESOLUTION_S
        });
        Self {
            matches,
            counts: (until(from_s), until(to_s)),
        }
    }

    /// The same for a loop that is older than what is simulated; only the count is looked at.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate of some thousand restarts"
    )]
    fn continued(attempts: &[Attempt], restarts: u64, (from_s, to_s): (f64, f64)) -> Self {
        let (Some(first), Some(last)) = (attempts.first(), attempts.last()) else {
            return Self {
                matches: false,
                counts: (0, 0),
            };
        };
        let half = attempts.len() / 2;
        let restarted = (attempts.len() - 1 - half) as f64;
        let cycle_s = seconds(last.start_ns - attempts[half].start_ns) / restarted;
        let at = |age_s: f64| {
            let rest_s = age_s - seconds(last.start_ns - first.start_ns);
            (attempts.len() - 1) as u64 + (rest_s / cycle_s) as u64
        };
        let counts = (at(from_s), at(to_s));
        Self {
            matches: (counts.0..=counts.1).contains(&restarts),
            counts,
        }
    }
}

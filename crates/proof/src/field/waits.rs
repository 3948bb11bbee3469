//! Waits and starts, against the band of 1 to 99 % over many simulated containers.

use backoff::GoDuration;
use sim::{Attempt, Ending, RunTime};

use super::sample::{Kind, sample};
use super::{Case, Check, Judgement, RARE, RESOLUTION_S};
use crate::statistics::{quantile, seconds};

pub(super) fn judge(case: &Case) -> Result<Judgement, String> {
    let containers = simulated(case)?;
    let mut fits = true;
    let mut bands = Vec::new();
    for &(restart, wait_s) in &case.waits {
        let (from_s, to_s) = band(
            containers
                .iter()
                .filter_map(|attempts| Some(wait(attempts.get(restart - 1)?, attempts.get(restart)?)))
                .collect(),
        );
        fits &= wait_s <= to_s + RESOLUTION_S && (case.wait_is_min || wait_s >= from_s - RESOLUTION_S);
        bands.push(format!("{from_s:.0}–{to_s:.0}s"));
    }
    let seen: Vec<String> = case
        .waits
        .iter()
        .map(|(restart, wait_s)| format!("{restart}: {wait_s}s"))
        .collect();
    Ok((Check::Waits, seen.join(", "), bands.join(", "), fits))
}

pub(super) fn start(case: &Case) -> Result<Judgement, String> {
    let (Some(seen_s), Some(restart)) = (case.start_n, case.restarts) else {
        return Err(format!("{}: neither start nor restarts", case.id));
    };
    let restart = usize::try_from(restart).unwrap_or(usize::MAX);
    let (from_s, to_s) = band(
        simulated(case)?
            .iter()
            .filter_map(|attempts| {
                let first = attempts.first()?;
                Some(seconds(attempts.get(restart)?.running_ns - first.start_ns))
            })
            .collect(),
    );
    Ok((
        Check::Start,
        format!("restart {restart} after {seen_s}s"),
        format!("{from_s:.0}–{to_s:.0}s"),
        (from_s - RESOLUTION_S..=to_s + RESOLUTION_S).contains(&seen_s),
    ))
}

/// From an exit to the next start, in seconds.
pub(super) fn wait(before: &Attempt, next: &Attempt) -> f64 {
    seconds(next.start_ns - before.exit_ns)
}

/// The band of 1 to 99 %.
pub(super) fn band(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (quantile(&values, RARE), quantile(&values, 1.0 - RARE))
}

#[expect(clippy::cast_possible_truncation, reason = "some hundred seconds")]
fn simulated(case: &Case) -> Result<Vec<Vec<Attempt>>, String> {
    let run_s = case.run_s.ok_or_else(|| format!("{}: no run time", case.id))?;
    let kind = Kind {
        release: case.release(),
        ends: Ending::Exit,
        create_ms: case.create_ms(),
        // Seven restarts and their runs.
        horizon_s: 1000 + 8 * run_s as i64,
        pods: 50,
        seeds: 20,
    };
    let run = RunTime::Fixed(GoDuration::from_secs(run_s as i64));
    Ok(sample(kind, &[run])?.remove(0))
}

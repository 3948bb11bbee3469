//! A sequence of probe kills: after each the kubelet starts the container at once or holds it.

use backoff::GoDuration;
use sim::{Attempt, Ending, RunTime, Why, limits};

use super::sample::{Kind, sample};
use super::waits::{band, wait};
use super::{Case, Check, Judgement, RARE, RESOLUTION_S};

/// A run lies between two sightings, so its length is known to this many seconds.
const SLACK_S: i64 = 2;

/// What was seen of one kill.
struct Kill {
    /// How long the container had run, where it is known to the second.
    run_s: Option<f64>,
    held: bool,
}

pub(super) fn judge(case: &Case) -> Result<Judgement, String> {
    let kills = kills(case)?;
    let containers = simulated(case, &kills)?;
    let mut shares: Vec<f64> = Vec::new();
    for (n, kill) in kills.iter().enumerate() {
        let next: Vec<&Attempt> = containers
            .iter()
            .filter_map(|attempts| attempts.get(n + 1))
            .collect();
        let alike = next
            .iter()
            .filter(|next| (next.why == Why::BackedOff || next.why == Why::Collected) == kill.held)
            .count();
        #[expect(clippy::cast_precision_loss, reason = "some hundred containers")]
        shares.push(alike as f64 / containers.len() as f64);
    }
    let least = shares.iter().copied().fold(1.0, f64::min);
    let mut fits = least >= RARE;
    let mut bands = Vec::new();
    for &(restart, wait_s) in &case.waits {
        let held = |attempts: &Vec<Attempt>| {
            let (before, next) = (attempts.get(restart - 1)?, attempts.get(restart)?);
            (next.why == Why::BackedOff).then(|| wait(before, next))
        };
        let (from_s, to_s) = band(containers.iter().filter_map(held).collect());
        fits &= (from_s - RESOLUTION_S..=to_s + RESOLUTION_S).contains(&wait_s);
        bands.push(format!("{restart}: {from_s:.0}–{to_s:.0}s"));
    }
    let marks: String = kills
        .iter()
        .map(|kill| if kill.held { 'h' } else { '.' })
        .collect();
    let waits: Vec<String> = case
        .waits
        .iter()
        .map(|(restart, wait_s)| format!("{restart}: {wait_s}s"))
        .collect();
    Ok((
        Check::Kills,
        format!("{marks} {}", waits.join(", ")).trim_end().to_owned(),
        format!(
            "{} decisions, the rarest in {:.0} %; {}",
            kills.len(),
            least * 100.0,
            bands.join(", ")
        )
        .trim_end_matches("; ")
        .to_owned(),
        fits,
    ))
}

/// Reads the sequence: `run 3` after `run 2` is a kill that was followed by a start at once, `CLB 3`
/// one that was not.
fn kills(case: &Case) -> Result<Vec<Kill>, String> {
    let mut kills = Vec::new();
    let mut running_s = None;
    for (at_s, what) in &case.seq {
        let coarse = case.coarse_after_s.is_some_and(|from_s| *at_s >= from_s);
        let run_s = |pull_s: f64| {
            running_s
                .filter(|_| !coarse)
                .map(|since_s: f64| at_s - since_s - pull_s)
        };
        match what.split_whitespace().next() {
            Some("run") => {
                if running_s.is_some() {
                    kills.push(Kill {
                        run_s: run_s(case.pull_s.unwrap_or_default()),
                        held: false,
                    });
                }
                running_s = Some(*at_s);
            }
            Some("CLB") => {
                kills.push(Kill {
                    run_s: run_s(0.0),
                    held: true,
                });
                running_s = None;
            }
            _ => return Err(format!("{}: `{what}` is neither a run nor CLB", case.id)),
        }
    }
    Ok(kills)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "some hundred seconds"
)]
fn simulated(case: &Case, kills: &[Kill]) -> Result<Vec<Vec<Attempt>>, String> {
    let usual_s = case.run_s.ok_or_else(|| format!("{}: no run time", case.id))?;
    let duration = |run_s: f64| GoDuration::from_millis((run_s * 1000.0) as i64);
    let runs = |slack_s: i64| {
        let known = |run_s: f64| duration((run_s + slack_s as f64).max(0.0));
        let mut runs: Vec<GoDuration> = kills
            .iter()
            .map(|kill| kill.run_s.map_or(duration(usual_s), known))
            .collect();
        runs.resize(limits::MAX_RUN_TIMES, duration(usual_s));
        RunTime::List(runs)
    };
    let runs: Vec<RunTime> = (-SLACK_S..=SLACK_S).map(runs).collect();
    let kind = Kind {
        release: case.release(),
        ends: Ending::Probe,
        create_ms: case.create_ms(),
        horizon_s: 4000,
        pods: 40,
        seeds: 2,
    };
    Ok(sample(kind, &runs)?.concat())
}

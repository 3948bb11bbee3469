//! How many restarts there are within 30 minutes, an hour and a day.

use backoff::{Policy, Replay, Runs};
use serde::Serialize;

/// The most restarts that are stepped through.
const MAX_STEPS: usize = 10_000_000;

const MINUTE: i64 = 60_000_000_000;
const HALF_HOUR: i64 = 30 * MINUTE;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// For each horizon the restarts before it, and until it.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    #[serde(rename = "30m")]
    half_hour: [u64; 2],
    #[serde(rename = "1h")]
    hour: [u64; 2],
    #[serde(rename = "24h")]
    day: [u64; 2],
}

impl Counts {
    /// Counts the restarts of a container by stepping until they repeat, and by division from there.
    ///
    /// # Errors
    ///
    /// When there is no end to the restarts, or none within [`MAX_STEPS`].
    pub(super) fn of(policy: &Policy, runs: &Runs, gc_every_ns: Option<i64>) -> Result<Self, String> {
        let mut counts = Self::default();
        // The starts of the current round through the cycle.
        let mut round = Vec::new();
        let mut before_ns = 0;
        let mut undisturbed = true;
        // The last start and the delay of the round before.
        let mut boundary = None;
        for (index, restart) in Replay::new(policy.clone(), runs.clone(), gc_every_ns).enumerate() {
            let started_ns = restart.started_ns;
            if started_ns > DAY {
                return Ok(counts);
            }
            if index == MAX_STEPS {
                return Err(format!(
                    "more than {MAX_STEPS} restarts within 24h: lengthen the runs or the delays"
                ));
            }
            counts.add(|horizon| u64::from(started_ns <= horizon));
            // Garbage collection does not depend on the round alone, but it needs a longer gap than this.
            undisturbed &= gc_every_ns.is_none() || started_ns - before_ns <= policy.threshold_ns();
            before_ns = started_ns;
            if index < runs.prefix.len() {
                continue;
            }
            round.push(started_ns);
            if round.len() == runs.cycle.len() {
                // What follows depends on the delay alone, so from here on every round is like this one.
                if let Some((begin_ns, delay_ns)) = boundary
                    && delay_ns == restart.backoff_ns
                    && undisturbed
                {
                    let period_ns = started_ns - begin_ns;
                    if period_ns == 0 {
                        return Err(
                            "the restarts have no end: neither runs nor delays take any time".to_owned()
                        );
                    }
                    for start_ns in &round {
                        counts.add(|horizon| {
                            u64::try_from((horizon - start_ns).div_euclid(period_ns)).unwrap_or(0)
                        });
                    }
                    return Ok(counts);
                }
                boundary = Some((started_ns, restart.backoff_ns));
                round.clear();
                undisturbed = true;
            }
        }
        Ok(counts)
    }

    /// Adds to each number how many restarts there are until an instant. Before it means until 1 ns less.
    fn add(&mut self, restarts_until: impl Fn(i64) -> u64) {
        for (horizon, [before, until]) in [
            (HALF_HOUR, &mut self.half_hour),
            (HOUR, &mut self.hour),
            (DAY, &mut self.day),
        ] {
            *before += restarts_until(horizon - 1);
            *until += restarts_until(horizon);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use backoff::ResetRule;

    /// Counts without any shortcut.
    fn stepped(policy: &Policy, runs: &Runs, gc_every_ns: Option<i64>) -> Counts {
        let mut counts = Counts::default();
        for restart in Replay::new(policy.clone(), runs.clone(), gc_every_ns) {
            if restart.started_ns > DAY {
                break;
            }
            counts.add(|horizon| u64::from(restart.started_ns <= horizon));
        }
        counts
    }

    #[test]
    fn division_agrees_with_stepping() {
        let second = 1_000_000_000;
        let mut differ = Vec::new();
        for (initial, max, threshold) in [
            (10, 300, 600),
            (1, 60, 600),
            (1, 1, 5),
            (300, 60, 120),
            (7, 11, 100),
        ] {
            let mut policy = Policy::exponential(initial * second, max * second);
            policy.reset = ResetRule::After(threshold * second);
            for cycle in [
                &[0][..],
                &[3],
                &[1, 500, 2],
                &[601, 0],
                &[299, 301, 4, 4],
                &[1_800],
                &[],
            ] {
                for prefix in [&[][..], &[5, 700]] {
                    let seconds = |runs: &[i64]| runs.iter().map(|run| run * second).collect();
                    let runs = Runs {
                        prefix: seconds(prefix),
                        cycle: seconds(cycle),
                    };
                    for gc_every_ns in [None, Some(2 * second)] {
                        let counts = Counts::of(&policy, &runs, gc_every_ns);
                        if counts != Ok(stepped(&policy, &runs, gc_every_ns)) {
                            differ.push(format!("{policy:?} {runs:?} {gc_every_ns:?}"));
                        }
                    }
                }
            }
        }
        assert_eq!(differ, [""; 0]);
    }

    #[test]
    fn dense_restarts_are_counted_by_division() {
        let runs = Runs {
            prefix: vec![],
            cycle: vec![0],
        };
        let counts = Counts::of(&Policy::exponential(1, 1), &runs, None).unwrap();
        // The first restart is at 0.
        assert_eq!(counts.day, [DAY.unsigned_abs(), DAY.unsigned_abs() + 1]);
        assert!(Counts::of(&Policy::exponential(0, 0), &runs, None).is_err());
    }
}

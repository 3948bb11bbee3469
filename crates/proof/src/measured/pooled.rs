//! Lateness of one rule and delay over all kubelets of a release: few kubelets are a small sample,
//! together they are a large one.

use serde::Serialize;

use super::{Lateness, Rule};

/// Lateness over all kubelets of a release, in seconds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pooled {
    /// The release.
    pub release: String,
    /// The rule.
    pub rule: Rule,
    /// The delay in milliseconds.
    pub delay_ms: i64,
    /// How many restarts were measured.
    pub n: usize,
    /// The measured mean.
    pub measured: f64,
    /// The simulated mean, each case with the weight of its measured restarts.
    pub simulated: f64,
}

/// Puts the rows of each release, rule and delay together.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of restarts")]
pub fn pooled(rows: &[Lateness]) -> Vec<Pooled> {
    let mut pools: Vec<Pooled> = Vec::new();
    for row in rows {
        let Some([simulated, ..]) = row.simulated else {
            continue;
        };
        let key = (&row.place.release, row.rule, row.delay_ms);
        let at = pools
            .binary_search_by(|pool| (&pool.release, pool.rule, pool.delay_ms).cmp(&key))
            .unwrap_or_else(|at| {
                let pool = Pooled {
                    release: row.place.release.clone(),
                    rule: row.rule,
                    delay_ms: row.delay_ms,
                    n: 0,
                    measured: 0.0,
                    simulated: 0.0,
                };
                pools.insert(at, pool);
                at
            });
        let pool = &mut pools[at];
        pool.n += row.n;
        let weight = row.n as f64 / pool.n as f64;
        pool.measured += (row.measured[0] - pool.measured) * weight;
        pool.simulated += (simulated - pool.simulated) * weight;
    }
    pools
}

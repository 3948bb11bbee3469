//! What validation says to the maximum delay.

use backoff::GoDuration;
use document::Position;

use super::{Finding, feature_gates::Set};
use crate::gates::KUBELET_CRASH_LOOP_BACK_OFF_MAX;

const MAX_GATE: &str = KUBELET_CRASH_LOOP_BACK_OFF_MAX.name;

/// The range that a kubelet accepts, in whole milliseconds.
const PERIOD_RANGE_MS: std::ops::RangeInclusive<i64> = 1_000..=300_000;

/// Whether a kubelet accepts this maximum delay. It compares whole milliseconds, so 300.0009s is accepted.
pub(crate) fn period_is_accepted(period_ns: i64) -> bool {
    PERIOD_RANGE_MS.contains(&(period_ns / 1_000_000))
}

/// The maximum delay of a configuration after defaulting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Period {
    /// In nanoseconds.
    pub(super) ns: i64,
    /// Where somebody wrote it; nothing when it was filled in.
    pub(super) at: Option<Position>,
}

/// What validation says to a maximum delay, given whether the Max gate is on and where it was set.
pub(super) fn period(period: Option<Period>, max_is_on: bool, set: Option<Set>) -> Option<Finding> {
    let field = "crashLoopBackOff.maxContainerRestartPeriod";
    let gate_at = set.map(|set| set.at);
    let (at, message, hint) = match period {
        None if !max_is_on => return None,
        None => (
            gate_at,
            format!(
                "FeatureGate {MAX_GATE} is enabled, CrashLoopBackOff.MaxContainerRestartPeriod must be set"
            ),
            "The gate came on after the field was filled in. Write the field, or turn the gate on in the files too."
                .to_owned(),
        ),
        Some(period) if !max_is_on => (
            period.at.or(gate_at),
            format!(
                "FeatureGate {MAX_GATE} not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set"
            ),
            if period.at.is_some() {
                format!("Set featureGates.{MAX_GATE} to true, or remove the field.")
            } else {
                "Nobody wrote the field: it was filled in while the gate was still on. Turn the gate off in the main \
                 file too."
                    .to_owned()
            },
        ),
        Some(period) if period_is_accepted(period.ns) => return None,
        Some(Period { ns, at }) => {
            let near = if ns < 1_000_000_000 { "1s" } else { "300s" };
            (
                at,
                format!(
                    "CrashLoopBackOff.MaxContainerRestartPeriod (got: {} seconds) must be set between 1s and 300s",
                    go_seconds(ns)
                ),
                format!(
                    "{} is outside; the nearest that is allowed is {near:?}.",
                    GoDuration(ns).short()
                ),
            )
        }
    };
    Some(Finding {
        file: None,
        at,
        field: field.to_owned(),
        message: format!("invalid configuration: {message}"),
        hint: Some(hint),
    })
}

/// Go's `Duration.Seconds()` printed with `%v`: the shortest digits, with an exponent below 1e-4 and from 1e+06.
fn go_seconds(period_ns: i64) -> String {
    let whole = period_ns / 1_000_000_000;
    let rest = period_ns % 1_000_000_000;
    #[expect(clippy::cast_precision_loss, reason = "Go rounds in the same way")]
    let seconds = whole as f64 + rest as f64 / 1e9;
    let scientific = format!("{seconds:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return format!("{seconds}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_print_as_go_prints_them() {
        let cases = [
            (0, "0"),
            (-1_000_000_000, "-1"),
            (999_999_999, "0.999999999"),
            (100_000, "0.0001"),
            (10_000, "1e-05"),
            (-1, "-1e-09"),
            (999_999_000_000_000, "999999"),
            (1_000_000_000_000_000, "1e+06"),
            (i64::MAX, "9.223372036854776e+09"),
        ];
        for (period_ns, expected) in cases {
            assert_eq!(go_seconds(period_ns), expected);
        }
    }

    #[test]
    fn whole_milliseconds_are_compared() {
        let accepted = [1_000_000_000, 300_000_999_999];
        let refused = [999_999_999, 300_001_000_000, 0, -5_000_000_000, i64::MIN];
        assert!(accepted.into_iter().all(period_is_accepted));
        assert!(!refused.into_iter().any(period_is_accepted));
    }
}

//! How often a waiting pod is looked at, from the kubelet's timing alone.

use kubelet::{Requeue, Timing};

use super::{Case, Check, Judgement, RESOLUTION_S};
use crate::statistics::seconds;

/// The shortest and the longest time between two looks at a pod whose back-off is long, in seconds.
fn between_looks(case: &Case) -> (f64, f64) {
    let timing = Timing::of(case.release());
    let (Requeue::Fixed(sleep_ns)
    | Requeue::Remaining {
        limit_ns: sleep_ns, ..
    }) = timing.requeue;
    // Half of the sleep is added at random, then the work queue's next tick hands the pod out.
    (
        seconds(sleep_ns),
        seconds(sleep_ns + sleep_ns / 2 + timing.sync_tick_ns),
    )
}

pub(super) fn gaps(case: &Case) -> Judgement {
    let (shortest, longest) = between_looks(case);
    let possible = shortest - RESOLUTION_S..=longest + RESOLUTION_S;
    let seen: Vec<String> = case.gaps_s.iter().map(|gap| format!("{gap}s")).collect();
    (
        Check::Cadence,
        seen.join(", "),
        format!("{shortest}–{longest}s"),
        case.gaps_s.iter().all(|gap| possible.contains(gap)),
    )
}

/// Each look makes one event at most; the container also runs, and events are dropped.
pub(super) fn events(case: &Case) -> Result<Judgement, String> {
    let (Some(events), Some((from_s, to_s))) = (case.events, case.span_s) else {
        return Err(format!("{}: neither events nor span", case.id));
    };
    let (shortest, _) = between_looks(case);
    let most = to_s / shortest;
    Ok((
        Check::Events,
        format!("{events} in {from_s}–{to_s}s"),
        format!("at most {most:.0}"),
        events <= most,
    ))
}

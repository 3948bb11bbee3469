//! The counts by another way: the closed forms and the replay of the engine, without the simulator.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use backoff::{Curve, GoDuration, Replay, Runs};
use claims::{Computation, Count, Ends, Number, Simulate, all, evaluate};
use sim::{Model, Policy};

/// The restarts of one container up to and including an instant.
fn until(simulate: &Simulate, policy: &Policy, at: GoDuration) -> i64 {
    let (policy, run) = (policy.engine(), simulate.run.nanos());
    let count = if simulate.model == Model::Documented {
        Curve::new(&policy, run).restarts_within(at.nanos(), true)
    } else {
        let runs = Runs {
            prefix: vec![],
            cycle: vec![run],
        };
        let restarts = Replay::new(policy, runs, None);
        restarts
            .take_while(|restart| restart.started_ns <= at.nanos())
            .count() as u64
    };
    i64::try_from(count).unwrap()
}

/// The restarts between two instants, the first one excluded but for 0.
fn between(simulate: &Simulate, policy: &Policy, from: GoDuration, to: GoDuration) -> i64 {
    let before = if from == GoDuration::ZERO {
        0
    } else {
        until(simulate, policy, from)
    };
    until(simulate, policy, to) - before
}

fn expected(simulate: &Simulate) -> Option<Vec<i64>> {
    let windows = |edges: &[GoDuration]| {
        let mut from = GoDuration::ZERO;
        let windows = edges.iter().map(|&to| (std::mem::replace(&mut from, to), to));
        windows.collect::<Vec<_>>()
    };
    let excess = |from, to| {
        let baseline = simulate.baseline.as_ref().unwrap();
        between(simulate, &simulate.policy, from, to) - between(simulate, baseline, from, to)
    };
    if simulate.ends == Ends::Excluded {
        return None;
    }
    match &simulate.count {
        Count::Restarts(edges) => Some(
            edges
                .iter()
                .map(|&to| until(simulate, &simulate.policy, to))
                .collect(),
        ),
        Count::Windows(edges) => Some(
            windows(edges)
                .into_iter()
                .map(|(from, to)| between(simulate, &simulate.policy, from, to))
                .collect(),
        ),
        Count::Excess(from, to) => Some(vec![excess(*from, *to)]),
        Count::ExcessWindows(edges) => Some(
            windows(edges)
                .into_iter()
                .map(|(from, to)| excess(from, to))
                .collect(),
        ),
        // The text takes 5 requests for a restart.
        Count::ExcessRequests(from, to) => Some(vec![excess(*from, *to) * i64::from(simulate.pods) * 5]),
        _ => None,
    }
}

#[test]
fn counts_agree_with_the_closed_forms_and_the_replay() {
    let mut compared = 0;
    for claim in all() {
        let row = evaluate(&claim);
        for (reading, computed) in claim.readings.iter().zip(&row.readings) {
            if let Computation::Simulate(simulate) = &reading.compute
                && let Some(expected) = expected(simulate)
            {
                let expected: Vec<_> = expected.into_iter().map(Number::whole).collect();
                assert_eq!(computed.value, expected, "{}: {}", claim.id, computed.words);
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "only {compared} readings were compared");
}

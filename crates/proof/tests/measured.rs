//! How close the simulator has to be to the kubelets that were measured.

#![expect(clippy::expect_used, reason = "tests may fail")]

use std::sync::LazyLock;

use proof::measured::{Measured, RESOLUTION_S, Rule, SHARE, Verdict, compared, exceptions, kubelets};

static MEASURED: LazyLock<Measured> = LazyLock::new(|| compared().expect("the data can be replayed"));

/// Means within a tenth or inside the measured spread, but for named exceptions; nothing early.
#[test]
fn restarts_and_lateness_are_those_of_real_kubelets() {
    let measured = &*MEASURED;
    let gaps: Vec<String> = measured
        .restarts
        .iter()
        .filter(|row| row.verdict == Verdict::Gap)
        .map(|row| format!("{row:?}"))
        .chain(
            measured
                .lateness
                .iter()
                .filter(|row| row.verdict == Verdict::Gap)
                .map(|row| format!("{row:?}")),
        )
        .collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
    assert_eq!(measured.early, 0, "a start came before exit and delay");
    // An exception that has become none is to be taken out.
    let explained = measured.restarts.iter().filter_map(|row| row.mechanism);
    let explained = explained.chain(measured.lateness.iter().filter_map(|row| row.mechanism));
    assert_eq!(explained.count(), exceptions());
}

/// Over all kubelets of a release the means are within a tenth, without exception, wherever there
/// are enough restarts for a mean.
#[test]
fn lateness_of_each_release_and_delay_is_that_of_real_kubelets() {
    let pools: Vec<_> = MEASURED.pooled.iter().filter(|pool| pool.n >= 100).collect();
    assert!(pools.len() > 30, "{}", pools.len());
    for pool in pools {
        let difference = (pool.simulated - pool.measured).abs();
        assert!(
            difference <= (SHARE * pool.measured).max(RESOLUTION_S),
            "{pool:?}"
        );
    }
}

/// Where many restarts were measured their whole distribution is met, not only its mean, and syncs
/// in back-off are as many as measured.
#[test]
fn distributions_and_syncs_are_those_of_real_kubelets() {
    let measured = &*MEASURED;
    for row in measured.lateness.iter().filter(|row| row.n >= 100) {
        assert!(row.distance <= 0.2, "{row:?}");
    }
    for row in &measured.syncs {
        let [fewest, most] = row.range.map(f64::from);
        let near = (row.simulated - row.measured).abs() <= row.measured * SHARE;
        assert!(near || (fewest..=most).contains(&row.simulated), "{row:?}");
    }
}

/// No real kubelet started a container before its delay was over either.
#[test]
fn no_measured_start_was_early() {
    let mut steps = 0;
    for kubelet in kubelets().expect("the data can be read") {
        for case in &kubelet.cases {
            for step in case.containers.iter().flat_map(|container| &container.lateness) {
                if matches!(step.rule, Rule::Step | Rule::KillBlocked) {
                    assert!(
                        step.quantiles[0] >= 0,
                        "{} {} {}",
                        kubelet.release,
                        kubelet.kubelet,
                        case.case
                    );
                    steps += 1;
                }
            }
        }
    }
    assert!(steps > 500, "{steps}");
}

//! The models against the engine they are built on, and against numbers published elsewhere.

#![expect(clippy::expect_used, reason = "a test may fail")]

use backoff::{Curve, Factor, GoDuration, Replay, Runs};
use proptest::prelude::*;
use sim::{Group, Model, Policy, Reset, RunTime, Scenario, Shape, Why, simulate};

const SECOND: i64 = 1_000_000_000;

fn secs(seconds: i64) -> GoDuration {
    GoDuration::from_secs(seconds)
}

fn one_container(model: Model, policy: Policy, run: RunTime, horizon: GoDuration) -> Scenario {
    let mut scenario = Scenario {
        model,
        policies: vec![policy],
        workload: vec![Group {
            pods: 1,
            run,
            ..Group::default()
        }],
        horizon,
        ..Scenario::default()
    };
    scenario.node.create_latency = GoDuration::ZERO;
    scenario
}

fn restarts(scenario: &Scenario) -> Vec<i64> {
    simulate(scenario).expect("a valid scenario").outcomes[0]
        .timeline
        .restarts(0)
        .to_vec()
}

/// The upstream e2e test lists starts at 0, 0, 10, 30, 70, 150 and 310 seconds
/// (`test/e2e_node/container_restart_test.go`).
#[test]
fn an_instant_crasher_restarts_when_the_upstream_test_says() {
    let scenario = one_container(
        Model::BackoffObject,
        Policy::exponential("default", secs(10), secs(300)),
        RunTime::default(),
        secs(1800),
    );
    let expected: Vec<_> = [0, 10, 30, 70, 150, 310, 610, 910, 1210, 1510]
        .map(|s| s * SECOND)
        .to_vec();
    assert_eq!(restarts(&scenario), expected);
}

/// KEP-4603: the first restart comes within 10s, the second within 30s, the third within 70s.
#[test]
fn the_documented_curve_holds_the_first_restart_back() {
    let scenario = one_container(
        Model::Documented,
        Policy::exponential("default", secs(10), secs(300)),
        RunTime::default(),
        secs(900),
    );
    let expected: Vec<_> = [10, 30, 70, 150, 310, 610].map(|s| s * SECOND).to_vec();
    assert_eq!(restarts(&scenario)[..6], expected);
    let summary = &simulate(&scenario).expect("a valid scenario").outcomes[0].summary;
    assert_eq!(summary.kep_windows, [Some(1); 5]);
}

/// KEP-4603's rejected catch-up curve: its sixth restart lands at ten minutes.
#[test]
fn the_catch_up_curve_reaches_ten_minutes_with_its_sixth_restart() {
    let steps = [1, 2, 4, 8, 16, 569, 300].map(secs).to_vec();
    let policy = Policy {
        shape: Shape::Steps(steps),
        ..Policy::exponential("catch-up", secs(1), secs(1))
    };
    let scenario = one_container(Model::Documented, policy, RunTime::default(), secs(1000));
    assert_eq!(restarts(&scenario)[5], 600 * SECOND);
}

/// `kubelet >= 1.32`: reset after a run of more than 600s, strictly (`kubelet.go`, `HasExpiredFunc`).
#[test]
fn a_run_of_exactly_ten_minutes_does_not_reset() {
    let policy = Policy::exponential("default", secs(10), secs(300));
    let run = |nanos| RunTime::List(vec![GoDuration::ZERO, GoDuration::from_nanos(nanos)]);
    let why = |nanos| {
        let scenario = one_container(Model::BackoffObject, policy.clone(), run(nanos), secs(3600));
        let timeline = simulate(&scenario)
            .expect("a valid scenario")
            .outcomes
            .remove(0)
            .timeline;
        timeline.attempts(0).nth(2).expect("a second restart").why
    };
    assert_eq!(why(600 * SECOND), Why::BackedOff);
    assert_eq!(why(600 * SECOND + 1), Why::Reset);
}

/// The create latency counts as part of the run: `lastUpdate` is the instant of the start.
#[test]
fn create_latency_counts_towards_the_reset() {
    let run = RunTime::List(vec![GoDuration::ZERO, secs(600)]);
    let policy = Policy::exponential("default", secs(10), secs(300));
    let mut scenario = one_container(Model::BackoffObject, policy, run, secs(3600));
    scenario.node.create_latency = GoDuration::from_nanos(1);
    let timeline = simulate(&scenario)
        .expect("a valid scenario")
        .outcomes
        .remove(0)
        .timeline;
    assert_eq!(
        timeline.attempts(0).nth(2).expect("a second restart").why,
        Why::Reset
    );
}

fn any_policy() -> impl Strategy<Value = Policy> {
    let delay = prop_oneof![0..5 * SECOND, 0..700 * SECOND].prop_map(GoDuration::from_nanos);
    let shape = prop_oneof![
        4 => (delay.clone(), 1000..5000_u32, delay.clone()).prop_map(|(initial, x, max)| Shape::Exponential {
            initial,
            multiplier: Factor::from_thousandths(x),
            max,
        }),
        1 => delay.clone().prop_map(Shape::Flat),
        1 => prop::collection::vec(delay, 1..8).prop_map(Shape::Steps),
    ];
    let reset = prop_oneof![
        3 => Just(Reset::default()),
        1 => Just(Reset::TwiceMax),
        1 => (0..900 * SECOND).prop_map(|ns| Reset::After(GoDuration::from_nanos(ns))),
    ];
    (shape, reset).prop_map(|(shape, reset)| Policy {
        name: "any".to_owned(),
        shape,
        reset,
        jitter: Factor::ZERO,
        release: None,
    })
}

fn any_runs() -> impl Strategy<Value = Vec<i64>> {
    // At least a tenth of a second, so that a policy without delays stays within the limits.
    prop::collection::vec(prop_oneof![SECOND / 10..3 * SECOND, SECOND..900 * SECOND], 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn back_off_object_is_the_ideal_replay(policy in any_policy(), runs in any_runs()) {
        let list = RunTime::List(runs.iter().copied().map(GoDuration::from_nanos).collect());
        let scenario = one_container(Model::BackoffObject, policy.clone(), list, secs(3600));
        let simulated = restarts(&scenario);
        let replay = Replay::new(policy.engine(), Runs { prefix: Vec::new(), cycle: runs }, None);
        let expected: Vec<i64> = replay
            .take_while(|restart| restart.finished_ns <= 3600 * SECOND)
            .map(|restart| restart.started_ns)
            .filter(|&start| start <= 3600 * SECOND)
            .collect();
        prop_assert_eq!(simulated, expected);
    }

    #[test]
    fn documented_is_the_curve(policy in any_policy(), run in SECOND / 10..900 * SECOND) {
        let fixed = RunTime::Fixed(GoDuration::from_nanos(run));
        let scenario = one_container(Model::Documented, policy.clone(), fixed, secs(3600));
        let engine = policy.engine();
        let curve = Curve::new(&engine, run);
        let simulated = restarts(&scenario);
        prop_assert!(!simulated.is_empty() || run + engine.first_ns() > 3600 * SECOND);
        for (n, restart) in (1..).zip(simulated) {
            // The curve counts from the first exit, the timeline from the first start.
            prop_assert_eq!(restart, curve.elapsed_until(n), "restart {}", n);
        }
    }
}

//! What holds for the results of any scenario.

#![expect(
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a test may fail"
)]

#[path = "../../scenario/tests/support/any.rs"]
mod any;

use any::any_scenario;
use backoff::GoDuration;
use kubelet::Operation;
use proptest::prelude::*;
use sim::timeline::STILL_RUNNING;
use sim::{Model, Phase, Refusal, RunTime, Scenario, Simulation, Why, simulate, words};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn segments_cover_the_horizon_without_gaps(scenario in any_scenario()) {
        let results = simulate(&scenario).expect("small and valid");
        for outcome in &results.outcomes {
            let timeline = &outcome.timeline;
            prop_assert_eq!(timeline.len(), scenario.containers());
            for container in 0..timeline.len() {
                let mut at = 0;
                for segment in timeline.segments(container) {
                    prop_assert_eq!(segment.from_ns, at);
                    prop_assert!(segment.to_ns > at);
                    at = segment.to_ns;
                }
                prop_assert_eq!(at, scenario.horizon.nanos());
            }
        }
    }

    #[test]
    fn no_restart_comes_before_its_delay(scenario in any_scenario()) {
        for outcome in &simulate(&scenario).expect("small and valid").outcomes {
            let timeline = &outcome.timeline;
            for container in timeline.containers() {
                let group = &scenario.workload[usize::from(container.group)];
                let bound_ns = group.stagger.nanos() * i64::from(container.pod);
                prop_assert!(timeline.attempts(container.index).all(|attempt| attempt.start_ns >= bound_ns));
            }
            for container in 0..timeline.len() {
                let attempts: Vec<_> = timeline.attempts(container).chain(timeline.due(container)).collect();
                for pair in attempts.windows(2) {
                    let late = pair[1].start_ns - pair[0].exit_ns - pair[1].backoff_ns;
                    if scenario.model == Model::KubeletRelease {
                        // Only a forgotten back-off is cut short.
                        prop_assert!(late >= 0 || pair[1].why == Why::Collected, "{:?}", pair);
                    } else {
                        prop_assert_eq!(late, 0);
                    }
                    prop_assert!(pair[0].running_ns >= pair[0].start_ns);
                    prop_assert!(pair[0].exit_ns >= pair[0].running_ns);
                }
            }
        }
    }

    #[test]
    fn load_and_summary_count_the_same_restarts(scenario in any_scenario()) {
        for outcome in &simulate(&scenario).expect("small and valid").outcomes {
            let (timeline, load, summary) = (&outcome.timeline, &outcome.load, &outcome.summary);
            let containers = 0..timeline.len();
            let restarts: u64 = containers.clone().map(|c| timeline.restarts(c).len() as u64).sum();
            let starts: u64 = containers.map(|c| timeline.attempts(c).count() as u64).sum();
            prop_assert_eq!(load.starts.iter().copied().map(u64::from).sum::<u64>(), starts);
            prop_assert_eq!(load.start_rate.total, starts);
            prop_assert_eq!(summary.restarts_total, restarts);
            let requests: u64 = load.requests.iter().copied().map(u64::from).sum();
            prop_assert_eq!(load.request_rate.total, requests);
            match &load.kubelet {
                None => prop_assert_eq!(requests, restarts * u64::from(scenario.node.requests_per_restart)),
                Some(kubelet) => {
                    let sent = [
                        Operation::StatusGet,
                        Operation::StatusPatch,
                        Operation::EventPost,
                        Operation::EventPatch,
                    ];
                    prop_assert_eq!(requests, sent.map(|operation| kubelet.count(operation)).iter().sum::<u64>());
                    prop_assert!(kubelet.count(Operation::StatusPatch) <= kubelet.count(Operation::StatusGet));
                    prop_assert!(kubelet.count(Operation::EventPost) + kubelet.count(Operation::EventPatch) <= kubelet.count(Operation::EventMade));
                    prop_assert_eq!(kubelet.count(Operation::Start), starts);
                    prop_assert_eq!(kubelet.calls.values().sum::<u64>(), kubelet.cri_rate.total);
                    prop_assert!(kubelet.excess.cri_calls <= kubelet.cri_rate.total);
                    // Of each second less than a microsecond is cut off.
                    let seconds = 1 + scenario.horizon.nanos().cast_unsigned() / 1_000_000_000;
                    prop_assert!(kubelet.excess.cpu_us <= kubelet.cpu_rate.total + seconds);
                    prop_assert!(kubelet.event_held_ns <= scenario.horizon.nanos());
                }
            }
            prop_assert!(load.request_rate.peak_1s <= load.request_rate.peak_10s);
            prop_assert!(load.request_rate.peak_10s <= load.request_rate.peak_60s);
            prop_assert!(load.request_rate.peak_60s <= load.request_rate.total);
            prop_assert!(load.over_limit_ns <= scenario.horizon.nanos() + 1_000_000_000);
            prop_assert!(load.request_rate.steady <= load.request_rate.total);
            prop_assert!(load.starts.len() <= 720);
            prop_assert!((0.0..=1.0).contains(&summary.downtime.share()));
            if let Some(recovery) = summary.recovery {
                prop_assert!(recovery.recovered <= recovery.containers);
                prop_assert!(recovery.median_ns <= recovery.p95_ns && recovery.p95_ns <= recovery.max_ns);
            }
        }
    }

    #[test]
    fn slices_give_the_same_results(scenario in any_scenario(), slice in 1..50_u64) {
        let mut simulation = Simulation::new(&scenario).expect("valid");
        let mut before = 0;
        loop {
            let progress = simulation.advance(slice).expect("small");
            prop_assert!(progress.done >= before && progress.done <= progress.of);
            before = progress.done;
            if progress.finished() {
                break;
            }
        }
        prop_assert_eq!(simulation.into_results(), simulate(&scenario).expect("small and valid"));
    }

    #[test]
    fn every_container_can_be_explained_at_any_time(scenario in any_scenario(), at in 0.0..1.0_f64) {
        let results = simulate(&scenario).expect("small and valid");
        let at_ns = (scenario.horizon.nanos() as f64 * at) as i64;
        for (policy, outcome) in results.outcomes.iter().enumerate() {
            for container in 0..outcome.timeline.len() {
                let words = words::explain_at(&scenario, policy, &outcome.timeline, container, at_ns);
                prop_assert!(words.is_some_and(|words| !words.is_empty()));
            }
        }
        let answer = words::plain(&words::answer(&scenario, &results));
        prop_assert!(answer.ends_with('.'), "{}", answer);
    }
}

#[test]
fn a_container_that_is_not_restarted_completes() {
    let mut scenario = Scenario::default();
    scenario.workload[0].exit_code = 0;
    scenario.workload[0].restart_policy = sim::RestartPolicy::OnFailure;
    let results = simulate(&scenario).expect("valid");
    let timeline = &results.outcomes[0].timeline;
    assert_eq!(timeline.restarts(0), [] as [i64; 0]);
    assert_eq!(
        timeline.segments(0).last().map(|segment| segment.phase),
        Some(Phase::Completed)
    );
    let summary = &results.outcomes[0].summary;
    assert_eq!(
        summary.downtime.wanted_ns,
        110 * 150_000_000,
        "only its creation was waited for"
    );
}

#[test]
fn recovery_counts_from_the_return_of_the_dependency() {
    let mut scenario = Scenario::default();
    scenario.workload[0].recovers_at = Some(GoDuration::from_secs(200));
    let results = simulate(&scenario).expect("valid");
    let recovery = results.outcomes[0].summary.recovery.expect("the group recovers");
    // Starts at 0, 0.15, 10.3, 30.45, 70.6, 150.75 and 310.9 seconds; the last one finds the
    // dependency and runs after another 0.15 seconds.
    assert_eq!(recovery.containers, 110);
    assert_eq!(recovery.recovered, 110);
    assert_eq!(recovery.median_ns, 111_050_000_000);
}

/// Under every model: what runs when the dependency goes down fails its run time later, attempts
/// meanwhile fail, and what starts after its return keeps running.
#[test]
fn a_dependency_is_down_from_one_instant_to_another() {
    for model in [Model::Documented, Model::BackoffObject, Model::KubeletRelease] {
        let mut scenario = Scenario {
            model,
            ..Scenario::default()
        };
        let group = &mut scenario.workload[0];
        group.pods = 1;
        group.run = RunTime::Fixed(GoDuration::from_secs(7));
        group.down_from = Some(GoDuration::from_secs(100));
        group.recovers_at = Some(GoDuration::from_secs(400));
        let results = simulate(&scenario).expect("valid");
        let timeline = &results.outcomes[0].timeline;
        let attempts: Vec<_> = timeline.attempts(0).collect();
        assert_eq!(attempts[0].exit_ns, 107_000_000_000, "{model:?}");
        let (last, between) = attempts[1..].split_last().expect("restarts");
        assert!(between.len() >= 3, "{model:?}");
        for attempt in between {
            assert!(attempt.start_ns < 400_000_000_000, "{model:?}");
            assert_eq!(attempt.exit_ns - attempt.running_ns, 7_000_000_000, "{model:?}");
        }
        assert!(last.start_ns >= 400_000_000_000, "{model:?}");
        assert_eq!(last.exit_ns, STILL_RUNNING, "{model:?}");
        let recovery = results.outcomes[0].summary.recovery.expect("it recovers");
        assert_eq!(recovery.max_ns, last.running_ns - 400_000_000_000, "{model:?}");
        let said = words::explain_at(&scenario, 0, timeline, 0, 60_000_000_000).expect("it runs");
        assert!(said.contains("its dependency goes down at 1m40s"), "{said}");
        let answer = words::plain(&words::answer(&scenario, &results));
        assert!(
            answer.starts_with("In the five minutes after its dependency went down"),
            "{answer}"
        );
    }
}

#[test]
fn only_containers_that_were_down_recover() {
    let mut scenario = Scenario::default();
    scenario.workload[0].recovers_at = Some(GoDuration::from_secs(30));
    scenario.workload[0].stagger = GoDuration::from_secs(1);
    let recovery = simulate(&scenario).expect("valid").outcomes[0]
        .summary
        .recovery
        .expect("some were down");
    assert_eq!(
        recovery.containers, 30,
        "the others started when the dependency was back"
    );
}

#[test]
fn the_answer_counts_a_groups_own_containers() {
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        ..Scenario::default()
    };
    scenario.policies.truncate(1);
    scenario.workload[0].pods = 2;
    let alone = simulate(&scenario).expect("valid");
    let sentence = |scenario: &Scenario, results: &sim::Results| {
        let said = words::plain(&words::answer(scenario, results));
        said.split(". ").next().map(str::to_owned)
    };
    let before = sentence(&scenario, &alone);
    scenario.workload[0].beside.push(sim::Beside {
        name: "proxy".to_owned(),
        role: sim::Role::Sidecar,
        run: RunTime::Fixed(GoDuration::from_secs(100_000)),
        exit_code: 0,
        ends: sim::Ending::Exit,
    });
    assert_eq!(sentence(&scenario, &simulate(&scenario).expect("valid")), before);
}

#[test]
fn the_answer_speaks_of_one_pod_and_of_many() {
    for (model, pods, causes, takes) in [
        (
            Model::KubeletRelease,
            1,
            " It causes ",
            ", and takes the kubelet ",
        ),
        (
            Model::KubeletRelease,
            2,
            " 2 of them cause ",
            ", and take the kubelet ",
        ),
        (
            Model::BackoffObject,
            1,
            " It asks for ",
            ", within the client limit",
        ),
        (
            Model::BackoffObject,
            2,
            " 2 of them ask for ",
            ", within the client limit",
        ),
    ] {
        let mut scenario = Scenario {
            model,
            ..Scenario::default()
        };
        scenario.workload[0].pods = pods;
        let results = simulate(&scenario).expect("valid");
        let answer = words::plain(&words::answer(&scenario, &results));
        assert!(answer.contains(causes) && answer.contains(takes), "{answer}");
    }
}

#[test]
fn too_many_attempts_are_refused_with_a_way_out_that_works() {
    let mut scenario = Scenario::default();
    scenario.policies.truncate(1);
    scenario.policies[0] = sim::presets::all()
        .into_iter()
        .find(|p| p.id == "minimum")
        .expect("a preset")
        .policy;
    scenario.workload[0].pods = 500;
    scenario.node.max_pods = 500;
    scenario.horizon = GoDuration::from_secs(24 * 3600);
    let Err(Refusal::TooLarge { remedy, .. }) = simulate(&scenario) else {
        panic!("37 million attempts were not refused");
    };
    let horizon = remedy
        .strip_prefix("shorten the horizon to ")
        .and_then(|rest| rest.split(',').next())
        .expect("the remedy names a horizon");
    scenario.horizon = horizon.parse().expect("a duration");
    assert!(
        scenario.horizon.nanos() > 3600 * 1_000_000_000,
        "{horizon} is too cautious"
    );
    simulate(&scenario).expect("the way out works");
}

/// Of millions of attempts those of some containers are kept; all are counted.
#[test]
fn what_is_not_kept_is_counted() {
    let second = GoDuration::from_secs(1);
    let mut scenario = Scenario {
        policies: vec![sim::Policy::exponential("1s", second, second)],
        horizon: GoDuration::from_secs(20_000),
        ..Scenario::default()
    };
    let results = simulate(&scenario).expect("valid");
    let outcome = &results.outcomes[0];
    let kept = (0..110)
        .filter(|&container| outcome.timeline.keeps(container))
        .count();
    assert!((50..110).contains(&kept), "{kept} containers are kept");
    let each = outcome.timeline.restarts(0).len() as u64;
    assert_eq!(outcome.summary.restarts_total, 110 * each);
    assert_eq!(
        outcome.timeline.segments(109).count(),
        0,
        "the last one is not kept"
    );

    let mut simulation = Simulation::keeping(&scenario, 105).expect("valid");
    while !simulation.advance(u64::MAX).expect("not too large").finished() {}
    let other = &simulation.into_results().outcomes[0];
    assert_eq!(other.summary, outcome.summary);
    assert_eq!(other.load, outcome.load);
    assert!(other.timeline.keeps(109) && other.timeline.keeps(0) && !other.timeline.keeps(104));
    assert_eq!(other.timeline.restarts(105).len() as u64, each);

    scenario.workload[0].pods = 1;
    let alone = &simulate(&scenario).expect("valid").outcomes[0];
    assert_eq!(alone.timeline.restarts(0), outcome.timeline.restarts(0));
}

#[test]
fn a_policy_without_any_delay_is_refused_when_nothing_else_takes_time() {
    let mut scenario = Scenario::default();
    scenario.policies[0].shape = sim::Shape::Flat(GoDuration::ZERO);
    scenario.node.create_latency = GoDuration::ZERO;
    let refusal = simulate(&scenario).expect_err("an endless loop");
    assert!(
        refusal.to_string().contains("even one container needs more"),
        "{refusal}"
    );
}

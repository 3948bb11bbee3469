//! Changed images and restart rules.

#![expect(clippy::expect_used, reason = "tests may fail")]

#[path = "support/attempts.rs"]
mod attempts;

use attempts::{one, run, s};
use backoff::GoDuration;
use kubelet::Release;
use sim::{
    Attempt, Beside, Ending, ExitCodes, Group, Model, Operator, Policy, RestartPolicy, RestartRule, Role,
    RuleAction, RunTime, Scenario, Why, simulate,
};

const SECOND: i64 = 1_000_000_000;

fn kubelet(release: &str, group: &Group) -> Vec<Vec<Attempt>> {
    run(release, group, |_| ())
}

/// A new image has a new key: the wait ends, and the delays begin with the initial one.
#[test]
fn a_changed_image_ends_the_back_off() {
    for release in ["1.30", "1.36"] {
        let group = Group {
            image_changes_at: Some(s(250)),
            ..one(0)
        };
        let attempts = kubelet(release, &group).remove(0);
        let at = attempts
            .iter()
            .position(|attempt| attempt.why == Why::Changed)
            .expect("a start for the change");
        let started = attempts[at].start_ns - 250 * SECOND;
        assert!((0..SECOND / 10).contains(&started), "{release}: {started}");
        let delays: Vec<_> = attempts[at..]
            .iter()
            .take(4)
            .map(|attempt| attempt.backoff_ns / SECOND)
            .collect();
        assert_eq!(delays, [0, 10, 20, 40]);
    }
}

/// What runs is killed and started in one sync, even under the policy Never. No exit before is known
/// then, so no entry is made.
#[test]
fn a_changed_image_restarts_what_runs() {
    let group = Group {
        image_changes_at: Some(s(100)),
        ..one(1000)
    };
    let attempts = kubelet("1.36", &group).remove(0);
    assert!((attempts[0].exit_ns - 100 * SECOND) < SECOND / 10);
    assert_eq!(attempts[1].start_ns, attempts[0].exit_ns);
    assert_eq!(attempts[1].why, Why::Changed);
    assert_eq!(attempts[2].why, Why::FreeRestart);
    let never = Group {
        restart_policy: RestartPolicy::Never,
        ..group
    };
    let attempts = kubelet("1.36", &never).remove(0);
    assert_eq!(attempts.len(), 2);
    assert_eq!(attempts[1].why, Why::Changed);
}

fn rule(action: RuleAction, operator: Operator, code: u8) -> RestartRule {
    RestartRule {
        action,
        exit_codes: ExitCodes {
            operator,
            values: vec![code],
        },
    }
}

/// A rule only decides whether a container is restarted: its back-off is the usual one.
#[test]
fn a_rule_restarts_what_its_policy_does_not() {
    let always = Group {
        exit_code: 42,
        ..one(3)
    };
    let with = |operator| Group {
        restart_policy: RestartPolicy::Never,
        restart_policy_rules: vec![rule(RuleAction::Restart, operator, 42)],
        ..always.clone()
    };
    for model in [Model::Documented, Model::BackoffObject, Model::KubeletRelease] {
        let of = |group: &Group| run("1.36", group, |scenario| scenario.model = model);
        assert_eq!(of(&with(Operator::In)), of(&always));
        assert_eq!(of(&with(Operator::NotIn))[0].len(), 1);
    }
}

/// All containers are removed and start again, the first in order first; no back-off ever.
#[test]
fn restarting_all_containers_knows_no_back_off() {
    let group = Group {
        exit_code: 42,
        restart_policy: RestartPolicy::Never,
        restart_policy_rules: vec![rule(RuleAction::RestartAllContainers, Operator::In, 42)],
        beside: vec![
            Beside {
                name: "prepare".to_owned(),
                role: Role::Init,
                run: RunTime::Fixed(s(1)),
                exit_code: 0,
                ends: Ending::Exit,
            },
            Beside {
                name: "other".to_owned(),
                role: Role::App,
                run: RunTime::Fixed(s(100_000)),
                exit_code: 0,
                ends: Ending::Exit,
            },
        ],
        ..one(5)
    };
    for (release, most) in [("1.35", 3), ("1.36", 1)] {
        let pods = kubelet(release, &group);
        let [init, own, other] = &pods[..] else {
            panic!("three containers");
        };
        assert!(own.len() > 100, "{release}: {} starts", own.len());
        for pair in own.windows(2) {
            assert_eq!(pair[1].why, Why::AllRestarted);
            assert_eq!(pair[1].backoff_ns, 0);
        }
        for n in 1..own.len() - 1 {
            assert!(other[n - 1].exit_ns >= own[n - 1].exit_ns, "it was killed");
            assert!(init[n].start_ns >= other[n - 1].exit_ns);
            assert!(
                init[n].start_ns - own[n - 1].exit_ns < most * SECOND,
                "{release}: {n}"
            );
            assert!(own[n].start_ns >= init[n].exit_ns);
        }
    }
    // Nothing wakes the pod until 1.35 where nothing was killed.
    let alone = Group {
        beside: Vec::new(),
        ..group
    };
    for (release, wait_s) in [("1.35", 60..93), ("1.36", 0..2)] {
        let attempts = kubelet(release, &alone).remove(0);
        for pair in attempts.windows(2) {
            let wait = (pair[1].start_ns - pair[0].exit_ns) / SECOND;
            assert!(wait_s.contains(&wait), "{release}: {wait}s");
        }
    }
}

/// The restarts of all pods count together. At the limit, or one above it where it is 0, the Job fails
/// a second after a status has told of it, and nothing starts any more.
#[test]
fn a_job_fails_when_its_pods_were_restarted_too_often() {
    for (pods, limit, total) in [(1, 0, 1), (1, 3, 3), (5, 6, 10)] {
        let group = Group {
            pods,
            restart_policy: RestartPolicy::OnFailure,
            backoff_limit: Some(limit),
            ..one(2)
        };
        let pods = kubelet("1.36", &group);
        let restarts: usize = pods.iter().map(|attempts| attempts.len() - 1).sum();
        assert!(restarts >= limit.max(1) as usize, "{restarts} of {limit}");
        // Pods that wait for the same restart may still make it.
        assert!(restarts <= total, "{restarts} of {limit}");
        let last = pods.iter().flatten().map(|attempt| attempt.exit_ns).max();
        assert!(last.expect("attempts") < 120 * SECOND);
    }
}

/// Nor does a pod whose worker waits for a newer status when the Job fails.
#[test]
fn nothing_starts_after_a_job_has_failed() {
    for release in Release::ALL {
        for run_ms in (0..3000).step_by(500) {
            let group = Group {
                pods: 3,
                restart_policy: RestartPolicy::OnFailure,
                backoff_limit: Some(1),
                run: RunTime::Fixed(GoDuration::from_millis(run_ms)),
                ..Group::default()
            };
            let scenario = Scenario {
                model: Model::KubeletRelease,
                release,
                policies: vec![Policy::exponential("p", s(1), s(10))],
                workload: vec![group],
                ..Scenario::default()
            };
            let timeline = simulate(&scenario).expect("valid").outcomes.remove(0).timeline;
            let starts = (0..3).flat_map(|container| timeline.attempts(container));
            let last = starts.map(|attempt| attempt.start_ns).max();
            assert!(
                last.expect("attempts") < 30 * SECOND,
                "{release}, {run_ms}ms: {last:?}"
            );
        }
    }
}

/// A kill takes its time; what exits by itself meanwhile has exited then.
#[test]
fn a_kill_does_not_prolong_a_run() {
    let mut group = Group {
        image_changes_at: Some(s(4)),
        ..one(6)
    };
    group.create_latency = Some(GoDuration::ZERO);
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        workload: vec![group],
        ..Scenario::default()
    };
    scenario.node.loops.kill = Some(s(60));
    scenario.node.loops.start_noise = Some(GoDuration::ZERO);
    let timeline = simulate(&scenario).expect("valid").outcomes.remove(0).timeline;
    let attempts: Vec<_> = timeline.attempts(0).take(2).collect();
    assert_eq!(attempts[0].exit_ns - attempts[0].running_ns, 6 * SECOND);
    assert!(attempts[1].start_ns >= 64 * SECOND, "the sync waits for the kill");
    assert_eq!(attempts[1].why, Why::Changed);
}

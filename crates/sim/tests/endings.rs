//! The model *Kubelet release* where a start fails: hooks, image pulls, creation.
//!
//! The rules are those of `startContainer` and `doBackOff` in Kubernetes `pkg/kubelet/kuberuntime`
//! and of `pkg/kubelet/images/image_manager.go`, the same in 1.28 to 1.36.

#![expect(clippy::expect_used, reason = "tests may fail")]

#[path = "support/attempts.rs"]
mod attempts;

use attempts::{one, run, s};
use backoff::GoDuration;
use sim::timeline::STILL_RUNNING;
use sim::{Attempt, Ending, Failing, Group, Image, PullPolicy, Why};

const SECOND: i64 = 1_000_000_000;

/// Since 1.36 a sync without error has its pod looked at at once. That of a failed hook is none.
#[test]
fn a_failed_hook_is_an_ordinary_exit_at_the_end_of_its_sync() {
    for release in ["1.28", "1.35", "1.36"] {
        let group = Group {
            ends: Ending::PostStart,
            ..one(5)
        };
        let attempts = run(release, &group, |_| {}).remove(0);
        let why: Vec<_> = attempts.iter().map(|attempt| attempt.why).take(4).collect();
        assert_eq!(
            why,
            [Why::FirstStart, Why::FreeRestart, Why::BackedOff, Why::BackedOff]
        );
        let delays: Vec<_> = attempts
            .iter()
            .map(|attempt| attempt.backoff_ns / SECOND)
            .take(6)
            .collect();
        assert_eq!(delays, [0, 0, 10, 20, 40, 80]);
        for pair in attempts.windows(2) {
            // Five seconds of the hook and 50 ms of the kill.
            assert_eq!(pair[0].exit_ns - pair[0].running_ns, 5_050_000_000);
            assert!(pair[1].start_ns >= pair[0].exit_ns + pair[1].backoff_ns);
        }
        assert!(
            attempts[1].start_ns - attempts[0].exit_ns < 2 * SECOND,
            "{release}"
        );
    }
}

/// A hook meets its dependency at the start: what started before it went down has passed it.
#[test]
fn a_hook_passes_while_its_dependency_is_up() {
    let group = Group {
        ends: Ending::PostStart,
        down_from: Some(s(60)),
        stagger: s(45),
        pods: 3,
        recovers_at: Some(s(200)),
        ..one(5)
    };
    let pods = run("1.36", &group, |_| {});
    assert_eq!(pods[0].len(), 1);
    assert_eq!(pods[0][0].exit_ns, STILL_RUNNING);
    let (last, before) = pods[2].split_last().expect("attempts");
    assert!(before.len() >= 3);
    assert!(last.start_ns >= 200 * SECOND);
    assert_eq!(last.exit_ns, STILL_RUNNING);
}

/// A container that has never exited meets no back-off: it is tried again after 10 to 15 seconds
/// and the next tick, on every release.
#[test]
fn a_container_that_cannot_be_created_is_tried_at_a_flat_rate() {
    for release in ["1.34", "1.35"] {
        let group = Group {
            create_fails: Some(Failing::First(5)),
            pods: 20,
            ..one(0)
        };
        for attempts in run(release, &group, |_| {}) {
            let first = attempts[0];
            assert_eq!(first.why, Why::CreateFailed);
            assert!(
                (50 * SECOND..82 * SECOND).contains(&first.start_ns),
                "{release}: {first:?}"
            );
            assert_eq!(attempts[1].why, Why::FreeRestart, "no try has made an entry");
            assert_eq!(attempts[2].backoff_ns, 10 * SECOND);
        }
    }
}

/// Each try that the back-off lets through doubles the delay, measured from the same old exit.
#[test]
fn tries_that_fail_after_a_crash_double_the_delay() {
    let fails = Failing::Between {
        from: s(60),
        until: s(400),
    };
    let create = Group {
        create_fails: Some(fails),
        ..one(0)
    };
    let pull = Group {
        image: Some(Image {
            pull_time: GoDuration::from_millis(200),
            pull_policy: PullPolicy::Always,
            pull_fails: Some(fails),
        }),
        ..one(0)
    };
    for (group, why) in [(create, Why::CreateFailed), (pull, Why::PullFailed)] {
        for release in ["1.34", "1.36"] {
            let attempts = run(release, &group, |_| {}).remove(0);
            let at = attempts
                .iter()
                .position(|attempt| attempt.why == why)
                .expect("a start after failed tries");
            // Starts at about 0, 1, 12 and 36 seconds; from the exit then, tries after 40, 80, 160
            // and 300 seconds, and after that at every look.
            assert_eq!(at, 4, "{release}");
            assert!(attempts[3].start_ns < 60 * SECOND);
            assert_eq!(attempts[at].backoff_ns, 300 * SECOND, "{release} {why:?}");
            assert!(attempts[at].start_ns >= 400 * SECOND);
            assert_eq!(attempts[at + 1].backoff_ns, 300 * SECOND, "{release} {why:?}");
        }
    }
}

/// The image has a back-off of its own, 10, 20, 40 seconds and so on, which leaves that of the
/// container alone.
#[test]
fn a_failed_pull_has_a_back_off_of_its_own() {
    let group = Group {
        image: Some(Image {
            pull_time: s(1),
            pull_policy: PullPolicy::IfNotPresent,
            pull_fails: Some(Failing::First(4)),
        }),
        pods: 10,
        ..one(0)
    };
    for release in ["1.34", "1.36"] {
        // A node whose kubelet pulls ten images at a time, so that none waits for another.
        let pods = run(release, &group, |scenario| {
            scenario.node.serialize_image_pulls = false;
        });
        for attempts in pods {
            let first = attempts[0];
            assert_eq!(first.why, Why::PullFailed);
            // Four failed pulls of a second with 10, 20, 40 and 80 seconds after them, each found to
            // be over at most 16 seconds late.
            assert!(
                (154 * SECOND..154 * SECOND + 4 * 16 * SECOND).contains(&first.start_ns),
                "{release}: {first:?}"
            );
            assert_eq!(attempts[1].why, Why::FreeRestart);
            assert_eq!(attempts[2].backoff_ns, 10 * SECOND);
        }
    }
}

#[test]
fn pulls_come_one_after_the_other_unless_they_are_parallel() {
    let group = |pull_policy| Group {
        image: Some(Image {
            pull_time: s(5),
            pull_policy,
            pull_fails: None,
        }),
        pods: 3,
        ..one(1000)
    };
    let runs = |pods: Vec<Vec<Attempt>>| {
        let mut runs: Vec<_> = pods
            .iter()
            .map(|attempts| attempts[0].running_ns / SECOND)
            .collect();
        runs.sort_unstable();
        runs
    };
    let always = group(PullPolicy::Always);
    assert_eq!(runs(run("1.36", &always, |_| {})), [5, 10, 15]);
    let parallel = run("1.36", &always, |scenario| {
        scenario.node.serialize_image_pulls = false;
    });
    assert_eq!(runs(parallel), [5, 5, 5]);
    let two = run("1.36", &always, |scenario| {
        scenario.node.serialize_image_pulls = false;
        scenario.node.max_parallel_image_pulls = Some(2);
    });
    assert_eq!(runs(two), [5, 5, 10]);
}

/// With the policy Always every restart pays for the pull, otherwise the first start alone.
#[test]
fn an_image_that_is_present_is_not_pulled_again() {
    for (pull_policy, again) in [(PullPolicy::Always, true), (PullPolicy::IfNotPresent, false)] {
        let group = Group {
            image: Some(Image {
                pull_time: s(5),
                pull_policy,
                pull_fails: None,
            }),
            ..one(0)
        };
        let attempts = run("1.36", &group, |_| {}).remove(0);
        for (n, attempt) in attempts.iter().enumerate() {
            let pulled = attempt.running_ns - attempt.start_ns >= 5 * SECOND;
            assert_eq!(pulled, n == 0 || again, "{pull_policy:?}: start {n}");
        }
    }
}

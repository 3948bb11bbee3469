//! The model *Kubelet release* against numbers measured on real kubelets 1.32 to 1.36.
//!
//! The kubelets ran on a runtime that takes 100 ms to create and 50 ms to start a container, ten
//! pods to a case unless named otherwise, added at random within 12 seconds.

#![expect(
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "tests may fail; means are compared roughly"
)]

use backoff::GoDuration;
use kubelet::Operation;
use sim::load::KubeletLoad;
use sim::{Attempt, Beside, Ending, Group, Model, Policy, Role, RunTime, Scenario, Timeline, Why, simulate};

const SECOND: i64 = 1_000_000_000;

fn scenario(release: &str, initial: i64, max: i64, groups: Vec<Group>) -> Scenario {
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        release: release.parse().expect("a release"),
        policies: vec![Policy::exponential(
            "p",
            GoDuration::from_secs(initial),
            GoDuration::from_secs(max),
        )],
        workload: groups,
        horizon: GoDuration::from_secs(320),
        ..Scenario::default()
    };
    scenario.node.max_pods = 250;
    scenario
}

fn crashing(pods: u32, run: GoDuration, latency_ms: i64) -> Group {
    Group {
        pods,
        run: RunTime::Fixed(run),
        create_latency: Some(GoDuration::from_millis(latency_ms)),
        // Spread over twelve seconds, at a different point of each second.
        stagger: GoDuration::from_nanos(12 * SECOND / i64::from(pods) + 37_000_000),
        ..Group::default()
    }
}

fn timelines(scenario: &Scenario) -> Vec<Timeline> {
    (0..10)
        .map(|seed| {
            let scenario = Scenario {
                seed,
                ..scenario.clone()
            };
            simulate(&scenario).expect("valid").outcomes.remove(0).timeline
        })
        .collect()
}

fn attempts(timeline: &Timeline, container: u32) -> Vec<Attempt> {
    timeline.attempts(container).collect()
}

/// Restarts of a container within 300 s of its first start, the mean over a group and ten seeds.
fn restarts(timelines: &[Timeline], group: u16) -> f64 {
    let mut sum = 0;
    let mut containers = 0;
    for timeline in timelines {
        for container in timeline.containers().filter(|container| container.group == group) {
            let attempts = attempts(timeline, container.index);
            let end = attempts[0].start_ns + 300 * SECOND;
            sum += attempts
                .iter()
                .skip(1)
                .filter(|attempt| attempt.start_ns <= end)
                .count();
            containers += 1;
        }
    }
    sum as f64 / f64::from(containers)
}

/// Lateness of the starts after exit plus delay, in seconds, for one delay.
fn lateness(timelines: &[Timeline], delay_s: i64) -> Vec<f64> {
    let mut late = Vec::new();
    for timeline in timelines {
        for container in timeline.containers() {
            for pair in attempts(timeline, container.index).windows(2) {
                if pair[1].why == Why::BackedOff && pair[1].backoff_ns == delay_s * SECOND {
                    late.push((pair[1].start_ns - pair[0].exit_ns - pair[1].backoff_ns) as f64 / 1e9);
                }
            }
        }
    }
    late
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn max(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// A kubelet a line: release, initial and maximum delay, then its groups as
/// pods*run@latency=restarts in five minutes, the mean measured over the pods.
const MEASURED: &str = "
    1.32  1   1  10*0s@150ms=23.0   5*0s@15ms=23.6    10*10s@150ms=12.6
    1.34  1   1  10*0s@150ms=23.1   5*0s@15ms=25.2    10*10s@150ms=13.0
    1.35  1   1  10*0s@150ms=143.6  5*0s@15ms=259.0
    1.36  1   1  10*0s@150ms=150.2  5*0s@15ms=150.8
    1.34  2   2  10*0s@150ms=22.3   5*0s@15ms=23.0    10*10s@150ms=12.8
    1.35  2   2  10*0s@150ms=99.7   5*0s@15ms=100.2   10*10s@150ms=23.0
    1.36  2   2  10*0s@150ms=95.6   5*0s@15ms=99.8    10*10s@150ms=23.0
    1.35  5   5  10*0s@150ms=44.9   10*3s@150ms=30.8  10*20s@150ms=11.0
    1.36  5   5  10*0s@150ms=43.6   10*3s@150ms=30.9  10*20s@150ms=11.0
    1.33 10  60  10*0s@150ms=7.0    5*1s@150ms=6.6    5*30s@150ms=4.2
    1.35 10  60  10*0s@150ms=6.1    5*1s@150ms=6.0    5*30s@150ms=4.0
    1.34 10 300  10*0s@150ms=5.0    10*1s@150ms=5.0   10*30s@150ms=4.0
    1.35  1   1  110*0s@150ms=195.0
";

/// Each simulated mean has to be within a tenth of the measured one.
#[test]
fn restarts_in_five_minutes_are_those_of_real_kubelets() {
    for line in MEASURED.trim().lines() {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a word");
        let release = word();
        let (initial, maximum) = (word().parse().expect("seconds"), word().parse().expect("seconds"));
        let groups: Vec<_> = words.map(measured_group).collect();
        let workload = groups.iter().map(|(group, _)| group.clone()).collect();
        let timelines = timelines(&scenario(release, initial, maximum, workload));
        for (n, (group, measured)) in (0..).zip(&groups) {
            let simulated = restarts(&timelines, n);
            let run = &group.run;
            assert!(
                (simulated - measured).abs() <= measured * 0.1,
                "{line}: {run:?} simulated {simulated}"
            );
        }
    }
}

/// Reads `pods*run@latency=restarts`.
fn measured_group(text: &str) -> (Group, f64) {
    let (text, restarts) = text.split_once('=').expect("restarts");
    let (text, latency) = text.split_once('@').expect("a latency");
    let (pods, run) = text.split_once('*').expect("a run time");
    let latency: GoDuration = latency.parse().expect("a duration");
    let group = crashing(
        pods.parse().expect("a number"),
        run.parse().expect("a duration"),
        latency.nanos() / 1_000_000,
    );
    (group, restarts.parse().expect("a number"))
}

/// On 1.35 the relist of 110 crashing pods takes so long that seven of ten restarts come in the
/// instant in which the exit is seen.
#[test]
fn many_pods_on_1_35_restart_when_their_exit_is_seen() {
    let timelines = timelines(&scenario(
        "1.35",
        1,
        1,
        vec![crashing(110, GoDuration::ZERO, 150)],
    ));
    let late = lateness(&timelines, 1);
    let seen = late.iter().filter(|late| **late < 0.4).count() as f64 / late.len() as f64;
    assert!((0.6..0.8).contains(&seen), "{seen}");
}

/// Measured: mean lateness at the 60s step is 6s until 1.34 and 16s since 1.35, at most 31s.
#[test]
fn a_delay_of_60s_is_later_since_1_35() {
    let of = |release| {
        let mut scenario = scenario(release, 60, 60, vec![crashing(10, GoDuration::ZERO, 150)]);
        scenario.horizon = GoDuration::from_secs(1800);
        lateness(&timelines(&scenario), 60)
    };
    let (before, since) = (of("1.34"), of("1.35"));
    assert!((5.5..7.0).contains(&mean(&before)), "{}", mean(&before));
    assert!((14.5..17.0).contains(&mean(&since)), "{}", mean(&since));
    assert!(max(&before) <= 16.0, "{}", max(&before));
    assert!(max(&since) <= 31.5, "{}", max(&since));
}

/// Measured: seven instant exits, a run of 590s, then instant exits: the wait after the long run
/// is 13 to 24s until 1.34 and 62 to 84s since 1.35, the delays after it are 10, 20 and 40s.
#[test]
fn housekeeping_forgets_a_back_off_while_the_container_waits() {
    for (release, shortest, longest) in [("1.34", 10, 25), ("1.35", 60, 91)] {
        let runs = [0, 0, 0, 0, 0, 0, 0, 590, 0, 0, 0, 0, 0, 0]
            .map(GoDuration::from_secs)
            .to_vec();
        let group = Group {
            run: RunTime::List(runs),
            ..crashing(4, GoDuration::ZERO, 150)
        };
        let mut scenario = scenario(release, 10, 300, vec![group]);
        scenario.horizon = GoDuration::from_secs(1800);
        for timeline in timelines(&scenario) {
            let attempts = attempts(&timeline, 0);
            let at = attempts
                .iter()
                .position(|attempt| attempt.why == Why::Collected)
                .expect("forgotten");
            let wait = (attempts[at].start_ns - attempts[at - 1].exit_ns) / SECOND;
            assert!((shortest..longest).contains(&wait), "{release}: {wait}s");
            let next: Vec<_> = attempts[at + 1..]
                .iter()
                .take(3)
                .map(|next| next.backoff_ns / SECOND)
                .collect();
            assert_eq!(next, [10, 20, 40]);
        }
    }
}

/// Measured: starts at 0, 30, 60, 90 and 120s; the fifth kill is refused and waits 40s.
#[test]
fn a_probe_kill_is_judged_by_the_exit_before() {
    let group = Group {
        ends: Ending::Probe,
        ..crashing(1, GoDuration::from_secs(30), 150)
    };
    let timeline = timelines(&scenario("1.36", 10, 300, vec![group])).remove(0);
    let attempts = attempts(&timeline, 0);
    let first = attempts[0].start_ns;
    let starts: Vec<_> = attempts
        .iter()
        .map(|attempt| (attempt.start_ns - first) / SECOND)
        .take(5)
        .collect();
    assert_eq!(starts, [0, 30, 60, 90, 120]);
    let why: Vec<_> = attempts.iter().map(|attempt| attempt.why).take(6).collect();
    let killed = Why::Killed;
    assert_eq!(
        why,
        [
            Why::FirstStart,
            Why::FirstKill,
            Why::FreeRestart,
            killed,
            killed,
            Why::BackedOff
        ]
    );
    assert_eq!(attempts[5].backoff_ns, 40 * SECOND);
}

/// Measured: every pod in back-off restarts at once when the kubelet is back, then 10, 20, 40s.
#[test]
fn a_restarted_kubelet_forgives_everyone() {
    let mut scenario = scenario("1.35", 10, 300, vec![crashing(10, GoDuration::ZERO, 150)]);
    scenario.node.kubelet_restarts_at = Some(GoDuration::from_secs(160));
    for timeline in timelines(&scenario) {
        for container in 0..10 {
            let attempts = attempts(&timeline, container);
            let at = attempts
                .iter()
                .position(|attempt| attempt.start_ns > 160 * SECOND)
                .expect("a restart");
            assert!(attempts[at].start_ns < 163 * SECOND, "{:?}", attempts[at]);
            assert_eq!(attempts[at].why, Why::FreeRestart);
            let next: Vec<_> = attempts[at + 1..]
                .iter()
                .take(3)
                .map(|next| next.backoff_ns / SECOND)
                .collect();
            assert_eq!(next, [10, 20, 40]);
        }
    }
}

/// An init container that fails holds up the others; a sidecar that crashes does not.
#[test]
fn init_containers_hold_up_what_follows_and_sidecars_do_not() {
    let beside = |role| Beside {
        name: "beside".to_owned(),
        role,
        run: RunTime::Fixed(GoDuration::from_secs(5)),
        exit_code: 1,
        ends: Ending::Exit,
    };
    let with = |role| {
        let group = Group {
            beside: vec![beside(role)],
            ..crashing(1, GoDuration::from_secs(100_000), 150)
        };
        timelines(&scenario("1.36", 10, 300, vec![group])).remove(0)
    };
    // Init containers and sidecars come first.
    let init = with(Role::Init);
    assert!(init.restarts(0).len() >= 4);
    assert_eq!(
        init.attempts(1).count(),
        0,
        "the app waits for its init container"
    );
    let sidecar = with(Role::Sidecar);
    assert!(sidecar.restarts(0).len() >= 4);
    assert_eq!(sidecar.attempts(1).count(), 1, "the app runs on");
}

/// A sidecar that a probe has killed again and again is no sidecar that has not started yet.
#[test]
fn an_app_goes_on_beside_a_sidecar_that_is_killed() {
    let group = Group {
        beside: vec![Beside {
            name: "beside".to_owned(),
            role: Role::Sidecar,
            run: RunTime::Fixed(GoDuration::from_millis(500)),
            exit_code: 1,
            ends: Ending::Probe,
        }],
        ..crashing(1, GoDuration::ZERO, 150)
    };
    let timeline = timelines(&scenario("1.36", 1, 1, vec![group])).remove(0);
    let killed = timeline
        .attempts(0)
        .filter(|attempt| attempt.why == Why::Killed)
        .count();
    assert!(killed > 50, "{killed} kills");
    assert!(
        timeline.restarts(1).len() > 50,
        "{} restarts",
        timeline.restarts(1).len()
    );
}

/// Measured: with a second container that exits after 7s, the earlier expiry of the two drives
/// the requeue since 1.35, so the slower one is less late than alone.
#[test]
fn a_second_crashing_container_makes_the_first_less_late() {
    let other = Beside {
        name: "b".to_owned(),
        role: Role::App,
        run: RunTime::Fixed(GoDuration::from_secs(7)),
        exit_code: 1,
        ends: Ending::Exit,
    };
    let alone = crashing(10, GoDuration::ZERO, 150);
    let both = Group {
        beside: vec![other],
        ..alone.clone()
    };
    let late = |group: Group| mean(&lateness(&timelines(&scenario("1.35", 10, 300, vec![group])), 40));
    assert!(late(both) < late(alone));
}

/// Measured on 1.34 to 1.36 over a window that begins a minute after the pods were added: requests
/// on pods, events and runtime calls for each restart, and the kubelet's share of a core.
#[test]
fn node_load_is_that_of_real_kubelets() {
    // Release, maximum, client limit; then GET = PATCH, events, runtime calls and per cent.
    const MEASURED: &str = "
        1.34 10 50  2.00 1.57 18.8  6.13
        1.35  2 50  0.68 0.39 18.3 16.77
        1.36  2 50  0.72 0.41 16.3 16.05
        1.34 10  5  0.31 0.63 18.8  4.39
        1.35 10  5  0.30 0.59 18.8  3.93
    ";
    for line in MEASURED.trim().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers: Vec<f64> = words[1..]
            .iter()
            .map(|word| word.parse().expect("a number"))
            .collect();
        let max = GoDuration::from_secs(words[1].parse().expect("seconds"));
        let load = |horizon| {
            let mut scenario = scenario(words[0], 10, 10, vec![crashing(110, GoDuration::ZERO, 150)]);
            scenario.policies = vec![Policy::exponential("p", max, max)];
            scenario.node.client_qps = words[2].parse().expect("a limit");
            scenario.node.event_qps = scenario.node.client_qps;
            scenario.workload[0].stagger = GoDuration::from_millis(182);
            scenario.horizon = GoDuration::from_secs(horizon);
            let outcome = simulate(&scenario).expect("valid").outcomes.remove(0);
            (
                outcome.summary.restarts_total,
                outcome.load.kubelet.expect("a kubelet"),
            )
        };
        let ((before, first), (after, last)) = (load(60), load(235));
        let restarts = (after - before) as f64;
        let each = |count: fn(&KubeletLoad) -> u64| (count(&last) - count(&first)) as f64 / restarts;
        let gets = each(|load| load.count(Operation::StatusGet));
        let patches = each(|load| load.count(Operation::StatusPatch));
        let events = each(|load| load.count(Operation::EventPost) + load.count(Operation::EventPatch));
        let calls = each(|load| load.cri_rate.total);
        let percent = each(|load| load.cpu_rate.total) * restarts / 175.0 / 10_000.0;
        let near = |simulated: f64, measured: f64| (simulated - measured).abs() <= measured * 0.15 + 0.1;
        assert!(near(gets, numbers[2]), "{line}: {gets} GET");
        assert!(near(patches, numbers[2]), "{line}: {patches} PATCH");
        assert!(near(events, numbers[3]), "{line}: {events} events");
        assert!(near(calls, numbers[4]), "{line}: {calls} calls");
        assert!(near(percent, numbers[5]), "{line}: {percent} %");
    }
}

/// With 5 requests a second for 110 crashing pods both senders are held back nearly all the time,
/// with one pod and 50 never.
#[test]
fn client_limits_hold_many_pods_back_and_one_never() {
    let load = |pods, qps| {
        let mut scenario = scenario("1.36", 10, 10, vec![crashing(pods, GoDuration::ZERO, 150)]);
        scenario.node.client_qps = qps;
        scenario.node.event_qps = qps;
        simulate(&scenario).expect("valid").outcomes.remove(0).load
    };
    let (many, one) = (load(110, 5), load(1, 50));
    let kubelet = many.kubelet.expect("a kubelet");
    assert!(many.over_limit_ns > 280 * SECOND, "{}", many.over_limit_ns);
    assert_eq!(kubelet.status_held_ns, many.over_limit_ns);
    assert!(kubelet.event_held_ns > 280 * SECOND, "{}", kubelet.event_held_ns);
    assert!(many.request_rate.peak_60s > 550 && many.request_rate.peak_60s <= 640);
    let alone = one.kubelet.expect("a kubelet");
    assert_eq!((one.over_limit_ns, alone.event_held_ns), (0, 0));
    // Most of what one pod costs is what a quiet node costs.
    assert!(
        alone.excess.cpu_us * 3 < alone.cpu_rate.total,
        "{:?}",
        alone.excess
    );
    assert!(
        kubelet.excess.cpu_us * 3 > kubelet.cpu_rate.total * 2,
        "{:?}",
        kubelet.excess
    );
}

/// Measured: at a maximum of 60s CrashLoopBackOff is to be seen for 51s until 1.34, for under a
/// second on 1.35, and for 0.16s since 1.36.
#[test]
fn crash_loop_back_off_is_hardly_to_be_seen_since_1_35() {
    for (release, measured_ms) in [("1.34", 51_000), ("1.35", 670), ("1.36", 160)] {
        let mut scenario = scenario(release, 60, 60, vec![crashing(10, GoDuration::ZERO, 150)]);
        scenario.horizon = GoDuration::from_secs(1800);
        let outcome = simulate(&scenario).expect("valid").outcomes.remove(0);
        let visible = outcome.load.kubelet.expect("a kubelet").visible;
        let median_ms = visible.median_ns / 1_000_000;
        assert!(
            (median_ms - measured_ms).abs() * 10 <= measured_ms * 2,
            "{release}: {visible:?}"
        );
    }
}

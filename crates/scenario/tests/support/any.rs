//! Scenarios of every kind, small enough to simulate hundreds of them.

use backoff::{Factor, GoDuration};
use kubelet::Release;
use proptest::prelude::*;
use scenario::{
    Beside, Ending, ExitCodes, Failing, Group, Image, Loops, Model, Node, Operator, Policy, PullPolicy,
    Reset, RestartPolicy, RestartRule, Role, RuleAction, RunTime, Scenario, Shape,
};

const SECOND: i64 = 1_000_000_000;

fn time(range: std::ops::Range<i64>) -> impl Strategy<Value = GoDuration> + Clone {
    prop_oneof![
        range.clone().prop_map(|s| s * SECOND),
        range.prop_map(|s| s * SECOND + 123_456_789)
    ]
    .prop_map(GoDuration::from_nanos)
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z][A-Za-z0-9 /.'-]{0,20}".prop_map(String::from),
        "[^\\p{C}]{1,12}".prop_map(String::from),
    ]
}

fn any_policy() -> impl Strategy<Value = Policy> {
    let shape = prop_oneof![
        4 => (time(0..400), 1000..4000_u32, time(1..400)).prop_map(|(initial, x, max)| Shape::Exponential {
            initial,
            multiplier: Factor::from_thousandths(x),
            max,
        }),
        1 => time(0..300).prop_map(Shape::Flat),
        1 => prop::collection::vec(time(0..300), 1..6).prop_map(Shape::Steps),
    ];
    let reset = prop_oneof![
        Just(Reset::default()),
        Just(Reset::TwiceMax),
        time(1..900).prop_map(Reset::After),
    ];
    let jitter = prop_oneof![Just(0_u32), 0..2000_u32].prop_map(Factor::from_thousandths);
    let release = prop::option::weighted(
        0.2,
        prop_oneof![Just(Release::V1_35), Just(Release::V1_36), Just(Release::V1_37)],
    );
    (any_name(), shape, reset, jitter, release).prop_map(|(name, shape, reset, jitter, release)| Policy {
        name,
        shape,
        reset,
        jitter,
        release,
    })
}

fn any_group() -> impl Strategy<Value = Group> {
    let run = prop_oneof![
        time(0..700).prop_map(RunTime::Fixed),
        (time(0..20), time(20..700)).prop_map(|(min, max)| RunTime::Uniform { min, max }),
        time(0..300).prop_map(|mean| RunTime::Exponential { mean }),
        (time(0..300), 0..4001_u32).prop_map(|(median, sigma)| RunTime::LogNormal {
            median,
            sigma: Factor::from_thousandths(sigma),
        }),
        (time(0..20), 1000..4000_u32, time(1..700)).prop_map(|(first, factor, max)| RunTime::Grows {
            first,
            factor: Factor::from_thousandths(factor),
            max,
        }),
        prop::collection::vec(time(0..700), 1..5).prop_map(RunTime::List),
    ];
    let restart_policy = prop_oneof![
        Just(RestartPolicy::Always),
        Just(RestartPolicy::OnFailure),
        Just(RestartPolicy::Never),
    ];
    (
        any_name(),
        1..4_u32,
        run,
        prop_oneof![Just(0_u8), any::<u8>()],
        (
            prop::option::of(time(0..1000)),
            prop::option::of(time(1001..2000)),
        ),
        prop_oneof![Just(GoDuration::ZERO), time(0..5)],
        restart_policy,
    )
        .prop_map(
            |(name, pods, run, exit_code, (down_from, recovers_at), stagger, restart_policy)| Group {
                name,
                pods,
                run,
                exit_code,
                down_from,
                recovers_at,
                stagger,
                restart_policy,
                ..Group::default()
            },
        )
}

fn any_beside() -> impl Strategy<Value = Beside> {
    (
        any_name(),
        prop::sample::select(vec![Role::App, Role::Init, Role::Sidecar]),
        time(0..300).prop_map(RunTime::Fixed),
        prop_oneof![Just(0_u8), Just(1)],
        any_ending(),
    )
        .prop_map(|(name, role, run, exit_code, ends)| Beside {
            name,
            role,
            run,
            exit_code,
            // An init container has no hook.
            ends: if role == Role::Init && ends == Ending::PostStart {
                Ending::Probe
            } else {
                ends
            },
        })
}

fn any_ending() -> impl Strategy<Value = Ending> {
    prop_oneof![3 => Just(Ending::Exit), 1 => Just(Ending::Probe), 1 => Just(Ending::PostStart)]
}

fn any_failing() -> impl Strategy<Value = Option<Failing>> {
    let failing = prop_oneof![
        (1..6_u32).prop_map(Failing::First),
        (time(0..300), time(301..3000)).prop_map(|(from, until)| Failing::Between { from, until }),
    ];
    prop::option::of(failing)
}

fn any_rules() -> impl Strategy<Value = Vec<RestartRule>> {
    let action = prop_oneof![Just(RuleAction::Restart), Just(RuleAction::RestartAllContainers)];
    let operator = prop_oneof![Just(Operator::In), Just(Operator::NotIn)];
    let values = prop::collection::vec(0..3_u8, 1..4);
    let rule = (action, operator, values).prop_map(|(action, operator, values)| RestartRule {
        action,
        exit_codes: ExitCodes { operator, values },
    });
    prop_oneof![Just(Vec::new()), prop::collection::vec(rule, 1..3)]
}

fn any_image() -> impl Strategy<Value = Option<Image>> {
    let policy = prop_oneof![Just(PullPolicy::IfNotPresent), Just(PullPolicy::Always)];
    prop::option::of(
        (time(0..60), policy, any_failing()).prop_map(|(pull_time, pull_policy, pull_fails)| Image {
            pull_time,
            pull_policy,
            pull_fails,
        }),
    )
}

fn any_loops() -> impl Strategy<Value = Loops> {
    let some = |range| prop::option::of(time(range));
    (some(1..5), some(0..3), some(0..5), some(0..5), some(0..40)).prop_map(
        |(relist_period, relist, sync, start_noise, kill)| Loops {
            relist_period,
            relist,
            sync,
            start_noise,
            kill,
            ..Loops::default()
        },
    )
}

/// What only the model *Kubelet release* knows, added to a scenario.
fn any_release_scenario() -> impl Strategy<Value = Scenario> {
    (
        any_plain_scenario(),
        prop::collection::vec(any_beside(), 0..3),
        any_ending(),
        prop::option::of(time(0..1000)),
        prop::option::of(time(0..2)),
        any_loops(),
        (
            any_image(),
            any_failing(),
            any_rules(),
            prop::option::of(time(1..1000)),
        ),
        prop_oneof![Just(None), prop::option::of(1..5_u32).prop_map(Some)],
    )
        .prop_map(
            |(
                mut scenario,
                beside,
                ends,
                restarts_at,
                latency,
                loops,
                (image, create_fails, rules, changes),
                pulls,
            )| {
                if let Some(most) = pulls {
                    scenario.node.serialize_image_pulls = false;
                    scenario.node.max_parallel_image_pulls = most;
                }
                if scenario.release >= Release::V1_35 {
                    scenario.workload[0].restart_policy_rules = rules;
                }
                if scenario.workload[0].restart_policy == RestartPolicy::OnFailure {
                    scenario.workload[0].backoff_limit = Some(scenario.workload[0].pods * 2);
                }
                scenario.workload[0].image_changes_at = changes;
                scenario.workload[0].image = image;
                scenario.workload[0].create_fails = create_fails;
                scenario.model = Model::KubeletRelease;
                scenario.node.kubelet_restarts_at = restarts_at;
                scenario.node.loops = loops;
                let group = &mut scenario.workload[0];
                group.beside = beside;
                group.ends = ends;
                group.create_latency = latency;
                scenario
            },
        )
}

/// Any scenario that can be simulated.
pub(crate) fn any_scenario() -> impl Strategy<Value = Scenario> {
    prop_oneof![any_plain_scenario(), any_release_scenario()]
}

fn any_plain_scenario() -> impl Strategy<Value = Scenario> {
    (
        prop_oneof![Just(Model::Documented), Just(Model::BackoffObject)],
        prop::sample::select(&Release::ALL[..]),
        prop::collection::vec(any_policy(), 1..4),
        any::<prop::sample::Index>(),
        prop::collection::vec(any_group(), 1..4),
        (1..40_u32, time(1..3), 0..10_u32, 1..200_u32),
        time(10..2000),
        any::<u64>(),
    )
        .prop_map(
            |(model, release, policies, baseline, workload, node, horizon, seed)| Scenario {
                version: 1,
                model,
                release,
                baseline: u32::try_from(baseline.index(policies.len())).expect("small"),
                policies,
                workload,
                node: Node {
                    max_pods: 20 + node.0,
                    create_latency: node.1,
                    requests_per_restart: node.2,
                    client_qps: node.3,
                    ..Node::default()
                },
                horizon,
                seed,
                seeds: 1 + u32::try_from(seed % 3).expect("small"),
            },
        )
}

//! What figures look like, as SVG.

#![expect(clippy::expect_used, reason = "a helper of a test fails the test")]

use backoff::GoDuration;
use figure::{Kind, Lanes, Theme, View, svg};
use sim::{Model, Policy, RunTime, Scenario, simulate};

fn shot(kind: Kind, scenario: &Scenario, lanes: Lanes, theme: &Theme, width: u32) -> String {
    let results = simulate(scenario).expect("the scenario is valid");
    let view = View {
        lanes,
        playhead_ns: Some(740_000_000_000),
        ..View::whole(scenario, &results)
    };
    svg(kind, &view, theme, width)
}

/// Four policies; the containers run for a while, one after the other, until they recover.
fn recovering() -> Scenario {
    let mut scenario = Scenario::default();
    let seconds = GoDuration::from_secs;
    scenario.policies.extend([
        Policy::exponential("A name that needs more than one line", seconds(2), seconds(10)),
        Policy::exponential("1s cap", seconds(1), seconds(1)),
    ]);
    let group = &mut scenario.workload[0];
    group.run = RunTime::Fixed(seconds(20));
    group.recovers_at = Some(seconds(900));
    group.stagger = seconds(1);
    scenario
}

const FIRST: Lanes = Lanes::PerPolicy { container: 0 };

#[test]
fn timeline_light() {
    let text = shot(Kind::Timeline, &Scenario::default(), FIRST, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn timeline_of_four_policies_dark_and_narrow() {
    let text = shot(Kind::Timeline, &recovering(), FIRST, &Theme::DARK, 320);
    insta::assert_snapshot!(text);
}

#[test]
fn timeline_of_containers() {
    let lanes = Lanes::PerContainer {
        policy: 1,
        first: 20,
        count: 3,
    };
    let text = shot(Kind::Timeline, &recovering(), lanes, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn requests_with_the_client_limit() {
    let text = shot(Kind::Requests, &Scenario::default(), FIRST, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

/// One node whose kubelet is simulated.
fn kubelet() -> Scenario {
    Scenario {
        model: Model::KubeletRelease,
        ..Scenario::default()
    }
}

#[test]
fn requests_by_kind() {
    let text = shot(Kind::Requests, &kubelet(), FIRST, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn requests_by_kind_dark_and_narrow() {
    let text = shot(Kind::Requests, &kubelet(), FIRST, &Theme::DARK, 320);
    insta::assert_snapshot!(text);
}

#[test]
fn runtime_calls() {
    let text = shot(Kind::Calls, &kubelet(), FIRST, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn kubelet_processor_time() {
    let text = shot(Kind::Cpu, &kubelet(), FIRST, &Theme::DARK, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn starts_dark_and_narrow() {
    let text = shot(Kind::Starts, &Scenario::default(), FIRST, &Theme::DARK, 320);
    insta::assert_snapshot!(text);
}

#[test]
fn restarts_of_four_policies() {
    let text = shot(Kind::Restarts, &recovering(), FIRST, &Theme::LIGHT, 640);
    insta::assert_snapshot!(text);
}

#[test]
fn delays_dark() {
    let text = shot(Kind::Delays, &Scenario::default(), FIRST, &Theme::DARK, 640);
    insta::assert_snapshot!(text);
}

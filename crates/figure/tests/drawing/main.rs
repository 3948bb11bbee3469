//! Figures of any scenario, at any width: nothing panics, leaves the picture or covers a text.

#![expect(clippy::expect_used, reason = "a helper of a test fails the test")]

mod recorder;

use backoff::GoDuration;

use figure::{Kind, Lanes, Plot, Size, Theme, View, draw, height, svg, table};
use proptest::prelude::*;
use recorder::Recorder;
use sim::{Group, Model, Policy, Reset, RestartPolicy, Results, RunTime, Scenario, Shape, simulate};

const SECOND: i64 = 1_000_000_000;

fn results(scenario: &Scenario) -> Results {
    simulate(scenario).expect("the scenario is valid")
}

/// Draws a figure and checks what must hold for all of them.
fn checked(kind: Kind, view: &View, width: u32, scale: f64) -> (Plot, Recorder) {
    let size = Size {
        width,
        height: height(kind, view, width),
        scale,
    };
    let mut recorder = Recorder::new(size.width, size.height);
    let plot = draw(&mut recorder, kind, view, &Theme::LIGHT, size).expect("nothing can fail");
    let place = format!("{} at {width} × {scale}", kind.id());

    // Positions are rounded to pixels.
    let slack = scale.max(2.0);
    let right = f64::from(size.width) * scale;
    let bottom = f64::from(size.height) * scale;
    let (least, greatest) = recorder.extent.expect("at least the ground is drawn");
    assert!(
        f64::from(least.0) >= -slack && f64::from(least.1) >= -slack,
        "{place}: {least:?}"
    );
    assert!(
        f64::from(greatest.0) <= right + slack && f64::from(greatest.1) <= bottom + slack,
        "{place}: {greatest:?}"
    );
    for (n, text) in recorder.texts.iter().enumerate() {
        assert!(text.size >= 11.0 * scale, "{place}: {text:?} is too small");
        assert!(
            f64::from(text.left) >= -slack && f64::from(text.right) <= right + slack,
            "{place}: {text:?} is cut off"
        );
        assert!(
            text.top >= 0 && f64::from(text.bottom) <= bottom,
            "{place}: {text:?} is cut off"
        );
        for other in &recorder.texts[..n] {
            assert!(
                !text.overlaps(other),
                "{place}: \"{}\" covers \"{}\": {text:?} {other:?}",
                text.says,
                other.says
            );
        }
    }
    assert!(
        plot.left < plot.right && plot.top < plot.bottom,
        "{place}: {plot:?}"
    );
    for lane in &plot.lanes {
        assert!(
            lane.top >= plot.top && lane.bottom <= plot.bottom,
            "{place}: {lane:?}"
        );
    }
    (plot, recorder)
}

fn check_all(scenario: &Scenario, from_ns: i64, to_ns: i64, width: u32, scale: f64) {
    let results = results(scenario);
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    for lanes in [
        Lanes::PerPolicy { container: pods - 1 },
        Lanes::PerContainer {
            policy: 0,
            first: 0,
            count: 7,
        },
    ] {
        let view = View {
            lanes,
            from_ns,
            to_ns,
            playhead_ns: Some(to_ns / 2),
            ..View::whole(scenario, &results)
        };
        for kind in Kind::ALL {
            let (plot, _) = checked(kind, &view, width, scale);
            assert_eq!(plot.range_ns.is_some(), kind.has_time_axis());
            let table = table(kind, &view);
            assert!(!table.caption.is_empty() && table.rows.len() <= 1000);
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        }
    }
}

fn of_one_policy(policy: Policy, group: Group, horizon_s: i64) -> Scenario {
    Scenario {
        policies: vec![policy],
        workload: vec![group],
        horizon: GoDuration::from_secs(horizon_s),
        ..Scenario::default()
    }
}

#[test]
fn the_first_scenario_at_every_width() {
    for model in [Model::BackoffObject, Model::KubeletRelease] {
        let scenario = Scenario {
            model,
            ..Scenario::default()
        };
        for width in (300..=1400).step_by(20) {
            check_all(&scenario, 0, 1800 * SECOND, width, 1.0);
        }
        for scale in [0.5, 1.25, 1.5, 2.0, 3.0] {
            check_all(&scenario, 0, 1800 * SECOND, 640, scale);
        }
    }
}

#[test]
fn one_pod_for_one_second() {
    let policy = Policy::exponential("10s", GoDuration::from_secs(10), GoDuration::from_secs(300));
    let group = Group {
        pods: 1,
        run: RunTime::Fixed(GoDuration::from_secs(5)),
        ..Group::default()
    };
    check_all(&of_one_policy(policy, group, 1), 0, SECOND, 320, 2.0);
}

#[test]
fn no_restart_at_all() {
    let policy = Policy::exponential("10s", GoDuration::from_secs(10), GoDuration::from_secs(300));
    let group = Group {
        pods: 2,
        run: RunTime::Fixed(GoDuration::from_secs(60)),
        restart_policy: RestartPolicy::Never,
        ..Group::default()
    };
    check_all(&of_one_policy(policy, group, 600), 0, 600 * SECOND, 320, 1.0);
}

#[test]
fn a_thousand_pods() {
    let mut scenario = Scenario::default();
    scenario.workload[0].pods = 1000;
    scenario.node.max_pods = 1000;
    scenario.node.client_qps = 1000;
    check_all(&scenario, 0, 1800 * SECOND, 320, 1.0);
    check_all(&scenario, 0, 1800 * SECOND, 1000, 1.0);
}

#[test]
fn a_week_of_restarts_every_second() {
    let second = GoDuration::from_secs(1);
    let policy = Policy::exponential("1s", second, second);
    let group = Group {
        pods: 1,
        run: RunTime::Fixed(second),
        ..Group::default()
    };
    let scenario = of_one_policy(policy, group, 7 * 24 * 3600);
    check_all(&scenario, 0, scenario.horizon.nanos(), 1000, 1.0);

    let results = results(&scenario);
    let view = View::whole(&scenario, &results);
    for kind in Kind::ALL {
        let (_, recorder) = checked(kind, &view, 1000, 1.0);
        assert!(
            recorder.calls < 200,
            "{} takes {} calls",
            kind.id(),
            recorder.calls
        );
        assert!(
            recorder.points < 10_000,
            "{} has {} points",
            kind.id(),
            recorder.points
        );
    }
}

#[test]
fn a_figure_too_small_for_its_axes_is_empty() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let view = View::whole(&scenario, &results);
    for kind in Kind::ALL {
        for (width, height) in [(0, 0), (10, 10), (640, 30), (30, 200)] {
            let size = Size {
                width,
                height,
                scale: 1.0,
            };
            let mut recorder = Recorder::new(width, height);
            let plot = draw(&mut recorder, kind, &view, &Theme::LIGHT, size).unwrap();
            assert_eq!(plot, Plot::default());
        }
    }
}

#[test]
fn a_line_that_rises_at_the_left_edge_is_not_cut_off() {
    let delays = [335_328_625_207, 76_703_945_802, 426_373_000_000];
    let policy = Policy {
        shape: Shape::Steps(delays.map(GoDuration::from_nanos).to_vec()),
        reset: Reset::After(GoDuration::from_millis(292_609)),
        ..Policy::exponential("x", GoDuration::ZERO, GoDuration::ZERO)
    };
    let group = Group {
        pods: 11,
        run: RunTime::Fixed(GoDuration::from_millis(19_730)),
        stagger: GoDuration::from_millis(10_820),
        ..Group::default()
    };
    let mut scenario = of_one_policy(policy, group, 904);
    scenario.model = Model::KubeletRelease;
    scenario.node.create_latency = GoDuration::from_millis(5_100);
    scenario.node.client_qps = 157;
    check_all(&scenario, 709_926_669_731, 2_289_747_526_118, 467, 2.99);
}

#[test]
fn results_that_are_not_there_leave_an_empty_figure() {
    let scenario = Scenario::default();
    let results = Results::default();
    let view = View::whole(&scenario, &results);
    for kind in Kind::ALL {
        let size = Size {
            width: 640,
            height: 240,
            scale: 1.0,
        };
        let mut recorder = Recorder::new(640, 240);
        draw(&mut recorder, kind, &view, &Theme::LIGHT, size).unwrap();
        assert!(table(kind, &view).csv().ends_with("\r\n"));
    }
}

#[test]
fn pointing_at_a_plot_finds_what_was_drawn_there() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let view = View {
        from_ns: 60 * SECOND,
        to_ns: 660 * SECOND,
        ..View::whole(&scenario, &results)
    };
    let (plot, _) = checked(Kind::Timeline, &view, 640, 1.0);
    assert_eq!(plot.time_at(plot.left), Some(60 * SECOND));
    assert_eq!(plot.time_at(plot.right + 50.0), Some(660 * SECOND));
    let x = plot.x_of(360 * SECOND).unwrap();
    assert!((x - f64::midpoint(plot.left, plot.right)).abs() < 1e-6);
    assert_eq!(plot.time_at(x), Some(360 * SECOND));
    assert_eq!(plot.x_of(59 * SECOND), None);
    let policies: Vec<usize> = plot.lanes.iter().map(|lane| lane.policy).collect();
    assert_eq!(policies, [0, 1]);
    assert_eq!(plot.lane_at(0.0).unwrap().policy, 0);
    assert_eq!(plot.lane_at(plot.lanes[1].top + 1.0).unwrap().policy, 1);
    assert_eq!(plot.lane_at(1e6).unwrap().policy, 1);
}

#[test]
fn names_cannot_break_out_of_an_svg() {
    let hostile = "</title><script>\"&'";
    let policy = Policy::exponential(hostile, GoDuration::from_secs(1), GoDuration::from_secs(60));
    let scenario = of_one_policy(
        policy,
        Group {
            pods: 1,
            ..Group::default()
        },
        600,
    );
    let results = results(&scenario);
    for kind in Kind::ALL {
        let text = svg(kind, &View::whole(&scenario, &results), &Theme::DARK, 1000);
        assert!(!text.contains("<script"));
        assert_eq!(text.matches("</title>").count(), 1);
        assert!(text.contains("&lt;/title&gt;&lt;script&gt;"));
    }
}

fn durations(max_s: i64) -> impl Strategy<Value = GoDuration> {
    prop_oneof![
        (0..=max_s).prop_map(GoDuration::from_secs),
        (0..=max_s * 1000).prop_map(GoDuration::from_millis),
        (0..=max_s * SECOND).prop_map(GoDuration::from_nanos),
    ]
}

#[test]
fn a_lane_says_that_its_attempts_are_not_kept() {
    let mut scenario = Scenario {
        horizon: GoDuration::from_secs(20_000),
        ..Scenario::default()
    };
    let second = GoDuration::from_secs(1);
    scenario.policies = vec![Policy::exponential("1s", second, second)];
    let results = results(&scenario);
    let mut view = View::whole(&scenario, &results);
    let lanes = |first| Lanes::PerContainer {
        policy: 0,
        first,
        count: 3,
    };
    view.lanes = lanes(107);
    let said = svg(Kind::Timeline, &view, &Theme::LIGHT, 900);
    assert_eq!(said.matches("counted but not kept").count(), 3);
    assert!(table(Kind::Timeline, &view).caption.contains("What 0 containers"));
    view.lanes = lanes(0);
    assert!(!svg(Kind::Timeline, &view, &Theme::LIGHT, 900).contains("not kept"));
}

prop_compose! {
    fn policies()(
        name in "[A-Za-z0-9 .,äß%W<&-]{0,59}",
        shape in prop_oneof![
            (durations(60), durations(600)).prop_map(|(initial, max)| Shape::Exponential {
                initial,
                multiplier: backoff::Factor::TWO,
                max,
            }),
            durations(60).prop_map(Shape::Flat),
            prop::collection::vec(durations(600), 1..5).prop_map(Shape::Steps),
        ],
        reset in prop_oneof![durations(600).prop_map(Reset::After), Just(Reset::TwiceMax)],
    ) -> Policy {
        Policy { name: format!("x{name}"), shape, reset, jitter: backoff::Factor::ZERO, release: None }
    }
}

prop_compose! {
    fn scenarios()(
        model in prop::sample::select(vec![Model::Documented, Model::BackoffObject, Model::KubeletRelease]),
        policies in prop::collection::vec(policies(), 1..=4),
        pods in 1..20_u32,
        run in prop_oneof![
            durations(30).prop_map(RunTime::Fixed),
            durations(30).prop_map(|mean| RunTime::Exponential { mean }),
        ],
        recovers_at in prop::option::of(durations(900)),
        stagger in durations(20),
        restart_policy in prop_oneof![
            Just(RestartPolicy::Always),
            Just(RestartPolicy::OnFailure),
            Just(RestartPolicy::Never),
        ],
        latency in durations(5),
        horizon in (1..1800_i64).prop_map(GoDuration::from_secs),
        client_qps in 1..1000_u32,
    ) -> Scenario {
        let group = Group {
            pods,
            run,
            recovers_at,
            stagger,
            restart_policy,
            ..Group::default()
        };
        let mut scenario = Scenario { model, policies, workload: vec![group], horizon, ..Scenario::default() };
        // Something has to take time, or the restarts have no end.
        scenario.node.create_latency = GoDuration::from_nanos(latency.nanos() + SECOND / 10);
        scenario.node.client_qps = client_qps;
        scenario
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_scenario_can_be_drawn(
        scenario in scenarios(),
        width in 300..=1400_u32,
        scale in prop_oneof![Just(1.0), Just(2.0), 0.5..4.0_f64],
        from in -SECOND..1800 * SECOND,
        span in -SECOND..1800 * SECOND,
    ) {
        // Restarts that take no time are beyond the simulator's limit; there is nothing to draw then.
        prop_assume!(simulate(&scenario).is_ok());
        check_all(&scenario, from, from + span, width, scale);
    }
}

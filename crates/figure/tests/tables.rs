//! Tables hold the same numbers as the results.

#![expect(clippy::expect_used, reason = "a helper of a test fails the test")]

use backoff::GoDuration;
use figure::{Kind, Lanes, View, table};
use sim::{Model, Results, Scenario, simulate};

const SECOND: i64 = 1_000_000_000;

fn results(scenario: &Scenario) -> Results {
    simulate(scenario).expect("the scenario is valid")
}

fn nanos(text: &str) -> i64 {
    text.parse::<GoDuration>().expect("a duration").nanos()
}

#[test]
fn restarts_are_the_instants_of_the_timeline() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let view = View {
        lanes: Lanes::PerPolicy { container: 5 },
        ..View::whole(&scenario, &results)
    };
    let table = table(Kind::Restarts, &view);
    assert_eq!(
        table.columns,
        ["restart (elapsed time)", "Today's default", "Reduced default"]
    );
    for (policy, outcome) in results.outcomes.iter().enumerate() {
        let column = table.rows.iter().map(|row| &row[policy + 1]);
        let instants: Vec<i64> = column
            .filter(|cell| !cell.is_empty())
            .map(|cell| nanos(cell))
            .collect();
        assert_eq!(instants, outcome.timeline.restarts(5));
        let total = format!("{} restarts with", instants.len());
        assert!(table.caption.contains(&total), "{}", table.caption);
    }
}

#[test]
fn a_part_of_the_time_has_a_part_of_the_rows() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let view = View {
        from_ns: 300 * SECOND,
        to_ns: 600 * SECOND,
        ..View::whole(&scenario, &results)
    };
    for row in table(Kind::Restarts, &view).rows {
        for cell in row[1..].iter().filter(|cell| !cell.is_empty()) {
            assert!((300 * SECOND..=600 * SECOND).contains(&nanos(cell)));
        }
    }
    let rates = table(Kind::Requests, &view);
    assert_eq!(rates.rows.first().unwrap()[0], "5m");
    assert_eq!(rates.rows.last().unwrap()[1], "10m");
}

#[test]
fn rates_add_up_to_the_total() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let table = table(Kind::Starts, &View::whole(&scenario, &results));
    for (policy, outcome) in results.outcomes.iter().enumerate() {
        let total: f64 = table
            .rows
            .iter()
            .map(|row| {
                let seconds = (nanos(&row[1]) - nanos(&row[0])) / SECOND;
                let rate: f64 = row[policy + 2].parse().unwrap();
                rate * f64::from(u32::try_from(seconds).unwrap())
            })
            .sum();
        let expected = f64::from(u32::try_from(outcome.load.start_rate.total).unwrap());
        assert!((total - expected).abs() < 0.5, "{total} instead of {expected}");
    }
}

#[test]
fn attempts_say_why_they_waited() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let table = table(Kind::Timeline, &View::whole(&scenario, &results));
    let of_today: Vec<_> = table
        .rows
        .iter()
        .filter(|row| row[0] == "Today's default")
        .collect();
    assert_eq!(of_today.len(), results.outcomes[0].timeline.attempts(0).count());
    let reasons: Vec<&str> = of_today.iter().take(3).map(|row| row[5].as_str()).collect();
    assert_eq!(
        reasons,
        [
            "first start",
            "the first restart is not delayed",
            "held by the back-off"
        ]
    );
    let delays: Vec<&str> = of_today.iter().take(8).map(|row| row[4].as_str()).collect();
    assert_eq!(delays, ["0s", "0s", "10s", "20s", "40s", "1m20s", "2m40s", "5m"]);
}

#[test]
fn delays_are_those_of_the_attempts() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    let table = table(Kind::Delays, &View::whole(&scenario, &results));
    let reduced: Vec<&str> = table.rows.iter().take(9).map(|row| row[2].as_str()).collect();
    assert_eq!(reduced, ["0s", "1s", "2s", "4s", "8s", "16s", "32s", "1m", "1m"]);
    assert_eq!(table.rows.len(), 30);
}

#[test]
fn a_limit_out_of_sight_is_in_the_caption() {
    let mut scenario = Scenario::default();
    let near = results(&scenario);
    let caption = table(Kind::Requests, &View::whole(&scenario, &near)).caption;
    assert!(
        caption.ends_with("The client limit of 50 a second is drawn as a dotted line."),
        "{caption}"
    );
    scenario.node.client_qps = 2000;
    let far = results(&scenario);
    let caption = table(Kind::Requests, &View::whole(&scenario, &far)).caption;
    assert!(
        caption.ends_with("The client limit of 2,000 a second is far above what is drawn."),
        "{caption}"
    );
}

#[test]
fn what_the_kubelet_does_is_in_the_tables() {
    let scenario = Scenario {
        model: Model::KubeletRelease,
        ..Scenario::default()
    };
    let results = results(&scenario);
    let view = View::whole(&scenario, &results);
    let sum = |table: &figure::Table, column: usize| -> f64 {
        let values = table.rows.iter().map(|row| row[column].parse::<f64>().unwrap());
        values.sum::<f64>() * 10.0
    };
    let near = |found: f64, counted: u64| {
        let counted = f64::from(u32::try_from(counted).unwrap());
        assert!(
            (found - counted).abs() < counted * 0.03 + 1.0,
            "{found} instead of {counted}"
        );
    };
    let requests = table(Kind::Requests, &view);
    assert_eq!(
        requests.columns[2..4],
        ["Today's default", "Today's default, on pods"]
    );
    let (calls, cpu) = (table(Kind::Calls, &view), table(Kind::Cpu, &view));
    for (policy, outcome) in results.outcomes.iter().enumerate() {
        let kubelet = outcome.load.kubelet.as_ref().unwrap();
        near(sum(&requests, 2 + 2 * policy), kubelet.request_rate.total);
        near(sum(&requests, 3 + 2 * policy), kubelet.status_rate.total);
        near(sum(&calls, 2 + policy), kubelet.cri_rate.total);
        // A hundredth of a core for one second is ten milliseconds.
        near(sum(&cpu, 2 + policy), kubelet.cpu_rate.total / 10_000);
    }
    assert!(
        requests
            .caption
            .contains("on events have a limit of their own of 50")
    );
    assert!(cpu.caption.contains("modelled") && cpu.caption.contains(" % in the second half"));
}

#[test]
fn what_only_a_kubelet_does_is_said_to_be_unknown() {
    let scenario = Scenario::default();
    let results = results(&scenario);
    for kind in [Kind::Calls, Kind::Cpu] {
        assert!(!kind.is_known_to(scenario.model));
        let caption = table(kind, &View::whole(&scenario, &results)).caption;
        assert!(caption.contains("Only the model Kubelet release"), "{caption}");
    }
}

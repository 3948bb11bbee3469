//! Every restart of the reference vectors, to the nanosecond.
//!
//! The vectors come from the unmodified `flowcontrol.Backoff` of client-go; see `tests/vectors/README.txt`.

use backoff::{Change, Policy, Replay, ResetRule, Runs};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader};

#[derive(Deserialize)]
struct Scenario {
    id: String,
    initial_ns: i64,
    max_ns: i64,
    rule: String,
    expiry_ns: i64,
    gc_every_ns: Option<i64>,
    runs: RunTimes,
    counts: Option<Counts>,
    n: usize,
    f: Vec<i64>,
    b: Vec<i64>,
    s: Vec<i64>,
    r: String,
}

#[derive(Deserialize)]
struct RunTimes {
    prefix: Vec<i64>,
    cycle: Vec<i64>,
}

/// Restarts before the horizon, and until it.
#[derive(Deserialize)]
struct Counts {
    #[serde(rename = "30m")]
    half_hour: [u64; 2],
    #[serde(rename = "1h")]
    hour: [u64; 2],
    #[serde(rename = "24h")]
    day: [u64; 2],
}

const MINUTE: i64 = 60_000_000_000;
const DAY: i64 = 24 * 60 * MINUTE;

fn replay(scenario: &Scenario) -> Replay {
    let mut policy = Policy::exponential(scenario.initial_ns, scenario.max_ns);
    policy.reset = match scenario.rule.as_str() {
        "2max" => ResetRule::TwiceMax,
        _ => ResetRule::After(scenario.expiry_ns),
    };
    assert_eq!(
        policy.threshold_ns(),
        scenario.expiry_ns,
        "{}: expiry_ns",
        scenario.id
    );
    let runs = Runs {
        prefix: scenario.runs.prefix.clone(),
        cycle: scenario.runs.cycle.clone(),
    };
    Replay::new(policy, runs, scenario.gc_every_ns)
}

fn digit(change: Change) -> u8 {
    match change {
        Change::Grown => b'0',
        Change::Created => b'1',
        Change::Expired => b'2',
    }
}

/// Compares one scenario; the error names the first cell that differs.
fn compare(scenario: &Scenario) -> Result<(), String> {
    let id = &scenario.id;
    for column in [
        scenario.f.len(),
        scenario.b.len(),
        scenario.s.len(),
        scenario.r.len(),
    ] {
        if column != scenario.n {
            return Err(format!("{id}: a column has {column} rows, n is {}", scenario.n));
        }
    }
    let mut restarts = replay(scenario);
    for (row, expected_change) in scenario.r.bytes().enumerate() {
        let place = format_args!("{id}, restart {}", row + 1);
        let Some(restart) = restarts.next() else {
            return Err(format!(
                "{place}: the replay ended, expected {} restarts",
                scenario.n
            ));
        };
        for (column, expected, got) in [
            ("f", scenario.f[row], restart.finished_ns),
            ("b", scenario.b[row], restart.backoff_ns),
            ("s", scenario.s[row], restart.started_ns),
        ] {
            if expected != got {
                return Err(format!(
                    "{place}, column {column}: expected {expected}, got {got}"
                ));
            }
        }
        let got = digit(restart.change);
        if expected_change != got {
            return Err(format!(
                "{place}, column r: expected {}, got {}",
                char::from(expected_change),
                char::from(got)
            ));
        }
    }
    if let Some(counts) = &scenario.counts {
        let starts: Vec<i64> = replay(scenario)
            .map(|restart| restart.started_ns)
            .take_while(|start| *start <= DAY)
            .collect();
        for (name, horizon, expected) in [
            ("30m", 30 * MINUTE, counts.half_hour),
            ("1h", 60 * MINUTE, counts.hour),
            ("24h", DAY, counts.day),
        ] {
            let got = [
                starts.partition_point(|start| *start < horizon) as u64,
                starts.partition_point(|start| *start <= horizon) as u64,
            ];
            if expected != got {
                return Err(format!("{id}, counts {name}: expected {expected:?}, got {got:?}"));
            }
        }
    }
    Ok(())
}

/// Compares a whole file and returns how many scenarios and rows it has.
#[expect(clippy::panic, clippy::unwrap_used, reason = "this runs in tests only")]
fn compare_all(name: &str) -> (usize, usize) {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let (mut scenarios, mut rows) = (0, 0);
    for line in BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines() {
        let scenario: Scenario = serde_json::from_str(&line.unwrap()).unwrap();
        if let Err(difference) = compare(&scenario) {
            panic!("{name}: {difference}");
        }
        scenarios += 1;
        rows += scenario.n;
    }
    (scenarios, rows)
}

#[test]
fn engine() {
    let (scenarios, rows) = compare_all("A_engine.jsonl.gz");
    assert_eq!(scenarios, 775);
    assert!(rows > 600_000, "only {rows} rows");
}

#[test]
fn garbage_collection() {
    let (scenarios, rows) = compare_all("A_gc_extra.jsonl.gz");
    assert_eq!(scenarios, 538);
    assert!(rows > 90_000, "only {rows} rows");
}

#[test]
fn random() {
    let (scenarios, rows) = compare_all("C_random.jsonl.gz");
    assert_eq!(scenarios, 2_400);
    assert!(rows > 50_000, "only {rows} rows");
}

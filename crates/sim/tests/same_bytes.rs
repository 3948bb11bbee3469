//! The same scenario gives the same bytes natively and in WebAssembly.
//!
//! Natively the digests of all results are compared with the committed snapshot; in WebAssembly
//! the same digests are looked up in it.

#![expect(clippy::expect_used, reason = "a test may fail")]

use sim::{Scenario, permalink, simulate, words};

/// Run times whose draws go through libm, and a dependency that is down for a while.
const RUN_TIMES: &str = "
version: 1
model: kubeletRelease
policies:
  - {name: a, shape: {exponential: {initial: 1s, max: 1m}}}
workload:
  - {name: log-normal, pods: 9, run: {logNormal: {median: 3s, sigma: 1.5}}}
  - {name: grows, pods: 9, run: {grows: {first: 10ms, factor: 1.7, max: 5m}}, downFrom: 1m, recoversAt: 9m}
";

const SCENARIOS: [(&str, &str); 10] = [
    (
        "today-against-reduced",
        include_str!("../../../assets/scenarios/today-against-reduced.yaml"),
    ),
    (
        "kep-succeeding-container",
        include_str!("../../../assets/scenarios/kep-succeeding-container.yaml"),
    ),
    (
        "kep-initial-values",
        include_str!("../../../assets/scenarios/kep-initial-values.yaml"),
    ),
    (
        "kep-catch-up",
        include_str!("../../../assets/scenarios/kep-catch-up.yaml"),
    ),
    (
        "node-pool-demo",
        include_str!("../../../assets/scenarios/node-pool-demo.yaml"),
    ),
    (
        "coupled-job",
        include_str!("../../../assets/scenarios/coupled-job.yaml"),
    ),
    (
        "task-isolation",
        include_str!("../../../assets/scenarios/task-isolation.yaml"),
    ),
    (
        "one-second-cap",
        include_str!("../../../assets/scenarios/one-second-cap.yaml"),
    ),
    ("jitter", include_str!("../../../assets/scenarios/jitter.yaml")),
    ("run times", RUN_TIMES),
];

/// FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (name, text) in SCENARIOS {
        let scenario = Scenario::from_text(text).expect("a gallery scenario");
        let results = simulate(&scenario).expect("a gallery scenario");
        let bytes = serde_json::to_vec(&results).expect("serializable");
        let answer = words::plain(&words::answer(&scenario, &results));
        lines.push(format!("{name} {:016x} of {} bytes", digest(&bytes), bytes.len()));
        lines.push(format!("  #{}", permalink::encode(&scenario)));
        lines.push(format!("  {answer}"));
    }
    lines
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn native_results_are_those_on_record() {
    insta::assert_snapshot!("digests", lines().join("\n"));
}

#[cfg(target_family = "wasm")]
#[wasm_bindgen_test::wasm_bindgen_test]
fn wasm_results_are_the_native_ones() {
    let record = include_str!("snapshots/same_bytes__digests.snap");
    for line in lines() {
        assert!(record.contains(&line), "not the native result: {line}");
    }
}

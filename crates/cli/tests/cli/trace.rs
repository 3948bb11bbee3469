//! `crashloop trace` against the reference vectors, and hostile lines.

use super::{run, run_with};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs::File;
use std::io::Read;

const LINE: &str = r#"{"id":"A","initial_ns":10000000000,"max_ns":40000000000,"expiry_ns":600000000000,"runs":{"prefix":[3],"cycle":[1]},"n":5}"#;

/// Sends the request fields of a vectors file through the program and compares the answers.
#[expect(clippy::unwrap_used, reason = "this runs in tests only")]
fn compare(name: &str) -> usize {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(File::open(path).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let expected: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut input = String::new();
    for scenario in &expected {
        let mut request = json!({});
        for field in [
            "id",
            "initial_ns",
            "max_ns",
            "expiry_ns",
            "gc_every_ns",
            "runs",
            "n",
        ] {
            if let Some(value) = scenario.get(field) {
                request[field] = value.clone();
            }
        }
        writeln!(input, "{request}").unwrap();
    }
    let output = run_with(&["trace"], input.as_bytes()).good();
    let answers: Vec<&str> = output.lines().collect();
    assert_eq!(answers.len(), expected.len());
    for (scenario, answer) in expected.iter().zip(answers) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let id = &scenario["id"];
        for field in ["id", "r", "f", "b", "s"] {
            let (want, got) = (&scenario[field], &answer[field]);
            if let (Some(want), Some(got)) = (want.as_array(), got.as_array()) {
                let first = want.iter().zip(got).position(|(want, got)| want != got);
                if let Some(row) = first {
                    let restart = row + 1;
                    assert_eq!(
                        want[row], got[row],
                        "{name}: {id}, column {field}, restart {restart}"
                    );
                }
                assert_eq!(want.len(), got.len(), "{name}: {id}, length of column {field}");
            } else {
                assert_eq!(want, got, "{name}: {id}, column {field}");
            }
        }
        match scenario.get("counts") {
            Some(counts) => assert_eq!(counts, &answer["counts"], "{name}: {id}, counts"),
            None => assert_eq!(answer["counts"].as_object().map(serde_json::Map::len), Some(3)),
        }
    }
    expected.len()
}

#[test]
fn every_row_of_the_vectors() {
    assert_eq!(compare("A_engine.jsonl.gz"), 775);
    assert_eq!(compare("A_gc_extra.jsonl.gz"), 538);
    assert_eq!(compare("C_random.jsonl.gz"), 2_400);
}

#[test]
fn answer_has_the_documented_fields() {
    insta::assert_snapshot!(run_with(&["trace"], LINE.as_bytes()).good());
}

#[test]
fn lines_of_the_vectors_are_read_with_their_results() {
    let with_results = LINE.replace(r#""n":5}"#, r#""n":5,"r":"1000","rule":"flat","counts":{}}"#);
    let args = ["trace"];
    assert_eq!(
        run_with(&args, with_results.as_bytes()).good(),
        run_with(&args, LINE.as_bytes()).good()
    );
}

#[test]
fn a_multiplier_other_than_two() {
    let line = LINE.replace(r#""n":5"#, r#""n":5,"multiplier":1.5"#);
    let answer: Value = serde_json::from_str(&run_with(&["trace"], line.as_bytes()).good()).unwrap();
    let delays_ms: [i64; 5] = [10_000, 15_000, 22_500, 33_750, 40_000];
    assert_eq!(answer["b"], json!(delays_ms.map(|delay| delay * 1_000_000)));
}

#[test]
fn bad_lines_are_named_after_the_answers_before() {
    let good =
        r#"{"id":"A","initial_ns":10,"max_ns":40,"expiry_ns":100,"runs":{"prefix":[3],"cycle":[]},"n":1}"#;
    let mut messages = String::new();
    for (from, to) in [
        (r#""n":1}"#, r#""n":1"#),
        (r#""n":1"#, r#""n":-1"#),
        (r#""n":1"#, r#""n":1e99"#),
        (r#""n":1"#, r#""n":2"#),
        (r#""n":1"#, r#""n":1000001"#),
        (r#""n":1"#, r#""n":1,"n":1"#),
        (r#""n":1"#, r#""n":1,"gc_every":2"#),
        (r#""n":1"#, r#""n":1,"gc_every_ns":0"#),
        (r#""n":1"#, r#""n":1,"multiplier":"0.5""#),
        (r#","n":1"#, ""),
        ("[3]", "[-3]"),
        ("[3]", "[9223372036854775808]"),
        (r#""initial_ns":10"#, r#""initial_ns":-10"#),
        (r#""expiry_ns":100"#, r#""expiry_ns":"100""#),
        (r#"{"id":"A""#, r#"[{"id":"A""#),
        ("A", "\u{0}"),
    ] {
        let bad = good.replacen(from, to, 1);
        let result = run_with(&["trace"], format!("{good}\n\n{bad}\n{good}\n").as_bytes());
        assert_eq!(result.text().lines().count(), 1, "{bad}");
        messages += &result.refused();
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn work_is_bounded() {
    let endless =
        r#"{"id":"A","initial_ns":0,"max_ns":0,"expiry_ns":0,"runs":{"prefix":[],"cycle":[0]},"n":1}"#;
    let message = run_with(&["trace"], endless.as_bytes()).refused();
    assert_eq!(
        message,
        "<stdin>:1: the restarts have no end: neither runs nor delays take any time\n"
    );
    let long = vec![b' '; (16 << 20) + 1];
    assert_eq!(
        run_with(&["trace"], &long).refused(),
        "<stdin>:1: the line is longer than 16777216 bytes\n"
    );
}

#[test]
fn bytes_that_are_no_text() {
    assert!(
        run_with(&["trace"], b"{\"id\":\"\xff\"}")
            .refused()
            .starts_with("<stdin>:1:")
    );
    assert!(run(&["trace"]).good().is_empty());
}

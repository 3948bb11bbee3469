//! Decoding nodes: types, paths and places of errors.

use std::collections::BTreeMap;

use document::{Error, from_str};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Scenario {
    release: String,
    #[serde(default)]
    policies: Vec<Policy>,
    run: Option<Run>,
    #[serde(default)]
    names: BTreeMap<String, u64>,
    seed: Option<Seed>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    initial: String,
    max: i64,
    factor: Option<f64>,
    flat: Option<bool>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Run {
    Instant,
    Fixed(String),
    Uniform { from: u32, to: u32 },
    Pair(u8, u8),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Seed(u64);

fn refusal(text: &str) -> String {
    match from_str::<Scenario>(text) {
        Ok(scenario) => format!("accepted: {scenario:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_whole_value_is_decoded() {
    let text = "
release: 1.30
policies:
  - {initial: 10s, max: 0x10, factor: 2, flat: on}
run: {fixed: 0}
names: {on: 1, 5: 2}
seed: 18446744073709551615
";
    let scenario: Scenario = from_str(text).unwrap();
    assert_eq!(
        scenario,
        Scenario {
            release: "1.30".to_owned(),
            policies: vec![Policy {
                initial: "10s".to_owned(),
                max: 16,
                factor: Some(2.0),
                flat: Some(true),
            }],
            run: Some(Run::Fixed("0".to_owned())),
            names: BTreeMap::from([("on".to_owned(), 1), ("5".to_owned(), 2)]),
            seed: Some(Seed(u64::MAX)),
        }
    );
}

#[test]
fn enums_are_words_or_single_keys() {
    let run = |text: &str| from_str::<Run>(text);
    assert_eq!(run("instant"), Ok(Run::Instant));
    assert_eq!(run("{instant: }"), Ok(Run::Instant));
    assert_eq!(
        run("uniform: {from: 1, to: 2}"),
        Ok(Run::Uniform { from: 1, to: 2 })
    );
    assert_eq!(run("pair: [1, 2]"), Ok(Run::Pair(1, 2)));
    let message = |text: &str| run(text).unwrap_err().to_string();
    assert_eq!(
        message("fixde: 5s"),
        "line 1, column 1: unknown value \"fixde\", did you mean \"fixed\"?"
    );
    assert_eq!(
        message("fixed"),
        "line 1, column 1: \"fixed\" needs a value, as in {fixed: …}"
    );
    assert_eq!(
        message("instant: 5"),
        "line 1, column 10: instant: \"instant\" takes no value"
    );
    assert_eq!(
        message("{fixed: 1, pair: 2}"),
        "line 1, column 1: found a mapping with 2 keys, expected one"
    );
    assert_eq!(
        message("uniform: {from: 1}"),
        "line 1, column 10: uniform: missing field `to`"
    );
}

#[test]
fn errors_name_place_path_and_what_is_allowed() {
    let cases = [
        (
            "release: 1.35\npolicies:\n  - initial: 1s\n    max: soon\n",
            "line 4, column 10: policies[0].max: found string \"soon\", expected an integer in the range of i64",
        ),
        (
            "release: 1.35\npolicies:\n  - initial: 1s\n    maxx: 1\n",
            "line 4, column 5: policies[0].maxx: unknown field \"maxx\", did you mean \"max\"?",
        ),
        (
            "release: 1.35\nzzz: 1\n",
            "line 2, column 1: zzz: unknown field \"zzz\", expected release, policies, run, names, seed",
        ),
        (
            "release: 1.35\npolicies:\n  - max: 1\n",
            "line 3, column 5: policies[0]: missing field `initial`",
        ),
        ("run: instant\n", "line 1, column 1: missing field `release`"),
        (
            "release:\n",
            "line 1, column 8: release: found null, expected a string",
        ),
        (
            "release: yes\n",
            "line 1, column 10: release: found boolean `true`, expected a string",
        ),
        (
            "release: 1.35\nrun: {uniform: {from: -1, to: 2}}\n",
            "line 2, column 23: run.uniform.from: found integer `-1`, expected an integer in the range of u32",
        ),
        (
            "release: 1.35\npolicies: {}\n",
            "line 2, column 11: policies: found a mapping, expected a sequence",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn a_plain_text_is_not_a_mapping() {
    assert_eq!(
        refusal("hello"),
        "line 1, column 1: found string \"hello\", expected a mapping"
    );
}

#[test]
fn a_sequence_is_not_a_mapping() {
    assert_eq!(
        refusal("release: 1.35\npolicies:\n  - [1s, 5]\n"),
        "line 3, column 5: policies[0]: found a sequence, expected a mapping"
    );
    assert_eq!(
        refusal("[1.35, []]"),
        "line 1, column 1: found a sequence, expected a mapping"
    );
    assert_eq!(
        refusal("release: 1.35\nrun: {uniform: [1, 2]}\n"),
        "line 2, column 16: run.uniform: found a sequence, expected a mapping"
    );
    assert_eq!(from_str::<(u8, Vec<u8>)>("[1, [2, 3]]"), Ok((1, vec![2, 3])));
}

#[test]
fn what_was_found_is_shown_escaped_and_shortened() {
    let long = "y".repeat(100_000);
    let values = ["\"\\e[31m\"".to_owned(), "\"\\u202e\"".to_owned(), long];
    for value in values {
        for text in [
            format!("{value}: 1"),
            format!("{{? {value} : 1, ? {value} : 2}}"),
            format!("names: {{? {value} : x}}"),
            format!("names: {value}"),
            format!("run: {value}"),
            format!("run: {{instant: {value}}}"),
        ] {
            let message = refusal(&text);
            assert!(message.starts_with("line 1"), "{message}");
            assert!(message.len() < 600, "{message}");
            assert!(!message.contains(['\u{1b}', '\u{202e}']), "{message:?}");
        }
    }
    assert_eq!(
        refusal("\"a\\n\\e\": 1"),
        "line 1, column 1: a\\n\\u{1b}: unknown field \"a\\n\\u{1b}\", expected release, policies, run, names, seed"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn nothing_panics(
        text in "(release|policies|run|names|seed|initial|max|fixed|: |, |\\[|\\]|\\{|\\}|\n|\n  |- |1|1\\.5|~|yes|\"x\"){0,30}"
    ) {
        let decoded: Result<Scenario, Error> = from_str(&text);
        if let Err(error) = decoded {
            prop_assert!(!error.message.is_empty());
        }
    }
}

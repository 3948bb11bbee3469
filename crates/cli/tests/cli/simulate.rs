//! `crashloop simulate`: the three forms.

use super::run;
use serde_json::Value;

const SMALL: [&str; 11] = [
    "simulate",
    "--policy",
    "Today's default,10s,2,5m",
    "--policy",
    "Gentle \"1.5\", what if,1s,1.5,1m",
    "--run",
    "10s",
    "--pods",
    "3",
    "--recovers",
    "10m",
];

fn small(format: &str) -> String {
    run(&[&SMALL[..], &["--format", format]].concat()).good()
}

#[test]
fn table() {
    insta::assert_snapshot!(small("table"));
}

#[test]
fn json() {
    let mut document: Value = serde_json::from_str(&small("json")).unwrap();
    for policy in document["policies"].as_array_mut().unwrap() {
        for series in ["starts", "requests"] {
            let bins = policy["load"][series].as_array_mut().unwrap();
            assert_eq!(
                bins.len(),
                361,
                "30m in bins of 5s, and one for the horizon itself"
            );
            bins.truncate(4);
        }
    }
    insta::assert_snapshot!(format!("{document:#}"));
}

#[test]
fn csv() {
    insta::assert_snapshot!(small("csv"));
}

#[test]
fn the_default_scenario_needs_no_arguments() {
    let json: Value = serde_json::from_str(&run(&["simulate", "--format", "json"]).good()).unwrap();
    assert_eq!(json["policies"][0]["summary"]["restarts"][0], 550);
    assert_eq!(json["policies"][1]["summary"]["restarts"][0], 1_100);
    assert_eq!(json["policies"][1]["difference"]["restarts"][0], 550);
    assert_eq!(json["policies"][0]["difference"], Value::Null);
}

#[test]
fn a_row_without_numbers_is_left_out() {
    let table = run(&["simulate", "--horizon", "1m"]).good();
    assert!(
        !table.contains("in 5m") && table.contains("Share of time down"),
        "{table}"
    );
}

#[test]
fn the_model_of_a_release_shows_what_the_kubelet_does() {
    let args = [
        "simulate",
        "--model",
        "kubelet",
        "--k8s",
        "1.35",
        "--init",
        "2s",
        "--max",
        "2s",
        "--horizon",
        "10m",
    ];
    insta::assert_snapshot!(run(&args).good());
}

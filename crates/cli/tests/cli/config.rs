//! `crashloop config`: verdicts on real and hostile files.

use super::{run, run_with};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Every row of `tests/vectors/E_config.jsonl`, the files of a release in one run.
#[test]
fn every_row_of_the_vectors() {
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/E_config.jsonl");
    let rows: Vec<Value> = fs::read_to_string(vectors)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("configs");
    fs::create_dir_all(&folder).unwrap();
    let mut compared = 0;
    for release in ["v1.32", "v1.33", "v1.34", "v1.35", "v1.36"] {
        let mut args = vec!["config".to_owned(), "--release".to_owned(), release.to_owned()];
        args.extend(["--format".to_owned(), "json".to_owned()]);
        let mut expected = Vec::new();
        for row in rows
            .iter()
            .filter(|row| row["k8s"].as_str().unwrap().starts_with(release))
        {
            let path = folder.join(format!("{}.yaml", row["id"].as_str().unwrap()));
            fs::write(&path, configuration(row)).unwrap();
            args.push(path.display().to_string());
            expected.push(row);
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let verdicts: Value = serde_json::from_slice(&run(&args).out).unwrap();
        assert_eq!(verdicts.as_array().unwrap().len(), expected.len());
        for (row, verdict) in expected.into_iter().zip(verdicts.as_array().unwrap()) {
            for field in ["valid", "stage", "initial_ns", "max_ns"] {
                assert_eq!(row[field], verdict[field], "{}, {field}: {verdict:#}", row["id"]);
            }
            assert_eq!(
                row["valid"] == true,
                verdict["errors"].as_array().unwrap().is_empty()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, rows.len());
}

/// The file that a row of the vectors describes.
fn configuration(row: &Value) -> String {
    let mut text = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n".to_owned();
    let gates: Vec<String> = [
        ("gate_max", "KubeletCrashLoopBackOffMax"),
        ("gate_reduce", "ReduceDefaultCrashLoopBackOffDecay"),
    ]
    .into_iter()
    .filter(|(field, _)| row[*field] != "default")
    .map(|(field, gate)| format!("  {gate}: {}\n", row[field] == "on"))
    .collect();
    if !gates.is_empty() {
        text += "featureGates:\n";
        text += &gates.concat();
    }
    if let Some(period) = row["period"].as_str() {
        text += "crashLoopBackOff:\n  maxContainerRestartPeriod: ";
        text += period;
    }
    text
}

#[test]
fn a_valid_file() {
    insta::assert_snapshot!(run(&["config", "tests/configs/kind.yaml"]).good());
    insta::assert_snapshot!(run(&["config", "tests/configs/kind.yaml", "--format", "json"]).good());
}

#[test]
fn refused_files() {
    let files = [
        "tests/configs/field-25-no-unit.yaml",
        "tests/configs/field-08-301s.yaml",
    ];
    let result = run(&[&["config"], &files[..]].concat());
    insta::assert_snapshot!(format!("{}----\n{}", result.text(), result.refused()));
    let result = run(&["config", files[0], "--format", "json"]);
    insta::assert_snapshot!(result.text());
}

#[test]
fn hostile_files() {
    for text in [
        "",
        "\u{0}",
        "{",
        "a: *a",
        "- - - -",
        "%YAML 9",
        "\u{feff}",
        "'",
        "? ? ?",
        "!!binary x",
    ] {
        let result = run_with(&["config", "-", "--format", "json"], text.as_bytes());
        let verdict: Value = serde_json::from_slice(&result.out).unwrap();
        assert_eq!(
            (&verdict["valid"], verdict["stage"].as_str()),
            (&Value::Bool(false), Some("decode"))
        );
        assert!(result.refused().starts_with("<stdin>"), "{text:?}");
    }
    let mut laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (before, name) in ('a'..='j').zip('b'..='k') {
        let nine = [before; 9].map(|before| format!("*{before}")).join(",");
        writeln!(laughs, "{name}: &{name} [{nine}]").unwrap();
    }
    assert!(
        run_with(&["config", "-"], laughs.as_bytes())
            .refused()
            .contains("100000 values")
    );
    assert!(
        run(&["config", "no-such-file"])
            .refused()
            .starts_with("no-such-file: cannot be opened")
    );
}

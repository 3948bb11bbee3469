//! Every configuration that was run through real kubelet code, and those that real kubelets were started with.

use std::{fmt::Write as _, fs, path::PathBuf};

use kubelet::{Release, config::load};
use serde_json::Value;

fn rows(path: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .join(path);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let rows: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!(rows.len(), text.lines().count(), "{}", path.display());
    rows
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

/// The file that a row of `E_config` stands for: gates that are not `default`, then the raw scalar.
fn file_of(row: &Value) -> String {
    let mut file =
        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfailCgroupV1: false\n"
            .to_owned();
    let gates: Vec<String> = [
        ("gate_max", "KubeletCrashLoopBackOffMax"),
        ("gate_reduce", "ReduceDefaultCrashLoopBackOffDecay"),
    ]
    .into_iter()
    .filter(|(field, _)| text(row, field) != "default")
    .map(|(field, gate)| format!("  {gate}: {}\n", text(row, field) == "on"))
    .collect();
    if !gates.is_empty() {
        file += "featureGates:\n";
        file += &gates.concat();
    }
    if let Some(period) = row["period"].as_str() {
        let _ = write!(file, "crashLoopBackOff:\n  maxContainerRestartPeriod: {period}\n");
    }
    file
}

/// `kubernetes/kubernetes` 1.32.13 to 1.36.2: decoding, defaulting, validation and `newCrashLoopBackOff`, executed.
#[test]
fn every_row_of_e_config_has_the_kubelets_outcome() {
    let rows = rows("vectors/E_config.jsonl");
    assert_eq!(rows.len(), 1188);
    for row in &rows {
        let release: Release = text(row, "k8s").parse().unwrap();
        let file = file_of(row);
        let verdict = load(&file, release);
        let context = format!("{} on {release}:\n{file}{verdict:#?}", row["id"]);
        assert_eq!(Some(verdict.valid), row["valid"].as_bool(), "valid of {context}");
        assert_eq!(
            verdict.stage.to_string(),
            text(row, "stage"),
            "stage of {context}"
        );
        let error = verdict.errors.first().map(|finding| finding.message.as_str());
        assert_eq!(error, row["err"].as_str(), "error of {context}");
        assert_eq!(
            verdict.defaulted_period_ns,
            row["defaulted_period_ns"].as_i64(),
            "defaulted period of {context}"
        );
        let effective = verdict.effective.as_ref();
        assert_eq!(
            effective.map(|effective| effective.initial_ns),
            row["initial_ns"].as_i64(),
            "initial delay of {context}"
        );
        assert_eq!(
            effective.map(|effective| effective.max_ns),
            row["max_ns"].as_i64(),
            "maximum delay of {context}"
        );
    }
}

/// Real kubelets 1.34.9, 1.35.6 and 1.36.2 started with these configurations: what they logged, and whether they ran.
#[test]
fn real_kubelets_refused_and_warned_with_the_same_words() {
    let rows = rows("measured/refusals.jsonl");
    assert_eq!(rows.len(), 81);
    let mut compared = 0;
    for row in &rows {
        let case = text(row, "case");
        // The measured binaries carry a patch that only warns here; upstream refuses.
        if case == "unknown_gate" {
            continue;
        }
        let release: Release = text(row, "version").parse().unwrap();
        let mut file = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n".to_owned();
        let _ = writeln!(file, "featureGates: {}", row["gates"]);
        match row["crashLoopBackOff"].as_str() {
            // The key itself was written in lower case.
            Some(value) if value.starts_with("CASE") => {
                let _ = writeln!(file, "crashloopbackoff: {}", value.trim_start_matches("CASE"));
            }
            Some(value) => {
                let _ = writeln!(file, "crashLoopBackOff: {value}");
            }
            None => {}
        }
        let verdict = load(&file, release);
        let context = format!("{case} on {release}:\n{file}{verdict:#?}");
        assert_eq!(Some(!verdict.valid), row["refused"].as_bool(), "{context}");
        let findings: Vec<&str> = verdict
            .errors
            .iter()
            .chain(&verdict.warnings)
            .map(|finding| finding.message.as_str())
            .collect();
        let lines = row["error_lines"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        assert_eq!(findings.len(), lines.len(), "{context}");
        for (finding, line) in findings.iter().zip(lines) {
            let line = line.as_str().unwrap_or_default().replace("\\\"", "\"");
            // A log line has the text of the message and of its error apart.
            let parts = finding.split("failed: strict decoding error: ");
            for part in parts {
                assert!(line.contains(part.trim_end()), "{line}\n{context}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 44, "log lines compared");
}

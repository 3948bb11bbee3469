//! Files in the shapes that people have, against a table of outcomes.

use std::{fs, path::PathBuf};

use backoff::GoDuration;
use document::Position;
use kubelet::{
    Release,
    config::{Finding, load},
};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/configs")
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

/// The findings as lines, to be compared with `[line, column, part]`.
fn check(findings: &[Finding], expected: &Value, context: &str) {
    let expected = expected.as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(findings.len(), expected.len(), "number of findings of {context}");
    for (finding, row) in findings.iter().zip(expected) {
        let place = (row[0].as_u64(), row[1].as_u64());
        let at = finding.at.unwrap_or(Position { line: 0, column: 0 });
        assert_eq!(
            (Some(u64::from(at.line)), Some(u64::from(at.column))),
            place,
            "place of {finding} in {context}"
        );
        let part = row[2].as_str().unwrap_or_default();
        let shown = Finding {
            at: None,
            field: String::new(),
            ..finding.clone()
        }
        .to_string();
        assert!(
            !part.is_empty() && shown.contains(part),
            "{part:?} is not in {shown:?} of {context}"
        );
    }
}

#[test]
fn every_file_has_the_expected_outcome() {
    let table = fs::read_to_string(folder().join("expected.jsonl")).unwrap();
    let mut seen = Vec::new();
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let file = text(&row, "file");
        let input = fs::read_to_string(folder().join(file)).unwrap();
        let release: Release = text(&row, "release").parse().unwrap();
        let verdict = load(&input, release);
        let context = format!("{file} on {release}: {verdict:#?}");
        assert_eq!(
            verdict.stage.to_string(),
            text(&row, "stage"),
            "stage of {context}"
        );
        assert_eq!(verdict.valid, text(&row, "stage") == "ok", "{context}");
        let recognised = text(&row, "recognised");
        assert!(
            !recognised.is_empty() && verdict.recognised.contains(recognised),
            "{recognised:?} is not in {context}"
        );
        let delays = verdict
            .effective
            .as_ref()
            .map(|effective| [effective.initial_ns, effective.max_ns]);
        let shown = delays.map(|delays| delays.map(|ns| GoDuration(ns).short().to_string()));
        let expected = row["initial"]
            .as_str()
            .map(|initial| [initial.to_owned(), text(&row, "max").to_owned()]);
        assert_eq!(shown, expected, "delays of {context}");
        check(&verdict.errors, &row["errors"], &context);
        check(&verdict.warnings, &row["warnings"], &context);
        seen.push(file.to_owned());
    }
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_input = !matches!(name.as_str(), "README.txt" | "expected.jsonl");
        assert!(!is_input || seen.contains(&name), "{name} is in no row");
    }
}

//! `crashloop config`: verdicts on real and hostile files.

use super::{run, run_with};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

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

/// A folder of drop-ins with these files, empty before.
#[expect(clippy::unwrap_used, reason = "this runs in tests only")]
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, lines) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
        fs::write(path, format!("{head}{lines}")).unwrap();
    }
    folder.display().to_string()
}

#[test]
fn drop_ins_and_gates_of_the_command_line() {
    let minute = "crashLoopBackOff: {maxContainerRestartPeriod: 60s}\n";
    let half = "crashLoopBackOff: {maxContainerRestartPeriod: 30s}\n";
    let folder = folder(
        "kubelet.conf.d",
        &[("a.conf", half), ("sub/z.conf", minute), ("notes.txt", "[")],
    );
    let judge = |more: &[&str]| -> Value {
        let args = [&["config", "--config-dir", &folder, "--format", "json"], more].concat();
        serde_json::from_slice(&run(&args).out).unwrap()
    };
    let verdict = judge(&["tests/configs/plain-minimal.yaml"]);
    assert_eq!(verdict["max_ns"], 60_000_000_000_i64, "{verdict:#}");
    assert_eq!(verdict["file"], "tests/configs/plain-minimal.yaml");
    assert_eq!(verdict["warnings"][0]["file"], format!("{folder}/notes.txt"));
    let alone = judge(&[]);
    assert_eq!(
        (&alone["file"], &alone["max_ns"]),
        (&folder.clone().into(), &60_000_000_000_i64.into())
    );
    let gates = ["--release", "1.34", "--feature-gates"];
    let on = judge(&[&gates[..], &["KubeletCrashLoopBackOffMax=true"]].concat());
    assert_eq!(on["stage"], "ok", "{on:#}");
    let off = judge(&gates[..2]);
    assert_eq!(off["errors"][0]["file"], format!("{folder}/sub/z.conf"));
    assert_eq!(off["advice"][0]["trap"], "field-without-gate");
    let refused = run(&[
        "config",
        "--feature-gates",
        "A=2",
        "tests/configs/plain-minimal.yaml",
    ])
    .refused();
    assert!(
        refused.starts_with("--feature-gates:1:1: failed to parse kubelet flag"),
        "{refused}"
    );
    let missing = run(&["config", "--config-dir", "no-such-folder"]).refused();
    assert!(
        missing.starts_with("no-such-folder: cannot be opened"),
        "{missing}"
    );
}

/// A named pipe has no writer here: the test ends only when it is not opened.
#[cfg(unix)]
#[test]
fn named_pipes_are_read_only_when_they_are_named() {
    let folder = folder("pipes.conf.d", &[("a.conf", "maxPods: 5\n")]);
    let pipe = format!("{folder}/x.conf");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let refused = run(&["config", "--config-dir", &folder]).refused();
    assert_eq!(refused, format!("{pipe}: not a regular file\n"));
    fs::rename(&pipe, format!("{folder}/pipe")).unwrap();
    std::os::unix::fs::symlink("pipe", &pipe).unwrap();
    let refused = run(&["config", "--config-dir", &folder]).refused();
    assert_eq!(refused, format!("{pipe}: not a regular file\n"));
    fs::remove_file(&pipe).unwrap();
    std::os::unix::fs::symlink("a.conf", &pipe).unwrap();
    let both = run(&["config", "--config-dir", &folder]).good();
    assert!(both.contains("2 drop-ins are applied"), "{both}");

    let named = format!("{folder}/pipe");
    let writer = std::thread::spawn({
        let named = named.clone();
        move || fs::copy("../../tests/configs/plain-minimal.yaml", named).unwrap()
    });
    assert!(run(&["config", &named]).good().contains("Valid"));
    writer.join().unwrap();
}

/// The drop-ins are in memory once, however many files they are judged with.
#[cfg(unix)]
#[test]
fn drop_ins_are_shared_by_all_files() {
    let large = format!("#{}\n", "x".repeat(1_000_000));
    let names: Vec<String> = (0..60).map(|number| format!("{number:03}.yaml")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), large.as_str())).collect();
    let folder = folder("large.conf.d", &files);
    let main = "tests/configs/plain-minimal.yaml";
    let limited = Command::new("sh")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(["-c", "ulimit -v 300000; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_crashloop"))
        .args(["config", "--config-dir", &folder])
        .args([main; 8])
        .output()
        .unwrap();
    assert!(limited.status.success(), "{limited:?}");
    assert_eq!(
        String::from_utf8_lossy(&limited.stdout).matches("Valid").count(),
        8
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_release_at_once() {
    let path = "tests/configs/field-13-reduce-alone.yaml";
    insta::assert_snapshot!(run(&["config", "--matrix", path]).good());
    let file = "tests/configs/field-01-default-of-a-newer-tool.yaml";
    insta::assert_snapshot!(run(&["config", "--matrix", file]).good());
    let json: Value =
        serde_json::from_str(&run(&["config", "--matrix", file, "--format", "json"]).good()).unwrap();
    assert_eq!(json["releases"].as_array().unwrap().len(), 10);
    assert_eq!(json["releases"][6]["stage"], "validate");
    assert_eq!(json["changes"][1]["from"], "1.34");
    let nowhere = run(&["config", "--matrix", "tests/configs/plain-pod.yaml"]);
    assert!(nowhere.refused().contains("no kind \"Pod\" is registered"));
    let both = run(&["config", "--matrix", "--release", "1.35", file]);
    assert!(both.misused().contains("cannot be used with"));
}

#[test]
fn snippets() {
    let text = run(&[
        "snippet",
        "--init",
        "1s",
        "--max",
        "60s",
        "--release",
        "1.34",
        "--platform",
        "kubeadm",
    ])
    .good();
    let verdict = run_with(
        &["config", "-", "--release", "1.34", "--format", "json"],
        text.as_bytes(),
    )
    .good();
    let verdict: Value = serde_json::from_str(&verdict).unwrap();
    assert_eq!(
        (&verdict["initial_ns"], &verdict["max_ns"]),
        (&1_000_000_000_i64.into(), &60_000_000_000_i64.into())
    );
    assert_eq!(
        run(&["snippet", "--max", "2s"]).good(),
        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff:\n  \
         maxContainerRestartPeriod: \"2s\"\n"
    );
    assert_eq!(
        run(&["snippet", "--flat", "2s"]).good(),
        run(&["snippet", "--max", "2s"]).good()
    );
    let refused = run(&["snippet", "--max", "10m", "--platform", "aks"]).refused();
    assert_eq!(
        refused,
        "maximum delay: The maximum can be set from 1s to 300s, not to 10m.\nplatform: AKS takes a closed list of \
         kubelet settings (linuxkubeletconfig.json), and crashLoopBackOff is not on it.\n"
    );
    assert!(run(&["snippet", "--max", "60"]).refused().contains("max=60"));
    assert!(
        run(&["snippet", "--platform", "aws"])
            .misused()
            .contains("gke-terraform")
    );
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

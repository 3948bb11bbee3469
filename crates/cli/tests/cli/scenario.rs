//! Where a scenario comes from: documents, permalinks and flags, and what is refused.

use super::{run, run_with};
use serde_json::Value;

const DOCUMENT: &str = "\
version: 1
policies:
  - name: Gentle
    shape: {exponential: {initial: 1s, multiplier: 1.5, max: 1m}}
workload:
  - pods: 3
    run: {fixed: 10s}
";

#[test]
fn document_permalink_and_flags_mean_the_same() {
    let json = ["simulate", "--format", "json"];
    let from_document = run_with(&["simulate", "-", "--format", "json"], DOCUMENT.as_bytes()).good();
    let flags = ["--policy", "Gentle,1s,1.5,1m", "--pods", "3", "--run", "10s"];
    assert_eq!(run(&[&json[..], &flags].concat()).good(), from_document);
    let document: Value = serde_json::from_str(&from_document).unwrap();
    let link = document["permalink"].as_str().unwrap();
    assert_eq!(
        run(&["simulate", "--format", "json", "--permalink", link]).good(),
        from_document
    );
    let scenario = document["scenario"].to_string();
    assert_eq!(
        run_with(&["simulate", "-", "--format", "json"], scenario.as_bytes()).good(),
        from_document
    );
}

#[test]
fn every_scenario_of_the_gallery() {
    let mut count = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/scenarios")).unwrap() {
        let path = entry.unwrap().path();
        let table = run(&["simulate", path.to_str().unwrap()]).good();
        assert!(table.contains("Share of time down"), "{table}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn every_flag_reaches_the_scenario() {
    let flags = "--flat 5s --reset 2max --jitter 0.5 --pods 120 --maxpods 130 --run uniform:1s,2s --exit 3 \
                 --recovers 4m --stagger 1s --restart onfailure --create 1s --req 4 --qps 20 --horizon 20m \
                 --base 1 --seed 7 --model documented --k8s 1.34";
    let args = ["simulate", "--format", "json"]
        .into_iter()
        .chain(flags.split_whitespace());
    let json: Value = serde_json::from_str(&run(&args.collect::<Vec<_>>()).good()).unwrap();
    insta::assert_snapshot!(json["permalink"].as_str().unwrap());
    let loops = "--model kubelet --pods 3 --run 5s --latency 2s --ends probe --eventqps 40 --restartat 9m \
                 --relistperiod 2s --relist 4ms --relistpod 1ms --relistchange 3ms --sync 6ms --noise 7ms --kill 1s";
    let args = ["simulate", "--format", "json"]
        .into_iter()
        .chain(loops.split_whitespace());
    let json: Value = serde_json::from_str(&run(&args.collect::<Vec<_>>()).good()).unwrap();
    insta::assert_snapshot!(json["permalink"].as_str().unwrap());
    let steps = run(&["simulate", "--steps", "1s,10s", "--format", "json"]).good();
    assert!(steps.contains("#v1;steps=1s,10s"), "{steps}");
}

#[test]
fn every_key_of_a_permalink_is_a_flag_unless_it_begins_a_list() {
    let help = run(&["simulate", "--help"]).good();
    let absent: Vec<_> = sim::permalink::keys()
        .filter(|key| !help.contains(&format!("--{key} <")))
        .collect();
    // --policy stands for p; groups and further containers have no flags, as the help says.
    assert_eq!(absent, ["p", "g", "c", "role"]);
    assert!(help.contains("further groups and containers"), "{help}");
}

#[test]
fn messages_for_documents() {
    let mut messages = String::new();
    for document in [
        "",
        "version: 1",
        &DOCUMENT.replace("multiplier", "multiplyer"),
        &DOCUMENT.replace("1m}", "60}"),
        &DOCUMENT.replace("pods: 3", "pods: 0\n    stagger: 2h"),
        &DOCUMENT.replace("pods: 3", "pods: three"),
        &DOCUMENT.replace("version: 1", "version: 1\nmodel: kubelet"),
        &DOCUMENT.replace("{fixed", "{{fixed"),
        &format!("{DOCUMENT}---\n{DOCUMENT}"),
    ] {
        messages += &run_with(&["simulate", "-"], document.as_bytes()).refused();
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn messages_for_flags_and_permalinks() {
    let mut messages = String::new();
    for args in [
        &["--init", "5x", "--max", "10"][..],
        &["--x", "0.5"],
        &["--pods", "250"],
        &["--pods=-1"],
        &["--pods", "99999999999"],
        &["--run", "sometimes"],
        &["--k8s", "1.27"],
        &["--model", "guessed"],
        &["--pods", "60", "--maxpods", "50"],
        &["--maxpods", "50"],
        &["--maxpods", "0"],
        &["--k8s", "\u{1b}[31m\n\u{202e}"],
        &["--policy", "\u{1b}[31m\u{202e}"],
        &["--permalink", "#v1;maxpods=50;pods=60"],
        &["--permalink", "#v1;g=a;pods=900;g=b;pods=900;maxpods=1000"],
        &["--restartat", "1m"],
        &["--policy", "A,1s,2"],
        &["--policy", "A,1s,2,1y"],
        &["--policy", "A\u{7},1s,2,1m"],
        &["--base", "3", "--init", "1s"],
        &["--horizon", "200h"],
        &["--permalink", "init=1s"],
        &["--permalink", "#v1;inti=1s;max=5x;p=%zz;pods"],
    ] {
        let args = [&["simulate"], args].concat();
        messages += &run(&args).refused();
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn too_large_a_scenario_names_a_way_out() {
    let args = ["simulate", "--flat", "0s", "--create", "0s", "--pods", "1"];
    let message = run(&args).refused();
    assert!(
        message.contains("10000000 attempts") && message.contains("shorten the horizon"),
        "{message}"
    );
    let document = DOCUMENT
        .replace(
            "{exponential: {initial: 1s, multiplier: 1.5, max: 1m}}",
            "{flat: 0s}",
        )
        .replace("{fixed: 10s}", "{fixed: 0s}\nnode: {createLatency: 0s}");
    let in_document = run_with(&["simulate", "-"], document.as_bytes()).refused();
    assert!(
        in_document.starts_with("<stdin>: ") && in_document.contains("shorten the horizon"),
        "{in_document}"
    );
}

#[test]
fn files_that_cannot_be_read() {
    assert!(
        run(&["simulate", "no-such-file.yaml"])
            .refused()
            .starts_with("no-such-file.yaml: cannot be opened")
    );
    assert!(
        run(&["simulate", "tests"])
            .refused()
            .starts_with("tests: cannot be read")
    );
    assert_eq!(
        run_with(&["simulate", "-"], b"a: \xff").refused(),
        "<stdin>: byte 4 is not UTF-8\n"
    );
    let long = vec![b'#'; (1 << 20) + 1];
    assert_eq!(
        run_with(&["simulate", "-"], &long).refused(),
        "<stdin>: longer than the limit of 1048576 bytes\n"
    );
}

#[test]
fn names_are_shown_escaped() {
    let file = "no\u{1b}[31m\nsuch\u{202e}.yaml";
    for args in [
        &["simulate", file][..],
        &["config", file],
        &["render", "-o", "no\u{1b}/a\n.svg"],
    ] {
        let message = run(args).refused();
        assert!(
            message.contains("\\u{1b}") && message.contains("\\n"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let long = format!("--\u{202e}\u{7}{}", "y".repeat(1_000));
    for args in [
        &["simulate", &long][..],
        &["simulate", "--format", &long[2..]],
        &[&long[2..]],
    ] {
        let message = run(args).misused();
        assert!(
            message.contains("\\u{202e}\\u{7}yyy") && message.len() < 600,
            "{message}"
        );
        assert!(!message.contains(['\u{202e}', '\u{7}']), "{message}");
    }
    let table = run(&["simulate", "--policy", "A\u{202e},1s,2,1m"]).good();
    assert!(
        table.contains("A\\u{202e}") && !table.contains('\u{202e}'),
        "{table}"
    );
    let line = "{\"\\u001b\\n".to_owned() + &"y".repeat(1_000) + "\":1}";
    let message = run_with(&["trace"], line.as_bytes()).refused();
    assert!(
        message.contains("`\\u{1b}\\nyyy") && message.len() < 300,
        "{message}"
    );
}

//! Scenario documents and permalinks, good and bad.

#![expect(clippy::expect_used, clippy::format_push_string, reason = "a test may fail")]

#[path = "support/any.rs"]
mod any;

use any::any_scenario;
use proptest::prelude::*;
use scenario::permalink::{MAX_LENGTH, decode, encode};
use scenario::{Scenario, limits, presets};

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::from_text(text).map_err(|errors| {
        let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

#[test]
fn bad_documents_are_refused_at_the_place() {
    let base = "version: 1\npolicies:\n  - name: a\n    shape: {exponential: {initial: 10s, max: 5m}}\nworkload:\n  - pods: 3\n";
    read(base).expect("the base is good");
    let cases = [
        ("empty", String::new()),
        ("no policies", base.replace("policies", "polices")),
        ("a later version", base.replace("version: 1", "version: 2")),
        ("unknown field", format!("{base}    pod: 4\n")),
        ("no unit", base.replace("10s", "10")),
        ("unknown unit", base.replace("5m", "5 min")),
        ("negative delay", base.replace("10s", "-10s")),
        ("too many pods", base.replace("pods: 3", "pods: 5000")),
        (
            "more pods than the node takes",
            base.replace("pods: 3", "pods: 300"),
        ),
        ("pods as text", base.replace("pods: 3", "pods: many")),
        ("run time unknown", format!("{base}    run: {{gaussian: 3s}}\n")),
        (
            "bounds exchanged",
            format!("{base}    run: {{uniform: {{min: 9s, max: 3s}}}}\n"),
        ),
        (
            "back before it is down",
            format!("{base}    downFrom: 5m\n    recoversAt: 3m\n"),
        ),
        (
            "what only a kubelet knows",
            format!(
                "{base}    ends: postStart\n    image: {{pullTime: 3s}}\nnode: {{serializeImagePulls: false}}\n"
            ),
        ),
        (
            "serialised and parallel pulls",
            format!("model: kubeletRelease\nnode: {{maxParallelImagePulls: 3}}\n{base}"),
        ),
        (
            "a hook of an init container",
            format!(
                "model: kubeletRelease\n{base}    beside: [{{name: a, role: init, ends: postStart}}]\n    createFails: {{between: {{from: 3s, until: 2s}}}}\n"
            ),
        ),
        (
            "rules of a release that knows none",
            format!(
                "release: \"1.33\"\n{base}    restartPolicyRules: [{{action: RestartAllContainers, exitCodes: {{operator: In, values: []}}}}]\n"
            ),
        ),
        ("exit code", format!("{base}    exitCode: 256\n")),
        ("release", format!("{base}release: 1.27\n")),
        ("duplicate key", format!("{base}version: 1\n")),
        ("horizon", format!("{base}horizon: 8000h\n")),
        ("baseline", format!("{base}baseline: 1\n")),
        ("no mapping", "- 1\n- 2\n".to_owned()),
        ("broken", "policies: [}".to_owned()),
    ];
    let mut report = String::new();
    for (name, text) in cases {
        let error = read(&text).expect_err(name);
        report.push_str(&format!("{name}\n    {}\n", error.replace('\n', "\n    ")));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn every_gallery_scenario_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/scenarios");
    let mut read_files = 0;
    for entry in std::fs::read_dir(folder).expect("the gallery") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        if let Err(errors) = read(&text) {
            panic!("{}: {errors}", path.display());
        }
        read_files += 1;
    }
    assert!(read_files >= 8);
}

#[test]
fn common_permalinks_are_short_and_readable() {
    assert_eq!(encode(&Scenario::default()), "v1");
    let (scenario, notices) = decode("#v1;init=1s;x=2;max=60s;run=10s;pods=110;k8s=1.35");
    assert_eq!(notices, []);
    assert_eq!(scenario.policies.len(), 1);
    assert_eq!(scenario.policies[0].name, "1s/1m");
    assert_eq!(encode(&scenario), "v1;init=1s;max=1m;run=10s");
    let (scenario, notices) =
        decode("v1;p=Today;p=;max=2s;init=2s;g=a+b;pods=3;g=c;pods=4;run=exp:5s;base=2");
    assert_eq!(notices, []);
    let names: Vec<_> = scenario
        .policies
        .iter()
        .map(|policy| policy.name.as_str())
        .collect();
    assert_eq!(names, ["Today", "2s/2s"]);
    assert_eq!(scenario.workload[0].name, "a b");
    assert_eq!(scenario.baseline, 1);
}

#[test]
fn malformed_pieces_are_named_and_the_rest_is_kept() {
    let bad = [
        "v1;init=5;max=60s",
        "v1;intt=5s",
        "v1;max",
        "v1;pods=0",
        "v1;pods=300",
        "v1;pods=300;maxpods=200",
        "v1;pods=-1",
        "v1;x=0.5",
        "v1;flat=5s;init=1s",
        "v1;run=uniform:9s,3s",
        "v1;run=gauss:3s",
        "v1;run=lognormal:3s",
        "v1;run=lognormal:3s,4.5",
        "v1;run=grows:1s,0.5,5m",
        "v1;down=5m;recovers=5m",
        "v1;pullfails=often",
        "v1;pull=1s;model=documented",
        "v1;pulls=0",
        "v1;rules=restart:42",
        "v1;k8s=1.30;rules=restart:in:42",
        "v1;restart=sometimes",
        "v1;k8s=1.27",
        "v1;horizon=0s",
        "v1;horizon=1h;horizon=2h",
        "v1;base=3",
        "v1;p=%zz",
        "v1;p=a;p=b;p=c;p=d;p=e;init=3s",
        "v2;init=1s",
        "init=1s",
        "v1;g=a;g=b;g=c;g=d;g=e;g=f;g=g;g=h;g=i;g=j",
    ];
    let mut report = String::new();
    for link in bad {
        let (scenario, notices) = decode(link);
        assert_ne!(notices, [], "{link}");
        report.push_str(&format!("{link}\n  -> {}\n", encode(&scenario)));
        for notice in notices {
            report.push_str(&format!("  {}: {}\n", notice.found, notice.message));
        }
    }
    insta::assert_snapshot!(report);
}

#[test]
fn absent_keys_mean_the_default_of_the_first_version() {
    // Fixed for ever: a link written today shows the same picture in years.
    let (scenario, _) = decode("v1");
    insta::assert_json_snapshot!(scenario);
    let (scenario, _) = decode("v1;p=;g=x");
    insta::assert_json_snapshot!(scenario);
}

#[test]
fn every_ignored_piece_is_counted() {
    let (_, notices) = decode(&format!("v1{}", ";bad=1".repeat(60)));
    assert_eq!(notices.len(), scenario::permalink::MAX_NOTICES + 1);
    assert_eq!(
        notices.last().map(|last| &last.message[..]),
        Some("40 more pieces were ignored")
    );
}

#[test]
fn keys_of_a_refused_container_go_with_it() {
    let (scenario, notices) = decode("v1;run=3s;c=%zz;run=7s;exit=0;g=b;pods=2;maxpods=112");
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert_eq!(encode(&scenario), "v1;g=crashing;run=3s;g=b;pods=2;maxpods=112");
}

#[test]
fn groups_with_the_default_number_of_pods_keep_their_keys() {
    let link = "v1;g=a;g=b;g=c;g=d;g=e;g=f;g=g;g=h;g=i;pods=1;g=j;pods=1;run=10s;exit=3;maxpods=1000";
    let (scenario, notices) = decode(link);
    assert_eq!(notices, []);
    assert_eq!(
        (scenario.workload[9].exit_code, scenario.workload[9].pods),
        (3, 1)
    );
}

#[test]
fn too_many_pods_are_named_as_they_were_found() {
    let (_, notices) = decode("v1;pods=99999");
    let [notice] = &notices[..] else {
        panic!("{notices:?}")
    };
    assert_eq!(notice.found, "pods=99999");
    assert_eq!(notice.message, "ignored: found 99999, allowed are 1 to 1000");
}

#[test]
fn a_scenario_whose_link_could_not_be_read_is_refused() {
    let mut scenario = Scenario::default();
    let times = (0..256)
        .map(|n| backoff::GoDuration::from_nanos(123_456_789 + n))
        .collect();
    scenario.workload = vec![
        scenario::Group {
            pods: 1,
            run: scenario::RunTime::List(times),
            ..scenario::Group::default()
        };
        16
    ];
    let invalid = limits::check(&scenario);
    assert!(
        invalid.iter().any(|invalid| invalid.message.contains("the link")),
        "{invalid:?}"
    );
}

#[test]
fn an_overlong_link_gives_the_default() {
    let (scenario, notices) = decode(&format!("v1;p={}", "x".repeat(MAX_LENGTH)));
    assert_eq!(scenario, Scenario::default());
    assert!(notices[0].message.contains("bytes"), "{notices:?}");
}

#[test]
fn presets_have_links_below_the_budget() {
    for preset in presets::all() {
        let scenario = Scenario {
            policies: vec![preset.policy],
            ..Scenario::default()
        };
        let link = encode(&scenario);
        assert_eq!(decode(&link), (scenario, vec![]));
        assert!(link.len() < 120, "{link}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn permalinks_round_trip(scenario in any_scenario()) {
        let link = encode(&scenario);
        prop_assert!(!link.contains([' ', '"', '<', '#']), "{}", link);
        let (read, notices) = decode(&link);
        prop_assert_eq!(notices, vec![], "{}", link);
        prop_assert_eq!(read, scenario, "{}", link);
    }

    #[test]
    fn documents_round_trip(scenario in any_scenario()) {
        let json = serde_json::to_string(&scenario).expect("serializable");
        prop_assert_eq!(read(&json), Ok(scenario));
    }

    #[test]
    fn any_fragment_gives_a_scenario_within_the_limits(fragment in ".{0,200}") {
        let (scenario, _) = decode(&fragment);
        prop_assert_eq!(limits::check(&scenario), vec![]);
    }

    #[test]
    fn any_pieces_give_a_scenario_within_the_limits(
        pieces in prop::collection::vec(
            (prop::sample::select(scenario::permalink::keys().collect::<Vec<_>>()),
             "(-?[0-9]{1,20}(ns|ms|s|m|h)?|[0-9]{1,3}(ms|s)|1s,2s|exp:5s|list:1s,|uniform:2s,1s|probe|init|sidecar|kubelet|[a-z%+]{0,8}|.{0,6})"),
            0..60,
        ),
    ) {
        let pieces: Vec<_> = pieces.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        let (scenario, notices) = decode(&format!("v1;{}", pieces.join(";")));
        prop_assert_eq!(limits::check(&scenario), vec![]);
        prop_assert!(notices.len() <= scenario::permalink::MAX_NOTICES + 1);
        let (again, notices) = decode(&encode(&scenario));
        prop_assert_eq!(notices, vec![]);
        prop_assert_eq!(again, scenario);
    }

    #[test]
    fn any_text_is_refused_or_read(text in "\\PC{0,300}") {
        if let Err(errors) = Scenario::from_text(&text) {
            prop_assert!(!errors.is_empty());
        }
    }

    #[test]
    fn a_damaged_document_is_refused_or_read(cut in 0..600_usize, insert in "[\\PC\n]{0,4}") {
        let mut text = serde_json::to_string_pretty(&Scenario::default()).expect("serializable");
        let at = (0..=cut.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.insert_str(at, &insert);
        match Scenario::from_text(&text) {
            Ok(scenario) => prop_assert_eq!(limits::check(&scenario), vec![]),
            Err(errors) => prop_assert!(!errors.is_empty()),
        }
    }
}

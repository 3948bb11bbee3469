//! Drop-ins and command-line gates: the order of things at the start of a kubelet.

use backoff::GoDuration;
use kubelet::{
    Release,
    config::{File, Files, Stage, Trap, Verdict, changes, load, load_files, matrix},
};

const HEAD: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const MAX_ON: &str = "featureGates: {KubeletCrashLoopBackOffMax: true}\n";
const MAX_OFF: &str = "featureGates: {KubeletCrashLoopBackOffMax: false}\n";
const REDUCE: &str = "featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}\n";
const MINUTE: &str = "crashLoopBackOff: {maxContainerRestartPeriod: 60s}\n";

fn file(name: &str, text: &str) -> File {
    File {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

/// A main file with these lines, drop-ins with those.
fn files(main: &str, drop_ins: &[(&str, &str)], gates: Option<&str>) -> Files {
    let drop_ins = drop_ins.iter();
    Files {
        main: Some(file("config.yaml", &format!("{HEAD}{main}"))),
        drop_ins: drop_ins
            .map(|(name, lines)| file(name, &format!("{HEAD}{lines}")))
            .collect(),
        feature_gates: gates.map(str::to_owned),
    }
}

/// The outcome in short: the delays, or the stage with the first error.
fn outcome(verdict: &Verdict) -> String {
    let short = |ns| GoDuration(ns).short();
    match (&verdict.effective, verdict.errors.first()) {
        (Some(effective), None) => {
            format!("{}/{}", short(effective.initial_ns), short(effective.max_ns))
        }
        (None, Some(error)) => format!("{}: {error}", verdict.stage),
        other => format!("inconsistent: {other:?}"),
    }
}

fn of(main: &str, drop_ins: &[(&str, &str)], gates: Option<&str>, release: Release) -> String {
    outcome(&load_files(&files(main, drop_ins, gates), release))
}

fn traps(verdict: &Verdict) -> Vec<Trap> {
    verdict.advice.iter().map(|advice| advice.trap).collect()
}

#[test]
fn later_drop_ins_win_field_by_field() {
    let release = Release::V1_35;
    let two = [("d/20.conf", MINUTE), ("d/10.conf", "maxPods: 5\n")];
    assert_eq!(of("", &two, None, release), "10s/1m");
    let order = [
        ("d/9.conf", "crashLoopBackOff: {maxContainerRestartPeriod: 9s}\n"),
        (
            "d/10.conf",
            "crashLoopBackOff: {maxContainerRestartPeriod: 100s}\n",
        ),
    ];
    assert_eq!(of(MINUTE, &order, None, release), "9s/9s", "names are texts");
    let folders = [
        ("d/a.conf", "crashLoopBackOff: {maxContainerRestartPeriod: 20s}\n"),
        (
            "d/a/z.conf",
            "crashLoopBackOff: {maxContainerRestartPeriod: 30s}\n",
        ),
    ];
    assert_eq!(
        of("", &folders, None, release),
        "10s/20s",
        "the folder a comes before a.conf"
    );
    let gates = [("d/1.conf", REDUCE), ("d/2.conf", "featureGates: {}\n")];
    assert_eq!(of(MINUTE, &gates, None, release), "1s/1m", "gates merge");
}

#[test]
fn only_names_that_end_in_conf_are_read() {
    let lines = "crashLoopBackOff: {maxContainerRestartPeriod: 5}\n";
    for name in [
        "d/a.yaml",
        "d/a.conf.bak",
        "d/a.CONF",
        "d/conf",
        "d/aconf",
        "d/.conf.swp",
    ] {
        let verdict = load_files(&files("", &[(name, lines)], None), Release::V1_35);
        assert_eq!(outcome(&verdict), "10s/5m", "{name}");
        let warning = verdict.warnings[0].to_string();
        assert!(
            warning.starts_with(&format!("{name}: this file is not read")),
            "{warning}"
        );
    }
    for name in ["d/.conf", "d/x/..conf"] {
        let read = load_files(&files("", &[(name, lines)], None), Release::V1_35);
        assert_eq!(read.stage, Stage::Decode, "{name}");
    }
}

#[test]
fn a_bad_drop_in_stops_the_kubelet() {
    let text = |text: &str, release| {
        let files = Files {
            drop_ins: vec![file("d/1.conf", text)],
            ..files("", &[], None)
        };
        outcome(&load_files(&files, release))
    };
    let failed = "failed to load kubelet dropin file, path: d/1.conf, error:";
    let add =
        "(Begin the file with apiVersion: kubelet.config.k8s.io/v1beta1 and kind: KubeletConfiguration.)";
    let new = Release::V1_35;
    assert_eq!(
        text("", new),
        format!("decode: d/1.conf: {failed} the kubelet config file was empty")
    );
    assert_eq!(
        text("maxPods: 5", new),
        format!("decode: d/1.conf: line 1, column 1: kind: {failed} Object 'Kind' is missing {add}")
    );
    assert!(text("\n# nothing\n", new).contains("Object 'Kind' is missing"));
    assert_eq!(
        text("kind: KubeletConfiguration", new),
        format!(
            "decode: d/1.conf: line 1, column 1: apiVersion: {failed} unknown apiVersion/kind: /, \
             Kind=KubeletConfiguration {add}"
        )
    );
    assert_eq!(text("kind: KubeletConfiguration", Release::V1_31), "10s/5m");
    assert!(text("kind: KubeletConfiguration", Release::V1_28).contains("Object 'apiVersion' is missing"));
    assert!(text("kind: Pod\napiVersion: v1", new).contains("unknown apiVersion/kind: /v1, Kind=Pod"));
    assert!(text("- kind", new).contains("found a list, expected a mapping"));
    assert!(text("kind: [", new).starts_with("decode: d/1.conf: line"));
    let twice = format!("{HEAD}maxPods: 1\nmaxPods: 2\n");
    assert_eq!(
        text(&twice, new),
        format!(
            "decode: d/1.conf: line 4, column 1: {failed} strict decoding error: yaml: unmarshal errors: \
             line 4: key \"maxPods\" already set in map (Remove one of them.)"
        )
    );
}

#[test]
fn drop_ins_are_decoded_together_and_in_any_case() {
    let release = Release::V1_35;
    let wrong = ("d/1.conf", "maxPods: many\n");
    assert_eq!(
        of("", &[wrong], None, release),
        "decode: d/1.conf: line 3, column 10: maxPods: json: cannot unmarshal string into Go struct field \
         KubeletConfiguration.maxPods of type int32"
    );
    let overridden = [wrong, ("d/2.conf", "maxPods: 5\n")];
    assert_eq!(of("", &overridden, None, release), "10s/5m");
    let lower = "crashloopbackoff: {maxcontainerrestartperiod: 60s}\n";
    assert_eq!(
        of(lower, &[], None, release),
        "10s/5m",
        "the main file ignores it"
    );
    assert_eq!(of("", &[("d/1.conf", lower)], None, release), "10s/1m");
    assert_eq!(
        of(lower, &[("d/1.conf", "maxPods: 5\n")], None, release),
        "10s/5m"
    );
    let unknown = load_files(
        &files("", &[("d/1.conf", "crashLoopBackOff: {maxSeconds: 60}\n")], None),
        release,
    );
    assert_eq!(
        unknown.warnings[0].to_string(),
        "d/1.conf: line 3, column 20: crashLoopBackOff.maxSeconds: unknown field \"crashLoopBackOff.maxSeconds\": a \
         kubelet ignores it in a drop-in and logs nothing (Did you mean maxContainerRestartPeriod: \"60s\"?)"
    );
}

/// Defaults are filled in from the main file, and again after the merge since 1.32.
#[test]
fn a_gate_that_comes_on_in_a_drop_in_fills_the_field_in() {
    let on = [("d/1.conf", MAX_ON)];
    let verdict = load_files(&files("", &on, None), Release::V1_34);
    assert_eq!(outcome(&verdict), "10s/5m");
    assert_eq!(verdict.defaulted_period_ns, Some(300_000_000_000));
    assert_eq!(of(MINUTE, &on, None, Release::V1_34), "10s/1m");
    let apart = [("d/1.conf", MINUTE), ("d/2.conf", MAX_ON)];
    assert_eq!(of("", &apart, None, Release::V1_34), "10s/1m");
    assert!(of("", &on, None, Release::V1_31).starts_with("gates: d/1.conf: line 3, column 16"));
}

#[test]
fn a_gate_that_goes_off_in_a_drop_in_leaves_the_filled_in_value_behind() {
    let off = [("d/1.conf", MAX_OFF)];
    let verdict = load_files(&files("", &off, None), Release::V1_35);
    let message = "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled, \
                   CrashLoopBackOff.MaxContainerRestartPeriod must not be set";
    let error = &verdict.errors[0];
    assert_eq!(
        (verdict.stage, error.message.as_str()),
        (Stage::Validate, message)
    );
    assert_eq!(error.file.as_deref(), Some("d/1.conf"), "the place of the gate");
    assert_eq!(traps(&verdict), [Trap::FilledInThenOff]);
    assert_eq!(of(MAX_OFF, &off, None, Release::V1_35), "10s/5m", "off in both");
    let removed = [("d/1.conf", MAX_OFF), ("d/2.conf", "crashLoopBackOff: null\n")];
    let verdict = load_files(&files("", &removed, None), Release::V1_35);
    assert_eq!(outcome(&verdict), "10s/5m");
    assert_eq!(traps(&verdict), [Trap::NullInDropIn]);
    let inner = "crashLoopBackOff: {maxContainerRestartPeriod: null}\n";
    assert_eq!(of(MINUTE, &[("d/1.conf", inner)], None, Release::V1_35), "10s/5m");
}

#[test]
fn flags_win_over_files_after_the_defaults() {
    let (on, off) = (
        "KubeletCrashLoopBackOffMax=true",
        "KubeletCrashLoopBackOffMax=false",
    );
    let (old, new) = (Release::V1_34, Release::V1_35);
    assert_eq!(of("", &[], Some(on), old), "10s/5m");
    assert_eq!(of(MINUTE, &[], Some(on), old), "10s/1m");
    assert_eq!(of("", &[], Some(off), new), "10s/5m");
    assert_eq!(of(REDUCE, &[], Some(off), new), "1s/1m");
    assert!(of(MINUTE, &[], Some(off), new).contains("must not be set"));

    // The file decides what is filled in, the flag what is allowed.
    let late = load_files(&files(MAX_OFF, &[], Some(on)), new);
    assert_eq!(traps(&late), [Trap::OnAfterDefaults]);
    assert_eq!(
        outcome(&late),
        "validate: --feature-gates: line 1, column 1: crashLoopBackOff.maxContainerRestartPeriod: invalid \
         configuration: FeatureGate KubeletCrashLoopBackOffMax is enabled, CrashLoopBackOff.MaxContainerRestartPeriod \
         must be set (The gate came on after the field was filled in. Write the field, or turn the gate on in the \
         files too.)"
    );
    let early = load_files(&files(MAX_ON, &[], Some(off)), old);
    assert_eq!(traps(&early), [Trap::FilledInThenOff]);

    assert_eq!(
        of("", &[], Some("Nonsense=true"), new),
        "gates: --feature-gates: line 1, column 1: featureGates.Nonsense: unrecognized feature gate: Nonsense"
    );
    assert!(of("", &[], Some("A"), new).contains("malformed pair, expect string=bool"));
    assert_eq!(
        of(
            "",
            &[("d/1.conf", REDUCE)],
            Some("AllAlpha=true,ReduceDefaultCrashLoopBackOffDecay=false"),
            new
        ),
        "10s/5m"
    );
}

/// k3s starts its kubelet without a file.
#[test]
fn without_a_file_the_base_is_filled_in_before_the_flags() {
    let bare = |gates: Option<&str>, drop_ins: &[(&str, &str)]| Files {
        main: None,
        ..files("", drop_ins, gates)
    };
    let release = Release::V1_35;
    assert_eq!(outcome(&load_files(&bare(None, &[]), release)), "10s/5m");
    let minute = [("50.conf", MINUTE)];
    assert_eq!(outcome(&load_files(&bare(None, &minute), release)), "10s/1m");
    let off = load_files(&bare(Some("KubeletCrashLoopBackOffMax=false"), &[]), release);
    assert_eq!(traps(&off), [Trap::FilledInThenOff]);
    assert!(!off.valid);
}

#[test]
fn node_configs_become_drop_ins() {
    let node_config = |config: &str| {
        format!(
            "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  kubelet:\n    config: {config}\n"
        )
    };
    let main = node_config("{crashLoopBackOff: {maxContainerRestartPeriod: 20s}}");
    let over = node_config("{crashLoopBackOff: {maxContainerRestartPeriod: 40s}}");
    let flags =
        "kind: NodeConfig\nspec: {kubelet: {flags: [--feature-gates=KubeletCrashLoopBackOffMax=true]}}\n";
    let files = |drop_ins: &[(&str, &str)]| Files {
        main: Some(file("user-data.yaml", &main)),
        drop_ins: drop_ins.iter().map(|(name, text)| file(name, text)).collect(),
        feature_gates: None,
    };
    let release = Release::V1_35;
    assert_eq!(outcome(&load_files(&files(&[]), release)), "10s/20s");
    let two = files(&[("nodeadm.d/20.yaml", over.as_str()), ("nodeadm.d/30.json", flags)]);
    assert_eq!(outcome(&load_files(&two, release)), "10s/40s");
    assert_eq!(outcome(&load_files(&two, Release::V1_34)), "10s/40s");
    let off = node_config("{featureGates: {KubeletCrashLoopBackOffMax: false}}");
    let off = Files {
        main: Some(file("user-data.yaml", &off)),
        ..Files::default()
    };
    let verdict = load_files(&off, release);
    assert_eq!(traps(&verdict), [Trap::FilledInThenOff], "{verdict:#?}");
    assert!(verdict.advice[0].sentence.contains("nodeadm"));
}

#[test]
fn the_upgrade_trap_is_called_out() {
    let rows = matrix(&files(
        "crashLoopBackOff: {maxContainerRestartPeriod: 5m0s}\n",
        &[],
        None,
    ));
    let valid: Vec<bool> = rows.iter().map(|row| row.valid).collect();
    assert_eq!(
        valid,
        [true, true, true, true, false, false, false, true, true, true]
    );
    assert_eq!(traps(&rows[6]), [Trap::FieldWithoutGate]);
    assert!(
        rows[6].advice[0]
            .sentence
            .contains("A kubelet of 1.34 does not start")
    );
    let changes = changes(&rows);
    let at: Vec<String> = changes
        .iter()
        .map(|change| format!("{} to {}", change.from, change.to))
        .collect();
    assert_eq!(at, ["1.31 to 1.32", "1.34 to 1.35"]);
    assert_eq!(
        changes[1].sentence,
        "A kubelet of 1.34 does not start with this configuration; one of 1.35 starts and waits 10s up to 5m. Nodes \
         that are upgraded later, and nodes that are rolled back, stay down: the field needs a gate before 1.35."
    );
}

#[test]
fn the_reduced_defaults_lose_their_maximum_in_the_upgrade() {
    let rows = matrix(&files(REDUCE, &[], None));
    let outcomes: Vec<String> = rows[5..8].iter().map(outcome).collect();
    assert_eq!(outcomes, ["1s/1m", "1s/1m", "1s/5m"]);
    assert_eq!(traps(&rows[6]), []);
    assert_eq!(traps(&rows[7]), [Trap::ReducedMaximumLost]);
    let last = changes(&rows).pop().unwrap();
    assert_eq!(
        last.sentence,
        "From 1.34 to 1.35 the waits change: 1s up to 1m before, 1s up to 5m after. The gate \
         KubeletCrashLoopBackOffMax is on by default and fills in 300s, which wins over 60s."
    );
    let same = matrix(&files("", &[("d/1.conf", REDUCE)], None));
    assert_eq!(traps(&same[7]), [Trap::ReducedMaximumLost]);
}

#[test]
fn old_releases_read_drop_ins_only_with_a_variable() {
    let rows = matrix(&files("", &[("d/1.conf", "maxPods: 5\n")], None));
    let with: Vec<Release> = rows
        .iter()
        .filter(|row| traps(row).contains(&Trap::DropInVariable))
        .map(|row| row.release)
        .collect();
    assert_eq!(with, [Release::V1_28, Release::V1_29]);
}

#[test]
fn words_of_terraform_do_not_make_a_file_terraform() {
    let release = Release::V1_35;
    let judged = |text: &str| {
        let verdict = load(text, release);
        (outcome(&verdict), verdict.recognised)
    };
    let words = "crash_loop_back_off {}\nmax_container_restart_period = \"1s\"\n";
    let commented = format!("# {}", words.replace("\nmax", " max"));
    let plain = "A KubeletConfiguration file.".to_owned();
    let file = format!("{HEAD}{MINUTE}");
    for text in [format!("{commented}{file}"), format!("{file}{commented}")] {
        assert_eq!(judged(&text), ("10s/1m".to_owned(), plain.clone()), "{text}");
    }
    let value =
        format!("{file}note: |\n  crash_loop_back_off {{}}\n  max_container_restart_period = \"1s\"\n");
    assert_eq!(judged(&value), ("10s/1m".to_owned(), plain));
    let broken = format!("{commented}{HEAD}maxPods: [\n");
    assert!(load(&broken, release).recognised.starts_with("No configuration"));
}

#[test]
fn comments_of_terraform_are_skipped() {
    let field = |value: &str| format!("max_container_restart_period = \"{value}\"");
    for comment in [
        format!("# {}\n", field("1s")),
        format!("// {}\r\n", field("1s")),
        format!("/* é\n{} */ ", field("1s")),
        "x = \"a \\\" // b\" /* \" */ # \"\n".to_owned(),
    ] {
        let text = format!("{comment}crash_loop_back_off {{ {} }}", field("0s"));
        let verdict = load(&text, Release::V1_35);
        assert!(verdict.recognised.starts_with("A Terraform"), "{text}");
        let at = verdict.errors[0].at.unwrap();
        let before = text.split("\"0s\"").next().unwrap();
        let line = before.lines().count();
        let column = before.lines().last().unwrap().chars().count() + 1;
        assert_eq!((at.line as usize, at.column as usize), (line, column), "{text}");
    }
    let unclosed = format!("crash_loop_back_off {{ /* {}", field("60s"));
    assert!(!load(&unclosed, Release::V1_35).recognised.contains("Terraform"));
}

#[test]
fn the_patches_of_a_kind_cluster_are_bounded_together() {
    let cluster = |patch: &str, aliases: usize| {
        let patch = patch.replace('\n', "\n    ");
        let aliases = "  - *a\n".repeat(aliases);
        let text = format!(
            "apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nkubeadmConfigPatches:\n  - &a |\n    {patch}\n{aliases}"
        );
        outcome(&load(&text, Release::V1_35))
    };
    let small = "kind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 20s}";
    assert_eq!(cluster(small, 50), "10s/20s");
    let long = format!("{small}\n#{}", "x".repeat(198_000));
    assert_eq!(cluster(&long, 4), "10s/20s");
    let beyond = "kubeadmConfigPatches: the patches are too large together";
    assert!(cluster(&long, 5).contains(beyond), "bytes");
    let many = format!("{small}\nregisterWithTaints: [{}]", "{},".repeat(40_000));
    assert_eq!(cluster(&many, 1), "10s/20s");
    assert!(cluster(&many, 4).contains(beyond), "values");
}

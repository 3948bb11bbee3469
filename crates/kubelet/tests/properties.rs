//! Properties: nothing panics, places are inside the text, and a snippet gives the policy that it was written for.

use backoff::{Factor, Policy, ResetRule, Shape};
use document::Position;
use kubelet::{
    Release,
    config::{FINDING_LIMIT, File, Files, load, load_files},
    effective, snippet, what_if,
};
use proptest::{prelude::*, sample::select};

const SECOND: i64 = 1_000_000_000;

fn inside(text: &str, at: Position) -> bool {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let line = text.split('\n').nth(at.line as usize - 1);
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&(at.column as usize)))
}

fn release() -> impl Strategy<Value = Release> {
    select(Release::ALL.as_slice())
}

fn delay() -> impl Strategy<Value = i64> {
    prop_oneof![
        select(vec![1, 2, 5, 9, 10, 11, 60, 299, 300, 301]).prop_map(|seconds| seconds * SECOND),
        0..400 * SECOND,
    ]
}

fn policy() -> impl Strategy<Value = Policy> {
    let shape = prop_oneof![
        4 => (delay(), delay(), select(vec![Factor::TWO, Factor::TWO, Factor::from_thousandths(1_500)])).prop_map(
            |(initial_ns, max_ns, multiplier)| Shape::Exponential { initial_ns, multiplier, max_ns }
        ),
        1 => delay().prop_map(|delay_ns| Shape::Flat { delay_ns }),
        1 => prop::collection::vec(delay(), 1..4).prop_map(Shape::Steps),
    ];
    let reset = select(vec![
        ResetRule::After(600 * SECOND),
        ResetRule::After(600 * SECOND),
        ResetRule::After(300 * SECOND),
        ResetRule::TwiceMax,
    ]);
    let jitter = select(vec![Factor::ZERO, Factor::ZERO, Factor::ONE]);
    (shape, reset, jitter).prop_map(|(shape, reset, jitter)| Policy { shape, reset, jitter })
}

/// Pieces of the files that people have.
fn pieces() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "apiVersion: kubelet.config.k8s.io/v1beta1\n",
        "kind: KubeletConfiguration\n",
        "kind: Cluster\n",
        "apiVersion: kind.x-k8s.io/v1alpha4\n",
        "kubeadmConfigPatches:\n",
        "- |\n",
        "- |2\n",
        "- >\n",
        "\n",
        "  kind: KubeletConfiguration\n",
        "   maxPods: x\n",
        "  é: [\n",
        "- \"kind: KubeletConfiguration\\nmaxPods: x\"\n",
        "- 'kind: KubeletConfiguration'\n",
        "nodes: [{kubeadmConfigPatches: [kind: KubeletConfiguration]}]\n",
        "---\n",
        "kubeletConfig: {crashLoopBackOff: {max: 4}}\n",
        "kubeletconfig: {maxPods: x}\n",
        "spec: {kubelet: {config: {maxPods: x}}}\n",
        "crashLoopBackOff: {maxContainerRestartPeriod: 5}\n",
        "crashLoopBackOff:\n",
        "  maxContainerRestartPeriod: 400s\n",
        "featureGates: {AllAlpha: true, Wrong: yes}\n",
        "maxPods: &a 5\n",
        "maxPods: *a\n",
        "<<: {maxPods: x}\n",
        "authentication: 5\r\n",
        "kind: NodeConfig\n",
        "kubelet-arg: [feature-gates=A, config=x]\n",
        "crash_loop_back_off {\r max_container_restart_period = \"é\n",
        "crashLoopBackOff: null\n",
        "CrashLoopBackOff: {MaxContainerRestartPeriod: 7s}\n",
        "machine: {kubelet: {extraArgs: {feature-gates: A=2}}}\n",
        "# comment\n",
        "\t",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn check(text: &str, release: Release) -> Result<(), TestCaseError> {
    let verdict = load(text, release);
    prop_assert_eq!(verdict.valid, verdict.errors.is_empty());
    prop_assert_eq!(verdict.valid, verdict.effective.is_some());
    for finding in verdict.errors.iter().chain(&verdict.warnings) {
        if let Some(at) = finding.at {
            prop_assert!(inside(text, at), "{} is outside", finding);
        }
    }
    if let Some(effective) = verdict.effective {
        let (initial, max) = (effective.initial_ns, effective.max_ns);
        prop_assert!(0 < initial && initial <= max && max < 300_001 * 1_000_000);
    }
    Ok(())
}

/// Names as they lie in a folder.
fn named(texts: Vec<(String, &'static str)>) -> Vec<File> {
    let texts = texts.into_iter().enumerate();
    texts
        .map(|(number, (text, ending))| File {
            name: format!("d/{number}.{ending}"),
            text,
        })
        .collect()
}

fn check_files(files: &Files, release: Release) -> Result<(), TestCaseError> {
    let verdict = load_files(files, release);
    prop_assert_eq!(verdict.valid, verdict.errors.is_empty());
    prop_assert_eq!(verdict.valid, verdict.effective.is_some());
    for finding in verdict.errors.iter().chain(&verdict.warnings) {
        let Some(at) = finding.at else { continue };
        let name = finding.file.as_deref().unwrap_or_default();
        let all = files.main.iter().chain(&files.drop_ins);
        let text = all
            .filter(|file| file.name == name)
            .map(|file| file.text.as_str());
        let text = text
            .chain(files.feature_gates.as_deref())
            .next()
            .unwrap_or_default();
        prop_assert!(inside(text, at), "{} is outside of {:?}", finding, files);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_judged(text in "[^\u{feff}].*", release in release()) {
        check(&text, release)?;
    }

    #[test]
    fn text_like_a_configuration_is_judged(text in pieces(), release in release()) {
        check(&text, release)?;
    }

    #[test]
    fn several_files_are_judged(
        main in prop::option::of(pieces()),
        drop_ins in prop::collection::vec(
            (pieces(), select(vec!["conf", "conf", "conf", "yaml", "txt"])),
            0..4,
        ),
        feature_gates in prop::option::of(select(vec!["", "A=1", "AllAlpha=true", "AllBeta=0,KubeletCrashLoopBackOffMax=1", "x"])),
        release in release(),
    ) {
        let files = Files {
            main: main.map(|text| File { name: "main".to_owned(), text }),
            drop_ins: named(drop_ins),
            feature_gates: feature_gates.map(str::to_owned),
        };
        check_files(&files, release)?;
    }

    /// Without drop-ins and flags, several files are one file.
    #[test]
    fn a_file_alone_is_judged_as_a_text(text in pieces(), release in release()) {
        let files = Files {
            main: Some(File { name: "main".to_owned(), text: text.clone() }),
            ..Files::default()
        };
        let (alone, plain) = (load_files(&files, release), load(&text, release));
        prop_assert_eq!((alone.stage, &alone.effective, &alone.advice), (plain.stage, &plain.effective, &plain.advice));
        prop_assert_eq!(alone.errors.len(), plain.errors.len());
    }

    /// A drop-in that repeats the main file changes nothing that was accepted.
    #[test]
    fn what_is_said_twice_is_said_once(
        max in prop::option::of(any::<bool>()),
        reduce in prop::option::of(any::<bool>()),
        seconds in prop::option::of(0..400u32),
        release in release(),
    ) {
        let mut text = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates:\n".to_owned();
        for (gate, set) in [("KubeletCrashLoopBackOffMax", max), ("ReduceDefaultCrashLoopBackOffDecay", reduce)] {
            if let Some(on) = set {
                text += &["  ", gate, ": ", &on.to_string(), "\n"].concat();
            }
        }
        if let Some(seconds) = seconds {
            text += &["crashLoopBackOff: {maxContainerRestartPeriod: ", &seconds.to_string(), "s}\n"].concat();
        }
        let file = |name: &str| File { name: name.to_owned(), text: text.clone() };
        let files = Files { main: Some(file("main")), drop_ins: vec![file("d/1.conf")], feature_gates: None };
        let (twice, once) = (load_files(&files, release), load(&text, release));
        prop_assert_eq!((twice.stage, twice.effective), (once.stage, once.effective), "{}", text);
    }

    #[test]
    fn a_snippet_gives_its_policy(policy in policy(), release in release()) {
        let reasons = what_if(&policy, release);
        let Some(text) = snippet(&policy, release) else {
            prop_assert!(!reasons.is_empty(), "no snippet and no reason");
            return Ok(());
        };
        prop_assert!(reasons.is_empty());
        let verdict = load(&text, release);
        prop_assert!(verdict.valid && verdict.warnings.is_empty(), "{}\n{:?}", text, verdict);
        let found = verdict.effective.map(|effective| effective.policy());
        let (first, max, threshold) = (policy.first_ns(), policy.max_ns(), policy.threshold_ns());
        let found = found.map(|found| (found.first_ns(), found.max_ns(), found.threshold_ns()));
        prop_assert_eq!(found, Some((first, max, threshold)), "{}", text);
    }

    #[test]
    fn what_a_kubelet_does_is_never_what_if(
        release in release(),
        gate_max in any::<Option<bool>>(),
        gate_reduce in any::<Option<bool>>(),
        period in prop::option::of(SECOND..=300 * SECOND),
    ) {
        let policy = effective(release, gate_max, gate_reduce, period).policy();
        prop_assert_eq!(what_if(&policy, release), vec![]);
    }
}

#[test]
fn reasons_say_what_stands_in_the_way() {
    let of = |policy: &Policy, release| -> Vec<String> {
        let reasons = what_if(policy, release).into_iter();
        reasons
            .map(|why| format!("{}: {}", why.part, why.reason))
            .collect()
    };
    assert_eq!(
        of(&Policy::exponential(SECOND, 60 * SECOND), Release::V1_31),
        [
            "maximum delay: The maximum of 1.31 is 300s; it can be configured since 1.32.",
            "initial delay: The initial delay of 1.31 is 10s (1s is possible since 1.33); it cannot be 1s.",
        ]
    );
    assert_eq!(
        of(&Policy::exponential(5 * SECOND, 600 * SECOND), Release::V1_35),
        [
            "maximum delay: The maximum can be set from 1s to 300s, not to 10m.",
            "initial delay: The initial delay of 1.35 is 10s, or the maximum where that is below 10s, or 1s under \
             ReduceDefaultCrashLoopBackOffDecay; it cannot be 5s.",
        ]
    );
    let mut policy = Policy::exponential(10 * SECOND, 300 * SECOND);
    policy.shape = Shape::Steps(vec![SECOND, 300 * SECOND]);
    policy.reset = ResetRule::After(60 * SECOND);
    policy.jitter = Factor::ONE;
    let parts: Vec<&str> = what_if(&policy, Release::V1_35)
        .iter()
        .map(|why| why.part)
        .collect();
    assert_eq!(parts, ["jitter", "reset", "steps"]);
}

#[test]
fn snippets_are_as_short_as_the_release_allows() {
    let head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
    let default = Policy::exponential(10 * SECOND, 300 * SECOND);
    assert_eq!(snippet(&default, Release::V1_28).as_deref(), Some(head));
    let minute = Policy::exponential(10 * SECOND, 60 * SECOND);
    assert_eq!(
        snippet(&minute, Release::V1_34),
        Some(format!(
            "{head}featureGates:\n  KubeletCrashLoopBackOffMax: true\ncrashLoopBackOff:\n  maxContainerRestartPeriod: \"1m\"\n"
        ))
    );
    assert_eq!(
        snippet(&minute, Release::V1_35),
        Some(format!(
            "{head}crashLoopBackOff:\n  maxContainerRestartPeriod: \"1m\"\n"
        ))
    );
    let reduced = Policy::exponential(SECOND, 60 * SECOND);
    assert_eq!(
        snippet(&reduced, Release::V1_34),
        Some(format!(
            "{head}featureGates:\n  ReduceDefaultCrashLoopBackOffDecay: true\n"
        ))
    );
    assert_eq!(snippet(&reduced, Release::V1_32), None);
}

#[test]
fn the_number_of_drop_ins_is_bounded() {
    let drop_in = |number: usize| File {
        name: format!("d/{number}.conf"),
        text: "kind: KubeletConfiguration\n".repeat(2),
    };
    let files = Files {
        drop_ins: (0..1000).map(drop_in).collect(),
        ..Files::default()
    };
    let verdict = load_files(&files, Release::V1_35);
    let errors: Vec<String> = verdict.errors.iter().map(ToString::to_string).collect();
    // The first one beyond: names are texts.
    assert_eq!(
        errors,
        ["d/279.conf: more than 200 drop-in files: expected fewer"]
    );
}

#[test]
fn the_size_of_drop_ins_is_bounded() {
    let drop_in = |number: usize| File {
        name: format!("d/{number}.conf"),
        text: format!("kind: KubeletConfiguration\nother: [{}]\n", "1,".repeat(90_000)),
    };
    let files = Files {
        drop_ins: (0..5).map(drop_in).collect(),
        ..Files::default()
    };
    let verdict = load_files(&files, Release::V1_31);
    let warning = verdict.warnings[0].to_string();
    assert!(
        warning.starts_with("d/2.conf: the drop-ins are too large together"),
        "{warning}"
    );
    assert!(verdict.recognised.contains("2 drop-ins"));
}

/// Files that make a careless reader slow or its answer long.
#[test]
fn findings_are_bounded() {
    let head = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
    let many = |line: &dyn Fn(u32) -> String| -> String { (0..20_000).map(line).collect() };
    let files = [
        format!("{head}{}", many(&|n| format!("maxPodz{n}: 1\n"))),
        format!("{head}{}", many(&|n| format!("a{n}: 1\na{n}: 2\n"))),
        format!(
            "{head}featureGates:\n{}",
            many(&|n| format!("  MemoryQoz{n}: true\n"))
        ),
        format!("{head}clusterDNS:\n{}", many(&|n| format!("- {n}\n"))),
        format!("kubeletConfig:\n{}", many(&|n| format!("  own{n}: 1\n"))),
        format!(
            "kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nkubeadmConfigPatches:\n{}",
            many(&|_| "- kind\n".to_owned())
        ),
    ];
    for file in files {
        let verdict = load(&file, Release::V1_35);
        let counts = (verdict.errors.len(), verdict.warnings.len());
        assert!(
            counts.0 <= FINDING_LIMIT + 1 && counts.1 <= 2 * FINDING_LIMIT + 2,
            "{counts:?}"
        );
        assert!(counts != (0, 0), "{}", &file[..200]);
    }
}

/// The patches of a Kamaji control plane, each with a value this many mappings deep below a path this many parts long.
fn patched(patches: impl Iterator<Item = (usize, usize)>) -> String {
    let head = "apiVersion: kamaji.clastix.io/v1alpha1\nspec:\n  kubernetes:\n    kubelet:\n      \
                configurationJSONPatches:\n";
    let patches = patches.map(|(path, value)| {
        let (open, close) = ("{a: ".repeat(value), "}".repeat(value));
        format!(
            "      - {{op: add, path: {}, value: {open}1{close}}}\n",
            "/a".repeat(path)
        )
    });
    head.to_owned() + &patches.collect::<String>()
}

#[test]
fn patches_nest_no_deeper_than_a_text() {
    let limit = document::DEPTH_LIMIT as usize;
    let refusal = |text: &str| {
        let verdict = load(text, Release::V1_35);
        verdict.errors.iter().map(ToString::to_string).collect::<String>()
    };
    // The text itself nests the value below six others.
    let deepest = limit - 6;
    assert_eq!(refusal(&patched([(1, deepest), (6, deepest)].into_iter())), "");
    assert!(refusal(&patched([(1, deepest), (7, deepest)].into_iter())).contains("line 7, column 9"));
    assert!(refusal(&patched([(limit + 1, 0)].into_iter())).contains("at most 64 levels"));
    let ever_deeper = (0..120).map(|n| (1 + n * deepest, deepest));
    assert!(refusal(&patched(ever_deeper)).contains("at most 64 levels"));
}

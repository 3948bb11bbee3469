//! What messages show of the files: escaped and shortened.

use kubelet::{
    Release,
    config::{File, Files, Verdict, load_files},
};

const HEAD: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/// Every text of a verdict, and what it prints.
fn texts(verdict: &Verdict) -> Vec<String> {
    let findings = verdict.errors.iter().chain(&verdict.warnings);
    let advice = verdict.advice.iter().map(|advice| &advice.sentence);
    let texts = findings.clone().flat_map(|finding| {
        [&finding.field, &finding.message]
            .into_iter()
            .chain(&finding.hint)
    });
    texts
        .chain(advice)
        .chain([&verdict.recognised])
        .cloned()
        .chain(findings.map(ToString::to_string))
        .collect()
}

/// Checks the verdicts on these files, and gives the texts about those of the newest release.
fn check(files: &Files) -> Vec<String> {
    let mut last = Vec::new();
    for release in Release::ALL {
        last = texts(&load_files(files, release));
        for text in &last {
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\n']), "{text:?}");
            assert!(text.len() < 2_000, "{text}");
        }
    }
    last
}

fn main_file(text: String) -> Files {
    Files {
        main: Some(File {
            name: "config.yaml".to_owned(),
            text,
        }),
        ..Files::default()
    }
}

#[test]
fn what_was_found_is_shown_escaped_and_shortened() {
    let long = "y".repeat(10_000);
    let digits = "9".repeat(10_000);
    for (value, shown) in [
        ("\"\\e[31m\\n\"", "\\u{1b}[31m\\n"),
        ("\"\\u202e\"", "\\u{202e}"),
        (&long, "yyyy…"),
        (&digits, "9999…"),
    ] {
        let bodies = [
            format!("apiVersion: {value}\nkind: KubeletConfiguration\n"),
            format!("apiVersion: kubelet.config.k8s.io/v1beta1\nkind: {value}\n"),
            format!("{HEAD}? {value}\n: 1\n"),
            format!("{HEAD}? {value}\n: 1\n? {value}\n: 2\n"),
            format!("{HEAD}crashLoopBackOff: {{? {value} : 1}}\n"),
            format!("{HEAD}crashLoopBackOff: {{maxSeconds: {value}}}\n"),
            format!("{HEAD}featureGates: {{? {value} : true}}\n"),
        ];
        for body in bodies {
            let texts = check(&main_file(body.clone()));
            assert!(texts.concat().contains(shown), "{texts:?}");
            let drop_in = File {
                name: "d/10.conf".to_owned(),
                text: body,
            };
            check(&Files {
                drop_ins: vec![drop_in],
                ..main_file(HEAD.to_owned())
            });
        }
        for body in [
            // A kubelet quotes durations in another way.
            format!("{HEAD}crashLoopBackOff: {{maxContainerRestartPeriod: {value}}}\n"),
            format!("{HEAD}maxPods: {value}\naddress: {value}\nfailSwapOn: {value}\n"),
            format!("kubelet-arg: ['config={value}']\n"),
            format!("{value}: [\n"),
            format!("kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nkubeadmConfigPatches: [{value}]\n"),
        ] {
            check(&main_file(body));
        }
    }
}

#[test]
fn names_of_files_and_gates_are_shown_escaped_and_shortened() {
    let long = "y".repeat(10_000);
    for (value, shown) in [
        ("\u{1b}[31m\n\u{202e}", "\\u{1b}[31m\\n\\u{202e}"),
        (&long, "yyyy…"),
    ] {
        for gates in [value.to_owned(), format!("{value}=true"), format!("A={value}z")] {
            let texts = check(&Files {
                feature_gates: Some(gates),
                ..main_file(HEAD.to_owned())
            });
            assert!(texts.concat().contains(shown), "{texts:?}");
        }
        let drop_in = File {
            name: format!("d/{value}.conf"),
            text: String::new(),
        };
        let files = Files {
            drop_ins: vec![drop_in],
            ..main_file(HEAD.to_owned())
        };
        let verdict = load_files(&files, Release::DEFAULT);
        assert_eq!(verdict.errors[0].file.as_ref(), Some(&files.drop_ins[0].name));
        assert!(verdict.errors[0].message.contains(shown), "{verdict:?}");
        assert!(verdict.recognised.contains(shown), "{verdict:?}");
        let printed = verdict.errors[0].to_string();
        assert!(!printed.contains(['\u{1b}', '\u{202e}', '\n']), "{printed:?}");
    }
}

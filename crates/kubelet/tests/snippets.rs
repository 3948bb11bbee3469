//! Snippets for every platform: what is written gives the policy when it is read, and refusals have reasons.

use std::fmt::Write as _;

use backoff::Policy;
use kubelet::{
    Platform, Release,
    config::{File, Files, Verdict, load_files},
    snippet_for,
};
use proptest::{prelude::*, sample::select};

const SECOND: i64 = 1_000_000_000;
const MAIN: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/// Reads a snippet where its platform would put it.
fn read(text: &str, release: Release, platform: Platform) -> Verdict {
    let file = |name: &str, text: &str| File {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let drop_in = file("50-restarts.conf", text);
    let files = match platform {
        Platform::DropIn => Files {
            main: Some(file("config.yaml", MAIN)),
            drop_ins: vec![drop_in],
            feature_gates: None,
        },
        Platform::K3s => Files {
            drop_ins: vec![drop_in],
            ..Files::default()
        },
        _ => Files {
            main: Some(file("snippet", text)),
            ..Files::default()
        },
    };
    load_files(&files, release)
}

fn delay() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => select(vec![1, 2, 9, 10, 60, 300]).prop_map(|seconds| seconds * SECOND),
        1 => SECOND..301 * SECOND,
        1 => select(vec![SECOND - 1, 300_000_999_999, 300_001_000_000, 1_500_000_000]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn reading_a_snippet_gives_its_policy(
        max in delay(),
        initial in prop_oneof![Just(10 * SECOND), Just(SECOND), delay()],
        lower in any::<bool>(),
        release in select(Release::ALL.as_slice()),
        platform in select(Platform::ALL.as_slice()),
    ) {
        let policy = Policy::exponential(if lower { initial.min(max) } else { initial }, max);
        let text = match snippet_for(&policy, release, platform) {
            Ok(text) => text,
            Err(reasons) => {
                prop_assert!(!reasons.is_empty());
                prop_assert!(reasons.iter().all(|why| why.reason.ends_with('.')));
                return Ok(());
            }
        };
        let verdict = read(&text, release, platform);
        prop_assert!(verdict.valid, "{}\n{:#?}", text, verdict);
        let found = verdict.effective.map(|effective| effective.policy());
        let delays = |policy: &Policy| (policy.first_ns(), policy.max_ns());
        prop_assert_eq!(found.as_ref().map(delays), Some(delays(&policy)), "{}", text);
    }
}

#[test]
fn every_open_platform_writes_and_every_closed_one_says_why() {
    let minute = Policy::exponential(10 * SECOND, 60 * SECOND);
    for platform in Platform::ALL {
        let closed = matches!(
            platform,
            Platform::Aks | Platform::Karpenter | Platform::KarpenterAzure | Platform::Gardener
        );
        let result = snippet_for(&minute, Release::V1_35, platform);
        assert_eq!(result.is_err(), closed, "{platform}: {result:?}");
        assert_eq!(platform.name().parse(), Ok(platform));
        if let Err(reasons) = result {
            assert_eq!(reasons[0].part, "platform");
        }
    }
    let wrong = "gke-teraform".parse::<Platform>().unwrap_err().to_string();
    assert!(wrong.contains("did you mean \"gke-terraform\"?"), "{wrong}");
}

#[test]
fn platforms_refuse_what_they_cannot_express() {
    let reasons = |initial, max, release, platform| -> Vec<String> {
        let policy = Policy::exponential(initial * SECOND, max * SECOND);
        let result = snippet_for(&policy, release, platform).unwrap_err();
        result.into_iter().map(|why| why.reason).collect()
    };
    assert_eq!(
        reasons(1, 60, Release::V1_35, Platform::Gke),
        ["GKE has no setting for ReduceDefaultCrashLoopBackOffDecay, which an initial delay of 1s needs."]
    );
    assert_eq!(
        reasons(10, 60, Release::V1_34, Platform::OpenShift),
        ["On 1.34 the policy needs a feature gate, and OpenShift refuses featureGates in a KubeletConfig."]
    );
    assert_eq!(
        reasons(10, 300, Release::V1_31, Platform::GkeTerraform),
        ["There is nothing to set: kubelets of 1.31 have no configurable maximum."]
    );
    let both = reasons(10, 600, Release::V1_35, Platform::Aks);
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both[0].contains("from 1s to 300s") && both[1].contains("AKS"));
}

#[test]
fn snippets_have_the_shape_of_their_platform() {
    let policy = Policy::exponential(SECOND, 60 * SECOND);
    let mut all = String::new();
    for platform in Platform::ALL {
        let text = snippet_for(&policy, Release::V1_35, platform);
        let text = text.or_else(|_| {
            snippet_for(
                &Policy::exponential(10 * SECOND, 30 * SECOND),
                Release::V1_35,
                platform,
            )
        });
        if let Ok(text) = text {
            let _ = write!(all, "=== {platform}\n{text}");
        }
    }
    insta::assert_snapshot!(all);
}

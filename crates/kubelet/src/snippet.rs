//! The configuration that gives a policy, in the form of each platform.

mod platform;

use std::fmt::Write as _;

use backoff::{GoDuration, Policy};

use crate::{
    Release, WhatIf,
    effective::{INITIAL_NS, MAX_NS},
    gates::{KUBELET_CRASH_LOOP_BACK_OFF_MAX, Stage},
    what_if,
    what_if::{Settings, delays, settings},
};
pub use platform::{ParsePlatformError, Platform};

const HEAD: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/// A `KubeletConfiguration` document that gives a kubelet of the release this policy; nothing when none does.
#[must_use]
pub fn snippet(policy: &Policy, release: Release) -> Option<String> {
    snippet_for(policy, release, Platform::Kubelet).ok()
}

/// The snippet that gives the kubelets of a platform this policy. Comments in it say where it belongs.
///
/// # Errors
///
/// With every reason why the platform or the release cannot do the policy; there is at least one.
pub fn snippet_for(policy: &Policy, release: Release, platform: Platform) -> Result<String, Vec<WhatIf>> {
    let mut reasons = what_if(policy, release);
    if let Some(reason) = platform.closed() {
        reasons.push(on_platform(reason));
    }
    let (Some((initial_ns, max_ns)), []) = (delays(policy), reasons.as_slice()) else {
        return Err(reasons);
    };
    let Some(settings) = settings(initial_ns, max_ns, release) else {
        // Not reached: what_if has a reason where there are no settings.
        return Err(reasons);
    };
    write(settings, (initial_ns, max_ns), release, platform).map_err(|reason| vec![on_platform(&reason)])
}

fn on_platform(reason: &str) -> WhatIf {
    WhatIf {
        part: "platform",
        reason: reason.to_owned(),
    }
}

fn write(
    settings: Settings,
    delays: (i64, i64),
    release: Release,
    platform: Platform,
) -> Result<String, String> {
    let text = match platform {
        Platform::Kubelet => format!("{HEAD}{}", body(settings, 0)),
        Platform::DropIn => drop_in(settings, release),
        Platform::K3s => format!(
            "# Save as /var/lib/rancher/k3s/agent/etc/kubelet.conf.d/50-restarts.conf (RKE2: rke2 for k3s),\n\
             # which k3s reads since 1.32, and restart the service.\n{HEAD}{}",
            body(settings, 0)
        ),
        Platform::Kubeadm => kubeadm(settings, release),
        Platform::Kind => format!(
            "kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nkubeadmConfigPatches:\n- |\n  kind: KubeletConfiguration\n{}",
            body(settings, 2)
        ),
        Platform::EksNodeadm => format!(
            "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  kubelet:\n{}",
            under("config", settings, 4)
        ),
        Platform::Gke => gke(delays, release)?,
        Platform::GkeTerraform => terraform(delays, release)?,
        Platform::Talos => format!(
            "version: v1alpha1\nmachine:\n  kubelet:\n{}",
            under("extraConfig", settings, 4)
        ),
        Platform::TalosDocument => format!(
            "# For Talos 1.14 and later.\napiVersion: v1alpha1\nkind: KubeletConfig\n{}",
            under("config", settings, 0)
        ),
        Platform::OpenShift => openshift(settings, release)?,
        // Not reached: these have a reason of their own.
        Platform::Aks | Platform::Karpenter | Platform::KarpenterAzure | Platform::Gardener => String::new(),
    };
    Ok(text)
}

/// The fields, each line moved to the right.
fn body(settings: Settings, indent: usize) -> String {
    let mut text = String::new();
    let pad = " ".repeat(indent);
    let mut line = |line: &str| {
        text += &pad;
        text += line;
        text.push('\n');
    };
    if settings.gate_max || settings.gate_reduce {
        line("featureGates:");
    }
    if settings.gate_max {
        line("  KubeletCrashLoopBackOffMax: true");
    }
    if settings.gate_reduce {
        line("  ReduceDefaultCrashLoopBackOffDecay: true");
    }
    if let Some(period) = settings.period_ns {
        line("crashLoopBackOff:");
        line(&format!(
            "  maxContainerRestartPeriod: \"{}\"",
            GoDuration(period).short()
        ));
    }
    text
}

/// The fields below a key.
fn under(key: &str, settings: Settings, indent: usize) -> String {
    let fields = body(settings, indent + 2);
    let pad = " ".repeat(indent);
    if fields.is_empty() {
        format!("{pad}{key}: {{}}\n")
    } else {
        format!("{pad}{key}:\n{fields}")
    }
}

fn drop_in(settings: Settings, release: Release) -> String {
    let mut text =
        "# Save as 50-restarts.conf in the folder that the kubelet's --config-dir names.\n".to_owned();
    if release < Release::V1_30 {
        let _ = writeln!(
            text,
            "# {release} needs KUBELET_CONFIG_DROPIN_DIR_ALPHA in the kubelet's environment."
        );
    }
    format!("{text}{HEAD}{}", body(settings, 0))
}

fn kubeadm(settings: Settings, release: Release) -> String {
    // kubeadm reads v1beta4 since 1.31.
    let version = if release < Release::V1_31 {
        "v1beta3"
    } else {
        "v1beta4"
    };
    format!(
        "apiVersion: kubeadm.k8s.io/{version}\nkind: ClusterConfiguration\nkubernetesVersion: v{release}.0\n---\n{HEAD}{}",
        body(settings, 0)
    )
}

/// The maximum that GKE must be told, which turns the Max gate on by itself and has no other gate to offer.
fn gke_period((initial_ns, max_ns): (i64, i64), release: Release) -> Result<Option<String>, String> {
    if initial_ns != INITIAL_NS.min(max_ns) {
        return Err(format!(
            "GKE has no setting for ReduceDefaultCrashLoopBackOffDecay, which an initial delay of {} needs.",
            GoDuration(initial_ns).short()
        ));
    }
    if KUBELET_CRASH_LOOP_BACK_OFF_MAX.stage(release) == Stage::Absent {
        return Ok(None);
    }
    if max_ns > MAX_NS {
        return Err("GKE accepts at most 5m.".to_owned());
    }
    // Seconds are the one form that every tool around GKE reads.
    let whole = max_ns % 1_000_000_000 == 0;
    Ok(Some(if whole {
        format!("{}s", max_ns / 1_000_000_000)
    } else {
        GoDuration(max_ns).short().to_string()
    }))
}

fn gke(delays: (i64, i64), release: Release) -> Result<String, String> {
    let head =
        "# gcloud container node-pools update POOL --cluster=CLUSTER --system-config-from-file=THIS_FILE\n";
    Ok(match gke_period(delays, release)? {
        Some(period) => format!(
            "{head}kubeletConfig:\n  crashLoopBackOff:\n    maxContainerRestartPeriod: \"{period}\"\n"
        ),
        None => format!("{head}kubeletConfig: {{}}\n"),
    })
}

fn terraform(delays: (i64, i64), release: Release) -> Result<String, String> {
    let period = gke_period(delays, release)?.ok_or_else(|| {
        format!("There is nothing to set: kubelets of {release} have no configurable maximum.")
    })?;
    Ok(format!(
        "# Inside google_container_node_pool or google_container_cluster.\nnode_config {{\n  kubelet_config {{\n    \
         crash_loop_back_off {{\n      max_container_restart_period = \"{period}\"\n    }}\n  }}\n}}\n"
    ))
}

fn openshift(settings: Settings, release: Release) -> Result<String, String> {
    if settings.gate_max || settings.gate_reduce {
        return Err(format!(
            "On {release} the policy needs a feature gate, and OpenShift refuses featureGates in a KubeletConfig."
        ));
    }
    Ok(format!(
        "apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\nmetadata:\n  name: restarts\nspec:\n  \
         machineConfigPoolSelector:\n    matchLabels:\n      pools.operator.machineconfiguration.openshift.io/worker: \"\"\n{}",
        under("kubeletConfig", settings, 2)
    ))
}

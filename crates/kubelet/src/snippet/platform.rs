//! Where kubelets run and how they are configured there.

use std::{fmt, str::FromStr};

/// A place where a configuration is written. It reads and prints as a short name such as `gke-terraform`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Platform {
    /// The file of the kubelet's `--config`.
    Kubelet,
    /// A drop-in file for the kubelet's `--config-dir`.
    DropIn,
    /// A file for kubeadm.
    Kubeadm,
    /// A cluster of kind.
    Kind,
    /// `NodeConfig` for nodeadm on Amazon EKS.
    EksNodeadm,
    /// Node system configuration of GKE, a file for gcloud.
    Gke,
    /// A node pool of GKE in Terraform.
    GkeTerraform,
    /// The machine configuration of Talos.
    Talos,
    /// The `KubeletConfig` document of Talos 1.14 and later.
    TalosDocument,
    /// `KubeletConfig` of OpenShift.
    OpenShift,
    /// A drop-in file for k3s or RKE2.
    K3s,
    /// Azure Kubernetes Service.
    Aks,
    /// Karpenter on AWS.
    Karpenter,
    /// Karpenter on Azure.
    KarpenterAzure,
    /// Gardener.
    Gardener,
}

impl Platform {
    /// Every platform, those that cannot be configured last.
    pub const ALL: [Self; 15] = [
        Self::Kubelet,
        Self::DropIn,
        Self::Kubeadm,
        Self::Kind,
        Self::EksNodeadm,
        Self::Gke,
        Self::GkeTerraform,
        Self::Talos,
        Self::TalosDocument,
        Self::OpenShift,
        Self::K3s,
        Self::Aks,
        Self::Karpenter,
        Self::KarpenterAzure,
        Self::Gardener,
    ];

    /// The short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kubelet => "kubelet",
            Self::DropIn => "drop-in",
            Self::Kubeadm => "kubeadm",
            Self::Kind => "kind",
            Self::EksNodeadm => "eks",
            Self::Gke => "gke",
            Self::GkeTerraform => "gke-terraform",
            Self::Talos => "talos",
            Self::TalosDocument => "talos-document",
            Self::OpenShift => "openshift",
            Self::K3s => "k3s",
            Self::Aks => "aks",
            Self::Karpenter => "karpenter",
            Self::KarpenterAzure => "karpenter-azure",
            Self::Gardener => "gardener",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Kubelet => "KubeletConfiguration file",
            Self::DropIn => "Kubelet drop-in file",
            Self::Kubeadm => "kubeadm",
            Self::Kind => "kind",
            Self::EksNodeadm => "Amazon EKS (nodeadm)",
            Self::Gke => "GKE (gcloud)",
            Self::GkeTerraform => "GKE (Terraform)",
            Self::Talos => "Talos machine configuration",
            Self::TalosDocument => "Talos KubeletConfig",
            Self::OpenShift => "OpenShift",
            Self::K3s => "k3s and RKE2",
            Self::Aks => "AKS",
            Self::Karpenter => "Karpenter on AWS",
            Self::KarpenterAzure => "Karpenter on Azure",
            Self::Gardener => "Gardener",
        }
    }

    /// Why the platform cannot be configured at all, as far as its documentation and code of 2026 say.
    pub(super) const fn closed(self) -> Option<&'static str> {
        match self {
            Self::Aks => Some(
                "AKS takes a closed list of kubelet settings (linuxkubeletconfig.json), and crashLoopBackOff is not on \
                 it.",
            ),
            Self::Karpenter => Some(
                "Karpenter on AWS offers twelve fields under spec.kubelet of an EC2NodeClass, and crashLoopBackOff is \
                 not among them; put it into the NodeConfig of the user data instead.",
            ),
            Self::KarpenterAzure => Some(
                "Karpenter on Azure takes a closed list of kubelet settings in an AKSNodeClass, and crashLoopBackOff \
                 is not on it.",
            ),
            Self::Gardener => Some("Gardener has no field for it under spec.kubernetes.kubelet of a Shoot."),
            _ => None,
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlatformError {
    /// The text as it was given, shortened to at most 40 characters.
    pub found: String,
}

impl fmt::Display for ParsePlatformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown platform {:?}: ", self.found)?;
        let names = Platform::ALL.map(Platform::name);
        if let Some(meant) = document::nearest(&self.found, names) {
            write!(f, "did you mean {meant:?}? ")?;
        }
        write!(f, "expected one of {}", names.join(", "))
    }
}

impl std::error::Error for ParsePlatformError {}

impl FromStr for Platform {
    type Err = ParsePlatformError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|platform| platform.name() == text)
            .ok_or_else(|| ParsePlatformError {
                found: text.chars().take(40).collect(),
            })
    }
}

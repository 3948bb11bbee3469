//! The options of `crashloop config`.

use clap::{Args, ValueEnum};
use kubelet::Release;
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Each file is judged on its own, with the drop-ins and the gates. With several files the JSON output is
an array. The exit status is 1 when one of them is refused; with --matrix, when no release starts.

Examples:
  crashloop config /var/lib/kubelet/config.yaml --release 1.35
  crashloop config config.yaml --config-dir /etc/kubernetes/kubelet.conf.d --matrix
  crashloop config config.yaml --feature-gates KubeletCrashLoopBackOffMax=true --release 1.34
  crashloop config user-data.yaml --config-dir /etc/eks/nodeadm.d
  crashloop config kubeadm.yaml kind.yaml --format json";

#[derive(Debug, Args)]
pub(crate) struct Config {
    /// Files to judge: KubeletConfiguration, or a document that contains one; - is standard input
    #[arg(required_unless_present = "drop_ins", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Folder of the kubelet's drop-ins; without a FILE they are applied over the built-in defaults
    #[arg(long = "config-dir", value_name = "DIR")]
    pub(crate) drop_ins: Option<PathBuf>,
    /// The kubelet's command-line gates
    #[arg(long, value_name = "NAME=BOOL,…")]
    pub(crate) feature_gates: Vec<String>,
    /// Kubernetes release of the kubelet
    #[arg(long, default_value_t = Release::DEFAULT)]
    pub(crate) release: Release,
    /// Judge for every release and say what upgrades change
    #[arg(long, conflicts_with = "release")]
    pub(crate) matrix: bool,
    /// How the verdict is written
    #[arg(long, value_enum, default_value_t = ConfigFormat::Table)]
    pub(crate) format: ConfigFormat,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum ConfigFormat {
    Table,
    Json,
}

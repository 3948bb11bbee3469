//! `crashloop snippet`: the configuration that gives a policy.

use crate::problem::Problem;
use crate::scenario;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kubelet::effective::{INITIAL_NS, MAX_NS};
use kubelet::{Platform, Release, snippet_for};
use sim::permalink;
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Refuses what the platform or the release cannot do, with every reason. AKS, Karpenter and Gardener
have no setting for it.

Examples:
  crashloop snippet --max 60s
  crashloop snippet --init 1s --max 60s --release 1.34 --platform kubeadm
  crashloop snippet --max 30s --platform gke-terraform";

#[derive(Debug, Args)]
pub(crate) struct Snippet {
    /// Where it is written for
    #[arg(long, default_value = Platform::Kubelet.name(), value_parser = platforms())]
    platform: Platform,
    /// Kubernetes release of the kubelets
    #[arg(long, default_value_t = Release::DEFAULT)]
    release: Release,
    /// Initial delay; 10s, or the maximum where that is shorter
    #[arg(long, value_name = "DURATION")]
    init: Option<String>,
    /// Maximum delay, 5m by default
    #[arg(long, value_name = "DURATION")]
    max: Option<String>,
    /// The same delay every time
    #[arg(long, value_name = "DURATION", conflicts_with_all = ["init", "max"])]
    flat: Option<String>,
}

fn platforms() -> impl TypedValueParser<Value = Platform> {
    let names = Platform::ALL.map(|platform| PossibleValue::new(platform.name()).help(platform.title()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Platform>())
}

/// Writes the snippet.
pub(crate) fn snippet(args: &Snippet, out: &mut impl Write) -> Result<(), Problem> {
    let policy = policy(args)?;
    let text = snippet_for(&policy, args.release, args.platform).map_err(|reasons| {
        let reasons = reasons.into_iter();
        Problem::Refused(
            reasons
                .map(|why| format!("{}: {}", why.part, why.reason))
                .collect(),
        )
    })?;
    Ok(out.write_all(text.as_bytes())?)
}

fn policy(args: &Snippet) -> Result<backoff::Policy, Problem> {
    let given = [("init", &args.init), ("max", &args.max), ("flat", &args.flat)];
    let keys = given
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_deref()?)));
    let scenario = permalink::from_keys(keys).map_err(|notices| scenario::refused(&notices))?;
    let default = || backoff::Policy::exponential(INITIAL_NS, MAX_NS);
    let mut policy = scenario
        .policies
        .first()
        .map_or_else(default, sim::Policy::engine);
    if args.init.is_none()
        && let backoff::Shape::Exponential {
            initial_ns, max_ns, ..
        } = &mut policy.shape
    {
        // As the kubelet does it.
        *initial_ns = (*initial_ns).min(*max_ns);
    }
    Ok(policy)
}

//! The claims as the data states them.

use backoff::GoDuration;
use kubelet::Release;
use serde::{Deserialize, Serialize};
use sim::{Model, Policy};

/// A number, or several that belong together, that a text claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Claim {
    /// Stable identifier.
    pub id: String,
    /// Which text.
    pub kep: Kep,
    /// The heading in that text.
    pub section: String,
    /// The file of the figure, where the number is drawn and not written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// What the text says, in other words.
    pub says: String,
    /// The numbers that it gives, in `unit`; nothing where it leaves one out.
    pub claimed: Vec<Option<i64>>,
    /// Whether the text says "about": a computed number then agrees when it rounds to the claimed one.
    #[serde(default)]
    pub about: bool,
    /// What is counted.
    pub unit: String,
    /// Ways to read the text. None for what was measured on a cluster and follows from no model.
    #[serde(default, skip_serializing)]
    pub readings: Vec<Reading>,
    /// Computations that the text does not describe but that may show where its number comes from.
    #[serde(default, skip_serializing)]
    pub origins: Vec<Reading>,
    /// What helps to understand the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The enhancement proposals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kep {
    /// Tune CrashLoopBackOff.
    #[serde(rename = "KEP-4603")]
    Kep4603,
    /// Configure the maximum CrashLoopBackOff delay.
    #[serde(rename = "KEP-5593")]
    Kep5593,
}

/// One way to read a claim.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Reading {
    /// What this reading assumes, where the computation's parameters do not say it.
    #[serde(default)]
    pub words: Option<String>,
    /// How its value is computed.
    pub compute: Computation,
}

/// How a value is computed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Computation {
    /// By simulating a scenario and counting in it.
    Simulate(Simulate),
    /// By asking what a release makes of gates and a configured maximum.
    Configure(Configure),
    /// From the reset rule of a policy: the longest run, in seconds, that does not reset the delay.
    ResetThreshold(Policy),
    /// From numbers alone.
    Arithmetic(Arithmetic),
}

/// A scenario with one kind of pod, and what is counted in it over all pods.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Simulate {
    /// The model of the kubelet.
    pub model: Model,
    /// The Kubernetes release; only [`Model::KubeletRelease`] depends on it.
    #[serde(default)]
    pub release: Release,
    /// The policy that the claim is about.
    pub policy: Policy,
    /// The policy that it is compared with.
    #[serde(default)]
    pub baseline: Option<Policy>,
    /// How long the container runs each time.
    #[serde(default)]
    pub run: GoDuration,
    /// How many pods there are.
    #[serde(default = "one")]
    pub pods: u32,
    /// What is counted.
    pub count: Count,
    /// Whether a window contains its end or its beginning.
    #[serde(default)]
    pub ends: Ends,
    /// Whether the kubelet's default client limit holds requests back: 50 a second after a burst of 100.
    #[serde(default)]
    pub limited: bool,
}

/// What is counted in a simulation. Instants count from the first start of a pod.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Count {
    /// The restarts from the start until each instant.
    Restarts(Vec<GoDuration>),
    /// The restarts between each instant and the one before.
    Windows(Vec<GoDuration>),
    /// How many more restarts than under the baseline lie between two instants.
    Excess(GoDuration, GoDuration),
    /// The same between each instant and the one before.
    ExcessWindows(Vec<GoDuration>),
    /// The waits before the first restarts of the first container, in seconds.
    Delays(usize),
    /// The wait before one restart of the first container, counted from 1, in seconds.
    Delay(usize),
    /// From a restart of the first container, counted from 1, to an instant, in seconds.
    Left(usize, GoDuration),
    /// The first restart of a container, counted from 1, that comes earlier under the baseline.
    Overtaken,
    /// API requests in ten seconds.
    Requests(Requests),
    /// How many times the requests of the baseline.
    RequestsRatio(Requests),
    /// How many more API requests than under the baseline restarts cause between two instants.
    ExcessRequests(GoDuration, GoDuration),
    /// The same as a mean for ten seconds.
    ExcessRequestsIn10s(GoDuration, GoDuration),
}

/// What "requests in ten seconds" means.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Requests {
    /// Those of the busiest ten seconds in a row.
    Busiest,
    /// Those of one restart, as often as the shortest wait fits into ten seconds.
    ShortestWait,
}

/// Which restarts at an edge of a window belong to it. A window from 0 contains its beginning.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ends {
    /// Those at its end.
    #[default]
    Included,
    /// Those at its beginning.
    Excluded,
}

/// Gates and a configured maximum, and what is asked about their effect.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Configure {
    /// The Kubernetes release.
    pub release: Release,
    /// The gate `KubeletCrashLoopBackOffMax`; absent is the release's default.
    #[serde(default)]
    pub max_gate: Option<bool>,
    /// The gate `ReduceDefaultCrashLoopBackOffDecay`; absent is the release's default.
    #[serde(default)]
    pub reduce_gate: Option<bool>,
    /// `maxContainerRestartPeriod`, one after the other; nothing leaves it unset.
    pub periods: Vec<Option<GoDuration>>,
    /// What is asked.
    pub give: Give,
}

/// Which effective delay is asked for, in seconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Give {
    /// The initial delay.
    Initial,
    /// The maximum delay.
    Max,
    /// The initial delay, then the maximum delay.
    Both,
}

/// A calculation with numbers of the text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Arithmetic {
    /// All of them added.
    Sum(Vec<i64>),
    /// All of them multiplied.
    Product(Vec<i64>),
    /// The first divided by the second.
    Quotient(i64, i64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// A place to give policies a name by anchors.
    #[expect(dead_code, reason = "its elements are used through YAML aliases")]
    policies: Vec<Policy>,
    claims: Vec<Claim>,
}

/// Reads the data.
pub(crate) fn read(text: &str) -> Result<Vec<Claim>, document::Error> {
    document::from_str::<Document>(text).map(|document| document.claims)
}

const fn one() -> u32 {
    1
}

impl Kep {
    /// The name: `KEP-4603`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kep4603 => "KEP-4603",
            Self::Kep5593 => "KEP-5593",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Kep4603 => "4603-tune-crashloopbackoff",
            Self::Kep5593 => "5593-configure-the-max-crashloopbackoff-delay",
        }
    }
}

impl Claim {
    /// The address of the section that makes the claim.
    #[must_use]
    pub fn link(&self) -> String {
        // GitHub's rule for the anchors of headings.
        let anchor: String = self
            .section
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                '-' | '_' => Some(c),
                _ => c.is_alphanumeric().then_some(c),
            })
            .collect();
        format!(
            "https://github.com/kubernetes/enhancements/blob/master/keps/sig-node/{}/README.md#{anchor}",
            self.kep.folder()
        )
    }
}

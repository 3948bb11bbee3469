//! Policies that people compare, with their sources.

use backoff::{Factor, GoDuration};

use crate::{Policy, Reset, Shape};

/// A policy with a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Stable identifier.
    pub id: &'static str,
    /// One sentence: where it comes from.
    pub about: &'static str,
    /// A link to the source.
    pub source: &'static str,
    /// The policy.
    pub policy: Policy,
}

const KEP_4603: &str =
    "https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/4603-tune-crashloopbackoff";
const KEP_5593: &str = "https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/\
                        5593-configure-the-max-crashloopbackoff-delay";

/// All presets, today's default first.
#[must_use]
pub fn all() -> Vec<Preset> {
    let s = GoDuration::from_secs;
    let exponential = |id, name, initial, max, about, source| Preset {
        id,
        about,
        source,
        policy: Policy::exponential(name, initial, max),
    };
    let other = |id, name: &str, shape, about| Preset {
        id,
        about,
        source: KEP_4603,
        policy: Policy {
            name: name.to_owned(),
            shape,
            reset: Reset::default(),
            jitter: Factor::ZERO,
            release: None,
        },
    };
    vec![
        exponential(
            "today",
            "Today's default",
            s(10),
            s(300),
            "What every kubelet does when nothing is configured.",
            "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-restarts",
        ),
        exponential(
            "reduced",
            "Reduced default",
            s(1),
            s(60),
            "KEP-4603's new default: gate ReduceDefaultCrashLoopBackOffDecay, alpha since 1.33.",
            KEP_4603,
        ),
        exponential(
            "max-60s",
            "Maximum 1m",
            s(10),
            s(60),
            "A node configured with maxContainerRestartPeriod 60s.",
            KEP_5593,
        ),
        exponential(
            "max-10s",
            "Maximum 10s",
            s(10),
            s(10),
            "A node configured with maxContainerRestartPeriod 10s.",
            KEP_5593,
        ),
        exponential(
            "max-2s",
            "Maximum 2s",
            s(2),
            s(2),
            "A node configured with maxContainerRestartPeriod 2s, which lowers the initial delay too.",
            KEP_5593,
        ),
        exponential(
            "minimum",
            "Minimum per node",
            s(1),
            s(1),
            "The smallest maximum delay that a node can be configured with.",
            KEP_5593,
        ),
        exponential(
            "rapid",
            "Rapid",
            GoDuration::from_millis(250),
            s(60),
            "KEP-4603's rejected restart policy Rapid, chosen by the pod.",
            KEP_4603,
        ),
        other(
            "flat-success",
            "Flat 5s",
            Shape::Flat(s(5)),
            "KEP-4603's rejected flat rate for successful exits.",
        ),
        other(
            "catch-up",
            "Catch-up",
            Shape::Steps([1, 2, 4, 8, 16, 569, 300].map(s).to_vec()),
            "KEP-4603's rejected front-loaded curve: as many restarts as today's default after ten minutes.",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;
    use crate::limits;

    #[test]
    fn every_preset_can_be_simulated_and_has_an_identifier_of_its_own() {
        let presets = all();
        let mut ids: Vec<_> = presets.iter().map(|preset| preset.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), presets.len());
        for preset in presets {
            let scenario = Scenario {
                policies: vec![preset.policy],
                ..Scenario::default()
            };
            assert_eq!(limits::check(&scenario), vec![], "{}", preset.id);
        }
    }

    #[test]
    fn the_page_opens_on_two_of_the_presets() {
        let presets = all();
        let policies = Scenario::default().policies;
        assert_eq!(policies[0], presets[0].policy);
        assert_eq!(policies[1], presets[1].policy);
    }
}

//! Feature gates: in which release a gate exists, and what it is when nobody sets it.

mod names;

use crate::Release;

/// Allows `crashLoopBackOff.maxContainerRestartPeriod` (KEP-5593).
pub const KUBELET_CRASH_LOOP_BACK_OFF_MAX: Gate = Gate {
    name: "KubeletCrashLoopBackOffMax",
    stages: &[(32, Stage::Alpha { on: false }), (35, Stage::Beta { on: true })],
};

/// Lowers the initial delay to 1 s and the maximum to 60 s (KEP-4603).
pub const REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY: Gate = Gate {
    name: "ReduceDefaultCrashLoopBackOffDecay",
    stages: &[(33, Stage::Alpha { on: false })],
};

/// Containers with their own restart policy and rules (KEP-5307).
pub const CONTAINER_RESTART_RULES: Gate = Gate {
    name: "ContainerRestartRules",
    stages: &[(34, Stage::Alpha { on: false }), (35, Stage::Beta { on: true })],
};

/// Restart of all containers of a pod when one exits (KEP-5532).
pub const RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS: Gate = Gate {
    name: "RestartAllContainersOnContainerExits",
    stages: &[(35, Stage::Alpha { on: false }), (36, Stage::Beta { on: true })],
};

/// Pod events from the container runtime instead of frequent relists.
pub const EVENTED_PLEG: Gate = Gate {
    name: "EventedPLEG",
    stages: &[(26, Stage::Alpha { on: false })],
};

/// A relist of the pod directly after a successful sync.
pub const PLEG_ON_DEMAND_RELIST: Gate = Gate {
    name: "PLEGOnDemandRelist",
    stages: &[(36, Stage::Beta { on: true }), (37, Stage::Locked { on: true })],
};

/// Init containers that keep running and restart.
pub const SIDECAR_CONTAINERS: Gate = Gate {
    name: "SidecarContainers",
    stages: &[
        (28, Stage::Alpha { on: false }),
        (29, Stage::Beta { on: true }),
        (33, Stage::Locked { on: true }),
    ],
};

/// A feature gate with its history, as in kubernetes `pkg/features/kube_features.go` at 69b42b46 (1.37).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The name, as it is written under `featureGates`.
    pub name: &'static str,
    stages: &'static [(u8, Stage)],
}

/// How far a feature is in a release, and whether it is on by default.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The release does not know the gate and refuses it.
    Absent,
    /// Experimental.
    Alpha {
        /// The default.
        on: bool,
    },
    /// Well tested.
    Beta {
        /// The default.
        on: bool,
    },
    /// Done: the gate can only be set to its default.
    Locked {
        /// The default.
        on: bool,
    },
}

impl Gate {
    /// The stage of the gate in a release.
    #[must_use]
    pub fn stage(&self, release: Release) -> Stage {
        self.stages
            .iter()
            .rev()
            .find(|(since, _)| *since <= release.minor())
            .map_or(Stage::Absent, |(_, stage)| *stage)
    }

    /// Whether the gate is on, given what a configuration sets it to. A release without the gate has it off.
    #[must_use]
    pub fn is_on(&self, release: Release, set: Option<bool>) -> bool {
        match self.stage(release) {
            Stage::Absent => false,
            Stage::Alpha { on } | Stage::Beta { on } => set.unwrap_or(on),
            Stage::Locked { on } => on,
        }
    }
}

/// What a kubelet says to a name under `featureGates`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It can be set.
    Yes,
    /// It can only be set to true.
    LockedOn,
    /// It comes with this later release.
    Later(Release),
    /// Some releases of those modelled here knew it; whether this one still does is not known here.
    Dropped,
    /// No release knows it.
    No,
}

/// Looks a name up. `AllAlpha` and `AllBeta` set every gate of their stage.
pub(crate) fn look_up(name: &str, release: Release) -> Known {
    if matches!(name, "AllAlpha" | "AllBeta") {
        return Known::Yes;
    }
    if names::DROPPED.contains(&name) {
        return Known::Dropped;
    }
    let Some((_, since, locked)) = names::KNOWN.iter().find(|(known, ..)| *known == name) else {
        return Known::No;
    };
    match Release::ALL.iter().find(|release| release.minor() >= *since) {
        Some(first) if *first > release => Known::Later(*first),
        _ if *locked != 0 && release.minor() >= *locked => Known::LockedOn,
        _ => Known::Yes,
    }
}

/// The gate of the release whose name is nearest to a wrong one.
pub(crate) fn nearest(name: &str, release: Release) -> Option<&'static str> {
    let known = names::KNOWN.iter().map(|(known, ..)| *known);
    document::nearest(name, known.filter(|known| look_up(known, release) == Known::Yes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_back_off_gates_change_with_the_release() {
        let gate = KUBELET_CRASH_LOOP_BACK_OFF_MAX;
        assert_eq!(gate.stage(Release::V1_31), Stage::Absent);
        assert_eq!(gate.stage(Release::V1_34), Stage::Alpha { on: false });
        assert_eq!(gate.stage(Release::V1_37), Stage::Beta { on: true });
        assert!(gate.is_on(Release::V1_35, None));
        assert!(!gate.is_on(Release::V1_35, Some(false)));
        assert!(gate.is_on(Release::V1_34, Some(true)));
        assert!(!gate.is_on(Release::V1_31, Some(true)));
        let gate = REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY;
        assert_eq!(gate.stage(Release::V1_32), Stage::Absent);
        assert!(!gate.is_on(Release::V1_37, None));
    }

    #[test]
    fn the_list_of_names_agrees_with_the_histories() {
        for gate in [
            KUBELET_CRASH_LOOP_BACK_OFF_MAX,
            REDUCE_DEFAULT_CRASH_LOOP_BACK_OFF_DECAY,
            CONTAINER_RESTART_RULES,
            RESTART_ALL_CONTAINERS_ON_CONTAINER_EXITS,
            EVENTED_PLEG,
            PLEG_ON_DEMAND_RELIST,
            SIDECAR_CONTAINERS,
        ] {
            for release in Release::ALL {
                let expected = match gate.stage(release) {
                    Stage::Absent => None,
                    Stage::Locked { .. } => Some(Known::LockedOn),
                    Stage::Alpha { .. } | Stage::Beta { .. } => Some(Known::Yes),
                };
                let found = look_up(gate.name, release);
                if let Some(expected) = expected {
                    assert_eq!(found, expected, "{} in {release}", gate.name);
                } else {
                    assert!(matches!(found, Known::Later(_)), "{} in {release}", gate.name);
                }
            }
        }
    }

    #[test]
    fn no_name_is_listed_twice() {
        let mut all: Vec<&str> = names::KNOWN.iter().map(|(name, ..)| *name).collect();
        all.extend(names::DROPPED);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn a_misspelt_gate_is_found() {
        assert_eq!(
            nearest("ReduceDefaultCrashLoopBackoffDecay", Release::V1_35),
            Some("ReduceDefaultCrashLoopBackOffDecay")
        );
        assert_eq!(
            nearest("ReduceDefaultCrashLoopBackoffDecay", Release::V1_31),
            None
        );
    }
}

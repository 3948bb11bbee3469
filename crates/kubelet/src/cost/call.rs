//! Calls to the container runtime, by method.

use serde::Serialize;

use super::Operation;
use crate::Release;

/// A method of the container runtime interface.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[expect(missing_docs, reason = "these are the interface's own names")]
pub enum Call {
    ContainerStatus,
    CreateContainer,
    ImageFsInfo,
    ImageStatus,
    ListContainerStats,
    ListContainers,
    ListImages,
    ListPodSandbox,
    PodSandboxStatus,
    RemoveContainer,
    StartContainer,
    Status,
    StopContainer,
    Version,
}

impl Operation {
    /// Calls to the container runtime by method (measured).
    ///
    /// Until 1.35 every inspection of a pod lists its sandboxes and containers; since 1.36 only
    /// the look that follows a start does. Since 1.33 an inspection asks twice for the sandbox.
    #[must_use]
    pub const fn calls(self, release: Release) -> &'static [(Call, u32)] {
        let minor = release.minor();
        match self {
            Self::Housekeeping | Self::Relist => &[(Call::ListPodSandbox, 1), (Call::ListContainers, 1)],
            Self::TenSeconds => &[
                (Call::ImageFsInfo, 1),
                (Call::ListContainerStats, 1),
                (Call::ListContainers, 2),
                (Call::ListPodSandbox, 1),
                (Call::Status, 2),
                (Call::Version, 1),
            ],
            Self::Minute => &[
                (Call::ListContainers, 3),
                (Call::ListImages, 2),
                (Call::ListPodSandbox, 2),
            ],
            Self::TenRunningSeconds | Self::ContainerInspected => &[(Call::ContainerStatus, 1)],
            Self::PodInspected if minor >= Release::V1_36.minor() => &[(Call::PodSandboxStatus, 2)],
            Self::PodInspected if minor >= Release::V1_33.minor() => &[
                (Call::ListContainers, 1),
                (Call::ListPodSandbox, 1),
                (Call::PodSandboxStatus, 2),
            ],
            Self::PodInspected => &[
                (Call::ListContainers, 1),
                (Call::ListPodSandbox, 1),
                (Call::PodSandboxStatus, 1),
            ],
            Self::Start if minor >= Release::V1_36.minor() => &[
                (Call::ContainerStatus, 1),
                (Call::CreateContainer, 1),
                (Call::ImageStatus, 2),
                (Call::ListContainers, 1),
                (Call::ListPodSandbox, 1),
                (Call::StartContainer, 1),
            ],
            Self::Start => &[
                (Call::ContainerStatus, 1),
                (Call::CreateContainer, 1),
                (Call::ImageStatus, 2),
                (Call::StartContainer, 1),
            ],
            Self::Kill => &[(Call::StopContainer, 1)],
            Self::Removal => &[(Call::ContainerStatus, 1), (Call::RemoveContainer, 1)],
            Self::Second
            | Self::PodListed
            | Self::Sync
            | Self::StatusGet
            | Self::StatusPatch
            | Self::EventMade
            | Self::EventPost
            | Self::EventPatch => &[],
        }
    }

    /// Calls to the container runtime in all.
    #[must_use]
    pub const fn cri_calls(self, release: Release) -> u32 {
        let calls = self.calls(release);
        let (mut sum, mut at) = (0, 0);
        while at < calls.len() {
            sum += calls[at].1;
            at += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measured for a container that exits at once, with two dead containers at the first look
    /// and one at the second: 18 calls until 1.35, 16 since 1.36, two fewer on 1.32.
    #[test]
    fn a_restart_costs_as_many_calls_as_measured() {
        let cycle = [
            (Operation::Start, 1),
            (Operation::PodInspected, 2),
            (Operation::ContainerInspected, 3),
            (Operation::Removal, 1),
        ];
        for (release, measured) in [
            (Release::V1_32, 16),
            (Release::V1_34, 18),
            (Release::V1_35, 18),
            (Release::V1_36, 16),
        ] {
            let calls: u32 = cycle
                .iter()
                .map(|(operation, n)| operation.cri_calls(release) * n)
                .sum();
            assert_eq!(calls, measured, "{release:?}");
        }
    }
}

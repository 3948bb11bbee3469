//! Which figures there are.

use sim::Model;

/// A figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// What containers were doing, one lane for each policy or for each container.
    Timeline,
    /// Container starts per second on the node.
    Starts,
    /// API requests per second of the node, by kind where the model knows kinds.
    Requests,
    /// Calls of the kubelet to the container runtime per second.
    Calls,
    /// Modelled processor time of the kubelet, in percent of a core.
    Cpu,
    /// Restarts of one container against elapsed time.
    Restarts,
    /// The delay of one container's restarts, by number.
    Delays,
}

impl Kind {
    /// All figures, in the order in which a reader wants them.
    pub const ALL: [Self; 7] = [
        Self::Timeline,
        Self::Starts,
        Self::Requests,
        Self::Calls,
        Self::Cpu,
        Self::Restarts,
        Self::Delays,
    ];

    /// A stable identifier for command lines and file names.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Timeline => "timeline",
            Self::Starts => "starts",
            Self::Requests => "requests",
            Self::Calls => "calls",
            Self::Cpu => "cpu",
            Self::Restarts => "restarts",
            Self::Delays => "delays",
        }
    }

    /// The figure with an identifier.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// What the figure plots, in sentence case.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Timeline => "Restart timeline",
            Self::Starts => "Container starts on the node",
            Self::Requests => "API requests of the node",
            Self::Calls => "Runtime calls of the kubelet",
            Self::Cpu => "Kubelet CPU, modelled",
            Self::Restarts => "Restarts against elapsed time",
            Self::Delays => "Delay by restart number",
        }
    }

    /// Whether a model has anything to show for it. The figure is empty otherwise.
    #[must_use]
    pub fn is_known_to(self, model: Model) -> bool {
        !matches!(self, Self::Calls | Self::Cpu) || model == Model::KubeletRelease
    }

    /// Whether the horizontal axis is time.
    #[must_use]
    pub const fn has_time_axis(self) -> bool {
        !matches!(self, Self::Delays)
    }
}

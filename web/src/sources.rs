//! Where the page's defaults come from.

use yew::AttrValue;

/// How sure a number is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Read in the source code.
    Code,
    /// Stated in a Kubernetes Enhancement Proposal.
    Kep,
    /// Measured on real kubelets.
    Measured,
    /// An assumption of this project.
    Assumed,
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// How sure it is.
    pub(crate) mark: Mark,
    /// The number with its unit, and what it is.
    pub(crate) number: AttrValue,
    /// Where it is said.
    pub(crate) place: &'static str,
    /// The address of that place.
    pub(crate) link: Option<&'static str>,
}

impl Mark {
    /// The mark as it is shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Kep => "KEP",
            Self::Measured => "measured",
            Self::Assumed => "assumed",
        }
    }
}

pub(crate) const INITIAL: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("initial delay 10s"),
    place: "Kubernetes pkg/kubelet/kubelet.go",
    link: Some("https://github.com/kubernetes/kubernetes/blob/v1.35.0/pkg/kubelet/kubelet.go"),
};

pub(crate) const MULTIPLIER: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("multiplier 2"),
    place: "client-go util/flowcontrol/backoff.go",
    link: Some("https://github.com/kubernetes/client-go/blob/v0.35.0/util/flowcontrol/backoff.go"),
};

pub(crate) const MAXIMUM: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("maximum delay 5m"),
    place: "Kubernetes pkg/kubelet/kubelet.go",
    link: INITIAL.link,
};

pub(crate) const RESET: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("reset after a run of more than 10m"),
    place: "Kubernetes pkg/kubelet/kubelet.go, since 1.32",
    link: INITIAL.link,
};

pub(crate) const REDUCED: Source = Source {
    mark: Mark::Kep,
    number: AttrValue::Static("reduced default 1s to 1m"),
    place: "KEP-4603",
    link: REQUESTS_PER_RESTART.link,
};

pub(crate) const MAX_PODS: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("110 pods"),
    place: "the kubelet's default for maxPods",
    link: Some(
        "https://github.com/kubernetes/kubernetes/blob/v1.35.0/pkg/kubelet/apis/config/v1beta1/defaults.go",
    ),
};

pub(crate) const CREATE_LATENCY: Source = Source {
    mark: Mark::Assumed,
    number: AttrValue::Static("150ms from the decision to start until it runs"),
    place: "as in this project's measured runs; container runtimes differ",
    link: None,
};

pub(crate) const REQUESTS_PER_RESTART: Source = Source {
    mark: Mark::Kep,
    number: AttrValue::Static("5 API requests per restart"),
    place: "KEP-4603",
    link: Some(
        "https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/4603-tune-crashloopbackoff",
    ),
};

pub(crate) const CLIENT_QPS: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("50 requests per second"),
    place: "the kubelet's default for kubeAPIQPS since 1.27",
    link: MAX_PODS.link,
};

pub(crate) const EVENT_QPS: Source = Source {
    mark: Mark::Code,
    number: AttrValue::Static("50 events per second"),
    place: "the kubelet's default for eventRecordQPS since 1.27",
    link: MAX_PODS.link,
};

/// All of them, in the order of the page's controls.
pub(crate) const ALL: [Source; 10] = [
    INITIAL,
    MULTIPLIER,
    MAXIMUM,
    RESET,
    REDUCED,
    MAX_PODS,
    CREATE_LATENCY,
    REQUESTS_PER_RESTART,
    CLIENT_QPS,
    EVENT_QPS,
];

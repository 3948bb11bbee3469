//! Every text of this program that does not come from another crate, in one place.

use backoff::GoDuration;
use kubelet::Release;
use sim::words::counted;
use sim::{Model, Progress, RestartPolicy, Role};

pub(crate) use shared::texts::{BEYOND, CONFIGURATION, COPY, NAME, NO, REMOVE, YES, kubernetes, remove};

use crate::state::{Growth, RunKind, Theme};

pub(crate) const SKIP: &str = "Skip to the results";
pub(crate) const PLAYGROUND: &str = "Playground";
pub(crate) const RELEASE: &str = "Kubernetes release";
pub(crate) const MODEL: &str = "Model";
pub(crate) const THEME: &str = "Colours";
pub(crate) const SHARE: &str = "Share";
pub(crate) const LINK: &str = "Link to this page as it is";
pub(crate) const LINK_NOTE: &str = "The link holds everything itself. Nothing is stored anywhere.";
pub(crate) const COPIED: &str = "The link is copied.";
pub(crate) const NOT_COPIED: &str =
    "The browser did not allow copying. The link is selected, copy it with the keyboard.";
pub(crate) const CLOSE: &str = "Close";

pub(crate) const SCENARIO: &str = "Scenario";
pub(crate) const RESULTS: &str = "Results";
pub(crate) const POLICIES: &str = "Policies";
pub(crate) const POLICY_NAME: &str = "Name";
pub(crate) const PRESET: &str = "preset";
pub(crate) const PRESET_NONE: &str = "own values";
pub(crate) const GROWTH: &str = "growth";
pub(crate) const INITIAL: &str = "initial";
pub(crate) const MULTIPLIER: &str = "multiplier";
pub(crate) const MAXIMUM: &str = "maximum";
pub(crate) const DELAY: &str = "delay";
pub(crate) const STEPS: &str = "delays";
pub(crate) const RESET: &str = "reset";
pub(crate) const RESET_AFTER: &str = "after a run of more than";
pub(crate) const RESET_TWICE: &str = "after a run of more than twice the maximum";
pub(crate) const RESET_TIME: &str = "run time";
pub(crate) const JITTER: &str = "jitter";
pub(crate) const MORE: &str = "Growth, reset, jitter";
pub(crate) const BASELINE: &str = "baseline";
pub(crate) const DUPLICATE: &str = "Duplicate";
pub(crate) const ADD_POLICY: &str = "Add a policy";
pub(crate) const WHAT_IF: &str = "what if";
pub(crate) const SNIPPET: &str = "KubeletConfiguration";
pub(crate) const NEW_POLICY: &str = "New policy";

pub(crate) const WORKLOAD: &str = "Workload";
pub(crate) const GROUP_NAME: &str = "Name of the group";
pub(crate) const PODS: &str = "pods";
pub(crate) const RUN: &str = "run time";
pub(crate) const RUN_LENGTH: &str = "length";
pub(crate) const RUN_MIN: &str = "shortest";
pub(crate) const RUN_MAX: &str = "longest";
pub(crate) const RUN_MEAN: &str = "mean";
pub(crate) const RUN_MEDIAN: &str = "median";
pub(crate) const RUN_SIGMA: &str = "sigma";
pub(crate) const RUN_FIRST: &str = "first";
pub(crate) const RUN_FACTOR: &str = "times";
pub(crate) const RUN_LIST: &str = "runs";
pub(crate) const EXIT_CODE: &str = "exit code";
pub(crate) const GOES_DOWN: &str = "dependency down";
pub(crate) const DOWN_ALWAYS: &str = "from the beginning";
pub(crate) const RECOVERS: &str = "recovers";
pub(crate) const RECOVERS_NEVER: &str = "never";
pub(crate) const RECOVERS_AT: &str = "at a time";
pub(crate) const RECOVERS_TIME: &str = "at";
pub(crate) const STAGGER: &str = "stagger";
pub(crate) const RESTART_POLICY: &str = "restart policy";
pub(crate) const ENDS: &str = "ends by";
pub(crate) const ENDS_EXIT: &str = "its own exit";
pub(crate) const ENDS_PROBE: &str = "probe kill";
pub(crate) const ENDS_HOOK: &str = "failed postStart hook";
pub(crate) const CONTAINER_NAME: &str = "Name of the container";
pub(crate) const ROLE: &str = "role";
pub(crate) const ADD_BESIDE: &str = "Add a container";
pub(crate) const ADD_GROUP: &str = "Add a group";
pub(crate) const NO_ROOM: &str = "The node is full. Raise max pods to add a group.";

pub(crate) const NODE: &str = "Node and time";
pub(crate) const MAX_PODS: &str = "max pods";
pub(crate) const CREATE_LATENCY: &str = "create latency";
pub(crate) const REQUESTS_PER_RESTART: &str = "requests per restart";
pub(crate) const CLIENT_QPS: &str = "client limit per second";
pub(crate) const EVENT_QPS: &str = "event limit per second";
pub(crate) const KUBELET_RESTARTS: &str = "kubelet restarts";
pub(crate) const LOOPS: &str = "Loops of the kubelet";
pub(crate) const HORIZON: &str = "horizon";
pub(crate) const POLICY_RELEASE: &str = "kubelet";
pub(crate) const SEED: &str = "seed";
pub(crate) const SPREADING: &str = "Further seeds. ";
pub(crate) const SEEDS: &str = "spread over seeds";
pub(crate) const SOURCE: &str = "Source";
pub(crate) const SOURCES: &str = "Where the numbers come from";

pub(crate) const IN_WORDS: &str = "In words";
pub(crate) const TABLE: &str = "Table";
pub(crate) const NUMBERS: &str = "Numbers";
pub(crate) const NUMBERS_TABLE: &str = "Table of numbers";
pub(crate) const WORK: &str = "What the kubelet does";
pub(crate) const WORK_TABLE: &str = "Table of what the kubelet does";
pub(crate) const WORK_NOTE: &str = "Status lag is the time for which the API server has an old status. The CPU is a model fitted to measured kubelets; it leaves out what a real container runtime costs.";
pub(crate) const LANES: &str = "Lanes";
pub(crate) const LANES_POLICIES: &str = "one per policy";
pub(crate) const CONTAINER: &str = "Container";
pub(crate) const EARLIER: &str = "Previous containers";
pub(crate) const LATER: &str = "Next containers";
pub(crate) const PLAYHEAD: &str = "Playhead";
pub(crate) const PLAYHEAD_HELP: &str =
    "Point at the timeline, or use the arrow keys in it, to see why a container waits.";
pub(crate) const BEYOND_HORIZON: &str = "beyond the horizon";
pub(crate) const NO_RECOVERY: &str = "no group recovers";

pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const CANCELLED: &str = "The simulation was cancelled.";
pub(crate) const AGAIN: &str = "Simulate it";
pub(crate) const NOT_SIMULATED: &str = "This scenario is not simulated.";
pub(crate) const PICTURES_BEFORE: &str = "The pictures show the one before.";
pub(crate) const PICTURES_NONE: &str = "There are no pictures yet.";
pub(crate) const NOTICES: &str = "Parts of the link could not be used";
pub(crate) const DISMISS: &str = "Dismiss";

pub(crate) const EMPTY_FIELD: &str = "The field is empty. The last value stays in force.";
pub(crate) const NO_SUCH_FIELD: &str = "The policy or group has no such field.";

pub(crate) fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::Auto => "Auto colours",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
    }
}

pub(crate) fn model(model: Model) -> &'static str {
    match model {
        Model::Documented => "Documented",
        Model::BackoffObject => "Back-off object",
        Model::KubeletRelease => "Kubelet release",
    }
}

pub(crate) fn about_model(model: Model) -> &'static str {
    match model {
        Model::Documented => {
            "The curve as documentation and KEPs describe it. Every restart waits, the first one the initial delay, and a start takes no time, so the create latency is left out."
        }
        Model::BackoffObject => {
            "client-go's Backoff driven by the kubelet's own check, looked at in the first instant that allows a start. The first restart is free, and a delay is measured from the exit."
        }
        Model::KubeletRelease => {
            "The loops of one kubelet release around the back-off object: when an exit is seen, when the pod is looked at again, what housekeeping forgets. So a restart may come later than its delay, and the release matters. Requests, events, runtime calls and CPU follow from what the loops do."
        }
    }
}

pub(crate) fn growth(growth: Growth) -> &'static str {
    match growth {
        Growth::Exponential => "exponential",
        Growth::Flat => "always the same",
        Growth::Steps => "one by one",
    }
}

pub(crate) fn run_kind(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Fixed => "always the same",
        RunKind::Uniform => "between two times",
        RunKind::Exponential => "exponential",
        RunKind::LogNormal => "log-normal",
        RunKind::Grows => "longer each time",
        RunKind::List => "one by one",
    }
}

pub(crate) fn restart_policy(policy: RestartPolicy) -> &'static str {
    match policy {
        RestartPolicy::Always => "Always",
        RestartPolicy::OnFailure => "OnFailure",
        RestartPolicy::Never => "Never",
    }
}

pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::App => "ordinary container",
        Role::Init => "init container",
        Role::Sidecar => "sidecar",
    }
}

pub(crate) fn add_beside(group: &str) -> String {
    format!("Add a container to {group}")
}

pub(crate) fn usually(ns: i64, release: Release) -> String {
    format!("{} in {release}", GoDuration::from_nanos(ns).short())
}

pub(crate) fn requeue_remaining(limit: &str) -> String {
    format!("what remains of the back-off, at most {limit}")
}

pub(crate) fn copy_of(name: &str) -> String {
    format!("Copy of {name}")
}

pub(crate) fn room_of(group: &str) -> String {
    format!("The node is full, so a new group begins with one pod of {group}. Raise max pods for more.")
}

pub(crate) fn beside_name(number: usize) -> String {
    format!("sidecar {number}")
}

pub(crate) fn group_name(number: usize) -> String {
    format!("group {number}")
}

pub(crate) fn slider_of(label: &str) -> String {
    format!("{label}, slider")
}

pub(crate) fn duplicate(name: &str) -> String {
    format!("Duplicate {name}")
}

pub(crate) fn pods_in_all(pods: u32) -> String {
    if pods == 1 {
        "1 pod".to_owned()
    } else {
        format!("{pods} pods")
    }
}

pub(crate) fn not_a_duration(text: &str) -> String {
    format!("“{text}” is not a duration. Write for example 10s, 1m30s or 250ms.")
}

pub(crate) fn duration_without_unit(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("“{text}” has no unit. Write {text}s for seconds or {text}m for minutes.")
    } else {
        format!("A number in “{text}” has no unit. Allowed are ns, us, ms, s, m and h.")
    }
}

pub(crate) fn duration_with_unknown_unit(text: &str) -> String {
    format!("“{text}” has an unknown unit. Allowed are ns, us, ms, s, m and h, so a day is 24h.")
}

pub(crate) fn not_a_factor(text: &str) -> String {
    format!(
        "“{text}” is not a factor. Write a decimal number with a point and at most three places, such as 1.5."
    )
}

pub(crate) fn not_a_number(text: &str, largest: u64) -> String {
    format!("“{text}” is not a whole number from 0 to {largest}.")
}

pub(crate) fn beyond_limit(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let message = first.into_iter().chain(letters).collect::<String>();
    format!("{message}. The last value stays in force.")
}

pub(crate) fn what_if_no_kubelet(release: Release) -> String {
    format!("No kubelet {release} can be configured to do this")
}

pub(crate) fn snippet(release: Release) -> String {
    format!("This makes a kubelet {release} do it")
}

pub(crate) fn lane_of_policy(name: &str) -> String {
    format!("one per container, {name}")
}

pub(crate) fn containers_shown(first: u32, count: u32, of: u32) -> String {
    format!("{} to {} of {of}", first + 1, first + count)
}

pub(crate) fn table_of(figure: &str) -> String {
    format!("{TABLE}, {figure}")
}

pub(crate) fn file_of(format: &str, figure: &str) -> String {
    format!("{format}, {figure}")
}

pub(crate) fn container(number: u32) -> String {
    format!("Container {}", number + 1)
}

pub(crate) fn container_of(name: &str, group: &str) -> String {
    format!("{name} beside {group}")
}

pub(crate) fn of_containers(of: u32) -> String {
    format!("of {of}")
}

pub(crate) fn playhead(at_ns: i64) -> String {
    format!("At {}", time(at_ns))
}

/// An instant or a span to the precision that a reader wants.
pub(crate) fn time(ns: i64) -> String {
    let unit = match ns.unsigned_abs() {
        0..1_000_000_000 => 1_000_000,
        1_000_000_000..600_000_000_000 => 100_000_000,
        _ => 1_000_000_000,
    };
    let rounded = ns.saturating_add(unit / 2).div_euclid(unit).saturating_mul(unit);
    GoDuration::from_nanos(rounded).short().to_string()
}

pub(crate) fn progress(progress: Progress) -> String {
    format!("Simulating, {} of {} containers", progress.done, progress.of)
}

pub(crate) const DIFFERENCE: &str = "difference";

pub(crate) fn difference_to(name: &str, baseline: &str) -> String {
    format!("{name} less {baseline}")
}

/// The choice of the release that all policies have unless told otherwise.
pub(crate) fn release_of_all(release: Release) -> String {
    format!("{release}, as above")
}

/// What the table of bands is.
pub(crate) fn bands(seeds: usize) -> String {
    format!(
        "Median of {}, and what nine in ten lie between",
        counted(seeds as u64, "seed")
    )
}

/// What the band of a figure is.
pub(crate) fn band(seeds: usize) -> String {
    format!(
        "Nine in ten of {} lie in the band.",
        counted(seeds as u64, "seed")
    )
}

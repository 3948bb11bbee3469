//! Every text of the page that does not come from another crate, in one place.

use backoff::GoDuration;
use kubelet::Release;
use sim::{Model, Progress, RestartPolicy, Role};

use crate::state::{Growth, RunKind, Theme};

pub(crate) const NAME: &str = "CrashLoopBackOff playground";
pub(crate) const SKIP: &str = "Skip to the results";
pub(crate) const PLAYGROUND: &str = "Playground";
pub(crate) const CONFIGURATION: &str = "Configuration";
pub(crate) const RELEASE: &str = "Kubernetes release";
pub(crate) const MODEL: &str = "Model";
pub(crate) const THEME: &str = "Colours";
pub(crate) const SHARE: &str = "Share";
pub(crate) const LINK: &str = "Link to this page as it is";
pub(crate) const LINK_NOTE: &str = "The link holds everything itself. Nothing is stored anywhere.";
pub(crate) const COPY: &str = "Copy";
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
pub(crate) const REMOVE: &str = "Remove";
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
pub(crate) const SEED: &str = "seed";
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
pub(crate) const BEYOND: &str = "–";
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

pub(crate) const CONFIG_TEXT: &str = "KubeletConfiguration as YAML or JSON";
pub(crate) const CONFIG_INTRO: &str = "Paste a kubelet's configuration, pick files, or drop them anywhere on this page. They are read in this browser and go nowhere else. Files that end in .conf are drop-ins of --config-dir.";
pub(crate) const CONFIG_FORMS: &str = "Plain KubeletConfiguration is recognised, and what kubeadm, kind, EKS, GKE, Terraform, Talos, OpenShift, k3s, Kamaji and configz have around it.";
pub(crate) const CHOOSE_FILE: &str = "Choose files…";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const EXAMPLE: &str = "Show an example";
pub(crate) const EXAMPLE_CONFIG: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff:\n  maxContainerRestartPeriod: 60s\n";
pub(crate) const DROP: &str = "Drop the configuration files here";
pub(crate) const DROP_INS: &str = "Drop-ins, in the order of their names";
pub(crate) const GATES: &str = "Feature gates of the command line";
pub(crate) const EXAMPLE_GATES: &str = "KubeletCrashLoopBackOffMax=true";
pub(crate) const WRITE: &str = "Write the configuration of a policy";
pub(crate) const WRITE_POLICY: &str = "policy";
pub(crate) const WRITE_PLATFORM: &str = "platform";
pub(crate) const NOT_WRITTEN: &str = "It cannot be configured there";
pub(crate) const SNIPPET_COPIED: &str = "Copied.";
pub(crate) const SNIPPET_NOT_COPIED: &str =
    "The browser did not allow copying. Select the text and copy it with the keyboard.";
pub(crate) const CHANGES: &str = "What an upgrade changes";
pub(crate) const VERDICT: &str = "What the kubelet does with it";
pub(crate) const VERDICT_EMPTY: &str = "Nothing is pasted yet.";
pub(crate) const THE_TEXT: &str = "The text";
pub(crate) const THE_PASTE: &str = "What you pasted";
pub(crate) const VERDICT_TOO_LARGE: &str = "The text is too long to be judged.";
pub(crate) const ASKED: &str = "The files are being judged.";
pub(crate) const ASKED_AGAIN: &str = "being judged again";
pub(crate) const JUDGE_MISMATCH: &str =
    "The page and its judge of configuration files come from different builds. Load the page again.";
pub(crate) const ADVICE: &str = "Worth knowing";
pub(crate) const VALID: &str = "The kubelet starts";
pub(crate) const NOT_VALID: &str = "The kubelet refuses it and does not start";
pub(crate) const ERRORS: &str = "Errors";
pub(crate) const WARNINGS: &str = "Warnings";
pub(crate) const EFFECT: &str = "Effect";
pub(crate) const USE_AS_POLICY: &str = "Use as policy";
pub(crate) const ALL_RELEASES: &str = "The same files in every release";
pub(crate) const RELEASES_TABLE: &str = "Table of releases";
pub(crate) const COLUMN_RELEASE: &str = "Release";
pub(crate) const COLUMN_STARTS: &str = "Kubelet starts";
pub(crate) const COLUMN_INITIAL: &str = "Initial delay";
pub(crate) const COLUMN_MAXIMUM: &str = "Maximum delay";
pub(crate) const COLUMN_NOTES: &str = "Notes";
pub(crate) const YES: &str = "yes";
pub(crate) const NO: &str = "no";

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

pub(crate) fn kubernetes(release: Release) -> String {
    format!("Kubernetes {release}")
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

pub(crate) fn remove(name: &str) -> String {
    format!("Remove {name}")
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

pub(crate) fn too_large(what: &str, bytes: f64, limit: usize) -> String {
    format!(
        "{what} has {} kB, the limit is {} kB. A kubelet's configuration is much smaller; is it the right file?",
        (bytes / 1024.0).ceil(),
        limit / 1024
    )
}

pub(crate) fn drop_ins_too_large(name: &str, limit: usize) -> String {
    format!(
        "{name} was not taken: with it all drop-ins together have more than {} kB.",
        limit / 1024
    )
}

pub(crate) fn second_main(name: &str, first: &str) -> String {
    format!(
        "{name} was not taken: a kubelet has one main file, and {first} came first. Drop-ins have names that end in .conf."
    )
}

pub(crate) fn file_utf16(name: &str) -> String {
    format!("{name} was not taken: it is UTF-16, by its first two bytes. Save it as UTF-8 and try again.")
}

pub(crate) fn file_not_utf8(name: &str, byte: usize) -> String {
    format!("{name} was not taken: byte {byte} is not UTF-8. Save it as UTF-8 and try again.")
}

pub(crate) fn file_unreadable(name: &str) -> String {
    format!("{name} could not be read.")
}

pub(crate) fn config_limit(limit: usize) -> String {
    format!("Up to {} kB.", limit / 1024)
}

pub(crate) fn judge_failed(reason: &str) -> String {
    format!("The judge of configuration files could not be loaded. {reason}")
}

pub(crate) fn config_from(file: &str) -> String {
    format!("Read from {file}.")
}

pub(crate) fn place(file: Option<&str>, place: Option<(u32, u32)>) -> String {
    match (file, place) {
        (Some(file), Some((line, column))) => format!("{file}, line {line}, column {column}"),
        (Some(file), None) => file.to_owned(),
        (None, Some((line, column))) => format!("line {line}, column {column}"),
        (None, None) => String::new(),
    }
}

pub(crate) fn effect(initial_ns: i64, max_ns: i64) -> String {
    if initial_ns == max_ns {
        return format!("Every back-off is {}.", GoDuration::from_nanos(max_ns).short());
    }
    format!(
        "The first back-off is {}, then it doubles up to {}.",
        GoDuration::from_nanos(initial_ns).short(),
        GoDuration::from_nanos(max_ns).short()
    )
}

pub(crate) fn policy_from_config(file: Option<&str>, release: Release) -> String {
    match file {
        Some(file) => format!("{file} on {release}"),
        None => format!("Configuration on {release}"),
    }
}

pub(crate) fn notes(errors: usize, warnings: usize, traps: usize) -> String {
    let count = |n: usize, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let parts: Vec<_> = [
        count(errors, "error"),
        count(warnings, "warning"),
        count(traps, "trap"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

pub(crate) const DIFFERENCE: &str = "difference";

pub(crate) fn difference_to(name: &str, baseline: &str) -> String {
    format!("{name} less {baseline}")
}

pub(crate) fn crash_report(what: &str, link: &str, browser: &str) -> String {
    format!(
        "{NAME} stopped.\n\nWhat happened\n{what}\n\nLink to the scenario\n{link}\n\nBrowser\n{browser}\n"
    )
}

//! Every text of this program that does not come from another crate, in one place.

use backoff::GoDuration;
use kubelet::Release;
pub(crate) use shared::texts::{BEYOND, CONFIGURATION, COPY, NO, REMOVE, YES, kubernetes, remove};

pub(crate) const CONFIG_TEXT: &str = "KubeletConfiguration as YAML or JSON";
pub(crate) const CONFIG_INTRO: &str = "Paste a kubelet's configuration, pick files, or drop them anywhere on this page. They are read in this browser and go nowhere else. Files that end in .conf are drop-ins of --config-dir.";
pub(crate) const CONFIG_FORMS: &str = "Plain KubeletConfiguration is recognised, and what kubeadm, kind, EKS, GKE, Terraform, Talos, OpenShift, k3s, Kamaji and configz have around it.";
pub(crate) const CHOOSE_FILE: &str = "Choose files…";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const EXAMPLE: &str = "Show an example";
pub(crate) const EXAMPLE_CONFIG: &str = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff:\n  maxContainerRestartPeriod: 60s\n";
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

//! Texts that both parts of the page show.

use kubelet::Release;

/// The page's name.
pub const NAME: &str = "CrashLoopBackOff playground";
/// The part of the page about configuration files.
pub const CONFIGURATION: &str = "Configuration";
/// A button that copies.
pub const COPY: &str = "Copy";
/// A button that removes.
pub const REMOVE: &str = "Remove";
/// What is so.
pub const YES: &str = "yes";
/// What is not so.
pub const NO: &str = "no";
/// Where there is no value.
pub const BEYOND: &str = "–";

/// A release by its full name.
#[must_use]
pub fn kubernetes(release: Release) -> String {
    format!("Kubernetes {release}")
}

/// The name of a button that removes something with a name.
#[must_use]
pub fn remove(name: &str) -> String {
    format!("{REMOVE} {name}")
}

/// The report of a crash.
#[must_use]
pub fn crash_report(what: &str, link: &str, browser: &str) -> String {
    format!(
        "{NAME} stopped.\n\nWhat happened\n{what}\n\nLink to the scenario\n{link}\n\nBrowser\n{browser}\n"
    )
}

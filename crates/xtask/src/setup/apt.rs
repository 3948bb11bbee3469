//! Packages of Debian and its relatives, as root or by sudo.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::problem::{Problem, Result};
use crate::process::{answer, logged};
use crate::site::{Site, on_path};

/// dpkg lets one process in at a time, and set-up works side by side.
static TURN: Mutex<()> = Mutex::new(());

/// Installs packages. `what` names the log file.
pub(super) fn install(site: &Site, what: &str, packages: &[&str]) -> Result<()> {
    if on_path("apt-get").is_none() {
        return Err(Problem::new(
            format!("{what} is missing and there is no apt-get"),
            format!(
                "install what your system calls {} and put it on PATH",
                packages.join(" and ")
            ),
        ));
    }
    let remedy = format!("run `apt-get install -y {}` as root", packages.join(" "));
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // An outdated list of packages may still serve, so that a failed update is no failure yet.
    let _ = logged(
        what,
        as_root("apt-get", &remedy)?.args(["update", "--quiet"]),
        &site.log(&format!("{what}-update")),
        &remedy,
    );
    logged(
        what,
        as_root("apt-get", &remedy)?
            .args(["install", "--yes", "--quiet", "--no-install-recommends"])
            .args(packages),
        &site.log(what),
        &remedy,
    )
}

/// A command that runs as root.
pub(super) fn as_root(program: &str, remedy: &str) -> Result<Command> {
    let mut command = if answer(Command::new("id").arg("-u")).as_deref() == Some("0") {
        Command::new(program)
    } else if on_path("sudo").is_some() {
        let mut sudo = Command::new("sudo");
        sudo.args(["--preserve-env=DEBIAN_FRONTEND", program]);
        sudo
    } else {
        return Err(Problem::new(
            format!("`{program}` needs root, and there is no sudo"),
            remedy,
        ));
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}

//! Builds the page with Trunk, and serves it.

use std::process::{Child, Command};

use crate::pack::pack;
use crate::problem::{Explain, Result};
use crate::process::run;
use crate::server::Server;
use crate::site::Environment;

const REMEDY: &str = "read the messages above";

fn trunk(environment: &Environment, action: &str, debug: bool) -> Result<Command> {
    let mut command = environment.wasm_command("trunk")?;
    // Offline, Trunk takes its tools from PATH and refuses any other version.
    command.args([action, "--offline"]);
    if !debug {
        command.arg("--release");
    }
    // Trunk reads this variable as an option and refuses the usual value 1.
    command.env_remove("NO_COLOR");
    Ok(command)
}

/// Downloads the crates, which Trunk may not do offline.
fn fetch(environment: &Environment) -> Result<()> {
    run(
        environment.command("cargo")?.args(["fetch", "--quiet"]),
        "check that the crate registry can be reached, and try again",
    )
}

/// Builds the page into dist/.
pub(crate) fn build(environment: &Environment, debug: bool) -> Result<()> {
    fetch(environment)?;
    println!(
        "Building the page ({} the first time)",
        if debug { "1 to 2 minutes" } else { "2 to 4 minutes" }
    );
    run(&mut trunk(environment, "build", debug)?, REMEDY)?;
    if debug {
        return Ok(());
    }
    pack(&environment.site.dist())
}

/// Serves dist/ until this program is interrupted.
pub(crate) fn serve(environment: &Environment, port: u16, watch: bool, debug: bool) -> Result<()> {
    // A busy port is told before the build, not after it.
    let server = Server::bind(environment.site.dist(), port, watch)?;
    let _watcher = if watch {
        fetch(environment)?;
        Some(watcher(environment, debug)?)
    } else {
        build(environment, debug)?;
        None
    };
    println!("Serving the playground at {} (end with Ctrl+C)", server.address());
    server.run();
    Ok(())
}

/// Trunk, building now and at every change. The terminal's Ctrl+C reaches it too.
fn watcher(environment: &Environment, debug: bool) -> Result<Child> {
    trunk(environment, "watch", debug)?
        .spawn()
        .explain("`trunk watch` did not start", REMEDY)
}

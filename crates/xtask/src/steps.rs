//! The steps of `cargo xtask test`, in order.

use std::process::Command;
use std::time::Instant;

use crate::page;
use crate::problem::{Problem, Result};
use crate::process::{run, seconds};
use crate::server;
use crate::setup::{Part, StdRoute, setup};
use crate::site::{Environment, Site};
use crate::size;

const WASM_TARGET: [&str; 2] = ["--target", "wasm32-unknown-unknown"];

/// What never runs in a browser.
const NATIVE_ONLY: [&str; 6] = ["--exclude", "cli", "--exclude", "proof", "--exclude", "xtask"];

/// One step: its name, what it checks, what it needs, and how it runs.
struct Step {
    name: &'static str,
    about: &'static str,
    needs: &'static [Part],
    run: fn(&Environment, &[String]) -> Result<()>,
}

const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the code is formatted",
        needs: &[Part::Lints],
        run: |environment, _| {
            run(
                environment.command("cargo")?.args(["fmt", "--all", "--check"]),
                "run `cargo fmt --all`",
            )
        },
    },
    Step {
        name: "clippy",
        about: "no warning in native code and tests",
        needs: &[Part::Lints],
        run: |environment, _| {
            run(
                environment.command("cargo")?.args([
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-Dwarnings",
                ]),
                "mend the first warning above",
            )
        },
    },
    Step {
        name: "clippy-wasm",
        about: "no warning in what runs in the browser",
        needs: &[Part::Lints, Part::Std],
        run: lint_wasm,
    },
    Step {
        name: "unit",
        about: "unit, property, vector and snapshot tests",
        needs: &[],
        run: |environment, _| {
            run(
                environment
                    .command("cargo")?
                    // The scenario's schema is checked against the types.
                    .args(["test", "--workspace", "--features", "sim/schema"])
                    // A snapshot that differs is a failure, and no file is written.
                    .env("INSTA_UPDATE", "no"),
                "read the first failure above",
            )
        },
    },
    Step {
        name: "doc",
        about: "documentation without warnings",
        needs: &[],
        run: |environment, _| {
            run(
                environment
                    .command("cargo")?
                    .args(["doc", "--workspace", "--no-deps", "--quiet"])
                    .env("RUSTDOCFLAGS", "-Dwarnings"),
                "mend the first warning above",
            )
        },
    },
    Step {
        name: "wasm",
        about: "the simulator gives the same bytes as wasm, in Node and in Chromium",
        needs: &[Part::Std, Part::Node, Part::WasmBindgen, Part::Chromium],
        run: test_wasm,
    },
    Step {
        name: "build",
        about: "the page builds",
        needs: crate::setup::FOR_PAGE,
        run: |environment, _| page::build(environment, false),
    },
    Step {
        name: "size",
        about: "the first load keeps to its budget",
        needs: &[Part::Node],
        run: |environment, _| size::check(&environment.site.dist()),
    },
    Step {
        name: "browser",
        about: "the page works in Chromium",
        needs: &[Part::Node, Part::Chromium, Part::NpmPackages],
        run: test_browser,
    },
];

fn lint_wasm(environment: &Environment, _: &[String]) -> Result<()> {
    let mut command = environment.wasm_command("cargo")?;
    if environment.wasm_toolchain.is_some() {
        // Debian's toolchain comes without clippy. The compiler's own warnings are still denied.
        command.arg("check").env("RUSTFLAGS", "-Dwarnings");
    } else {
        command.arg("clippy");
    }
    command.arg("--workspace").args(NATIVE_ONLY).args(WASM_TARGET);
    if environment.wasm_toolchain.is_none() {
        command.args(["--", "-Dwarnings"]);
    }
    run(&mut command, "mend the first warning above")
}

/// Runs every wasm test of the simulator in Node, then in Chromium.
fn test_wasm(environment: &Environment, _: &[String]) -> Result<()> {
    let command = || -> Result<Command> {
        let mut command = environment.wasm_command("cargo")?;
        command
            .args(["test", "--package", "sim", "--test", "same_bytes"])
            .args(WASM_TARGET)
            .env(
                "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
                "wasm-bindgen-test-runner",
            );
        Ok(command)
    };
    run(&mut command()?, "read the first failure above")?;
    let mut in_browser = command()?;
    in_browser.env("WASM_BINDGEN_USE_BROWSER", "1").env(
        "WASM_BINDGEN_TEST_WEBDRIVER_JSON",
        environment.site.root.join("webdriver.json"),
    );
    if let Some(driver) = &environment.chromedriver {
        in_browser.env("CHROMEDRIVER", driver);
    }
    run(&mut in_browser, "read the first failure above")
}

fn test_browser(environment: &Environment, node_args: &[String]) -> Result<()> {
    let dist = environment.site.dist();
    let files = size::first_load(&dist)?;
    let address = server::in_background(dist)?;
    run(
        environment
            .command("node")?
            .arg("--test")
            .args(node_args)
            .current_dir(environment.site.browser_tests())
            .env("PLAYGROUND_URL", address)
            .env("PLAYGROUND_FIRST_LOAD", files.join(",")),
        "read the first failure above; pictures are in artifacts/",
    )
}

/// Prints the steps.
pub(crate) fn list() {
    for step in STEPS {
        println!("{:<12} {}", step.name, step.about);
    }
}

/// Runs the chosen steps, or all.
pub(crate) fn test(
    site: &Site,
    route: StdRoute,
    only: &[String],
    keep_going: bool,
    node_args: &[String],
) -> Result<()> {
    let steps = chosen(only)?;
    let started = Instant::now();
    let mut needs: Vec<Part> = Vec::new();
    for part in steps.iter().flat_map(|step| step.needs) {
        if !needs.contains(part) {
            needs.push(*part);
        }
    }
    let environment = setup(site, route, &needs)?;
    let mut passed = 0_usize;
    let mut failures = Vec::new();
    for step in &steps {
        println!("── {}: {}", step.name, step.about);
        let begun = Instant::now();
        match (step.run)(&environment, node_args) {
            Ok(()) => {
                passed += 1;
                println!("── {}: passed in {}", step.name, seconds(begun.elapsed()));
            }
            Err(problem) => {
                println!("── {}: failed in {}", step.name, seconds(begun.elapsed()));
                failures.push((step.name, problem));
                if !keep_going {
                    break;
                }
            }
        }
    }
    println!(
        "Steps in {}: {passed} passed, {} failed, {} not run",
        seconds(started.elapsed()),
        failures.len(),
        steps.len() - passed - failures.len()
    );
    match failures.into_iter().next() {
        None => Ok(()),
        Some((name, problem)) => Err(Problem::new(
            format!("Step {name}: {}", problem.what),
            format!(
                "{}; then `cargo xtask test --only {name}` runs this step alone",
                problem.remedy
            ),
        )),
    }
}

fn chosen(only: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(unknown) = only
        .iter()
        .find(|name| !STEPS.iter().any(|step| step.name == name.as_str()))
    {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(Problem::new(
            format!("`{unknown}` is no step"),
            format!("choose from {}", names.join(", ")),
        ));
    }
    Ok(STEPS
        .iter()
        .filter(|step| only.is_empty() || only.iter().any(|name| name == step.name))
        .collect())
}

/// Runs the benchmarks of the engine and the simulator, then that of the page.
pub(crate) fn bench(site: &Site, route: StdRoute) -> Result<()> {
    let mut parts = crate::setup::FOR_PAGE.to_vec();
    parts.extend([Part::Chromium, Part::NpmPackages]);
    let environment = setup(site, route, &parts)?;
    run(
        environment
            .command("cargo")?
            .args(["bench", "--package", "backoff", "--package", "sim"]),
        "read the messages above",
    )?;
    page::build(&environment, false)?;
    let address = server::in_background(site.dist())?;
    run(
        environment
            .command("node")?
            .arg("bench.mjs")
            .current_dir(site.browser_tests())
            .env("PLAYGROUND_URL", address),
        "read the messages above",
    )
}

/// Prints every proof. Nothing but cargo is needed.
pub(crate) fn proof(site: Site) -> Result<()> {
    let environment = Environment::new(site);
    for (package, command) in [("proof", "all"), ("cli", "claims")] {
        run(
            environment.command("cargo")?.args([
                "run",
                "--quiet",
                "--release",
                "--package",
                package,
                "--",
                command,
            ]),
            "read the messages above",
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: &[&str]) -> Result<Vec<&'static str>> {
        let only: Vec<String> = only.iter().map(ToString::to_string).collect();
        Ok(chosen(&only)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn steps_run_in_their_own_order() {
        assert_eq!(names(&["unit", "fmt"]), Ok(vec!["fmt", "unit"]));
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
    }

    #[test]
    fn an_unknown_step_is_refused_with_the_known_ones() {
        let problem = names(&["fmt", "lint"]).unwrap_err();
        assert!(problem.what.contains("`lint`"), "{problem}");
        assert!(problem.remedy.contains("clippy-wasm"), "{problem}");
    }

    #[test]
    fn the_steps_need_what_set_up_for_tests_installs() {
        for step in STEPS {
            for part in step.needs {
                assert!(crate::setup::FOR_TESTS.contains(part), "{}", step.name);
            }
        }
    }
}

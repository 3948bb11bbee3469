//! Finds what building and testing need, and installs what is missing.

mod apt;
mod std_library;
mod tool;

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::problem::{Explain, Problem, Result};
use crate::process::{answer, logged, run, seconds};
use crate::site::{Environment, Site, on_path};
use crate::versions;
use std_library::Library;
use tool::Tool;

/// Where the wasm32 standard library may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StdRoute {
    Auto,
    Rustup,
    FromSource,
}

/// One thing that must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Lints,
    Std,
    Node,
    Trunk,
    WasmBindgen,
    WasmOpt,
    Chromium,
    NpmPackages,
}

/// What the page needs.
pub(crate) const FOR_PAGE: &[Part] = &[
    Part::Std,
    Part::Node,
    Part::Trunk,
    Part::WasmBindgen,
    Part::WasmOpt,
];

/// What all tests need.
pub(crate) const FOR_TESTS: &[Part] = &[
    Part::Lints,
    Part::Std,
    Part::Node,
    Part::Trunk,
    Part::WasmBindgen,
    Part::WasmOpt,
    Part::Chromium,
    Part::NpmPackages,
];

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Self::Lints => "rustfmt and clippy",
            Self::Std => "wasm32 standard library",
            Self::Node => "Node",
            Self::Trunk => "trunk",
            Self::WasmBindgen => "wasm-bindgen",
            Self::WasmOpt => "wasm-opt",
            Self::Chromium => "Chromium",
            Self::NpmPackages => "npm packages",
        }
    }

    /// Why it is needed, and how long its installation usually takes on two cores.
    const fn about(self) -> &'static str {
        match self {
            Self::Lints => "check format and style; seconds",
            Self::Std => "lets Rust compile for the browser; seconds by rustup, 1 to 2 minutes from source",
            Self::Node => "runs wasm-opt's installer and the browser tests",
            Self::Trunk => "builds the page; 5 to 7 minutes from source",
            Self::WasmBindgen => "joins Rust and JavaScript; 3 to 8 minutes from source",
            Self::WasmOpt => "makes the program smaller; seconds",
            Self::Chromium => "runs the browser tests; under a minute",
            Self::NpmPackages => "drive the browser tests; seconds",
        }
    }
}

/// A part that is there, and what it adds to the environment.
#[derive(Default)]
struct Found {
    folder: Option<PathBuf>,
    toolchain: Option<&'static str>,
    chromium: Option<PathBuf>,
    chromedriver: Option<PathBuf>,
}

/// Set-up for one workspace.
struct Setup<'a> {
    site: &'a Site,
    route: StdRoute,
    wasm_bindgen: String,
}

/// Makes sure that all these parts are there.
pub(crate) fn setup(site: &Site, route: StdRoute, parts: &[Part]) -> Result<Environment> {
    let started = Instant::now();
    let lock = fs::read_to_string(site.root.join("Cargo.lock"))
        .explain("Cargo.lock", "run `cargo generate-lockfile`")?;
    let setup = Setup {
        site,
        route,
        wasm_bindgen: versions::locked(&lock, "wasm-bindgen")?,
    };
    let missing: Vec<Part> = parts
        .iter()
        .copied()
        .filter(|part| setup.find(*part).is_none())
        .collect();
    if !missing.is_empty() {
        setup.install_all(&missing)?;
    }
    let mut environment = Environment::new(site.clone());
    for part in parts {
        let found = setup.find(*part).ok_or_else(|| {
            Problem::new(
                format!("{} was installed but does not work", part.name()),
                format!("remove {} and try again", site.tools.display()),
            )
        })?;
        // What PATH finds is found without help, and its folder may hold other programs.
        environment
            .folders
            .extend(found.folder.filter(|folder| folder.starts_with(&site.tools)));
        environment.wasm_toolchain = environment.wasm_toolchain.or(found.toolchain);
        environment.chromium = environment.chromium.or(found.chromium);
        environment.chromedriver = environment.chromedriver.or(found.chromedriver);
    }
    let from = environment
        .wasm_toolchain
        .map_or(String::new(), |name| format!(", wasm32 by cargo +{name}"));
    println!("Set-up complete ({}{from})", seconds(started.elapsed()));
    Ok(environment)
}

impl Setup<'_> {
    fn tool(&self, part: Part) -> Option<Tool> {
        match part {
            Part::Trunk => Some(Tool::trunk()),
            Part::WasmBindgen => Some(Tool::wasm_bindgen(&self.wasm_bindgen)),
            Part::WasmOpt => Some(Tool::wasm_opt()),
            _ => None,
        }
    }

    fn find(&self, part: Part) -> Option<Found> {
        if let Some(tool) = self.tool(part) {
            return tool.find(self.site).map(|folder| Found {
                folder: Some(folder),
                ..Found::default()
            });
        }
        match part {
            Part::Std => std_library::find(self.route).map(|library| Found {
                toolchain: (library == Library::Built).then_some(std_library::TOOLCHAIN),
                ..Found::default()
            }),
            Part::Chromium => chromium(),
            Part::Lints => ["fmt", "clippy"]
                .iter()
                .all(|name| answer(Command::new("cargo").args([name, "--version"])).is_some())
                .then(Found::default),
            Part::Node => node_is_recent().then(Found::default),
            _ => self.npm_packages_are_current().then(Found::default),
        }
    }

    /// Installs side by side. One process at a time does this for one folder of tools.
    fn install_all(&self, parts: &[Part]) -> Result<()> {
        fs::create_dir_all(&self.site.tools).explain(
            self.site.tools.display(),
            "set CRASHLOOP_TOOLS to a folder that can be written",
        )?;
        let path = self.site.tools.join("lock");
        let lock = File::create(&path).explain(path.display(), "make the file writable")?;
        if lock.try_lock().is_err() {
            println!("Waiting for another set-up to end");
            lock.lock().explain(path.display(), "end the other set-up")?;
        }
        // The other set-up may have installed some of it.
        let parts: Vec<Part> = parts
            .iter()
            .copied()
            .filter(|part| self.find(*part).is_none())
            .collect();
        for part in &parts {
            println!("Missing: {} ({})", part.name(), part.about());
        }
        if parts.contains(&Part::Node) {
            return self.install(Part::Node);
        }
        let results: Vec<Result<()>> = thread::scope(|scope| {
            let running: Vec<_> = parts
                .iter()
                .map(|part| scope.spawn(|| self.install_one(*part)))
                .collect();
            running
                .into_iter()
                .map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|_| Err(Problem::new("An installation panicked", "report it")))
                })
                .collect()
        });
        let mut problems = results.into_iter().filter_map(Result::err);
        let first = problems.next();
        for other in problems {
            println!("{other}");
        }
        first.map_or(Ok(()), Err)
    }

    fn install_one(&self, part: Part) -> Result<()> {
        let started = Instant::now();
        let result = self.install(part);
        let done = if result.is_ok() {
            "Installed"
        } else {
            "Not installed"
        };
        println!("{done}: {} ({})", part.name(), seconds(started.elapsed()));
        result
    }

    fn install(&self, part: Part) -> Result<()> {
        if let Some(tool) = self.tool(part) {
            return tool.install(self.site);
        }
        match part {
            Part::Std => std_library::install(self.site, self.route),
            Part::Chromium => apt::install(self.site, "chromium", &["chromium", "chromium-driver"]),
            Part::Lints => run(
                Command::new("rustup").args(["component", "add", "rustfmt", "clippy"]),
                "install rustfmt and clippy for the active toolchain",
            ),
            Part::Node => Err(Problem::new(
                format!("Node {} or later is not on PATH", versions::NODE_MAJOR),
                "install Node with npm, from your distribution or by nvm, and try again",
            )),
            _ => self.install_npm_packages(),
        }
    }

    /// A copy of the lock file that the installed packages were made from.
    fn npm_stamp(&self) -> PathBuf {
        self.site
            .browser_tests()
            .join("node_modules/.installed-lock.json")
    }

    fn npm_packages_are_current(&self) -> bool {
        let lock = fs::read(self.site.browser_tests().join("package-lock.json"));
        let stamp = fs::read(self.npm_stamp());
        matches!((lock, stamp), (Ok(lock), Ok(stamp)) if lock == stamp)
    }

    fn install_npm_packages(&self) -> Result<()> {
        let folder = self.site.browser_tests();
        logged(
            "npm packages",
            Command::new("npm")
                .args(["ci", "--no-audit", "--no-fund"])
                .current_dir(&folder),
            &self.site.log("npm-packages"),
            "check that the npm registry can be reached, and try again",
        )?;
        let stamp = self.npm_stamp();
        fs::copy(folder.join("package-lock.json"), &stamp)
            .explain(stamp.display(), "make the folder writable")?;
        Ok(())
    }
}

fn node_is_recent() -> bool {
    answer(Command::new("node").arg("--version"))
        .and_then(|text| text.strip_prefix('v')?.split('.').next()?.parse().ok())
        .is_some_and(|major: u32| major >= versions::NODE_MAJOR)
        && on_path("npm").is_some()
}

/// A browser that Playwright can drive, and the driver of the wasm tests.
fn chromium() -> Option<Found> {
    let chromium = [
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    ]
    .into_iter()
    .find_map(on_path)?;
    Some(Found {
        chromium: Some(chromium),
        chromedriver: Some(on_path("chromedriver")?),
        ..Found::default()
    })
}

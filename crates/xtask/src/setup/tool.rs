//! Tools of an exact version: found on PATH or in the folder of tools, or installed there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::{Explain, Problem, Result};
use crate::process::{answer, logged};
use crate::site::{Site, on_path};
use crate::versions;

/// How a tool is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A crate. Some locks want versions that not every mirror of the registry serves.
    Cargo { package: &'static str, locked: bool },
    /// An npm package.
    Npm { package: &'static str },
}

/// One tool.
#[derive(Debug, Clone)]
pub(super) struct Tool {
    name: &'static str,
    version: String,
    /// The programs that must all have the version.
    programs: &'static [&'static str],
    source: Source,
}

impl Tool {
    pub(super) fn trunk() -> Self {
        Self {
            name: "trunk",
            version: versions::TRUNK.to_owned(),
            programs: &["trunk"],
            source: Source::Cargo {
                package: "trunk",
                locked: true,
            },
        }
    }

    pub(super) fn wasm_bindgen(version: &str) -> Self {
        Self {
            name: "wasm-bindgen",
            version: version.to_owned(),
            programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
            source: Source::Cargo {
                package: "wasm-bindgen-cli",
                locked: false,
            },
        }
    }

    pub(super) fn wasm_opt() -> Self {
        Self {
            name: "binaryen",
            version: versions::BINARYEN.to_owned(),
            programs: &["wasm-opt"],
            source: Source::Npm { package: "binaryen" },
        }
    }

    /// The folder with the programs.
    pub(super) fn find(&self, site: &Site) -> Option<PathBuf> {
        let system = on_path(self.programs.first()?).and_then(|path| path.parent().map(Path::to_path_buf));
        system
            .into_iter()
            .chain([self.programs_in(&self.home(site))])
            .find(|folder| self.works_in(folder))
    }

    fn works_in(&self, folder: &Path) -> bool {
        self.programs.iter().all(|program| {
            answer(Command::new(folder.join(program)).arg("--version"))
                .is_some_and(|text| says_version(&text, &self.version))
        })
    }

    fn id(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    fn home(&self, site: &Site) -> PathBuf {
        site.tools.join(self.id())
    }

    fn programs_in(&self, home: &Path) -> PathBuf {
        home.join(match self.source {
            Source::Cargo { .. } => "bin",
            Source::Npm { .. } => "node_modules/.bin",
        })
    }

    /// Installs beside the final place and moves it there when it works, so that an interrupted
    /// installation is never taken for a tool.
    pub(super) fn install(&self, site: &Site) -> Result<()> {
        let partial = site.tools.join(format!("{}.partial", self.id()));
        remove(&partial)?;
        match self.source {
            Source::Cargo { package, locked } => {
                let prebuilt = self.install_prebuilt(site, package, &partial);
                if !prebuilt || !self.works_in(&self.programs_in(&partial)) {
                    remove(&partial)?;
                    self.install_from_source(site, package, locked, &partial)?;
                }
            }
            Source::Npm { package } => {
                fs::create_dir_all(&partial).explain(partial.display(), "make it writable")?;
                logged(
                    self.name,
                    Command::new("npm")
                        .args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
                        .arg(&partial)
                        .arg(format!("{package}@{}", self.version)),
                    &site.log(&self.id()),
                    "check that the npm registry can be reached, and try again",
                )?;
            }
        }
        if !self.works_in(&self.programs_in(&partial)) {
            return Err(Problem::new(
                format!("{} does not say version {}", self.name, self.version),
                format!("read {}", site.log(&self.id()).display()),
            ));
        }
        let home = self.home(site);
        remove(&home)?;
        fs::rename(&partial, &home).explain(home.display(), "make the folder writable")?;
        remove(&self.build_folder(site))
    }

    /// `cargo binstall` downloads what the authors built, where it is installed and may download.
    fn install_prebuilt(&self, site: &Site, package: &str, partial: &Path) -> bool {
        on_path("cargo-binstall").is_some()
            && logged(
                self.name,
                Command::new("cargo")
                    .args(["binstall", "--no-confirm", "--disable-strategies", "compile"])
                    .arg("--root")
                    .arg(partial)
                    .arg(format!("{package}@{}", self.version)),
                &site.log(&format!("{}-prebuilt", self.id())),
                "none needed, it will be built from source",
            )
            .is_ok()
    }

    fn install_from_source(&self, site: &Site, package: &str, locked: bool, partial: &Path) -> Result<()> {
        let mut command = Command::new("cargo");
        command
            .args(["install", "--no-default-features", "--root"])
            .arg(partial)
            .arg(format!("{package}@{}", self.version))
            .current_dir(&site.tools)
            // Kept until the tool works, so that the next run resumes an interrupted one.
            .env("CARGO_TARGET_DIR", self.build_folder(site))
            // The tools' own profiles optimise for the last per cent and take twice as long.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET");
        if locked {
            command.arg("--locked");
        }
        logged(
            self.name,
            &mut command,
            &site.log(&self.id()),
            "check that the crate registry can be reached and a C compiler is installed, and try again",
        )
    }

    fn build_folder(&self, site: &Site) -> PathBuf {
        site.tools.join("build").join(self.id())
    }
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).explain(folder.display(), "remove it by hand")
        }
        _ => Ok(()),
    }
}

/// Whether a program that answered `text` to `--version` has this version: `trunk 0.21.14`,
/// `wasm-opt version 132 (version_132)`.
fn says_version(text: &str, version: &str) -> bool {
    text.split_whitespace().any(|word| word == version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_version_must_be_exact() {
        assert!(says_version("trunk 0.21.14", "0.21.14"));
        assert!(says_version("wasm-opt version 132 (version_132)", "132"));
        assert!(!says_version("trunk 0.21.140", "0.21.14"));
        assert!(!says_version("wasm-bindgen 0.2.13", "0.2.130"));
        assert!(!says_version("", "132"));
    }

    fn pretend(folder: &Path, program: &str, says: &str) {
        fs::create_dir_all(folder).unwrap();
        let path = folder.join(program);
        fs::write(&path, format!("#!/bin/sh\necho {says}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_tool_is_found_only_whole_and_of_its_version() {
        let tools = std::env::temp_dir().join(format!("xtask-tools-{}", std::process::id()));
        let site = Site {
            root: "/".into(),
            tools: tools.clone(),
        };
        // A version that no machine has on PATH.
        let tool = Tool::wasm_bindgen("0.0.7");
        assert_eq!(tool.find(&site), None);
        let bin = tools.join("wasm-bindgen-0.0.7/bin");
        pretend(&bin, "wasm-bindgen", "wasm-bindgen 0.0.7");
        assert_eq!(tool.find(&site), None, "the test runner is missing");
        pretend(&bin, "wasm-bindgen-test-runner", "wasm-bindgen-test-runner 0.0.6");
        assert_eq!(tool.find(&site), None, "the test runner is older");
        pretend(&bin, "wasm-bindgen-test-runner", "wasm-bindgen-test-runner 0.0.7");
        assert_eq!(tool.find(&site), Some(bin));
        fs::remove_dir_all(tools).unwrap();
    }
}

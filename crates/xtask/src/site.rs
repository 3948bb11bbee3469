//! Where things are on this machine: the workspace, the folder of tools, programs on PATH.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::{Problem, Result};

/// The folders that every command works with.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    /// The workspace.
    pub(crate) root: PathBuf,
    /// Tools by version, for all workspaces of this user.
    pub(crate) tools: PathBuf,
}

impl Site {
    pub(crate) fn find() -> Result<Self> {
        let package = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package
            .ancestors()
            .nth(2)
            .map(Path::to_path_buf)
            .ok_or_else(|| Problem::new("The workspace was not found", "start me with `cargo xtask`"))?;
        let tools = tools_folder(|name| env::var_os(name).map(PathBuf::from)).ok_or_else(|| {
            Problem::new(
                "There is no home folder for the tools",
                "set CRASHLOOP_TOOLS to a folder",
            )
        })?;
        Ok(Self { root, tools })
    }

    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    pub(crate) fn browser_tests(&self) -> PathBuf {
        self.root.join("tests/browser")
    }

    pub(crate) fn log(&self, name: &str) -> PathBuf {
        self.tools.join("logs").join(format!("{name}.log"))
    }
}

fn tools_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let given = |name| variable(name).filter(|path| path.is_absolute());
    given("CRASHLOOP_TOOLS")
        .or_else(|| Some(given("XDG_CACHE_HOME")?.join("crashloop-playground")))
        .or_else(|| Some(given("HOME")?.join(".cache/crashloop-playground")))
}

/// The first file of this name on PATH.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// What the machine has for building and testing, once set-up has found it.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    pub(crate) site: Site,
    /// Folders that go before PATH.
    pub(crate) folders: Vec<PathBuf>,
    /// The rustup toolchain with the wasm32 standard library, unless it is the active one.
    pub(crate) wasm_toolchain: Option<&'static str>,
    pub(crate) chromium: Option<PathBuf>,
    pub(crate) chromedriver: Option<PathBuf>,
}

impl Environment {
    pub(crate) fn new(site: Site) -> Self {
        Self {
            site,
            folders: Vec::new(),
            wasm_toolchain: None,
            chromium: None,
            chromedriver: None,
        }
    }

    /// A program that runs in the workspace and sees the tools.
    pub(crate) fn command(&self, program: &str) -> Result<Command> {
        let old = env::var_os("PATH").unwrap_or_default();
        let path =
            env::join_paths(self.folders.iter().cloned().chain(env::split_paths(&old))).map_err(|error| {
                Problem::new(
                    format!("The tools cannot be put on PATH: {error}"),
                    "set CRASHLOOP_TOOLS to a folder without a colon in its name",
                )
            })?;
        let mut command = Command::new(program);
        command.current_dir(&self.site.root).env("PATH", path);
        if let Some(chromium) = &self.chromium {
            command.env("PLAYGROUND_CHROMIUM", chromium);
        }
        Ok(command)
    }

    /// The same, with the toolchain that has the wasm32 standard library.
    pub(crate) fn wasm_command(&self, program: &str) -> Result<Command> {
        let mut command = self.command(program)?;
        if let Some(toolchain) = self.wasm_toolchain {
            command.env("RUSTUP_TOOLCHAIN", toolchain);
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(variables: &[(&str, &str)]) -> Option<PathBuf> {
        tools_folder(|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| PathBuf::from(value))
        })
    }

    #[test]
    fn the_nearest_variable_names_the_folder_of_tools() {
        let home = ("HOME", "/home/kim");
        let cache = ("XDG_CACHE_HOME", "/var/kim");
        let tools = ("CRASHLOOP_TOOLS", "/opt/tools");
        assert_eq!(folder(&[home, cache, tools]), Some("/opt/tools".into()));
        assert_eq!(
            folder(&[home, cache]),
            Some("/var/kim/crashloop-playground".into())
        );
        assert_eq!(
            folder(&[home]),
            Some("/home/kim/.cache/crashloop-playground".into())
        );
        assert_eq!(folder(&[]), None);
    }

    #[test]
    fn a_relative_folder_is_passed_over() {
        assert_eq!(
            folder(&[("HOME", "/h"), ("CRASHLOOP_TOOLS", "tools")]),
            Some("/h/.cache/crashloop-playground".into())
        );
    }
}

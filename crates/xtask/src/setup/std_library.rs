//! The standard library for wasm32: the active toolchain's, rustup's, or built from Debian's source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{StdRoute, apt};
use crate::problem::{Explain, Problem, Result};
use crate::process::{answer, logged, run};
use crate::site::{Site, on_path};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The rustup name of Debian's compiler once its standard library is built.
pub(super) const TOOLCHAIN: &str = "web";

/// Debian's compiler for its browsers. It is newer than the distribution's.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTLIB: &str = "/usr/lib/rustlib";

/// The oldest minor release of Rust 1 that compiles this workspace.
const MINIMUM_MINOR: u32 = 95;

const TARGET_REMEDY: &str =
    "run `rustup target add wasm32-unknown-unknown`, or on Debian `cargo xtask setup --std from-source`";

/// A toolchain that has the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Library {
    /// The active one.
    Active,
    /// Debian's, known to rustup as [`TOOLCHAIN`].
    Built,
}

pub(super) fn find(route: StdRoute) -> Option<Library> {
    if route != StdRoute::FromSource && active_has_target() {
        return Some(Library::Active);
    }
    (route != StdRoute::Rustup && built_is_current()).then_some(Library::Built)
}

pub(super) fn install(site: &Site, route: StdRoute) -> Result<()> {
    if route != StdRoute::FromSource {
        let added = logged(
            "wasm32",
            Command::new("rustup").args(["target", "add", TARGET]),
            &site.log("rustup-target"),
            TARGET_REMEDY,
        );
        if added.is_ok() || route == StdRoute::Rustup {
            return added;
        }
        println!("  [wasm32] rustup could not add the target: building it from Debian's source");
    }
    build(site)?;
    check(site)
}

fn active_has_target() -> bool {
    answer(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|folder| has_std(Path::new(&folder)))
}

fn has_std(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let path = entry.path();
            path.extension().is_some_and(|kind| kind == "rlib")
                && entry.file_name().to_string_lossy().starts_with("libstd-")
        })
    })
}

fn library_folder() -> PathBuf {
    Path::new(DEBIAN_RUSTLIB).join(TARGET).join("lib")
}

/// Names the compiler that built the library. An upgraded compiler cannot read an older one.
fn stamp() -> PathBuf {
    Path::new(DEBIAN_RUSTLIB).join(TARGET).join("built-by")
}

fn debian_version() -> Option<String> {
    answer(debian(DEBIAN_RUSTC).arg("-Vv"))
}

/// Debian's programs must not load the libraries of the toolchain that runs this program.
fn debian(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("LD_LIBRARY_PATH");
    command
}

fn built_is_current() -> bool {
    let built_by = fs::read_to_string(stamp()).ok();
    built_by.is_some()
        && built_by == debian_version()
        && has_std(&library_folder())
        && answer(Command::new("rustup").args(["toolchain", "list"]))
            .is_some_and(|list| list.split_whitespace().any(|name| name == TOOLCHAIN))
}

fn build(site: &Site) -> Result<()> {
    if on_path("rustup").is_none() {
        return Err(Problem::new(
            "The standard library can be built for a rustup toolchain only, and there is no rustup",
            "install rustup, or a toolchain that has wasm32-unknown-unknown",
        ));
    }
    apt::install(site, "rustc-web", &["rustc-web", "cargo-web", "rust-web-src"])?;
    let version = debian_version()
        .and_then(|text| Version::parse(&text))
        .ok_or_else(|| {
            Problem::new(
                format!("{DEBIAN_RUSTC} -Vv tells no version"),
                "run `apt-get install --reinstall rustc-web` as root",
            )
        })?;
    if version.minor < MINIMUM_MINOR {
        return Err(Problem::new(
            format!(
                "Debian's rustc-web is 1.{}, and 1.{MINIMUM_MINOR} is needed",
                version.minor
            ),
            "enable Debian's security archive and run `apt-get update` as root",
        ));
    }
    let lld = format!("lld-{}", version.llvm);
    apt::install(site, &lld, &[&lld])?;
    let target_folder = site.tools.join("build/std");
    logged(
        "wasm32",
        debian(DEBIAN_CARGO)
            .args(["build", "--locked", "--release", "--package", "sysroot"])
            .args(["--features", "panic-unwind backtrace", "--target", TARGET])
            .current_dir(Path::new(DEBIAN_RUSTLIB).join("src/rust/library/sysroot"))
            .env("RUSTC", DEBIAN_RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("__CARGO_DEFAULT_LIB_METADATA", "stablestd")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
            .env("RUSTFLAGS", "-Zforce-unstable-if-unmarked -Cembed-bitcode=yes")
            .env("CARGO_TARGET_DIR", &target_folder),
        &site.log("std-from-source"),
        "check that the crate registry can be reached, and try again",
    )?;
    place(site, &version, &target_folder)
}

/// Puts the library beside the compiler, the stamp last, and tells rustup of it.
fn place(site: &Site, version: &Version, target_folder: &Path) -> Result<()> {
    const REMEDY: &str = "run `cargo xtask setup --std from-source` as root";
    let libraries = library_folder();
    let built = target_folder.join(TARGET).join("release/deps");
    let rlibs: Vec<PathBuf> = fs::read_dir(&built)
        .explain(built.display(), "remove it and try again")?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "rlib"))
        .collect();
    let staged = site.tools.join("build/built-by");
    fs::write(&staged, &version.text).explain(staged.display(), "make it writable")?;
    let programs = Path::new(DEBIAN_RUSTLIB).join(&version.host).join("bin");
    let steps: [(&str, Vec<PathBuf>); 6] = [
        ("rm", vec!["-rf".into(), libraries.clone(), stamp()]),
        ("mkdir", vec!["-p".into(), libraries.clone(), programs.clone()]),
        ("cp", rlibs.into_iter().chain([libraries]).collect()),
        (
            "ln",
            vec![
                "-sf".into(),
                format!("/usr/lib/llvm-{}/bin/lld", version.llvm).into(),
                programs.join("rust-lld"),
            ],
        ),
        ("cp", vec![staged, stamp()]),
        ("chmod", vec!["a+r".into(), stamp()]),
    ];
    for (program, arguments) in steps {
        run(apt::as_root(program, REMEDY)?.args(arguments), REMEDY)?;
    }
    run(
        Command::new("rustup").args(["toolchain", "link", TOOLCHAIN, "/usr"]),
        "run `rustup toolchain uninstall web` and try again",
    )?;
    fs::remove_dir_all(target_folder).explain(target_folder.display(), "remove it by hand")
}

/// Compiles a program that needs the standard library, and runs it in Node.
fn check(site: &Site) -> Result<()> {
    const REMEDY: &str = "run `cargo xtask setup --std from-source` again";
    const PROGRAM: &str = "\
#[unsafe(no_mangle)]
pub extern \"C\" fn digits(number: u32) -> u32 {
    let text: std::collections::BTreeSet<char> = format!(\"{number}\").chars().collect();
    u32::try_from(text.len()).unwrap_or(0)
}
";
    const RUNNER: &str = "\
const bytes = require('node:fs').readFileSync(process.argv[1]);
WebAssembly.instantiate(bytes).then(({ instance }) => console.log(instance.exports.digits(12321)));
";
    let source = site.tools.join("build/check.rs");
    let program = site.tools.join("build/check.wasm");
    fs::write(&source, PROGRAM).explain(source.display(), "make it writable")?;
    run(
        debian("rustc")
            .args(["--edition", "2024", "--crate-type", "cdylib", "-Copt-level=1"])
            .args(["--target", TARGET, "-o"])
            .args([&program, &source])
            .env("RUSTUP_TOOLCHAIN", TOOLCHAIN),
        REMEDY,
    )?;
    let told = answer(Command::new("node").args(["-e", RUNNER]).arg(&program));
    if told.as_deref() == Some("3") {
        return Ok(());
    }
    Err(Problem::new(
        format!("A program compiled with the built library said {told:?} and not 3"),
        REMEDY,
    ))
}

/// What `rustc -Vv` tells of a compiler.
#[derive(Debug, PartialEq, Eq)]
struct Version {
    text: String,
    minor: u32,
    host: String,
    llvm: u32,
}

impl Version {
    fn parse(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        Some(Self {
            text: text.to_owned(),
            minor: field("release: 1.")?.split('.').next()?.parse().ok()?,
            host: field("host: ")?.to_owned(),
            llvm: field("LLVM version: ")?.split('.').next()?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "\
rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)
binary: rustc
host: x86_64-unknown-linux-gnu
release: 1.96.0
LLVM version: 22.1.8";

    #[test]
    fn reads_what_a_compiler_tells_of_itself() {
        let version = Version::parse(TOLD).unwrap();
        assert_eq!(version.minor, 96);
        assert_eq!(version.llvm, 22);
        assert_eq!(version.host, "x86_64-unknown-linux-gnu");
    }

    #[test]
    fn nonsense_has_no_version() {
        assert_eq!(Version::parse(""), None);
        assert_eq!(Version::parse("release: 2.0.0\nhost: x"), None);
        assert_eq!(Version::parse(&TOLD.replace("22.1.8", "unknown")), None);
    }
}

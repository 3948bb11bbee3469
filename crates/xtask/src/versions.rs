//! The versions of every tool that the project builds and tests with.

use crate::problem::{Problem, Result};

/// Builds the page. 0.22 wants a newer compiler than this workspace.
pub(crate) const TRUNK: &str = "0.21.14";

/// The npm package that ships wasm-opt. Debian's is too old for the features that rustc emits.
pub(crate) const BINARYEN: &str = "132";

/// Playwright needs it.
pub(crate) const NODE_MAJOR: u32 = 20;

/// The version of a package in the text of a Cargo.lock.
///
/// The wasm-bindgen command line refuses a program that was linked with any other version of the
/// library, so its version is read where Cargo decided it.
pub(crate) fn locked(lock: &str, package: &str) -> Result<String> {
    let name = format!("name = \"{package}\"");
    lock.split("[[package]]")
        .map(|block| block.lines().map(str::trim))
        .find(|lines| lines.clone().any(|line| line == name))
        .and_then(|mut lines| lines.find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')))
        .map(ToOwned::to_owned)
        .ok_or_else(|| {
            Problem::new(
                format!("Cargo.lock names no version of {package}"),
                "run `cargo generate-lockfile`",
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
version = 4

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
source = "a registry"
dependencies = [
 "cfg-if",
]

[[package]]
name = "wasm-bindgen-futures"
version = "0.4.60"

[[package]]
name = "web"
version = "0.1.0"
dependencies = [
 "wasm-bindgen",
]
"#;

    #[test]
    fn finds_the_package_and_not_one_that_begins_alike() {
        assert_eq!(locked(LOCK, "wasm-bindgen"), Ok("0.2.130".into()));
        assert_eq!(locked(LOCK, "wasm-bindgen-futures"), Ok("0.4.60".into()));
        assert_eq!(locked(LOCK, "web"), Ok("0.1.0".into()));
    }

    #[test]
    fn a_package_that_is_missing_is_named() {
        let problem = locked(LOCK, "yew").unwrap_err();
        assert!(problem.what.contains("yew"), "{problem}");
    }
}

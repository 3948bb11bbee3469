//! Help, schema, completions and manual pages.

use super::run;
use serde_json::Value;
use std::fs;
use std::path::Path;

const SUBCOMMANDS: [&str; 8] = [
    "simulate",
    "render",
    "config",
    "claims",
    "trace",
    "schema",
    "completions",
    "man",
];

#[test]
fn help_of_the_program() {
    insta::assert_snapshot!(run(&["--help"]).good());
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    for subcommand in SUBCOMMANDS {
        let help = run(&[subcommand, "--help"]).good();
        assert!(
            help.contains("Example") && help.contains(&format!("crashloop {subcommand}")),
            "{help}"
        );
    }
    insta::assert_snapshot!(run(&["simulate", "--help"]).good());
}

#[test]
fn schema_is_that_of_the_scenario() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).good()).unwrap();
    assert_eq!(schema["title"], "Scenario");
}

#[test]
fn completions_name_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).good();
        for subcommand in SUBCOMMANDS {
            assert!(script.contains(subcommand), "{shell} lacks {subcommand}");
        }
    }
}

#[test]
fn manual_pages() {
    let page = run(&["man"]).good();
    assert!(page.contains(".TH crashloop 1"), "{page}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    fs::create_dir_all(&folder).unwrap();
    assert!(run(&["man", folder.to_str().unwrap()]).good().is_empty());
    for subcommand in SUBCOMMANDS {
        let page = fs::read_to_string(folder.join(format!("crashloop-{subcommand}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(
        run(&["man", "no-such-folder"])
            .refused()
            .starts_with("no-such-folder: cannot be written")
    );
}

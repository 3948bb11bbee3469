//! The program as a user runs it: arguments and input in, output, messages and exit status out.

mod claims;
mod config;
mod generated;
mod render;
mod scenario;
mod simulate;
mod trace;

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What a run left behind.
struct Run {
    status: i32,
    out: Vec<u8>,
    err: String,
}

impl Run {
    /// The output, with a mark in place of what is no text.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// The output of a run that must have gone well.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""));
        self.text()
    }

    /// The messages of a run whose input must have been refused.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!(self.status, 1, "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }

    /// The messages of a run that must have been wrong usage.
    #[track_caller]
    fn misused(self) -> String {
        assert_eq!(self.status, 2, "{}", self.err);
        self.err
    }
}

fn crashloop() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crashloop"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs with this standard input, which is written beside so that no pipe can fill up.
#[expect(clippy::expect_used, reason = "this runs in tests only")]
fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = crashloop()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A program that refuses its arguments does not read.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    });
    Run {
        status: output.status.code().expect("no signal ended it"),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = crashloop()
        .args(["simulate", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn wrong_usage_has_its_own_status() {
    assert!(run(&[]).misused().contains("Usage: crashloop"));
    assert!(run(&["simulat"]).misused().contains("'simulate'"));
    assert!(
        run(&["simulate", "--format", "xml"])
            .misused()
            .contains("table, json, csv")
    );
    assert!(run(&["config"]).misused().contains("FILE"));
    assert!(
        run(&["config", "--release", "1.27", "-"])
            .misused()
            .contains("1.28 to 1.37")
    );
    assert!(
        run(&["simulate", "a.yaml", "--init", "1s"])
            .misused()
            .contains("cannot be used with")
    );
    assert!(
        run(&["simulate", "--policy", "A,1s,2,1m", "--max", "1m"])
            .misused()
            .contains("cannot be used")
    );
    assert!(
        run(&["simulate", "--init", "1s", "--init", "2s"])
            .misused()
            .contains("multiple times")
    );
}

//! Runs other programs: in the foreground, for their answer, or logged with signs of life.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::problem::{Explain, Problem, Result};

/// How often a long installation says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How often a running program is asked whether it ended.
const POLL: Duration = Duration::from_millis(50);

/// How much of the end of a log is shown.
const LOG_TAIL_BYTES: u64 = 4096;

/// The command as a person would type it.
pub(crate) fn spelled(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Runs a program that shares this terminal.
pub(crate) fn run(command: &mut Command, remedy: &str) -> Result<()> {
    let spelled = spelled(command);
    let status = command
        .status()
        .explain(format!("`{spelled}` did not start"), remedy)?;
    if status.success() {
        return Ok(());
    }
    Err(Problem::new(format!("`{spelled}` failed ({status})"), remedy))
}

/// Standard output of a program that succeeded, or nothing.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a long installation. Its output goes to `log`; its newest line is shown now and then.
pub(crate) fn logged(label: &str, command: &mut Command, log: &Path, remedy: &str) -> Result<()> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder).explain(folder.display(), "make the folder writable")?;
    }
    let file = File::create(log).explain(log.display(), "make the folder writable")?;
    let same = file.try_clone().explain(log.display(), "close other programs")?;
    let spelled = spelled(command);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(same)
        .spawn()
        .explain(format!("`{spelled}` did not start"), remedy)?;
    let started = Instant::now();
    let mut next = HEARTBEAT;
    let status = loop {
        if let Some(status) = child
            .try_wait()
            .explain(format!("`{spelled}` was lost"), remedy)?
        {
            break status;
        }
        if started.elapsed() >= next {
            next += HEARTBEAT;
            let line = last_lines(log, 1).pop().unwrap_or_default();
            println!("  [{label}] {}  {line}", seconds(started.elapsed()));
        }
        thread::sleep(POLL);
    };
    if status.success() {
        return Ok(());
    }
    for line in last_lines(log, 12) {
        println!("  [{label}] {line}");
    }
    Err(Problem::new(
        format!("`{spelled}` failed ({status}); log: {}", log.display()),
        remedy,
    ))
}

fn last_lines(log: &Path, count: usize) -> Vec<String> {
    let Ok(mut file) = File::open(log) else {
        return Vec::new();
    };
    let length = file.metadata().map_or(0, |data| data.len());
    let mut bytes = Vec::new();
    if file
        .seek(SeekFrom::Start(length.saturating_sub(LOG_TAIL_BYTES)))
        .and_then(|_| file.read_to_end(&mut bytes))
        .is_err()
    {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<String> = text
        .lines()
        .rev()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .take(count)
        .collect();
    lines.reverse();
    lines
}

/// A duration for people: `1.4s`, `3m05s`.
pub(crate) fn seconds(elapsed: Duration) -> String {
    let whole = elapsed.as_secs();
    if whole < 60 {
        format!("{:.1}s", elapsed.as_secs_f64())
    } else {
        format!("{}m{:02}s", whole / 60, whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_like_durations() {
        assert_eq!(seconds(Duration::from_millis(1440)), "1.4s");
        assert_eq!(seconds(Duration::from_secs(59)), "59.0s");
        assert_eq!(seconds(Duration::from_secs(185)), "3m05s");
    }

    #[test]
    fn a_failed_installation_names_command_log_and_remedy() {
        let log = std::env::temp_dir().join(format!("xtask-log-{}", std::process::id()));
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two; exit 3"]);
        let problem = logged("test", &mut command, &log, "do better").unwrap_err();
        assert!(problem.what.contains("exit 3"), "{problem}");
        assert!(problem.what.contains(&log.display().to_string()), "{problem}");
        assert_eq!(problem.remedy, "do better");
        assert_eq!(last_lines(&log, 1), ["two"]);
        assert_eq!(last_lines(&log, 9), ["one", "two"]);
        fs::remove_file(log).unwrap();
    }

    #[test]
    fn only_success_is_an_answer() {
        assert_eq!(
            answer(Command::new("sh").args(["-c", "echo hi"])),
            Some("hi".into())
        );
        assert_eq!(answer(Command::new("sh").args(["-c", "echo hi; exit 1"])), None);
        assert_eq!(answer(&mut Command::new("no-such-program-here")), None);
    }
}

//! `crashloop trace`: the restarts of scenarios given as JSON lines, for comparison with other
//! implementations.
//!
//! The fields are those of the reference vectors, `tests/vectors/README.txt`.

mod counts;

use crate::problem::Problem;
use backoff::{Change, Factor, Policy, Replay, ResetRule, Runs, Shape};
use counts::Counts;
use document::shorten;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Read, Write};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 16 << 20;

/// The most restarts that a line may ask for.
const MAX_ROWS: u32 = 1_000_000;

/// One scenario. The results that the reference vectors carry beside it are read over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    id: String,
    initial_ns: i64,
    max_ns: i64,
    expiry_ns: i64,
    gc_every_ns: Option<i64>,
    multiplier: Option<Factor>,
    runs: RunTimes,
    n: u32,
    #[serde(default, rename = "pattern")]
    _pattern: IgnoredAny,
    #[serde(default, rename = "rule")]
    _rule: IgnoredAny,
    #[serde(default, rename = "counts")]
    _counts: IgnoredAny,
    #[serde(default, rename = "f")]
    _finished: IgnoredAny,
    #[serde(default, rename = "b")]
    _backoff: IgnoredAny,
    #[serde(default, rename = "s")]
    _started: IgnoredAny,
    #[serde(default, rename = "r")]
    _changes: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunTimes {
    prefix: Vec<i64>,
    cycle: Vec<i64>,
}

/// The restarts of one scenario, a column for each quantity.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a str,
    f: Vec<i64>,
    b: Vec<i64>,
    s: Vec<i64>,
    r: String,
    counts: Counts,
}

/// Answers each line of `input` with a line.
///
/// # Errors
///
/// At the first line that is refused, naming its number. The lines before it are answered.
pub(crate) fn trace(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Problem> {
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let refused = |message: String| Problem::refused(format!("<stdin>:{number}: {message}"));
        let read = input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line);
        match read.map_err(|error| refused(format!("cannot be read: {error}")))? {
            0 => break,
            length if length as u64 > MAX_LINE => {
                return Err(refused(format!("the line is longer than {MAX_LINE} bytes")));
            }
            _ => {}
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let request: Request = serde_json::from_slice(line.trim_ascii_end()).map_err(|error| {
            let text = error.to_string();
            // Every line is a text of its own here, so the line that serde_json counts is always 1.
            let message = text
                .rsplit_once(" at line ")
                .map_or(&*text, |(message, _)| message);
            Problem::refused(format!(
                "<stdin>:{number}:{}: {}",
                error.column(),
                shorten(message)
            ))
        })?;
        let answer = answer(&request).map_err(refused)?;
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn answer(request: &Request) -> Result<Answer<'_>, String> {
    check(request)?;
    let policy = Policy {
        shape: Shape::Exponential {
            initial_ns: request.initial_ns,
            multiplier: request.multiplier.unwrap_or(Factor::TWO),
            max_ns: request.max_ns,
        },
        reset: ResetRule::After(request.expiry_ns),
        jitter: Factor::ZERO,
    };
    policy
        .validate()
        .map_err(|error| format!("multiplier: {error}"))?;
    let runs = Runs {
        prefix: request.runs.prefix.clone(),
        cycle: request.runs.cycle.clone(),
    };
    let rows = request.n as usize;
    let mut answer = Answer {
        id: &request.id,
        f: Vec::new(),
        b: Vec::new(),
        s: Vec::new(),
        r: String::new(),
        counts: Counts::of(&policy, &runs, request.gc_every_ns)?,
    };
    for restart in Replay::new(policy, runs, request.gc_every_ns).take(rows) {
        answer.f.push(restart.finished_ns);
        answer.b.push(restart.backoff_ns);
        answer.s.push(restart.started_ns);
        answer.r.push(match restart.change {
            Change::Grown => '0',
            Change::Created => '1',
            Change::Expired => '2',
        });
    }
    if answer.r.len() < rows {
        return Err(format!(
            "n: found {}, but the runs end or the clock overflows after {} restarts",
            request.n,
            answer.r.len()
        ));
    }
    Ok(answer)
}

/// Checks what the policy does not.
fn check(request: &Request) -> Result<(), String> {
    if request.n > MAX_ROWS {
        return Err(format!("n: found {}, at most {MAX_ROWS} are allowed", request.n));
    }
    for (field, found) in [
        ("initial_ns", request.initial_ns),
        ("max_ns", request.max_ns),
        ("expiry_ns", request.expiry_ns),
    ] {
        if found < 0 {
            return Err(format!("{field}: found {found}, it must not be negative"));
        }
    }
    if let Some(period) = request.gc_every_ns.filter(|period| *period < 1) {
        return Err(format!("gc_every_ns: found {period}, it must be at least 1"));
    }
    for (field, runs) in [("prefix", &request.runs.prefix), ("cycle", &request.runs.cycle)] {
        if let Some((index, run)) = runs.iter().enumerate().find(|(_, run)| **run < 0) {
            return Err(format!(
                "runs.{field}[{index}]: found {run}, it must not be negative"
            ));
        }
    }
    Ok(())
}

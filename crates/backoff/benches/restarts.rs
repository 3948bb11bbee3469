//! Nanoseconds per restart decision beside client-go's, in the two modes of `tests/vectors/PERF.json`.
//!
//! `roundrobin` asks two checks, one delay and one update per restart, key after key. `eventqueue` does
//! the same work driven by one global queue in time order: each restart passes it twice, once blocked at
//! the exit and once at the end of the wait. As in PERF.json the best sample counts, the initial delay is
//! 10 s, the maximum 300 s and the run time 3 s.

use backoff::{Backoff, Key, Policy};
use criterion::Criterion;
use serde_json::Value;
use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[path = "restarts/queue.rs"]
mod queue;

use queue::{Event, Queue};

const SECOND: i64 = 1_000_000_000;
const RUN: i64 = 3 * SECOND;

#[expect(clippy::print_stdout, reason = "this prints its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    let go = go_figures()?;
    let mut table = String::from("mode            keys  ns/restart       Go ns   faster\n");
    for (mode, run) in [
        ("roundrobin", round_robin as fn(u32, u32) -> Duration),
        ("eventqueue", event_queue),
    ] {
        for keys in [110, 10_000] {
            let mut best_ns = f64::INFINITY;
            criterion.bench_function(&format!("{mode}/{keys} keys"), |bencher| {
                bencher.iter_custom(|restarts| {
                    let restarts = u32::try_from(restarts).unwrap_or(u32::MAX);
                    let elapsed = run(keys, restarts);
                    // A short sample would measure the clock.
                    if restarts >= 100_000 {
                        best_ns = best_ns.min(elapsed.as_secs_f64() * 1e9 / f64::from(restarts));
                    }
                    elapsed
                });
            });
            let go_ns = figure(&go, mode, keys).ok_or("PERF.json lacks a figure")?;
            writeln!(
                table,
                "{mode:<12}{keys:>8}{best_ns:>12.1}{go_ns:>12.1}{:>9.1}",
                go_ns / best_ns
            )?;
        }
    }
    criterion.final_summary();
    println!("{table}");
    Ok(())
}

fn go_figures() -> Result<Value, Box<dyn Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/PERF.json");
    Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
}

/// Go's best processor time with its cheapest clock and its shortest keys.
fn figure(go: &Value, mode: &str, keys: u32) -> Option<f64> {
    let rows = go["plain_loop"].as_array()?;
    let row = rows.iter().find(|row| {
        row["mode"] == mode && row["keys"] == keys && row["clock"] == "cheapclock" && row["key"] == "shortkey"
    })?;
    row["best_cpu_ns_per_restart"].as_f64()
}

fn backoff(keys: u32) -> Backoff {
    let mut backoff = Backoff::new(Policy::exponential(10 * SECOND, 300 * SECOND));
    for key in 0..keys {
        backoff.next(Key(key), 0, 0);
    }
    backoff
}

fn round_robin(keys: u32, restarts: u32) -> Duration {
    let mut backoff = backoff(keys);
    let mut started = vec![0_i64; keys as usize];
    let begin = Instant::now();
    let mut left = restarts;
    while left > 0 {
        for (key, started) in (0..left).map(Key).zip(&mut started) {
            let finished = *started + RUN;
            let mut now = finished;
            if backoff.is_in_backoff_since(key, finished, now) {
                now = finished + backoff.get(key);
                assert!(!backoff.is_in_backoff_since(key, finished, now));
            }
            backoff.next(key, finished, now);
            *started = now;
        }
        left = left.saturating_sub(keys);
    }
    black_box(&backoff);
    begin.elapsed()
}

fn event_queue(keys: u32, restarts: u32) -> Duration {
    let mut backoff = backoff(keys);
    // Exits spread over the run time in no order, so that few events share an instant.
    let mut finished: Vec<i64> = (0..i64::from(keys))
        .map(|key| RUN + key * 7_919_999 % RUN)
        .collect();
    let mut queue = Queue::new(
        (0..)
            .zip(&finished)
            .map(|(key, at_ns)| Event { at_ns: *at_ns, key }),
    );
    let begin = Instant::now();
    let mut left = restarts;
    let mut before = 0;
    while left > 0 {
        let Event { at_ns: now, key } = queue.first();
        assert!(before <= now);
        before = now;
        let finish = finished[key as usize];
        let at_ns = if backoff.is_in_backoff_since(Key(key), finish, now) {
            finish + backoff.get(Key(key))
        } else {
            backoff.next(Key(key), finish, now);
            finished[key as usize] = now + RUN;
            left -= 1;
            now + RUN
        };
        queue.replace_first(at_ns);
    }
    black_box(&backoff);
    begin.elapsed()
}

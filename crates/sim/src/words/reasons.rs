//! Why a container does what it does at an instant.

use backoff::{Factor, GoDuration};

use crate::timeline::{Phase, STILL_RUNNING, Segment, Timeline, Wait, Why};
use scenario::{Policy, Reset, Scenario, Shape};

/// What a container does in a segment and why, for example
/// "waits 40s: fourth crash, 10s × 2²".
#[must_use]
pub fn explain(scenario: &Scenario, policy: usize, segment: &Segment) -> String {
    let span = GoDuration::from_nanos(segment.to_ns - segment.from_ns).short();
    match segment.phase {
        Phase::Pending if segment.to_ns >= scenario.horizon.nanos() => "not started yet".to_owned(),
        Phase::Pending => format!(
            "not started yet, starts at {}",
            GoDuration::from_nanos(segment.to_ns).short()
        ),
        Phase::Starting => format!("is being created for {span}"),
        Phase::Running => format!("runs {span}"),
        Phase::Completed => "has exited and is not restarted".to_owned(),
        Phase::Waiting(wait) => match scenario.policies.get(policy) {
            Some(policy) => waits(policy, segment, wait),
            None => format!("waits {span}"),
        },
    }
}

/// As [`explain`] for the segment at an instant, and how the attempt came about: an immediate
/// restart has no segment of its own. `None` outside the simulation.
#[must_use]
pub fn explain_at(
    scenario: &Scenario,
    policy: usize,
    timeline: &Timeline,
    container: u32,
    at_ns: i64,
) -> Option<String> {
    let segment = timeline.segment_at(container, at_ns)?;
    let what = explain(scenario, policy, &segment);
    if segment.phase == Phase::Pending {
        let first = timeline.attempts(container).next();
        return Some(match first.map(|first| first.why) {
            Some(Why::PullFailed) => format!("{what}: its image cannot be pulled"),
            Some(Why::CreateFailed) => format!("{what}: it cannot be created"),
            _ => what,
        });
    }
    if segment.phase == Phase::Completed {
        let of = timeline.containers().nth(container as usize);
        let group = of.and_then(|of| scenario.workload.get(usize::from(of.group)));
        // What has failed under the policy OnFailure would be restarted.
        if let Some(limit) = group
            .filter(|group| group.restarts())
            .and_then(|group| group.backoff_limit)
        {
            return Some(format!(
                "was deleted: its Job has reached its backoffLimit of {limit}"
            ));
        }
    }
    if !matches!(segment.phase, Phase::Starting | Phase::Running) {
        return Some(what);
    }
    let (n, attempt) = timeline
        .attempts(container)
        .enumerate()
        .take_while(|(_, attempt)| attempt.start_ns <= at_ns)
        .last()?;
    let what = if segment.phase == Phase::Running && attempt.exit_ns == STILL_RUNNING {
        "runs for good, its dependency is back".to_owned()
    } else if let Some(down) = went_down(scenario, timeline, container, &segment) {
        format!("{what}, its dependency goes down at {}", down.short())
    } else {
        what
    };
    let threshold = scenario.policies.get(policy).map(threshold).unwrap_or_default();
    Some(match attempt.why {
        Why::FirstStart => format!("{what}; first start"),
        Why::FreeRestart => {
            format!("{what}; restart {n} had no delay: the first crash finds no back-off entry")
        }
        Why::Reset if attempt.backoff_ns == 0 => format!(
            "{what}; restart {n} had no delay: the run before was longer than {threshold}, the counter is reset"
        ),
        Why::Reset => {
            format!("{what}; restart {n}: the run before was longer than {threshold}, the delay starts again")
        }
        Why::BackedOff if attempt.backoff_ns == 0 => format!("{what}; restart {n} had no delay: it is 0s"),
        Why::BackedOff => format!("{what}; restart {n} after {}", short(attempt.backoff_ns)),
        Why::Collected => format!("{what}; restart {n}: {}", collected(&threshold)),
        Why::PullFailed => format!("{what}; {}, after its image could not be pulled", start_number(n)),
        Why::CreateFailed => format!("{what}; {}, after it could not be created", start_number(n)),
        Why::Changed => {
            format!(
                "{what}; {} had no delay: its image was changed, and the new one has no back-off",
                start_number(n)
            )
        }
        Why::AllRestarted => format!(
            "{what}; {} had no delay: a rule restarts all containers, and none of their exits is left to wait from",
            start_number(n)
        ),
        Why::FirstKill => {
            format!("{what}; restart {n} had no delay: a probe had it killed and no exit before is known")
        }
        Why::Killed => format!(
            "{what}; restart {n} had no delay: a probe had it killed, and measured from the exit before the back-off was over"
        ),
    })
}

/// When the dependency of a container that runs goes down.
fn went_down(
    scenario: &Scenario,
    timeline: &Timeline,
    container: u32,
    segment: &Segment,
) -> Option<GoDuration> {
    let container = timeline.containers().nth(container as usize)?;
    let group = scenario.workload.get(usize::from(container.group))?;
    let within = segment.from_ns..segment.to_ns;
    group.down_from.filter(|down| {
        segment.phase == Phase::Running && container.member == 0 && within.contains(&down.nanos())
    })
}

/// What the attempt with a number, from 0, is called.
fn start_number(n: usize) -> String {
    if n == 0 {
        "first start".to_owned()
    } else {
        format!("restart {n}")
    }
}

fn collected(threshold: &str) -> String {
    format!("more than {threshold} after the start before, housekeeping had forgotten the back-off")
}

fn short(ns: i64) -> String {
    GoDuration::from_nanos(ns).short().to_string()
}

/// Rounded to a tenth of a second, as lateness is worth reading.
fn rounded(ns: i64) -> String {
    const TENTH_NS: i64 = 100_000_000;
    short(ns.saturating_add(TENTH_NS / 2) / TENTH_NS * TENTH_NS)
}

fn waits(policy: &Policy, segment: &Segment, wait: Wait) -> String {
    let crash = ordinal(wait.restart);
    let delay = short(wait.backoff_ns);
    let whole_ns = wait.until_ns.saturating_sub(segment.from_ns);
    let late_ns = whole_ns - wait.backoff_ns;
    let beyond = if wait.until_ns > segment.to_ns {
        ", beyond the end of the simulation"
    } else {
        ""
    };
    let said = match wait.why {
        Why::Reset if wait.backoff_ns > 0 => format!(
            "waits {delay}: {crash} crash, the run was longer than {}, the delay starts again",
            threshold(policy)
        ),
        Why::BackedOff if wait.backoff_ns > 0 => {
            format!("waits {delay}: {crash} crash, {}", growth(policy, wait))
        }
        Why::PullFailed | Why::CreateFailed => {
            let what = if wait.why == Why::PullFailed {
                "its image could not be pulled"
            } else {
                "it could not be created"
            };
            return format!(
                "waits {}: {crash} crash, and then {what}; each try doubles the delay as a crash does{beyond}",
                rounded(whole_ns)
            );
        }
        Why::Collected if late_ns < 0 => {
            let (whole, why) = (rounded(whole_ns), collected(&threshold(policy)));
            return format!("waits {whole} instead of {delay}: {crash} crash, {why}{beyond}");
        }
        Why::Collected => format!(
            "waits {delay}: {crash} crash, {}; {}, so the next delay is the initial one",
            growth(policy, wait),
            collected(&threshold(policy))
        ),
        _ => {
            return format!(
                "has exited, {crash} crash: seen and restarted after {}{beyond}",
                rounded(whole_ns)
            );
        }
    };
    if late_ns < 50_000_000 {
        return format!("{said}{beyond}");
    }
    format!(
        "{said}; seen {} late, the next look at the pod came then{beyond}",
        rounded(late_ns)
    )
}

/// How the delay of a wait comes about: "10s × 2²".
fn growth(policy: &Policy, wait: Wait) -> String {
    match &policy.shape {
        Shape::Flat(_) => "the flat delay".to_owned(),
        Shape::Steps(delays) => {
            let step = usize::from(wait.step) + 1;
            format!("step {} of {}", step.min(delays.len()), delays.len())
        }
        Shape::Exponential { initial, max, .. } if wait.step == 0 => {
            if wait.backoff_ns == initial.nanos() {
                "the initial delay".to_owned()
            } else if wait.backoff_ns == max.nanos() {
                "the maximum delay".to_owned()
            } else {
                "the initial delay with jitter".to_owned()
            }
        }
        Shape::Exponential { max, .. } if wait.backoff_ns >= max.nanos() => "the maximum delay".to_owned(),
        Shape::Exponential {
            initial, multiplier, ..
        } => {
            let jitter = if policy.jitter == Factor::ZERO {
                ""
            } else {
                " with jitter"
            };
            format!(
                "{} × {multiplier}{}{jitter}",
                initial.short(),
                superscript(wait.step)
            )
        }
    }
}

fn threshold(policy: &Policy) -> String {
    match policy.reset {
        Reset::After(threshold) => threshold.short().to_string(),
        Reset::TwiceMax => GoDuration::from_nanos(policy.engine().threshold_ns())
            .short()
            .to_string(),
    }
}

/// A power, left out for the first.
fn superscript(power: u16) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if power == 1 {
        return String::new();
    }
    power
        .to_string()
        .bytes()
        .filter_map(|digit| DIGITS.get(usize::from(digit - b'0')))
        .collect()
}

fn ordinal(n: u32) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    if let Some(word) = usize::try_from(n).ok().and_then(|n| WORDS.get(n.wrapping_sub(1))) {
        return (*word).to_owned();
    }
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_and_powers_read_well() {
        let ordinals: Vec<_> = [1, 3, 10, 11, 12, 21, 22, 113].map(ordinal).to_vec();
        assert_eq!(
            ordinals,
            ["first", "third", "tenth", "11th", "12th", "21st", "22nd", "113th"]
        );
        let powers: Vec<_> = [1, 2, 10].map(superscript).to_vec();
        assert_eq!(powers, ["", "²", "¹⁰"]);
    }
}

//! The sentence that answers first.

use backoff::GoDuration;

use super::{Part, count, counted, number, share};
use crate::simulation::{Outcome, Results};
use scenario::{Ending, RunTime, Scenario};

const FIVE_MINUTES_NS: i64 = 300_000_000_000;

/// Two or three sentences that answer what the scenario asks: restarts in the first five
/// minutes, API requests against the client limit, and time to recovery where something recovers.
#[must_use]
pub fn answer(scenario: &Scenario, results: &Results) -> Vec<Part> {
    let mut sentence = Sentence::default();
    if results.outcomes.is_empty() || scenario.workload.is_empty() {
        return sentence.parts;
    }
    restarts(&mut sentence, scenario, results);
    requests(&mut sentence, scenario, results);
    recovery(&mut sentence, scenario, results);
    sentence.parts
}

#[derive(Default)]
struct Sentence {
    parts: Vec<Part>,
}

impl Sentence {
    fn say(&mut self, text: impl Into<String>) {
        self.parts.push(Part {
            text: text.into(),
            policy: None,
        });
    }

    fn value(&mut self, policy: usize, text: impl Into<String>) {
        self.parts.push(Part {
            text: text.into(),
            policy: Some(policy),
        });
    }

    /// A value for each policy: "5 times under A, 9 times under B and 24 times under C".
    fn compare(&mut self, scenario: &Scenario, results: &Results, value: impl Fn(&Outcome) -> String) {
        self.list(results, |sentence, n, outcome| {
            sentence.value(n, value(outcome));
            if let Some(policy) = scenario.policies.get(n) {
                sentence.say(format!(" under {}", policy.name));
            }
        });
    }

    fn list(&mut self, results: &Results, mut item: impl FnMut(&mut Self, usize, &Outcome)) {
        let last = results.outcomes.len() - 1;
        for (n, outcome) in results.outcomes.iter().enumerate() {
            if n > 0 {
                self.say(if n == last { " and " } else { ", " });
            }
            item(self, n, outcome);
        }
    }
}

fn restarts(sentence: &mut Sentence, scenario: &Scenario, results: &Results) {
    let group = &scenario.workload[0];
    let down_ns = group.down_from.map_or(0, GoDuration::nanos);
    let left_ns = scenario.horizon.nanos() - down_ns;
    if left_ns <= 0 {
        sentence.say("Nothing fails before the end of the simulation. ");
        return;
    }
    let span_ns = FIVE_MINUTES_NS.min(left_ns);
    let span = match (span_ns == FIVE_MINUTES_NS, group.down_from) {
        (true, None) => "the first five minutes".to_owned(),
        (true, Some(_)) => "the five minutes after its dependency went down".to_owned(),
        (false, None) => format!("the first {}", GoDuration::from_nanos(span_ns).short()),
        (false, Some(_)) => format!(
            "the {} after its dependency went down",
            GoDuration::from_nanos(span_ns).short()
        ),
    };
    let behaviour = match &group.run {
        RunTime::Fixed(time) if group.ends == Ending::PostStart => {
            format!("fails its postStart hook after {}", time.short())
        }
        _ if group.ends == Ending::PostStart => "fails its postStart hook".to_owned(),
        RunTime::Fixed(time) if time.nanos() == 0 => "exits at once".to_owned(),
        RunTime::Fixed(time) => format!("exits after {}", time.short()),
        RunTime::Uniform { min, max } => format!("runs between {} and {}", min.short(), max.short()),
        RunTime::Exponential { mean } => format!("runs {} on average", mean.short()),
        RunTime::LogNormal { median, .. } => format!("runs {} in the median", median.short()),
        RunTime::Grows { first, max, .. } => {
            format!(
                "runs {} and longer each time up to {}",
                first.short(),
                max.short()
            )
        }
        RunTime::List(times) => match &times[..] {
            [time] => format!("exits after {}", time.short()),
            _ => format!("runs {} times of a list in turn", times.len()),
        },
    };
    if !group.restarts() {
        sentence.say(format!(
            "A container that {behaviour} with code {} is not restarted: its restart policy is {:?}. ",
            group.exit_code, group.restart_policy
        ));
        return;
    }
    sentence.say(format!("In {span} a container that {behaviour} restarts "));
    sentence.compare(scenario, results, times);
    sentence.say(". ");
}

/// Restarts of a container of the first group from its first start on, or from when its
/// dependency goes down. Where containers differ, the mean.
#[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
fn times(outcome: &Outcome) -> String {
    let early = &outcome.summary.early;
    let text = number(early.restarts as f64 / f64::from(early.containers.max(1)));
    let times = if text == "1" {
        "once".to_owned()
    } else {
        format!("{text} times")
    };
    if early.least == early.most {
        times
    } else {
        format!("{times} on average")
    }
}

fn requests(sentence: &mut Sentence, scenario: &Scenario, results: &Results) {
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    let who = match (pods, scenario.workload.len()) {
        (1, _) => "It".to_owned(),
        (_, 1) => format!("{} of them", count(pods.into())),
        _ => format!("The node's {}", counted(pods.into(), "pod")),
    };
    let sent = results
        .outcomes
        .iter()
        .all(|outcome| outcome.load.kubelet.is_some());
    let one = pods == 1;
    let verb = match (sent, one) {
        (true, true) => "causes",
        (true, false) => "cause",
        (false, true) => "asks for",
        (false, false) => "ask for",
    };
    sentence.say(format!("{who} {verb} "));
    let settled = |outcome: &Outcome| outcome.summary.requests.steady_per_second();
    let peak = |outcome: &Outcome| outcome.summary.requests.peak_per_second();
    sentence.list(results, |sentence, n, outcome| {
        sentence.value(n, number(settled(outcome)));
    });
    sentence.say(" API requests a second once settled, ");
    sentence.list(results, |sentence, n, outcome| {
        sentence.value(n, number(peak(outcome)));
    });
    sentence.say(" at the peak");
    if sent {
        sentence.say(if one { ", and takes " } else { ", and take " });
        processor(sentence, results);
    } else {
        asked(sentence, scenario, results, peak);
    }
}

/// What is asked for against what the client lets through.
fn asked(sentence: &mut Sentence, scenario: &Scenario, results: &Results, peak: impl Fn(&Outcome) -> f64) {
    let limit_qps = f64::from(scenario.node.client_qps);
    let above = results
        .outcomes
        .iter()
        .filter(|outcome| peak(outcome) > limit_qps)
        .count();
    let limit = format!("the client limit of {}", scenario.node.client_qps);
    sentence.say(match (above, results.outcomes.len()) {
        (0, _) => format!(", within {limit}."),
        (above, all) if above == all => format!(", above {limit}."),
        (1, _) => format!(", one of them above {limit}."),
        (above, _) => format!(", {above} of them above {limit}."),
    });
}

/// What the restarts take of a processor.
fn processor(sentence: &mut Sentence, results: &Results) {
    sentence.say("the kubelet ");
    sentence.list(results, |sentence, n, outcome| {
        let us = outcome
            .load
            .kubelet
            .as_ref()
            .map_or(0.0, |kubelet| kubelet.cpu_rate.steady_per_second());
        sentence.value(n, share(us / 1e6));
    });
    sentence.say(" of a core.");
}

fn recovery(sentence: &mut Sentence, scenario: &Scenario, results: &Results) {
    if results
        .outcomes
        .iter()
        .any(|outcome| outcome.summary.recovery.is_none())
    {
        return;
    }
    let back: Vec<_> = scenario
        .workload
        .iter()
        .filter_map(|group| group.recovers_at)
        .collect();
    match back[..] {
        [at] => sentence.say(format!(
            " When the dependency is back at {}, all run again within ",
            at.short()
        )),
        _ => sentence.say(" When the dependencies are back, all run again within ".to_owned()),
    }
    sentence.compare(scenario, results, |outcome| {
        let slowest = outcome.summary.recovery.map_or(0, |recovery| recovery.max_ns);
        GoDuration::from_nanos(tenths(slowest)).short().to_string()
    });
    sentence.say(".");
}

/// Rounds up to a tenth of a second, so that "within" stays true.
fn tenths(ns: i64) -> i64 {
    const TENTH_NS: i64 = 100_000_000;
    ns.saturating_add(TENTH_NS - 1) / TENTH_NS * TENTH_NS
}

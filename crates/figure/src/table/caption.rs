//! Figures in words.

use sim::{Model, Outcome};

use crate::delays::{self, MAX_SHOWN};
use crate::kind::Kind;
use crate::loads;
use crate::series::Rates;
use crate::view::{Lanes, View};
use crate::words;

/// A figure in a few sentences, with its most important numbers.
#[must_use]
pub fn caption(kind: Kind, view: &View) -> String {
    let (from, to) = view.range();
    let span = if from == 0 {
        format!("In the first {}", words::about(to))
    } else {
        format!("From {} to {}", words::about(from), words::about(to))
    };
    match kind {
        Kind::Timeline => timeline(view, &span),
        Kind::Starts => format!("Container starts on the node. {}.", rates(kind, view)),
        Kind::Requests => requests(view),
        Kind::Calls | Kind::Cpu if !kind.is_known_to(view.scenario.model) => {
            format!("{}. Only the model Kubelet release knows it.", kind.title())
        }
        Kind::Calls => format!(
            "Calls of the kubelet to the container runtime. {}.",
            rates(kind, view)
        ),
        Kind::Cpu => format!(
            "Processor time of the kubelet in percent of a core, modelled from what it does; a real runtime's own \
             time is not in it. {}.",
            rates(kind, view)
        ),
        Kind::Restarts => {
            let each = per_policy(view, |outcome| counted_restarts(view, outcome, view.container()));
            let number = u64::from(view.container()) + 1;
            format!("{span}, container {number} has {each}.")
        }
        Kind::Delays => delays_words(view),
    }
}

/// "10 restarts with A and 34 restarts with B".
fn per_policy(view: &View, what: impl Fn(&Outcome) -> String) -> String {
    let each: Vec<String> = view
        .outcomes()
        .map(|(_, policy, outcome)| format!("{} with {}", what(outcome), policy.name))
        .collect();
    words::list(&each)
}

fn counted_restarts(view: &View, outcome: &Outcome, container: u32) -> String {
    if outcome.timeline.keeps(container) {
        words::counted(restarts(view, outcome, container), "restart")
    } else {
        "restarts that are not kept".to_owned()
    }
}

fn restarts(view: &View, outcome: &Outcome, container: u32) -> u64 {
    view.restarts(&outcome.timeline, container).len() as u64
}

fn timeline(view: &View, span: &str) -> String {
    match view.lanes {
        Lanes::PerPolicy { container } => {
            let each = per_policy(view, |outcome| counted_restarts(view, outcome, container));
            let number = u64::from(container) + 1;
            format!("What container {number} was doing and why. {span} it has {each}.")
        }
        Lanes::PerContainer { policy, first, count } => {
            let Some((_, named, outcome)) = view.outcomes().find(|&(at, _, _)| at == policy) else {
                return String::new();
            };
            let last = first.saturating_add(count).min(outcome.timeline.len());
            let total: u64 = (first..last).map(|c| restarts(view, outcome, c)).sum();
            let kept = (first..last).filter(|&c| outcome.timeline.keeps(c)).count();
            format!(
                "What {} were doing under {} and why. {span} they have {}.",
                words::counted(kept as u64, "container"),
                named.name,
                words::counted(total, "restart"),
            )
        }
    }
}

fn rates(kind: Kind, view: &View) -> String {
    per_policy(view, |outcome| {
        let rates = Rates::of(kind, view, outcome);
        let (peak, steady) = (words::number(rates.peak()), words::number(rates.steady()));
        if kind == Kind::Cpu {
            return format!("{peak} % in the busiest ten seconds and {steady} % in the second half");
        }
        format!(
            "{} in all, {peak} a second in the busiest ten seconds and {steady} a second in the second half",
            words::count(rates.total()),
        )
    })
}

fn requests(view: &View) -> String {
    let highest = loads::highest(Kind::Requests, view);
    let limit = view.scenario.node.client_qps;
    let place = match loads::limit_in_sight(Kind::Requests, view, highest) {
        Some(_) => "is drawn as a dotted line",
        None => "is far above what is drawn",
    };
    let kinds = if view.scenario.model == Model::KubeletRelease && view.spread.is_none() {
        format!(
            " It holds those on pods, the lower area; those on events have a limit of their own of {} a second.",
            words::count(u64::from(view.scenario.node.event_qps)),
        )
    } else {
        String::new()
    };
    format!(
        "API requests of the node. {}. The client limit of {} a second {place}.{kinds}",
        rates(Kind::Requests, view),
        words::count(u64::from(limit)),
    )
}

fn delays_words(view: &View) -> String {
    let container = view.container();
    let each = per_policy(view, |outcome| {
        let all: Vec<i64> = delays::delays(&outcome.timeline, container).collect();
        match (all.first(), all.iter().max()) {
            (Some(&first), Some(&longest)) => {
                format!("from {} to {}", words::about(first), words::about(longest))
            }
            _ => "no delay".to_owned(),
        }
    });
    let number = u64::from(container) + 1;
    format!("The delay of each restart of container {number}, of the first {MAX_SHOWN} at most: {each}.")
}

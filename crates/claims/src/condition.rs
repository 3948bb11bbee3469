//! What tells readings that agree with a claim from those that do not.

use backoff::GoDuration;
use sim::{Model, Reset};

use crate::claim::{Computation, Count, Ends, Reading, Requests, Simulate};

/// Who restarts, the run time, what is counted where, the edges, the client limit.
const ASPECTS: usize = 5;

/// What a reading assumes in each aspect; empty where it makes no difference.
type Assumptions = [String; ASPECTS];

/// In words, under which assumptions a claim holds: those that separate the readings that agree
/// from the others.
pub(crate) fn condition(agreeing: &[&Reading], disagreeing: &[&Reading]) -> String {
    let (agreeing, disagreeing) = (all(agreeing), all(disagreeing));
    // The fewest aspects that separate the two.
    let mut choices: Vec<u32> = (1..1 << ASPECTS).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let chosen = choices.iter().find(|&&choice| {
        let mut pairs = agreeing
            .iter()
            .flat_map(|mine| disagreeing.iter().map(move |other| (mine, other)));
        pairs.all(|(mine, other)| said(mine, choice) != said(other, choice))
    });
    let chosen = chosen.copied().unwrap_or(u32::MAX);
    let mut ways: Vec<String> = Vec::new();
    for reading in &agreeing {
        let way = said(reading, chosen).join(" and ");
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.join(if chosen.is_power_of_two() { " or " } else { ", or " })
}

/// The words of the aspects whose bits are set.
fn said(assumptions: &Assumptions, aspects: u32) -> Vec<&str> {
    assumptions
        .iter()
        .enumerate()
        .filter(|(aspect, words)| aspects & (1 << aspect) != 0 && !words.is_empty())
        .map(|(_, words)| words.as_str())
        .collect()
}

/// What a reading assumes, in words: who restarts and the run time, and what else differs from
/// other readings of the claim.
pub(crate) fn words(reading: &Reading, readings: &[Reading]) -> String {
    let assumed = assumptions(reading);
    let others: Vec<_> = readings.iter().map(assumptions).collect();
    let chosen = (2..ASPECTS)
        .filter(|&aspect| others.iter().any(|other| other[aspect] != assumed[aspect]))
        .fold(0b11, |chosen, aspect| chosen | 1 << aspect);
    said(&assumed, chosen).join(", ")
}

fn all(readings: &[&Reading]) -> Vec<Assumptions> {
    readings.iter().map(|reading| assumptions(reading)).collect()
}

fn assumptions(reading: &Reading) -> Assumptions {
    let one = |words: String| [words, String::new(), String::new(), String::new(), String::new()];
    if let Some(words) = &reading.words {
        return one(words.clone());
    }
    match &reading.compute {
        Computation::Simulate(simulate) => of_simulation(simulate),
        Computation::Configure(configure) => one(format!("the kubelet is {}", configure.release)),
        Computation::ResetThreshold(policy) => one(match policy.reset {
            Reset::After(_) => "the threshold is a constant".to_owned(),
            Reset::TwiceMax => "the threshold is twice the maximum delay".to_owned(),
        }),
        Computation::Arithmetic(_) => Assumptions::default(),
    }
}

fn of_simulation(simulate: &Simulate) -> Assumptions {
    let (counted, edges) = counted(&simulate.count);
    let restarts = match simulate.model {
        Model::Documented => "every restart waits".to_owned(),
        Model::BackoffObject => "the first restart is free".to_owned(),
        Model::KubeletRelease => format!("the kubelet is {}", simulate.release),
    };
    let run = if simulate.run == GoDuration::ZERO {
        "the container exits at once".to_owned()
    } else {
        format!("the container runs {}", simulate.run.short())
    };
    let edges = match simulate.ends {
        _ if !edges => "",
        Ends::Included => "a restart at the end of a window belongs to it",
        Ends::Excluded => "a restart at the end of a window does not belong to it",
    };
    let limit = match simulate.count {
        Count::Requests(_) | Count::RequestsRatio(_) if simulate.limited => {
            "the client limit holds requests back"
        }
        Count::Requests(_) | Count::RequestsRatio(_) => "no client limit holds requests back",
        _ => "",
    };
    [restarts, run, counted, edges.to_owned(), limit.to_owned()]
}

/// What is counted where, and whether it matters on which side of an edge a restart lies.
fn counted(count: &Count) -> (String, bool) {
    match count {
        Count::Restarts(_) | Count::Windows(_) | Count::ExcessWindows(_) => (String::new(), true),
        Count::Excess(from, to) | Count::ExcessRequests(from, to) | Count::ExcessRequestsIn10s(from, to) => {
            (format!("counted from {} to {}", from.short(), to.short()), true)
        }
        Count::Delays(_) | Count::Delay(_) | Count::Left(..) | Count::Overtaken => (String::new(), false),
        Count::Requests(Requests::Busiest) | Count::RequestsRatio(Requests::Busiest) => (
            "requests are counted in the busiest ten seconds".to_owned(),
            false,
        ),
        Count::Requests(Requests::ShortestWait) | Count::RequestsRatio(Requests::ShortestWait) => (
            "the shortest wait is taken as the pace of ten seconds".to_owned(),
            false,
        ),
    }
}

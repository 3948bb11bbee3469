//! Computing the value of a reading.

use backoff::GoDuration;
use sim::{Group, Model, Node, Outcome, RunTime, Scenario, Timeline};

use crate::claim::{Arithmetic, Computation, Configure, Count, Ends, Give, Requests, Simulate};
use crate::number::Number;

/// Ten seconds in nanoseconds: the span over which the texts state requests.
const TEN_SECONDS_NS: i64 = 10_000_000_000;

/// How long is simulated at least, so that the scenario shows more than the counted window.
const HORIZON: GoDuration = GoDuration::from_secs(30 * 60);

/// What a kubelet's client may send at once (`kubeAPIBurst`, default since Kubernetes 1.27:
/// `pkg/kubelet/apis/config/v1beta1/defaults.go`).
const CLIENT_BURST: i64 = 100;

/// Computes a value, or says why it cannot be computed.
pub(crate) fn value(computation: &Computation) -> Result<Vec<Number>, String> {
    match computation {
        Computation::Simulate(simulate) => counted(simulate),
        Computation::Configure(configure) => Ok(effective(configure)),
        Computation::ResetThreshold(policy) => Ok(vec![Number::seconds(policy.engine().threshold_ns())]),
        Computation::Arithmetic(Arithmetic::Sum(terms)) => Ok(vec![Number::whole(terms.iter().sum())]),
        Computation::Arithmetic(Arithmetic::Product(factors)) => {
            Ok(vec![Number::whole(factors.iter().product())])
        }
        Computation::Arithmetic(Arithmetic::Quotient(dividend, divisor)) => {
            Ok(vec![Number::quotient(*dividend, *divisor)])
        }
    }
}

/// The scenario that is simulated, the baseline first.
pub(crate) fn scenario(simulate: &Simulate) -> Scenario {
    let normal = Node::default();
    Scenario {
        model: simulate.model,
        release: simulate.release,
        policies: simulate
            .baseline
            .iter()
            .chain([&simulate.policy])
            .cloned()
            .collect(),
        workload: vec![Group {
            pods: simulate.pods,
            run: RunTime::Fixed(simulate.run),
            ..Group::default()
        }],
        node: Node {
            // The texts know no latency. The kubelet's own model cannot do without.
            create_latency: match simulate.model {
                Model::BackoffObject => GoDuration::ZERO,
                Model::Documented | Model::KubeletRelease => normal.create_latency,
            },
            ..normal
        },
        horizon: HORIZON.max(end(&simulate.count)),
        ..Scenario::default()
    }
}

/// The last instant that a count looks at.
fn end(count: &Count) -> GoDuration {
    match count {
        Count::Restarts(edges) | Count::Windows(edges) | Count::ExcessWindows(edges) => {
            edges.iter().copied().max().unwrap_or(GoDuration::ZERO)
        }
        Count::Excess(_, to)
        | Count::ExcessRequests(_, to)
        | Count::ExcessRequestsIn10s(_, to)
        | Count::Left(_, to) => *to,
        Count::Delays(_)
        | Count::Delay(_)
        | Count::Overtaken
        | Count::Requests(_)
        | Count::RequestsRatio(_) => GoDuration::ZERO,
    }
}

fn counted(simulate: &Simulate) -> Result<Vec<Number>, String> {
    let scenario = scenario(simulate);
    let results = sim::simulate(&scenario).map_err(|refusal| refusal.to_string())?;
    let (policy, baseline) = match results.outcomes.as_slice() {
        [policy] => (policy, None),
        [baseline, policy] => (policy, Some(baseline)),
        _ => return Err("the simulation gave no result".to_owned()),
    };
    let compared = || baseline.ok_or_else(|| "there is no baseline to compare with".to_owned());
    let within = |from, to| restarts(&policy.timeline, simulate.ends, from, to);
    let excess = |from, to| {
        Ok::<_, String>(within(from, to) - restarts(&compared()?.timeline, simulate.ends, from, to))
    };
    let each = i64::from(scenario.node.requests_per_restart);
    let nth = |n| nth_delay(&policy.timeline, n);
    let number = |number| Ok(vec![number]);
    match &simulate.count {
        Count::Restarts(edges) => Ok(edges
            .iter()
            .map(|to| Number::whole(within(GoDuration::ZERO, *to)))
            .collect()),
        Count::Windows(edges) => Ok(windows(edges)
            .map(|(from, to)| Number::whole(within(from, to)))
            .collect()),
        Count::Excess(from, to) => number(Number::whole(excess(*from, *to)?)),
        Count::ExcessWindows(edges) => windows(edges)
            .map(|(from, to)| excess(from, to).map(Number::whole))
            .collect(),
        Count::Delays(first) => (1..=*first).map(|n| nth(n).map(Number::seconds)).collect(),
        Count::Delay(n) => number(Number::seconds(nth(*n)?)),
        Count::Left(n, to) => {
            let restart = n.checked_sub(1).and_then(|n| policy.timeline.restarts(0).get(n));
            let restart = restart.ok_or_else(|| missing(*n))?;
            number(Number::seconds(to.nanos() - restart))
        }
        Count::Overtaken => {
            let (mine, theirs) = (policy.timeline.restarts(0), compared()?.timeline.restarts(0));
            let later = mine.iter().zip(theirs).position(|(mine, theirs)| theirs < mine);
            let later = later.and_then(|before| i64::try_from(before + 1).ok());
            number(Number::whole(
                later.ok_or("no restart of the baseline is earlier")?,
            ))
        }
        Count::Requests(kind) => {
            let (requests, per) = requests(simulate, policy, each, *kind)?;
            number(Number::quotient(requests, per))
        }
        Count::RequestsRatio(kind) => {
            let (mine, my_span) = requests(simulate, policy, each, *kind)?;
            let (theirs, their_span) = requests(simulate, compared()?, each, *kind)?;
            number(Number::quotient(mine * their_span, theirs * my_span))
        }
        Count::ExcessRequests(from, to) => number(Number::whole(excess(*from, *to)? * each)),
        Count::ExcessRequestsIn10s(from, to) => number(Number::quotient(
            excess(*from, *to)? * each * (TEN_SECONDS_NS / 1_000_000),
            (to.nanos() - from.nanos()) / 1_000_000,
        )),
    }
}

/// Each instant with the one before it; the first one with 0.
fn windows(edges: &[GoDuration]) -> impl Iterator<Item = (GoDuration, GoDuration)> + '_ {
    core::iter::once(GoDuration::ZERO)
        .chain(edges.iter().copied())
        .zip(edges.iter().copied())
}

/// The restarts of all containers in a window.
fn restarts(timeline: &Timeline, ends: Ends, from: GoDuration, to: GoDuration) -> i64 {
    let (from, to) = (from.nanos(), to.nanos());
    (0..timeline.len())
        .flat_map(|container| timeline.restarts(container))
        .filter(|&&restart| match ends {
            Ends::Included => (from < restart || from == 0) && restart <= to,
            Ends::Excluded => from <= restart && restart < to,
        })
        .fold(0, |count, _| count + 1)
}

/// The wait before restart `n` of the first container, counted from 1, in nanoseconds.
fn nth_delay(timeline: &Timeline, n: usize) -> Result<i64, String> {
    let exit = n.checked_sub(1).and_then(|n| timeline.attempts(0).nth(n));
    let start = timeline.attempts(0).nth(n);
    match (exit, start) {
        (Some(exit), Some(start)) => Ok(start.start_ns - exit.exit_ns),
        _ => Err(missing(n)),
    }
}

fn missing(n: usize) -> String {
    format!("the simulation has no restart {n}")
}

/// API requests of a node in ten seconds as a quotient.
fn requests(simulate: &Simulate, outcome: &Outcome, each: i64, kind: Requests) -> Result<(i64, i64), String> {
    let (requests, per) = match kind {
        Requests::Busiest => {
            let requests = outcome.summary.requests.peak_10s;
            (i64::try_from(requests).unwrap_or(i64::MAX), 1)
        }
        Requests::ShortestWait => {
            let waits =
                (1..=outcome.timeline.restarts(0).len()).filter_map(|n| nth_delay(&outcome.timeline, n).ok());
            let shortest = waits.filter(|wait| *wait > 0).min().ok_or_else(|| missing(1))?;
            let restarts = i64::from(simulate.pods) * each;
            (restarts * (TEN_SECONDS_NS / 1_000_000), shortest / 1_000_000)
        }
    };
    let limit = CLIENT_BURST + i64::from(Node::default().client_qps) * 10;
    Ok(if simulate.limited && requests > limit * per {
        (limit, 1)
    } else {
        (requests, per)
    })
}

fn effective(configure: &Configure) -> Vec<Number> {
    let give = |period: &Option<GoDuration>| {
        let effective = kubelet::effective(
            configure.release,
            configure.max_gate,
            configure.reduce_gate,
            period.map(GoDuration::nanos),
        );
        let (initial, max) = (
            Number::seconds(effective.initial_ns),
            Number::seconds(effective.max_ns),
        );
        match configure.give {
            Give::Initial => vec![initial],
            Give::Max => vec![max],
            Give::Both => vec![initial, max],
        }
    };
    configure.periods.iter().flat_map(give).collect()
}

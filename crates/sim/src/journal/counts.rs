//! Numbers that grow with every attempt.

use backoff::GoDuration;

use crate::load::{Load, SECOND_NS, bin_seconds, gather, rate};
use crate::summary::{Downtime, Early, KEP_WINDOWS_NS, Recovery, SPANS_NS, Summary};
use crate::timeline::{Attempt, Container, STILL_RUNNING};
use scenario::Scenario;

use super::EARLY_NS;

/// What is known of a container's past without its attempts.
#[derive(Debug)]
pub(super) struct Life {
    /// Starts, the one beyond the horizon included.
    pub(super) starts: u32,
    first_start_ns: i64,
    /// Its dependency is back at this instant.
    recovers_ns: Option<i64>,
    /// From when until when its restarts are early, if the simulation lasts so long.
    early_ns: Option<(i64, i64)>,
    early: u64,
    /// It is the container whose restarts are counted in the windows of KEP-4603.
    watched: bool,
}

impl Life {
    pub(super) fn new(scenario: &Scenario, container: Container) -> Self {
        let group = scenario.workload.get(usize::from(container.group));
        let own = container.member == 0;
        let horizon_ns = scenario.horizon.nanos();
        let bound_ns = group.map_or(0, |group| group.stagger.nanos()) * i64::from(container.pod);
        let down_ns = group
            .and_then(|group| group.down_from)
            .map_or(0, GoDuration::nanos);
        let from_ns = bound_ns.max(down_ns);
        let until_ns = from_ns.saturating_add(early_span_ns(scenario));
        Self {
            starts: 0,
            first_start_ns: i64::MAX,
            recovers_ns: group
                .filter(|_| own)
                .and_then(|group| group.recovers_at)
                .map(GoDuration::nanos),
            early_ns: (container.group == 0 && own && until_ns <= horizon_ns).then_some((from_ns, until_ns)),
            early: 0,
            watched: container.group == 0 && own && container.pod == 0,
        }
    }

    /// From the dependency's return until the container runs for good, and whether that was within
    /// the horizon. `None` for a container that depends on nothing or was never down for it.
    fn recovery(&self, last: &Attempt, horizon_ns: i64) -> Option<(i64, bool)> {
        let back_ns = self.recovers_ns.filter(|&back_ns| back_ns <= horizon_ns)?;
        // Completed, or a run that outlasts the simulation: it never had to recover.
        let healthy = last.start_ns > horizon_ns || last.exit_ns == STILL_RUNNING;
        (healthy && self.starts > 0 && self.first_start_ns < back_ns).then(|| {
            let time_ns = (last.running_ns - back_ns).max(0);
            (time_ns, last.running_ns <= horizon_ns)
        })
    }
}

/// How long the restarts of a container of the first group are early: from its first start, or from
/// when its dependency goes down.
fn early_span_ns(scenario: &Scenario) -> i64 {
    let down = scenario.workload.first().and_then(|group| group.down_from);
    let left_ns = scenario.horizon.nanos() - down.map_or(0, GoDuration::nanos);
    EARLY_NS.min(left_ns.max(0))
}

#[derive(Debug)]
pub(super) struct Counts {
    horizon_ns: i64,
    half_ns: i64,
    /// Starts and restarts in each second.
    starts: Vec<u32>,
    restarts: Vec<u32>,
    late_starts: u64,
    late_restarts: u64,
    restarts_total: u64,
    spans: [u64; 4],
    first_exit_ns: Option<i64>,
    windows: [u64; 5],
    downtime: Downtime,
    early_span_ns: i64,
}

impl Counts {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let horizon_ns = scenario.horizon.nanos();
        // A start at the horizon itself belongs to a second of its own.
        let seconds = usize::try_from(horizon_ns / SECOND_NS).unwrap_or_default() + 1;
        Self {
            horizon_ns,
            half_ns: horizon_ns / 2,
            starts: vec![0; seconds],
            restarts: vec![0; seconds],
            late_starts: 0,
            late_restarts: 0,
            restarts_total: 0,
            spans: [0; 4],
            first_exit_ns: None,
            windows: [0; 5],
            downtime: Downtime::default(),
            early_span_ns: early_span_ns(scenario),
        }
    }

    /// A container starts within the horizon.
    pub(super) fn started(&mut self, life: &mut Life, start_ns: i64) {
        let second = usize::try_from(start_ns / SECOND_NS).unwrap_or_default();
        let late = u64::from(start_ns >= self.half_ns);
        self.starts[second] += 1;
        self.late_starts += late;
        if life.starts == 1 {
            life.first_start_ns = start_ns;
            return;
        }
        self.restarts[second] += 1;
        self.late_restarts += late;
        self.restarts_total += 1;
        for (count, span_ns) in self.spans.iter_mut().zip(SPANS_NS) {
            *count += u64::from(start_ns <= span_ns);
        }
        life.early += u64::from(
            life.early_ns
                .is_some_and(|(from_ns, until_ns)| (from_ns..=until_ns).contains(&start_ns)),
        );
        if life.watched {
            let since_ns = start_ns - self.first_exit_ns.unwrap_or_default();
            if let Some(window) = KEP_WINDOWS_NS.iter().position(|&end_ns| since_ns <= end_ns) {
                self.windows[window] += 1;
            }
        }
    }

    /// An attempt that started within the horizon is over: its container starts again, or never.
    pub(super) fn ended(&mut self, life: &mut Life, attempt: &Attempt, next_ns: Option<i64>) {
        if life.watched && life.starts == 1 {
            self.first_exit_ns = Some(attempt.exit_ns);
        }
        let running_ns = attempt.running_ns.min(self.horizon_ns);
        let exit_ns = attempt.exit_ns.clamp(running_ns, self.horizon_ns);
        let starting_ns = running_ns - attempt.start_ns;
        let waiting_ns = next_ns.map_or(0, |next_ns| (next_ns.min(self.horizon_ns) - exit_ns).max(0));
        self.downtime.down_ns += starting_ns + waiting_ns;
        self.downtime.wanted_ns += starting_ns + (exit_ns - running_ns) + waiting_ns;
    }

    pub(super) fn load(&self, scenario: &Scenario) -> Load {
        let each = scenario.node.requests_per_restart;
        let requests: Vec<u32> = self.restarts.iter().map(|count| count * each).collect();
        let over = requests.iter().filter(|&&asked| asked > scenario.node.client_qps);
        let over_s = i64::try_from(over.count()).unwrap_or(i64::MAX);
        let span_ns = self.horizon_ns - self.half_ns;
        let bin_s = bin_seconds(self.horizon_ns);
        Load {
            bin_ns: bin_s * SECOND_NS,
            start_rate: rate(&self.starts, self.late_starts, span_ns),
            request_rate: rate(&requests, self.late_restarts * u64::from(each), span_ns),
            starts: gather(&self.starts, bin_s),
            requests: gather(&requests, bin_s),
            over_limit_ns: over_s.saturating_mul(SECOND_NS),
            kubelet: None,
        }
    }

    pub(super) fn summary<'a, L>(&self, lives: impl Fn() -> L, load: &Load) -> Summary
    where
        L: Iterator<Item = (&'a Life, &'a Attempt)>,
    {
        let whole = |until_ns: i64| until_ns <= self.horizon_ns;
        let first_exit_ns = self.first_exit_ns.unwrap_or_default();
        let mut spans = self.spans.iter();
        let mut windows = self.windows.iter();
        Summary {
            containers: u32::try_from(lives().count()).unwrap_or(u32::MAX),
            restarts: SPANS_NS.map(|span_ns| spans.next().copied().filter(|_| whole(span_ns))),
            restarts_total: self.restarts_total,
            kep_windows: KEP_WINDOWS_NS.map(|end_ns| {
                let count = windows.next().copied();
                count.filter(|_| whole(first_exit_ns.saturating_add(end_ns)))
            }),
            early: self.early(lives()),
            downtime: self.downtime,
            recovery: recovery(lives(), self.horizon_ns),
            starts: load.start_rate,
            requests: load.request_rate,
        }
    }

    fn early<'a>(&self, lives: impl Iterator<Item = (&'a Life, &'a Attempt)>) -> Early {
        let counts = lives
            .filter(|(life, _)| life.early_ns.is_some())
            .map(|(life, _)| life.early);
        let none = Early {
            span_ns: self.early_span_ns,
            containers: 0,
            restarts: 0,
            least: u64::MAX,
            most: 0,
        };
        let early = counts.fold(none, |early, count| Early {
            containers: early.containers + 1,
            restarts: early.restarts + count,
            least: early.least.min(count),
            most: early.most.max(count),
            ..early
        });
        Early {
            least: early.least.min(early.most),
            ..early
        }
    }
}

fn recovery<'a>(lives: impl Iterator<Item = (&'a Life, &'a Attempt)>, horizon_ns: i64) -> Option<Recovery> {
    // In order from the beginning: a sort of the library would be three kilobytes of the page.
    let mut times: Vec<i64> = Vec::new();
    let mut recovered = 0;
    for (time_ns, within) in lives.filter_map(|(life, last)| life.recovery(last, horizon_ns)) {
        let place = times.partition_point(|&other| other <= time_ns);
        times.insert(place, time_ns);
        recovered += u32::from(within);
    }
    if times.is_empty() {
        return None;
    }
    let at = |percent: usize| times[(times.len() * percent).div_ceil(100).max(1) - 1];
    Some(Recovery {
        containers: u32::try_from(times.len()).unwrap_or(u32::MAX),
        recovered,
        median_ns: at(50),
        p95_ns: at(95),
        max_ns: at(100),
    })
}

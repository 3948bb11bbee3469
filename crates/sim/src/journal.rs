//! Takes down every start as it is decided: counts it at once, and keeps the attempts of as many
//! containers as there is room for.
//!
//! What is counted needs no memory for each attempt, so a simulation may have millions of them; what
//! is drawn is the life of a few containers.

mod counts;
mod kept;

use crate::load::{KubeletLoad, Load};
use crate::summary::Summary;
use crate::timeline::{Attempt, Container, NO_ATTEMPT, Timeline};
use counts::{Counts, Life};
pub(crate) use kept::Keep;
use kept::Kept;
use scenario::Scenario;

/// For so long from its pod's start on a container's restarts are counted by [`Summary::early`].
pub(crate) const EARLY_NS: i64 = 300_000_000_000;

#[derive(Debug)]
pub(crate) struct Journal {
    horizon_ns: i64,
    attempts: u64,
    containers: Vec<Line>,
    counts: Counts,
    kept: Kept,
}

/// A container and its newest attempt.
#[derive(Debug)]
struct Line {
    container: Container,
    life: Life,
    last: Attempt,
    /// The start that it waited for at the horizon is known: what follows is of no interest.
    closed: bool,
}

impl Journal {
    /// For all containers of a scenario, which join later.
    pub(crate) fn new(scenario: &Scenario, keep: Keep) -> Self {
        let horizon_ns = scenario.horizon.nanos();
        let containers = scenario.containers();
        Self {
            horizon_ns,
            attempts: 0,
            containers: Vec::with_capacity(containers as usize),
            counts: Counts::new(scenario),
            kept: Kept::new(containers, keep),
        }
    }

    /// A container joins, the next in order.
    pub(crate) fn join(&mut self, scenario: &Scenario, group: u16, pod: u32, member: u16) {
        let index = u32::try_from(self.containers.len()).unwrap_or(u32::MAX);
        let container = Container {
            index,
            group,
            pod,
            member,
        };
        self.containers.push(Line {
            life: Life::new(scenario, container),
            container,
            last: NO_ATTEMPT,
            closed: false,
        });
    }

    /// How many containers have joined.
    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.containers.len()).unwrap_or(u32::MAX)
    }

    /// Attempts so far.
    pub(crate) const fn attempts(&self) -> u64 {
        self.attempts
    }

    /// A container starts.
    pub(crate) fn start(&mut self, container: u32, attempt: Attempt) {
        self.attempts += 1;
        let line = &mut self.containers[container as usize];
        if line.closed {
            return;
        }
        if line.life.starts > 0 {
            if line.last.start_ns > self.horizon_ns {
                line.closed = true;
                return;
            }
            self.kept.push(container, &line.last);
            self.counts
                .ended(&mut line.life, &line.last, Some(attempt.start_ns));
        }
        line.life.starts += 1;
        line.last = attempt;
        if attempt.start_ns <= self.horizon_ns {
            self.counts.started(&mut line.life, attempt.start_ns);
        }
    }

    /// The newest attempt of a container was killed.
    pub(crate) fn killed(&mut self, container: u32, at_ns: i64) {
        let line = &mut self.containers[container as usize];
        if !line.closed && line.life.starts > 0 {
            line.last.exit_ns = at_ns;
        }
    }

    /// The timeline, and what was counted.
    pub(crate) fn finish(
        mut self,
        scenario: &Scenario,
        kubelet: Option<KubeletLoad>,
    ) -> (Timeline, Load, Summary) {
        for line in &mut self.containers {
            if line.life.starts == 0 {
                continue;
            }
            self.kept.push(line.container.index, &line.last);
            if line.last.start_ns <= self.horizon_ns {
                self.counts.ended(&mut line.life, &line.last, None);
            }
        }
        let lives = || self.containers.iter().map(|line| (&line.life, &line.last));
        let load = self.counts.load(scenario);
        let load = match kubelet {
            Some(kubelet) => load.with(kubelet),
            None => load,
        };
        let summary = self.counts.summary(lives, &load);
        let containers = self.containers.iter().map(|line| line.container);
        let timeline = self.kept.into_timeline(self.horizon_ns, containers);
        (timeline, load, summary)
    }
}

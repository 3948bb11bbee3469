//! Plays one policy, one container alone after the other, into the journal.

use backoff::GoDuration;
use rand_core::RngCore;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::backoff_object::BackoffObject;
use super::documented::Documented;
use super::{Decider, Exit, Restart};
use crate::journal::Journal;
use crate::random;
use crate::timeline::{Attempt, STILL_RUNNING, Why};
use scenario::{Group, Scenario};

/// One policy being simulated.
#[derive(Debug)]
pub(crate) struct Alone {
    decider: Decider,
    latency: bool,
    create_latency: GoDuration,
    jittered: bool,
    horizon_ns: i64,
    pub(crate) journal: Journal,
    group: usize,
    pod: u32,
    current: Option<Current>,
}

/// The container being simulated: the attempt that comes next.
#[derive(Debug)]
struct Current {
    rng: Xoshiro256PlusPlus,
    run: u64,
    next: Restart,
}

impl Alone {
    /// Containers under the documented curve, which knows no latency.
    pub(crate) fn documented(scenario: &Scenario, policy: usize, journal: Journal) -> Self {
        let engine = scenario.policies[policy].engine();
        Self::new(
            scenario,
            policy,
            Decider::Documented(Documented::new(engine)),
            false,
            journal,
        )
    }

    /// Containers under client-go's object.
    pub(crate) fn backoff_object(scenario: &Scenario, policy: usize, journal: Journal) -> Self {
        let engine = scenario.policies[policy].engine();
        Self::new(
            scenario,
            policy,
            Decider::BackoffObject(BackoffObject::new(engine)),
            true,
            journal,
        )
    }

    fn new(scenario: &Scenario, policy: usize, decider: Decider, latency: bool, journal: Journal) -> Self {
        Self {
            decider,
            latency,
            create_latency: scenario.node.create_latency,
            jittered: scenario.policies[policy].jitter.thousandths() > 0,
            horizon_ns: scenario.horizon.nanos(),
            journal,
            group: 0,
            pod: 0,
            current: None,
        }
    }

    /// Whether all containers have been played.
    pub(crate) fn finished(&self, scenario: &Scenario) -> bool {
        self.group >= scenario.workload.len()
    }

    /// How many containers have been played.
    pub(crate) fn done(&self) -> u32 {
        self.journal.len() - u32::from(self.current.is_some())
    }

    /// Plays up to `budget` attempts and tells how many it played.
    pub(crate) fn play(&mut self, scenario: &Scenario, budget: u64) -> u64 {
        let mut played = 0;
        while let Some(group) = scenario.workload.get(self.group) {
            let container = self.done();
            let mut current = self.current.take().unwrap_or_else(|| {
                let number = u16::try_from(self.group).unwrap_or(u16::MAX);
                self.journal.join(scenario, number, self.pod, 0);
                Current {
                    rng: random::stream(scenario.seed, container),
                    run: 0,
                    next: Restart {
                        start_ns: group.stagger.nanos() * i64::from(self.pod),
                        backoff_ns: 0,
                        step: 0,
                        why: Why::FirstStart,
                    },
                }
            });
            loop {
                if played == budget {
                    self.current = Some(current);
                    return played;
                }
                played += 1;
                match self.attempt(group, container, &mut current) {
                    Some(next) => current.next = next,
                    None => break,
                }
            }
            self.pod += 1;
            if self.pod >= group.pods {
                self.pod = 0;
                self.group += 1;
            }
        }
        played
    }

    /// Writes one attempt; the restart that follows, or `None` when the container's story ends.
    fn attempt(&mut self, group: &Group, container: u32, current: &mut Current) -> Option<Restart> {
        let start = current.next;
        let create_ns = if self.latency {
            group.create_latency.unwrap_or(self.create_latency).nanos()
        } else {
            0
        };
        let running_ns = start.start_ns + create_ns;
        let run_ns = random::run_time(&group.run, current.run, &mut current.rng);
        let exit_ns = group
            .dependency()
            .ends_ns(start.start_ns, running_ns, run_ns)
            .unwrap_or(STILL_RUNNING);
        current.run += 1;
        let attempt = Attempt {
            start_ns: start.start_ns,
            running_ns,
            exit_ns,
            backoff_ns: start.backoff_ns,
            step: start.step,
            why: start.why,
        };
        self.journal.start(container, attempt);
        if start.start_ns > self.horizon_ns || exit_ns > self.horizon_ns {
            return None;
        }
        group.restarts().then(|| {
            let random = if self.jittered { current.rng.next_u64() } else { 0 };
            self.decider.restart(Exit {
                container,
                running_ns,
                finished_ns: exit_ns,
                random,
            })
        })
    }
}

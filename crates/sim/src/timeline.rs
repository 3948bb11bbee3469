//! When each container started, ran and waited, and why.

use serde::Serialize;

/// Marks an attempt that was still running when the simulation ended.
pub const STILL_RUNNING: i64 = i64::MAX;

/// Every start of every container under one policy.
///
/// Stored as columns, one element for each attempt, container after container. Instants are
/// nanoseconds since the scenario began. The last attempt of a container may lie beyond the
/// horizon: it is the restart that the container was waiting for when time ran out, and counts
/// nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    pub(crate) horizon_ns: i64,
    /// Container `i` owns the attempts `first[i] .. first[i + 1]`.
    pub(crate) first: Vec<u32>,
    /// Group of each container.
    pub(crate) group: Vec<u16>,
    /// Number of each container's pod within its group.
    pub(crate) pod: Vec<u32>,
    /// 0 for a group's own container, otherwise its place in the group's `beside` plus one.
    pub(crate) member: Vec<u16>,
    pub(crate) start_ns: Vec<i64>,
    pub(crate) running_ns: Vec<i64>,
    pub(crate) exit_ns: Vec<i64>,
    pub(crate) backoff_ns: Vec<i64>,
    pub(crate) step: Vec<u16>,
    pub(crate) why: Vec<Why>,
    /// The containers whose attempts are not kept, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) dropped: Vec<u32>,
}

/// In place of an attempt where there was none yet.
pub(crate) const NO_ATTEMPT: Attempt = Attempt {
    start_ns: 0,
    running_ns: 0,
    exit_ns: 0,
    backoff_ns: 0,
    step: 0,
    why: Why::FirstStart,
};

/// A container of the simulated node, numbered over all groups.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Container {
    /// Its number on the node, from 0.
    pub index: u32,
    /// The index of its group in the scenario.
    pub group: u16,
    /// The number of its pod within the group, from 0.
    pub pod: u32,
    /// 0 for the group's own container, otherwise its place in the group's `beside` plus one.
    pub member: u16,
}

/// Why an attempt started when it did.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Why {
    /// The pod's first start; there was nothing to wait for.
    FirstStart,
    /// The first crash finds no back-off entry, so the restart is immediate.
    FreeRestart,
    /// The back-off entry held the restart for its delay, measured from the exit.
    BackedOff,
    /// The run was longer than the reset threshold, so the delay starts again.
    Reset,
    /// Housekeeping deleted the back-off entry before the start, more than the reset threshold
    /// after the start before: the wait may be cut short, and the delay starts again.
    Collected,
    /// The tries before it could not pull the image. Each that the back-off let through has doubled
    /// the delay, which is still measured from the last exit.
    PullFailed,
    /// The tries before it could not create the container; the same holds.
    CreateFailed,
    /// Its image was changed: the new key has no back-off entry.
    Changed,
    /// A restart rule had all containers of the pod removed: no exit is left to measure a back-off
    /// from.
    AllRestarted,
    /// A probe had the first attempt killed: no exit before is known to measure a back-off from.
    FirstKill,
    /// A probe had it killed and the same sync started it again: the back-off is measured from
    /// the exit before, and was over.
    Killed,
}

/// One start of a container and the run that followed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// When the start was decided.
    pub start_ns: i64,
    /// When the container ran.
    pub running_ns: i64,
    /// When it exited, or [`STILL_RUNNING`].
    pub exit_ns: i64,
    /// The delay that the restart was held to, 0 where nothing held it.
    pub backoff_ns: i64,
    /// How often the delay had grown since the entry was created; 0 for its first delay.
    pub step: u16,
    /// Why it started when it did.
    pub why: Why,
}

/// A stretch of a container's life in one phase, cut at the horizon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// Where it begins.
    pub from_ns: i64,
    /// Where it ends, at the horizon at the latest.
    pub to_ns: i64,
    /// What the container was doing.
    pub phase: Phase,
}

/// What a container is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// Not yet started for the first time.
    Pending,
    /// Being created.
    Starting,
    /// Running.
    Running,
    /// Exited, waiting for its restart.
    Waiting(Wait),
    /// Exited for good.
    Completed,
}

/// Why and how long a container waits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Wait {
    /// Which restart it waits for, from 1.
    pub restart: u32,
    /// The reason.
    pub why: Why,
    /// The delay of the back-off entry, from the exit.
    pub backoff_ns: i64,
    /// How often the delay had grown since the entry was created.
    pub step: u16,
    /// When the restart comes; may lie beyond the horizon.
    pub until_ns: i64,
}

impl Timeline {
    /// The end of the simulation in nanoseconds.
    #[must_use]
    pub const fn horizon_ns(&self) -> i64 {
        self.horizon_ns
    }

    /// How many containers there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.group.len()).unwrap_or(u32::MAX)
    }

    /// Whether there is no container at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.group.is_empty()
    }

    /// The containers in order.
    pub fn containers(&self) -> impl Iterator<Item = Container> + '_ {
        (0..self.len())
            .zip(self.group.iter().zip(&self.pod).zip(&self.member))
            .map(|(index, ((&group, &pod), &member))| Container {
                index,
                group,
                pod,
                member,
            })
    }

    /// The containers that a group's own fields describe, without those beside them.
    pub fn own(&self, group: u16) -> impl Iterator<Item = Container> + '_ {
        self.containers()
            .filter(move |container| container.group == group && container.member == 0)
    }

    /// Adds an attempt to the container that is being written.
    pub(crate) fn push(&mut self, attempt: &Attempt) {
        self.start_ns.push(attempt.start_ns);
        self.running_ns.push(attempt.running_ns);
        self.exit_ns.push(attempt.exit_ns);
        self.backoff_ns.push(attempt.backoff_ns);
        self.step.push(attempt.step);
        self.why.push(attempt.why);
    }

    /// Makes room for attempts.
    pub(crate) fn reserve(&mut self, attempts: usize) {
        for column in [
            &mut self.start_ns,
            &mut self.running_ns,
            &mut self.exit_ns,
            &mut self.backoff_ns,
        ] {
            column.reserve_exact(attempts);
        }
        self.step.reserve_exact(attempts);
        self.why.reserve_exact(attempts);
    }

    /// The container that is being written is complete.
    pub(crate) fn close(&mut self, container: Container) {
        self.group.push(container.group);
        self.pod.push(container.pod);
        self.member.push(container.member);
        self.first
            .push(u32::try_from(self.start_ns.len()).unwrap_or(u32::MAX));
    }

    /// Whether the attempts of a container are kept. Of millions only those of some containers are;
    /// all of them were counted.
    #[must_use]
    pub fn keeps(&self, container: u32) -> bool {
        container < self.len() && self.dropped.binary_search(&container).is_err()
    }

    fn range(&self, container: u32) -> core::ops::Range<usize> {
        let at = container as usize;
        match (self.first.get(at), self.first.get(at + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    fn attempt(&self, at: usize) -> Attempt {
        Attempt {
            start_ns: self.start_ns[at],
            running_ns: self.running_ns[at],
            exit_ns: self.exit_ns[at],
            backoff_ns: self.backoff_ns[at],
            step: self.step[at],
            why: self.why[at],
        }
    }

    /// The attempts of a container that started within the horizon (the horizon included), the
    /// pod's first start first. Empty for a container that does not exist or is not kept.
    pub fn attempts(&self, container: u32) -> impl Iterator<Item = Attempt> + '_ {
        self.range(container)
            .filter(|&at| self.start_ns[at] <= self.horizon_ns)
            .map(|at| self.attempt(at))
    }

    /// The restart a container still waits for at the horizon.
    #[must_use]
    pub fn due(&self, container: u32) -> Option<Attempt> {
        let last = self.range(container).last()?;
        (self.start_ns[last] > self.horizon_ns).then(|| self.attempt(last))
    }

    /// The instants of the restarts of a container within the horizon.
    #[must_use]
    pub fn restarts(&self, container: u32) -> &[i64] {
        let range = self.range(container);
        let starts = &self.start_ns[range];
        let within = starts.partition_point(|&start| start <= self.horizon_ns);
        starts.get(1..within).unwrap_or_default()
    }

    /// How many restarts a container has had up to and including an instant.
    #[must_use]
    pub fn restarts_until(&self, container: u32, at_ns: i64) -> u64 {
        self.restarts(container).partition_point(|&start| start <= at_ns) as u64
    }

    /// A container's life from 0 to the horizon without gaps, empty stretches left out. Nothing for a
    /// container that is not kept.
    pub fn segments(&self, container: u32) -> impl Iterator<Item = Segment> + '_ {
        let range = self.range(container);
        let known = self.keeps(container);
        let pending = known.then(|| Segment {
            from_ns: 0,
            to_ns: self
                .start_ns
                .get(range.clone())
                .and_then(|starts| starts.first().copied())
                .unwrap_or(i64::MAX),
            phase: Phase::Pending,
        });
        let begin = range.start;
        pending
            .into_iter()
            .chain(range.clone().flat_map(move |at| {
                let attempt = self.attempt(at);
                let after = if at + 1 < range.end {
                    let next = self.attempt(at + 1);
                    (
                        next.start_ns,
                        Phase::Waiting(Wait {
                            restart: u32::try_from(at + 1 - begin).unwrap_or(u32::MAX),
                            why: next.why,
                            backoff_ns: next.backoff_ns,
                            step: next.step,
                            until_ns: next.start_ns,
                        }),
                    )
                } else {
                    (self.horizon_ns, Phase::Completed)
                };
                [
                    (attempt.start_ns, attempt.running_ns, Phase::Starting),
                    (attempt.running_ns, attempt.exit_ns, Phase::Running),
                    (attempt.exit_ns, after.0, after.1),
                ]
                .map(|(from_ns, to_ns, phase)| Segment {
                    from_ns,
                    to_ns,
                    phase,
                })
            }))
            .map(|segment| Segment {
                to_ns: segment.to_ns.min(self.horizon_ns),
                ..segment
            })
            .filter(|segment| segment.from_ns < segment.to_ns)
    }

    /// What a container is doing at an instant, `None` outside the simulation.
    #[must_use]
    pub fn segment_at(&self, container: u32, at_ns: i64) -> Option<Segment> {
        self.segments(container)
            .find(|s| s.from_ns <= at_ns && at_ns < s.to_ns)
    }
}

//! What is true about pods and containers, and what the kubelet knows of it.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::start::Hindrance;
use crate::timeline::STILL_RUNNING;
use scenario::Role;

/// Before everything.
pub(super) const NEVER: i64 = i64::MIN;

/// A pod and its worker.
#[derive(Debug)]
pub(super) struct Pod {
    /// It has been bound to the node.
    pub(super) bound: bool,
    /// Its containers, in the order in which the pod's spec lists them: init containers first.
    pub(super) containers: core::ops::Range<usize>,
    pub(super) worker: Worker,
    /// Another look was asked for while the worker was busy; however often, it is one look.
    pub(super) pending: bool,
    /// When the last sync ended; the next one waits for a status that is newer. A look at the pod
    /// that the end of the sync has asked for begins in the same instant and is newer: what follows
    /// takes no time here.
    pub(super) synced_ns: i64,
    /// How new the cached status of this pod is: when the PLEG last began to look at it and found
    /// a change.
    pub(super) cached_ns: i64,
    /// Until when the newest sync lasts. Where a kubelet is restarted meanwhile, what the old one had
    /// begun still happens, and the new one looks at the pod after it.
    pub(super) busy_ns: i64,
    /// How the last sync failed, if it did.
    pub(super) failure: Option<Failure>,
    /// Every container has ended for good.
    pub(super) finished: bool,
    /// Draws the requeue jitter of this pod.
    pub(super) rng: Xoshiro256PlusPlus,
}

/// How a sync failed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// A start was refused; the earliest back-off expires at this instant, which counts before
    /// other failures.
    BackOff(i64),
    /// Something else.
    Other,
}

/// What a pod worker does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Worker {
    Idle,
    /// A sync is due but the cached status is older than the end of the last one.
    Waiting,
    Syncing,
}

/// A container: its spec, its newest attempt and what the kubelet has seen of it.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) pod: u32,
    pub(super) group: u16,
    /// 0 for the group's own container, otherwise the place in its `beside` plus one.
    pub(super) member: u16,
    pub(super) role: Role,
    /// Attempts so far.
    pub(super) attempt: u32,
    /// When the newest attempt runs.
    pub(super) running_ns: i64,
    /// When the newest attempt exits, or [`STILL_RUNNING`].
    pub(super) exit_ns: i64,
    /// When the attempt before exited.
    pub(super) previous_exit_ns: i64,
    /// What the PLEG has noted.
    pub(super) noted: Seen,
    /// What a sync would see.
    pub(super) cached: Status,
    /// The attempt before the newest is being removed from the runtime; the PLEG has not noted it.
    pub(super) removed: bool,
    /// Attempts that have been removed from the runtime.
    pub(super) gone: u32,
    /// The last sync refused to start it: the status says CrashLoopBackOff from the next on.
    pub(super) refused: bool,
    /// What hindered the last try to start it.
    pub(super) hindered: Option<Hindrance>,
    /// Tries to pull its image.
    pub(super) pulls: u32,
    /// Tries to create it.
    pub(super) creates: u32,
    /// Restarts of which a status has told, where its pod belongs to a Job.
    pub(super) reported: u32,
    /// So many of its attempts were removed by a rule that restarts all containers.
    pub(super) cleared: u32,
    /// Why the next sync is to kill and restart it where it runs.
    pub(super) to_restart: Option<Cause>,
    /// Draws the run times.
    pub(super) rng: Xoshiro256PlusPlus,
}

/// Why a container that runs is killed and restarted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A probe has failed.
    Probe,
    /// Its image was changed.
    Change,
}

/// An attempt and its state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) attempt: u32,
    pub(super) state: State,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No container, or one that is only created: the PLEG passes over those.
    Absent,
    Running,
    Exited,
}

/// What the runtime says about a container.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    pub(super) seen: Seen,
    /// When the newest attempt that has exited did so, [`NEVER`] if there is none.
    pub(super) finished_ns: i64,
}

impl Status {
    pub(super) const NOTHING: Self = Self {
        seen: Seen {
            attempt: 0,
            state: State::Absent,
        },
        finished_ns: NEVER,
    };
}

impl Container {
    /// What the runtime says at an instant.
    pub(super) fn status(&self, at_ns: i64) -> Status {
        let seen = |attempt, state| Seen { attempt, state };
        let since = self.attempt - self.cleared;
        if since == 0 || (since == 1 && at_ns < self.running_ns) {
            return Status {
                seen: seen(self.cleared, State::Absent),
                finished_ns: NEVER,
            };
        }
        if at_ns < self.running_ns {
            return Status {
                seen: seen(self.attempt - 1, State::Exited),
                finished_ns: self.previous_exit_ns,
            };
        }
        if at_ns < self.exit_ns {
            return Status {
                seen: seen(self.attempt, State::Running),
                finished_ns: self.previous_exit_ns,
            };
        }
        Status {
            seen: seen(self.attempt, State::Exited),
            finished_ns: self.exit_ns,
        }
    }

    /// The next instant at which the runtime says something else about its newest attempt.
    pub(super) fn changes_ns(&self, at_ns: i64) -> i64 {
        if self.attempt == 0 {
            i64::MAX
        } else if at_ns < self.running_ns {
            self.running_ns
        } else if at_ns < self.exit_ns {
            self.exit_ns
        } else {
            i64::MAX
        }
    }

    /// Whether it is in the middle of an attempt or will be.
    pub(super) fn is_up(&self, at_ns: i64) -> bool {
        self.attempt > 0 && (self.exit_ns == STILL_RUNNING || at_ns < self.exit_ns)
    }
}

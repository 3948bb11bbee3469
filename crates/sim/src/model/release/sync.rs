//! What a sync of a pod does: `SyncPod` and `doBackOff` in Kubernetes
//! `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `completeWork` in `pkg/kubelet/pod_workers.go`.

use backoff::{Change, Key};
use kubelet::{Operation, Requeue};
use rand_core::RngCore;

use super::Node;
use super::events::Reason;
use super::pods::{Cause, Container, Failure, NEVER, State, Status, Worker};
use super::queue::Event;
use super::start::{Hindrance, Start};
use crate::random;
use crate::timeline::Why;
use scenario::Role;

/// How long a worker sleeps, before jitter, after an error that does not say when it is over
/// (`backOffPeriod` in `pkg/kubelet/pod_workers.go`).
const BACK_OFF_PERIOD_NS: i64 = 10_000_000_000;

/// Whether a container may start in this sync.
enum Allowed {
    Now(Start),
    NotBefore(i64),
}

impl Node {
    /// Something asks for a look at a pod.
    pub(super) fn request(&mut self, pod: usize, now_ns: i64) {
        let relisted_ns = self.pleg.relisted_ns;
        let state = &mut self.pods[pod];
        let begun_before = state.worker == Worker::Idle && now_ns < state.busy_ns;
        if state.finished || begun_before {
            return;
        }
        match state.worker {
            Worker::Idle
                if state.synced_ns == NEVER || relisted_ns.max(state.cached_ns) >= state.synced_ns =>
            {
                self.sync(pod, now_ns);
            }
            Worker::Idle => {
                state.worker = Worker::Waiting;
                self.waiting += 1;
            }
            Worker::Waiting | Worker::Syncing => state.pending = true,
        }
    }

    /// The work queue hands out the pods that are due: strictly before now.
    pub(super) fn tick(&mut self, now_ns: i64) {
        self.queue.push(now_ns + self.timing.sync_tick_ns, Event::Tick);
        for pod in 0..self.pods.len() {
            if self.due_ns[pod] < now_ns {
                self.due_ns[pod] = i64::MAX;
                self.request(pod, now_ns);
            }
        }
    }

    /// Begins a sync; everything it decides is decided from the cached status.
    pub(super) fn sync(&mut self, pod: usize, now_ns: i64) {
        self.pods[pod].worker = Worker::Syncing;
        self.operations.count(now_ns, Operation::Sync, 1);
        let fingerprint = self.fingerprint(pod);
        let crash_looping = self.shows_crash_loop(pod);
        self.status
            .set(pod, now_ns, fingerprint, crash_looping, &mut self.operations);
        self.report_restarts(pod, now_ns);
        if self.restarts_all(pod) {
            self.remove_all(pod, now_ns);
            return;
        }
        let mut end_ns = now_ns + self.timing.sync_ns;
        let mut expires_ns: Option<i64> = None;
        let mut initialised = true;
        let mut wanted = false;
        let mut started = false;
        let mut failed = false;
        for container in self.pods[pod].containers.clone() {
            let (role, cached) = (self.containers[container].role, self.containers[container].cached);
            if !initialised && role != Role::Sidecar {
                // A container that comes after an unfinished init container waits for it.
                wanted = true;
                continue;
            }
            if self.containers[container].running_ns > now_ns {
                // A kubelet that was restarted meanwhile had the runtime create it.
                wanted = true;
                initialised &= role == Role::App;
                continue;
            }
            let ended = cached.seen.state == State::Exited;
            match (role, cached.seen.state) {
                (Role::Init, State::Exited) if self.exit_code(container) == 0 => continue,
                (Role::App, State::Exited) if !self.restarts(container) => continue,
                (Role::Init, State::Exited) if !self.restarts(container) => {
                    initialised = false;
                    continue;
                }
                _ => wanted = true,
            }
            initialised &= role != Role::Init;
            let cause = self.containers[container].to_restart;
            let killed = cause.is_some() && cached.seen.state == State::Running;
            if cached.seen.state == State::Running && !killed {
                continue;
            }
            // A sidecar that has never started holds up what follows until it runs. One whose probe
            // fails does not (`computeInitContainerActions`).
            initialised &= role != Role::Sidecar || ended || killed;
            if killed {
                end_ns += self.timing.kill_ns;
                self.kill(container, end_ns);
                self.operations.count(now_ns, Operation::Kill, 1);
                let reasons: &[_] = if cause == Some(Cause::Probe) {
                    &[Reason::Unhealthy, Reason::Killing]
                } else {
                    &[Reason::Killing]
                };
                self.record(container, now_ns, reasons);
            }
            match self.allowed(container, cached, end_ns) {
                Allowed::Now(mut start) => {
                    if killed && start.why == Why::BackedOff {
                        start = Start {
                            backoff_ns: 0,
                            step: 0,
                            why: Why::Killed,
                        };
                    }
                    started = true;
                    let outcome = self.start(container, end_ns, start);
                    end_ns = outcome.at_ns;
                    failed |= outcome.failed;
                }
                Allowed::NotBefore(at_ns) => {
                    self.containers[container].refused = true;
                    self.containers[container].to_restart = None;
                    self.record(container, now_ns, &[Reason::BackOff]);
                    expires_ns = Some(expires_ns.map_or(at_ns, |earlier| earlier.min(at_ns)));
                    initialised &= role != Role::Init;
                }
            }
        }
        self.pods[pod].finished = !wanted;
        self.pods[pod].failure = match expires_ns {
            Some(expires_ns) => Some(Failure::BackOff(expires_ns)),
            None => failed.then_some(Failure::Other),
        };
        self.ends_sync(pod, end_ns, started);
    }

    pub(super) fn ends_sync(&mut self, pod: usize, end_ns: i64, started: bool) {
        self.pods[pod].busy_ns = end_ns;
        let pod = u32::try_from(pod).unwrap_or(u32::MAX);
        self.queue.push(end_ns, Event::SyncEnded { pod, started });
    }

    /// Tells apart the statuses that a sync would write. A sync writes its status at its beginning,
    /// with what the sync before found out: CrashLoopBackOff shows one sync late.
    fn fingerprint(&self, pod: usize) -> u64 {
        self.containers[self.pods[pod].containers.clone()]
            .iter()
            .fold(0, |hash: u64, container| {
                let seen = container.cached.seen;
                let state = match seen.state {
                    State::Running => 2,
                    State::Exited if container.refused => 3,
                    _ if container.hindered == Some(Hindrance::Pull) => 5,
                    _ if container.hindered == Some(Hindrance::PullBackOff) => 6,
                    _ if container.hindered == Some(Hindrance::Create) => 7,
                    State::Absent => 1,
                    State::Exited => 4,
                };
                (hash ^ (u64::from(seen.attempt) << 3 | state)).wrapping_mul(0x0100_0000_01b3)
            })
    }

    /// Whether such a status says CrashLoopBackOff.
    fn shows_crash_loop(&self, pod: usize) -> bool {
        self.containers[self.pods[pod].containers.clone()]
            .iter()
            .any(|container| container.refused && container.cached.seen.state == State::Exited)
    }

    /// `doBackOff`: the status is the one from before a kill, so a killed container is judged by
    /// the exit of the attempt before it.
    fn allowed(&mut self, container: usize, cached: Status, now_ns: i64) -> Allowed {
        let finished_ns = cached.finished_ns;
        if finished_ns == NEVER {
            let Container {
                attempt,
                cleared,
                to_restart,
                ..
            } = self.containers[container];
            let why = match attempt {
                0 => Why::FirstStart,
                _ if to_restart == Some(Cause::Change) => Why::Changed,
                _ if attempt == cleared => Why::AllRestarted,
                _ => Why::FirstKill,
            };
            return Allowed::Now(Start {
                backoff_ns: 0,
                step: 0,
                why,
            });
        }
        let key = Key(u32::try_from(container).unwrap_or(u32::MAX));
        let before = self.entries.entry(key);
        self.collect(key, now_ns);
        if self.entries.is_in_backoff_since(key, finished_ns, now_ns) {
            return Allowed::NotBefore(finished_ns.saturating_add(self.entries.get(key)));
        }
        let (backoff_ns, step) = before.map_or((0, 0), |entry| {
            (entry.delay_ns, u16::try_from(entry.step).unwrap_or(u16::MAX))
        });
        let change = if self.jittered {
            let random = self.rng.next_u64();
            self.entries.next_jittered(key, finished_ns, now_ns, random)
        } else {
            self.entries.next(key, finished_ns, now_ns)
        };
        let why = match change {
            Change::Created if self.containers[container].to_restart == Some(Cause::Change) => Why::Changed,
            Change::Created if before.is_none() => Why::FreeRestart,
            Change::Created => Why::Collected,
            Change::Grown => Why::BackedOff,
            Change::Expired => Why::Reset,
        };
        let held = matches!(why, Why::BackedOff | Why::Collected);
        Allowed::Now(Start {
            backoff_ns: if held { backoff_ns } else { 0 },
            step: if held { step } else { 0 },
            why,
        })
    }

    /// Housekeeping deletes an entry in its first tick more than the threshold after the last
    /// start, by the clock and not by the exit, and wakes nobody (`HandlePodCleanups` in
    /// `pkg/kubelet/kubelet_pods.go`). Whether it has done so is worked out when it matters.
    fn collect(&mut self, key: Key, now_ns: i64) {
        let Some(entry) = self.entries.entry(key) else {
            return;
        };
        let period_ns = self.timing.housekeeping_ns;
        let expiry_ns = entry
            .last_update_ns
            .saturating_add(self.entries.policy().threshold_ns());
        let since_ns = expiry_ns.saturating_sub(self.tick_phase_ns);
        let tick_ns = (since_ns.div_euclid(period_ns).saturating_add(1))
            .saturating_mul(period_ns)
            .saturating_add(self.tick_phase_ns);
        if tick_ns <= now_ns {
            self.entries.reset(key);
        }
    }

    /// `completeWork`: chooses when the pod is looked at again, then takes up what was asked for
    /// meanwhile.
    pub(super) fn synced(&mut self, pod: usize, now_ns: i64) {
        let state = &mut self.pods[pod];
        state.worker = Worker::Idle;
        state.synced_ns = now_ns;
        let sleep_ns = match (state.failure, self.timing.requeue) {
            (None, _) => self.timing.sync_frequency_ns,
            (Some(_), Requeue::Fixed(sleep_ns)) => sleep_ns,
            (Some(Failure::Other), Requeue::Remaining { .. }) => BACK_OFF_PERIOD_NS,
            (Some(Failure::BackOff(expires_ns)), Requeue::Remaining { limit_ns }) => {
                (expires_ns - now_ns).clamp(0, limit_ns)
            }
        };
        self.due_ns[pod] = now_ns + sleep_ns + random::below(sleep_ns / 2, &mut state.rng);
        if state.failure.is_none() && self.timing.on_demand_relist {
            self.pod_relist_due(u32::try_from(pod).unwrap_or(u32::MAX), now_ns);
        }
        if core::mem::take(&mut self.pods[pod].pending) {
            self.request(pod, now_ns);
        }
    }
}

//! Starting a container: `startContainer` in Kubernetes
//! `pkg/kubelet/kuberuntime/kuberuntime_container.go`.
//!
//! Pull the image, create and start the container, run its postStart hook; each step can fail, and
//! then the sync has failed. `doBackOff` came before all of them, so a try that fails has doubled
//! the delay already, measured from the same old exit; a container that has never exited meets no
//! back-off at all and is tried again at the worker's next look.

use kubelet::Operation;
use rand_core::RngCore;

use super::Node;
use super::events::Reason;
use super::pods::{Container, NEVER};
use super::queue::Event;
use crate::random;
use crate::timeline::{Attempt, STILL_RUNNING, Why};
use scenario::{Ending, PullPolicy};

/// A start that the back-off allows.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    pub(super) backoff_ns: i64,
    pub(super) step: u16,
    pub(super) why: Why,
}

/// What hindered the last try to start a container.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Hindrance {
    /// `ErrImagePull`.
    Pull,
    /// `ImagePullBackOff`.
    PullBackOff,
    /// `CreateContainerError` or `CreateContainerConfigError`.
    Create,
}

impl Hindrance {
    const fn why(self) -> Why {
        match self {
            Self::Pull | Self::PullBackOff => Why::PullFailed,
            Self::Create => Why::CreateFailed,
        }
    }
}

/// How a start went.
pub(super) struct Started {
    /// When the sync goes on.
    pub(super) at_ns: i64,
    /// It has ended with an error.
    pub(super) failed: bool,
}

impl Node {
    /// Starts a container.
    pub(super) fn start(&mut self, container: usize, now_ns: i64, start: Start) -> Started {
        self.containers[container].refused = false;
        let at_ns = match self.pull(container, now_ns) {
            Ok(at_ns) => at_ns,
            Err((at_ns, hindrance)) => return self.hindered(container, at_ns, hindrance),
        };
        let Container { group, member, .. } = self.containers[container];
        let create_ns = self.specs[usize::from(group)].create_ns;
        let spec = &self.specs[usize::from(group)].members[usize::from(member)];
        if let Some(failing) = spec.create_fails {
            let tries = &mut self.containers[container].creates;
            *tries += 1;
            if at_ns <= self.horizon_ns && failing.hits(*tries - 1, at_ns) {
                self.record(container, now_ns, &[Reason::Pulled, Reason::Failed]);
                return self.hindered(container, at_ns + create_ns, Hindrance::Create);
            }
        }
        self.record(
            container,
            now_ns,
            &[Reason::Pulled, Reason::Created, Reason::Started],
        );
        let noise_ns = random::exponential(self.timing.start_noise_ns, self.rng.next_u64());
        self.runs(container, now_ns, at_ns + create_ns + noise_ns, start)
    }

    /// Makes sure that the image is there: when it is, or when and why it is not.
    fn pull(&mut self, container: usize, now_ns: i64) -> Result<i64, (i64, Hindrance)> {
        let Container { group, member, .. } = self.containers[container];
        let spec = &self.specs[usize::from(group)].members[usize::from(member)];
        let Some(image) = &spec.image else {
            return Ok(now_ns);
        };
        if image.pull_policy == PullPolicy::IfNotPresent && self.images.has(group, now_ns) {
            return Ok(now_ns);
        }
        let (failing, pull_ns) = (image.pull_fails, image.pull_time.nanos());
        let key = u32::try_from(container).unwrap_or(u32::MAX);
        if self.images.held(key, now_ns) {
            self.record(container, now_ns, &[Reason::BackOffPull, Reason::Failed]);
            return Err((now_ns, Hindrance::PullBackOff));
        }
        self.record(container, now_ns, &[Reason::Pulling]);
        let (from_ns, at_ns) = self.images.pull(now_ns, pull_ns);
        let tries = &mut self.containers[container].pulls;
        *tries += 1;
        // Nothing fails beyond the horizon, so that what a container waits for there is found soon.
        if from_ns <= self.horizon_ns && failing.is_some_and(|failing| failing.hits(*tries - 1, from_ns)) {
            self.images.failed(key, at_ns);
            self.record(container, at_ns, &[Reason::FailedPull, Reason::Failed]);
            return Err((at_ns, Hindrance::Pull));
        }
        self.images.pulled(group, at_ns);
        Ok(at_ns)
    }

    fn hindered(&mut self, container: usize, at_ns: i64, hindrance: Hindrance) -> Started {
        self.containers[container].hindered = Some(hindrance);
        Started { at_ns, failed: true }
    }

    /// A container runs, with what becomes of it.
    fn runs(&mut self, container: usize, now_ns: i64, running_ns: i64, mut start: Start) -> Started {
        if let Some(hindrance) = self.containers[container].hindered.take() {
            // Only a delay that held the last try is worth telling.
            if start.why != Why::BackedOff {
                (start.backoff_ns, start.step) = (0, 0);
            }
            start.why = hindrance.why();
        }
        self.operations.count(now_ns, Operation::Start, 1);
        let key = u32::try_from(container).unwrap_or(u32::MAX);
        let Container {
            pod, group, member, ..
        } = self.containers[container];
        let spec = &self.specs[usize::from(group)].members[usize::from(member)];
        let state = &mut self.containers[container];
        state.to_restart = None;
        state.previous_exit_ns = if state.attempt > state.cleared {
            state.exit_ns
        } else {
            NEVER
        };
        let run = u64::from(state.attempt);
        state.attempt += 1;
        state.running_ns = running_ns;
        let run_ns = random::run_time(&spec.run, run, &mut state.rng);
        let ends_ns = spec.dependency.ends_ns(now_ns, running_ns, run_ns);
        let hook_fails_ns = (spec.ends == Ending::PostStart && spec.dependency.is_down(now_ns))
            .then(|| running_ns.saturating_add(run_ns));
        state.exit_ns = match spec.ends {
            Ending::Exit => ends_ns.unwrap_or(STILL_RUNNING),
            Ending::Probe => STILL_RUNNING,
            Ending::PostStart => hook_fails_ns.map_or(STILL_RUNNING, |at_ns| at_ns + self.timing.kill_ns),
        };
        let (exit_ns, attempt) = (state.exit_ns, state.attempt);
        self.pleg.expect(pod as usize, running_ns);
        self.journal.start(
            key,
            Attempt {
                start_ns: now_ns,
                running_ns,
                exit_ns,
                backoff_ns: start.backoff_ns,
                step: start.step,
                why: start.why,
            },
        );
        if let Some(ends_ns) = ends_ns.filter(|_| spec.ends == Ending::Probe) {
            self.queue.push(
                ends_ns,
                Event::ProbeFailed {
                    container: key,
                    attempt,
                },
            );
        }
        let Some(hook_fails_ns) = hook_fails_ns else {
            return Started {
                at_ns: running_ns,
                failed: false,
            };
        };
        // The sync waits for the hook and for the kill.
        self.operations.count(hook_fails_ns, Operation::Kill, 1);
        self.record(
            container,
            hook_fails_ns,
            &[Reason::FailedPostStartHook, Reason::Killing],
        );
        Started {
            at_ns: exit_ns,
            failed: true,
        }
    }

    /// A container is killed, and is gone at an instant unless it exits by itself before.
    pub(super) fn kill(&mut self, container: usize, at_ns: i64) {
        let state = &mut self.containers[container];
        let exit_ns = at_ns.min(state.exit_ns);
        state.exit_ns = exit_ns;
        // What the runtime says changes at once: the attempt is over.
        self.pleg.expect(state.pod as usize, NEVER);
        self.journal
            .killed(u32::try_from(container).unwrap_or(u32::MAX), exit_ns);
    }

    /// Records events about a container that are made now or later in the sync of its pod.
    pub(super) fn record(&mut self, container: usize, made_ns: i64, reasons: &[Reason]) {
        let pod = self.containers[container].pod as usize;
        for &reason in reasons {
            self.events.record(
                pod,
                container,
                [self.now_ns, made_ns],
                reason,
                &mut self.operations,
            );
        }
    }
}

//! A changed image, and the rule that restarts all containers.

use backoff::Key;
use kubelet::Operation;

use super::Node;
use super::events::Reason;
use super::pods::{Cause, NEVER, State};
use scenario::RuleAction;

impl Node {
    /// The pods of a group are updated: their own container has another image, so its back-off key
    /// is another one (`GetBackoffKey` in Kubernetes `pkg/kubelet/util`). A container that runs is
    /// killed and started in the sync that follows, whatever its restart policy is
    /// (`computePodActions`); one that waits starts at once.
    pub(super) fn image_changed(&mut self, group: u16, now_ns: i64) {
        self.images.change(group);
        for container in 0..self.containers.len() {
            let state = &mut self.containers[container];
            if state.group != group || state.member != 0 {
                continue;
            }
            state.to_restart = (state.attempt > 0).then_some(Cause::Change);
            let pod = state.pod as usize;
            let key = u32::try_from(container).unwrap_or(u32::MAX);
            self.entries.reset(Key(key));
            self.images.forget(key);
            if self.pods[pod].bound {
                self.request(pod, now_ns);
            }
        }
    }

    /// Whether a container of a pod has exited whose rule restarts all of them.
    pub(super) fn restarts_all(&self, pod: usize) -> bool {
        self.containers[self.pods[pod].containers.clone()]
            .iter()
            .any(|container| {
                let spec = &self.specs[usize::from(container.group)];
                spec.members[usize::from(container.member)].rule == Some(RuleAction::RestartAllContainers)
                    && container.cached.seen.state == State::Exited
            })
    }

    /// A sync that kills and removes all containers of a pod and starts none. `SyncPod` until 1.35
    /// leaves it to the next look to start them; since 1.36 it asks for that look itself.
    pub(super) fn remove_all(&mut self, pod: usize, now_ns: i64) {
        let containers = self.pods[pod].containers.clone();
        let gone_ns = now_ns + self.timing.sync_ns;
        let up = |container: &usize| self.containers[*container].is_up(now_ns);
        let running: Vec<_> = containers.clone().filter(up).collect();
        let mut end_ns = gone_ns;
        for container in running {
            // One that a kubelet before this one has just had created is killed when it runs.
            let killed_ns = gone_ns.max(self.containers[container].running_ns) + self.timing.kill_ns;
            end_ns = end_ns.max(killed_ns);
            self.kill(container, killed_ns);
            self.operations.count(now_ns, Operation::Kill, 1);
            self.record(container, now_ns, &[Reason::Killing]);
        }
        for container in containers {
            let state = &mut self.containers[container];
            self.operations
                .count(now_ns, Operation::Removal, state.attempt - state.gone);
            state.cleared = state.attempt;
            state.gone = state.attempt;
            state.removed = false;
            state.refused = false;
            state.hindered = None;
            state.to_restart = None;
        }
        self.pleg.expect(pod, NEVER);
        self.pods[pod].finished = false;
        self.pods[pod].failure = None;
        self.pods[pod].pending |= self.timing.on_demand_relist;
        self.ends_sync(pod, end_ns, true);
    }
}

//! The rule that restarts all containers of a pod.

use kubelet::Operation;

use super::Node;
use super::events::Reason;
use super::pods::{NEVER, State};
use scenario::RuleAction;

impl Node {
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

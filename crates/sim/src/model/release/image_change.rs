//! A changed image.

use backoff::Key;

use super::Node;
use super::pods::Cause;

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
}

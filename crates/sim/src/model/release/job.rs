//! The Job to which a group's pods belong.
//!
//! `pastBackoffLimitOnFailure` in Kubernetes `pkg/controller/job/job_controller.go` adds up the restart
//! counts that the statuses of the pods tell, and has the Job fail when they reach `backoffLimit`, or
//! exceed it where it is 0. The controller batches what it learns for a second. That throttled clients
//! tell it late is left out.

use super::Node;
use super::pods::Worker;
use super::queue::Event;

const BATCH_NS: i64 = 1_000_000_000;

impl Node {
    /// A sync writes a status with the restart counts of a pod.
    pub(super) fn report_restarts(&mut self, pod: usize, now_ns: i64) {
        let containers = self.pods[pod].containers.clone();
        let group = self.containers[containers.start].group;
        let Some(limit) = self.specs[usize::from(group)].backoff_limit else {
            return;
        };
        let restarts = &mut self.job_restarts[usize::from(group)];
        let before = *restarts;
        for container in &mut self.containers[containers] {
            let told = container.cached.seen.attempt.saturating_sub(1);
            *restarts += told.saturating_sub(container.reported);
            container.reported = told;
        }
        let most = limit.max(1);
        if before < most && *restarts >= most {
            self.queue.push(now_ns + BATCH_NS, Event::JobFailed { group });
        }
    }

    /// The pods are deleted: what runs is killed, nothing starts any more.
    pub(super) fn job_failed(&mut self, group: u16, now_ns: i64) {
        for pod in 0..self.pods.len() {
            let containers = self.pods[pod].containers.clone();
            if self.containers[containers.start].group != group {
                continue;
            }
            self.pods[pod].finished = true;
            if self.pods[pod].worker == Worker::Waiting {
                self.pods[pod].worker = Worker::Idle;
                self.waiting -= 1;
            }
            for container in containers {
                let state = &self.containers[container];
                if state.is_up(now_ns) {
                    self.kill(container, now_ns.max(state.running_ns) + self.timing.kill_ns);
                }
            }
        }
    }
}

//! The limits of the node.

use backoff::GoDuration;

use super::check::Check;
use super::{MAX_CLIENT_QPS, MAX_CREATE_LATENCY, MAX_HORIZON, MAX_PODS, MAX_REQUESTS_PER_RESTART};
use crate::{Loops, Node};

impl Check {
    pub(super) fn node(&mut self, node: &Node) {
        self.loops(&node.loops);
        if let Some(at) = node.kubelet_restarts_at {
            self.duration("node.kubeletRestartsAt", at, GoDuration::ZERO, MAX_HORIZON);
        }
        if let Some(pulls) = node.max_parallel_image_pulls {
            // As the kubelet's own validation has it.
            if node.serialize_image_pulls {
                self.refuse(
                    "node.maxParallelImagePulls",
                    "pulls are serialised; set serializeImagePulls to false or leave this out".to_owned(),
                );
            }
            self.number("node.maxParallelImagePulls", pulls, 1, MAX_PODS);
        }
        self.number("node.maxPods", node.max_pods, 1, MAX_PODS);
        self.duration(
            "node.createLatency",
            node.create_latency,
            GoDuration::ZERO,
            MAX_CREATE_LATENCY,
        );
        self.number(
            "node.requestsPerRestart",
            node.requests_per_restart,
            0,
            MAX_REQUESTS_PER_RESTART,
        );
        self.number("node.clientQps", node.client_qps, 1, MAX_CLIENT_QPS);
        self.number("node.eventQps", node.event_qps, 1, MAX_CLIENT_QPS);
    }

    fn loops(&mut self, loops: &Loops) {
        let (ms, s) = (GoDuration::from_millis, GoDuration::from_secs);
        for (field, found, min, max) in [
            ("relistPeriod", loops.relist_period, ms(100), s(300)),
            ("relist", loops.relist, GoDuration::ZERO, s(60)),
            ("relistPerPod", loops.relist_per_pod, GoDuration::ZERO, s(1)),
            ("relistPerChange", loops.relist_per_change, GoDuration::ZERO, s(1)),
            ("sync", loops.sync, GoDuration::ZERO, s(60)),
            ("startNoise", loops.start_noise, GoDuration::ZERO, s(60)),
            ("kill", loops.kill, GoDuration::ZERO, s(600)),
        ] {
            if let Some(found) = found {
                self.duration(&format!("node.loops.{field}"), found, min, max);
            }
        }
    }
}

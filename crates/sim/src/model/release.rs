//! The loops of one kubelet release around the back-off object: a discrete-event simulation of
//! one node.
//!
//! Pods share three clocks, and everything else about a pod is its own: the relist of the PLEG,
//! whose length depends on how many pods changed; the one-second tick on which the work queue is
//! looked at; and the two-second housekeeping. Between them a pod worker syncs its pod, one sync
//! at a time, and each sync but the first waits for a status that is newer than the end of the
//! sync before (`podWorkerLoop` in Kubernetes `pkg/kubelet/pod_workers.go`, `GetNewerThan` in
//! `pkg/kubelet/container/cache.go`). The rules were checked against real kubelets 1.32 to 1.36.

mod events;
mod image_change;
mod images;
mod job;
mod limiter;
mod operations;
mod pleg;
mod pods;
mod queue;
mod restart_all;
mod specs;
mod start;
mod status;
mod sync;

use backoff::Backoff;
use kubelet::{Operation, Timing};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::journal::Journal;
use crate::load::KubeletLoad;
use crate::random;
use events::Recorder;
use images::Images;
use operations::Operations;
use pleg::Pleg;
use pods::{Cause, Container, NEVER, Pod, Status, Worker};
use queue::{Event, Queue};
use scenario::{RestartPolicy, Role, Scenario};
use specs::{GroupSpec, specs};
use status::StatusManager;

/// How long a request to the API server takes (assumed).
const API_LATENCY_NS: i64 = 2_000_000;

/// For so long after the horizon the starts are awaited for which containers wait there: no delay,
/// jitter included, is longer than eleven days.
const TAIL_NS: i64 = 12 * 24 * 3600 * 1_000_000_000;
/// So many pods can be looked at in passing in the time that an event takes.
const PODS_AN_EVENT: u64 = 128;

/// One node under one policy.
#[derive(Debug)]
pub(crate) struct Node {
    timing: Timing,
    horizon_ns: i64,
    jittered: bool,
    specs: Vec<GroupSpec>,
    pods: Vec<Pod>,
    /// When the work queue hands each pod out again.
    due_ns: Vec<i64>,
    /// How many workers wait for a newer status.
    waiting: u32,
    containers: Vec<Container>,
    entries: Backoff,
    queue: Queue,
    pleg: Pleg,
    images: Images,
    rng: Xoshiro256PlusPlus,
    /// The first tick of the sync loop; housekeeping ticks with every second one.
    tick_phase_ns: i64,
    now_ns: i64,
    pub(crate) journal: Journal,
    status: StatusManager,
    events: Recorder,
    operations: Operations,
    /// Restarts that the API server knows, of each group that is a Job.
    job_restarts: Vec<u32>,
    finished: bool,
}

impl Node {
    pub(crate) fn new(scenario: &Scenario, policy: usize, journal: Journal) -> Self {
        let engine = scenario.policies[policy].engine();
        let release = scenario.release_of(policy);
        let timing = scenario.node.loops.over(Timing::of(release));
        let mut rng = random::node(scenario.seed);
        let tick_phase_ns = random::below(timing.sync_tick_ns - 1, &mut rng);
        let relist_phase_ns = random::below(timing.relist_period_ns - 1, &mut rng);
        let pods = scenario.workload.iter().map(|group| group.pods as usize).sum();
        let limits = &scenario.node;
        let by_type = release >= kubelet::Release::V1_32;
        let mut node = Self {
            horizon_ns: scenario.horizon.nanos(),
            jittered: engine.jitter.thousandths() > 0,
            specs: specs(scenario),
            pods: Vec::new(),
            due_ns: vec![i64::MAX; pods],
            waiting: 0,
            containers: Vec::new(),
            entries: Backoff::new(engine),
            queue: Queue::default(),
            pleg: Pleg::new(pods),
            images: Images::new(scenario.workload.len(), limits.parallel_image_pulls()),
            rng,
            tick_phase_ns,
            now_ns: 0,
            journal,
            status: StatusManager::new(pods, limits.client_qps, limits.client_burst(), API_LATENCY_NS),
            events: Recorder::new(
                pods,
                limits.event_qps,
                limits.event_burst(),
                API_LATENCY_NS,
                by_type,
            ),
            operations: Operations::new(scenario.horizon.nanos(), release),
            job_restarts: vec![0; scenario.workload.len()],
            finished: false,
            timing,
        };
        node.add_pods(scenario);
        node.queue.push(relist_phase_ns, Event::RelistStarted);
        node.queue.push(tick_phase_ns, Event::Tick);
        for (group, spec) in (0..).zip(&scenario.workload) {
            if let Some(at) = spec.image_changes_at {
                node.queue.push(at.nanos(), Event::ImageChanged { group });
            }
        }
        if let Some(at) = scenario.node.kubelet_restarts_at {
            node.queue.push(at.nanos(), Event::KubeletRestarted);
        }
        node
    }

    fn add_pods(&mut self, scenario: &Scenario) {
        for (group, spec) in scenario.workload.iter().enumerate() {
            for n in 0..spec.pods {
                let pod = u32::try_from(self.pods.len()).unwrap_or(u32::MAX);
                let first = self.containers.len();
                for (place, &member) in self.specs[group].order.iter().enumerate() {
                    let index = u32::try_from(first + place).unwrap_or(u32::MAX);
                    let number = u16::try_from(group).unwrap_or(u16::MAX);
                    self.journal.join(scenario, number, n, member);
                    self.containers.push(Container {
                        pod,
                        group: number,
                        member,
                        role: self.specs[group].members[usize::from(member)].role,
                        attempt: 0,
                        running_ns: 0,
                        exit_ns: 0,
                        previous_exit_ns: NEVER,
                        noted: Status::NOTHING.seen,
                        cached: Status::NOTHING,
                        removed: false,
                        gone: 0,
                        refused: false,
                        cleared: 0,
                        reported: 0,
                        hindered: None,
                        pulls: 0,
                        creates: 0,
                        to_restart: None,
                        rng: random::stream(scenario.seed, index),
                    });
                }
                self.pods.push(Pod {
                    bound: false,
                    containers: first..self.containers.len(),
                    worker: Worker::Idle,
                    pending: false,
                    synced_ns: NEVER,
                    cached_ns: NEVER,
                    busy_ns: NEVER,
                    failure: None,
                    finished: false,
                    rng: random::worker(scenario.seed, pod),
                });
                self.queue
                    .push(spec.stagger.nanos() * i64::from(n), Event::PodAdded { pod });
            }
        }
    }

    pub(crate) const fn finished(&self) -> bool {
        self.finished
    }

    /// How many of `containers` are done, in proportion to the time that has passed.
    pub(crate) fn done(&self, containers: u32) -> u32 {
        let share = i128::from(containers) * i128::from(self.now_ns.clamp(0, self.horizon_ns - 1));
        u32::try_from(share / i128::from(self.horizon_ns)).unwrap_or_default()
    }

    /// Plays about `budget` events and tells how many it played. A look at all pods counts as more
    /// events the more pods there are.
    pub(crate) fn play(&mut self, budget: u64) -> u64 {
        let look = self.pods.len() as u64 / PODS_AN_EVENT;
        let mut played = 0;
        while played < budget && !self.finished {
            let Some((now_ns, event)) = self.queue.pop() else {
                self.finished = true;
                break;
            };
            self.now_ns = now_ns;
            played += match event {
                Event::Tick | Event::RelistStarted => 1 + look,
                _ => 1,
            };
            self.happen(now_ns, event);
        }
        played
    }

    fn happen(&mut self, now_ns: i64, event: Event) {
        match event {
            Event::PodAdded { pod } => {
                self.pods[pod as usize].bound = true;
                self.request(pod as usize, now_ns);
            }
            Event::ProbeFailed { container, attempt } => {
                self.probe_failed(container as usize, attempt, now_ns);
            }
            Event::JobFailed { group } => self.job_failed(group, now_ns),
            Event::ImageChanged { group } => self.image_changed(group, now_ns),
            Event::KubeletRestarted => self.kubelet_restarted(now_ns),
            Event::KubeletReady => self.kubelet_ready(now_ns),
            Event::Tick => {
                if now_ns > self.horizon_ns && (now_ns > self.horizon_ns + TAIL_NS || !self.awaits_start()) {
                    self.finished = true;
                    return;
                }
                self.background(now_ns);
                self.tick(now_ns);
            }
            Event::RelistStarted => self.relist_due(now_ns),
            Event::RelistEnded { as_of_ns } => self.relisted(now_ns, as_of_ns),
            Event::PodChanged { pod, as_of_ns, wakes } => {
                self.pod_changed(pod as usize, now_ns, as_of_ns, wakes);
            }
            Event::PlegFree => self.pleg_free(now_ns),
            Event::SyncEnded { pod, .. } => self.synced(pod as usize, now_ns),
        }
    }

    /// What goes on whether or not anything restarts.
    fn background(&mut self, now_ns: i64) {
        self.operations.count(now_ns, Operation::Second, 1);
        let tick = now_ns / self.timing.sync_tick_ns;
        for (ticks, operation) in [
            (2, Operation::Housekeeping),
            (10, Operation::TenSeconds),
            (60, Operation::Minute),
        ] {
            if tick % ticks == 0 {
                self.operations.count(now_ns, operation, 1);
            }
        }
        if tick % 10 == 0 {
            let up = self
                .containers
                .iter()
                .filter(|container| container.is_up(now_ns))
                .count();
            self.operations.count(
                now_ns,
                Operation::TenRunningSeconds,
                u32::try_from(up).unwrap_or(u32::MAX),
            );
        }
    }

    /// Whether a container that was down at the horizon has still not been started.
    fn awaits_start(&self) -> bool {
        self.pods.iter().any(|pod| {
            !pod.finished
                && self.containers[pod.containers.clone()].iter().any(|container| {
                    container.attempt > 0
                        && container.exit_ns <= self.horizon_ns
                        && self.will_restart(container)
                })
        })
    }

    fn will_restart(&self, container: &Container) -> bool {
        let spec = &self.specs[usize::from(container.group)];
        let code = spec.members[usize::from(container.member)].exit_code;
        match container.role {
            Role::Sidecar => true,
            Role::Init => code != 0 && spec.restart_policy != RestartPolicy::Never,
            Role::App => {
                spec.members[usize::from(container.member)].rule.is_some()
                    || spec.restart_policy.restarts(code)
            }
        }
    }

    fn restarts(&self, container: usize) -> bool {
        self.will_restart(&self.containers[container])
    }

    fn exit_code(&self, container: usize) -> u8 {
        let container = &self.containers[container];
        self.specs[usize::from(container.group)].members[usize::from(container.member)].exit_code
    }

    /// The probe worker has counted enough failures; the sync it asks for kills and starts in one.
    fn probe_failed(&mut self, container: usize, attempt: u32, now_ns: i64) {
        let state = &mut self.containers[container];
        if state.attempt == attempt && state.is_up(now_ns) {
            state.to_restart.get_or_insert(Cause::Probe);
            // The probe itself is news about the container.
            state.cached = state.status(now_ns);
            let pod = state.pod as usize;
            self.request(pod, now_ns);
        }
    }

    /// A new kubelet process knows no back-off entry; containers go on without it.
    fn kubelet_restarted(&mut self, now_ns: i64) {
        let ready_ns = now_ns + self.timing.startup_ns;
        // What was to happen outside the kubelet still happens.
        let mut outside = Vec::new();
        while let Some((at_ns, event)) = self.queue.pop() {
            match event {
                Event::PodAdded { .. }
                | Event::ProbeFailed { .. }
                | Event::ImageChanged { .. }
                | Event::JobFailed { .. } => {
                    outside.push((at_ns.max(ready_ns), event));
                }
                _ => {}
            }
        }
        for (at_ns, event) in outside {
            self.queue.push(at_ns, event);
        }
        self.entries = Backoff::new(self.entries.policy().clone());
        self.pleg = Pleg::new(self.pods.len());
        self.images.restart(ready_ns);
        self.due_ns.fill(i64::MAX);
        self.waiting = 0;
        self.events.forget();
        for pod in &mut self.pods {
            pod.worker = Worker::Idle;
            pod.pending = false;
            pod.synced_ns = NEVER;
            pod.cached_ns = NEVER;
            pod.failure = None;
        }
        for container in &mut self.containers {
            container.noted = container.status(ready_ns).seen;
        }
        self.tick_phase_ns = ready_ns % self.timing.housekeeping_ns;
        self.queue.push(ready_ns, Event::KubeletReady);
        self.queue.push(ready_ns + self.timing.sync_tick_ns, Event::Tick);
        self.queue
            .push(ready_ns + self.timing.relist_period_ns, Event::RelistStarted);
    }

    /// A new kubelet looks at every pod once. A container that the old one had the runtime create
    /// is not created a second time: its pod is looked at when it runs.
    fn kubelet_ready(&mut self, now_ns: i64) {
        for pod in 0..self.pods.len() {
            if !self.pods[pod].bound {
                continue;
            }
            let containers = &self.containers[self.pods[pod].containers.clone()];
            let runs_ns = containers
                .iter()
                .map(|container| container.running_ns)
                .max()
                .unwrap_or(now_ns)
                .max(self.pods[pod].busy_ns);
            if runs_ns <= now_ns {
                self.pod_changed(pod, now_ns, now_ns, true);
            } else {
                let pod = u32::try_from(pod).unwrap_or(u32::MAX);
                self.queue.push(
                    runs_ns,
                    Event::PodChanged {
                        pod,
                        as_of_ns: runs_ns,
                        wakes: true,
                    },
                );
            }
        }
    }

    /// What was taken down, and what the kubelet did.
    pub(crate) fn into_results(mut self) -> (Journal, KubeletLoad) {
        self.status.advance(self.horizon_ns, &mut self.operations);
        self.events.advance(self.horizon_ns, &mut self.operations);
        (self.journal, self.operations.into_load())
    }
}

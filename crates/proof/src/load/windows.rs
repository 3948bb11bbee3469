//! Whole kubelets over a steady window.

use kubelet::{Call, Operation};

use super::row::{Place, Quantity, Row};
use crate::cost::{Measured, MeasuredServer, measured, measured_servers};
use crate::twin::{Done, READY_S, Twin};

const SECOND: i64 = 1_000_000_000;

const SEEDS: u64 = 5;

/// The window begins this many seconds after the kubelet.
const FROM_S: i64 = 60;

/// With the real API server it begins this many seconds after the kubelet's first pod (assumed). The
/// data does not say it; it was chosen so that as many events still wait then as were counted.
const FROM_FIRST_POD_S: i64 = 45;

/// Pods were added within this many seconds.
const WITHIN_S: i64 = 20;

pub(super) const LISTS: [&str; 4] = [
    "ListPodSandbox",
    "ListPodSandbox(f)",
    "ListContainers",
    "ListContainers(f)",
];

/// What the simulated kubelet did in the window, seed by seed.
struct Window {
    twin: Twin,
    seeds: Vec<Done>,
    length_s: f64,
}

impl Window {
    #[expect(clippy::cast_possible_truncation, reason = "some hundred seconds")]
    fn new(twin: Twin, begin_s: i64, window_s: f64) -> Result<Self, String> {
        let from_ns = begin_s * SECOND;
        let to_ns = from_ns + (window_s * 1e9) as i64;
        Ok(Self {
            seeds: (0..SEEDS)
                .map(|seed| twin.between(seed, from_ns, to_ns))
                .collect::<Result<_, _>>()?,
            twin,
            length_s: window_s,
        })
    }

    /// Counts a second.
    #[expect(clippy::cast_precision_loss, reason = "some thousand calls")]
    fn rates(&self, count: impl Fn(&Done) -> u64) -> Vec<f64> {
        let rate = |done| count(done) as f64 / self.length_s;
        self.seeds.iter().map(rate).collect()
    }

    /// Counts for each restart.
    #[expect(clippy::cast_precision_loss, reason = "some thousand calls")]
    fn each(&self, count: impl Fn(&Done) -> u64) -> Vec<f64> {
        let each = |done: &Done| count(done) as f64 / done.restarts.max(1) as f64;
        self.seeds.iter().map(each).collect()
    }

    fn calls(&self, done: &Done, calls: &[Call]) -> u64 {
        let release = self.twin.release();
        calls.iter().map(|call| done.calls(*call, release)).sum()
    }

    /// Milliseconds a second of the kubelet, the API server or etcd.
    fn cpu(&self, of: usize) -> Vec<f64> {
        let us = self.rates(|done| done.cpu_us[of]);
        us.into_iter().map(|us| us / 1000.0).collect()
    }
}

const fn events(done: &Done) -> u64 {
    done.count(Operation::EventPost) + done.count(Operation::EventPatch)
}

/// The runs with the fake API server.
pub(super) fn kubelets() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for run in measured()? {
        rows.extend(of_kubelet(&run)?);
    }
    Ok(rows)
}

fn of_kubelet(run: &Measured) -> Result<Vec<Row>, String> {
    let twin = Twin::new(
        &run.release,
        &run.kubelet,
        run.qps,
        run.case(),
        run.pods,
        WITHIN_S,
    )?;
    let window = Window::new(twin, FROM_S - READY_S, run.window_s)?;
    let place = Place {
        release: &run.release,
        kubelet: &run.kubelet,
        case: run.case(),
    };
    let row = |quantity, measured, seeds: Vec<f64>| Row::new(place, quantity, measured, &seeds, 1.0);
    let rate = |count: f64| count / run.window_s;
    let mut rows = vec![
        row(Quantity::Lists, rate(run.calls(&LISTS)), {
            window.rates(|done| window.calls(done, &[Call::ListPodSandbox, Call::ListContainers]))
        }),
        row(Quantity::AllCalls, rate(run.all_calls()), {
            let release = window.twin.release();
            let all = |operation: Operation| u64::from(operation.cri_calls(release));
            window.rates(|done| Operation::ALL.map(|of| all(of) * done.count(of)).iter().sum())
        }),
        row(Quantity::KubeletCpu, run.cpu_ms_per_s, window.cpu(0)),
    ];
    if run.restarts == 0 {
        return Ok(rows);
    }
    let restarts = f64::from(run.restarts);
    let each = |quantity, kinds: &[&str], count: fn(&Done) -> u64| {
        row(quantity, run.requests(kinds) / restarts, window.each(count))
    };
    rows.extend([
        row(
            Quantity::Restarts,
            rate(restarts),
            window.rates(|done| done.restarts),
        ),
        each(Quantity::StatusGets, &["GET pods"], |done| {
            done.count(Operation::StatusGet)
        }),
        each(Quantity::StatusPatches, &["PATCH pods/status"], |done| {
            done.count(Operation::StatusPatch)
        }),
        each(Quantity::Events, &["POST events", "PATCH events"], events),
        each(Quantity::EventPosts, &["POST events"], |done| {
            done.count(Operation::EventPost)
        }),
        row(
            Quantity::ContainerStatus,
            run.calls(&["ContainerStatus"]) / restarts,
            window.each(|done| window.calls(done, &[Call::ContainerStatus])),
        ),
        row(
            Quantity::PodSandboxStatus,
            run.calls(&["PodSandboxStatus"]) / restarts,
            window.each(|done| window.calls(done, &[Call::PodSandboxStatus])),
        ),
    ]);
    Ok(rows)
}

/// The runs with a real API server.
pub(super) fn servers() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for run in measured_servers()? {
        rows.extend(of_server(&run)?);
    }
    Ok(rows)
}

fn of_server(run: &MeasuredServer) -> Result<Vec<Row>, String> {
    let twin = Twin::new(&run.release, &run.kubelet, 50, run.case(), run.pods, WITHIN_S)?;
    let window = Window::new(twin, FROM_FIRST_POD_S, run.window_s)?;
    let kubelet = format!("{} (real)", run.kubelet);
    let place = Place {
        release: &run.release,
        kubelet: &kubelet,
        case: run.case(),
    };
    let row = |quantity, measured, seeds: Vec<f64>| Row::new(place, quantity, measured, &seeds, 1.0);
    let mut rows = vec![
        row(
            Quantity::KubeletCpu,
            run.kubelet_cpu_percent * 10.0,
            window.cpu(0),
        ),
        row(
            Quantity::ApiServerCpu,
            run.apiserver_cpu_percent * 10.0,
            window.cpu(1),
        ),
        row(Quantity::EtcdCpu, run.etcd_cpu_percent * 10.0, window.cpu(2)),
    ];
    if run.restarts == 0 {
        return Ok(rows);
    }
    // The requests were counted over a window of their own.
    let restarts = f64::from(run.restarts) / run.window_s * run.metrics_window_s;
    let each = |quantity, kinds: &[&str], count: fn(&Done) -> u64| {
        row(quantity, run.requests(kinds) / restarts, window.each(count))
    };
    rows.extend([
        row(
            Quantity::Restarts,
            f64::from(run.restarts) / run.window_s,
            window.rates(|done| done.restarts),
        ),
        each(Quantity::StatusGets, &["GET pods"], |done| {
            done.count(Operation::StatusGet)
        }),
        each(Quantity::StatusPatches, &["PATCH pods/status"], |done| {
            done.count(Operation::StatusPatch)
        }),
        each(Quantity::Events, &["POST events", "PATCH events"], events),
    ]);
    Ok(rows)
}

//! A measured kubelet with all its pods, simulated from many seeds.

use std::collections::BTreeMap;

use backoff::GoDuration;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::SplitMix64;
use sim::{
    Attempt, Beside, Ending, Group, Model, Policy, RestartPolicy, Role, RunTime, Scenario, Timeline, Why,
    limits, simulate,
};

use super::{Kubelet, Rule};
use crate::statistics::seconds;

const SECOND: i64 = 1_000_000_000;
const MS: i64 = 1_000_000;

/// Housekeeping collects an entry this long after the start before.
const THRESHOLD_NS: i64 = 600 * SECOND;

/// From the start of a kubelet to its first pod, about.
const READY_S: f64 = 5.0;

/// The simulated twin of a kubelet: one entry for each seed.
#[derive(Debug)]
pub struct Replay {
    /// What each seed gave.
    pub seeds: Vec<Seed>,
}

/// One simulation of a kubelet.
#[derive(Debug, Default)]
pub struct Seed {
    /// Restarts of each pod by case, container and window in seconds.
    pub restarts: BTreeMap<(usize, usize, u32), Vec<u32>>,
    /// Lateness of each restart in seconds by case, container, rule and delay in milliseconds.
    pub lateness: BTreeMap<(usize, usize, Rule, i64), Vec<f64>>,
    /// Starts that were held by a delay and came before it was over. Always 0.
    pub early: u32,
}

/// Simulates a kubelet from the seeds 0 to `seeds` - 1.
///
/// # Errors
/// A case whose name says nothing, or a scenario that the simulator refuses.
pub fn replay(kubelet: &Kubelet, seeds: u64) -> Result<Replay, String> {
    let scenario = scenario(kubelet)?;
    let seeds = (0..seeds)
        .map(|seed| {
            let outcome = simulate(&seeded(&scenario, kubelet, seed))
                .map_err(|refusal| refusal.to_string())?
                .outcomes
                .remove(0);
            Ok(observe(kubelet, &outcome.timeline))
        })
        .collect::<Result<_, String>>()?;
    Ok(Replay { seeds })
}

/// The same kubelet from another seed.
pub(crate) fn seeded(scenario: &Scenario, kubelet: &Kubelet, seed: u64) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.seed = seed;
    spread(&mut scenario, kubelet);
    scenario
}

/// The kubelet with its pods: those that were measured, and of the others as many kinds as a scenario
/// may have groups.
pub(crate) fn scenario(kubelet: &Kubelet) -> Result<Scenario, String> {
    let measured = kubelet.cases.iter().map(|case| (&case.case, case.pods));
    let beside = kubelet.beside.iter().map(|(case, pods)| (case, *pods));
    let workload = measured
        .chain(beside)
        .take(limits::MAX_GROUPS)
        .map(|(case, pods)| group(case, pods))
        .collect::<Result<_, _>>()?;
    let mut scenario = Scenario {
        model: Model::KubeletRelease,
        release: kubelet
            .release
            .parse()
            .map_err(|_| format!("no release {}", kubelet.release))?,
        policies: vec![Policy::exponential(
            &kubelet.kubelet,
            GoDuration::from_millis(kubelet.initial_ms),
            GoDuration::from_millis(kubelet.max_ms),
        )],
        workload,
        #[expect(clippy::cast_possible_truncation, reason = "some hundred seconds")]
        horizon: GoDuration::from_secs((kubelet.run_s - READY_S) as i64),
        ..Scenario::default()
    };
    scenario.node.max_pods = limits::MAX_PODS;
    scenario.node.client_qps = kubelet.qps;
    scenario.node.event_qps = kubelet.qps;
    scenario.node.kubelet_restarts_at = kubelet.killed_at_ms.map(GoDuration::from_millis);
    Ok(scenario)
}

/// Reads what a case's name says about its pods.
pub(crate) fn group(case: &str, pods: u32) -> Result<Group, String> {
    let fixed = |run_s| RunTime::Fixed(GoDuration::from_secs(run_s));
    let mut group = Group {
        name: case.to_owned(),
        pods,
        create_latency: Some(GoDuration::from_millis(150)),
        ..Group::default()
    };
    let beside = |name: &str, role, run_s| Beside {
        name: name.to_owned(),
        role,
        run: fixed(run_s),
        exit_code: 1,
        ends: Ending::Exit,
    };
    let endless = RunTime::Fixed(limits::MAX_HORIZON);
    if let Some(ms) = case
        .strip_prefix("run0-lat")
        .and_then(|rest| rest.strip_suffix("ms"))
    {
        group.create_latency = Some(GoDuration::from_millis(number(case, ms)?));
        group.run = fixed(0);
    } else if let Some(run_s) = case.strip_prefix("gcafter7x0-") {
        let mut runs = vec![GoDuration::ZERO; limits::MAX_RUN_TIMES];
        runs[7] = GoDuration::from_secs(number(case, run_s)?);
        group.run = RunTime::List(runs);
    } else if let Some(run_s) = case.strip_prefix("gcplain") {
        group.run = fixed(number(case, run_s)?);
    } else {
        match case {
            "run0fast" => {
                group.create_latency = Some(GoDuration::from_millis(15));
                group.run = fixed(0);
            }
            // The probe fails from 25 s after the start and is made every 5 s, so a run that follows a
            // kill at once ends 29.75 s later. A run that had to wait ends after 25 to 30 s, which is
            // left out here.
            "live30" => {
                group.run = RunTime::Fixed(GoDuration::from_millis(29_750));
                group.ends = Ending::Probe;
            }
            "sidecar5" => {
                group.run = endless;
                group.beside = vec![beside("side", Role::Sidecar, 5)];
            }
            "init0" => {
                group.run = endless;
                group.beside = vec![beside("ini", Role::Init, 0)];
            }
            "two-0-7" => {
                group.run = fixed(0);
                group.beside = vec![beside("b", Role::App, 7)];
            }
            "onfail-exit0" | "onfail-exit1" | "always-exit0" => {
                group.run = fixed(5);
                group.exit_code = u8::from(case.ends_with('1'));
                if case.starts_with("onfail") {
                    group.restart_policy = RestartPolicy::OnFailure;
                }
            }
            "runinf" => group.run = endless,
            _ => match case.strip_prefix("run") {
                Some(run_s) => group.run = fixed(number(case, run_s)?),
                None => return Err(format!("no case is called {case}")),
            },
        }
    }
    Ok(group)
}

fn number(case: &str, text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| format!("{case}: `{text}` is no whole number"))
}

/// Pods were added at random within 12 s, in batch `cost` within 20 s.
fn spread(scenario: &mut Scenario, kubelet: &Kubelet) {
    let within_ns = if kubelet.batch == "cost" { 20 } else { 12 } * SECOND;
    let mut random = SplitMix64::seed_from_u64(scenario.seed);
    for group in &mut scenario.workload {
        // Between half of the time and all of it, so that the phases within a second differ.
        let longest = within_ns / i64::from(group.pods);
        let share = i64::from(random.next_u32() >> 4);
        let stagger = longest / 2 + ((longest / 2 * share) >> 28);
        group.stagger = GoDuration::from_nanos(stagger);
    }
}

fn observe(kubelet: &Kubelet, timeline: &Timeline) -> Seed {
    let mut seed = Seed::default();
    let mut place = 0;
    let mut group = None;
    for container in timeline.containers() {
        let case_index = usize::from(container.group);
        let Some(case) = kubelet.cases.get(case_index) else {
            break;
        };
        if group.replace(container.group) != Some(container.group) {
            place = 0;
        }
        // Init containers and sidecars come first in a pod, then the others in the order of names.
        let names: &[&str] = match case.case.as_str() {
            "sidecar5" => &["side", "main"],
            "init0" => &["ini", "main"],
            "two-0-7" => &["a", "b"],
            _ => &["main"],
        };
        let name = names[place % names.len()];
        place += 1;
        let Some(at) = case.containers.iter().position(|known| known.container == name) else {
            continue;
        };
        let attempts: Vec<Attempt> = timeline.attempts(container.index).collect();
        let Some(first) = attempts.first() else {
            continue;
        };
        for window in &case.containers[at].restarts {
            let end_ns = first.running_ns + i64::from(window.window_s) * SECOND;
            let within = attempts[1..]
                .iter()
                .filter(|attempt| attempt.running_ns <= end_ns)
                .count();
            seed.restarts
                .entry((case_index, at, window.window_s))
                .or_default()
                .push(u32::try_from(within).unwrap_or(u32::MAX));
        }
        let probed = case.case == "live30";
        for n in 1..attempts.len() {
            let (rule, delay_ns) = rule(&attempts[..=n], probed);
            let late_ns = attempts[n].start_ns - attempts[n - 1].exit_ns - delay_ns;
            let held = matches!(rule, Rule::Step | Rule::KillBlocked | Rule::GcLate);
            seed.early += u32::from(held && late_ns < 0);
            seed.lateness
                .entry((case_index, at, rule, delay_ns / MS))
                .or_default()
                .push(seconds(late_ns));
        }
    }
    seed
}

/// The rule that the last of some attempts follows, and its delay from the exit.
fn rule(attempts: &[Attempt], probed: bool) -> (Rule, i64) {
    let (next, last) = (attempts[attempts.len() - 1], attempts[attempts.len() - 2]);
    match next.why {
        Why::FirstStart | Why::FreeRestart if attempts.len() > 2 && !probed => (Rule::Forgiven, 0),
        Why::FirstStart | Why::FreeRestart if probed => (Rule::KillPass, 0),
        Why::FirstStart | Why::FreeRestart => (Rule::New, 0),
        Why::BackedOff if probed => (Rule::KillBlocked, next.backoff_ns),
        Why::BackedOff | Why::PullFailed | Why::CreateFailed => (Rule::Step, next.backoff_ns),
        Why::Reset => (Rule::Expired, 0),
        // Whether the entry was gone before its delay was over.
        Why::Collected if last.start_ns + THRESHOLD_NS < last.exit_ns + next.backoff_ns => (Rule::Gc, 0),
        Why::Collected => (Rule::GcLate, next.backoff_ns),
        Why::Changed | Why::AllRestarted => (Rule::Forgiven, 0),
        Why::FirstKill => (Rule::KillFirst, 0),
        Why::Killed => (Rule::KillPass, 0),
    }
}

//! Changes to a scenario that concern more than one field. Whatever they are asked, the result
//! has one to four policies, one group or more and a baseline that exists.

use backoff::{Factor, GoDuration};
use sim::limits::{MAX_BESIDE, MAX_GROUPS, MAX_HORIZON, MAX_NAME, MAX_POLICIES, MAX_STEPS};
use sim::{Beside, Ending, Group, Policy, Reset, RestartPolicy, Role, RunTime, Scenario, Shape, presets};

use super::{ContainerAt, Typed, pods};
use crate::field::Field;
use crate::texts;

/// How the delay of a policy grows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    Exponential,
    Flat,
    Steps,
}

/// How the run time of a group is distributed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunKind {
    Fixed,
    Uniform,
    Exponential,
    LogNormal,
    Grows,
    List,
}

impl Growth {
    pub(crate) const ALL: [Self; 3] = [Self::Exponential, Self::Flat, Self::Steps];

    pub(crate) const fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Exponential { .. } => Self::Exponential,
            Shape::Flat(_) => Self::Flat,
            Shape::Steps(_) => Self::Steps,
        }
    }
}

impl RunKind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Fixed,
        Self::Uniform,
        Self::Exponential,
        Self::LogNormal,
        Self::Grows,
        Self::List,
    ];

    pub(crate) const fn of(run: &RunTime) -> Self {
        match run {
            RunTime::Fixed(_) => Self::Fixed,
            RunTime::Uniform { .. } => Self::Uniform,
            RunTime::Exponential { .. } => Self::Exponential,
            RunTime::LogNormal { .. } => Self::LogNormal,
            RunTime::Grows { .. } => Self::Grows,
            RunTime::List(_) => Self::List,
        }
    }
}

/// Adds the first preset whose delays are not compared yet.
pub(super) fn add_policy(scenario: &mut Scenario) {
    if scenario.policies.len() >= MAX_POLICIES {
        return;
    }
    let new = presets::all()
        .into_iter()
        .map(|preset| preset.policy)
        .find(|new| scenario.policies.iter().all(|old| old.shape != new.shape))
        .unwrap_or_else(|| {
            Policy::exponential(
                texts::NEW_POLICY,
                GoDuration::from_secs(1),
                GoDuration::from_secs(30),
            )
        });
    scenario.policies.push(new);
}

pub(super) fn copy_policy(scenario: &mut Scenario, typed: &mut Typed, at: usize) {
    if scenario.policies.len() >= MAX_POLICIES {
        return;
    }
    let Some(mut copy) = scenario.policies.get(at).cloned() else {
        return;
    };
    copy.name = texts::copy_of(&copy.name).chars().take(MAX_NAME).collect();
    scenario.policies.insert(at + 1, copy);
    if scenario.baseline as usize > at {
        scenario.baseline += 1;
    }
    move_policies(typed, |policy| Some(policy + usize::from(policy > at)));
}

pub(super) fn remove_policy(scenario: &mut Scenario, typed: &mut Typed, at: usize) {
    if scenario.policies.len() < 2 || at >= scenario.policies.len() {
        return;
    }
    scenario.policies.remove(at);
    let baseline = scenario.baseline as usize;
    if baseline == at {
        scenario.baseline = 0;
    } else if baseline > at {
        scenario.baseline -= 1;
    }
    move_policies(typed, |policy| without(at, policy));
}

pub(super) fn set_baseline(scenario: &mut Scenario, at: usize) {
    if at < scenario.policies.len() {
        scenario.baseline = u32::try_from(at).unwrap_or(0);
    }
}

pub(super) fn replace_policy(scenario: &mut Scenario, typed: &mut Typed, at: usize, policy: Policy) {
    if let Some(old) = scenario.policies.get_mut(at) {
        *old = policy;
        typed.move_to(|field| match field {
            Field::Policy(policy, _) if policy == at => None,
            other => Some(other),
        });
    }
}

/// Adds a policy, or replaces the last one where there is no room.
pub(super) fn adopt_policy(scenario: &mut Scenario, typed: &mut Typed, policy: Policy) {
    if scenario.policies.len() < MAX_POLICIES {
        scenario.policies.push(policy);
    } else {
        replace_policy(scenario, typed, scenario.policies.len() - 1, policy);
    }
}

/// Changes the shape and keeps as much of the delays as the new one can say.
pub(super) fn set_growth(scenario: &mut Scenario, at: usize, growth: Growth) {
    let Some(policy) = scenario.policies.get_mut(at) else {
        return;
    };
    if Growth::of(&policy.shape) == growth {
        return;
    }
    let engine = policy.engine();
    let first = GoDuration::from_nanos(engine.first_ns());
    policy.shape = match growth {
        Growth::Exponential => Shape::Exponential {
            initial: first,
            multiplier: Factor::TWO,
            max: GoDuration::from_nanos(engine.max_ns().max(first.nanos())),
        },
        Growth::Flat => Shape::Flat(first),
        Growth::Steps => {
            let mut delays = vec![first];
            let mut delay = first.nanos();
            while delays.len() < MAX_STEPS {
                let next = engine.after_ns(delay, u32::try_from(delays.len()).unwrap_or(u32::MAX));
                if next == delay {
                    break;
                }
                delay = next;
                delays.push(GoDuration::from_nanos(delay));
            }
            Shape::Steps(delays)
        }
    };
}

pub(super) fn set_reset(scenario: &mut Scenario, at: usize, twice_max: bool) {
    let Some(policy) = scenario.policies.get_mut(at) else {
        return;
    };
    match (policy.reset, twice_max) {
        (Reset::After(_), true) => policy.reset = Reset::TwiceMax,
        (Reset::TwiceMax, false) => policy.reset = Reset::default(),
        _ => {}
    }
}

/// Where the pods of one more group come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// The node has room for so many.
    Free(u32),
    /// The node is full, but this group has a pod to give.
    Pod(usize),
    /// The node is full, and every group has a single pod.
    None,
}

impl Room {
    pub(crate) fn on(scenario: &Scenario) -> Self {
        let free = scenario.node.max_pods.saturating_sub(pods(scenario));
        if free > 0 {
            return Self::Free(free);
        }
        let groups = scenario.workload.iter().enumerate();
        match groups.max_by_key(|(_, group)| group.pods) {
            Some((at, group)) if group.pods > 1 => Self::Pod(at),
            _ => Self::None,
        }
    }
}

/// Adds a group if there is room for it.
pub(super) fn add_group(scenario: &mut Scenario) {
    if scenario.workload.len() >= MAX_GROUPS {
        return;
    }
    let pods = match Room::on(scenario) {
        Room::Free(pods) => pods.min(10),
        Room::Pod(from) => {
            scenario.workload[from].pods -= 1;
            1
        }
        Room::None => return,
    };
    scenario.workload.push(Group {
        name: texts::group_name(scenario.workload.len() + 1),
        pods,
        run: RunTime::Fixed(GoDuration::from_secs(10)),
        ..Group::default()
    });
}

pub(super) fn remove_group(scenario: &mut Scenario, typed: &mut Typed, at: usize) {
    if scenario.workload.len() < 2 || at >= scenario.workload.len() {
        return;
    }
    scenario.workload.remove(at);
    typed.move_to(|field| match field {
        Field::Group(group, rest) => Some(Field::Group(without(at, group)?, rest)),
        Field::Beside(group, beside, rest) => Some(Field::Beside(without(at, group)?, beside, rest)),
        other => Some(other),
    });
}

/// Changes the distribution and keeps the run time as its middle.
pub(super) fn set_run(scenario: &mut Scenario, at: ContainerAt, kind: RunKind) {
    let Some((run, _)) = container(scenario, at) else {
        return;
    };
    if RunKind::of(run) == kind {
        return;
    }
    let middle = match &*run {
        RunTime::Fixed(time)
        | RunTime::Exponential { mean: time }
        | RunTime::LogNormal { median: time, .. }
        | RunTime::Grows { first: time, .. } => *time,
        RunTime::Uniform { min, max } => GoDuration::from_nanos(min.nanos() / 2 + max.nanos() / 2),
        RunTime::List(times) => times.first().copied().unwrap_or(GoDuration::ZERO),
    };
    // A distribution around nothing would be nothing, so it starts at a visible length.
    // Twice as much still has to be allowed.
    let most = GoDuration::from_nanos(MAX_HORIZON.nanos() / 2);
    let spread = if middle == GoDuration::ZERO {
        GoDuration::from_secs(10)
    } else {
        middle.min(most)
    };
    *run = match kind {
        RunKind::Fixed => RunTime::Fixed(middle),
        RunKind::Uniform => RunTime::Uniform {
            min: GoDuration::from_nanos(spread.nanos() / 2),
            max: GoDuration::from_nanos(spread.nanos() / 2 * 3),
        },
        RunKind::Exponential => RunTime::Exponential { mean: spread },
        RunKind::LogNormal => RunTime::LogNormal {
            median: spread,
            sigma: Factor::ONE,
        },
        RunKind::Grows => RunTime::Grows {
            first: spread,
            factor: Factor::TWO,
            max: MAX_HORIZON,
        },
        RunKind::List => RunTime::List(vec![middle, spread]),
    };
}

/// The run time of a container and what ends it.
fn container(scenario: &mut Scenario, at: ContainerAt) -> Option<(&mut RunTime, &mut Ending)> {
    let group = scenario.workload.get_mut(at.group)?;
    Some(match at.beside {
        None => (&mut group.run, &mut group.ends),
        Some(beside) => {
            let beside = group.beside.get_mut(beside)?;
            (&mut beside.run, &mut beside.ends)
        }
    })
}

pub(super) fn set_ending(scenario: &mut Scenario, at: ContainerAt, ending: Ending) {
    if let Some((_, ends)) = container(scenario, at) {
        *ends = ending;
    }
}

/// Adds a sidecar that keeps running, the most harmless neighbour.
pub(super) fn add_beside(scenario: &mut Scenario, group: usize) {
    if let Some(group) = scenario
        .workload
        .get_mut(group)
        .filter(|group| group.beside.len() < MAX_BESIDE)
    {
        group.beside.push(Beside {
            name: texts::beside_name(group.beside.len() + 1),
            role: Role::Sidecar,
            run: RunTime::Fixed(MAX_HORIZON),
            exit_code: 0,
            ends: Ending::Exit,
        });
    }
}

pub(super) fn remove_beside(scenario: &mut Scenario, typed: &mut Typed, group: usize, at: usize) {
    let beside = scenario.workload.get_mut(group).map(|group| &mut group.beside);
    let Some(beside) = beside.filter(|beside| at < beside.len()) else {
        return;
    };
    beside.remove(at);
    typed.move_to(|field| match field {
        Field::Beside(of, beside, rest) if of == group => Some(Field::Beside(of, without(at, beside)?, rest)),
        other => Some(other),
    });
}

pub(super) fn set_role(scenario: &mut Scenario, group: usize, at: usize, role: Role) {
    let group = scenario.workload.get_mut(group);
    if let Some(beside) = group.and_then(|group| group.beside.get_mut(at)) {
        beside.role = role;
    }
}

pub(super) fn set_restart_policy(scenario: &mut Scenario, at: usize, policy: RestartPolicy) {
    if let Some(group) = scenario.workload.get_mut(at) {
        group.restart_policy = policy;
    }
}

pub(super) fn set_kubelet_restarts(scenario: &mut Scenario, restarts: bool) {
    if scenario.node.kubelet_restarts_at.is_some() != restarts {
        let half = GoDuration::from_nanos(scenario.horizon.nanos() / 2);
        scenario.node.kubelet_restarts_at = restarts.then_some(half);
    }
}

pub(super) fn set_recovers(scenario: &mut Scenario, at: usize, recovers: bool) {
    let half = GoDuration::from_nanos(scenario.horizon.nanos() / 2);
    let Some(group) = scenario.workload.get_mut(at) else {
        return;
    };
    if group.recovers_at.is_some() == recovers {
        return;
    }
    let after_down = group.down_from.map_or(half, |down| {
        GoDuration::from_nanos(half.nanos().saturating_add(down.nanos())).min(MAX_HORIZON)
    });
    group.recovers_at = recovers.then_some(after_down);
}

pub(super) fn set_goes_down(scenario: &mut Scenario, at: usize, goes_down: bool) {
    let quarter = GoDuration::from_nanos(scenario.horizon.nanos() / 4);
    let Some(group) = scenario.workload.get_mut(at) else {
        return;
    };
    if group.down_from.is_some() == goes_down {
        return;
    }
    let before_back = group.recovers_at.map_or(quarter, |back| {
        quarter.min(GoDuration::from_nanos(back.nanos() / 2))
    });
    group.down_from = goes_down.then_some(before_back);
}

/// The position of an element after the one at `removed` is gone, `None` for that one.
const fn without(removed: usize, at: usize) -> Option<usize> {
    if at == removed {
        None
    } else {
        Some(at - (at > removed) as usize)
    }
}

/// Typed texts follow their policies to new positions and go with removed ones.
fn move_policies(typed: &mut Typed, to: impl Fn(usize) -> Option<usize>) {
    typed.move_to(|field| match field {
        Field::Policy(policy, rest) => Some(Field::Policy(to(policy)?, rest)),
        other => Some(other),
    });
}

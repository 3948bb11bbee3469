//! Reading a permalink. Nothing here fails: what cannot be used becomes a notice.

use core::fmt::Display;
use core::str::FromStr;

use super::encode::{ending, model, restart_policy, role};
use super::{MAX_LENGTH, MAX_NOTICES, Notice, default_policy, names, unnamed};
use crate::limits;
use crate::scenario::{
    Beside, Ending, Group, Model, Policy, Reset, RestartPolicy, Role, RunTime, Scenario, Shape,
};
use backoff::{Factor, GoDuration};

/// Every key, for hints.
const KEYS: [&str; 37] = [
    "p",
    "init",
    "x",
    "max",
    "flat",
    "steps",
    "reset",
    "jitter",
    "g",
    "pods",
    "run",
    "exit",
    "recovers",
    "stagger",
    "restart",
    "latency",
    "ends",
    "c",
    "role",
    "maxpods",
    "create",
    "req",
    "qps",
    "eventqps",
    "restartat",
    "relistperiod",
    "relist",
    "relistpod",
    "relistchange",
    "sync",
    "noise",
    "kill",
    "horizon",
    "base",
    "seed",
    "model",
    "k8s",
];

/// Reads a fragment, with or without the `#`. What is malformed has its default value in the
/// scenario and is named in a notice. The scenario that comes out can always be simulated, but
/// for the total number of attempts and a model that this version does not have.
#[must_use]
pub fn decode(fragment: &str) -> (Scenario, Vec<Notice>) {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.is_empty() {
        return (Scenario::default(), Vec::new());
    }
    if fragment.len() > MAX_LENGTH {
        let message = format!(
            "the link has {} bytes, at most {MAX_LENGTH} are read; the default is shown instead",
            fragment.len()
        );
        return (Scenario::default(), vec![notice(fragment, message)]);
    }
    let (version, rest) = fragment.split_once(';').unwrap_or((fragment, ""));
    if version != "v1" {
        let message = if version.contains('=') {
            "the link does not begin with its version, v1; the default is shown instead"
        } else {
            "this version of the link is unknown, known is v1; the default is shown instead"
        };
        return (Scenario::default(), vec![notice(version, message.to_owned())]);
    }
    let mut malformed = Vec::new();
    let pieces: Vec<_> = rest
        .split(';')
        .filter(|piece| !piece.is_empty())
        .filter_map(|piece| {
            let pair = piece.split_once('=');
            if pair.is_none() {
                malformed.push(notice(
                    piece,
                    "ignored: it has no = between key and value".to_owned(),
                ));
            }
            pair
        })
        .collect();
    let (scenario, mut notices) = decode_pieces(pieces.into_iter());
    malformed.append(&mut notices);
    shorten(&mut malformed);
    (scenario, malformed)
}

/// Reads keys with their values.
pub(super) fn decode_pieces<'a>(pieces: impl Iterator<Item = (&'a str, &'a str)>) -> (Scenario, Vec<Notice>) {
    let mut reader = Reader {
        scenario: Scenario::default(),
        policies: Vec::new(),
        groups: Vec::new(),
        baseline: None,
        seen: Vec::new(),
        surplus_policy: false,
        surplus_group: false,
        notices: Vec::new(),
    };
    for (key, value) in pieces {
        if let Err(message) = reader.piece(key, value) {
            reader.notices.push(notice(&format!("{key}={value}"), message));
        }
    }
    reader.finish()
}

fn notice(found: &str, message: String) -> Notice {
    let mut short: String = found.chars().take(60).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    Notice {
        found: short,
        message,
    }
}

fn shorten(notices: &mut Vec<Notice>) {
    let more = notices.len().saturating_sub(MAX_NOTICES);
    if more > 0 {
        notices.truncate(MAX_NOTICES);
        notices.push(notice("…", format!("{more} more pieces were ignored")));
    }
}

/// Keys that belong to a group or to a container of it.
const GROUP_KEYS: [&str; 9] = [
    "pods", "run", "exit", "recovers", "stagger", "restart", "latency", "ends", "role",
];

/// A policy as far as it has been read.
struct PolicyDraft {
    name: Option<String>,
    policy: Policy,
}

struct Reader {
    scenario: Scenario,
    policies: Vec<PolicyDraft>,
    groups: Vec<Group>,
    baseline: Option<(String, u32)>,
    /// Keys met so far, policy and group keys since the last `p` or `g`.
    seen: Vec<&'static str>,
    /// The policy or group that was begun last is one too many; its keys go with it.
    surplus_policy: bool,
    surplus_group: bool,
    notices: Vec<Notice>,
}

type Read = Result<(), String>;

impl Reader {
    fn piece(&mut self, key: &str, value: &str) -> Read {
        let Some(key) = KEYS.into_iter().find(|known| *known == key) else {
            let hint = document::nearest(key, KEYS)
                .map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Err(format!("ignored: there is no such key{hint}"));
        };
        match key {
            "p" => return self.begin_policy(value),
            "g" => return self.begin_group(value),
            "c" => return self.begin_beside(value),
            _ if self.seen.contains(&key) => return Err("ignored: the key stands here twice".to_owned()),
            _ => self.seen.push(key),
        }
        match key {
            "init" | "x" | "max" | "flat" | "steps" | "reset" | "jitter" if self.surplus_policy => Ok(()),
            "init" | "x" | "max" | "flat" | "steps" | "reset" | "jitter" => self.policy_key(key, value),
            "pods" | "run" | "exit" | "recovers" | "stagger" | "restart" | "latency" | "ends" | "role" => {
                if self.surplus_group {
                    Ok(())
                } else {
                    self.group_key(key, value)
                }
            }
            _ => self.scenario_key(key, value),
        }
    }

    fn begin_policy(&mut self, value: &str) -> Read {
        const KEYS: [&str; 7] = ["init", "x", "max", "flat", "steps", "reset", "jitter"];
        self.seen.retain(|key| !KEYS.contains(key));
        if self.policies.len() == limits::MAX_POLICIES {
            self.surplus_policy = true;
            return Err(format!(
                "ignored: at most {} policies are compared",
                limits::MAX_POLICIES
            ));
        }
        let mut draft = PolicyDraft {
            name: None,
            policy: default_policy(),
        };
        let named = name(value);
        if !value.is_empty() {
            draft.name = named.as_ref().ok().cloned();
        }
        self.policies.push(draft);
        if value.is_empty() { Ok(()) } else { named.map(drop) }
    }

    fn begin_group(&mut self, value: &str) -> Read {
        self.seen.retain(|key| !GROUP_KEYS.contains(key));
        if self.groups.len() == limits::MAX_GROUPS {
            self.surplus_group = true;
            return Err(format!(
                "ignored: at most {} groups are simulated",
                limits::MAX_GROUPS
            ));
        }
        let mut group = Group::default();
        let named = name(value);
        if let Ok(name) = &named {
            group.name.clone_from(name);
        }
        self.groups.push(group);
        named.map(drop)
    }

    /// A further container of the group's pods; the keys that follow are its own.
    fn begin_beside(&mut self, value: &str) -> Read {
        self.seen.retain(|key| !GROUP_KEYS.contains(key));
        let mut group = self.groups.last().cloned().unwrap_or_default();
        group.beside.push(Beside {
            name: name(value)?,
            role: Role::App,
            run: RunTime::default(),
            exit_code: group_default_exit_code(),
            ends: Ending::Exit,
        });
        self.change_group(group)
    }

    fn policy_key(&mut self, key: &str, value: &str) -> Read {
        let mut policy = self
            .policies
            .last()
            .map_or_else(default_policy, |draft| draft.policy.clone());
        match (key, &mut policy.shape) {
            ("reset", _) if value == "2max" => policy.reset = Reset::TwiceMax,
            ("reset", _) => policy.reset = Reset::After(duration(value)?),
            ("jitter", _) => policy.jitter = parse::<Factor>(value)?,
            ("init", Shape::Exponential { initial, .. }) => *initial = duration(value)?,
            ("x", Shape::Exponential { multiplier, .. }) => *multiplier = parse::<Factor>(value)?,
            ("max", Shape::Exponential { max, .. }) => *max = duration(value)?,
            ("flat", Shape::Exponential { .. }) if !self.any_seen(&["init", "x", "max"]) => {
                policy.shape = Shape::Flat(duration(value)?);
            }
            ("steps", Shape::Exponential { .. }) if !self.any_seen(&["init", "x", "max"]) => {
                policy.shape = Shape::Steps(durations(value)?);
            }
            _ => {
                return Err("ignored: a policy has either init, x and max, or flat, or steps".to_owned());
            }
        }
        let trial = Scenario {
            policies: vec![policy.clone()],
            ..Scenario::default()
        };
        allowed(&trial)?;
        match self.policies.last_mut() {
            Some(draft) => draft.policy = policy,
            None => self.policies.push(PolicyDraft { name: None, policy }),
        }
        Ok(())
    }

    fn any_seen(&self, keys: &[&str]) -> bool {
        self.seen.iter().any(|seen| keys.contains(seen))
    }

    fn group_key(&mut self, key: &str, value: &str) -> Read {
        let mut group = self.groups.last().cloned().unwrap_or_default();
        let known = [
            RestartPolicy::Always,
            RestartPolicy::OnFailure,
            RestartPolicy::Never,
        ];
        match (key, group.beside.last_mut()) {
            ("run", Some(beside)) => beside.run = run_time(value)?,
            ("exit", Some(beside)) => beside.exit_code = whole(value)?,
            ("ends", Some(beside)) => beside.ends = word(value, [Ending::Exit, Ending::Probe], ending)?,
            ("role", Some(beside)) => {
                beside.role = word(value, [Role::App, Role::Init, Role::Sidecar], role)?;
            }
            (_, Some(_)) => {
                return Err("ignored: it belongs to the group and stands before its c=".to_owned());
            }
            ("role", None) => return Err("ignored: only a container after c= has a role".to_owned()),
            ("pods", None) => group.pods = whole(value)?,
            ("run", None) => group.run = run_time(value)?,
            ("exit", None) => group.exit_code = whole(value)?,
            ("ends", None) => group.ends = word(value, [Ending::Exit, Ending::Probe], ending)?,
            ("recovers", None) => group.recovers_at = Some(duration(value)?),
            ("stagger", None) => group.stagger = duration(value)?,
            ("latency", None) => group.create_latency = Some(duration(value)?),
            (_, None) => group.restart_policy = word(value, known, restart_policy)?,
        }
        self.change_group(group)
    }

    /// Puts a group in the place of the last one, if all groups together stay within the limits.
    fn change_group(&mut self, group: Group) -> Read {
        let mut groups = self.groups.clone();
        groups.pop();
        groups.push(group);
        let mut trial = Scenario {
            model: Model::KubeletRelease,
            workload: groups,
            ..Scenario::default()
        };
        trial.node.max_pods = limits::MAX_PODS;
        allowed(&trial)?;
        self.groups = trial.workload;
        Ok(())
    }

    fn scenario_key(&mut self, key: &str, value: &str) -> Read {
        let mut trial = self.scenario.clone();
        match key {
            "maxpods" => trial.node.max_pods = whole(value)?,
            "create" => trial.node.create_latency = duration(value)?,
            "req" => trial.node.requests_per_restart = whole(value)?,
            "eventqps" => trial.node.event_qps = whole(value)?,
            "qps" => trial.node.client_qps = whole(value)?,
            "restartat" => trial.node.kubelet_restarts_at = Some(duration(value)?),
            "relistperiod" => trial.node.loops.relist_period = Some(duration(value)?),
            "relist" => trial.node.loops.relist = Some(duration(value)?),
            "relistpod" => trial.node.loops.relist_per_pod = Some(duration(value)?),
            "relistchange" => trial.node.loops.relist_per_change = Some(duration(value)?),
            "sync" => trial.node.loops.sync = Some(duration(value)?),
            "noise" => trial.node.loops.start_noise = Some(duration(value)?),
            "kill" => trial.node.loops.kill = Some(duration(value)?),
            "horizon" => trial.horizon = duration(value)?,
            "seed" => trial.seed = whole(value)?,
            "k8s" => trial.release = parse(value)?,
            "model" => {
                let known = [Model::Documented, Model::BackoffObject, Model::KubeletRelease];
                trial.model = word(value, known, model)?;
            }
            _ => self.baseline = Some((value.to_owned(), whole(value)?)),
        }
        let mut alone = trial.clone();
        // Keys come in any order: what only that model knows is judged at the end.
        alone.model = Model::KubeletRelease;
        for group in &mut alone.workload {
            group.pods = 1;
        }
        allowed(&alone)?;
        self.scenario = trial;
        Ok(())
    }

    fn finish(self) -> (Scenario, Vec<Notice>) {
        let Self {
            mut scenario,
            policies,
            groups,
            baseline,
            mut notices,
            ..
        } = self;
        if !policies.is_empty() {
            scenario.policies = policies
                .into_iter()
                .map(|draft| Policy {
                    name: draft.name.unwrap_or_else(|| unnamed(&draft.policy.shape)),
                    ..draft.policy
                })
                .collect();
        }
        if !groups.is_empty() {
            scenario.workload = groups;
        }
        fit_pods(&mut scenario, &mut notices);
        fit_model(&mut scenario, &mut notices);
        if let Some((found, number)) = baseline {
            let count = u32::try_from(scenario.policies.len()).unwrap_or_default();
            if (1..=count).contains(&number) {
                scenario.baseline = number - 1;
            } else {
                let message = format!("ignored: allowed are 1 to {count}, the number of a policy");
                notices.push(notice(&format!("base={found}"), message));
            }
        }
        shorten(&mut notices);
        (scenario, notices)
    }
}

/// Makes pods and node agree: groups without `pods` have the default each, which together may
/// be more than are allowed, and a link with many pods need not name `maxpods`.
fn fit_pods(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    if pods > limits::MAX_PODS {
        notices.push(notice(
            &format!("{pods} pods"),
            format!(
                "all groups together have more than {} pods; the last ones are left out",
                limits::MAX_PODS
            ),
        ));
        let mut left = limits::MAX_PODS;
        scenario.workload.retain_mut(|group| {
            group.pods = group.pods.min(left);
            left -= group.pods;
            group.pods > 0
        });
    }
    let pods: u32 = scenario.workload.iter().map(|group| group.pods).sum();
    if pods > scenario.node.max_pods {
        notices.push(notice(
            &format!("maxpods={}", scenario.node.max_pods),
            format!("the link has {pods} pods, so maxpods is {pods} here"),
        ));
        scenario.node.max_pods = pods;
    }
}

/// What only the model *Kubelet release* knows chooses that model.
fn fit_model(scenario: &mut Scenario, notices: &mut Vec<Notice>) {
    let needs_release = scenario.node.kubelet_restarts_at.is_some()
        || scenario
            .workload
            .iter()
            .any(|group| group.ends == Ending::Probe || !group.beside.is_empty());
    if needs_release && scenario.model != Model::KubeletRelease {
        notices.push(notice(
            &format!("model={}", model(scenario.model)),
            "only the model kubelet knows c, ends=probe and restartat, so it is chosen here".to_owned(),
        ));
        scenario.model = Model::KubeletRelease;
    }
}

fn group_default_exit_code() -> u8 {
    Group::default().exit_code
}

fn allowed(trial: &Scenario) -> Read {
    match limits::check(trial).into_iter().next() {
        None => Ok(()),
        Some(invalid) => Err(format!("ignored: {}", invalid.message)),
    }
}

fn parse<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| format!("ignored: {error}"))
}

fn whole<T: FromStr>(value: &str) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| "ignored: expected a whole number that is not negative and not too large".to_owned())
}

fn duration(value: &str) -> Result<GoDuration, String> {
    parse(value)
}

fn durations(value: &str) -> Result<Vec<GoDuration>, String> {
    value.split(',').map(duration).collect()
}

fn run_time(value: &str) -> Result<RunTime, String> {
    Ok(match value.split_once(':') {
        None => RunTime::Fixed(duration(value)?),
        Some(("uniform", bounds)) => match durations(bounds)?[..] {
            [min, max] => RunTime::Uniform { min, max },
            _ => return Err("ignored: uniform takes two durations, as in uniform:1s,5s".to_owned()),
        },
        Some(("exp", mean)) => RunTime::Exponential {
            mean: duration(mean)?,
        },
        Some(("list", times)) => RunTime::List(durations(times)?),
        Some(_) => {
            return Err("ignored: a run time is 10s, uniform:1s,5s, exp:10s or list:1s,2s,4s".to_owned());
        }
    })
}

fn word<T: Copy, const N: usize>(
    value: &str,
    known: [T; N],
    text: fn(T) -> &'static str,
) -> Result<T, String> {
    known
        .into_iter()
        .find(|known| text(*known) == value)
        .ok_or_else(|| {
            let words: Vec<_> = known.into_iter().map(text).collect();
            format!("ignored: allowed are {}", words.join(", "))
        })
}

fn name(value: &str) -> Result<String, String> {
    let name = names::unescape(value).ok_or("unnamed: the name is not percent-encoded UTF-8")?;
    let trial = Scenario {
        policies: vec![Policy {
            name: name.clone(),
            ..default_policy()
        }],
        ..Scenario::default()
    };
    allowed(&trial)
        .map(|()| name)
        .map_err(|message| message.replacen("ignored", "unnamed", 1))
}

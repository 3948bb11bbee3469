//! Reading a permalink. Nothing here fails: what cannot be used becomes a notice.

mod group;

use super::encode::{PARALLEL, model};
use super::fit::{fit_containers, fit_model, fit_pods, fit_rules};
use super::values::{allowed, duration, durations, name, parse, whole, word};
use super::{MAX_LENGTH, MAX_NOTICES, Notice, default_policy, unnamed};
use crate::limits;
use crate::{Group, Model, Policy, Reset, Scenario, Shape};
use backoff::Factor;

/// Keys that begin a policy, a group, and a container beside a group's own.
const BEGINNINGS: [&str; 3] = ["p", "g", "c"];

/// Keys that belong to a policy.
const POLICY_KEYS: [&str; 8] = ["init", "x", "max", "flat", "steps", "reset", "jitter", "on"];

/// Keys that belong to a group or to a container of it.
const GROUP_KEYS: [&str; 17] = [
    "pods",
    "run",
    "exit",
    "down",
    "recovers",
    "stagger",
    "restart",
    "latency",
    "ends",
    "pull",
    "pullpolicy",
    "pullfails",
    "createfails",
    "rules",
    "backofflimit",
    "changes",
    "role",
];

/// Keys that belong to the scenario as a whole.
const SCENARIO_KEYS: [&str; 20] = [
    "maxpods",
    "create",
    "req",
    "qps",
    "eventqps",
    "pulls",
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
    "seeds",
    "model",
    "k8s",
];

/// Every key.
pub fn keys() -> impl Iterator<Item = &'static str> {
    [
        &BEGINNINGS[..],
        &POLICY_KEYS[..],
        &GROUP_KEYS[..],
        &SCENARIO_KEYS[..],
    ]
    .into_iter()
    .flatten()
    .copied()
}

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
        surplus_beside: false,
        notices: Vec::new(),
    };
    for (key, value) in pieces {
        if let Err(message) = reader.piece(key, value) {
            reader.notices.push(notice(&format!("{key}={value}"), message));
        }
    }
    reader.finish()
}

pub(super) fn notice(found: &str, message: String) -> Notice {
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
    surplus_beside: bool,
    notices: Vec<Notice>,
}

pub(super) type Read = Result<(), String>;

impl Reader {
    fn piece(&mut self, key: &str, value: &str) -> Read {
        let Some(key) = keys().find(|known| *known == key) else {
            let hint = document::nearest(key, keys())
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
            _ if POLICY_KEYS.contains(&key) && self.surplus_policy => Ok(()),
            _ if POLICY_KEYS.contains(&key) => self.policy_key(key, value),
            _ if GROUP_KEYS.contains(&key) => {
                if self.surplus_group || self.surplus_beside {
                    Ok(())
                } else {
                    self.group_key(key, value)
                }
            }
            _ => self.scenario_key(key, value),
        }
    }

    fn begin_policy(&mut self, value: &str) -> Read {
        self.seen.retain(|key| !POLICY_KEYS.contains(key));
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

    fn policy_key(&mut self, key: &str, value: &str) -> Read {
        let mut policy = self
            .policies
            .last()
            .map_or_else(default_policy, |draft| draft.policy.clone());
        match (key, &mut policy.shape) {
            ("reset", _) if value == "2max" => policy.reset = Reset::TwiceMax,
            ("reset", _) => policy.reset = Reset::After(duration(value)?),
            ("jitter", _) => policy.jitter = parse::<Factor>(value)?,
            ("on", _) => policy.release = Some(parse(value)?),
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

    fn scenario_key(&mut self, key: &str, value: &str) -> Read {
        let mut trial = self.scenario.clone();
        match key {
            "maxpods" => trial.node.max_pods = whole(value)?,
            "create" => trial.node.create_latency = duration(value)?,
            "req" => trial.node.requests_per_restart = whole(value)?,
            "eventqps" => trial.node.event_qps = whole(value)?,
            "qps" => trial.node.client_qps = whole(value)?,
            "pulls" => {
                trial.node.serialize_image_pulls = value == "serial";
                trial.node.max_parallel_image_pulls = match value {
                    "serial" | PARALLEL => None,
                    _ => Some(whole(value).map_err(|_| {
                        "ignored: allowed are serial, parallel and the most pulls at a time".to_owned()
                    })?),
                };
            }
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
            "seeds" => trial.seeds = whole(value)?,
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
        fit_containers(&mut scenario, &mut notices);
        fit_rules(&mut scenario, &mut notices);
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
        (scenario, notices)
    }
}

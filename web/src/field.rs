//! The fields of a scenario that are typed or slid: reading, writing and explaining their texts.

use backoff::{Factor, GoDuration};
use sim::{Group, Node, Policy, Reset, RunTime, Scenario, Shape};

use crate::scale::{self, Scale};
use crate::value::Value;

/// A field with a text of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A field of a policy, by its position.
    Policy(usize, PolicyField),
    /// A field of a workload group, by its position.
    Group(usize, GroupField),
    /// A field of the node.
    Node(NodeField),
    /// How long to simulate.
    Horizon,
    /// Seed of the random numbers.
    Seed,
}

/// A typed field of a policy.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PolicyField {
    Name,
    Initial,
    Multiplier,
    Max,
    Delay,
    Steps,
    ResetAfter,
    Jitter,
}

/// A typed field of a workload group.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupField {
    Name,
    Pods,
    Fixed,
    Min,
    Max,
    Mean,
    List,
    ExitCode,
    RecoversAt,
    Stagger,
}

/// A typed field of the node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NodeField {
    MaxPods,
    CreateLatency,
    RequestsPerRestart,
    ClientQps,
}

impl Field {
    /// The field's value, `None` where the scenario has no such field at the moment, for example
    /// the multiplier of a flat policy.
    pub(crate) fn value(self, scenario: &Scenario) -> Option<Value> {
        match self {
            Self::Policy(at, field) => field.value(scenario.policies.get(at)?),
            Self::Group(at, field) => field.value(scenario.workload.get(at)?),
            Self::Node(field) => Some(field.value(&scenario.node)),
            Self::Horizon => Some(Value::Duration(scenario.horizon)),
            Self::Seed => Some(Value::Number(scenario.seed)),
        }
    }

    /// Reads a text for this field.
    ///
    /// # Errors
    /// What is wrong with the text and what to write, in words.
    pub(crate) fn parse(self, scenario: &Scenario, text: &str) -> Result<Value, String> {
        match self.value(scenario) {
            Some(value) => value.parse_like(text, self.largest()),
            None => Err(crate::texts::NO_SUCH_FIELD.to_owned()),
        }
    }

    /// Puts a value into the scenario. A value of another kind, or one for a field that the
    /// scenario does not have, changes nothing.
    pub(crate) fn set(self, scenario: &mut Scenario, value: Value) {
        match self {
            Self::Policy(at, field) => {
                if let Some(policy) = scenario.policies.get_mut(at) {
                    field.set(policy, value);
                }
            }
            Self::Group(at, field) => {
                if let Some(group) = scenario.workload.get_mut(at) {
                    field.set(group, value);
                }
            }
            Self::Node(field) => field.set(&mut scenario.node, &value),
            Self::Horizon => put_duration(&mut scenario.horizon, &value),
            Self::Seed => {
                if let Value::Number(seed) = value {
                    scenario.seed = seed;
                }
            }
        }
    }

    /// The stops of the field's slider, where it has one.
    pub(crate) const fn scale(self) -> Option<Scale> {
        match self {
            Self::Policy(
                _,
                PolicyField::Initial | PolicyField::Max | PolicyField::Delay | PolicyField::ResetAfter,
            ) => Some(scale::DELAY),
            Self::Policy(_, PolicyField::Multiplier) => Some(scale::MULTIPLIER),
            Self::Group(_, GroupField::Pods) | Self::Node(NodeField::MaxPods) => Some(scale::PODS),
            Self::Group(_, GroupField::Fixed | GroupField::Min | GroupField::Max | GroupField::Mean) => {
                Some(scale::RUN)
            }
            Self::Group(_, GroupField::Stagger) | Self::Node(NodeField::CreateLatency) => {
                Some(scale::LATENCY)
            }
            Self::Group(_, GroupField::RecoversAt) => Some(scale::INSTANT),
            Self::Node(NodeField::RequestsPerRestart) => Some(scale::REQUESTS),
            Self::Node(NodeField::ClientQps) => Some(scale::QPS),
            Self::Horizon => Some(scale::HORIZON),
            _ => None,
        }
    }

    /// The path by which [`sim::Invalid`] names this field.
    pub(crate) fn path(self) -> String {
        match self {
            Self::Policy(at, field) => format!("policies[{at}].{}", field.path()),
            Self::Group(at, field) => format!("workload[{at}].{}", field.path()),
            Self::Node(NodeField::MaxPods) => "node.maxPods".to_owned(),
            Self::Node(NodeField::CreateLatency) => "node.createLatency".to_owned(),
            Self::Node(NodeField::RequestsPerRestart) => "node.requestsPerRestart".to_owned(),
            Self::Node(NodeField::ClientQps) => "node.clientQps".to_owned(),
            Self::Horizon => "horizon".to_owned(),
            Self::Seed => "seed".to_owned(),
        }
    }

    /// Whether a refusal of `path` is about this field: the field itself, an element of its list,
    /// or the pair that it closes.
    pub(crate) fn is_meant_by(self, path: &str) -> bool {
        let own = self.path();
        path.strip_prefix(own.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
            || matches!(self, Self::Group(_, GroupField::Max)) && own.strip_suffix(".max") == Some(path)
    }

    /// An identifier for the document, unique among all fields.
    pub(crate) fn id(self) -> String {
        self.path().replace(['[', ']', '.'], "-")
    }

    /// The largest number that the field's type holds; limits below it are the scenario's.
    const fn largest(self) -> u64 {
        match self {
            Self::Group(_, GroupField::ExitCode) => u8::MAX as u64,
            Self::Seed => u64::MAX,
            _ => u32::MAX as u64,
        }
    }
}

impl PolicyField {
    fn value(self, policy: &Policy) -> Option<Value> {
        Some(match (self, &policy.shape) {
            (Self::Name, _) => Value::Text(policy.name.clone()),
            (Self::Jitter, _) => Value::Factor(policy.jitter),
            (Self::ResetAfter, _) => match policy.reset {
                Reset::After(threshold) => Value::Duration(threshold),
                Reset::TwiceMax => return None,
            },
            (Self::Initial, Shape::Exponential { initial, .. }) => Value::Duration(*initial),
            (Self::Multiplier, Shape::Exponential { multiplier, .. }) => Value::Factor(*multiplier),
            (Self::Max, Shape::Exponential { max, .. }) => Value::Duration(*max),
            (Self::Delay, Shape::Flat(delay)) => Value::Duration(*delay),
            (Self::Steps, Shape::Steps(delays)) => Value::Durations(delays.clone()),
            _ => return None,
        })
    }

    fn set(self, policy: &mut Policy, value: Value) {
        match (self, &mut policy.shape) {
            (Self::Name, _) => put_text(&mut policy.name, value),
            (Self::Jitter, _) => put_factor(&mut policy.jitter, &value),
            (Self::ResetAfter, _) => {
                if let Reset::After(threshold) = &mut policy.reset {
                    put_duration(threshold, &value);
                }
            }
            (Self::Initial, Shape::Exponential { initial, .. }) => put_duration(initial, &value),
            (Self::Multiplier, Shape::Exponential { multiplier, .. }) => put_factor(multiplier, &value),
            (Self::Max, Shape::Exponential { max, .. }) => put_duration(max, &value),
            (Self::Delay, Shape::Flat(delay)) => put_duration(delay, &value),
            (Self::Steps, Shape::Steps(delays)) => put_durations(delays, value),
            _ => {}
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Initial => "shape.exponential.initial",
            Self::Multiplier => "shape.exponential.multiplier",
            Self::Max => "shape.exponential.max",
            Self::Delay => "shape.flat",
            Self::Steps => "shape.steps",
            Self::ResetAfter => "reset.after",
            Self::Jitter => "jitter",
        }
    }
}

impl GroupField {
    fn value(self, group: &Group) -> Option<Value> {
        Some(match (self, &group.run) {
            (Self::Name, _) => Value::Text(group.name.clone()),
            (Self::Pods, _) => Value::Number(group.pods.into()),
            (Self::ExitCode, _) => Value::Number(group.exit_code.into()),
            (Self::RecoversAt, _) => Value::Duration(group.recovers_at?),
            (Self::Stagger, _) => Value::Duration(group.stagger),
            (Self::Fixed, RunTime::Fixed(time)) => Value::Duration(*time),
            (Self::Min, RunTime::Uniform { min, .. }) => Value::Duration(*min),
            (Self::Max, RunTime::Uniform { max, .. }) => Value::Duration(*max),
            (Self::Mean, RunTime::Exponential { mean }) => Value::Duration(*mean),
            (Self::List, RunTime::List(times)) => Value::Durations(times.clone()),
            _ => return None,
        })
    }

    fn set(self, group: &mut Group, value: Value) {
        match (self, &mut group.run) {
            (Self::Name, _) => put_text(&mut group.name, value),
            (Self::Pods, _) => put_number(&mut group.pods, &value),
            (Self::ExitCode, _) => {
                if let Value::Number(code) = value {
                    group.exit_code = u8::try_from(code).unwrap_or(u8::MAX);
                }
            }
            (Self::RecoversAt, _) => {
                if let Some(instant) = &mut group.recovers_at {
                    put_duration(instant, &value);
                }
            }
            (Self::Stagger, _) => put_duration(&mut group.stagger, &value),
            (Self::Fixed, RunTime::Fixed(time)) => put_duration(time, &value),
            (Self::Min, RunTime::Uniform { min, .. }) => put_duration(min, &value),
            (Self::Max, RunTime::Uniform { max, .. }) => put_duration(max, &value),
            (Self::Mean, RunTime::Exponential { mean }) => put_duration(mean, &value),
            (Self::List, RunTime::List(times)) => put_durations(times, value),
            _ => {}
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Pods => "pods",
            Self::Fixed => "run.fixed",
            Self::Min => "run.uniform.min",
            Self::Max => "run.uniform.max",
            Self::Mean => "run.exponential.mean",
            Self::List => "run.list",
            Self::ExitCode => "exitCode",
            Self::RecoversAt => "recoversAt",
            Self::Stagger => "stagger",
        }
    }
}

impl NodeField {
    fn value(self, node: &Node) -> Value {
        match self {
            Self::MaxPods => Value::Number(node.max_pods.into()),
            Self::CreateLatency => Value::Duration(node.create_latency),
            Self::RequestsPerRestart => Value::Number(node.requests_per_restart.into()),
            Self::ClientQps => Value::Number(node.client_qps.into()),
        }
    }

    fn set(self, node: &mut Node, value: &Value) {
        match self {
            Self::MaxPods => put_number(&mut node.max_pods, value),
            Self::CreateLatency => put_duration(&mut node.create_latency, value),
            Self::RequestsPerRestart => put_number(&mut node.requests_per_restart, value),
            Self::ClientQps => put_number(&mut node.client_qps, value),
        }
    }
}

fn put_duration(to: &mut GoDuration, value: &Value) {
    if let Value::Duration(duration) = value {
        *to = *duration;
    }
}

fn put_durations(to: &mut Vec<GoDuration>, value: Value) {
    if let Value::Durations(durations) = value {
        *to = durations;
    }
}

fn put_factor(to: &mut Factor, value: &Value) {
    if let Value::Factor(factor) = value {
        *to = *factor;
    }
}

fn put_number(to: &mut u32, value: &Value) {
    if let Value::Number(number) = value {
        *to = u32::try_from(*number).unwrap_or(u32::MAX);
    }
}

fn put_text(to: &mut String, value: Value) {
    if let Value::Text(text) = value {
        *to = text;
    }
}

//! The fields of a scenario that are typed or slid: reading, writing and explaining their texts.

mod node;

use backoff::{Factor, GoDuration};
use sim::{Beside, Group, Policy, Reset, RunTime, Scenario, Shape, limits};

use crate::scale::{self, Scale};
use crate::texts;
use crate::value::Value;

pub(crate) use node::NodeField;

/// A field with a text of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A field of a policy, by its position.
    Policy(usize, PolicyField),
    /// A field of a workload group, by its position.
    Group(usize, GroupField),
    /// A field of a container beside a group's own, by their positions.
    Beside(usize, usize, GroupField),
    /// A field of the node.
    Node(NodeField),
    /// How long to simulate.
    Horizon,
    /// Seed of the random numbers.
    Seed,
    /// How many seeds the spread is taken over.
    Seeds,
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

/// A typed field of a workload group, or of a container in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupField {
    Name,
    Pods,
    Fixed,
    Min,
    Max,
    Mean,
    Median,
    Sigma,
    First,
    Growth,
    Most,
    List,
    ExitCode,
    DownFrom,
    RecoversAt,
    Stagger,
    CreateLatency,
}

impl Field {
    /// The field's value, `None` where the scenario has no such field at the moment, for example
    /// the multiplier of a flat policy.
    pub(crate) fn value(self, scenario: &Scenario) -> Option<Value> {
        match self {
            Self::Policy(at, field) => field.value(scenario.policies.get(at)?),
            Self::Group(_, GroupField::CreateLatency) => Some(Value::Duration(
                self.group(scenario)?
                    .create_latency
                    .unwrap_or(scenario.node.create_latency),
            )),
            Self::Group(_, field) => field.value(self.group(scenario)?),
            Self::Beside(_, at, field) => field.value_beside(self.group(scenario)?.beside.get(at)?),
            Self::Node(field) => field.value(scenario),
            Self::Horizon => Some(Value::Duration(scenario.horizon)),
            Self::Seed => Some(Value::Number(scenario.seed)),
            Self::Seeds => Some(Value::Number(scenario.seeds.into())),
        }
    }

    /// Reads a text for this field of a scenario. What two fields must agree about is refused at
    /// the one that [`limits::check`] names.
    ///
    /// # Errors
    /// What is wrong with the text and what to write, in words.
    pub(crate) fn parse(self, scenario: &Scenario, text: &str) -> Result<Value, String> {
        let Some(old) = self.value(scenario) else {
            return Err(texts::NO_SUCH_FIELD.to_owned());
        };
        let value = old.parse_like(text, self.largest())?;
        if value != old {
            let mut trial = scenario.clone();
            self.set(&mut trial, value.clone());
            let invalid = limits::check(&trial);
            if let Some(invalid) = invalid.iter().find(|invalid| self.is_named_by(&invalid.field)) {
                return Err(texts::beyond_limit(&invalid.message));
            }
        }
        Ok(value)
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
                    field.set(group, value, scenario.node.create_latency);
                }
            }
            Self::Beside(group, at, field) => {
                let group = scenario.workload.get_mut(group);
                if let Some(beside) = group.and_then(|group| group.beside.get_mut(at)) {
                    field.set_beside(beside, value);
                }
            }
            Self::Node(field) => field.set(scenario, &value),
            Self::Horizon => put_duration(&mut scenario.horizon, &value),
            Self::Seed => {
                if let Value::Number(seed) = value {
                    scenario.seed = seed;
                }
            }
            Self::Seeds => put_number(&mut scenario.seeds, &value),
        }
    }

    fn group(self, scenario: &Scenario) -> Option<&Group> {
        match self {
            Self::Group(at, _) | Self::Beside(at, _, _) => scenario.workload.get(at),
            _ => None,
        }
    }

    /// The stops of the field's slider, where it has one.
    pub(crate) const fn scale(self) -> Option<Scale> {
        match self {
            Self::Policy(
                _,
                PolicyField::Initial | PolicyField::Max | PolicyField::Delay | PolicyField::ResetAfter,
            ) => Some(scale::DELAY),
            Self::Policy(_, PolicyField::Multiplier) | Self::Group(_, GroupField::Growth) => {
                Some(scale::MULTIPLIER)
            }
            Self::Group(_, GroupField::Pods) | Self::Node(NodeField::MaxPods) => Some(scale::PODS),
            Self::Group(
                _,
                GroupField::Fixed
                | GroupField::Min
                | GroupField::Max
                | GroupField::Mean
                | GroupField::Median
                | GroupField::First
                | GroupField::Most,
            ) => Some(scale::RUN),
            Self::Group(_, GroupField::Stagger | GroupField::CreateLatency)
            | Self::Node(NodeField::CreateLatency) => Some(scale::LATENCY),
            Self::Group(_, GroupField::DownFrom | GroupField::RecoversAt)
            | Self::Node(NodeField::RestartsAt) => Some(scale::INSTANT),
            Self::Node(NodeField::RequestsPerRestart) => Some(scale::REQUESTS),
            Self::Node(NodeField::ClientQps | NodeField::EventQps) => Some(scale::QPS),
            Self::Horizon => Some(scale::HORIZON),
            _ => None,
        }
    }

    /// The path by which [`sim::Invalid`] names this field.
    pub(crate) fn path(self) -> String {
        match self {
            Self::Policy(at, field) => format!("policies[{at}].{}", field.path()),
            Self::Group(at, field) => format!("workload[{at}].{}", field.path()),
            Self::Beside(group, at, field) => format!("workload[{group}].beside[{at}].{}", field.path()),
            Self::Node(field) => format!("node.{}", field.path()),
            Self::Horizon => "horizon".to_owned(),
            Self::Seed => "seed".to_owned(),
            Self::Seeds => "seeds".to_owned(),
        }
    }

    /// Whether a refusal of `path` is about this field: the field itself, an element of its list,
    /// or the pair that it closes.
    pub(crate) fn is_meant_by(self, path: &str) -> bool {
        self.is_named_by(path)
            || matches!(
                self,
                Self::Group(_, GroupField::Max) | Self::Beside(_, _, GroupField::Max)
            ) && self.path().strip_suffix(".max") == Some(path)
    }

    fn is_named_by(self, path: &str) -> bool {
        path.strip_prefix(self.path().as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    }

    /// An identifier for the document, unique among all fields.
    pub(crate) fn id(self) -> String {
        self.path().replace(['[', ']', '.'], "-")
    }

    /// The largest number that the field's type holds; limits below it are the scenario's.
    const fn largest(self) -> u64 {
        match self {
            Self::Group(_, GroupField::ExitCode) | Self::Beside(_, _, GroupField::ExitCode) => u8::MAX as u64,
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
        Some(match self {
            Self::Name => Value::Text(group.name.clone()),
            Self::Pods => Value::Number(group.pods.into()),
            Self::ExitCode => Value::Number(group.exit_code.into()),
            Self::DownFrom => Value::Duration(group.down_from?),
            Self::RecoversAt => Value::Duration(group.recovers_at?),
            Self::Stagger => Value::Duration(group.stagger),
            Self::CreateLatency => Value::Duration(group.create_latency?),
            _ => return self.value_of_run(&group.run),
        })
    }

    fn value_beside(self, beside: &Beside) -> Option<Value> {
        Some(match self {
            Self::Name => Value::Text(beside.name.clone()),
            Self::ExitCode => Value::Number(beside.exit_code.into()),
            _ => return self.value_of_run(&beside.run),
        })
    }

    fn value_of_run(self, run: &RunTime) -> Option<Value> {
        Some(match (self, run) {
            (Self::Fixed, RunTime::Fixed(time)) => Value::Duration(*time),
            (Self::Min, RunTime::Uniform { min, .. }) => Value::Duration(*min),
            (Self::Max, RunTime::Uniform { max, .. }) | (Self::Most, RunTime::Grows { max, .. }) => {
                Value::Duration(*max)
            }
            (Self::Mean, RunTime::Exponential { mean }) => Value::Duration(*mean),
            (Self::Median, RunTime::LogNormal { median, .. }) => Value::Duration(*median),
            (Self::Sigma, RunTime::LogNormal { sigma, .. }) => Value::Factor(*sigma),
            (Self::First, RunTime::Grows { first, .. }) => Value::Duration(*first),
            (Self::Growth, RunTime::Grows { factor, .. }) => Value::Factor(*factor),
            (Self::List, RunTime::List(times)) => Value::Durations(times.clone()),
            _ => return None,
        })
    }

    /// A create latency like that of the node is not the group's own.
    fn set(self, group: &mut Group, value: Value, of_node: GoDuration) {
        match (self, value) {
            (Self::Name, value) => put_text(&mut group.name, value),
            (Self::Pods, value) => put_number(&mut group.pods, &value),
            (Self::ExitCode, value) => put_code(&mut group.exit_code, &value),
            (Self::DownFrom, value) => {
                if let Some(instant) = &mut group.down_from {
                    put_duration(instant, &value);
                }
            }
            (Self::RecoversAt, value) => {
                if let Some(instant) = &mut group.recovers_at {
                    put_duration(instant, &value);
                }
            }
            (Self::Stagger, value) => put_duration(&mut group.stagger, &value),
            (Self::CreateLatency, Value::Duration(latency)) => {
                group.create_latency = (latency != of_node).then_some(latency);
            }
            (field, value) => field.set_in_run(&mut group.run, value),
        }
    }

    fn set_beside(self, beside: &mut Beside, value: Value) {
        match self {
            Self::Name => put_text(&mut beside.name, value),
            Self::ExitCode => put_code(&mut beside.exit_code, &value),
            _ => self.set_in_run(&mut beside.run, value),
        }
    }

    fn set_in_run(self, run: &mut RunTime, value: Value) {
        match (self, run) {
            (Self::Fixed, RunTime::Fixed(time)) => put_duration(time, &value),
            (Self::Min, RunTime::Uniform { min, .. }) => put_duration(min, &value),
            (Self::Max, RunTime::Uniform { max, .. }) | (Self::Most, RunTime::Grows { max, .. }) => {
                put_duration(max, &value);
            }
            (Self::Mean, RunTime::Exponential { mean }) => put_duration(mean, &value),
            (Self::Median, RunTime::LogNormal { median, .. }) => put_duration(median, &value),
            (Self::Sigma, RunTime::LogNormal { sigma, .. }) => put_factor(sigma, &value),
            (Self::First, RunTime::Grows { first, .. }) => put_duration(first, &value),
            (Self::Growth, RunTime::Grows { factor, .. }) => put_factor(factor, &value),
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
            Self::Median => "run.logNormal.median",
            Self::Sigma => "run.logNormal.sigma",
            Self::First => "run.grows.first",
            Self::Growth => "run.grows.factor",
            Self::Most => "run.grows.max",
            Self::List => "run.list",
            Self::ExitCode => "exitCode",
            Self::DownFrom => "downFrom",
            Self::RecoversAt => "recoversAt",
            Self::Stagger => "stagger",
            Self::CreateLatency => "createLatency",
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

fn put_code(to: &mut u8, value: &Value) {
    if let Value::Number(code) = value {
        *to = u8::try_from(*code).unwrap_or(u8::MAX);
    }
}

fn put_text(to: &mut String, value: Value) {
    if let Value::Text(text) = value {
        *to = text;
    }
}

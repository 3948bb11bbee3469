//! The values of a permalink's keys. An error is the notice's message.

use core::fmt::Display;
use core::str::FromStr;

use super::decode::Read;
use super::encode::{action, operator};
use super::{default_policy, names};
use crate::limits;
use crate::{ExitCodes, Failing, Operator, Policy, RestartRule, RuleAction, RunTime, Scenario};
use backoff::GoDuration;

pub(super) fn allowed(trial: &Scenario) -> Read {
    match limits::check(trial).into_iter().next() {
        None => Ok(()),
        Some(invalid) => Err(format!("ignored: {}", invalid.message)),
    }
}

pub(super) fn parse<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| format!("ignored: {error}"))
}

pub(super) fn whole<T: FromStr>(value: &str) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| "ignored: expected a whole number that is not negative and not too large".to_owned())
}

pub(super) fn duration(value: &str) -> Result<GoDuration, String> {
    parse(value)
}

pub(super) fn durations(value: &str) -> Result<Vec<GoDuration>, String> {
    value.split(',').map(duration).collect()
}

pub(super) fn run_time(value: &str) -> Result<RunTime, String> {
    Ok(match value.split_once(':') {
        None => RunTime::Fixed(duration(value)?),
        Some(("uniform", bounds)) => match durations(bounds)?[..] {
            [min, max] => RunTime::Uniform { min, max },
            _ => return Err("ignored: uniform takes two durations, as in uniform:1s,5s".to_owned()),
        },
        Some(("exp", mean)) => RunTime::Exponential {
            mean: duration(mean)?,
        },
        Some(("lognormal", values)) => match values.split_once(',') {
            Some((median, sigma)) => RunTime::LogNormal {
                median: duration(median)?,
                sigma: parse(sigma)?,
            },
            None => {
                return Err(
                    "ignored: lognormal takes a median and a sigma, as in lognormal:10s,0.5".to_owned(),
                );
            }
        },
        Some(("grows", values)) => match values.split(',').collect::<Vec<_>>()[..] {
            [first, factor, max] => RunTime::Grows {
                first: duration(first)?,
                factor: parse(factor)?,
                max: duration(max)?,
            },
            _ => {
                return Err(
                    "ignored: grows takes first run, factor and longest run, as in grows:1s,2,5m".to_owned(),
                );
            }
        },
        Some(("list", times)) => RunTime::List(durations(times)?),
        Some(_) => {
            return Err("ignored: a run time is 10s, uniform:1s,5s, exp:10s, lognormal:10s,0.5, grows:1s,2,5m or list:1s,2s,4s".to_owned());
        }
    })
}

/// A number of tries, or the two instants between which they fail.
pub(super) fn failing(value: &str) -> Result<Failing, String> {
    Ok(match value.split_once(',') {
        None => Failing::First(whole(value).map_err(|_| {
            "ignored: expected a number of tries or two instants, as in 3 or 1m,5m".to_owned()
        })?),
        Some((from, until)) => Failing::Between {
            from: duration(from)?,
            until: duration(until)?,
        },
    })
}

/// Restart rules: `restart:in:42,43/all:notin:0`.
pub(super) fn rules(value: &str) -> Result<Vec<RestartRule>, String> {
    value
        .split('/')
        .map(|rule| {
            let mut parts = rule.splitn(3, ':');
            let (Some(does), Some(about), Some(values)) = (parts.next(), parts.next(), parts.next()) else {
                return Err("ignored: a restart rule is restart:in:42,43 or all:notin:0".to_owned());
            };
            let actions = [RuleAction::Restart, RuleAction::RestartAllContainers];
            Ok(RestartRule {
                action: word(does, actions, action)?,
                exit_codes: ExitCodes {
                    operator: word(about, [Operator::In, Operator::NotIn], operator)?,
                    values: values.split(',').map(whole).collect::<Result<_, _>>()?,
                },
            })
        })
        .collect()
}

pub(super) fn word<T: Copy, const N: usize>(
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

pub(super) fn name(value: &str) -> Result<String, String> {
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

//! Values of fields, and the texts that people write for them.

use std::fmt;

use backoff::duration::DurationClass;
use backoff::{Factor, GoDuration};

use crate::texts;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A length of time or an instant.
    Duration(GoDuration),
    /// Lengths of time, one after the other.
    Durations(Vec<GoDuration>),
    /// A multiplier or a jitter factor.
    Factor(Factor),
    /// A whole number.
    Number(u64),
    /// A name.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duration(duration) => write!(f, "{}", duration.short()),
            Self::Durations(durations) => {
                for (at, duration) in durations.iter().enumerate() {
                    let gap = if at == 0 { "" } else { ", " };
                    write!(f, "{gap}{}", duration.short())?;
                }
                Ok(())
            }
            Self::Factor(factor) => write!(f, "{factor}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Value {
    /// The value as a whole number in the unit of its slider: nanoseconds, thousandths or one.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self {
            Self::Duration(duration) => Some(duration.nanos()),
            Self::Factor(factor) => Some(factor.thousandths().into()),
            Self::Number(number) => Some(i64::try_from(*number).unwrap_or(i64::MAX)),
            Self::Durations(_) | Self::Text(_) => None,
        }
    }

    /// A value of the same kind as this one from the unit of its slider.
    pub(crate) fn with_whole(&self, whole: i64) -> Self {
        match self {
            Self::Duration(_) => Self::Duration(GoDuration::from_nanos(whole)),
            Self::Factor(_) => {
                Self::Factor(Factor::from_thousandths(u32::try_from(whole).unwrap_or(u32::MAX)))
            }
            Self::Number(_) => Self::Number(u64::try_from(whole).unwrap_or(0)),
            other => other.clone(),
        }
    }

    /// Reads a text as a value of the same kind as this one; numbers go up to `largest`.
    ///
    /// # Errors
    /// What is wrong with the text and what to write, in words.
    pub(crate) fn parse_like(&self, text: &str, largest: u64) -> Result<Self, String> {
        let trimmed = text.trim();
        match self {
            Self::Text(_) => Ok(Self::Text(text.to_owned())),
            _ if trimmed.is_empty() => Err(texts::EMPTY_FIELD.to_owned()),
            Self::Duration(_) => duration(trimmed).map(Self::Duration),
            Self::Durations(_) => trimmed
                .split([',', ' '])
                .filter(|part| !part.is_empty())
                .map(duration)
                .collect::<Result<_, _>>()
                .map(Self::Durations),
            Self::Factor(_) => trimmed
                .parse()
                .map(Self::Factor)
                .map_err(|_| texts::not_a_factor(trimmed)),
            Self::Number(_) => match trimmed.parse() {
                Ok(number) if number <= largest && trimmed.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Ok(Self::Number(number))
                }
                _ => Err(texts::not_a_number(trimmed, largest)),
            },
        }
    }
}

fn duration(text: &str) -> Result<GoDuration, String> {
    text.parse::<GoDuration>().map_err(|error| match error.class() {
        DurationClass::MissingUnit => texts::duration_without_unit(text),
        DurationClass::UnknownUnit => texts::duration_with_unknown_unit(text),
        DurationClass::Invalid => texts::not_a_duration(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_refusal_says_what_to_write() {
        let delay = Value::Duration(GoDuration::ZERO);
        let refusal = |text: &str| delay.parse_like(text, 0).unwrap_err();
        assert!(refusal("300").contains("300s"));
        assert!(refusal("1d").contains("ns, us, ms, s, m and h"));
        assert!(refusal("soon").contains("1m30s"));
        assert!(refusal(" ").contains("empty"));
        let pods = Value::Number(1);
        for text in ["-1", "1.5", "+3", "1e3", "4294967296"] {
            assert!(
                pods.parse_like(text, u32::MAX.into())
                    .unwrap_err()
                    .contains("4294967295"),
                "{text}"
            );
        }
        assert!(
            Value::Factor(Factor::TWO)
                .parse_like("1,5", 0)
                .unwrap_err()
                .contains("1.5")
        );
    }

    proptest! {
        #[test]
        fn a_written_value_reads_back(ns in any::<i64>(), thousandths in any::<u32>(), number in any::<u64>(), list in prop::collection::vec(any::<i64>(), 1..9)) {
            let values = [
                Value::Duration(GoDuration::from_nanos(ns)),
                Value::Durations(list.into_iter().map(GoDuration::from_nanos).collect()),
                Value::Factor(Factor::from_thousandths(thousandths)),
                Value::Number(number),
            ];
            for value in values {
                prop_assert_eq!(value.parse_like(&value.to_string(), u64::MAX), Ok(value));
            }
        }

        #[test]
        fn any_text_is_read_or_explained(text in ".{0,40}") {
            for value in [Value::Duration(GoDuration::ZERO), Value::Durations(vec![]), Value::Factor(Factor::TWO), Value::Number(0)] {
                if let Err(message) = value.parse_like(&text, 255) {
                    prop_assert!(!message.is_empty());
                }
            }
        }
    }
}

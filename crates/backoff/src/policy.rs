//! A restart policy: which delay comes first, which follows, and when the count starts anew.
//!
//! [`Shape::Exponential`] with the multiplier 2 is kubernetes/client-go `util/flowcontrol/backoff.go`
//! (32ce75a7). The other shapes, multipliers and the jitter of a crash loop are what-if: no kubelet
//! can be configured to them.

use crate::factor::Factor;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// How delays follow each other, when the count resets, and how much jitter is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Which delays follow each other.
    pub shape: Shape,
    /// How long a container must run before its next delay is the first one again.
    pub reset: ResetRule,
    /// Jitter factor, 0 to 10; every kubelet uses 0. It acts only in [`crate::Backoff::next_jittered`].
    pub jitter: Factor,
}

/// Which delays follow each other. All lengths are nanoseconds, not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Starts at the initial delay and multiplies it up to the maximum.
    Exponential {
        /// The first delay. A maximum below it does not lower it, as in client-go.
        initial_ns: i64,
        /// What the delay is multiplied with, 1 to 100.
        multiplier: Factor,
        /// The largest delay from the second one on.
        max_ns: i64,
    },
    /// The same delay every time.
    Flat {
        /// The delay.
        delay_ns: i64,
    },
    /// A delay for each restart in turn; the last one repeats. One to [`Policy::MAX_STEPS`] of them.
    Steps(Vec<i64>),
}

/// How long a container must run before its next delay is the first one again.
///
/// What is compared is the exit less the last start, with a strict "more than".
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResetRule {
    /// More than this many nanoseconds. Kubernetes 1.32 and later: 600 s, in `pkg/kubelet/kubelet.go`.
    After(i64),
    /// More than twice the maximum delay: client-go's default, and Kubernetes up to 1.31.
    TwiceMax,
}

impl Policy {
    /// The most delays that [`Shape::Steps`] may list.
    pub const MAX_STEPS: usize = 1_000;

    /// The largest multiplier, 100.
    pub const MAX_MULTIPLIER: Factor = Factor::from_thousandths(100_000);

    /// The largest jitter factor, 10.
    pub const MAX_JITTER: Factor = Factor::from_thousandths(10_000);

    /// The kubelet's policy: delays double, the count resets after a run of more than 600 s, no jitter.
    #[must_use]
    pub fn exponential(initial_ns: i64, max_ns: i64) -> Self {
        Self {
            shape: Shape::Exponential {
                initial_ns,
                multiplier: Factor::TWO,
                max_ns,
            },
            reset: ResetRule::After(600_000_000_000),
            jitter: Factor::ZERO,
        }
    }

    /// Checks the ranges that this module's types name.
    ///
    /// The engine needs no valid policy: with a negative length it is still defined and does not panic.
    ///
    /// # Errors
    ///
    /// The first field that is out of range.
    pub fn validate(&self) -> Result<(), PolicyError> {
        let length = |field, found_ns| {
            if found_ns < 0 {
                Err(PolicyError::Negative { field, found_ns })
            } else {
                Ok(())
            }
        };
        match &self.shape {
            Shape::Exponential {
                initial_ns,
                multiplier,
                max_ns,
            } => {
                length("initial delay", *initial_ns)?;
                length("maximum delay", *max_ns)?;
                if *multiplier < Factor::ONE || *multiplier > Self::MAX_MULTIPLIER {
                    return Err(PolicyError::Multiplier { found: *multiplier });
                }
            }
            Shape::Flat { delay_ns } => length("delay", *delay_ns)?,
            Shape::Steps(delays) => {
                if delays.is_empty() || delays.len() > Self::MAX_STEPS {
                    return Err(PolicyError::StepCount { found: delays.len() });
                }
                delays.iter().try_for_each(|delay_ns| length("step", *delay_ns))?;
            }
        }
        if let ResetRule::After(threshold_ns) = self.reset {
            length("reset threshold", threshold_ns)?;
        }
        if self.jitter > Self::MAX_JITTER {
            return Err(PolicyError::Jitter { found: self.jitter });
        }
        Ok(())
    }

    /// The first delay in nanoseconds. It is not held below the maximum, as in client-go.
    #[must_use]
    pub fn first_ns(&self) -> i64 {
        match &self.shape {
            Shape::Exponential { initial_ns, .. } => *initial_ns,
            Shape::Flat { delay_ns } => *delay_ns,
            Shape::Steps(delays) => delays.first().copied().unwrap_or(0),
        }
    }

    /// The delay in nanoseconds that follows `previous_ns`, without jitter.
    ///
    /// `step` counts the delays before this one since the last reset, so it is at least 1; only
    /// [`Shape::Steps`] looks at it.
    #[must_use]
    pub fn after_ns(&self, previous_ns: i64, step: u32) -> i64 {
        match &self.shape {
            Shape::Exponential {
                multiplier, max_ns, ..
            } => multiplier.grow(previous_ns).min(*max_ns),
            Shape::Flat { delay_ns } => *delay_ns,
            Shape::Steps(delays) => {
                let position = usize::try_from(step).unwrap_or(usize::MAX);
                delays.get(position).or(delays.last()).copied().unwrap_or(0)
            }
        }
    }

    /// The maximum delay in nanoseconds: for [`Shape::Steps`] the largest step.
    #[must_use]
    pub fn max_ns(&self) -> i64 {
        match &self.shape {
            Shape::Exponential { max_ns, .. } => *max_ns,
            Shape::Flat { delay_ns } => *delay_ns,
            Shape::Steps(delays) => delays.iter().copied().max().unwrap_or(0),
        }
    }

    /// The run time in nanoseconds beyond which the count resets; twice the maximum saturates.
    #[must_use]
    pub fn threshold_ns(&self) -> i64 {
        match self.reset {
            ResetRule::After(threshold_ns) => threshold_ns,
            ResetRule::TwiceMax => self.max_ns().saturating_mul(2),
        }
    }
}

/// A field of a [`Policy`] that is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyError {
    /// A length of time below zero.
    Negative {
        /// The field's name.
        field: &'static str,
        /// Its value in nanoseconds.
        found_ns: i64,
    },
    /// A multiplier outside 1 to 100.
    Multiplier {
        /// Its value.
        found: Factor,
    },
    /// A jitter factor above 10.
    Jitter {
        /// Its value.
        found: Factor,
    },
    /// No step, or more than [`Policy::MAX_STEPS`].
    StepCount {
        /// How many there are.
        found: usize,
    },
}

impl Display for PolicyError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative { field, found_ns } => {
                write!(
                    f,
                    "{field} is {}, it must not be negative",
                    crate::GoDuration(*found_ns)
                )
            }
            Self::Multiplier { found } => write!(
                f,
                "multiplier is {found}, it must be from 1 to {}",
                Policy::MAX_MULTIPLIER
            ),
            Self::Jitter { found } => write!(
                f,
                "jitter factor is {found}, it must be from 0 to {}",
                Policy::MAX_JITTER
            ),
            Self::StepCount { found } => {
                write!(
                    f,
                    "there are {found} steps, there must be from 1 to {}",
                    Policy::MAX_STEPS
                )
            }
        }
    }
}

impl Error for PolicyError {}

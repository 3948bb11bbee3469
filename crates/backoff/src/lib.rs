//! The back-off engine: how long a crashed container waits before its next restart.
//!
//! The rules are those of `flowcontrol.Backoff` in kubernetes/client-go `util/flowcontrol/backoff.go`
//! (commit 32ce75a7, the same text in v0.33 to v0.36), with three differences that keep the engine
//! pure: the clock and the random numbers are passed in, keys are small dense numbers, and sums
//! saturate where Go would wrap.
//!
//! Times and lengths of time are `i64` nanoseconds, as in Go. An instant counts from an origin of the
//! caller's choice; the rest of the workspace uses the first start of the simulation.
#![no_std]

extern crate alloc;

pub mod curve;
pub mod duration;
pub mod entries;
pub mod factor;
pub mod policy;
pub mod replay;

pub use curve::Curve;
pub use duration::{DurationClass, DurationError, GoDuration};
pub use entries::{Backoff, Change, Entry, Key};
pub use factor::{Factor, FactorError};
pub use policy::{Policy, PolicyError, ResetRule, Shape};
pub use replay::{Replay, Restart, Runs};

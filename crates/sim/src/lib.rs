//! One node whose containers crash and are restarted: from a [`Scenario`] to a [`Timeline`],
//! a [`Load`] and a [`Summary`] for each policy.
//!
//! Everything is integer nanoseconds. The only randomness comes from the scenario's seed, so the
//! same scenario gives the same bytes natively and in WebAssembly.

mod journal;
pub mod load;
mod model;
mod random;
pub mod simulation;
pub mod spread;
pub mod summary;
pub mod timeline;
pub mod words;

pub use load::{Load, Rate};
pub use scenario::{
    Beside, Ending, ExitCodes, Failing, Group, Image, Invalid, Loops, Model, Node, Operator, Policy,
    PullPolicy, Reset, RestartPolicy, RestartRule, Role, RuleAction, RunTime, Scenario, Shape,
};
pub use scenario::{limits, permalink, presets};
pub use simulation::{Outcome, Progress, Refusal, Results, Simulation, simulate};
pub use spread::{Band, Measure, Spread, Spreading, spread};
pub use summary::{Difference, Downtime, Early, Recovery, Summary};
pub use timeline::{Attempt, Container, Phase, Segment, Timeline, Wait, Why};

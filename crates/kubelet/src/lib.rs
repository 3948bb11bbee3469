//! What a kubelet release knows: its feature gates, its configuration and the back-off policy that follows.

pub mod config;
pub mod cost;
pub mod effective;
pub mod gates;
pub mod release;
pub mod snippet;
pub mod timing;
pub mod what_if;

pub use cost::{Call, Cost, Operation};
pub use effective::{Effective, effective};
pub use release::{ParseReleaseError, Release};
pub use snippet::{Platform, snippet, snippet_for};
pub use timing::{Requeue, Timing};
pub use what_if::{WhatIf, what_if};

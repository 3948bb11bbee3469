//! What a kubelet release knows: its feature gates, its configuration and the back-off policy that follows.

pub mod release;

pub use release::{ParseReleaseError, Release};

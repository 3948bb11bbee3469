//! The scenario in a URL fragment: readable, versioned, bounded, never failing.
//!
//! `v1;init=1s;max=1m;run=10s;pods=110;k8s=1.35`: a version, then `key=value` pieces separated
//! by semicolons. `p=name` begins a policy and `g=name` a group; keys before the first `p=` or
//! `g=` belong to the first one. What is absent has the default of that version; without any
//! policy key the two policies of [`Scenario::default`] are meant, without any group key its
//! group. `c=name` begins a further container of a group's pods. Durations are Go durations. Names are
//! percent-encoded, with `+` for a space.

mod decode;
mod encode;
mod fit;
mod names;
mod values;

use backoff::GoDuration;

use crate::{Policy, Scenario, Shape};
pub use decode::{decode, keys};
pub use encode::encode;

/// The longest fragment that is read, in bytes.
pub const MAX_LENGTH: usize = 16 * 1024;
/// The most notices that are given; more are counted in the last one.
pub const MAX_NOTICES: usize = 20;

/// Something a permalink said that could not be used, in words for the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The piece of the permalink, as written, shortened when long.
    pub found: String,
    /// Why it was ignored and what would be allowed.
    pub message: String,
}

/// What a policy is called when its permalink gives it no name.
fn unnamed(shape: &Shape) -> String {
    match shape {
        Shape::Exponential { initial, max, .. } => format!("{}/{}", initial.short(), max.short()),
        Shape::Flat(delay) => format!("Flat {}", delay.short()),
        Shape::Steps(_) => "Steps".to_owned(),
    }
}

/// The policy that a bare `p=` means.
fn default_policy() -> Policy {
    let shape = default_shape();
    Policy {
        name: unnamed(&shape),
        ..Policy::exponential("", GoDuration::from_secs(10), GoDuration::from_secs(300))
    }
}

fn default_shape() -> Shape {
    Policy::exponential("", GoDuration::from_secs(10), GoDuration::from_secs(300)).shape
}

/// Reads keys with their values as [`decode`] would, for flags and attributes that mirror the keys.
///
/// # Errors
/// The notices that [`decode`] would give.
pub fn from_keys<'a>(keys: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Scenario, Vec<Notice>> {
    let (scenario, notices) = decode::decode_pieces(keys.into_iter());
    if notices.is_empty() {
        Ok(scenario)
    } else {
        Err(notices)
    }
}

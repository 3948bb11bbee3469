//! Numbers that the simulator does not meet, each with what makes the difference.

use super::row::{Place, Quantity};

struct Cause {
    applies: fn(Place, Quantity) -> bool,
    mechanism: &'static str,
}

const CAUSES: [Cause; 0] = [];

/// What makes the difference at a place, where it is known.
pub(super) fn cause(place: Place, quantity: Quantity) -> Option<&'static str> {
    let cause = CAUSES.iter().find(|cause| (cause.applies)(place, quantity));
    cause.map(|cause| cause.mechanism)
}

/// All mechanisms.
pub fn causes() -> impl Iterator<Item = &'static str> {
    CAUSES.iter().map(|cause| cause.mechanism)
}

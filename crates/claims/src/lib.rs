//! Every number that KEP-4603 and KEP-5593 claim, recomputed.
//!
//! The claims are data: `tests/kep/claims.yaml` says what the text says and which computations read
//! it. Values and verdicts are computed here, by the simulator, the kubelet's configuration rules or
//! arithmetic; the data holds none of them.

mod claim;
mod compute;
mod condition;
mod number;
mod table;
mod verdict;

pub use claim::{
    Arithmetic, Claim, Computation, Configure, Count, Ends, Give, Kep, Reading, Requests, Simulate,
};
pub use number::{Number, list};
pub use table::{markdown, text};
pub use verdict::{Computed, Evaluated, Scaled, Verdict, evaluate};

/// All claims, in the order of the texts.
///
/// # Panics
/// Never: the data is part of the program, and the tests read it.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "the data is part of the program, and the tests read it"
)]
pub fn all() -> Vec<Claim> {
    claim::read(include_str!("../../../tests/kep/claims.yaml")).expect("the claims can be read")
}

/// All claims with their verdicts.
#[must_use]
pub fn evaluated() -> Vec<Evaluated> {
    all().iter().map(evaluate).collect()
}

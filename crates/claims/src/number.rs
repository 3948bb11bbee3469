//! Computed numbers.

use serde::{Serialize, Serializer};

/// A computed number in whole thousandths, rounded towards zero.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(i64);

impl Number {
    /// A whole number; saturates.
    #[must_use]
    pub fn whole(number: i64) -> Self {
        Self(number.saturating_mul(1_000))
    }

    /// A quotient; 0 where the divisor is 0. Saturates.
    #[must_use]
    pub fn quotient(dividend: i64, divisor: i64) -> Self {
        let thousandths = (i128::from(dividend) * 1_000)
            .checked_div(i128::from(divisor))
            .unwrap_or_default();
        Self(i64::try_from(thousandths).unwrap_or(i64::MAX))
    }

    /// Nanoseconds as seconds.
    #[must_use]
    pub const fn seconds(ns: i64) -> Self {
        Self(ns / 1_000_000)
    }

    /// Whether it is this whole number, or rounds to it.
    #[must_use]
    pub fn agrees(self, claimed: i64, about: bool) -> bool {
        let difference = self.0.abs_diff(claimed.saturating_mul(1_000));
        difference <= if about { 500 } else { 0 }
    }

    /// The tenth part.
    #[must_use]
    pub const fn tenth(self) -> Self {
        Self(self.0 / 10)
    }

    /// Ten times as much; saturates.
    #[must_use]
    pub const fn tenfold(self) -> Self {
        Self(self.0.saturating_mul(10))
    }

    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    fn float(self) -> f64 {
        self.0 as f64 / 1_000.0
    }
}

impl core::fmt::Display for Number {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&sim::words::number(self.float()))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1_000 == 0 {
            serializer.serialize_i64(self.0 / 1_000)
        } else {
            serializer.serialize_f64(self.float())
        }
    }
}

/// Numbers that belong together, as in `3, 1, 2`.
#[must_use]
pub fn list(numbers: &[Number]) -> String {
    let numbers: Vec<_> = numbers.iter().map(Number::to_string).collect();
    numbers.join(", ")
}

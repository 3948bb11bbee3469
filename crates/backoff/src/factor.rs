//! Decimal factors with three places, kept exactly as thousandths.
//!
//! client-go `util/flowcontrol/backoff.go` (32ce75a7) doubles the delay, always. A multiplier other
//! than 2 is what-if; this module defines its rounding.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::str::FromStr;

/// A factor from 0 to 4294967.295 in steps of 0.001.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(u32);

impl Factor {
    /// The factor 0: no jitter.
    pub const ZERO: Self = Self(0);
    /// The factor 1: the delay stays the same.
    pub const ONE: Self = Self(1_000);
    /// The factor 2: what every kubelet does.
    pub const TWO: Self = Self(2_000);

    /// A factor in thousandths: 1500 is 1.5.
    #[must_use]
    pub const fn from_thousandths(thousandths: u32) -> Self {
        Self(thousandths)
    }

    /// The factor in thousandths: 1500 for 1.5.
    #[must_use]
    pub const fn thousandths(self) -> u32 {
        self.0
    }

    /// The delay times this factor in nanoseconds, rounded toward zero, saturating at the ends of `i64`.
    #[must_use]
    pub fn grow(self, delay_ns: i64) -> i64 {
        // Doubling is the common case, and 128-bit division is slow.
        if self == Self::TWO {
            return delay_ns.saturating_mul(2);
        }
        let exact = i128::from(delay_ns) * i128::from(self.0) / 1_000;
        i64::try_from(exact).unwrap_or(if exact < 0 { i64::MIN } else { i64::MAX })
    }
}

impl Display for Factor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (whole, thousandths) = (self.0 / 1_000, self.0 % 1_000);
        if thousandths == 0 {
            return f.pad(&format!("{whole}"));
        }
        f.pad(format!("{whole}.{thousandths:03}").trim_end_matches('0'))
    }
}

/// A text or number that is not a [`Factor`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorError {
    found: String,
}

impl Display for FactorError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid factor {:?}: write a decimal number from 0 to 4294967.295 with at most three places, such as 1.5",
            self.found
        )
    }
}

impl Error for FactorError {}

impl FromStr for Factor {
    type Err = FactorError;

    /// Reads a plain decimal number with at most three places.
    ///
    /// # Errors
    ///
    /// When the text has a sign, an exponent, more than three places or a value beyond the range.
    fn from_str(input: &str) -> Result<Self, FactorError> {
        let (whole, places) = input.split_once('.').unwrap_or((input, "0"));
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if all_digits(whole)
            && all_digits(places)
            && places.len() <= 3
            && let Ok(thousandths) = format!("{whole}{places:0<3}").parse()
        {
            return Ok(Self(thousandths));
        }
        Err(FactorError {
            found: input.to_owned(),
        })
    }
}

#[cfg(feature = "serde")]
mod text {
    use super::{Factor, FactorError};
    use alloc::format;
    use core::fmt::{self, Display, Formatter};
    use serde::de::{Deserialize, Deserializer, Error, Visitor};
    use serde::{Serialize, Serializer};

    impl Serialize for Factor {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Factor {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(FactorVisitor)
        }
    }

    struct FactorVisitor;

    impl Visitor<'_> for FactorVisitor {
        type Value = Factor;

        fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
            f.write_str("a factor such as 2 or \"1.5\"")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Factor, E> {
            text.parse().map_err(E::custom)
        }

        fn visit_u64<E: Error>(self, whole: u64) -> Result<Factor, E> {
            refused_unless(
                whole
                    .checked_mul(1_000)
                    .and_then(|value| u32::try_from(value).ok()),
                whole,
            )
        }

        fn visit_i64<E: Error>(self, whole: i64) -> Result<Factor, E> {
            refused_unless(
                whole
                    .checked_mul(1_000)
                    .and_then(|value| u32::try_from(value).ok()),
                whole,
            )
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<Factor, E> {
            let thousandths = number * 1_000.0;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the cast saturates and the comparison below finds every loss"
            )]
            let nearest = (thousandths + 0.5) as u32;
            // 1.1 is not exact in binary, so the distance to the nearest thousandth may be tiny but not zero.
            let close = (thousandths - f64::from(nearest)).abs() < 1e-6;
            refused_unless(close.then_some(nearest), number)
        }
    }

    fn refused_unless<E: Error>(thousandths: Option<u32>, found: impl Display) -> Result<Factor, E> {
        thousandths.map(Factor).ok_or_else(|| {
            E::custom(FactorError {
                found: format!("{found}"),
            })
        })
    }
}

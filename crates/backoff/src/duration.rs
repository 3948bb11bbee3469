//! Go's `time.Duration`: reading and writing it exactly as Go 1.27 does.
//!
//! The source is `ParseDuration` in Go's `src/time/format.go` and `Duration.String` in `src/time/time.go`.
//! Kubernetes reads and writes every `metav1.Duration` with these two functions.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Display, Formatter, Write};
use core::str::FromStr;

const MICROSECOND: u64 = 1_000;
const MILLISECOND: u64 = 1_000_000;
const SECOND: u64 = 1_000_000_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The magnitude of the most negative duration, one more than the largest positive one.
const LIMIT: u64 = 1 << 63;

/// A signed length of time in nanoseconds, Go's `time.Duration`.
///
/// The range is that of `i64`, about 292 years either way.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoDuration(pub i64);

impl GoDuration {
    /// No time at all, written `0s`.
    pub const ZERO: Self = Self(0);

    /// A length in nanoseconds.
    #[must_use]
    pub const fn from_nanos(nanos: i64) -> Self {
        Self(nanos)
    }

    /// A length in milliseconds; saturates beyond the range of nanoseconds.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis.saturating_mul(1_000_000))
    }

    /// A length in seconds; saturates beyond the range of nanoseconds.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1_000_000_000))
    }

    /// The length in nanoseconds.
    #[must_use]
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// The form people write: `5m` where Go writes `5m0s`, `1h30m` where Go writes `1h30m0s`.
    ///
    /// Zero hours, minutes and seconds are left out. The text still parses to the same value.
    #[must_use]
    pub fn short(self) -> impl Display {
        Short(self)
    }
}

impl Display for GoDuration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&written(*self, true))
    }
}

struct Short(GoDuration);

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&written(self.0, false))
    }
}

/// The text of a duration; `zeros` keeps the zero minutes and seconds that Go writes after a larger unit.
fn written(duration: GoDuration, zeros: bool) -> String {
    let nanos = duration.0.unsigned_abs();
    let mut text = String::from(if duration.0 < 0 { "-" } else { "" });
    if nanos == 0 {
        text.push_str("0s");
    } else if nanos < MICROSECOND {
        push_decimal(&mut text, nanos, 1, "ns");
    } else if nanos < MILLISECOND {
        push_decimal(&mut text, nanos, MICROSECOND, "µs");
    } else if nanos < SECOND {
        push_decimal(&mut text, nanos, MILLISECOND, "ms");
    } else {
        let (hours, minutes, rest) = (nanos / HOUR, nanos % HOUR / MINUTE, nanos % MINUTE);
        if hours > 0 {
            push_decimal(&mut text, hours, 1, "h");
        }
        if minutes > 0 || zeros && hours > 0 {
            push_decimal(&mut text, minutes, 1, "m");
        }
        if rest > 0 || zeros {
            push_decimal(&mut text, rest, SECOND, "s");
        }
    }
    text
}

/// Appends `value / unit` with as many decimal places as it needs, then the unit's name.
fn push_decimal(text: &mut String, value: u64, unit: u64, name: &str) {
    let (whole, fraction) = (value / unit, value % unit);
    // Writing to a String cannot fail.
    let _ = write!(text, "{whole}");
    if fraction > 0 {
        let places = unit.ilog10() as usize;
        let digits = format!("{fraction:0places$}");
        let _ = write!(text, ".{}", digits.trim_end_matches('0'));
    }
    text.push_str(name);
}

/// Why a text is not a duration, in the three classes that Go's messages distinguish.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum DurationClass {
    /// A number without a unit, such as `300`.
    MissingUnit,
    /// A unit that Go does not know, such as the `d` of `1d`.
    UnknownUnit,
    /// Anything else, including a value beyond the range of `i64` nanoseconds.
    Invalid,
}

/// A text that is not a Go duration. Its `Display` is Go's own message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DurationError {
    class: DurationClass,
    message: String,
}

impl DurationError {
    /// The class of the error.
    #[must_use]
    pub fn class(&self) -> DurationClass {
        self.class
    }

    fn invalid(input: &str) -> Self {
        Self {
            class: DurationClass::Invalid,
            message: format!("time: invalid duration {}", quoted(input)),
        }
    }

    fn missing_unit(input: &str) -> Self {
        Self {
            class: DurationClass::MissingUnit,
            message: format!("time: missing unit in duration {}", quoted(input)),
        }
    }

    fn unknown_unit(unit: &str, input: &str) -> Self {
        Self {
            class: DurationClass::UnknownUnit,
            message: format!(
                "time: unknown unit {} in duration {}",
                quoted(unit),
                quoted(input)
            ),
        }
    }
}

impl Display for DurationError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for DurationError {}

/// Quotes like Go's `time` package: control and non-ASCII bytes become `\x` and two hexadecimal digits.
fn quoted(input: &str) -> String {
    let mut text = String::with_capacity(input.len() + 2);
    text.push('"');
    for byte in input.bytes() {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=0x7f => text.push(char::from(byte)),
            // Writing to a String cannot fail.
            _ => drop(write!(text, "\\x{byte:02x}")),
        }
    }
    text.push('"');
    text
}

impl FromStr for GoDuration {
    type Err = DurationError;

    /// Reads a duration exactly as Go's `time.ParseDuration`.
    ///
    /// # Errors
    ///
    /// With Go's message when the text is not a duration.
    fn from_str(input: &str) -> Result<Self, DurationError> {
        let invalid = || DurationError::invalid(input);
        let (negative, mut rest) = match input.as_bytes().first() {
            Some(b'-') => (true, &input[1..]),
            Some(b'+') => (false, &input[1..]),
            _ => (false, input),
        };
        if rest == "0" {
            return Ok(Self::ZERO);
        }
        if rest.is_empty() {
            return Err(invalid());
        }
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let (whole, after_whole) = leading_integer(rest).ok_or_else(invalid)?;
            let (fraction, after_number) = match after_whole.strip_prefix('.') {
                Some(digits) => leading_fraction(digits),
                None => (Fraction::NONE, after_whole),
            };
            let digits = rest.len() - after_number.len();
            if digits == 0 || &rest[..digits] == "." {
                return Err(invalid());
            }
            let end = after_number
                .bytes()
                .position(|byte| byte == b'.' || byte.is_ascii_digit())
                .unwrap_or(after_number.len());
            let (name, next) = after_number.split_at(end);
            if name.is_empty() {
                return Err(DurationError::missing_unit(input));
            }
            let unit = unit(name).ok_or_else(|| DurationError::unknown_unit(name, input))?;
            if whole > LIMIT / unit {
                return Err(invalid());
            }
            let part = whole * unit + fraction.of(unit);
            // Go's sum of two parts of 2^63 ns each wraps to zero and passes its check.
            total = total.wrapping_add(part);
            if part > LIMIT || total > LIMIT {
                return Err(invalid());
            }
            rest = next;
        }
        match i64::try_from(total) {
            Ok(nanos) if negative => Ok(Self(-nanos)),
            Ok(nanos) => Ok(Self(nanos)),
            Err(_) if negative => Ok(Self(i64::MIN)),
            Err(_) => Err(invalid()),
        }
    }
}

fn unit(name: &str) -> Option<u64> {
    Some(match name {
        "ns" => 1,
        // The micro sign U+00B5 and the Greek letter U+03BC.
        "us" | "µs" | "μs" => MICROSECOND,
        "ms" => MILLISECOND,
        "s" => SECOND,
        "m" => MINUTE,
        "h" => HOUR,
        _ => return None,
    })
}

/// The digits at the start of `text` and what follows them; `None` when they exceed 2^63.
fn leading_integer(text: &str) -> Option<(u64, &str)> {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let mut value: u64 = 0;
    for digit in digits.bytes() {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        if value > LIMIT {
            return None;
        }
    }
    Some((value, rest))
}

/// The digits after a decimal point: `digits / scale`.
struct Fraction {
    digits: u64,
    scale: f64,
}

impl Fraction {
    const NONE: Self = Self {
        digits: 0,
        scale: 1.0,
    };

    /// This part of a unit in nanoseconds. Go computes it in double precision, so this does too.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "Go rounds here in the same way, and the result must be the same"
    )]
    fn of(&self, unit: u64) -> u64 {
        (self.digits as f64 * (unit as f64 / self.scale)) as u64
    }
}

/// The digits at the start of `text` as a fraction, and what follows them.
///
/// Digits beyond the precision of 63 bits are read over, as in Go.
fn leading_fraction(text: &str) -> (Fraction, &str) {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let mut fraction = Fraction::NONE;
    for digit in digits.bytes() {
        if fraction.digits > (LIMIT - 1) / 10 {
            break;
        }
        let longer = fraction.digits * 10 + u64::from(digit - b'0');
        if longer > LIMIT {
            break;
        }
        fraction.digits = longer;
        fraction.scale *= 10.0;
    }
    (fraction, rest)
}

#[cfg(feature = "serde")]
mod text {
    use super::GoDuration;
    use alloc::string::String;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Serialize for GoDuration {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for GoDuration {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer)?
                .parse()
                .map_err(D::Error::custom)
        }
    }
}

//! Numbers and times as people read them.

use backoff::GoDuration;

const MILLISECOND: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;

/// A length of time to the nanosecond: `1m20.15s`.
pub(crate) fn exact(ns: i64) -> String {
    GoDuration::from_nanos(ns).short().to_string()
}

/// A length of time with about three digits: `150ms`, `12.3s`, `1m20s`.
pub(crate) fn about(ns: i64) -> String {
    let unit = match ns.unsigned_abs() {
        0..1_000_000 => 1,
        1_000_000..1_000_000_000 => MILLISECOND,
        1_000_000_000..60_000_000_000 => SECOND / 10,
        _ => SECOND,
    };
    let rounded = ns.saturating_add(unit / 2).div_euclid(unit);
    exact(rounded.saturating_mul(unit))
}

/// A count with a comma after each thousand.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and what is counted, `1 restart` or `1,021 restarts`.
pub(crate) fn counted(value: u64, one: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {one}{plural}", count(value))
}

/// A rate per second with two or three digits.
pub(crate) fn rate(value: f64) -> String {
    let places = match value {
        0.0 => 0,
        ..0.0995 => 3,
        ..0.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    decimal(value, places)
}

/// A number of 0 or more with decimal places and a comma after each thousand.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rates are far below the limits of u64, where the cast would saturate"
)]
pub(crate) fn decimal(value: f64, places: u32) -> String {
    let unit = 10_u64.pow(places);
    let scaled = (value.max(0.0) * f64::from(10_u32.pow(places))).round() as u64;
    let whole = count(scaled / unit);
    if places == 0 {
        return whole;
    }
    let width = places as usize;
    let fraction = format!("{:0width$}", scaled % unit);
    match fraction.trim_end_matches('0') {
        "" => whole,
        digits => format!("{whole}.{digits}"),
    }
}

/// Names as a list: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_times_for_reading() {
        assert_eq!(about(150_000_000), "150ms");
        assert_eq!(about(150_400_000), "150ms");
        assert_eq!(about(12_345_678_901), "12.3s");
        assert_eq!(about(80_150_000_000), "1m20s");
        assert_eq!(about(0), "0s");
        assert_eq!(exact(80_150_000_000), "1m20.15s");
    }

    #[test]
    fn groups_thousands() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_021), "1,021");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "restart"), "1 restart");
    }

    #[test]
    fn gives_rates_two_or_three_digits() {
        assert_eq!(rate(0.0), "0");
        assert_eq!(rate(0.0213), "0.021");
        assert_eq!(rate(0.996), "1");
        assert_eq!(rate(9.17), "9.2");
        assert_eq!(rate(99.96), "100");
        assert_eq!(rate(1_234.5), "1,235");
    }
}

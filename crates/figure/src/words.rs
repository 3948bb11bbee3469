//! Times and lists as people read them; numbers are written as everywhere else.

use backoff::GoDuration;
pub(crate) use sim::words::{count, counted, decimal, number};

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
}

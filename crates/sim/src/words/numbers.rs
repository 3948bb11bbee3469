//! Numbers as people read them, on every surface.

/// A number with two or three digits: no decimals from 100 on, one below, two below 1 and three
/// below 0.1. Zeros at the end are left out, thousands are separated: `0`, `0.021`, `1.8`, `50.7`,
/// `9,350`.
#[must_use]
pub fn number(value: f64) -> String {
    let places = match value.abs() {
        ..0.0995 => 3,
        ..0.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    decimal(value, places)
}

/// A number with at most so many decimals, at most nine, without zeros at their end and with a comma
/// after each thousand. Halves are rounded away from zero.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a power of ten is exact, and the cast saturates far above what is shown"
)]
pub fn decimal(value: f64, places: u8) -> String {
    let places = places.min(9);
    let unit = 10_u64.pow(places.into());
    // In integers: the formatting of floats is five kilobytes of a page that has no other use for it.
    let units = (value.abs() * unit as f64).round() as u64;
    let sign = if value < 0.0 && units > 0 { "-" } else { "" };
    let whole = grouped(&(units / unit).to_string());
    let fraction = units % unit;
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let digits = format!("{fraction:0places$}", places = usize::from(places));
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

/// A share of 1 in per cent: `99.7 %`.
#[must_use]
pub fn share(value: f64) -> String {
    format!("{} %", number(value * 100.0))
}

/// The difference of two shares of 1 in percentage points: `-0.8 pp`.
#[must_use]
pub fn points(difference: f64) -> String {
    format!("{} pp", number(difference * 100.0))
}

/// A count with a comma after each thousand.
#[must_use]
pub fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// A count and what is counted, `1 restart` or `1,021 restarts`.
#[must_use]
pub fn counted(value: u64, one: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {one}{plural}", count(value))
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_or_three_digits() {
        let cases = [
            (0.0, "0"),
            (0.0004, "0"),
            (0.0012, "0.001"),
            (0.0213, "0.021"),
            (0.0996, "0.1"),
            (0.33, "0.33"),
            (0.5, "0.5"),
            (0.996, "1"),
            (1.84, "1.8"),
            (5.0, "5"),
            (9.96, "10"),
            (12.44, "12.4"),
            (50.7, "50.7"),
            (99.94, "99.9"),
            (99.96, "100"),
            (478.4, "478"),
            (1_234.6, "1,235"),
            (170_500.0, "170,500"),
            (-0.0001, "0"),
            (-3.26, "-3.3"),
            (-123.4, "-123"),
            (-1_500.0, "-1,500"),
        ];
        for (value, expected) in cases {
            assert_eq!(number(value), expected, "{value}");
        }
    }

    #[test]
    fn decimals_end_without_zeros() {
        let cases = [
            (1.5, 3, "1.5"),
            (2.0, 9, "2"),
            (1_000.25, 2, "1,000.25"),
            (0.000_000_5, 7, "0.0000005"),
            (1_234_567.0, 0, "1,234,567"),
            (-0.004, 2, "0"),
        ];
        for (value, places, expected) in cases {
            assert_eq!(decimal(value, places), expected, "{value}");
        }
    }

    #[test]
    fn shares_differ_by_points() {
        assert_eq!(share(0.9971), "99.7 %");
        assert_eq!(share(0.0004), "0.04 %");
        assert_eq!(share(1.0), "100 %");
        assert_eq!(points(-0.008), "-0.8 pp");
        assert_eq!(points(0.0), "0 pp");
    }

    #[test]
    fn counts_are_exact() {
        for (value, expected) in [(0, "0"), (999, "999"), (1_021, "1,021"), (1_234_567, "1,234,567")] {
            assert_eq!(count(value), expected);
        }
        assert_eq!(counted(1, "restart"), "1 restart");
        assert_eq!(counted(0, "restart"), "0 restarts");
        assert_eq!(counted(1_021, "restart"), "1,021 restarts");
    }
}

//! Numbers as a person reads them.

use core::fmt::Write;

/// A number with at most one decimal below 10 and none above, thousands separated: `0`, `1.8`,
/// `12`, `9,350`. Anything above 0 that would round to 0 is shown with the digits it needs, up
/// to three decimals.
#[must_use]
pub fn number(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 9.95 => 0,
        size if size >= 0.05 || size == 0.0 => 1,
        size if size >= 0.005 => 2,
        _ => 3,
    };
    let text = format!("{value:.decimals$}");
    let text = match text.split_once('.') {
        Some((_, decimals)) if decimals.bytes().all(|digit| digit == b'0') => {
            text[..text.len() - decimals.len() - 1].to_owned()
        }
        _ => text,
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        grouped(&text)
    }
}

/// A share of 1 in per cent with one decimal: `99.7 %`.
#[must_use]
pub fn share(value: f64) -> String {
    let text = format!("{:.1}", value * 100.0);
    let text = text.strip_suffix(".0").unwrap_or(&text);
    format!("{} %", if text == "-0" { "0" } else { text })
}

fn grouped(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.split_at(usize::from(whole.starts_with('-')));
    let mut grouped = sign.to_owned();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let _ = write!(grouped, "{rest}");
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let cases = [
            (0.0, "0"),
            (5.0, "5"),
            (1.84, "1.8"),
            (9.96, "10"),
            (12.4, "12"),
            (1234.0, "1,234"),
            (170_500.0, "170,500"),
            (0.04, "0.04"),
            (0.0012, "0.001"),
            (-3.26, "-3.3"),
            (-1500.0, "-1,500"),
            (-0.0001, "0"),
        ];
        for (value, expected) in cases {
            assert_eq!(number(value), expected, "{value}");
        }
        assert_eq!(share(0.9971), "99.7 %");
        assert_eq!(share(-0.008), "-0.8 %");
        assert_eq!(share(1.0), "100 %");
    }
}

//! What a plain scalar means.

/// The meaning of a scalar.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// `null`, `~` or nothing.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Bool(bool),
    /// An integer that fits in 64 bits with a sign.
    Integer(i64),
    /// An integer above `i64::MAX`.
    Unsigned(u64),
    /// A number with a fraction or an exponent, or `.inf` or `.nan`.
    Float(f64),
    /// Any other text.
    Text(&'a str),
}

impl<'a> Scalar<'a> {
    /// Resolves a plain scalar as go-yaml v2 does, the library under the Kubernetes decoder (`resolve.go` in
    /// sigs.k8s.io/yaml/goyaml.v2), except that timestamps stay text.
    #[must_use]
    pub fn resolve(text: &'a str) -> Self {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
                Self::Bool(true)
            }
            "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
                Self::Bool(false)
            }
            ".nan" | ".NaN" | ".NAN" => Self::Float(f64::NAN),
            ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Self::Float(f64::INFINITY),
            "-.inf" | "-.Inf" | "-.INF" => Self::Float(f64::NEG_INFINITY),
            _ => number(text).unwrap_or(Self::Text(text)),
        }
    }
}

fn number<'a>(text: &str) -> Option<Scalar<'a>> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return None;
    }
    let plain = text.replace('_', "");
    integer(&plain).or_else(|| float(&plain).map(Scalar::Float))
}

/// Go's `strconv.ParseInt(text, 0, 64)`, then `ParseUint`.
fn integer<'a>(text: &str) -> Option<Scalar<'a>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.get(..2).map(str::to_ascii_lowercase);
    let (radix, digits) = match lower.as_deref() {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        Some(two) if two.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    // Rust accepts a second sign here, which Go does not.
    if !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    if negative {
        0i64.checked_sub_unsigned(magnitude).map(Scalar::Integer)
    } else {
        Some(i64::try_from(magnitude).map_or(Scalar::Unsigned(magnitude), Scalar::Integer))
    }
}

/// A decimal number: digits with at most one point, and maybe an exponent. Rust's own parser also takes words.
fn float(text: &str) -> Option<f64> {
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E');
    if text.chars().all(allowed) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar::{self, Bool, Float, Integer, Null, Text, Unsigned};

    #[test]
    fn follows_yaml_1_1() {
        let cases = [
            ("", Null),
            ("~", Null),
            ("yes", Bool(true)),
            ("Off", Bool(false)),
            ("yEs", Text("yEs")),
            ("0", Integer(0)),
            ("+12", Integer(12)),
            ("-0x10", Integer(-16)),
            ("0o17", Integer(15)),
            ("017", Integer(15)),
            ("0b101", Integer(5)),
            ("1_000", Integer(1000)),
            ("9223372036854775807", Integer(i64::MAX)),
            ("-9223372036854775808", Integer(i64::MIN)),
            ("18446744073709551615", Unsigned(u64::MAX)),
            ("18446744073709551616", Float(18_446_744_073_709_551_616.0)),
            ("08", Float(8.0)),
            ("1.30", Float(1.3)),
            (".5", Float(0.5)),
            ("-1e3", Float(-1000.0)),
            ("-.inf", Float(f64::NEG_INFINITY)),
            ("inf", Text("inf")),
            ("nan", Text("nan")),
            ("-", Text("-")),
            ("+-5", Text("+-5")),
            ("0x", Text("0x")),
            ("0x+5", Text("0x+5")),
            ("1.2.3", Text("1.2.3")),
            ("60s", Text("60s")),
            ("1é", Text("1é")),
        ];
        for (text, expected) in cases {
            assert_eq!(Scalar::resolve(text), expected, "{text:?}");
        }
    }
}

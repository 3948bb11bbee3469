//! Factors: text, numbers and exact growth.

use backoff::Factor;
use proptest::prelude::*;

#[test]
fn text_forms() {
    for (text, thousandths, shown) in [
        ("2", 2_000, "2"),
        ("1.5", 1_500, "1.5"),
        ("0.125", 125, "0.125"),
        ("10.010", 10_010, "10.01"),
        ("007", 7_000, "7"),
        ("4294967.295", u32::MAX, "4294967.295"),
    ] {
        let factor: Factor = text.parse().unwrap();
        assert_eq!(
            (factor.thousandths(), factor.to_string().as_str()),
            (thousandths, shown)
        );
    }
    assert_eq!(
        format!("{:>5}|{:<3}|", Factor::from_thousandths(1_500), Factor::TWO),
        "  1.5|2  |"
    );
}

#[test]
fn refused_texts() {
    for text in [
        "",
        ".",
        "2.",
        ".5",
        "-1",
        "+1",
        "1e3",
        "1.2345",
        "4294967.296",
        "99999999999999999999",
        "two",
        " 2",
    ] {
        let error = text.parse::<Factor>().unwrap_err();
        assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
    }
}

#[test]
fn growth_rounds_toward_zero_and_saturates() {
    let factor = Factor::from_thousandths(1_500);
    assert_eq!([factor.grow(3), factor.grow(-3), factor.grow(1)], [4, -4, 1]);
    assert_eq!(
        [factor.grow(i64::MAX), factor.grow(i64::MIN)],
        [i64::MAX, i64::MIN]
    );
    assert_eq!(
        [Factor::TWO.grow(i64::MAX), Factor::TWO.grow(i64::MIN)],
        [i64::MAX, i64::MIN]
    );
}

#[cfg(feature = "serde")]
mod serde_forms {
    use backoff::{Factor, GoDuration};

    #[test]
    fn factor_reads_text_and_numbers() {
        for (json, thousandths) in [
            ("\"1.5\"", 1_500),
            ("2", 2_000),
            ("1.1", 1_100),
            ("2.0", 2_000),
            ("0.001", 1),
        ] {
            assert_eq!(
                serde_json::from_str::<Factor>(json).unwrap().thousandths(),
                thousandths,
                "{json}"
            );
        }
        for json in ["-1", "1.0005", "1e99", "-0.001", "4294968", "true", "\"1.2345\""] {
            assert!(serde_json::from_str::<Factor>(json).is_err(), "{json}");
        }
        assert_eq!(
            serde_json::to_string(&Factor::from_thousandths(1_500)).unwrap(),
            "\"1.5\""
        );
    }

    #[test]
    fn duration_is_text() {
        let duration: GoDuration = serde_json::from_str("\"90s\"").unwrap();
        assert_eq!(serde_json::to_string(&duration).unwrap(), "\"1m30s\"");
        let error = serde_json::from_str::<GoDuration>("\"90\"").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("time: missing unit in duration \"90\""),
            "{error}"
        );
        assert!(serde_json::from_str::<GoDuration>("90").is_err());
    }
}

proptest! {
    #[test]
    fn text_round_trip(thousandths in any::<u32>()) {
        let factor = Factor::from_thousandths(thousandths);
        prop_assert_eq!(factor.to_string().parse(), Ok(factor));
    }

    #[test]
    fn growth_is_the_exact_product(thousandths in any::<u32>(), delay in any::<i64>()) {
        let exact = i128::from(delay) * i128::from(thousandths) / 1_000;
        let held = exact.clamp(i64::MIN.into(), i64::MAX.into());
        prop_assert_eq!(i128::from(Factor::from_thousandths(thousandths).grow(delay)), held);
    }

    #[test]
    fn any_text_is_read_or_quoted(text in prop_oneof![any::<String>(), "[0-9.+-]{0,12}"]) {
        match text.parse::<Factor>() {
            Ok(factor) => prop_assert_eq!(factor.to_string().parse(), Ok(factor)),
            Err(error) => prop_assert!(error.to_string().contains("invalid factor")),
        }
    }
}

//! Durations read and written as Go does.
//!
//! The strings of `tests/vectors/D_durations.jsonl` went through Go 1.27's `time.ParseDuration`.

use backoff::{DurationClass, GoDuration};
use proptest::prelude::*;
use serde::Deserialize;
use std::fs;

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(rename = "in")]
    input: String,
    ns: Option<i64>,
    canonical: Option<String>,
    err: Option<String>,
    err_class: Option<String>,
}

fn class_name(class: DurationClass) -> &'static str {
    match class {
        DurationClass::MissingUnit => "missing_unit",
        DurationClass::UnknownUnit => "unknown_unit",
        DurationClass::Invalid => "invalid",
    }
}

#[test]
fn every_string_of_the_vectors() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/D_durations.jsonl"
    );
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 216);
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let (id, input) = (&case.id, &case.input);
        match input.parse::<GoDuration>() {
            Ok(duration) => {
                assert_eq!(Some(duration.nanos()), case.ns, "{id}: value of {input:?}");
                assert_eq!(
                    Some(duration.to_string()),
                    case.canonical,
                    "{id}: canonical form of {input:?}"
                );
            }
            Err(error) => {
                let class = class_name(error.class());
                assert_eq!(Some(class), case.err_class.as_deref(), "{id}: class of {input:?}");
                assert_eq!(Some(error.to_string()), case.err, "{id}: message for {input:?}");
            }
        }
    }
}

#[test]
fn short_form() {
    for (nanos, expected) in [
        (0, "0s"),
        (1, "1ns"),
        (-1_500, "-1.5µs"),
        (150_000_000, "150ms"),
        (80_000_000_000, "1m20s"),
        (300_000_000_000, "5m"),
        (5_400_000_000_000, "1h30m"),
        (3_605_000_000_000, "1h5s"),
        (i64::MIN, "-2562047h47m16.854775808s"),
    ] {
        assert_eq!(GoDuration(nanos).short().to_string(), expected);
    }
}

#[test]
fn constructors_saturate() {
    assert_eq!(GoDuration::from_secs(i64::MAX).nanos(), i64::MAX);
    assert_eq!(GoDuration::from_millis(i64::MIN).nanos(), i64::MIN);
    assert_eq!(
        GoDuration::from_millis(1_500),
        GoDuration::from_nanos(1_500_000_000)
    );
}

#[test]
fn forms_honour_width() {
    assert_eq!(
        format!(
            "{:>6}|{:<4}|",
            GoDuration::from_secs(60),
            GoDuration::from_secs(60).short()
        ),
        "  1m0s|1m  |"
    );
}

proptest! {
    #[test]
    fn both_forms_parse_to_the_same_value(nanos in any::<i64>(), shift in 0_u32..63) {
        let duration = GoDuration(nanos >> shift);
        prop_assert_eq!(duration.to_string().parse(), Ok(duration));
        prop_assert_eq!(duration.short().to_string().parse(), Ok(duration));
    }

    #[test]
    fn whole_units_parse_to_the_same_value(count in 0_i64..100_000, unit in 0_usize..6) {
        let (name, nanos) = [
            ("ns", 1), ("us", 1_000), ("ms", 1_000_000),
            ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ][unit];
        prop_assert_eq!(format!("{count}{name}").parse(), Ok(GoDuration(count * nanos)));
    }

    #[test]
    fn any_text_gives_a_value_or_a_message_that_quotes_it(
        text in prop_oneof![any::<String>(), "[-+]?([0-9]{0,20}[.]?[0-9]{0,20}(ns|us|µs|ms|s|m|h|x| )?){0,4}"],
    ) {
        match text.parse::<GoDuration>() {
            Ok(duration) => prop_assert_eq!(duration.to_string().parse(), Ok(duration)),
            Err(error) => prop_assert!(error.to_string().starts_with("time: ")),
        }
    }
}

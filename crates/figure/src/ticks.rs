//! Where an axis has its ticks, and what they say.

use crate::words;

const MILLISECOND: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// Steps of a time axis from one second on, as clocks have them.
const CLOCK_STEPS: [i64; 18] = [
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR,
];

/// The values that a logarithmic time axis may show, the most welcome first.
const LOG_TICKS: [i64; 20] = [
    SECOND,
    10 * SECOND,
    MINUTE,
    5 * MINUTE,
    HOUR,
    24 * HOUR,
    100 * MILLISECOND,
    10 * MILLISECOND,
    MILLISECOND,
    30 * SECOND,
    2 * SECOND,
    5 * SECOND,
    2 * MINUTE,
    20 * SECOND,
    30 * MINUTE,
    10 * MINUTE,
    2 * HOUR,
    6 * HOUR,
    12 * HOUR,
    500 * MILLISECOND,
];

/// The next step of a time axis that is longer than this one.
fn next_time_step(step: i64) -> i64 {
    if let Some(&longer) = CLOCK_STEPS.iter().find(|&&clock| clock > step) {
        if step >= SECOND / 2 {
            return longer;
        }
        let magnitude = 10_i64.pow(step.max(1).ilog10());
        return [2, 5, 10]
            .map(|m| m * magnitude)
            .into_iter()
            .find(|&s| s > step)
            .unwrap_or(longer);
    }
    step.saturating_mul(2)
}

/// The instants of a time axis, so that the labels keep `gap` between them.
///
/// `pixels` is the length of the axis and `width` gives a label's. All instants are multiples of
/// one of the steps that clocks have: 1, 2, 5, 10, 15, 30 seconds and minutes, 1, 2, 3, 6, 12, 24
/// hours, and decimal ones below a second.
pub(crate) fn times((from, to): (i64, i64), pixels: f64, gap: f64, width: impl Fn(&str) -> f64) -> Vec<i64> {
    let span = to.saturating_sub(from).max(1);
    // No label is narrower than 20 pixels, so no shorter step can fit.
    let shortest = span / whole(pixels / 20.0).max(1);
    let mut step = 1;
    while step < shortest {
        step = next_time_step(step);
    }
    loop {
        let first = from.div_euclid(step).saturating_add(i64::from(from % step != 0));
        let ticks: Vec<i64> = (first..=to.div_euclid(step)).map(|n| n * step).collect();
        let between = pixels * ratio(step, span);
        let widest = ticks
            .iter()
            .map(|&at| width(&words::exact(at)))
            .fold(0.0, f64::max);
        if ticks.len() <= 1 || widest + gap <= between {
            return ticks;
        }
        step = next_time_step(step);
    }
}

/// Evenly spaced values from 0 to `max`, about one for each `every` pixels, with their labels.
pub(crate) fn values(max: f64, pixels: f64, every: f64, integers: bool) -> Vec<(f64, String)> {
    if max.is_nan() || max <= 0.0 {
        return vec![(0.0, "0".to_owned())];
    }
    let wanted = max / (pixels / every).max(1.0);
    let mut step = 10_f64.powf(wanted.log10().floor());
    for multiple in [1.0, 2.0, 5.0, 10.0] {
        if step * multiple >= wanted * 0.999 {
            step *= multiple;
            break;
        }
    }
    if integers {
        step = step.max(1.0);
    }
    let places = (0_u8..9).find(|&p| {
        let shifted = step * f64::from(10_u32.pow(p.into()));
        (shifted - shifted.round()).abs() < 1e-6 * shifted
    });
    (0..=whole(max / step * 1.000_001))
        .map(|n| {
            let value = step * ratio(n, 1);
            (value, words::decimal(value, places.unwrap_or(9)))
        })
        .collect()
}

/// The lengths of time that a logarithmic axis shows, at least `gap` pixels apart, in the order of
/// their importance. `y` gives the position of one.
pub(crate) fn log_times((low, high): (i64, i64), gap: f64, y: impl Fn(i64) -> f64) -> Vec<i64> {
    let mut chosen: Vec<i64> = Vec::new();
    for tick in LOG_TICKS {
        let apart = |&other: &i64| (y(other) - y(tick)).abs() >= gap;
        if (low..=high).contains(&tick) && chosen.iter().all(apart) {
            chosen.push(tick);
        }
    }
    if chosen.len() < 2 {
        for end in [high, low] {
            if chosen.iter().all(|&other| (y(other) - y(end)).abs() >= gap) {
                chosen.push(end);
            }
        }
    }
    chosen
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates far outside of every figure"
)]
const fn whole(value: f64) -> i64 {
    value as i64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a position on the screen is coarser than a float"
)]
pub(crate) fn ratio(part: i64, of: i64) -> f64 {
    part as f64 / of as f64
}

/// A number of things as a float.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text_width(text: &str) -> f64 {
        7.0 * f64::from(u32::try_from(text.chars().count()).unwrap())
    }

    fn labels(from: i64, to: i64, pixels: f64) -> Vec<String> {
        times((from, to), pixels, 20.0, text_width)
            .into_iter()
            .map(words::exact)
            .collect()
    }

    #[test]
    fn reads_like_time() {
        assert_eq!(
            labels(0, 30 * MINUTE, 800.0).join(" "),
            "0s 2m 4m 6m 8m 10m 12m 14m 16m 18m 20m 22m 24m 26m 28m 30m"
        );
        assert_eq!(
            labels(0, 30 * MINUTE, 300.0).join(" "),
            "0s 5m 10m 15m 20m 25m 30m"
        );
        assert_eq!(labels(0, 24 * HOUR, 300.0).join(" "), "0s 6h 12h 18h 24h");
        assert_eq!(
            labels(0, 168 * HOUR, 400.0).join(" "),
            "0s 24h 48h 72h 96h 120h 144h 168h"
        );
        assert_eq!(
            labels(12 * MINUTE + 17 * SECOND, 12 * MINUTE + 41 * SECOND, 300.0).join(" "),
            "12m20s 12m25s 12m30s 12m35s 12m40s"
        );
        assert_eq!(
            labels(0, 3 * MILLISECOND, 400.0).join(" "),
            "0s 500µs 1ms 1.5ms 2ms 2.5ms 3ms"
        );
    }

    #[test]
    fn chooses_round_values() {
        let texts = |max, integers| {
            let ticks = values(max, 200.0, 40.0, integers);
            ticks
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(texts(55.0, false), "0 20 40");
        assert_eq!(texts(1_234.0, false), "0 500 1,000");
        assert_eq!(texts(0.037, false), "0 0.01 0.02 0.03");
        assert_eq!(texts(2.0, true), "0 1 2");
        assert_eq!(texts(0.0, false), "0");
    }

    proptest! {
        #[test]
        fn time_ticks_are_nice_ordered_and_cover_the_axis(
            from in 0_i64..168 * HOUR,
            span in 1_i64..168 * HOUR,
            pixels in 60.0..1400.0_f64,
        ) {
            let to = from + span;
            let ticks = times((from, to), pixels, 20.0, text_width);
            prop_assert!(ticks.iter().all(|at| (from..=to).contains(at)));
            if let [first, second, ..] = ticks[..] {
                let step = second - first;
                let decimal = |step: i64| [1, 2, 5].contains(&(step / 10_i64.pow(step.ilog10())))
                    && step % 10_i64.pow(step.ilog10()) == 0;
                prop_assert!(
                    CLOCK_STEPS.contains(&step) || step % (24 * HOUR) == 0
                        || step < SECOND && decimal(step)
                );
                prop_assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] == step));
                prop_assert!(ticks.iter().all(|at| at % step == 0));
                prop_assert!(first - from < step && to - ticks[ticks.len() - 1] < step);
                let room = pixels * ratio(step, span);
                prop_assert!(ticks.iter().all(|&at| text_width(&words::exact(at)) + 20.0 <= room));
            }
        }

        #[test]
        fn values_rise_evenly_from_zero_to_the_maximum(max in 1e-4..1e7_f64, pixels in 20.0..600.0_f64) {
            let ticks = values(max, pixels, 40.0, false);
            prop_assert_eq!(ticks[0].0.to_bits(), 0.0_f64.to_bits());
            prop_assert!(ticks.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(number(ticks.len()) <= 2.0 + pixels / 40.0);
            let step = ticks.get(1).map_or(max, |tick| tick.0);
            let last = ticks[ticks.len() - 1].0;
            prop_assert!(last <= max * 1.0001 && max < (last + step) * 1.0001);
        }

        #[test]
        fn log_ticks_keep_their_distance(low in 1_i64..HOUR, factor in 1_i64..1000) {
            let high = low * factor;
            let y = |ns: i64| ratio(ns, 1).ln() * 40.0;
            let ticks = log_times((low, high), 22.0, y);
            prop_assert!(!ticks.is_empty());
            for (at, &tick) in ticks.iter().enumerate() {
                prop_assert!((low..=high).contains(&tick));
                prop_assert!(ticks[..at].iter().all(|&other| (y(other) - y(tick)).abs() >= 22.0));
            }
        }
    }
}

//! The closed forms of the documented curve against stepping, and numbers that the KEPs state.

use backoff::{Backoff, Curve, Factor, Key, Policy, ResetRule, Shape};
use proptest::prelude::*;

const SECOND: i64 = 1_000_000_000;

/// The delay and the instant of each restart, found by driving a back-off object.
///
/// The object's clock runs only while the container does, because the waits do not count as run time.
fn stepped(policy: &Policy, run_ns: i64, count: usize) -> Vec<(i64, i64)> {
    let mut backoff = Backoff::new(policy.clone());
    let (mut clock, mut now) = (0_i64, 0_i64);
    (0..count)
        .map(|_| {
            clock += run_ns;
            backoff.next(Key(0), clock, clock);
            let delay = backoff.get(Key(0));
            now = now.saturating_add(run_ns).saturating_add(delay);
            (delay, now)
        })
        .collect()
}

fn shapes() -> impl Strategy<Value = Shape> {
    let delay = prop_oneof![0..4_i64, 0..1_000 * SECOND, 0..i64::MAX];
    prop_oneof![
        (delay.clone(), 1_000_u32..=3_000, delay.clone()).prop_map(|(initial_ns, multiplier, max_ns)| {
            Shape::Exponential {
                initial_ns,
                multiplier: Factor::from_thousandths(multiplier),
                max_ns,
            }
        }),
        delay.clone().prop_map(|delay_ns| Shape::Flat { delay_ns }),
        prop::collection::vec(delay, 1..6).prop_map(Shape::Steps),
    ]
}

fn policies() -> impl Strategy<Value = Policy> {
    let reset = prop_oneof![
        (0..1_000 * SECOND).prop_map(ResetRule::After),
        Just(ResetRule::TwiceMax)
    ];
    (shapes(), reset).prop_map(|(shape, reset)| Policy {
        shape,
        reset,
        jitter: Factor::ZERO,
    })
}

#[test]
fn restarts_that_the_kep_counts() {
    // KEP-4603: today 4 and with 1s/60s 9 restarts in the first five minutes, one run of no length.
    let now = Curve::new(&Policy::exponential(10 * SECOND, 300 * SECOND), 0);
    let reduced = Curve::new(&Policy::exponential(SECOND, 60 * SECOND), 0);
    assert_eq!(now.restarts_within(300 * SECOND, true), 4);
    assert_eq!(reduced.restarts_within(300 * SECOND, true), 9);
    assert_eq!(now.windows(&[10 * SECOND, 30 * SECOND, 70 * SECOND]), [1, 1, 1]);
    assert_eq!(
        reduced.windows(&[10 * SECOND, 30 * SECOND, 70 * SECOND]),
        [3, 1, 2]
    );
    // A container that exits just under ten minutes restarts twice in half an hour.
    let slow = Curve::new(&Policy::exponential(10 * SECOND, 300 * SECOND), 600 * SECOND);
    assert_eq!(
        [slow.elapsed_until(1), slow.elapsed_until(2)],
        [610 * SECOND, 1_230 * SECOND]
    );
}

#[test]
fn boundary_belongs_to_the_inclusive_count() {
    let curve = Curve::new(&Policy::exponential(10 * SECOND, 300 * SECOND), 0);
    assert_eq!(curve.elapsed_until(2), 30 * SECOND);
    assert_eq!(curve.restarts_within(30 * SECOND, false), 1);
    assert_eq!(curve.restarts_within(30 * SECOND, true), 2);
}

#[test]
fn run_beyond_the_threshold_resets_every_time() {
    let curve = Curve::new(&Policy::exponential(10 * SECOND, 300 * SECOND), 600 * SECOND + 1);
    assert_eq!(curve.nth_delay(50), 10 * SECOND);
}

#[test]
fn restarts_without_any_time_are_countless() {
    let curve = Curve::new(&Policy::exponential(0, 0), 0);
    assert_eq!(curve.restarts_within(0, true), u64::MAX);
    assert_eq!(curve.restarts_within(0, false), 0);
}

proptest! {
    #[test]
    fn closed_forms_agree_with_stepping(
        policy in policies(),
        run_ns in prop_oneof![Just(0), 0..2_000 * SECOND],
        count in 1_usize..120,
    ) {
        let curve = Curve::new(&policy, run_ns);
        let steps = stepped(&policy, run_ns, count);
        for (n, (delay, at)) in (1..).zip(&steps) {
            prop_assert_eq!(curve.nth_delay(n), *delay, "delay {}", n);
            prop_assert_eq!(curve.elapsed_until(n), *at, "restart {}", n);
        }
        let (_, horizon) = steps[count / 2];
        // Beyond this instant the stepped times no longer tell restarts apart.
        prop_assume!(horizon < i64::MAX && steps[count - 1].1 > horizon);
        let within = |inclusive| steps.iter().filter(|(_, at)| *at < horizon || inclusive && *at == horizon).count() as u64;
        prop_assert_eq!(curve.restarts_within(horizon, false), within(false));
        prop_assert_eq!(curve.restarts_within(horizon, true), within(true));
        prop_assert_eq!(curve.windows(&[horizon / 2, horizon]).iter().sum::<u64>(), within(true));
    }

    #[test]
    fn no_panic_for_any_length(
        [initial_ns, max_ns, run_ns, threshold, horizon] in any::<[i64; 5]>(),
        multiplier in any::<u32>(),
        n in any::<u64>(),
    ) {
        let shape = Shape::Exponential { initial_ns, multiplier: Factor::from_thousandths(multiplier), max_ns };
        let policy = Policy { shape, reset: ResetRule::After(threshold), jitter: Factor::ZERO };
        let curve = Curve::new(&policy, run_ns);
        prop_assert!(curve.nth_delay(n) >= 0);
        prop_assert!(curve.elapsed_until(n) <= curve.elapsed_until(n.saturating_add(1)));
        prop_assert!(curve.restarts_within(horizon, false) <= curve.restarts_within(horizon, true));
        prop_assert_eq!(curve.windows(&[horizon]), [curve.restarts_within(horizon, true)]);
    }
}

//! Rules of the back-off object that hold for every policy and every instant.

use backoff::{Backoff, Change, Entry, Factor, Key, Policy, PolicyError, Replay, ResetRule, Runs, Shape};
use proptest::prelude::*;

const SECOND: i64 = 1_000_000_000;
const KEY: Key = Key(7);

fn kubelet() -> Policy {
    Policy::exponential(10 * SECOND, 300 * SECOND)
}

#[test]
fn first_check_is_free_and_the_last_nanosecond_blocks() {
    let mut backoff = Backoff::new(kubelet());
    assert!(!backoff.is_in_backoff_since(KEY, 0, 0));
    assert_eq!(backoff.entry(KEY), None);
    assert_eq!(backoff.next(KEY, 5, 5), Change::Created);
    assert!(backoff.is_in_backoff_since(KEY, 20, 20 + 10 * SECOND - 1));
    assert!(!backoff.is_in_backoff_since(KEY, 20, 20 + 10 * SECOND));
    assert!(backoff.is_in_backoff_since_update(KEY, 5 + 10 * SECOND - 1));
    assert!(!backoff.is_in_backoff_since_update(KEY, 5 + 10 * SECOND));
    // Another key has no entry.
    assert!(!backoff.is_in_backoff_since(Key(6), 20, 20));
    assert_eq!(backoff.get(Key(u32::MAX)), 0);
}

#[test]
fn run_of_exactly_the_threshold_does_not_reset() {
    let mut backoff = Backoff::new(kubelet());
    backoff.next(KEY, 0, 0);
    assert_eq!(backoff.next(KEY, 600 * SECOND, 0), Change::Grown);
    assert_eq!(
        backoff.next(KEY, 600 * SECOND + 1, 600 * SECOND + 1),
        Change::Expired
    );
    assert_eq!(
        backoff.entry(KEY),
        Some(Entry {
            delay_ns: 10 * SECOND,
            last_update_ns: 600 * SECOND + 1,
            step: 0
        })
    );
}

#[test]
fn garbage_is_older_than_the_threshold() {
    let mut backoff = Backoff::new(kubelet());
    backoff.next(KEY, 0, 0);
    backoff.next(Key(0), 0, 1);
    backoff.collect_garbage(600 * SECOND);
    assert_eq!(backoff.get(KEY), 10 * SECOND);
    backoff.collect_garbage(600 * SECOND + 1);
    assert_eq!((backoff.entry(KEY), backoff.get(Key(0))), (None, 10 * SECOND));
    backoff.reset(Key(0));
    assert_eq!(backoff.entry(Key(0)), None);
    backoff.reset(Key(u32::MAX));
}

#[test]
fn initial_above_the_maximum_falls_to_it() {
    let mut backoff = Backoff::new(Policy::exponential(10 * SECOND, 3 * SECOND));
    backoff.next(KEY, 0, 0);
    assert_eq!(backoff.get(KEY), 10 * SECOND);
    backoff.next(KEY, 0, 0);
    assert_eq!(backoff.get(KEY), 3 * SECOND);
}

#[test]
fn steps_follow_each_other_and_the_last_repeats() {
    let policy = Policy {
        shape: Shape::Steps(vec![5, 1, 9]),
        ..kubelet()
    };
    let mut backoff = Backoff::new(policy);
    let delays: Vec<i64> = (0..5)
        .map(|now| {
            backoff.next(KEY, now, now);
            backoff.get(KEY)
        })
        .collect();
    assert_eq!(delays, [5, 1, 9, 9, 9]);
}

#[test]
fn policy_names_the_field_out_of_range() {
    let shape = |multiplier| Shape::Exponential {
        initial_ns: 1,
        multiplier,
        max_ns: 1,
    };
    let errors = [
        Policy::exponential(-SECOND, 1),
        Policy {
            shape: shape(Factor::from_thousandths(999)),
            ..kubelet()
        },
        Policy {
            shape: Shape::Steps(vec![]),
            ..kubelet()
        },
        Policy {
            shape: Shape::Steps(vec![1, -2]),
            ..kubelet()
        },
        Policy {
            reset: ResetRule::After(-1),
            ..kubelet()
        },
        Policy {
            jitter: Factor::from_thousandths(10_001),
            ..kubelet()
        },
    ]
    .map(|policy| policy.validate().unwrap_err().to_string());
    assert_eq!(
        errors,
        [
            "initial delay is -1s, it must not be negative",
            "multiplier is 0.999, it must be from 1 to 100",
            "there are 0 steps, there must be from 1 to 1000",
            "step is -2ns, it must not be negative",
            "reset threshold is -1ns, it must not be negative",
            "jitter factor is 10.001, it must be from 0 to 10",
        ]
    );
    assert_eq!(kubelet().validate(), Ok(()));
    let highest = Policy {
        shape: shape(Policy::MAX_MULTIPLIER),
        jitter: Policy::MAX_JITTER,
        ..kubelet()
    };
    assert_eq!(highest.validate(), Ok(()));
    let beyond = Policy {
        shape: Shape::Steps(vec![1; Policy::MAX_STEPS + 1]),
        ..kubelet()
    };
    assert_eq!(beyond.validate(), Err(PolicyError::StepCount { found: 1_001 }));
}

#[test]
fn replay_ends_before_the_clock_overflows() {
    let runs = Runs {
        prefix: vec![i64::MAX - 5, 4],
        cycle: vec![2],
    };
    let mut policy = Policy::exponential(0, 0);
    policy.reset = ResetRule::After(i64::MAX);
    let starts: Vec<i64> = Replay::new(policy, runs, Some(1))
        .map(|restart| restart.started_ns)
        .collect();
    assert_eq!(starts, [i64::MAX - 5, i64::MAX - 1]);
    assert_eq!(Replay::new(kubelet(), Runs::default(), None).count(), 0);
}

fn any_policy() -> impl Strategy<Value = Policy> {
    let shape = prop_oneof![
        (any::<i64>(), any::<u32>(), any::<i64>()).prop_map(|(initial_ns, multiplier, max_ns)| {
            Shape::Exponential {
                initial_ns,
                multiplier: Factor::from_thousandths(multiplier),
                max_ns,
            }
        }),
        any::<i64>().prop_map(|delay_ns| Shape::Flat { delay_ns }),
        prop::collection::vec(any::<i64>(), 0..4).prop_map(Shape::Steps),
    ];
    let reset = prop_oneof![any::<i64>().prop_map(ResetRule::After), Just(ResetRule::TwiceMax)];
    (shape, reset, any::<u32>()).prop_map(|(shape, reset, jitter)| Policy {
        shape,
        reset,
        jitter: Factor::from_thousandths(jitter),
    })
}

proptest! {
    #[test]
    fn delays_stay_in_bounds_and_grow_until_the_maximum(
        initial_ns in 0..1_000 * SECOND,
        above in 0..10_000 * SECOND,
        multiplier in 1_000_u32..=100_000,
        count in 1_usize..100,
    ) {
        let max_ns = initial_ns + above;
        let shape = Shape::Exponential { initial_ns, multiplier: Factor::from_thousandths(multiplier), max_ns };
        let mut backoff = Backoff::new(Policy { shape, ..kubelet() });
        let mut before = 0;
        for now in 0..i64::try_from(count).unwrap() {
            let change = backoff.next(KEY, now, now);
            let delay = backoff.get(KEY);
            prop_assert_eq!(change == Change::Created, now == 0);
            prop_assert!((before.max(initial_ns)..=max_ns).contains(&delay));
            // Growth is exact to the nanosecond below.
            if now > 0 && delay < max_ns {
                let exact = i128::from(before) * i128::from(multiplier);
                prop_assert_eq!(i128::from(delay), exact / 1_000);
            }
            before = delay;
        }
    }

    #[test]
    fn long_run_resets(initial_ns in 1..100 * SECOND, growths in 0..20_i64, threshold in 0..i64::MAX / 2) {
        let mut backoff = Backoff::new(Policy {
            reset: ResetRule::After(threshold),
            ..Policy::exponential(initial_ns, 300 * SECOND)
        });
        for _ in 0..growths {
            backoff.next(KEY, 0, 0);
        }
        backoff.next(KEY, 0, 9);
        prop_assert_eq!(backoff.next(KEY, threshold + 10, threshold + 10), Change::Expired);
        prop_assert_eq!(backoff.get(KEY), initial_ns);
    }

    #[test]
    fn jitter_adds_a_share_of_the_delay_before(
        initial_ns in 0..100 * SECOND,
        jitter in 0_u32..=10_000,
        random in any::<[u64; 2]>(),
    ) {
        let max_ns = 300 * SECOND;
        let jitter = Factor::from_thousandths(jitter);
        let mut backoff = Backoff::new(Policy { jitter, ..Policy::exponential(initial_ns, max_ns) });
        backoff.next_jittered(KEY, 0, 0, random[0]);
        let created = backoff.get(KEY);
        prop_assert!((initial_ns..=initial_ns + jitter.grow(initial_ns)).contains(&created));
        backoff.next_jittered(KEY, 0, 0, random[1]);
        let range = (2 * created).min(max_ns)..=(2 * created + jitter.grow(created)).min(max_ns);
        prop_assert!(range.contains(&backoff.get(KEY)));
    }

    #[test]
    fn jitter_of_zero_changes_nothing(policy in any_policy(), random in any::<u64>(), times in any::<[i64; 6]>()) {
        let policy = Policy { jitter: Factor::ZERO, ..policy };
        let (mut plain, mut jittered) = (Backoff::new(policy.clone()), Backoff::new(policy));
        for pair in times.chunks(2) {
            let change = plain.next(KEY, pair[0], pair[1]);
            prop_assert_eq!(jittered.next_jittered(KEY, pair[0], pair[1], random), change);
            prop_assert_eq!(jittered.entry(KEY), plain.entry(KEY));
        }
    }

    #[test]
    fn no_panic_for_any_number(policy in any_policy(), calls in prop::collection::vec(any::<(u8, i64, i64, u64)>(), 0..30)) {
        let mut backoff = Backoff::new(policy);
        for (call, event, now, random) in calls {
            let key = Key(u32::from(call >> 4));
            match call % 8 {
                0 => backoff.collect_garbage(now),
                1 => backoff.reset(key),
                2..5 => _ = backoff.next(key, event, now),
                _ => _ = backoff.next_jittered(key, event, now, random),
            }
            if let Some(entry) = backoff.entry(key) {
                prop_assert_eq!(entry.delay_ns, backoff.get(key));
            } else {
                prop_assert!(!backoff.is_in_backoff_since(key, event, now));
                prop_assert!(!backoff.is_in_backoff_since_update(key, event));
            }
        }
    }

    #[test]
    fn replay_never_goes_back_in_time(
        policy in any_policy(),
        prefix in prop::collection::vec(any::<i64>(), 0..5),
        cycle in prop::collection::vec(-SECOND..2_000 * SECOND, 0..3),
        gc_every_ns in any::<Option<i64>>(),
    ) {
        let mut before = 0;
        for restart in Replay::new(policy, Runs { prefix, cycle }, gc_every_ns).take(50) {
            prop_assert!(before <= restart.finished_ns && restart.finished_ns <= restart.started_ns);
            before = restart.started_ns;
        }
    }
}

//! The same scenario under several seeds.

#![expect(clippy::expect_used, reason = "a test may fail")]

#[path = "../../scenario/tests/support/any.rs"]
mod any;

use any::any_scenario;
use backoff::GoDuration;
use proptest::prelude::*;
use sim::{Band, Measure, Policy, Refusal, RunTime, Scenario, Spreading, simulate, spread};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_run_is_that_of_its_seed(scenario in any_scenario(), slice in 1..5000_u64) {
        let mut spreading = Spreading::new(&scenario, 0).expect("valid");
        let mut before = 0;
        loop {
            let progress = spreading.advance(slice).expect("small");
            prop_assert!(progress.done >= before && progress.done <= progress.of);
            before = progress.done;
            if progress.finished() {
                break;
            }
        }
        let spread = spreading.into_spread();
        prop_assert_eq!(spread.runs.len(), scenario.seeds as usize);
        for (at, run) in (0..).zip(&spread.runs) {
            let own = Scenario { seed: scenario.seed.wrapping_add(at), ..scenario.clone() };
            for (outcome, alone) in run.outcomes.iter().zip(&simulate(&own).expect("small").outcomes) {
                prop_assert_eq!(&outcome.summary, &alone.summary);
                prop_assert_eq!(&outcome.load, &alone.load);
                prop_assert_eq!(outcome.timeline.restarts(0), alone.timeline.restarts(0));
                prop_assert_eq!(outcome.timeline.keeps(1), false, "one container is enough");
            }
        }
        for policy in 0..scenario.policies.len() {
            for (measure, band) in spread.measured(policy) {
                prop_assert!(band.low <= band.median && band.median <= band.high, "{} {:?}", measure.id, band);
            }
        }
    }
}

#[test]
fn bounds_are_values_by_nearest_rank() {
    let band = |count: u32| Band::of((1..=count).rev().map(f64::from)).map(|b| (b.low, b.median, b.high));
    assert_eq!(band(0), None);
    assert_eq!(band(1), Some((1.0, 1.0, 1.0)));
    assert_eq!(band(20), Some((1.0, 10.0, 19.0)));
    assert_eq!(band(100), Some((5.0, 50.0, 95.0)));
}

#[test]
fn what_has_no_luck_in_it_has_no_width() {
    let mut scenario = Scenario {
        seeds: 5,
        ..Scenario::default()
    };
    let width = |scenario: &Scenario| {
        let spread = spread(scenario).expect("valid");
        let measured = spread.measured(0);
        let (_, band) = measured
            .iter()
            .find(|(measure, _)| measure.id == Measure::ALL[4].id)
            .expect("restarts are always counted");
        band.high - band.low
    };
    assert!(width(&scenario) < f64::EPSILON);
    scenario.workload[0].run = RunTime::Exponential {
        mean: GoDuration::from_secs(60),
    };
    assert!(width(&scenario) > 1.0);
}

#[test]
fn too_many_seeds_are_refused_with_how_many_fit() {
    let second = GoDuration::from_secs(1);
    let mut scenario = Scenario {
        policies: vec![Policy::exponential("1s", second, second)],
        horizon: GoDuration::from_secs(40_000),
        seeds: 10,
        ..Scenario::default()
    };
    let Err(Refusal::TooManySeeds { seeds: 10, fit }) = spread(&scenario) else {
        panic!("38 million attempts were not refused");
    };
    assert_eq!(fit, 2);
    scenario.seeds = fit;
    spread(&scenario).expect("so many fit");
}

//! The verdicts: how they are found, and those that are known.

use claims::{Arithmetic, Claim, Computation, Number, Reading, Verdict, all, evaluate, evaluated};

fn sum(words: &str, value: i64) -> Reading {
    Reading {
        words: Some(words.to_owned()),
        compute: Computation::Arithmetic(Arithmetic::Sum(vec![value])),
    }
}

fn claim(claimed: &[Option<i64>], about: bool, readings: Vec<Reading>, origins: Vec<Reading>) -> Claim {
    Claim {
        claimed: claimed.to_vec(),
        about,
        readings,
        origins,
        ..all()[0].clone()
    }
}

fn verdict(claim: &Claim) -> String {
    evaluate(claim).verdict.to_string()
}

#[test]
fn the_readings_decide() {
    let (four, five) = (sum("counted by day", 4), sum("counted by night", 5));
    let both = || vec![four.clone(), five.clone()];
    assert_eq!(
        verdict(&claim(&[Some(5)], false, vec![five.clone()], vec![])),
        "holds"
    );
    assert_eq!(
        verdict(&claim(&[Some(5)], false, both(), vec![])),
        "holds only if counted by night"
    );
    assert_eq!(
        verdict(&claim(
            &[Some(6)],
            false,
            both(),
            vec![sum("guessing", 6), sum("measuring", 7)]
        )),
        "slip: it is 4 or 5; guessing gives the claimed number"
    );
    assert_eq!(
        verdict(&claim(&[None], false, both(), vec![])),
        "unstated: it is 4 or 5"
    );
    assert_eq!(
        verdict(&claim(&[Some(6)], false, vec![], vec![])),
        "measured on a cluster, cannot be computed"
    );
}

#[test]
fn an_origin_does_not_make_a_claim_hold() {
    let row = evaluate(&claim(&[Some(5)], false, vec![sum("a", 4)], vec![sum("b", 5)]));
    assert_eq!(row.verdict.name(), "slip");
}

#[test]
fn what_cannot_be_simulated_is_a_problem_and_agrees_with_nothing() {
    let mut refused = all()[0].clone();
    let Computation::Simulate(simulate) = &mut refused.readings[0].compute else {
        panic!("the first reading is simulated");
    };
    simulate.pods = 0;
    let row = evaluate(&refused);
    let problem = row.readings[0].problem.as_deref();
    assert_eq!(problem, Some("workload[0].pods: found 0, allowed are 1 to 1000"));
    assert!(!row.readings[0].agrees);
}

#[test]
fn a_power_of_ten_is_found_in_both_directions() {
    let slip =
        |claimed, about, value| verdict(&claim(&[Some(claimed)], about, vec![sum("it", value)], vec![]));
    assert_eq!(
        slip(12, false, 120),
        "slip: it is 120; it gives 120: too small by a factor of 10"
    );
    assert_eq!(
        slip(1200, false, 12),
        "slip: it is 12; it gives 12: too large by a factor of 100"
    );
    assert_eq!(slip(12, false, 121), "slip: it is 121");
    assert_eq!(
        slip(12, true, 121),
        "slip: it is 121; it gives 121: too small by a factor of 10"
    );
    assert_eq!(slip(12, true, 126), "slip: it is 126");
}

#[test]
fn about_means_rounded_to_the_claimed_number() {
    let agrees = |dividend, divisor, about| Number::quotient(dividend, divisor).agrees(568, about);
    assert!(agrees(170_500, 300, true));
    assert!(!agrees(170_500, 300, false));
    assert!(agrees(5_675, 10, true) && agrees(5_685, 10, true));
    assert!(!agrees(5_674, 10, true) && !agrees(5_686, 10, true));
}

/// Worked out by hand from the two texts and the rules of client-go, before there was code for it.
#[test]
fn the_known_verdicts_come_out() {
    let known = [
        ("4603-excess-5m", "holds only if", vec!["exits at once"]),
        (
            "4603-excess-30s",
            "holds only if",
            vec![
                "exits at once and a restart at the end of a window does not belong to it",
                "runs 1s",
            ],
        ),
        (
            "4603-excess-150s-300s",
            "holds only if",
            vec!["exits at once", "belongs to it"],
        ),
        ("4603-excess-later", "slip", vec!["it is 4;"]),
        ("4603-requests-today", "holds", vec![]),
        ("4603-requests-reduced", "holds only if", vec!["shortest wait"]),
        (
            "4603-excess-requests-pod",
            "slip",
            vec!["it is 20;", "own 5 restarts"],
        ),
        (
            "4603-excess-requests-node",
            "slip",
            vec!["it is 2,200;", "own 25 requests"],
        ),
        ("4603-requests-per-restart", "slip", vec!["it is 4 or 6;"]),
        ("5593-requests-1s", "holds only if", vec!["no client limit"]),
        (
            "5593-excess-5m",
            "slip",
            vec!["it is 296;", "310s gives the claimed number"],
        ),
        (
            "5593-excess-later",
            "slip",
            vec!["it is 299;", "310s and subtracting none"],
        ),
        ("5593-excess-requests-pod", "slip", vec!["own 310 restarts"]),
        ("5593-excess-requests-node", "slip", vec!["own 1550 requests"]),
        (
            "5593-excess-requests-10s",
            "slip",
            vec!["gives 5,683: too small by a factor of 10"],
        ),
        ("4603-windows-today", "holds only if", vec!["every restart waits"]),
        ("4603-windows-1s", "holds only if", vec!["every restart waits"]),
        ("4603-excess-lifetime-least", "holds", vec![]),
        ("4603-excess-lifetime-most", "slip", vec!["it is 8"]),
        ("4603-figure-25ms", "slip", vec!["it is 8, 2, 1, 1, 1 or"]),
        ("4603-excess-1s-30s", "slip", vec!["it is 2, 0, 1, 1, 5"]),
        ("4603-excess-1s-30s-third", "unstated", vec!["it is 1"]),
        ("4603-excess-1s-30s-total", "slip", vec!["it is 9;"]),
        ("4603-fast-exit-30m", "mixed", vec![]),
        ("4603-slow-exit-30m", "holds", vec![]),
        (
            "4603-catch-up-delay",
            "holds only if",
            vec!["every restart waits"],
        ),
        ("5593-delays-first-free", "holds", vec![]),
        ("5593-first-restart-no-influence", "holds", vec![]),
        ("4603-threshold-300s", "slip", vec!["it is 600"]),
        ("5593-threshold-300s", "slip", vec!["it is 600"]),
        ("4603-reduced-default", "holds only if", vec!["1.33", "1.34"]),
        ("4603-effective-initial", "slip", vec!["it is 1, 1, 1;"]),
        ("5593-effective-initial", "slip", vec!["it is 2, 10, 10, 10;"]),
        ("4603-measured-surge", "measured", vec![]),
        ("5593-measured-api-server-requests", "measured", vec![]),
    ];
    let rows = evaluated();
    for (id, name, words) in known {
        let row = rows.iter().find(|row| row.claim.id == id);
        let verdict = row.map(|row| (row.verdict.name(), row.verdict.to_string()));
        let (found, sentence) = verdict.unwrap_or_default();
        assert_eq!(found, name, "{id}: {sentence}");
        for words in words {
            assert!(sentence.contains(words), "{id}: {sentence}");
        }
    }
}

#[test]
fn every_verdict_has_its_name_among_the_names() {
    for row in evaluated() {
        assert!(Verdict::NAMES.contains(&row.verdict.name()));
    }
}

//! The data as such: complete, referenced, computable.

use std::collections::BTreeSet;

use claims::{Claim, Computation, Reading, all, evaluated};

fn readings(claim: &Claim) -> impl Iterator<Item = &Reading> {
    claim.readings.iter().chain(&claim.origins)
}

#[test]
fn every_claim_has_an_identifier_of_its_own_that_begins_with_its_text() {
    let claims = all();
    let ids: BTreeSet<_> = claims.iter().map(|claim| &claim.id).collect();
    assert_eq!(ids.len(), claims.len());
    for claim in &claims {
        let number = claim.kep.name().trim_start_matches("KEP-");
        let rest = claim.id.strip_prefix(number);
        assert!(rest.is_some_and(|rest| rest.starts_with('-')), "{}", claim.id);
    }
}

#[test]
fn every_claim_refers_to_a_section() {
    // The headings of both texts that are referred to, as their tables of contents spell the anchors.
    let anchors = [
        "summary",
        "refactor-and-flat-rate-to-10-minutes-for-the-backoff-counter-reset-threshold",
        "risks-and-mitigations",
        "front-loaded-decay-curve-modified-maximum-backoff-methodology",
        "refactor-of-recovery-threshold",
        "relationship-with-kk123602",
        "conflict-resolution",
        "does-enabling-the-feature-change-any-default-behavior",
        "scalability",
        "related-succeeded-vs-rapidly-failing-whos-getting-the-better-deal",
        "front-loaded-decay-with-interval",
    ];
    for claim in all() {
        let link = claim.link();
        let anchor = link
            .split_once("/README.md#")
            .map(|(_, anchor)| anchor.to_owned());
        assert!(
            anchor.is_some_and(|anchor| anchors.contains(&anchor.as_str())),
            "{}: {link}",
            claim.id
        );
        assert!(
            claim.says.ends_with('.') && !claim.unit.is_empty(),
            "{}",
            claim.id
        );
    }
}

#[test]
fn every_reading_can_be_computed_and_answers_the_claim() {
    for row in evaluated() {
        for computed in row.readings.iter().chain(&row.origins) {
            assert_eq!(computed.problem, None, "{}: {}", row.claim.id, computed.words);
            assert_eq!(computed.value.len(), row.claim.claimed.len(), "{}", row.claim.id);
            assert!(!computed.words.is_empty(), "{}", row.claim.id);
        }
    }
}

/// A reader who follows the permalink must see what was counted.
#[test]
fn every_simulated_reading_has_a_permalink_to_its_scenario() {
    for row in evaluated() {
        let computed = row.readings.iter().chain(&row.origins);
        for (reading, computed) in readings(&row.claim).zip(computed) {
            let Computation::Simulate(simulate) = &reading.compute else {
                assert_eq!(computed.permalink, None);
                continue;
            };
            let link = computed.permalink.as_deref().unwrap_or_default();
            let (scenario, notices) = sim::permalink::decode(link);
            assert_eq!(notices, [], "{link}");
            assert_eq!(scenario.model, simulate.model, "{link}");
            assert_eq!(scenario.policies.last(), Some(&simulate.policy), "{link}");
            assert_eq!(scenario.workload[0].pods, simulate.pods, "{link}");
        }
    }
}

#[test]
fn every_measured_claim_has_no_readings_and_every_other_one_has_some() {
    for claim in all() {
        assert_eq!(
            claim.readings.is_empty(),
            claim.id.contains("-measured-"),
            "{}",
            claim.id
        );
    }
}

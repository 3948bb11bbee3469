//! Outcomes that are known already: a policy's outcome does not depend on the other policies, so a
//! change of one leaves those of the others as they are.

use sim::limits::MAX_ATTEMPTS;
use sim::{Policy, Results, Scenario};

/// What is left to simulate of a scenario.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The scenario with those policies only whose outcome is not known. Without any it cannot be
    /// simulated, and need not be.
    pub(crate) rest: Scenario,
    /// For each policy the index of its outcome in the results before.
    known: Vec<Option<usize>>,
}

impl Plan {
    /// Looks for the outcomes of `scenario` among those of another one.
    pub(crate) fn new(scenario: &Scenario, before: Option<&Scenario>) -> Self {
        let before = before.filter(|before| without_policies(before) == without_policies(scenario));
        let old = before.map_or(&[][..], |before| &before.policies);
        let known: Vec<_> = scenario
            .policies
            .iter()
            .map(|policy| old.iter().position(|old| act_alike(old, policy)))
            .collect();
        let unknown = scenario.policies.iter().zip(&known);
        let policies = unknown
            .filter(|(_, known)| known.is_none())
            .map(|(policy, _)| policy.clone())
            .collect();
        Self {
            rest: Scenario {
                policies,
                ..without_policies(scenario)
            },
            known,
        }
    }

    /// The results of the whole scenario. `None` where outcomes were reused and all together are
    /// more than a scenario may have, so that it is refused whatever was shown before it.
    pub(crate) fn results(self, rest: Results, before: Option<&Results>) -> Option<Results> {
        let mut rest = rest.outcomes.into_iter();
        let outcome = |known: Option<usize>| match known {
            Some(at) => before?.outcomes.get(at).cloned(),
            None => rest.next(),
        };
        let reused = self.known.iter().any(Option::is_some);
        let outcomes: Vec<_> = self.known.into_iter().map(outcome).collect::<Option<_>>()?;
        let attempts = outcomes
            .iter()
            .map(|outcome| outcome.summary.restarts_total + u64::from(outcome.summary.containers));
        (!reused || attempts.sum::<u64>() <= MAX_ATTEMPTS).then_some(Results { outcomes })
    }
}

fn without_policies(scenario: &Scenario) -> Scenario {
    Scenario {
        policies: Vec::new(),
        baseline: 0,
        workload: scenario.workload.clone(),
        node: scenario.node.clone(),
        ..*scenario
    }
}

/// Whether two policies differ in their names at most.
fn act_alike(one: &Policy, other: &Policy) -> bool {
    let nameless = |policy: &Policy| Policy {
        name: String::new(),
        ..policy.clone()
    };
    nameless(one) == nameless(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use backoff::{Factor, GoDuration};
    use sim::{Model, RunTime, presets, simulate};

    /// Random run times and jitter, so that a different stream of random numbers would be seen.
    fn scenario(model: Model, presets: &[usize]) -> Scenario {
        let all = presets::all();
        let mut scenario = Scenario {
            model,
            policies: presets.iter().map(|&at| all[at].policy.clone()).collect(),
            ..Scenario::default()
        };
        scenario.policies[0].jitter = Factor::from_thousandths(100);
        scenario.workload[0].pods = 7;
        scenario.workload[0].run = RunTime::Exponential {
            mean: GoDuration::from_secs(5),
        };
        scenario
    }

    #[test]
    fn what_is_reused_is_what_would_be_simulated() {
        for model in [Model::Documented, Model::BackoffObject, Model::KubeletRelease] {
            let before = scenario(model, &[0, 1, 2]);
            let results = simulate(&before).expect("the scenario is valid");
            let mut after = scenario(model, &[0, 3, 1, 2]);
            after.policies[2].name = "another name".to_owned();
            after.baseline = 3;
            let plan = Plan::new(&after, Some(&before));
            assert_eq!(plan.rest.policies, [after.policies[1].clone()], "{model:?}");
            let rest = simulate(&plan.rest).expect("the rest is valid");
            assert_eq!(
                plan.results(rest, Some(&results)),
                simulate(&after).ok(),
                "{model:?}"
            );
        }
    }

    #[test]
    fn nothing_is_reused_of_another_node() {
        let before = scenario(Model::KubeletRelease, &[0, 1]);
        let mut after = before.clone();
        after.seed = 1;
        assert_eq!(Plan::new(&after, Some(&before)).rest.policies, after.policies);
        assert_eq!(Plan::new(&after, None).rest.policies, after.policies);
    }
}

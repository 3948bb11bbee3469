//! The limits of the workload.

use backoff::{Factor, GoDuration};

use super::check::Check;
use super::{
    MAX_BACKOFF_LIMIT, MAX_BESIDE, MAX_CREATE_LATENCY, MAX_EXIT_CODES, MAX_FAILING, MAX_HORIZON,
    MAX_MULTIPLIER, MAX_PODS, MAX_PULL, MAX_RULES, MAX_RUN_TIMES, MAX_SIGMA, MAX_STAGGER,
};
use crate::{Ending, Failing, Group, RestartPolicy, Role, RunTime, Scenario};

impl Check {
    fn run(&mut self, run: &str, time: &RunTime) {
        match time {
            RunTime::Fixed(fixed) => {
                self.duration(&format!("{run}.fixed"), *fixed, GoDuration::ZERO, MAX_HORIZON);
            }
            RunTime::Uniform { min, max } => {
                self.duration(&format!("{run}.uniform.min"), *min, GoDuration::ZERO, MAX_HORIZON);
                self.duration(&format!("{run}.uniform.max"), *max, GoDuration::ZERO, MAX_HORIZON);
                if min > max {
                    let (min, max) = (min.short(), max.short());
                    self.refuse(
                        &format!("{run}.uniform"),
                        format!("found min {min} above max {max}; exchange them"),
                    );
                }
            }
            RunTime::Exponential { mean } => {
                self.duration(
                    &format!("{run}.exponential.mean"),
                    *mean,
                    GoDuration::ZERO,
                    MAX_HORIZON,
                );
            }
            RunTime::LogNormal { median, sigma } => {
                let run = format!("{run}.logNormal");
                self.duration(&format!("{run}.median"), *median, GoDuration::ZERO, MAX_HORIZON);
                self.factor(&format!("{run}.sigma"), *sigma, Factor::ZERO, MAX_SIGMA);
            }
            RunTime::Grows { first, factor, max } => {
                let run = format!("{run}.grows");
                self.duration(&format!("{run}.first"), *first, GoDuration::ZERO, MAX_HORIZON);
                self.factor(&format!("{run}.factor"), *factor, Factor::ONE, MAX_MULTIPLIER);
                self.duration(&format!("{run}.max"), *max, GoDuration::ZERO, MAX_HORIZON);
            }
            RunTime::List(times) => {
                let list = format!("{run}.list");
                self.count(&list, times.len(), MAX_RUN_TIMES);
                for (n, time) in times.iter().enumerate().take(MAX_RUN_TIMES) {
                    self.duration(&format!("{list}[{n}]"), *time, GoDuration::ZERO, MAX_HORIZON);
                }
            }
        }
    }

    fn failing(&mut self, field: &str, failing: Option<Failing>) {
        match failing {
            None => {}
            Some(Failing::First(tries)) => self.number(&format!("{field}.first"), tries, 1, MAX_FAILING),
            Some(Failing::Between { from, until }) => {
                let field = format!("{field}.between");
                self.duration(&format!("{field}.from"), from, GoDuration::ZERO, MAX_HORIZON);
                self.duration(&format!("{field}.until"), until, GoDuration::ZERO, MAX_HORIZON);
                if from >= until {
                    let (from, until) = (from.short(), until.short());
                    self.refuse(
                        &field,
                        format!("found from {from} and until {until}; until has to be later"),
                    );
                }
            }
        }
    }

    pub(super) fn group(&mut self, at: &str, group: &Group) {
        self.name(&format!("{at}.name"), &group.name);
        self.number(&format!("{at}.pods"), group.pods, 1, MAX_PODS);
        self.run(&format!("{at}.run"), &group.run);
        if let Some(latency) = group.create_latency {
            self.duration(
                &format!("{at}.createLatency"),
                latency,
                GoDuration::ZERO,
                MAX_CREATE_LATENCY,
            );
        }
        if let Some(image) = &group.image {
            let at = format!("{at}.image");
            self.duration(
                &format!("{at}.pullTime"),
                image.pull_time,
                GoDuration::ZERO,
                MAX_PULL,
            );
            self.failing(&format!("{at}.pullFails"), image.pull_fails);
        }
        self.failing(&format!("{at}.createFails"), group.create_fails);
        if let Some(limit) = group.backoff_limit {
            let field = format!("{at}.backoffLimit");
            self.number(&field, limit, 0, MAX_BACKOFF_LIMIT);
            if group.restart_policy != RestartPolicy::OnFailure {
                self.refuse(
                    &field,
                    "it counts restarts, which need restartPolicy OnFailure; new pods of a Job are not simulated"
                        .to_owned(),
                );
            }
        }
        if let Some(at_instant) = group.image_changes_at {
            self.duration(
                &format!("{at}.imageChangesAt"),
                at_instant,
                GoDuration::ZERO,
                MAX_HORIZON,
            );
        }
        if group.beside.len() > MAX_BESIDE {
            let found = group.beside.len();
            self.refuse(
                &format!("{at}.beside"),
                format!("found {found} of them, allowed are 0 to {MAX_BESIDE}"),
            );
        }
        for (n, beside) in group.beside.iter().enumerate().take(MAX_BESIDE) {
            self.name(&format!("{at}.beside[{n}].name"), &beside.name);
            self.run(&format!("{at}.beside[{n}].run"), &beside.run);
            if beside.role == Role::Init && beside.ends == Ending::PostStart {
                self.refuse(
                    &format!("{at}.beside[{n}].ends"),
                    "an init container has no postStart hook".to_owned(),
                );
            }
        }
        if let Some(down) = group.down_from {
            self.duration(&format!("{at}.downFrom"), down, GoDuration::ZERO, MAX_HORIZON);
        }
        if let Some(back) = group.recovers_at {
            self.duration(&format!("{at}.recoversAt"), back, GoDuration::ZERO, MAX_HORIZON);
            if let Some(down) = group.down_from.filter(|down| *down >= back) {
                let (down, back) = (down.short(), back.short());
                self.refuse(
                    &format!("{at}.recoversAt"),
                    format!("found {back}, the dependency goes down at {down}; choose a later instant"),
                );
            }
        }
        self.duration(
            &format!("{at}.stagger"),
            group.stagger,
            GoDuration::ZERO,
            MAX_STAGGER,
        );
    }

    /// Restart rules, and that the release knows them.
    pub(super) fn rules(&mut self, scenario: &Scenario) {
        for (n, group) in scenario.workload.iter().enumerate() {
            let field = format!("workload[{n}].restartPolicyRules");
            let found = group.restart_policy_rules.len();
            if found > MAX_RULES {
                self.refuse(
                    &field,
                    format!("found {found} of them, allowed are 0 to {MAX_RULES}"),
                );
            }
            for (n, rule) in group.restart_policy_rules.iter().enumerate().take(MAX_RULES) {
                let field = format!("{field}[{n}]");
                self.count(
                    &format!("{field}.exitCodes.values"),
                    rule.exit_codes.values.len(),
                    MAX_EXIT_CODES,
                );
                let since = rule.action.since();
                let release = scenario.oldest_release();
                if release < since {
                    self.refuse(
                        &format!("{field}.action"),
                        format!("Kubernetes {release} does not know it; choose {since} or later"),
                    );
                }
            }
        }
    }

    pub(super) fn pods(&mut self, scenario: &Scenario) {
        let pods: u64 = scenario.workload.iter().map(|group| u64::from(group.pods)).sum();
        let max = scenario.node.max_pods;
        if pods > u64::from(MAX_PODS) {
            self.refuse(
                "workload",
                format!("found {pods} pods in all groups, allowed are 1 to {MAX_PODS}"),
            );
        } else if pods > u64::from(max) && (1..=MAX_PODS).contains(&max) {
            self.refuse(
                "node.maxPods",
                format!("found {max}, the workload has {pods} pods; set it to {pods} or use fewer pods"),
            );
        }
    }
}

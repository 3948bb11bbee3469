//! Writing a permalink.

use core::fmt::{Display, Write};

use super::{default_policy, default_shape, names, unnamed};
use crate::{
    Ending, Failing, Group, Model, Node, Operator, Policy, PullPolicy, Reset, RestartPolicy, RestartRule,
    Role, RuleAction, RunTime, Scenario, Shape,
};
use backoff::GoDuration;

/// Writes a scenario as a fragment without the `#`, for example
/// `v1;init=1s;max=1m;run=10s;pods=110;k8s=1.35`. What has its default value is left out.
#[must_use]
pub fn encode(scenario: &Scenario) -> String {
    let default = Scenario::default();
    let mut link = Link("v1".to_owned());
    if scenario.policies != default.policies {
        for (n, policy) in scenario.policies.iter().enumerate() {
            link.policy(policy, n == 0);
        }
    }
    if scenario.workload != default.workload {
        for (n, group) in scenario.workload.iter().enumerate() {
            link.group(group, n == 0 && scenario.workload.len() == 1);
        }
    }
    let (node, normal) = (&scenario.node, &default.node);
    link.unless(node.max_pods == normal.max_pods, "maxpods", node.max_pods);
    link.unless(
        node.create_latency == normal.create_latency,
        "create",
        node.create_latency.short(),
    );
    link.unless(
        node.requests_per_restart == normal.requests_per_restart,
        "req",
        node.requests_per_restart,
    );
    link.unless(node.client_qps == normal.client_qps, "qps", node.client_qps);
    link.unless(node.event_qps == normal.event_qps, "eventqps", node.event_qps);
    link.loops(node);
    link.unless(
        scenario.horizon == default.horizon,
        "horizon",
        scenario.horizon.short(),
    );
    link.unless(scenario.baseline == 0, "base", u64::from(scenario.baseline) + 1);
    link.unless(scenario.seed == default.seed, "seed", scenario.seed);
    link.unless(scenario.seeds == default.seeds, "seeds", scenario.seeds);
    link.unless(scenario.model == default.model, "model", model(scenario.model));
    link.unless(scenario.release == default.release, "k8s", scenario.release);
    link.0
}

/// The word for a model.
pub(super) const fn model(model: Model) -> &'static str {
    match model {
        Model::Documented => "documented",
        Model::BackoffObject => "backoff",
        Model::KubeletRelease => "kubelet",
    }
}

/// The word for a restart policy.
pub(super) const fn restart_policy(policy: RestartPolicy) -> &'static str {
    match policy {
        RestartPolicy::Always => "always",
        RestartPolicy::OnFailure => "onfailure",
        RestartPolicy::Never => "never",
    }
}

/// The word for a role.
pub(super) const fn role(role: Role) -> &'static str {
    match role {
        Role::App => "app",
        Role::Init => "init",
        Role::Sidecar => "sidecar",
    }
}

/// The word for a pull policy.
pub(super) const fn pull_policy(policy: PullPolicy) -> &'static str {
    match policy {
        PullPolicy::IfNotPresent => "ifnotpresent",
        PullPolicy::Always => "always",
    }
}

/// The word for what a restart rule does.
pub(super) const fn action(action: RuleAction) -> &'static str {
    match action {
        RuleAction::Restart => "restart",
        RuleAction::RestartAllContainers => "all",
    }
}

/// The word for whether a rule is about its exit codes.
pub(super) const fn operator(operator: Operator) -> &'static str {
    match operator {
        Operator::In => "in",
        Operator::NotIn => "notin",
    }
}

/// The word for what ends a run.
pub(super) const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Exit => "exit",
        Ending::Probe => "probe",
        Ending::PostStart => "poststart",
    }
}

/// The word for pulls that are not serialised.
pub(super) const PARALLEL: &str = "parallel";

struct Link(String);

impl Link {
    fn push(&mut self, key: &str, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, ";{key}={value}");
    }

    fn unless(&mut self, default: bool, key: &str, value: impl Display) {
        if !default {
            self.push(key, value);
        }
    }

    fn policy(&mut self, policy: &Policy, first: bool) {
        let usual = default_policy();
        let named = policy.name != unnamed(&policy.shape);
        let bare = policy.shape == usual.shape
            && policy.reset == usual.reset
            && policy.jitter == usual.jitter
            && policy.release.is_none();
        if named {
            self.push("p", names::escape(&policy.name));
        } else if !first || bare {
            self.push("p", "");
        }
        match &policy.shape {
            Shape::Exponential {
                initial,
                multiplier,
                max,
            } => {
                if let Shape::Exponential {
                    initial: usual_initial,
                    multiplier: usual_multiplier,
                    max: usual_max,
                } = default_shape()
                {
                    self.unless(*initial == usual_initial, "init", initial.short());
                    self.unless(*multiplier == usual_multiplier, "x", multiplier);
                    self.unless(*max == usual_max, "max", max.short());
                }
            }
            Shape::Flat(delay) => self.push("flat", delay.short()),
            Shape::Steps(delays) => self.push("steps", list(delays)),
        }
        if policy.reset != usual.reset {
            match policy.reset {
                Reset::After(threshold) => self.push("reset", threshold.short()),
                Reset::TwiceMax => self.push("reset", "2max"),
            }
        }
        self.unless(policy.jitter == usual.jitter, "jitter", policy.jitter);
        if let Some(release) = policy.release {
            self.push("on", release);
        }
    }

    fn group(&mut self, group: &Group, only: bool) {
        let usual = Group::default();
        self.unless(only && group.name == usual.name, "g", names::escape(&group.name));
        self.unless(group.pods == usual.pods, "pods", group.pods);
        self.run(&group.run);
        self.unless(group.exit_code == usual.exit_code, "exit", group.exit_code);
        for (key, instant) in [("down", group.down_from), ("recovers", group.recovers_at)] {
            if let Some(instant) = instant {
                self.push(key, instant.short());
            }
        }
        self.unless(group.stagger == usual.stagger, "stagger", group.stagger.short());
        self.unless(
            group.restart_policy == usual.restart_policy,
            "restart",
            restart_policy(group.restart_policy),
        );
        if let Some(latency) = group.create_latency {
            self.push("latency", latency.short());
        }
        self.rules(&group.restart_policy_rules);
        if let Some(limit) = group.backoff_limit {
            self.push("backofflimit", limit);
        }
        if let Some(at) = group.image_changes_at {
            self.push("changes", at.short());
        }
        self.unless(group.ends == Ending::Exit, "ends", ending(group.ends));
        if let Some(image) = &group.image {
            self.push("pull", image.pull_time.short());
            self.unless(
                image.pull_policy == PullPolicy::IfNotPresent,
                "pullpolicy",
                pull_policy(image.pull_policy),
            );
            self.failing("pullfails", image.pull_fails);
        }
        self.failing("createfails", group.create_fails);
        for beside in &group.beside {
            self.push("c", names::escape(&beside.name));
            self.unless(beside.role == Role::App, "role", role(beside.role));
            self.run(&beside.run);
            self.unless(beside.exit_code == usual.exit_code, "exit", beside.exit_code);
            self.unless(beside.ends == Ending::Exit, "ends", ending(beside.ends));
        }
    }

    fn rules(&mut self, rules: &[RestartRule]) {
        for (n, rule) in rules.iter().enumerate() {
            let _ = self.0.write_str(if n == 0 { ";rules=" } else { "/" });
            let _ = write!(
                self.0,
                "{}:{}:",
                action(rule.action),
                operator(rule.exit_codes.operator)
            );
            for (n, code) in rule.exit_codes.values.iter().enumerate() {
                let _ = write!(self.0, "{}{code}", if n == 0 { "" } else { "," });
            }
        }
    }

    fn failing(&mut self, key: &str, failing: Option<Failing>) {
        match failing {
            None => {}
            Some(Failing::First(tries)) => self.push(key, tries),
            Some(Failing::Between { from, until }) => {
                self.push(key, format_args!("{},{}", from.short(), until.short()));
            }
        }
    }

    fn run(&mut self, run: &RunTime) {
        if *run == RunTime::default() {
            return;
        }
        match run {
            RunTime::Fixed(time) => self.push("run", time.short()),
            RunTime::Uniform { min, max } => {
                self.push("run", format_args!("uniform:{},{}", min.short(), max.short()));
            }
            RunTime::Exponential { mean } => self.push("run", format_args!("exp:{}", mean.short())),
            RunTime::LogNormal { median, sigma } => {
                self.push("run", format_args!("lognormal:{},{sigma}", median.short()));
            }
            RunTime::Grows { first, factor, max } => {
                let (first, max) = (first.short(), max.short());
                self.push("run", format_args!("grows:{first},{factor},{max}"));
            }
            RunTime::List(times) => self.push("run", format_args!("list:{}", list(times))),
        }
    }

    fn loops(&mut self, node: &Node) {
        if !node.serialize_image_pulls {
            match node.max_parallel_image_pulls {
                Some(pulls) => self.push("pulls", pulls),
                None => self.push("pulls", PARALLEL),
            }
        }
        let loops = &node.loops;
        for (key, set) in [
            ("restartat", node.kubelet_restarts_at),
            ("relistperiod", loops.relist_period),
            ("relist", loops.relist),
            ("relistpod", loops.relist_per_pod),
            ("relistchange", loops.relist_per_change),
            ("sync", loops.sync),
            ("noise", loops.start_noise),
            ("kill", loops.kill),
        ] {
            if let Some(set) = set {
                self.push(key, set.short());
            }
        }
    }
}

fn list(times: &[GoDuration]) -> String {
    let mut list = String::new();
    for (n, time) in times.iter().enumerate() {
        if n > 0 {
            list.push(',');
        }
        let _ = write!(list, "{}", time.short());
    }
    list
}

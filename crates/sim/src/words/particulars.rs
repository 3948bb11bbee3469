//! What a group does beside running and exiting.

use scenario::{Failing, Group, Operator, PullPolicy, RestartRule, RuleAction};

/// Sentences about the image, failing starts, rules, changes and the Job of a group; empty where it
/// has none of them.
#[must_use]
pub fn particulars(group: &Group) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(image) = &group.image {
        let when = match image.pull_policy {
            PullPolicy::IfNotPresent => "where the node does not have it",
            PullPolicy::Always => "at every start",
        };
        said.push(format!(
            "The image is pulled {when}, which takes {}.",
            image.pull_time.short()
        ));
        if let Some(fails) = image.pull_fails {
            said.push(failing(fails, "pulls"));
        }
    }
    if let Some(fails) = group.create_fails {
        said.push(failing(fails, "tries to create the container"));
    }
    said.extend(group.restart_policy_rules.iter().map(rule));
    if let Some(at) = group.image_changes_at {
        said.push(format!("The image is changed at {}.", at.short()));
    }
    if let Some(limit) = group.backoff_limit {
        said.push(format!(
            "The pods are those of a Job with a backoffLimit of {limit}."
        ));
    }
    said
}

fn failing(failing: Failing, what: &str) -> String {
    match failing {
        Failing::First(tries) => format!("The first {tries} {what} of each pod fail."),
        Failing::Between { from, until } => {
            format!("All {what} from {} until {} fail.", from.short(), until.short())
        }
    }
}

fn rule(rule: &RestartRule) -> String {
    let does = match rule.action {
        RuleAction::Restart => "the container is restarted",
        RuleAction::RestartAllContainers => "all containers of the pod are restarted",
    };
    let codes: Vec<_> = rule.exit_codes.values.iter().map(u8::to_string).collect();
    let about = match rule.exit_codes.operator {
        Operator::In => "the exit code",
        Operator::NotIn => "any exit code but",
    };
    format!("After {about} {} {does}.", codes.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use backoff::GoDuration;
    use scenario::{ExitCodes, Image};

    #[test]
    fn everything_that_has_no_row_on_the_page_is_said() {
        assert_eq!(particulars(&Group::default()), Vec::<String>::new());
        let group = Group {
            image: Some(Image {
                pull_time: GoDuration::from_secs(3),
                pull_policy: PullPolicy::Always,
                pull_fails: Some(Failing::First(2)),
            }),
            create_fails: Some(Failing::Between {
                from: GoDuration::ZERO,
                until: GoDuration::from_secs(90),
            }),
            restart_policy_rules: vec![RestartRule {
                action: RuleAction::Restart,
                exit_codes: ExitCodes {
                    operator: Operator::NotIn,
                    values: vec![0, 42],
                },
            }],
            image_changes_at: Some(GoDuration::from_secs(60)),
            backoff_limit: Some(6),
            ..Group::default()
        };
        assert_eq!(
            particulars(&group),
            [
                "The image is pulled at every start, which takes 3s.",
                "The first 2 pulls of each pod fail.",
                "All tries to create the container from 0s until 1m30s fail.",
                "After any exit code but 0 or 42 the container is restarted.",
                "The image is changed at 1m.",
                "The pods are those of a Job with a backoffLimit of 6.",
            ]
        );
    }
}

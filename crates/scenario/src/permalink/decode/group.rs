//! The keys of a group of pods and of the containers beside its own.

use super::{GROUP_KEYS, Read, Reader};
use crate::limits;
use crate::permalink::encode::{ending, pull_policy, restart_policy, role};
use crate::permalink::values::{allowed, duration, failing, name, rules, run_time, whole, word};
use crate::{Beside, Ending, Group, Image, Model, PullPolicy, RestartPolicy, Role, RunTime, Scenario};
use backoff::GoDuration;

impl Reader {
    pub(super) fn begin_group(&mut self, value: &str) -> Read {
        self.seen.retain(|key| !GROUP_KEYS.contains(key));
        self.surplus_beside = false;
        if self.groups.len() == limits::MAX_GROUPS {
            self.surplus_group = true;
            return Err(format!(
                "ignored: at most {} groups are simulated",
                limits::MAX_GROUPS
            ));
        }
        let mut group = Group::default();
        let named = name(value);
        if let Ok(name) = &named {
            group.name.clone_from(name);
        }
        self.groups.push(group);
        named.map(drop)
    }

    /// A further container of the group's pods; the keys that follow are its own.
    pub(super) fn begin_beside(&mut self, value: &str) -> Read {
        self.seen.retain(|key| !GROUP_KEYS.contains(key));
        if self.surplus_group {
            return Ok(());
        }
        // Until this one is in its place, its keys have none.
        self.surplus_beside = true;
        let mut group = self.groups.last().cloned().unwrap_or_default();
        group.beside.push(Beside {
            name: name(value)?,
            role: Role::App,
            run: RunTime::default(),
            exit_code: Group::default().exit_code,
            ends: Ending::Exit,
        });
        self.change_group(group)?;
        self.surplus_beside = false;
        Ok(())
    }

    pub(super) fn group_key(&mut self, key: &str, value: &str) -> Read {
        let mut group = self.groups.last().cloned().unwrap_or_default();
        let known = [
            RestartPolicy::Always,
            RestartPolicy::OnFailure,
            RestartPolicy::Never,
        ];
        let endings = [Ending::Exit, Ending::Probe, Ending::PostStart];
        match (key, group.beside.last_mut()) {
            ("run", Some(beside)) => beside.run = run_time(value)?,
            ("exit", Some(beside)) => beside.exit_code = whole(value)?,
            ("ends", Some(beside)) => beside.ends = word(value, endings, ending)?,
            ("role", Some(beside)) => {
                beside.role = word(value, [Role::App, Role::Init, Role::Sidecar], role)?;
            }
            (_, Some(_)) => {
                return Err("ignored: it belongs to the group and stands before its c=".to_owned());
            }
            ("role", None) => return Err("ignored: only a container after c= has a role".to_owned()),
            ("pods", None) => group.pods = whole(value)?,
            ("run", None) => group.run = run_time(value)?,
            ("exit", None) => group.exit_code = whole(value)?,
            ("ends", None) => group.ends = word(value, endings, ending)?,
            ("pull", None) => image(&mut group).pull_time = duration(value)?,
            ("pullpolicy", None) => {
                let known = [PullPolicy::IfNotPresent, PullPolicy::Always];
                image(&mut group).pull_policy = word(value, known, pull_policy)?;
            }
            ("pullfails", None) => image(&mut group).pull_fails = Some(failing(value)?),
            ("rules", None) => group.restart_policy_rules = rules(value)?,
            ("backofflimit", None) => {
                group.backoff_limit = Some(whole(value)?);
                if !self.seen.contains(&"restart") {
                    group.restart_policy = RestartPolicy::OnFailure;
                }
            }
            ("changes", None) => group.image_changes_at = Some(duration(value)?),
            ("createfails", None) => group.create_fails = Some(failing(value)?),
            ("down", None) => group.down_from = Some(duration(value)?),
            ("recovers", None) => group.recovers_at = Some(duration(value)?),
            ("stagger", None) => group.stagger = duration(value)?,
            ("latency", None) => group.create_latency = Some(duration(value)?),
            (_, None) => group.restart_policy = word(value, known, restart_policy)?,
        }
        self.change_group(group)
    }

    /// Puts a group in the place of the last one. All groups together are judged at the end.
    fn change_group(&mut self, group: Group) -> Read {
        let pods = group.pods;
        if pods > limits::MAX_PODS {
            return Err(format!(
                "ignored: found {pods}, allowed are 1 to {}",
                limits::MAX_PODS
            ));
        }
        let mut trial = Scenario {
            model: Model::KubeletRelease,
            workload: vec![group],
            ..Scenario::default()
        };
        trial.node.max_pods = limits::MAX_PODS;
        let containers = u32::try_from(trial.workload[0].beside.len() + 1).unwrap_or(u32::MAX);
        // The default number of pods may still be changed by the next key.
        trial.workload[0].pods = pods.min(limits::MAX_CONTAINERS / containers);
        allowed(&trial)?;
        trial.workload[0].pods = pods;
        self.groups.pop();
        self.groups.append(&mut trial.workload);
        Ok(())
    }
}

/// The image of a group, one that is pulled in no time unless another key says more.
fn image(group: &mut Group) -> &mut Image {
    group.image.get_or_insert_with(|| Image {
        pull_time: GoDuration::ZERO,
        pull_policy: PullPolicy::default(),
        pull_fails: None,
    })
}

//! One configuration in every release.

use backoff::GoDuration;

use super::{Files, Trap, Verdict, files::Read, start::start};
use crate::{Effective, Release};

/// What the kubelets of all releases make of the files, oldest first.
#[must_use]
pub fn matrix(files: &Files) -> Vec<Verdict> {
    let read = Read::files(files);
    Release::ALL
        .into_iter()
        .map(|release| start(&read, release))
        .collect()
}

/// What an upgrade changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The older release.
    pub from: Release,
    /// The younger release.
    pub to: Release,
    /// The difference in words.
    pub sentence: String,
}

/// What changes from each row of a [`matrix`] to the next; nothing where the outcome is the same.
#[must_use]
pub fn changes(rows: &[Verdict]) -> Vec<Change> {
    rows.windows(2)
        .filter_map(|pair| match pair {
            [old, new] => Some(Change {
                from: old.release,
                to: new.release,
                sentence: difference(old, new)?,
            }),
            _ => None,
        })
        .collect()
}

fn difference(old: &Verdict, new: &Verdict) -> Option<String> {
    let (from, to) = (old.release, new.release);
    let fell_into = |verdict: &Verdict, trap| verdict.advice.iter().any(|advice| advice.trap == trap);
    let mut sentence = match (&old.effective, &new.effective) {
        (None, None) => return None,
        (None, Some(effective)) => format!(
            "A kubelet of {from} does not start with this configuration; one of {to} starts and waits {}.",
            delays(effective)
        ),
        (Some(effective), None) => format!(
            "A kubelet of {from} starts with this configuration and waits {}; one of {to} does not start.",
            delays(effective)
        ),
        (Some(before), Some(after)) => {
            if (before.initial_ns, before.max_ns) == (after.initial_ns, after.max_ns) {
                return None;
            }
            format!(
                "From {from} to {to} the waits change: {} before, {} after.",
                delays(before),
                delays(after)
            )
        }
    };
    if fell_into(old, Trap::FieldWithoutGate) && new.valid {
        sentence += " Nodes that are upgraded later, and nodes that are rolled back, stay down: the field needs a gate \
                     before 1.35.";
    } else if fell_into(new, Trap::FieldWithoutGate) && old.valid {
        sentence += " Before 1.32 the field is unknown and ignored; from 1.32 on it needs a gate until 1.35.";
    }
    if fell_into(new, Trap::ReducedMaximumLost) && !fell_into(old, Trap::ReducedMaximumLost) {
        sentence +=
            " The gate KubeletCrashLoopBackOffMax is on by default and fills in 300s, which wins over 60s.";
    }
    Some(sentence)
}

fn delays(effective: &Effective) -> String {
    let short = |ns| GoDuration(ns).short();
    let (initial, max) = (effective.initial_ns, effective.max_ns);
    if initial == max {
        format!("{} each time", short(max))
    } else {
        format!("{} up to {}", short(initial), short(max))
    }
}

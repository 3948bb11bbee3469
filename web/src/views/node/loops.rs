//! The timing of a kubelet's loops: what can be changed, and what is as the release has it.

use backoff::GoDuration;
use kubelet::{Release, Requeue, Timing};
use yew::{Callback, Html, html};

use crate::components::field_row::field_row;
use crate::components::source_mark::source_mark;
use crate::field::NodeField;
use crate::look::Look;
use crate::sources::{Mark, Source};
use crate::state::Action;
use crate::texts;

/// What can be changed: the field, its label, how sure the release's value is, and what it is.
pub(super) const LOOPS: [(NodeField, &str, Mark, &str); 7] = [
    (
        NodeField::RelistPeriod,
        "relist period",
        Mark::Code,
        "from the end of a relist to the start of the next",
    ),
    (
        NodeField::Relist,
        "relist",
        Mark::Measured,
        "a relist of an empty node",
    ),
    (
        NodeField::RelistPerPod,
        "relist, per pod",
        Mark::Measured,
        "longer for each pod on the node",
    ),
    (
        NodeField::RelistPerChange,
        "relist, per change",
        Mark::Measured,
        "longer for each pod that changed",
    ),
    (
        NodeField::Sync,
        "sync",
        Mark::Measured,
        "a sync of a pod, without what it starts",
    ),
    (
        NodeField::StartNoise,
        "start noise",
        Mark::Measured,
        "the random time that a start takes longer, on average",
    ),
    (
        NodeField::Kill,
        "kill",
        Mark::Measured,
        "until a killed container is gone",
    ),
];

/// All of it, closed until it is asked for.
pub(super) fn loops(looks: &[Option<Look>], release: Release, send: &Callback<Action>) -> Html {
    let timing = Timing::of(release);
    html! {
        <details id="loops">
            <summary>{texts::LOOPS}</summary>
            { for LOOPS.into_iter().zip(looks).map(|((field, label, mark, what), look)| {
                let usual = field.timing(&timing).unwrap_or_default();
                field_row(label, look.as_ref(), Some(Source {
                    mark,
                    number: texts::usually(usual, release).into(),
                    place: what,
                    link: None,
                }), send)
            }) }
            { for fixed(&timing).map(|(mark, number, what)| source_mark(Source {
                mark,
                number: number.into(),
                place: what,
                link: None,
            })) }
        </details>
    }
}

/// What cannot be changed.
fn fixed(timing: &Timing) -> [(Mark, String, &'static str); 6] {
    let short = |ns| GoDuration::from_nanos(ns).short().to_string();
    let requeue = match timing.requeue {
        Requeue::Fixed(ns) => short(ns),
        Requeue::Remaining { limit_ns } => texts::requeue_remaining(&short(limit_ns)),
    };
    [
        (
            Mark::Code,
            short(timing.sync_tick_ns),
            "between two looks at the work queue",
        ),
        (
            Mark::Code,
            short(timing.housekeeping_ns),
            "between two housekeepings, which collect old back-offs",
        ),
        (
            Mark::Code,
            short(timing.sync_frequency_ns),
            "from a good sync to the next, and up to half longer",
        ),
        (
            Mark::Code,
            requeue,
            "from a sync with an error to the next, and up to half longer",
        ),
        (
            Mark::Code,
            if timing.on_demand_relist {
                texts::YES
            } else {
                texts::NO
            }
            .to_owned(),
            "a pod is relisted at once after a good sync",
        ),
        (
            Mark::Measured,
            short(timing.startup_ns),
            "from the start of a kubelet to its first syncs",
        ),
    ]
}

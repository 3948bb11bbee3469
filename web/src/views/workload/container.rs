//! What a container does: the rows that a group's own and those beside it have in common, and a
//! container beside it as a whole.

use shared::select::{choice_row, words};
use sim::{Beside, Ending, Role, RunTime};
use yew::{Callback, Html, html};

use crate::components::button::quiet_button;
use crate::components::field_row::{field_row, name_field};
use crate::field::{Field, GroupField};
use crate::look::{self, Look};
use crate::state::{Action, ContainerAt, RunKind};
use crate::texts;

/// The fields of the run time's distributions.
pub(super) const RUN_FIELDS: [GroupField; 10] = [
    GroupField::Fixed,
    GroupField::Min,
    GroupField::Max,
    GroupField::Mean,
    GroupField::Median,
    GroupField::Sigma,
    GroupField::First,
    GroupField::Growth,
    GroupField::Most,
    GroupField::List,
];

const ENDINGS: [Ending; 3] = [Ending::Exit, Ending::Probe, Ending::PostStart];

const ROLES: [Role; 3] = [Role::App, Role::Init, Role::Sidecar];

/// How the fields of a container beside a group's own look: name, exit code, run time.
pub(super) type Looks = ([Option<Look>; 2], [Option<Look>; 10]);

/// How the fields of a container beside a group's own look.
pub(super) fn looks(looks: look::Looks, group: usize, at: usize) -> Looks {
    let look = |field| looks.of(Field::Beside(group, at, field));
    (
        [GroupField::Name, GroupField::ExitCode].map(look),
        RUN_FIELDS.map(look),
    )
}

/// An identifier for the document.
fn id(what: &str, at: ContainerAt) -> String {
    match at.beside {
        None => format!("{what}-{}", at.group),
        Some(beside) => format!("{what}-{}-{beside}", at.group),
    }
}

/// The distribution of the run time and its values.
pub(super) fn run_rows(
    at: ContainerAt,
    run: &RunTime,
    looks: &[Option<Look>; 10],
    send: &Callback<Action>,
) -> Html {
    let chosen = RunKind::ALL
        .iter()
        .position(|&kind| kind == RunKind::of(run))
        .unwrap_or(0);
    let labels = [
        texts::RUN_LENGTH,
        texts::RUN_MIN,
        texts::RUN_MAX,
        texts::RUN_MEAN,
        texts::RUN_MEDIAN,
        texts::RUN_SIGMA,
        texts::RUN_FIRST,
        texts::RUN_FACTOR,
        texts::RUN_MAX,
        texts::RUN_LIST,
    ];
    html! {
        <>
            {choice_row(
                id("run", at),
                texts::RUN,
                words(&RunKind::ALL.map(texts::run_kind)),
                chosen,
                send.reform(move |n: usize| Action::Run(at, RunKind::ALL[n.min(5)])),
            )}
            { for labels.into_iter().zip(looks).map(|(label, look)| field_row(label, look.as_ref(), None, send)) }
        </>
    }
}

/// What ends a run: only a kubelet knows probes, and in another model only a way back is offered.
pub(super) fn ending_row(at: ContainerAt, ends: Ending, kubelet: bool, send: &Callback<Action>) -> Html {
    if !kubelet && ends == Ending::Exit {
        return html! {};
    }
    let chosen = ENDINGS.iter().position(|&ending| ending == ends).unwrap_or(0);
    choice_row(
        id("ends", at),
        texts::ENDS,
        words(&[texts::ENDS_EXIT, texts::ENDS_PROBE, texts::ENDS_HOOK]),
        chosen,
        send.reform(move |n: usize| Action::Ends(at, ENDINGS[n.min(2)])),
    )
}

/// A container beside a group's own.
pub(super) fn beside(
    at: ContainerAt,
    container: &Beside,
    ([name, exit_code], run): &Looks,
    kubelet: bool,
    send: &Callback<Action>,
) -> Html {
    let (group, beside) = (at.group, at.beside.unwrap_or_default());
    let role = ROLES.iter().position(|&role| role == container.role).unwrap_or(0);
    html! {
        <div class="beside" role="group" aria-label={container.name.clone()}>
            <div class="card-head">
                {name_field(texts::CONTAINER_NAME, name.as_ref(), send)}
                {quiet_button(
                    texts::REMOVE,
                    texts::remove(&container.name),
                    send.reform(move |_| Action::RemoveBeside(group, beside)),
                )}
            </div>
            {choice_row(
                id("role", at),
                texts::ROLE,
                words(&ROLES.map(texts::role)),
                role,
                send.reform(move |n: usize| Action::Role(group, beside, ROLES[n.min(2)])),
            )}
            {run_rows(at, &container.run, run, send)}
            {field_row(texts::EXIT_CODE, exit_code.as_ref(), None, send)}
            {ending_row(at, container.ends, kubelet, send)}
        </div>
    }
}

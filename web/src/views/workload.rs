//! The groups of pods that run on the node.

mod container;

use shared::select::{choice_row, words};
use sim::limits::{MAX_BESIDE, MAX_GROUPS};
use sim::{Group, Model, RestartPolicy, words as sentences};
use yew::{Callback, Html, Properties, component, html};

use self::container::{RUN_FIELDS, beside, ending_row, run_rows};
use crate::components::button::quiet_button;
use crate::components::field_row::{field_row, name_field};
use crate::field::{Field, GroupField};
use crate::look::{Look, Looks};
use crate::state::{Action, ContainerAt, Room, pods};
use crate::texts;

const FIELDS: [GroupField; 7] = [
    GroupField::Name,
    GroupField::Pods,
    GroupField::ExitCode,
    GroupField::DownFrom,
    GroupField::RecoversAt,
    GroupField::Stagger,
    GroupField::CreateLatency,
];

const RESTART_POLICIES: [RestartPolicy; 3] = [
    RestartPolicy::Always,
    RestartPolicy::OnFailure,
    RestartPolicy::Never,
];

/// The groups, and a way to add one.
pub(crate) fn workload(looks: Looks, send: &Callback<Action>) -> Html {
    let groups = &looks.scenario.workload;
    let room = Room::on(looks.scenario);
    let full = match room {
        Room::Free(_) => None,
        Room::Pod(from) => Some(texts::room_of(&groups[from].name)),
        Room::None => Some(texts::NO_ROOM.to_owned()),
    };
    html! {
        <section class="panel" aria-labelledby="workload-heading">
            <div class="head">
                <h2 id="workload-heading">{texts::WORKLOAD}</h2>
                <span class="muted">{texts::pods_in_all(pods(looks.scenario))}</span>
            </div>
            { for groups.iter().enumerate().map(|(at, group)| html! {
                <GroupFields
                    key={at}
                    {at}
                    group={group.clone()}
                    looks={FIELDS.map(|field| looks.of(Field::Group(at, field)))}
                    run={RUN_FIELDS.map(|field| looks.of(Field::Group(at, field)))}
                    besides={(0..group.beside.len()).map(|beside| {
                        container::looks(looks, at, beside)
                    }).collect::<Vec<_>>()}
                    model={looks.scenario.model}
                    alone={groups.len() == 1}
                    {send}
                />
            }) }
            if groups.len() < MAX_GROUPS {
                <button
                    type="button"
                    class="quiet"
                    disabled={room == Room::None}
                    aria-describedby={full.is_some().then_some("full")}
                    onclick={send.reform(|_| Action::AddGroup)}
                >{texts::ADD_GROUP}</button>
                if let Some(full) = full { <p class="muted" id="full">{full}</p> }
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct Props {
    at: usize,
    group: Group,
    looks: [Option<Look>; 7],
    run: [Option<Look>; 10],
    besides: Vec<container::Looks>,
    model: Model,
    alone: bool,
    send: Callback<Action>,
}

#[component]
fn GroupFields(props: &Props) -> Html {
    let Props {
        at,
        group,
        looks,
        run,
        besides,
        model,
        alone,
        send,
    } = props;
    let at = *at;
    let own = ContainerAt {
        group: at,
        beside: None,
    };
    let [
        name,
        pods,
        exit_code,
        down_from,
        recovers_at,
        stagger,
        create_latency,
    ] = looks.each_ref().map(Option::as_ref);
    let restarts = RESTART_POLICIES
        .iter()
        .position(|&policy| policy == group.restart_policy)
        .unwrap_or(0);
    let kubelet = *model == Model::KubeletRelease;
    html! {
        <div class="group">
            <div class="card-head">{name_field(texts::GROUP_NAME, name, send)}</div>
            {field_row(texts::PODS, pods, None, send)}
            {run_rows(own, &group.run, run, send)}
            {field_row(texts::EXIT_CODE, exit_code, None, send)}
            {ending_row(own, group.ends, kubelet, send)}
            {choice_row(
                format!("goes-down-{at}"),
                texts::GOES_DOWN,
                words(&[texts::DOWN_ALWAYS, texts::RECOVERS_AT]),
                usize::from(group.down_from.is_some()),
                send.reform(move |n| Action::GoesDown(at, n == 1)),
            )}
            {field_row(texts::RECOVERS_TIME, down_from, None, send)}
            {choice_row(
                format!("recovers-{at}"),
                texts::RECOVERS,
                words(&[texts::RECOVERS_NEVER, texts::RECOVERS_AT]),
                usize::from(group.recovers_at.is_some()),
                send.reform(move |n| Action::Recovers(at, n == 1)),
            )}
            {field_row(texts::RECOVERS_TIME, recovers_at, None, send)}
            {field_row(texts::STAGGER, stagger, None, send)}
            {choice_row(
                format!("restart-policy-{at}"),
                texts::RESTART_POLICY,
                words(&RESTART_POLICIES.map(texts::restart_policy)),
                restarts,
                send.reform(move |n: usize| Action::RestartPolicy(at, RESTART_POLICIES[n.min(2)])),
            )}
            if *model != Model::Documented {
                {field_row(texts::CREATE_LATENCY, create_latency, None, send)}
            }
            { for sentences::particulars(group).into_iter().map(|said| html! { <p class="muted">{said}</p> }) }
            { for group.beside.iter().zip(besides).enumerate().map(|(n, (container, looks))| {
                beside(ContainerAt { group: at, beside: Some(n) }, container, looks, kubelet, send)
            }) }
            if kubelet && group.beside.len() < MAX_BESIDE {
                {quiet_button(texts::ADD_BESIDE, texts::add_beside(&group.name), send.reform(move |_| Action::AddBeside(at)))}
            }
            if !alone {
                {quiet_button(texts::REMOVE, texts::remove(&group.name), send.reform(move |_| Action::RemoveGroup(at)))}
            }
        </div>
    }
}

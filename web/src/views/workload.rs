//! The groups of pods that run on the node.

use sim::limits::MAX_GROUPS;
use sim::{Group, RestartPolicy};
use yew::{AttrValue, Callback, Html, Properties, component, html};

use crate::components::field_row::{field_row, name_field};
use crate::components::select::choice_row;
use crate::field::{Field, GroupField};
use crate::look::{Look, Looks};
use crate::state::{Action, RunKind, pods};
use crate::texts;

const FIELDS: [GroupField; 10] = [
    GroupField::Name,
    GroupField::Pods,
    GroupField::Fixed,
    GroupField::Min,
    GroupField::Max,
    GroupField::Mean,
    GroupField::List,
    GroupField::ExitCode,
    GroupField::RecoversAt,
    GroupField::Stagger,
];

const RESTART_POLICIES: [RestartPolicy; 3] = [
    RestartPolicy::Always,
    RestartPolicy::OnFailure,
    RestartPolicy::Never,
];

/// The groups, and a way to add one.
pub(crate) fn workload(looks: Looks, send: &Callback<Action>) -> Html {
    let groups = &looks.scenario.workload;
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
                    alone={groups.len() == 1}
                    {send}
                />
            }) }
            if groups.len() < MAX_GROUPS {
                <button type="button" class="quiet" onclick={send.reform(|_| Action::AddGroup)}>{texts::ADD_GROUP}</button>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct Props {
    at: usize,
    group: Group,
    looks: [Option<Look>; 10],
    alone: bool,
    send: Callback<Action>,
}

#[component]
fn GroupFields(props: &Props) -> Html {
    let Props {
        at,
        group,
        looks,
        alone,
        send,
    } = props;
    let at = *at;
    let [
        name,
        pods,
        fixed,
        min,
        max,
        mean,
        list,
        exit_code,
        recovers_at,
        stagger,
    ] = looks.each_ref().map(Option::as_ref);
    let run = RunKind::ALL
        .iter()
        .position(|&kind| kind == RunKind::of(&group.run))
        .unwrap_or(0);
    let restarts = RESTART_POLICIES
        .iter()
        .position(|&policy| policy == group.restart_policy)
        .unwrap_or(0);
    html! {
        <div class="group">
            <div class="card-head">{name_field(texts::GROUP_NAME, name, send)}</div>
            {field_row(texts::PODS, pods, None, send)}
            {choice_row(
                format!("run-{at}"),
                texts::RUN,
                RunKind::ALL.map(|kind| texts::run_kind(kind).into()),
                run,
                send.reform(move |n: usize| Action::Run(at, RunKind::ALL[n.min(3)])),
            )}
            {field_row(texts::RUN_LENGTH, fixed, None, send)}
            {field_row(texts::RUN_MIN, min, None, send)}
            {field_row(texts::RUN_MAX, max, None, send)}
            {field_row(texts::RUN_MEAN, mean, None, send)}
            {field_row(texts::RUN_LIST, list, None, send)}
            {field_row(texts::EXIT_CODE, exit_code, None, send)}
            {choice_row(
                format!("recovers-{at}"),
                texts::RECOVERS,
                [texts::RECOVERS_NEVER, texts::RECOVERS_AT].map(AttrValue::from),
                usize::from(group.recovers_at.is_some()),
                send.reform(move |n| Action::Recovers(at, n == 1)),
            )}
            {field_row(texts::RECOVERS_TIME, recovers_at, None, send)}
            {field_row(texts::STAGGER, stagger, None, send)}
            {choice_row(
                format!("restart-policy-{at}"),
                texts::RESTART_POLICY,
                RESTART_POLICIES.map(|policy| texts::restart_policy(policy).into()),
                restarts,
                send.reform(move |n: usize| Action::RestartPolicy(at, RESTART_POLICIES[n.min(2)])),
            )}
            if !alone {
                <button
                    type="button"
                    class="quiet"
                    aria-label={texts::remove(&group.name)}
                    onclick={send.reform(move |_| Action::RemoveGroup(at))}
                >{texts::REMOVE}</button>
            }
        </div>
    }
}

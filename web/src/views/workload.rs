//! The groups of pods that run on the node.

use std::rc::Rc;

use sim::limits::MAX_GROUPS;
use sim::{Group, Refusal, RestartPolicy, Scenario};
use yew::{AttrValue, Callback, Html, Properties, component, html};

use crate::components::field_row::FieldRow;
use crate::components::select::Select;
use crate::field::{Field, GroupField};
use crate::look::{Look, Looks};
use crate::state::{Action, RunKind, Texts};
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

const RESTART_POLICIES: [RestartPolicy; 3] = [RestartPolicy::Always, RestartPolicy::OnFailure, RestartPolicy::Never];

/// What the workload panel depends on.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) scenario: Rc<Scenario>,
    pub(crate) texts: Rc<Texts>,
    pub(crate) refusal: Option<Rc<Refusal>>,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Workload(props: &Props) -> Html {
    let Props { scenario, texts: typed, refusal, send } = props;
    let looks = Looks { scenario, texts: typed, refusal: refusal.as_deref() };
    let pods = scenario.workload.iter().fold(0_u32, |sum, group| sum.saturating_add(group.pods));
    let alone = scenario.workload.len() == 1;
    html! {
        <section class="panel" aria-labelledby="workload-heading">
            <div class="head">
                <h2 id="workload-heading">{texts::WORKLOAD}</h2>
                <span class="muted">{texts::pods_in_all(pods)}</span>
            </div>
            { for scenario.workload.iter().enumerate().map(|(at, group)| html! {
                <GroupFields
                    key={at}
                    {at}
                    group={group.clone()}
                    looks={FIELDS.map(|field| looks.of(Field::Group(at, field)))}
                    {alone}
                    send={send}
                />
            }) }
            if scenario.workload.len() < MAX_GROUPS {
                <button type="button" class="quiet" onclick={send.reform(|_| Action::AddGroup)}>{texts::ADD_GROUP}</button>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct GroupProps {
    at: usize,
    group: Group,
    looks: [Option<Look>; 10],
    alone: bool,
    send: Callback<Action>,
}

#[component]
fn GroupFields(props: &GroupProps) -> Html {
    let GroupProps { at, group, looks, alone, send } = props;
    let at = *at;
    let row = |wanted: GroupField, label: &'static str, wide: bool| {
        let look = FIELDS.iter().position(|&field| field == wanted).and_then(|n| looks[n].clone());
        match look {
            Some(look) => html! { <FieldRow {label} {look} send={send} {wide} /> },
            None => html! {},
        }
    };
    let choice = |name: &str, label: &'static str, options: Vec<AttrValue>, chosen: usize, onchoose: Callback<usize>| {
        let id = AttrValue::from(format!("{name}-{at}"));
        html! {
            <div class="row choice">
                <label for={&id}>{label}</label>
                <Select {id} {options} {chosen} {onchoose} />
            </div>
        }
    };
    let run = RunKind::ALL.iter().position(|&kind| kind == RunKind::of(&group.run)).unwrap_or(0);
    let restarts = RESTART_POLICIES.iter().position(|&policy| policy == group.restart_policy).unwrap_or(0);
    html! {
        <div class="group">
            {row(GroupField::Name, texts::GROUP_NAME, true)}
            {row(GroupField::Pods, texts::PODS, false)}
            {choice(
                "run",
                texts::RUN,
                RunKind::ALL.map(|kind| AttrValue::from(texts::run_kind(kind))).to_vec(),
                run,
                send.reform(move |n: usize| Action::Run(at, RunKind::ALL[n.min(3)])),
            )}
            {row(GroupField::Fixed, "", false)}
            {row(GroupField::Min, texts::RUN_MIN, false)}
            {row(GroupField::Max, texts::RUN_MAX, false)}
            {row(GroupField::Mean, texts::RUN_MEAN, false)}
            {row(GroupField::List, texts::RUN_LIST, true)}
            {row(GroupField::ExitCode, texts::EXIT_CODE, false)}
            {choice(
                "recovers",
                texts::RECOVERS,
                vec![texts::RECOVERS_NEVER.into(), texts::RECOVERS_AT.into()],
                usize::from(group.recovers_at.is_some()),
                send.reform(move |n| Action::Recovers(at, n == 1)),
            )}
            {row(GroupField::RecoversAt, texts::RECOVERS_TIME, false)}
            {row(GroupField::Stagger, texts::STAGGER, false)}
            {choice(
                "restart-policy",
                texts::RESTART_POLICY,
                RESTART_POLICIES.map(|policy| AttrValue::from(texts::restart_policy(policy))).to_vec(),
                restarts,
                send.reform(move |n: usize| Action::RestartPolicy(at, RESTART_POLICIES[n.min(2)])),
            )}
            if !alone {
                <button type="button" class="quiet" aria-label={texts::remove(&group.name)} onclick={send.reform(move |_| Action::RemoveGroup(at))}>
                    {texts::REMOVE}
                </button>
            }
        </div>
    }
}

//! The node, the horizon and the seed, and where all defaults come from.

mod loops;

use kubelet::Release;
use shared::select::{choice_row, words};
use sim::Model;
use yew::{Callback, Html, Properties, component, html};

use self::loops::{LOOPS, loops};
use crate::components::field_row::field_row;
use crate::components::source_mark::source_mark;
use crate::field::{Field, NodeField};
use crate::look::{Look, Looks};
use crate::sources;
use crate::state::Action;
use crate::texts;

const FIELDS: [Field; 9] = [
    Field::Horizon,
    Field::Node(NodeField::MaxPods),
    Field::Node(NodeField::CreateLatency),
    Field::Node(NodeField::RequestsPerRestart),
    Field::Node(NodeField::ClientQps),
    Field::Node(NodeField::EventQps),
    Field::Node(NodeField::RestartsAt),
    Field::Seed,
    Field::Seeds,
];

/// The panels of the node.
pub(crate) fn node(looks: Looks, send: &Callback<Action>) -> Html {
    let kubelet = looks.scenario.model == Model::KubeletRelease;
    html! {
        <NodePanels
            looks={FIELDS.map(|field| looks.of(field))}
            loops={if kubelet {
                LOOPS.map(|(field, ..)| looks.of(Field::Node(field))).into()
            } else {
                Vec::new()
            }}
            restarts={looks.scenario.node.kubelet_restarts_at.is_some()}
            release={looks.scenario.release}
            model={looks.scenario.model}
            {send}
        />
    }
}

#[derive(Properties, PartialEq)]
struct Props {
    looks: [Option<Look>; 9],
    loops: Vec<Option<Look>>,
    restarts: bool,
    release: Release,
    model: Model,
    send: Callback<Action>,
}

#[component]
fn NodePanels(props: &Props) -> Html {
    let Props {
        looks,
        loops: of_loops,
        restarts,
        release,
        model,
        send,
    } = props;
    let [
        horizon,
        max_pods,
        create_latency,
        requests,
        client_qps,
        event_qps,
        restarts_at,
        seed,
        seeds,
    ] = looks.each_ref().map(Option::as_ref);
    let kubelet = *model == Model::KubeletRelease;
    html! {
        <>
            <section class="panel" aria-labelledby="node-heading">
                <h2 id="node-heading">{texts::NODE}</h2>
                {field_row(texts::HORIZON, horizon, None, send)}
                {field_row(texts::MAX_PODS, max_pods, Some(sources::MAX_PODS), send)}
                {field_row(texts::CREATE_LATENCY, create_latency, Some(sources::CREATE_LATENCY), send)}
                if !kubelet {
                    {field_row(texts::REQUESTS_PER_RESTART, requests, Some(sources::REQUESTS_PER_RESTART), send)}
                }
                {field_row(texts::CLIENT_QPS, client_qps, Some(sources::CLIENT_QPS), send)}
                if kubelet {
                    {field_row(texts::EVENT_QPS, event_qps, Some(sources::EVENT_QPS), send)}
                }
                if kubelet || *restarts {
                    {choice_row(
                        "kubelet-restarts".to_owned(),
                        texts::KUBELET_RESTARTS,
                        words(&[texts::RECOVERS_NEVER, texts::RECOVERS_AT]),
                        usize::from(*restarts),
                        send.reform(|n| Action::KubeletRestarts(n == 1)),
                    )}
                    {field_row(texts::RECOVERS_TIME, restarts_at, None, send)}
                }
                {field_row(texts::SEED, seed, None, send)}
                {field_row(texts::SEEDS, seeds, None, send)}
                if kubelet { {loops(of_loops, *release, send)} }
            </section>
            <section class="panel about" aria-label={texts::MODEL}>
                <p><strong>{texts::model(*model)}</strong>{". "}{texts::about_model(*model)}</p>
                <details>
                    <summary>{texts::SOURCES}</summary>
                    { for sources::ALL.map(source_mark) }
                </details>
            </section>
        </>
    }
}

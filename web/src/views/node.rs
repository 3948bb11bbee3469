//! The node, the horizon and the seed, and where all defaults come from.

use sim::Model;
use yew::{Callback, Html, Properties, component, html};

use crate::components::field_row::field_row;
use crate::components::source_mark::source_mark;
use crate::field::{Field, NodeField};
use crate::look::{Look, Looks};
use crate::sources;
use crate::state::Action;
use crate::texts;

const FIELDS: [Field; 6] = [
    Field::Horizon,
    Field::Node(NodeField::MaxPods),
    Field::Node(NodeField::CreateLatency),
    Field::Node(NodeField::RequestsPerRestart),
    Field::Node(NodeField::ClientQps),
    Field::Seed,
];

/// The panels of the node.
pub(crate) fn node(looks: Looks, send: &Callback<Action>) -> Html {
    html! {
        <NodePanels looks={FIELDS.map(|field| looks.of(field))} model={looks.scenario.model} {send} />
    }
}

#[derive(Properties, PartialEq)]
struct Props {
    looks: [Option<Look>; 6],
    model: Model,
    send: Callback<Action>,
}

#[component]
fn NodePanels(props: &Props) -> Html {
    let Props { looks, model, send } = props;
    let [horizon, max_pods, create_latency, requests, client_qps, seed] =
        looks.each_ref().map(Option::as_ref);
    html! {
        <>
            <section class="panel" aria-labelledby="node-heading">
                <h2 id="node-heading">{texts::NODE}</h2>
                {field_row(texts::HORIZON, horizon, None, send)}
                {field_row(texts::MAX_PODS, max_pods, Some(sources::MAX_PODS), send)}
                {field_row(texts::CREATE_LATENCY, create_latency, Some(sources::CREATE_LATENCY), send)}
                {field_row(texts::REQUESTS_PER_RESTART, requests, Some(sources::REQUESTS_PER_RESTART), send)}
                {field_row(texts::CLIENT_QPS, client_qps, Some(sources::CLIENT_QPS), send)}
                {field_row(texts::SEED, seed, None, send)}
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

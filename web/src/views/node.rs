//! The node, the horizon and the seed, and where all defaults come from.

use std::rc::Rc;

use sim::{Model, Refusal, Scenario};
use yew::{Callback, Html, Properties, component, html};

use crate::components::field_row::FieldRow;
use crate::components::source_mark::SourceMark;
use crate::field::{Field, NodeField};
use crate::look::Looks;
use crate::sources::{self, Source};
use crate::state::{Action, Texts};
use crate::texts;

/// What the node panel depends on.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) scenario: Rc<Scenario>,
    pub(crate) texts: Rc<Texts>,
    pub(crate) refusal: Option<Rc<Refusal>>,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn NodePanel(props: &Props) -> Html {
    let Props { scenario, texts: typed, refusal, send } = props;
    let looks = Looks { scenario, texts: typed, refusal: refusal.as_deref() };
    let row = |field: Field, label: &'static str, source: Option<Source>| match looks.of(field) {
        Some(look) => html! { <FieldRow {label} {look} send={send} {source} /> },
        None => html! {},
    };
    let node = |field: NodeField, label: &'static str, source: Source| row(Field::Node(field), label, Some(source));
    html! {
        <>
            <section class="panel" aria-labelledby="node-heading">
                <h2 id="node-heading">{texts::NODE}</h2>
                {row(Field::Horizon, texts::HORIZON, None)}
                {node(NodeField::MaxPods, texts::MAX_PODS, sources::MAX_PODS)}
                {node(NodeField::CreateLatency, texts::CREATE_LATENCY, sources::CREATE_LATENCY)}
                {node(NodeField::RequestsPerRestart, texts::REQUESTS_PER_RESTART, sources::REQUESTS_PER_RESTART)}
                {node(NodeField::ClientQps, texts::CLIENT_QPS, sources::CLIENT_QPS)}
                {row(Field::Seed, texts::SEED, None)}
            </section>
            <section class="panel about" aria-label={texts::MODEL}>
                <p>
                    <strong>{texts::model(scenario.model)}</strong>{". "}{texts::about_model(scenario.model)}
                    if scenario.model == Model::Documented {
                        {" "}{"The create latency is left out."}
                    }
                </p>
                <details>
                    <summary>{texts::SOURCES}</summary>
                    { for sources::ALL.map(|source| html! { <SourceMark {source} /> }) }
                </details>
            </section>
        </>
    }
}

//! The answer in words.

use sim::words;
use yew::{Html, Properties, component, html};

use crate::components::swatch::policy_class;
use crate::run::Picture;
use crate::texts;

/// The results that are put into words.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
}

#[component]
pub(crate) fn Answer(props: &Props) -> Html {
    let parts = words::answer(&props.picture.scenario, &props.picture.results);
    html! {
        <section class="answer" aria-labelledby="answer-heading">
            <h2 class="unseen" id="answer-heading">{texts::IN_WORDS}</h2>
            <p>
                { for parts.into_iter().map(|part| match part.policy {
                    Some(policy) => html! { <strong class={policy_class(policy)}>{part.text}</strong> },
                    None => html! { {part.text} },
                }) }
            </p>
        </section>
    }
}

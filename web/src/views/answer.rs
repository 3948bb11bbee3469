//! The answer in words, and read out after a change.

use gloo::timers::callback::Timeout;
use sim::words;
use yew::{AttrValue, Html, Properties, component, html, use_effect_with, use_mut_ref, use_state_eq};

use crate::components::swatch::policy_class;
use crate::run::Picture;
use crate::texts;

/// How long changes must have stopped before the answer is read out, in milliseconds.
const SETTLED_MS: u32 = 1_000;

/// The results that are put into words.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
}

#[component]
pub(crate) fn Answer(props: &Props) -> Html {
    let parts = words::answer(&props.picture.scenario, &props.picture.results);
    let said = use_state_eq(AttrValue::default);
    let first = use_mut_ref(|| true);
    {
        let set = said.setter();
        let answer = words::plain(&parts);
        use_effect_with(props.picture.clone(), move |_| {
            // The opening state is on the page already; only changes are news.
            let opening = first.replace(false);
            let timer =
                (!opening).then(|| Timeout::new(SETTLED_MS, move || set.set(AttrValue::from(answer))));
            move || drop(timer)
        });
    }
    html! {
        <section class="answer" aria-labelledby="answer-heading">
            <h2 class="unseen" id="answer-heading">{texts::IN_WORDS}</h2>
            <p>
                { for parts.into_iter().map(|part| match part.policy {
                    Some(policy) => html! { <strong class={policy_class(policy)}>{part.text}</strong> },
                    None => html! { {part.text} },
                }) }
            </p>
            <p class="unseen" role="status" id="summary">{&*said}</p>
        </section>
    }
}

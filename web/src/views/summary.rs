//! Reads the answer out after a change, once the changes have stopped.

use gloo::timers::callback::Timeout;
use sim::words;
use yew::{AttrValue, Html, Properties, component, html, use_effect_with, use_mut_ref, use_state_eq};

use crate::run::Picture;

/// How long changes must have stopped, in milliseconds.
const SETTLED_MS: u32 = 1_000;

/// The results that are read out.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
}

#[component]
pub(crate) fn Summary(props: &Props) -> Html {
    let said = use_state_eq(AttrValue::default);
    let first = use_mut_ref(|| true);
    let set = said.setter();
    use_effect_with(props.picture.clone(), move |picture| {
        // The opening state is on the page already; only changes are news.
        let opening = first.replace(false);
        let picture = picture.clone();
        let timer = (!opening).then(|| {
            Timeout::new(SETTLED_MS, move || {
                let parts = words::answer(&picture.scenario, &picture.results);
                set.set(AttrValue::from(words::plain(&parts)));
            })
        });
        move || drop(timer)
    });
    html! { <p class="unseen" role="status" aria-live="polite" id="summary">{&*said}</p> }
}

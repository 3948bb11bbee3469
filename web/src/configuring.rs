//! The part of the page about configuration files, a program of its own: it follows the scenario and
//! says which policy to adopt.

use gloo::events::EventListener;
use gloo::utils::document;
use sim::{Scenario, permalink};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::CustomEvent;
use yew::{Callback, hook, use_effect_with};

use crate::state::{Action, State, View};

#[wasm_bindgen]
extern "C" {
    /// Defined in `boot.js`. Shows that part for a scenario, and hides it without one.
    #[wasm_bindgen(js_namespace = crashloop)]
    fn show(permalink: Option<String>);
}

/// Shows and hides that part, and does what it asks for.
#[hook]
pub(crate) fn use_configuration(state: &State, send: Callback<Action>) {
    let concerned = (state.view == View::Configuration).then(|| {
        permalink::encode(&Scenario {
            policies: state.scenario.policies.clone(),
            release: state.scenario.release,
            ..Scenario::default()
        })
    });
    use_effect_with(concerned, |concerned| show(concerned.clone()));
    use_effect_with((), move |()| {
        let opens = {
            let send = send.clone();
            EventListener::new(&document(), "crashloop:files", move |_| {
                send.emit(Action::View(View::Configuration));
            })
        };
        let adopts = EventListener::new(&document(), "crashloop:adopt", move |event| {
            let event = event.dyn_ref::<CustomEvent>();
            let policy = event
                .and_then(|event| event.detail().as_string())
                .and_then(|fragment| permalink::decode(&fragment).0.policies.pop());
            if let Some(policy) = policy {
                send.emit(Action::Adopt(policy));
            }
        });
        move || drop((opens, adopts))
    });
}

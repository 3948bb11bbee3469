//! The part of the page about configuration files: a program of its own, loaded when it is first
//! shown or the first file is dropped.
//!
//! `boot.js` passes it the scenario and dropped files; it tells the page by an event which policy
//! to adopt. What was pasted stays here while the page shows another part.

mod files;
mod judging;
mod matrix;
mod pasted;
mod reading;
mod snippet;
mod texts;
mod view;

use std::cell::OnceCell;
use std::rc::Rc;

use gloo::utils::document;
use sim::{Policy, Scenario, permalink};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{CustomEvent, CustomEventInit, File};
use yew::{AppHandle, Component, Context, Html, html};

use crate::pasted::{Action, Pasted};
use crate::view::Configuration;

/// What the program knows.
#[derive(Debug)]
struct Program {
    pasted: Rc<Pasted>,
    /// The page's scenario, as far as it concerns configurations.
    scenario: Option<Scenario>,
}

#[derive(Debug)]
enum Message {
    /// The page has this scenario.
    Show(Scenario),
    /// Something happens to the files.
    Do(Action),
}

impl Component for Program {
    type Message = Message;
    type Properties = ();

    fn create(_: &Context<Self>) -> Self {
        Self {
            pasted: Rc::default(),
            scenario: None,
        }
    }

    fn update(&mut self, _: &Context<Self>, message: Message) -> bool {
        match message {
            Message::Show(scenario) => self.scenario = Some(scenario),
            Message::Do(action) => Rc::make_mut(&mut self.pasted).apply(action),
        }
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let Some(scenario) = &self.scenario else {
            return html! {};
        };
        html! {
            <Configuration
                pasted={Rc::clone(&self.pasted)}
                release={scenario.release}
                policies={scenario.policies.clone()}
                send={context.link().callback(Message::Do)}
            />
        }
    }
}

thread_local! {
    static PROGRAM: OnceCell<AppHandle<Program>> = const { OnceCell::new() };
}

fn with_program(act: impl FnOnce(&AppHandle<Program>)) {
    PROGRAM.with(|program| program.get().map(act));
}

/// Shows what concerns the release and the policies of a permalink.
#[wasm_bindgen]
pub fn show(fragment: &str) {
    let (scenario, _) = permalink::decode(fragment);
    with_program(|program| program.send_message(Message::Show(scenario)));
}

/// Reads files that were dropped on the page.
#[wasm_bindgen]
pub fn take(files: Vec<File>) {
    with_program(|program| reading::read_all(files, &program.callback(Message::Do)));
}

/// A permalink with one policy.
fn link_to(policy: Policy) -> String {
    permalink::encode(&Scenario {
        policies: vec![policy],
        ..Scenario::default()
    })
}

/// Tells the page to simulate a policy.
fn adopt(policy: Policy) {
    let fragment = link_to(policy);
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(&fragment));
    if let Ok(event) = CustomEvent::new_with_event_init_dict("crashloop:adopt", &init) {
        // It fails on an event that is being dispatched already only.
        let _ = document().dispatch_event(&event);
    }
}

fn main() {
    shared::crash::install();
    if let Some(root) = document().get_element_by_id("configuration") {
        let program = yew::Renderer::<Program>::with_root(root).render();
        PROGRAM.with(|held| {
            // It is empty: a program starts once.
            let _ = held.set(program);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kubelet::Release;
    use proptest::prelude::*;
    use shared::judgement::Effect;

    proptest! {
        #[test]
        fn the_page_adopts_what_a_file_does(
            file in proptest::option::of(".{0,100}"),
            initial_ns in 1_000_000_000..=300_000_000_000_i64,
            max_ns in 1_000_000_000..=300_000_000_000_i64,
        ) {
            let effect = Effect { initial_ns, max_ns, reasons: vec![] };
            let policy = view::policy(&effect, file.as_deref(), Release::ALL[0]);
            let (scenario, notices) = permalink::decode(&link_to(policy.clone()));
            prop_assert_eq!(scenario.policies, [policy]);
            prop_assert_eq!(notices, []);
        }
    }
}

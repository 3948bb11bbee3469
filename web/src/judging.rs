//! Asks the judge of configuration files, which is loaded for the first question.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{AttrValue, hook, use_effect_with, use_state_eq};

use crate::texts;

#[wasm_bindgen]
extern "C" {
    /// Defined in `boot.js`. Fails when the judge cannot be loaded, with the reason in words.
    #[wasm_bindgen(js_namespace = crashloop)]
    fn judge(question: &str) -> Promise;
}

/// What is known about a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Answer<T = AttrValue> {
    /// There is no question.
    #[default]
    Nothing,
    /// The judge is being asked.
    Asked,
    /// What the judge said.
    Told(T),
    /// The judge could not be asked; why.
    Failed(AttrValue),
}

impl Answer {
    /// The answer as `read` reads it.
    pub(crate) fn read<T>(self, read: impl FnOnce(&str) -> Option<T>) -> Answer<T> {
        match self {
            Self::Nothing => Answer::Nothing,
            Self::Asked => Answer::Asked,
            Self::Told(text) => match read(&text) {
                Some(told) => Answer::Told(told),
                None => Answer::Failed(texts::JUDGE_MISMATCH.into()),
            },
            Self::Failed(reason) => Answer::Failed(reason),
        }
    }
}

/// The answer to a question. While a new one is asked, the answer to the last one stays.
#[hook]
pub(crate) fn use_judge(question: Option<String>) -> Answer {
    let answer = use_state_eq(Answer::default);
    let last = (*answer).clone();
    let set = answer.setter();
    use_effect_with(question, move |question| {
        let current = Rc::new(Cell::new(true));
        if let Some(question) = question.clone() {
            if !matches!(last, Answer::Told(_)) {
                set.set(Answer::Asked);
            }
            let current = Rc::clone(&current);
            spawn_local(async move {
                let answer = ask(&question).await;
                if current.get() {
                    set.set(answer);
                }
            });
        } else {
            set.set(Answer::Nothing);
        }
        move || current.set(false)
    });
    (*answer).clone()
}

async fn ask(question: &str) -> Answer {
    match JsFuture::from(judge(question)).await {
        Ok(told) => Answer::Told(told.as_string().unwrap_or_default().into()),
        Err(error) => Answer::Failed(texts::judge_failed(&reason(&error)).into()),
    }
}

fn reason(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    message.map(String::from).unwrap_or_default()
}

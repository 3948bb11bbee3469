//! Asks the judge of configuration files, which is loaded for the first question.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use judgement::Judgement;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{AttrValue, hook, use_effect_with, use_state_eq};

use crate::texts;

#[wasm_bindgen]
extern "C" {
    /// Defined in `boot.js`. Fails when the judge cannot be loaded, with the reason in words.
    #[wasm_bindgen(js_namespace = crashloop)]
    fn judge(text: &str) -> Promise;
}

/// What is known about a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Answer {
    /// There is no file.
    #[default]
    Nothing,
    /// The judge is being asked.
    Asked,
    /// What every release makes of it, oldest first.
    Judged(Rc<Vec<Judgement>>),
    /// The judge could not be asked; why.
    Failed(AttrValue),
}

/// The judgements of a text. While a new text is judged, those of the last one stay.
#[hook]
pub(crate) fn use_judgements(text: &AttrValue) -> Answer {
    let answer = use_state_eq(Answer::default);
    let last = (*answer).clone();
    let set = answer.setter();
    use_effect_with(text.clone(), move |text| {
        let current = Rc::new(Cell::new(true));
        if text.trim().is_empty() {
            set.set(Answer::Nothing);
        } else {
            if !matches!(last, Answer::Judged(_)) {
                set.set(Answer::Asked);
            }
            let (text, current) = (text.clone(), Rc::clone(&current));
            spawn_local(async move {
                let answer = ask(&text).await;
                if current.get() {
                    set.set(answer);
                }
            });
        }
        move || current.set(false)
    });
    (*answer).clone()
}

async fn ask(text: &str) -> Answer {
    let told = JsFuture::from(judge(text)).await;
    match told.map(|told| told.as_string().as_deref().and_then(judgement::read)) {
        Ok(Some(judgements)) => Answer::Judged(Rc::new(judgements)),
        Ok(None) => Answer::Failed(texts::JUDGE_MISMATCH.into()),
        Err(error) => Answer::Failed(texts::judge_failed(&reason(&error)).into()),
    }
}

fn reason(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    message.map(String::from).unwrap_or_default()
}

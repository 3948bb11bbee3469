//! Asks the judge of configuration files, which is loaded for the first question.

use std::cell::RefCell;
use std::mem::replace;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{AttrValue, UseStateSetter, hook, use_effect_with, use_mut_ref, use_state_eq};

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

/// The newest question, and whether one is being asked.
#[derive(Default)]
struct Desk {
    wanted: Option<String>,
    busy: bool,
}

/// Asks one question at a time, so that those which are typed over meanwhile are never asked.
async fn work(desk: Rc<RefCell<Desk>>, set: UseStateSetter<Known>) {
    loop {
        let Some(question) = desk.borrow().wanted.clone() else {
            break;
        };
        let answer = ask(&question).await;
        if desk.borrow().wanted.as_ref() == Some(&question) {
            set.set(Some((question, answer)));
            break;
        }
    }
    desk.borrow_mut().busy = false;
}

/// What the judge was last asked and has answered.
type Known = Option<(String, Answer)>;

/// The answer to a question, and whether it is late: while a new question is asked, the answer to
/// the last one stays.
#[hook]
pub(crate) fn use_judge(question: Option<String>) -> (Answer, bool) {
    let known = use_state_eq(Known::default);
    let desk = use_mut_ref(Desk::default);
    let seen = match (&question, &*known) {
        (None, _) => (Answer::Nothing, false),
        (Some(_), None) => (Answer::Asked, false),
        (Some(question), Some((answered, answer))) => (answer.clone(), answered != question),
    };
    let set = known.setter();
    use_effect_with(question, move |question| {
        desk.borrow_mut().wanted.clone_from(question);
        if question.is_none() {
            set.set(None);
        } else if !replace(&mut desk.borrow_mut().busy, true) {
            spawn_local(work(Rc::clone(&desk), set));
        }
        move || desk.borrow_mut().wanted = None
    });
    seen
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

//! Keeps the fragment of the address and the state in step, both ways.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen::JsValue;
use yew::{AttrValue, Callback, hook, use_effect_with, use_mut_ref};

use crate::browser;
use crate::state::{Action, State};

/// Browsers stop a page that writes its address too often: Safari after 100 times in 10 seconds.
const QUIET_MS: f64 = 500.0;

#[derive(Default)]
struct Address {
    /// The fragment that the address has, without `#`.
    written: String,
    /// The fragment that waits for its turn.
    waiting: Option<String>,
    /// What the page made of an address that it could not read whole. Such an address stays as it is
    /// until something is changed.
    misread: Option<String>,
    visits: u32,
    last_ms: f64,
    timer: Option<Timeout>,
}

impl Address {
    /// Writes `fragment` over the current entry, or as a new one that Back leaves.
    fn write(&mut self, fragment: String, new_entry: bool) {
        self.timer = None;
        self.waiting = None;
        if fragment == self.written {
            return;
        }
        let target = format!("#{fragment}");
        // A browser that refuses, in a sandboxed frame or because of its own limit, is left alone:
        // the page works without its address.
        if let Ok(history) = window().history() {
            let _ = if new_entry {
                history.push_state_with_url(&JsValue::NULL, "", Some(&target))
            } else {
                history.replace_state_with_url(&JsValue::NULL, "", Some(&target))
            };
        }
        self.last_ms = browser::now_ms();
        self.written = fragment;
    }
}

fn follow(address: &Rc<RefCell<Address>>, fragment: String, visits: u32, misread: bool) {
    let mut this = address.borrow_mut();
    if misread && *this.misread.get_or_insert_with(|| fragment.clone()) == fragment {
        return;
    }
    if visits != this.visits {
        this.visits = visits;
        // What Back returns to is what was last shown.
        if let Some(waiting) = this.waiting.take() {
            this.write(waiting, false);
        }
        this.write(fragment, true);
        return;
    }
    let pause = this.last_ms + QUIET_MS - browser::now_ms();
    if pause <= 0.0 {
        this.write(fragment, false);
        return;
    }
    this.waiting = Some(fragment);
    if this.timer.is_none() {
        let address = Rc::downgrade(address);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most half a second"
        )]
        let pause = pause.ceil() as u32;
        this.timer = Some(Timeout::new(pause, move || {
            if let Some(address) = address.upgrade() {
                let mut address = address.borrow_mut();
                if let Some(waiting) = address.waiting.take() {
                    address.write(waiting, false);
                }
            }
        }));
    }
}

/// Writes the state into the address and follows links, Back and Forward.
#[hook]
pub(crate) fn use_address(state: &State, send: Callback<Action>) {
    let address = use_mut_ref(|| Address {
        written: fragment_now(),
        last_ms: -QUIET_MS,
        ..Address::default()
    });
    {
        let address = Rc::clone(&address);
        let deps = (Rc::clone(&state.scenario), state.view, state.visits);
        let fragment = state.fragment();
        let misread = !state.notices.is_empty();
        use_effect_with(deps, move |(_, _, visits)| {
            follow(&address, fragment, *visits, misread);
        });
    }
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "hashchange", move |_| {
            let fragment = fragment_now();
            let news = {
                let mut address = address.borrow_mut();
                let news = fragment != address.written;
                if news {
                    address.timer = None;
                    address.waiting = None;
                    address.misread = None;
                    address.written.clone_from(&fragment);
                }
                news
            };
            if news {
                send.emit(Action::Open(AttrValue::from(fragment)));
            }
        });
        move || drop(listener)
    });
}

fn fragment_now() -> String {
    let fragment = browser::fragment();
    fragment.strip_prefix('#').unwrap_or(&fragment).to_owned()
}

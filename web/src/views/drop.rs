//! Files that are dropped anywhere on the page, or picked.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File, FileList};
use yew::{AttrValue, Callback, Html, Properties, component, html, use_effect_with, use_state_eq};

use crate::state::Action;
use crate::texts;

/// The largest file that is read, in bytes. Kubelet configurations have a few kilobytes; one of
/// this size is judged for all releases within a second.
pub(crate) const LIMIT: usize = 256 * 1024;

/// Reads files and reports their texts, or why one was not taken.
pub(crate) fn read_all(files: &FileList, send: &Callback<Action>) {
    send.emit(Action::Files);
    for at in 0..files.length() {
        if let Some(file) = files.get(at) {
            read(file, send.clone());
        }
    }
}

fn read(file: File, send: Callback<Action>) {
    let name = file.name();
    #[expect(clippy::cast_precision_loss, reason = "the limit is far below 2^53")]
    if file.size() > LIMIT as f64 {
        send.emit(Action::FileRefused(
            texts::file_too_large(&name, file.size(), LIMIT).into(),
        ));
        return;
    }
    spawn_local(async move {
        let text = JsFuture::from(file.text())
            .await
            .ok()
            .and_then(|text| text.as_string());
        send.emit(match text {
            Some(text) => Action::File(name.into(), AttrValue::from(text)),
            None => Action::FileRefused(texts::file_unreadable(&name).into()),
        });
    });
}

/// Where dropped files go.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) send: Callback<Action>,
}

/// Listens to the whole window, and shows that it does while a file is dragged over it.
#[component]
pub(crate) fn DropTarget(props: &Props) -> Html {
    let over = use_state_eq(|| false);
    use_effect_with(props.send.clone(), {
        let over = over.setter();
        move |send| {
            let send = send.clone();
            let listen = |name: &'static str, action: Box<dyn Fn(&DragEvent)>| {
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&window(), name, options, move |event| {
                    if let Some(event) = event.dyn_ref::<DragEvent>().filter(|event| has_file(event)) {
                        action(event);
                    }
                })
            };
            let (enter, leave, drop_here) = (over.clone(), over.clone(), over);
            let listeners = [
                listen(
                    "dragover",
                    Box::new(move |event| {
                        event.prevent_default();
                        enter.set(true);
                    }),
                ),
                // The pointer leaves the window only when it enters nothing else.
                listen(
                    "dragleave",
                    Box::new(move |event| {
                        if event.related_target().is_none() {
                            leave.set(false);
                        }
                    }),
                ),
                listen(
                    "drop",
                    Box::new(move |event| {
                        event.prevent_default();
                        drop_here.set(false);
                        if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
                            read_all(&files, &send);
                        }
                    }),
                ),
            ];
            move || drop(listeners)
        }
    });
    html! {
        if *over {
            <div class="drop" role="status"><p>{texts::DROP}</p></div>
        }
    }
}

fn has_file(event: &DragEvent) -> bool {
    event
        .data_transfer()
        .is_some_and(|data| data.types().iter().any(|kind| kind == "Files"))
}

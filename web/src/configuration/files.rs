//! The files: the main one as text, drop-ins by name, and the gates of the command line.

use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event, HtmlInputElement, HtmlTextAreaElement};
use yew::{Callback, Html, InputEvent, TargetCast, html};

use crate::pasted::{Action, Pasted, TEXT_LIMIT, too_large};
use crate::reading::read_all;
use crate::texts;

/// The panel of the files.
pub(crate) fn files(pasted: &Pasted, send: &Callback<Action>) -> Html {
    let empty = pasted.text.is_empty() && pasted.drop_ins.is_empty() && pasted.gates.is_empty();
    html! {
        <section class="panel source-text" aria-labelledby="config-heading">
            <h2 id="config-heading">{texts::CONFIGURATION}</h2>
            <p>{texts::CONFIG_INTRO}{" "}{texts::CONFIG_FORMS}{" "}{texts::config_limit(TEXT_LIMIT)}</p>
            <div class="line">
                <label class="button">
                    {texts::CHOOSE_FILE}
                    <input
                        class="unseen"
                        id="config-file"
                        type="file"
                        multiple=true
                        accept=".yaml,.yml,.json,.conf,.txt"
                        onchange={
                            let send = send.clone();
                            move |event: Event| {
                                let input: HtmlInputElement = event.target_unchecked_into();
                                if let Some(files) = input.files() {
                                    read_all((0..files.length()).filter_map(|at| files.get(at)), &send);
                                }
                                // So that the same file can be chosen again after a change.
                                input.set_value("");
                            }
                        }
                    />
                </label>
                <button type="button" class="quiet" onclick={send.reform(|_| Action::Paste(texts::EXAMPLE_CONFIG.into()))}>
                    {texts::EXAMPLE}
                </button>
                if !empty {
                    <button type="button" class="quiet" onclick={send.reform(|_| Action::Clear)}>{texts::CLEAR}</button>
                }
            </div>
            { for pasted.problems.iter().map(|problem| html! {
                <p class="field-error" role="alert">{problem}</p>
            }) }
            <label for="config-text">{texts::CONFIG_TEXT}</label>
            <textarea
                id="config-text"
                rows="18"
                spellcheck="false"
                autocomplete="off"
                value={&pasted.text}
                placeholder={texts::EXAMPLE_CONFIG}
                onpaste={
                    let send = send.clone();
                    move |event: Event| refuse_large(&event, &send)
                }
                oninput={send.reform(|event: InputEvent| {
                    let area: HtmlTextAreaElement = event.target_unchecked_into();
                    Action::Paste(area.value().into())
                })}
            />
            if let Some(file) = &pasted.file {
                <p class="muted">{texts::config_from(file)}</p>
            }
            if !pasted.drop_ins.is_empty() {
                <h3>{texts::DROP_INS}</h3>
                <ol id="drop-ins">
                    { for pasted.drop_ins.iter().enumerate().map(|(at, (name, text))| html! {
                        <li key={at}>
                            <details>
                                <summary><code>{name}</code></summary>
                                <pre tabindex="0">{text}</pre>
                            </details>
                            <button
                                type="button"
                                class="quiet"
                                aria-label={texts::remove(name)}
                                onclick={send.reform(move |_| Action::RemoveDropIn(at))}
                            >{texts::REMOVE}</button>
                        </li>
                    }) }
                </ol>
            }
            <label for="config-gates">{texts::GATES}</label>
            <input
                class="text"
                id="config-gates"
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder={texts::EXAMPLE_GATES}
                value={&pasted.gates}
                oninput={send.reform(|event: InputEvent| {
                    let input: HtmlInputElement = event.target_unchecked_into();
                    Action::Gates(input.value().into())
                })}
            />
        </section>
    }
}

/// Keeps a browser from laying out what is not judged anyway, which takes it seconds.
fn refuse_large(event: &Event, send: &Callback<Action>) {
    let data = event
        .dyn_ref::<ClipboardEvent>()
        .and_then(ClipboardEvent::clipboard_data);
    let bytes = data
        .and_then(|data| data.get_data("text/plain").ok())
        .map_or(0, |text| text.len());
    if bytes > TEXT_LIMIT {
        event.prevent_default();
        send.emit(Action::FileRefused(too_large(texts::THE_PASTE, bytes)));
    }
}

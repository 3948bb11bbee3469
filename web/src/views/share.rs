//! The link to the page, copied and shown.

use shared::clipboard::copy as copy_text;
use web_sys::{Element, HtmlInputElement, KeyboardEvent};
use yew::{
    AttrValue, Callback, Html, Properties, component, html, use_callback, use_effect_with, use_node_ref,
    use_state_eq,
};

use crate::state::Action;
use crate::texts;

/// The link, and whether it is shown.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) sharing: bool,
    pub(crate) link: AttrValue,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Share(props: &Props) -> Html {
    let Props { sharing, link, send } = props;
    let input = use_node_ref();
    let button = use_node_ref();
    let copied = use_state_eq(|| None::<bool>);
    let copy = use_callback(link.clone(), {
        let set = copied.setter();
        move |(), link| {
            let set = set.clone();
            copy_text(link, Callback::from(move |done| set.set(Some(done))));
        }
    });
    use_effect_with(*sharing, {
        let (copy, set, input) = (copy.clone(), copied.setter(), input.clone());
        move |&sharing| {
            if sharing {
                // Selected, so that the keyboard can copy where the browser does not let the page.
                if let Some(input) = input.cast::<HtmlInputElement>() {
                    let _ = input.focus();
                    input.select();
                }
                copy.emit(());
            } else {
                set.set(None);
            }
        }
    });
    let close = {
        let (send, button) = (send.clone(), button.clone());
        Callback::from(move |()| {
            send.emit(Action::Share(false));
            if let Some(button) = button.cast::<web_sys::HtmlElement>() {
                let _ = button.focus();
            }
        })
    };
    let onkeydown = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                close.emit(());
            }
        })
    };
    // A click elsewhere closes it too.
    let root = use_node_ref();
    use_effect_with(*sharing, {
        let (root, send) = (root.clone(), send.clone());
        move |&sharing| {
            let listener = sharing.then(|| {
                gloo::events::EventListener::new(&gloo::utils::document(), "pointerdown", move |event| {
                    let inside =
                        root.cast::<Element>()
                            .zip(event.target().and_then(|target| {
                                wasm_bindgen::JsCast::dyn_into::<web_sys::Node>(target).ok()
                            }))
                            .is_some_and(|(root, target)| root.contains(Some(&target)));
                    if !inside {
                        send.emit(Action::Share(false));
                    }
                })
            });
            move || drop(listener)
        }
    });
    let sharing = *sharing;
    html! {
        <div class="share" ref={root} {onkeydown}>
            <button
                type="button"
                ref={button}
                aria-expanded={if sharing { "true" } else { "false" }}
                onclick={send.reform(move |_| Action::Share(!sharing))}
            >{texts::SHARE}</button>
            if sharing {
                <div class="popover" role="dialog" aria-label={texts::SHARE}>
                    <label for="link">{texts::LINK}</label>
                    <div class="line">
                        <input class="text" id="link" ref={input} type="text" readonly=true value={link} />
                        <button type="button" class="primary" onclick={copy.reform(|_| ())}>{texts::COPY}</button>
                    </div>
                    <p role="status">
                        { match *copied {
                            Some(true) => texts::COPIED,
                            Some(false) => texts::NOT_COPIED,
                            None => "",
                        } }
                    </p>
                    <p class="muted">{texts::LINK_NOTE}</p>
                    <button type="button" class="quiet" onclick={close.reform(|_| ())}>{texts::CLOSE}</button>
                </div>
            }
        </div>
    }
}

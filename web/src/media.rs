//! Hooks for what the surroundings decide: colour scheme, pixel ratio, width.

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver};
use yew::{NodeRef, hook, use_effect_with, use_state_eq};

/// Whether a media query holds.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let matches = || window().match_media(query).ok().flatten();
    let holds = use_state_eq(|| matches().is_some_and(|list| list.matches()));
    let set = holds.setter();
    use_effect_with((), move |()| {
        let listener = matches().map(|list| {
            let target = list.clone();
            EventListener::new(&target, "change", move |_| set.set(list.matches()))
        });
        move || drop(listener)
    });
    *holds
}

/// Device pixels for each CSS pixel; follows zoom and a move to another screen.
#[hook]
pub(crate) fn use_pixel_ratio() -> f64 {
    let ratio = use_state_eq(|| window().device_pixel_ratio());
    let set = ratio.setter();
    use_effect_with(*ratio, move |ratio| {
        // The query holds for this ratio only, so its change announces any other one.
        let query = format!("(resolution: {ratio}dppx)");
        let listener =
            window().match_media(&query).ok().flatten().map(|list| {
                EventListener::new(&list, "change", move |_| set.set(window().device_pixel_ratio()))
            });
        move || drop(listener)
    });
    *ratio
}

/// The width of an element's content in whole CSS pixels, 0 until it is known.
#[hook]
pub(crate) fn use_width(node: NodeRef) -> u32 {
    let width = use_state_eq(|| 0);
    let set = width.setter();
    use_effect_with(node, move |node| {
        let element = node.cast::<Element>();
        let measured = element.clone();
        let callback = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            // Only the width is followed: the height depends on it, and following both never ends.
            if let Some(element) = &measured {
                set.set(u32::try_from(element.client_width()).unwrap_or(0));
            }
        });
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(callback);
        }
    });
    *width
}

//! What the browser offers: clock, storage, downloads. Nothing here fails loudly: where
//! a browser refuses, the page goes on without.

use gloo::utils::{document, window};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, Url};

use crate::state::Theme;

/// Milliseconds since the page was opened.
pub(crate) fn now_ms() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// The fragment of the address with its `#`, empty without one.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address of the page without its fragment.
pub(crate) fn address() -> String {
    let whole = window().location().href().unwrap_or_default();
    whole.split('#').next().unwrap_or_default().to_owned()
}

/// The colours that were chosen on an earlier visit.
pub(crate) fn stored_theme() -> Theme {
    let stored = window()
        .local_storage()
        .ok()
        .flatten()
        .and_then(|storage| storage.get_item("theme").ok().flatten());
    match stored.as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::Auto,
    }
}

/// Shows the page in these colours, and keeps them for the next visit.
pub(crate) fn apply_theme(theme: Theme) {
    let name = match theme {
        Theme::Auto => None,
        Theme::Light => Some("light"),
        Theme::Dark => Some("dark"),
    };
    let Some(root) = document().document_element() else {
        return;
    };
    let storage = window().local_storage().ok().flatten();
    // Storage and attributes may be refused, in a sandbox for example; colours are no reason to stop.
    if let Some(name) = name {
        let _ = root.set_attribute("data-theme", name);
        let _ = storage.map(|storage| storage.set_item("theme", name));
    } else {
        let _ = root.remove_attribute("data-theme");
        let _ = storage.map(|storage| storage.remove_item("theme"));
    }
}

/// Saves bytes as a file.
pub(crate) fn save(name: &str, kind: &str, bytes: &[u8]) {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    if let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

/// Saves what a canvas shows as a PNG file.
pub(crate) fn save_canvas(name: String, canvas: &HtmlCanvasElement) {
    let callback = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            save_blob(&name, &blob);
        }
    });
    // It fails on a canvas without area only, which has nothing to save.
    let _ = canvas.to_blob(callback.unchecked_ref());
}

fn save_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else {
        return;
    };
    let link = document()
        .create_element("a")
        .ok()
        .and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The download has read the address by then.
    gloo::timers::callback::Timeout::new(10_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
}

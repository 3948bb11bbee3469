//! Copying.

use gloo::utils::window;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

/// Copies a text and reports whether that was allowed.
pub fn copy(text: &str, done: Callback<bool>) {
    let clipboard = window().navigator().clipboard();
    // A page without a secure context has no clipboard, and calling it would throw.
    if clipboard.is_undefined() {
        done.emit(false);
        return;
    }
    let writing = clipboard.write_text(text);
    spawn_local(async move {
        done.emit(JsFuture::from(writing).await.is_ok());
    });
}

//! A button beside what it is about.

use yew::{Callback, Html, MouseEvent, html};

/// A button with a short text and a name for a screen reader that says what it is about.
pub(crate) fn quiet_button(text: &'static str, name: String, click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" aria-label={name} onclick={click}>{text}</button> }
}

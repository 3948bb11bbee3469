//! A policy's colour and dash.

use figure::Theme;
use yew::{Html, classes, html};

/// A piece of the line that stands for a policy in the figures.
pub(crate) fn swatch(policy: usize) -> Html {
    let dash: Vec<String> = Theme::dash(policy).iter().map(ToString::to_string).collect();
    html! {
        <svg class={classes!("swatch", policy_class(policy))} viewBox="0 0 28 10" aria-hidden="true" focusable="false">
            <line x1="1" y1="5" x2="27" y2="5" stroke-dasharray={(!dash.is_empty()).then(|| dash.join(" "))} />
        </svg>
    }
}

/// The class that sets a policy's colour.
pub(crate) fn policy_class(policy: usize) -> &'static str {
    ["policy-1", "policy-2", "policy-3", "policy-4"][policy % 4]
}

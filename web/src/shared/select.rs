//! A choice from a list.

use web_sys::{Event, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, TargetCast, html};

/// Options that are always the same.
#[must_use]
pub fn words(options: &[&'static str]) -> Vec<AttrValue> {
    options.iter().map(|&option| AttrValue::Static(option)).collect()
}

/// A choice by position. `label` names it for a screen reader where no label element does.
pub fn select(
    id: AttrValue,
    label: Option<&'static str>,
    options: Vec<AttrValue>,
    chosen: usize,
    choose: Callback<usize>,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        if let Ok(position) = usize::try_from(select.selected_index()) {
            choose.emit(position);
        }
    });
    html! {
        <select {id} aria-label={label} {onchange}>
            { for options.into_iter().enumerate().map(|(at, option)| html! {
                <option key={at} selected={at == chosen}>{option}</option>
            }) }
        </select>
    }
}

/// A choice as a row of its panel.
pub fn choice_row(
    id: String,
    label: &'static str,
    options: Vec<AttrValue>,
    chosen: usize,
    choose: Callback<usize>,
) -> Html {
    let id = AttrValue::from(id);
    html! {
        <div class="row choice">
            <label for={id.clone()}>{label}</label>
            {select(id, None, options, chosen, choose)}
        </div>
    }
}

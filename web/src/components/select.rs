//! A choice from a list.

use web_sys::{Event, HtmlSelectElement};
use yew::{AttrValue, Callback, Html, Properties, TargetCast, component, html};

/// A choice by position.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) id: AttrValue,
    /// The name for a screen reader, where no label element names it.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
    pub(crate) options: Vec<AttrValue>,
    pub(crate) chosen: usize,
    pub(crate) onchoose: Callback<usize>,
}

#[component]
pub(crate) fn Select(props: &Props) -> Html {
    let choose = props.onchoose.clone();
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        if let Ok(position) = usize::try_from(select.selected_index()) {
            choose.emit(position);
        }
    });
    html! {
        <select id={&props.id} aria-label={props.label.clone()} {onchange}>
            { for props.options.iter().enumerate().map(|(at, option)| html! {
                <option key={at} selected={at == props.chosen}>{option}</option>
            }) }
        </select>
    }
}

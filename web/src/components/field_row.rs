//! A field with its label, its slider where it has one, and what is wrong with it.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, InputEvent};
use yew::{AttrValue, Callback, Html, Properties, TargetCast, classes, component, html, use_effect_with, use_node_ref};

use super::source_mark::SourceMark;
use crate::look::Look;
use crate::sources::Source;
use crate::state::Action;
use crate::texts;

/// A field as a row of its panel.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) label: AttrValue,
    pub(crate) look: Look,
    pub(crate) send: Callback<Action>,
    /// Where the default comes from.
    #[prop_or_default]
    pub(crate) source: Option<Source>,
    /// Whether the text may be long, so that it gets the whole width.
    #[prop_or_default]
    pub(crate) wide: bool,
}

#[component]
pub(crate) fn FieldRow(props: &Props) -> Html {
    let Props { label, look, send, source, wide } = props;
    let id = look.field.id();
    let error_id = format!("{id}-error");
    let field = look.field;
    let onblur = send.reform(move |_| Action::Leave(field));
    let oninput = send.reform(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Action::Type(field, input.value().into())
    });
    let invalid = look.error.is_some();
    html! {
        <div class={classes!("row", wide.then_some("wide"), look.slider.is_none().then_some("plain"))}>
            <label for={id.clone()}>{label}</label>
            if let Some((_, position)) = look.slider {
                <Slider label={label} look={look.clone()} {position} send={send} />
            }
            <input
                class="text"
                id={id}
                type="text"
                inputmode={if look.slider.is_some() && look.value.bytes().all(|byte| byte.is_ascii_digit()) { "numeric" } else { "text" }}
                autocomplete="off"
                spellcheck="false"
                value={&look.text}
                {oninput}
                {onblur}
                aria-invalid={invalid.then_some("true")}
                aria-describedby={invalid.then(|| error_id.clone())}
            />
            if let Some(source) = source {
                <SourceMark source={*source} />
            }
            if let Some(error) = &look.error {
                <p class="field-error" id={error_id} role="alert">{error}</p>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SliderProps {
    label: AttrValue,
    look: Look,
    position: usize,
    send: Callback<Action>,
}

#[component]
fn Slider(props: &SliderProps) -> Html {
    let SliderProps { label, look, position, send } = props;
    let node = use_node_ref();
    let last = look.slider.map_or(1, |(scale, _)| scale.last());
    {
        let node = node.clone();
        use_effect_with((*position, last), move |&(position, last)| {
            // The Content-Security-Policy allows styles by script, not by attribute.
            if let Some(input) = node.cast::<HtmlInputElement>() {
                let fill = format!("{}%", position * 100 / last.max(1));
                let _ = input.style().set_property("--fill", &fill);
            }
        });
    }
    let look_at_input = look.slider.map(|(scale, _)| scale);
    let field = look.field;
    let send = send.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let position = input.and_then(|input| input.value().parse::<usize>().ok());
        if let (Some(scale), Some(position)) = (look_at_input, position) {
            send.emit(Action::Slide(field, scale.at(position)));
        }
    });
    html! {
        <input
            ref={node}
            class="slider"
            type="range"
            min="0"
            max={last.to_string()}
            step="1"
            value={position.to_string()}
            {oninput}
            aria-label={texts::slider_of(label)}
            aria-valuetext={&look.value}
        />
    }
}

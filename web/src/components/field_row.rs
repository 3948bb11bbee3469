//! A field with its label, its slider where it has one, and what is wrong with it.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, InputEvent};
use yew::{
    AttrValue, Callback, Html, Properties, TargetCast, classes, component, html, use_effect_with,
    use_node_ref,
};

use super::source_mark::source_mark;
use crate::look::Look;
use crate::sources::Source;
use crate::state::Action;
use crate::texts;
use crate::value::Value;

/// A field as a row of its panel, with the source of its default where it has one. Nothing where
/// the scenario has no such field.
pub(crate) fn field_row(
    label: &'static str,
    look: Option<&Look>,
    source: Option<Source>,
    send: &Callback<Action>,
) -> Html {
    let Some(look) = look else { return html! {} };
    let wide = matches!(look.value, Value::Durations(_));
    html! {
        <div class={classes!("row", wide.then_some("wide"), look.slider.is_none().then_some("plain"))}>
            <label for={look.field.id()}>{label}</label>
            if let Some((scale, position)) = look.slider {
                <Slider
                    label={texts::slider_of(label)}
                    {position}
                    last={scale.last()}
                    value={look.value.to_string()}
                    move_to={
                        let field = look.field;
                        send.reform(move |position| Action::Slide(field, scale.at(position)))
                    }
                />
            }
            {text_input("text", None, look, send)}
            { for source.map(source_mark) }
            {error(look)}
        </div>
    }
}

/// The name of a policy or a group: a heading that can be edited.
pub(crate) fn name_field(label: &'static str, look: Option<&Look>, send: &Callback<Action>) -> Html {
    match look {
        Some(look) => html! { <>{text_input("name", Some(label), look, send)}{error(look)}</> },
        None => html! {},
    }
}

fn text_input(
    class: &'static str,
    label: Option<&'static str>,
    look: &Look,
    send: &Callback<Action>,
) -> Html {
    let field = look.field;
    let numeric = matches!(look.value, Value::Number(_));
    html! {
        <input
            {class}
            id={field.id()}
            type="text"
            inputmode={if numeric { "numeric" } else { "text" }}
            autocomplete="off"
            spellcheck="false"
            value={&look.text}
            aria-label={label}
            aria-invalid={look.error.is_some().then_some("true")}
            aria-describedby={look.error.is_some().then(|| error_id(look))}
            oninput={send.reform(move |event: InputEvent| {
                let input: HtmlInputElement = event.target_unchecked_into();
                Action::Type(field, input.value().into())
            })}
            onblur={send.reform(move |_| Action::Leave(field))}
        />
    }
}

fn error(look: &Look) -> Html {
    match &look.error {
        Some(error) => html! { <p class="field-error" id={error_id(look)} role="alert">{error}</p> },
        None => html! {},
    }
}

fn error_id(look: &Look) -> String {
    format!("{}-error", look.field.id())
}

#[derive(Properties, PartialEq)]
struct SliderProps {
    label: AttrValue,
    position: usize,
    last: usize,
    value: AttrValue,
    move_to: Callback<usize>,
}

#[component]
fn Slider(props: &SliderProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.position, props.last), move |&(position, last)| {
            // The Content-Security-Policy allows styles by script, not by attribute.
            if let Some(input) = node.cast::<HtmlInputElement>() {
                let fill = format!("{}%", position * 100 / last.max(1));
                let _ = input.style().set_property("--fill", &fill);
            }
        });
    }
    let move_to = props.move_to.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(position) = input.and_then(|input| input.value().parse().ok()) {
            move_to.emit(position);
        }
    });
    html! {
        <input
            ref={node}
            class="slider"
            type="range"
            min="0"
            max={props.last.to_string()}
            step="1"
            value={props.position.to_string()}
            {oninput}
            aria-label={&props.label}
            aria-valuetext={&props.value}
        />
    }
}

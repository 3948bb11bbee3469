//! A figure as a file.

use std::rc::Rc;

use figure::Table;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;
use yew::{Callback, Html, MouseEvent, Properties, component, html};

use super::Shown;
use crate::browser;

/// The width of an exported drawing in CSS pixels, which suits a comment or a slide.
const WIDTH: u32 = 960;

/// What is exported.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) shown: Shown,
    pub(crate) table: Rc<Table>,
}

#[derive(Copy, Clone)]
enum Format {
    Svg,
    Png,
    Csv,
}

#[component]
pub(crate) fn Exports(props: &Props) -> Html {
    let save = |format: Format| -> Callback<MouseEvent> {
        let (shown, table) = (props.shown.clone(), Rc::clone(&props.table));
        Callback::from(move |_| save(format, &shown, &table))
    };
    let button = |name: &'static str, format: Format| {
        html! {
            <button type="button" class="quiet" onclick={save(format)}>
                {name}<span class="unseen">{" of "}{props.shown.kind.title()}</span>
            </button>
        }
    };
    html! {
        <>
            {button("SVG", Format::Svg)}
            {button("PNG", Format::Png)}
            {button("CSV", Format::Csv)}
        </>
    }
}

fn save(format: Format, shown: &Shown, table: &Table) {
    let name = format!("crashloop-{}", shown.kind.id());
    let view = shown.view();
    match format {
        Format::Svg => {
            let svg = figure::svg(shown.kind, &view, shown.theme(), WIDTH);
            browser::save(&format!("{name}.svg"), "image/svg+xml", svg.as_bytes());
        }
        Format::Png => {
            let id = format!("{}-canvas", shown.kind.id());
            let canvas = document().get_element_by_id(&id).and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
            if let Some(canvas) = canvas {
                browser::save_canvas(format!("{name}.png"), &canvas);
            }
        }
        Format::Csv => browser::save(&format!("{name}.csv"), "text/csv", table.csv().as_bytes()),
    }
}

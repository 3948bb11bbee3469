//! A figure as a file.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;
use yew::{Callback, Html, html};

use super::Shown;
use crate::browser;
use crate::components::button::quiet_button;
use crate::texts;

/// The width of an exported drawing in CSS pixels, which suits a comment or a slide.
const WIDTH: u32 = 960;

#[derive(Copy, Clone)]
enum Format {
    Svg,
    Png,
    Csv,
}

/// The buttons that save a figure.
pub(crate) fn exports(shown: &Shown) -> Html {
    let button = |name: &'static str, format: Format| {
        let shown = shown.clone();
        quiet_button(
            name,
            texts::file_of(name, shown.kind.title()),
            Callback::from(move |_| save(format, &shown)),
        )
    };
    html! {
        <>
            {button("SVG", Format::Svg)}
            {button("PNG", Format::Png)}
            {button("CSV", Format::Csv)}
        </>
    }
}

fn save(format: Format, shown: &Shown) {
    let name = format!("crashloop-{}", shown.kind.id());
    let view = shown.view();
    match format {
        Format::Svg => {
            let svg = figure::svg(shown.kind, &view, shown.theme(), WIDTH);
            browser::save(&format!("{name}.svg"), "image/svg+xml", svg.as_bytes());
        }
        Format::Png => {
            let id = format!("{}-canvas", shown.kind.id());
            let canvas = document()
                .get_element_by_id(&id)
                .and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
            if let Some(canvas) = canvas {
                browser::save_canvas(format!("{name}.png"), &canvas);
            }
        }
        Format::Csv => {
            let csv = figure::table(shown.kind, &view).csv();
            browser::save(&format!("{name}.csv"), "text/csv", csv.as_bytes());
        }
    }
}

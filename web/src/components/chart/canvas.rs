//! The canvas of a figure, drawn outside the virtual DOM, with the playhead as an element above it.

use std::cell::{Cell, RefCell};

use figure::{Plot, Size};
use gloo::utils::window;
use web_sys::{HtmlCanvasElement, HtmlElement, PointerEvent};
use yew::{
    Callback, Html, NodeRef, Properties, TargetCast, component, html, use_effect_with, use_memo, use_mut_ref,
    use_node_ref,
};

use super::Shown;
use crate::media::use_width;
use crate::paint;

/// An instant that was pointed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointed {
    pub(crate) at_ns: i64,
    /// The lane, on a timeline.
    pub(crate) lane: Option<usize>,
}

/// What is drawn, and where the playhead is.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) shown: Shown,
    pub(crate) cursor_ns: Option<i64>,
    pub(crate) point: Callback<Pointed>,
}

#[component]
pub(crate) fn Canvas(props: &Props) -> Html {
    let Props {
        shown,
        cursor_ns,
        point,
    } = props;
    let kind = shown.kind;
    let (surface, canvas, playhead) = (use_node_ref(), use_node_ref(), use_node_ref());
    let width = use_width(surface.clone());
    let plot = use_mut_ref(Plot::default);
    let cursor = use_memo((), |()| Cell::new(None));
    {
        let (surface, canvas, playhead) = (surface.clone(), canvas.clone(), playhead.clone());
        let (plot, cursor) = (plot.clone(), cursor.clone());
        use_effect_with((shown.clone(), width), move |(shown, width)| {
            let (shown, width) = (shown.clone(), *width);
            if width > 0 {
                paint::request(kind, move || {
                    let drawn = draw(&surface, &canvas, &shown, width);
                    *plot.borrow_mut() = drawn.unwrap_or_default();
                    place(&playhead, &plot, cursor.get());
                });
            }
        });
    }
    {
        let (playhead, plot) = (playhead.clone(), plot.clone());
        use_effect_with(*cursor_ns, move |&cursor_ns| {
            cursor.set(cursor_ns);
            place(&playhead, &plot, cursor_ns);
        });
    }
    let point = {
        let (plot, point) = (plot.clone(), point.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target_dyn_into::<HtmlElement>();
            let Some(target) = target else { return };
            let frame = target.get_bounding_client_rect();
            let (x, y) = (
                f64::from(event.client_x()) - frame.left(),
                f64::from(event.client_y()) - frame.top(),
            );
            let plot = plot.borrow();
            if let Some(at_ns) = plot.time_at(x) {
                let lane = plot
                    .lane_at(y)
                    .and_then(|at| plot.lanes.iter().position(|lane| lane == at));
                point.emit(Pointed { at_ns, lane });
            }
        })
    };
    html! {
        <div class="surface" ref={surface} onpointermove={point.clone()} onpointerdown={point}>
            <canvas id={format!("{}-canvas", kind.id())} ref={canvas} aria-hidden="true"></canvas>
            <div class="playhead" ref={playhead} hidden={true}></div>
        </div>
    }
}

fn draw(surface: &NodeRef, canvas: &NodeRef, shown: &Shown, width: u32) -> Option<Plot> {
    let canvas = canvas.cast::<HtmlCanvasElement>()?;
    let surface = surface.cast::<HtmlElement>()?;
    let view = shown.view();
    let height = figure::height(shown.kind, &view, width);
    let pixels = format!("{height}px");
    if surface.style().get_property_value("height").ok().as_ref() != Some(&pixels) {
        // Only a read-only style could refuse this, and an element's own is not.
        let _ = surface.style().set_property("height", &pixels);
    }
    paint::paint(
        &canvas,
        shown.kind,
        &view,
        shown.theme(),
        Size {
            width,
            height,
            scale: shown.screen.ratio,
        },
    )
}

/// Moves the playhead to an instant, or hides it.
fn place(playhead: &NodeRef, plot: &RefCell<Plot>, cursor_ns: Option<i64>) {
    let Some(element) = playhead.cast::<HtmlElement>() else {
        return;
    };
    let plot = plot.borrow();
    let x = cursor_ns.and_then(|at_ns| plot.x_of(at_ns));
    element.set_hidden(x.is_none());
    if let Some(x) = x {
        // On a whole device pixel the line stays sharp.
        let ratio = window().device_pixel_ratio().max(1.0);
        let x = (x * ratio).round() / ratio;
        let style = element.style();
        for (name, value) in [
            ("transform", format!("translateX({x}px)")),
            ("top", format!("{}px", plot.top)),
            ("height", format!("{}px", plot.bottom - plot.top)),
        ] {
            let _ = style.set_property(name, &value);
        }
    }
}

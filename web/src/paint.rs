//! Drawing outside the virtual DOM: all canvases that changed are painted in one animation frame.

use std::cell::RefCell;

use figure::{Kind, Plot, Size, Theme, View};
use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::utils::document;
use plotters_canvas::CanvasBackend;
use web_sys::{CustomEvent, HtmlCanvasElement};

/// The event that the document receives after every painted frame.
pub(crate) const PAINTED: &str = "crashloop:painted";

type Job = Box<dyn FnOnce()>;

#[derive(Default)]
struct Frame {
    jobs: Vec<(Kind, Job)>,
    request: Option<AnimationFrame>,
}

thread_local! {
    static FRAME: RefCell<Frame> = RefCell::default();
}

/// Paints in the next frame. A later job for the same figure replaces this one.
pub(crate) fn request(kind: Kind, job: impl FnOnce() + 'static) {
    FRAME.with_borrow_mut(|frame| {
        let first = frame.jobs.is_empty();
        frame.jobs.retain(|(waiting, _)| *waiting != kind);
        frame.jobs.push((kind, Box::new(job)));
        if first {
            frame.request = Some(request_animation_frame(|_| paint_all()));
        }
    });
}

fn paint_all() {
    // The jobs are taken out first: one of them may request the next frame.
    let jobs = FRAME.with_borrow_mut(|frame| core::mem::take(&mut frame.jobs));
    for (_, job) in jobs {
        job();
    }
    if let Ok(event) = CustomEvent::new(PAINTED) {
        // Nobody can cancel it, so nothing depends on the answer.
        let _ = document().dispatch_event(&event);
    }
}

/// Draws a figure onto a canvas of this size and says where its data is.
pub(crate) fn paint(
    canvas: &HtmlCanvasElement,
    kind: Kind,
    view: &View,
    theme: &Theme,
    size: Size,
) -> Option<Plot> {
    let (width, height) = (pixels(size.width, size.scale), pixels(size.height, size.scale));
    // Setting a size clears the canvas even when it is the same, and costs a new backing store.
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let mut backend = CanvasBackend::with_canvas_object(canvas.clone())?;
    figure::draw(&mut backend, kind, view, theme, size).ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a canvas has whole pixels"
)]
fn pixels(css: u32, scale: f64) -> u32 {
    (f64::from(css) * scale).round() as u32
}

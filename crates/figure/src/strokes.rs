//! What was drawn, kept until a backend draws it.
//!
//! Figures are drawn into a list first, so that their code is compiled once and not for each
//! backend.

use plotters_backend::{BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind};

use crate::text::ScaledType;
use crate::theme::Color;

/// One call to a backend, in its pixels.
pub(crate) enum Stroke {
    /// A filled rectangle.
    Bar {
        from: BackendCoord,
        to: BackendCoord,
        color: Color,
    },
    /// A line through points.
    Path {
        points: Vec<BackendCoord>,
        width: u32,
        color: Color,
    },
    /// A filled polygon.
    Polygon { points: Vec<BackendCoord>, color: Color },
    /// A filled circle.
    Dot {
        center: BackendCoord,
        radius: u32,
        color: Color,
    },
    /// A text.
    Text {
        text: String,
        style: ScaledType,
        at: BackendCoord,
    },
}

struct Line {
    color: Color,
    width: u32,
}

impl BackendStyle for Line {
    fn color(&self) -> BackendColor {
        self.color.backend()
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// Draws strokes in their order.
pub(crate) fn draw_on<B: DrawingBackend>(
    backend: &mut B,
    strokes: Vec<Stroke>,
) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    for stroke in strokes {
        match stroke {
            Stroke::Bar { from, to, color } => backend.draw_rect(from, to, &color.backend(), true)?,
            Stroke::Path { points, width, color } => backend.draw_path(points, &Line { color, width })?,
            Stroke::Polygon { points, color } => backend.fill_polygon(points, &color.backend())?,
            Stroke::Dot {
                center,
                radius,
                color,
            } => backend.draw_circle(center, radius, &color.backend(), true)?,
            Stroke::Text { text, style, at } => backend.draw_text(&text, &style, at)?,
        }
    }
    Ok(())
}

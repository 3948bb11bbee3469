//! Any figure on any backend.

use plotters_backend::{DrawingBackend, DrawingErrorKind};

use crate::delays;
use crate::kind::Kind;
use crate::legend;
use crate::loads;
use crate::pen::{Grid, Pen};
use crate::plot::Plot;
use crate::restarts;
use crate::strokes::draw_on;
use crate::theme::Theme;
use crate::timeline;
use crate::view::{Size, View};

/// Draws a figure over the whole of a backend whose size is `size.width × size.scale` by
/// `size.height × size.scale`.
///
/// The figure has no title of its own; [`Kind::title`] is one. A figure too small for its axes is
/// an empty ground and gives an empty [`Plot`].
///
/// # Errors
/// What the backend reports.
pub fn draw<B: DrawingBackend>(
    backend: &mut B,
    kind: Kind,
    view: &View,
    theme: &Theme,
    size: Size,
) -> Result<Plot, DrawingErrorKind<B::ErrorType>> {
    let grid = Grid {
        origin: (0.0, 0.0),
        scale: if size.scale > 0.0 { size.scale } else { 1.0 },
        step: 1,
    };
    let mut pen = Pen::new(grid);
    let extent = (f64::from(size.width), f64::from(size.height));
    pen.rect((0.0, 0.0), extent, theme.surface);
    let plot = figure(&mut pen, kind, view, theme, extent);
    backend.ensure_prepared()?;
    draw_on(backend, pen.finish())?;
    backend.present()?;
    Ok(plot)
}

/// Draws a figure where the pen is, without a ground.
pub(crate) fn figure(pen: &mut Pen, kind: Kind, view: &View, theme: &Theme, extent: (f64, f64)) -> Plot {
    match kind {
        Kind::Timeline => timeline::draw(pen, view, theme, extent),
        Kind::Starts | Kind::Requests | Kind::Calls | Kind::Cpu => {
            loads::draw(pen, kind, view, theme, extent)
        }
        Kind::Restarts => restarts::draw(pen, view, theme, extent),
        Kind::Delays => delays::draw(pen, view, theme, extent),
    }
}

/// The height that suits a figure of a width, both in CSS pixels.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates far outside of every figure"
)]
pub fn height(kind: Kind, view: &View, width: u32) -> u32 {
    let width = f64::from(width);
    let height = match kind {
        Kind::Timeline => timeline::height(view, width),
        Kind::Starts | Kind::Requests | Kind::Calls | Kind::Cpu => loads::height(kind, view, width),
        Kind::Restarts | Kind::Delays => {
            let count = view.outcomes().count();
            let plot = (width * 0.4).clamp(210.0, 280.0);
            plot + legend::height(count, width)
        }
    };
    height.ceil() as u32
}

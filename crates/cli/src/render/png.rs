//! An SVG figure as PNG. The font is part of this program, so the bytes are the same on every machine.

use crate::problem::Problem;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

const FONT: &[u8] = include_bytes!("../../../../assets/fonts/DejaVuSans.ttf");

/// Draws the figure with `scale` pixels for each of its own.
pub(super) fn encode(svg: &str, scale: u32) -> Result<Vec<u8>, Problem> {
    let failed = |why: String| Problem::refused(format!("the figure cannot be drawn as PNG: {why}"));
    let mut options = Options::default();
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width() * scale, size.height() * scale)
        .ok_or_else(|| failed("it has no size".to_owned()))?;
    #[expect(clippy::cast_precision_loss, reason = "the scale is 1 to 4")]
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}

//! An SVG figure as PNG. The fonts are part of this program, so the bytes are the same on every machine.

use crate::problem::Problem;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../../../../assets/fonts/DejaVuSans-Bold.ttf"),
];

/// Draws the figure with `scale` pixels for each of its own.
pub(super) fn encode(svg: &str, scale: u32) -> Result<Vec<u8>, Problem> {
    let failed = |why: String| Problem::refused(format!("the figure cannot be drawn as PNG: {why}"));
    let mut options = Options::default();
    for font in FONTS {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width() * scale, size.height() * scale)
        .ok_or_else(|| failed("it has no size".to_owned()))?;
    #[expect(clippy::cast_precision_loss, reason = "the scale is 1 to 4")]
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_text_is_drawn_bold() {
        let drawn = |weight: &str| {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20" font-family="{}"
                font-weight="{weight}">10s</text></svg>"#,
                figure::FONT
            );
            encode(&svg, 1).unwrap()
        };
        assert!(drawn("normal") != drawn("bold"));
        let empty = encode(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>"#,
            1,
        );
        assert!(drawn("normal") != empty.unwrap());
    }
}

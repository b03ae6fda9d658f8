//! A picture in pixels.

use anyhow::{Context as _, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Renders an SVG, so many pixels for each of its own along each side.
pub(super) fn render(svg: &str, scale: u8) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).context("reading the SVG to render")?;
    let scale = f32::from(scale);
    let size = tree.size().to_int_size().scale_by(scale).context("the picture has no size")?;
    let mut pixmap = Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().context("writing the PNG")
}

/// The width and height of a PNG, which follow its signature and the head of its first chunk.
pub(super) fn size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    Some((number(16)?, number(20)?))
}

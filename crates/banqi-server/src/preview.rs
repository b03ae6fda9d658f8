//! The picture of a game for those who show links with a picture: what a spectator sees.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use banqi::Position;
use banqi_svg::{Options, Orientation, PieceSet};
use banqi_wire::GameId;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Tree};
use tokio::sync::Semaphore;

/// The size that is asked for: 1.91 to 1.
pub(crate) const WIDTH: u16 = 1200;
/// See [`WIDTH`].
pub(crate) const HEIGHT: u16 = 630;
/// What is left free around the board.
const MARGIN: f32 = 24.0;
/// How many are drawn at once. Who comes then waits.
const AT_ONCE: usize = 2;
/// How many are kept.
const KEPT: usize = 256;

/// Draws pictures, not too many at once, and keeps some.
#[derive(Debug)]
pub(crate) struct Previews {
    drawing: Semaphore,
    /// With the number of the last event that is in it.
    kept: Mutex<HashMap<GameId, (u32, Bytes)>>,
}

impl Default for Previews {
    fn default() -> Self {
        Self { drawing: Semaphore::new(AT_ONCE), kept: Mutex::default() }
    }
}

impl Previews {
    /// The picture of a game after an event; none when it cannot be drawn.
    pub(crate) async fn get(&self, game: GameId, number: u32, position: Position) -> Option<Bytes> {
        if let Some(kept) = self.kept(game, number) {
            return Some(kept);
        }
        let drawing = self.drawing.acquire().await.ok()?;
        // Somebody else may have asked for the same.
        if let Some(kept) = self.kept(game, number) {
            return Some(kept);
        }
        let picture: Bytes = tokio::task::spawn_blocking(move || draw(&position)).await.ok()??.into();
        drop(drawing);
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT && !all.contains_key(&game) {
            // Any one: they are drawn again soon enough.
            let any = all.keys().next().copied();
            any.and_then(|any| all.remove(&any));
        }
        all.insert(game, (number, picture.clone()));
        Some(picture)
    }

    fn kept(&self, game: GameId, number: u32) -> Option<Bytes> {
        let all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&game).filter(|(of, _)| *of == number).map(|(_, picture)| picture.clone())
    }
}

fn draw(position: &Position) -> Option<Vec<u8>> {
    let options = Options {
        orientation: Orientation::Landscape,
        pieces: PieceSet::default(),
        coordinates: false,
        ..Options::default()
    };
    let tree = Tree::from_str(&banqi_svg::board(position, &options), &usvg::Options::default()).ok()?;
    let mut pixmap = Pixmap::new(WIDTH.into(), HEIGHT.into())?;
    // The paper of the light page.
    pixmap.fill(Color::from_rgba8(0xF3, 0xEF, 0xE6, 0xFF));
    let (width, height) = (f32::from(WIDTH), f32::from(HEIGHT));
    let size = tree.size();
    let scale = ((width - 2.0 * MARGIN) / size.width()).min((height - 2.0 * MARGIN) / size.height());
    let (left, top) = ((width - scale * size.width()) / 2.0, (height - scale * size.height()) / 2.0);
    resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, left, top), &mut pixmap.as_mut());
    pixmap.encode_png().ok()
}

//! The board: a grid of squares that is drawn, pointed at, and walked through with the keys.

use banqi::{Bitboard, Ply, Position, Seat, Square};
use banqi_svg::Orientation;
use leptos::prelude::*;

/// How the board lies, and what is drawn on it besides the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardOptions {
    pub(crate) orientation: Orientation,
    /// Whose side is near.
    pub(crate) viewpoint: Seat,
    /// Ranks and files in the squares at the edge.
    pub(crate) coordinates: bool,
    /// Half a xiangqi board in the squares.
    pub(crate) engraving: bool,
}

impl Default for BoardOptions {
    fn default() -> Self {
        Self { orientation: Orientation::Portrait, viewpoint: Seat::First, coordinates: true, engraving: true }
    }
}

/// A step that counts as a chase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChaseStep {
    pub(crate) to: Square,
    /// The count that it would make.
    pub(crate) count: u16,
    pub(crate) limit: u16,
}

/// What is pointed out on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) selected: Option<Square>,
    /// Where the selected piece may step.
    pub(crate) steps: Bitboard,
    /// Those steps that count as a chase.
    pub(crate) chases: Vec<ChaseStep>,
    /// What it may capture or attack.
    pub(crate) captures: Bitboard,
    /// Where only the rule about chases forbids it to step.
    pub(crate) forbidden: Bitboard,
    /// Pieces that can be captured.
    pub(crate) threatened: Bitboard,
    /// The plies of the last turn.
    pub(crate) last: Vec<Ply>,
}

/// A ply that is shown as a movement; another number is another movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Movement {
    pub(crate) number: u32,
    pub(crate) before: Position,
    pub(crate) ply: Ply,
}

/// The board. The drawings come from [`Sprite`], which is on the page once.
#[component]
pub(crate) fn BoardView(
    #[prop(into)] position: Signal<Position>,
    #[prop(into)] options: Signal<BoardOptions>,
    #[prop(into, optional)] marks: Signal<Marks>,
    #[prop(into, optional)] movement: Signal<Option<Movement>>,
    /// A tap, or Enter on a square.
    #[prop(into)]
    on_square: Callback<Square>,
    /// Escape.
    #[prop(into, optional)]
    on_escape: Option<Callback<()>>,
    /// What the grid is called for those who do not see it.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let _ = (position, options, marks, movement, on_square, on_escape, label);
}

/// The drawings of the pieces, once for the whole page.
#[component]
pub(crate) fn Sprite() -> impl IntoView {}

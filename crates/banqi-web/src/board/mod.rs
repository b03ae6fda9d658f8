//! The board: a grid of squares that is drawn, pointed at, and walked through with the keys.

mod layout;
mod square;
pub(crate) mod words;

use banqi::{Action, Bitboard, Ply, Position, Seat, Square};
use banqi_svg::Orientation;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::settings::use_settings;
use square::SquareView;

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
    /// Where a tap does something: those squares rise under a pointer.
    pub(crate) playable: Bitboard,
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

/// What the last turn did to a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trace {
    From,
    To,
    Flipped,
}

impl Marks {
    /// What the last turn did to a square. The last of its plies counts.
    fn trace(&self, square: Square, position: &Position) -> Option<Trace> {
        self.last.iter().rev().find_map(|ply| match ply.action {
            Action::Flip(flipped) if flipped == square => Some(Trace::Flipped),
            // What was attacked in the dark and stays there was turned over.
            Action::Move { to, .. } if to == square && ply.revealed.is_some() && position.piece(to) == ply.revealed => {
                Some(Trace::Flipped)
            }
            Action::Move { to, .. } if to == square => Some(Trace::To),
            Action::Move { from, .. } if from == square => Some(Trace::From),
            _ => None,
        })
    }
}

/// A ply that is shown as a movement; another number is another movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Movement {
    pub(crate) number: usize,
    pub(crate) before: Position,
    pub(crate) ply: Ply,
}

/// The board. The drawings come from [`Sprite`], which is on the page once. How large a square is says the custom
/// property `square`.
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
    /// Page up and page down, as steps back and forth.
    #[prop(into, optional)]
    on_page: Option<Callback<bool>>,
    /// What the grid is called for those who do not see it.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let grid = NodeRef::<Div>::new();
    // Where the keys are.
    let cursor = RwSignal::new(None::<Square>);
    let options = Memo::new(move |_| options.get());
    let start = move || layout::rows(options.get()).last().and_then(|row| row.first().copied());
    let at = move || cursor.get().or_else(start);

    let go = move |square: Square| {
        cursor.set(Some(square));
        let cell = grid.get_untracked().and_then(|grid| {
            grid.query_selector(&format!("[data-square={square}]"))
                .ok()
                .flatten()?
                .dyn_into::<web_sys::HtmlElement>()
                .ok()
        });
        if let Some(cell) = cell {
            // An element of the page can have the focus.
            let _ = cell.focus();
        }
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        let Some(square) = untrack(at) else { return };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let beside = |columns, rows| layout::beside(options.get_untracked(), square, columns, rows);
        match event.key().as_str() {
            "ArrowLeft" => go(beside(-1, 0)),
            "ArrowRight" => go(beside(1, 0)),
            "ArrowUp" => go(beside(0, -1)),
            "ArrowDown" => go(beside(0, 1)),
            "Home" => go(beside(i32::MIN, 0)),
            "End" => go(beside(i32::MAX, 0)),
            "Enter" | " " => on_square.run(square),
            "Escape" => {
                if let Some(on_escape) = on_escape {
                    on_escape.run(());
                }
            }
            key @ ("PageUp" | "PageDown") => match on_page {
                Some(on_page) => on_page.run(key == "PageDown"),
                None => return,
            },
            _ => return,
        }
        event.prevent_default();
    };

    let squares = move || {
        let rows = layout::rows(options.get());
        rows.into_iter()
            .map(|row| {
                let row = row.into_iter().map(|square| {
                    let tapped = move || {
                        cursor.set(Some(square));
                        on_square.run(square);
                    };
                    let is_cursor = Signal::derive(move || at() == Some(square));
                    view! {
                        <SquareView square position options marks movement is_cursor on_tap=tapped on_focus=move || cursor.set(Some(square)) />
                    }
                });
                view! { <div class="board-row" role="row">{row.collect_view()}</div> }
            })
            .collect_view()
    };
    let lines = Memo::new(move |_| {
        let BoardOptions { orientation, viewpoint, engraving, .. } = options.get();
        banqi_svg::grid(&banqi_svg::Options { orientation, viewpoint, engraving, square: 100, ..Default::default() })
    });
    view! {
        <div class="board" class:landscape=move || options.get().orientation == Orientation::Landscape>
            <svg
                class="board-lines"
                viewBox=move || lines.with(|(_, view_box)| view_box.clone())
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                <path d=move || lines.with(|(path, _)| path.clone()) />
            </svg>
            <div class="board-squares" role="grid" aria-label=move || label.get() node_ref=grid on:keydown=pressed>
                {squares}
            </div>
            <Arrows position options marks />
        </div>
    }
}

/// The arrows of the last turn's moves.
#[component]
fn Arrows(position: Signal<Position>, options: Memo<BoardOptions>, marks: Signal<Marks>) -> impl IntoView {
    // In hundredths of a square. A ghost ends here, and a disc there.
    const GHOST: f64 = 35.0;
    const DISC: f64 = 44.0;
    let arrow = move |ply: &Ply| {
        let Action::Move { from, to } = ply.action else { return None };
        let centre = |square| {
            let (column, row) = layout::place(options.get(), square);
            (f64::from(column) * 100.0 + 50.0, f64::from(row) * 100.0 + 50.0)
        };
        let ((from_x, from_y), (to_x, to_y)) = (centre(from), centre(to));
        let (x, y) = (to_x - from_x, to_y - from_y);
        let length = x.hypot(y);
        let (x, y) = (x / length, y / length);
        let away = if position.with(|position| position.empty().contains(from)) { GHOST } else { DISC };
        let (from_x, from_y) = (from_x + x * away, from_y + y * away);
        let (to_x, to_y) = (to_x - x * DISC, to_y - y * DISC);
        let (back, side) = (7.0, 7.0);
        let path = format!(
            "M{from_x} {from_y}L{to_x} {to_y}M{} {}L{to_x} {to_y}L{} {}",
            to_x - x * back - y * side,
            to_y - y * back + x * side,
            to_x - x * back + y * side,
            to_y - y * back - x * side,
        );
        Some((path, length > 150.0))
    };
    let arrows = Memo::new(move |_| marks.with(|marks| marks.last.iter().filter_map(arrow).collect::<Vec<_>>()));
    let view_box =
        move || if options.get().orientation == Orientation::Landscape { "0 0 800 400" } else { "0 0 400 800" };
    view! {
        <svg class="board-arrows" viewBox=view_box preserveAspectRatio="none" aria-hidden="true">
            {move || {
                let drawn = arrows.get().into_iter().map(|(path, is_long)| {
                    // A long one passes over pieces.
                    let casing = is_long.then(|| view! { <path class="casing" d=path.clone() /> });
                    view! {
                        {casing}
                        <path d=path />
                    }
                });
                drawn.collect_view()
            }}
        </svg>
    }
}

/// A piece's face by itself, flat, for lists. Whoever shows it says what it is.
#[component]
pub(crate) fn Mini(#[prop(into)] piece: Signal<banqi::Piece>) -> impl IntoView {
    let symbol = move || {
        let piece = piece.get();
        format!("#mini-{}-{}", piece.colour, piece.kind)
    };
    view! {
        <svg class="mini" viewBox="0 0 100 100" aria-hidden="true">
            <use href=symbol />
        </svg>
    }
}

/// A piece as it is on the board; face down if it is none. Whoever shows it says what it is.
#[component]
pub(crate) fn Disc(#[prop(into)] piece: Signal<Option<banqi::Piece>>) -> impl IntoView {
    let symbol = move || square::face(piece.get());
    view! {
        <svg class="face" viewBox="0 0 100 104" aria-hidden="true">
            <use href=symbol />
        </svg>
    }
}

/// The drawings of the pieces, once for the whole page.
#[component]
pub(crate) fn Sprite() -> impl IntoView {
    let settings = use_settings();
    let pieces = Memo::new(move |_| settings.with(|settings| settings.pieces));
    view! { <div class="sprite" inner_html=move || banqi_svg::sprite(pieces.get())></div> }
}

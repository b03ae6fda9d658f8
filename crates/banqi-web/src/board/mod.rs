//! The board: a grid of squares that is drawn, pointed at, and walked through with the keys.

mod drag;
mod layout;
mod square;
pub(crate) mod words;

use banqi::{Action, Bitboard, Cell, Effect, Ply, Position, Seat, Setup, Square};
use banqi_svg::Orientation;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::game::course;
use crate::live::live;
use crate::settings::use_settings;
pub(crate) use drag::Drag;
use drag::Hand;
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
    /// What can be carried.
    pub(crate) draggable: Bitboard,
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
    /// Anything else to look at.
    pub(crate) highlighted: Bitboard,
    /// The plies of the last turn.
    pub(crate) last: Vec<Ply>,
    /// A move that waits for its turn: from where, and to where.
    pub(crate) premove: Option<(Square, Square)>,
    /// What the computer would play.
    pub(crate) hint: Option<Action>,
    /// What lies here is being asked for.
    pub(crate) pending: Option<Square>,
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
    fn trace(&self, square: Square, cell: Cell) -> Option<Trace> {
        self.last.iter().rev().find_map(|ply| match ply.action {
            Action::Flip(flipped) if flipped == square => Some(Trace::Flipped),
            // What was attacked in the dark and stays there was turned over.
            Action::Move { to, .. } if to == square && ply.revealed.map(Cell::FaceUp) == Some(cell) => {
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

/// What is to be seen on each square, by its index.
pub(crate) type Cells = [Cell; 32];

/// A movement, and what it did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moved {
    movement: Movement,
    effect: Effect,
}

/// The board of a position. The drawings come from [`Sprite`], which is on the page once. How large a square is says the custom
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
    /// A piece is lifted, and let go.
    #[prop(into, optional)]
    on_drag: Option<Callback<Drag>>,
    /// Escape.
    #[prop(into, optional)]
    on_escape: Option<Callback<()>>,
    /// Page up and page down, as steps back and forth.
    #[prop(into, optional)]
    on_page: Option<Callback<bool>>,
    /// What the grid is called for those who do not see it.
    #[prop(into)]
    label: Signal<String>,
) -> AnyView {
    let cells = Memo::new(move |_| Setup::from(position.get()).board);
    let moved = Signal::derive(move || {
        let movement = movement.get()?;
        let effect = position.with(|after| course::effect(&movement.before, movement.ply, after));
        Some(Moved { movement, effect })
    });
    view! { <CellsView cells options marks moved on_square on_drag on_escape on_page label /> }.into_any()
}

/// As [`BoardView`], of squares that need not be a position.
#[component]
pub(crate) fn CellsView(
    #[prop(into)] cells: Signal<Cells>,
    #[prop(into)] options: Signal<BoardOptions>,
    #[prop(into, optional)] marks: Signal<Marks>,
    #[prop(into, optional)] moved: Signal<Option<Moved>>,
    #[prop(into)] on_square: Callback<Square>,
    #[prop(optional_no_strip)] on_drag: Option<Callback<Drag>>,
    #[prop(optional_no_strip)] on_escape: Option<Callback<()>>,
    #[prop(optional_no_strip)] on_page: Option<Callback<bool>>,
    #[prop(into)] label: Signal<String>,
) -> AnyView {
    let grid = NodeRef::<Div>::new();
    // Where the keys are: at first, in the corner at the lower left.
    let chosen = RwSignal::new(None::<Square>);
    let options = Memo::new(move |_| options.get());
    let start = move || layout::rows(options.get()).last().and_then(|row| row.first().copied());
    let cursor = Signal::derive(move || chosen.get().or_else(start));

    let hand = Hand::new(grid, on_drag);
    let go = move |square: Square| {
        chosen.set(Some(square));
        let cell = grid.get_untracked().and_then(|grid| {
            let cell = grid.query_selector(&format!("[data-square={square}]")).ok().flatten()?;
            cell.dyn_into::<web_sys::HtmlElement>().ok()
        });
        if let Some(cell) = cell {
            // An element of the page can have the focus.
            let _ = cell.focus();
        }
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        let Some(square) = cursor.get_untracked() else { return };
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
            "Escape" if hand.carried().is_some() => hand.up(true),
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
    let pressed: Box<dyn FnMut(web_sys::KeyboardEvent)> = Box::new(pressed);
    let on_focus = Callback::new(move |square| chosen.set(Some(square)));
    let on_tap = Callback::new(move |square| {
        if hand.has_dropped() {
            return;
        }
        chosen.set(Some(square));
        on_square.run(square);
    });
    let squares = move || {
        let rows = layout::rows(options.get()).into_iter().map(|row| {
            let row = row.into_iter().map(|square| {
                view! { <SquareView square cells options marks moved cursor hand on_tap on_focus /> }
            });
            view! {
                <div class="board-row" role="row">
                    {row.collect_view()}
                </div>
            }
        });
        rows.collect_view().into_any()
    };
    hand.follow(marks);
    let class =
        Signal::derive(
            move || {
                if options.get().orientation == Orientation::Landscape { "board landscape" } else { "board" }
            },
        );
    view! {
        <div class=class>
            {live(move || lines(options.get()))}
            <div class="board-squares" role="grid" aria-label=label node_ref=grid on:keydown=pressed>
                {live(squares)}
            </div>
            {live(move || marks.with(|marks| arrows(&cells.get(), options.get(), marks)))}
        </div>
    }
    .into_any()
}

/// The lines between the squares, and what is engraved in them.
fn lines(options: BoardOptions) -> AnyView {
    let BoardOptions { orientation, viewpoint, engraving, .. } = options;
    let drawn = banqi_svg::Options { orientation, viewpoint, engraving, square: 100, ..Default::default() };
    let (path, view_box) = banqi_svg::grid(&drawn);
    view! {
        <svg class="board-lines" viewBox=view_box preserveAspectRatio="none" aria-hidden="true">
            <path d=path />
        </svg>
    }
    .into_any()
}

/// The arrows of the last turn's moves, and what the computer would play.
fn arrows(cells: &Cells, options: BoardOptions, marks: &Marks) -> AnyView {
    let drawn = marks.last.iter().filter_map(|ply| {
        let Action::Move { from, to } = ply.action else { return None };
        let is_left = cells[from.index()] == Cell::Empty;
        let ends = if is_left { [GHOST, DISC] } else { [DISC, DISC] };
        let (path, is_long) = arrow(layout::place(options, from), layout::place(options, to), ends);
        // A long one passes over pieces.
        let casing = is_long.then(|| view! { <path class="casing" d=path.clone() /> });
        Some(view! {
            {casing}
            <path d=path />
        })
    });
    let ahead = marks.premove.map(|(from, to)| {
        let (path, _) = arrow(layout::place(options, from), layout::place(options, to), AHEAD);
        view! {
            <path class="casing" d=path.clone() />
            <path class="ahead" d=path />
        }
    });
    let hint = marks.hint.and_then(|hint| match hint {
        Action::Move { from, to } => Some(arrow(layout::place(options, from), layout::place(options, to), [30, 12]).0),
        Action::Flip(square) => Some(ring(layout::place(options, square))),
        Action::End => None,
    });
    let hint = hint.map(|path| {
        view! {
            <path class="hint-edge" d=path.clone() />
            <path class="hint" d=path />
        }
    });
    let view_box = if options.orientation == Orientation::Landscape { "0 0 800 400" } else { "0 0 400 800" };
    view! {
        <svg class="board-arrows" viewBox=view_box preserveAspectRatio="none" aria-hidden="true">
            {drawn.collect_view()}
            {ahead}
            {hint}
        </svg>
    }
    .into_any()
}

/// How far from the middle of a square an arrow ends: outside the ghost, or the disc.
const GHOST: i32 = 35;
const DISC: i32 = 44;
/// An arrow of what is only meant goes from piece to piece, so that there is room for its dashes.
const AHEAD: [i32; 2] = [30, 12];

/// An arrow from one column and row to another, in hundredths of a square, and whether it passes over a square. It ends so far
/// from the middles of both.
fn arrow(from: (i32, i32), to: (i32, i32), ends: [i32; 2]) -> (String, bool) {
    const HEAD: i32 = 7;
    let (columns, rows) = (to.0 - from.0, to.1 - from.1);
    // Moves are along a line or across a corner, so this is all there is of directions.
    let one = if columns != 0 && rows != 0 { 71 } else { 100 };
    let (x, y) = (columns.signum() * one, rows.signum() * one);
    let away = |(column, row): (i32, i32), by: i32| (column * 100 + 50 + x * by / 100, row * 100 + 50 + y * by / 100);
    let start = away(from, ends[0]);
    let end = away(to, -ends[1]);
    let (left, right) = ((-x - y, x - y), (y - x, -x - y));
    let head = |(x, y): (i32, i32)| (end.0 + x * HEAD / 100, end.1 + y * HEAD / 100);
    let (left, right) = (head(left), head(right));
    let path = format!(
        "M{} {}L{} {}M{} {}L{} {}L{} {}",
        start.0, start.1, end.0, end.1, left.0, left.1, end.0, end.1, right.0, right.1
    );
    (path, columns.abs() > 1 || rows.abs() > 1)
}

/// A ring round what stands on a square.
fn ring((column, row): (i32, i32)) -> String {
    const RADIUS: i32 = 44;
    let (left, middle) = (column * 100 + 50 - RADIUS, row * 100 + 50);
    let across = 2 * RADIUS;
    format!("M{left} {middle}a{RADIUS} {RADIUS} 0 1 0 {across} 0a{RADIUS} {RADIUS} 0 1 0 -{across} 0")
}

/// A piece's face by itself, flat, for lists. Whoever shows it says what it is.
#[component]
pub(crate) fn Mini(piece: banqi::Piece) -> AnyView {
    view! {
        <svg class="mini" viewBox="0 0 100 100" aria-hidden="true">
            <use href=format!("#mini-{}-{}", piece.colour, piece.kind) />
        </svg>
    }
    .into_any()
}

/// A piece as it is on the board; face down if it is none. Whoever shows it says what it is.
#[component]
pub(crate) fn Disc(#[prop(into)] piece: Signal<Option<banqi::Piece>>) -> AnyView {
    let symbol = Signal::derive(move || square::face(piece.get()));
    view! {
        <svg class="face" viewBox="0 0 100 104" aria-hidden="true">
            <use href=symbol />
        </svg>
    }
    .into_any()
}

/// The drawings of the pieces, once for the whole page.
#[component]
pub(crate) fn Sprite() -> AnyView {
    let settings = use_settings();
    let pieces = Memo::new(move |_| settings.with(|settings| settings.pieces));
    let sprite = Signal::derive(move || banqi_svg::sprite(pieces.get()));
    view! { <div class="sprite" inner_html=sprite></div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_from_ghost_to_disc() {
        let (path, is_long) = arrow((1, 4), (1, 3), [GHOST, DISC]);
        assert_eq!(path, "M150 415L150 394M157 401L150 394L143 401");
        assert!(!is_long);
        let (path, is_long) = arrow((0, 0), (3, 0), [DISC, DISC]);
        assert_eq!(path, "M94 50L306 50M299 57L306 50L299 43");
        assert!(is_long);
    }

    #[test]
    fn the_last_ply_on_a_square_tells_what_happened_there() {
        let position: Position = "3k/4/4/4/4/4/1R2/4 b - 0 42".parse().expect("a position");
        let marks =
            Marks { last: vec!["b1-a1".parse().expect("a ply"), "a1-b2".parse().expect("a ply")], ..Marks::default() };
        let trace = |name: &str| {
            let square: Square = name.parse().expect("a square");
            marks.trace(square, position.cell(square))
        };
        assert_eq!(trace("b1"), Some(Trace::From));
        assert_eq!(trace("a1"), Some(Trace::From));
        assert_eq!(trace("b2"), Some(Trace::To));
        assert_eq!(trace("d8"), None);
    }
}

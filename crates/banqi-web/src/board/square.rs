//! A square: what stands on it, what is pointed out there, and how it moves.

use banqi::{Action, Bitboard, Cell, Effect, Kind, Piece, Square};
use banqi_svg::Orientation;
use leptos::prelude::*;

use super::drag::Hand;
use super::{BoardOptions, Cells, Marks, Moved, Movement, Trace, layout, words};
use crate::live::live;

/// The symbol of a piece in the sprite; face down if it is none.
pub(super) fn face(piece: Option<Piece>) -> String {
    match piece {
        Some(piece) => format!("#face-{}-{}", piece.colour, piece.kind),
        None => "#face-down".to_string(),
    }
}

/// Everything that a square's drawing depends on, so that it is drawn anew only when one of these changes.
#[derive(Clone, PartialEq, Debug)]
struct Look {
    cell: Cell,
    mark: Mark,
    is_selected: bool,
    is_threatened: bool,
    is_highlighted: bool,
    is_playable: bool,
    is_draggable: bool,
    is_pending: bool,
    is_ahead: bool,
    trace: Option<Trace>,
    motion: Option<Motion>,
}

/// What is pointed out on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    Step,
    Chase { count: u16, limit: u16 },
    Capture,
    Forbidden,
}

/// How what stands on a square came there.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Motion {
    /// It was turned over.
    Flip { number: usize },
    /// It came from so many columns and rows away, and took this.
    Arrive { number: usize, columns: i32, rows: i32, taken: Option<Piece>, jump: bool },
    /// This stood here and is gone.
    Gone { number: usize, piece: Piece },
}

impl Look {
    fn new(square: Square, cell: Cell, options: BoardOptions, marks: &Marks, moved: Option<Moved>) -> Self {
        let has = |set: Bitboard| set.contains(square);
        let mark = if has(marks.captures) {
            Mark::Capture
        } else if let Some(chase) = marks.chases.iter().find(|chase| chase.to == square) {
            Mark::Chase { count: chase.count, limit: chase.limit }
        } else if has(marks.steps) {
            Mark::Step
        } else if has(marks.forbidden) {
            Mark::Forbidden
        } else {
            Mark::None
        };
        Self {
            cell,
            mark,
            is_selected: marks.selected == Some(square),
            is_threatened: has(marks.threatened),
            is_highlighted: has(marks.highlighted),
            is_playable: has(marks.playable),
            is_draggable: has(marks.draggable),
            is_pending: marks.pending == Some(square),
            is_ahead: marks.premove.is_some_and(|(from, to)| square == from || square == to),
            trace: marks.trace(square, cell),
            motion: moved.and_then(|moved| Motion::on(square, options, moved)),
        }
    }
}

impl Motion {
    fn on(square: Square, options: BoardOptions, Moved { movement, effect }: Moved) -> Option<Self> {
        let Movement { number, before, ply } = movement;
        match (ply.action, effect) {
            (Action::Flip(flipped), _) => (flipped == square).then_some(Self::Flip { number }),
            (Action::Move { to, .. }, Effect::Bounced(_)) => (to == square).then_some(Self::Flip { number }),
            (Action::Move { to, .. }, Effect::Lost(_)) if to == square => Some(Self::Flip { number }),
            (Action::Move { from, .. }, Effect::Lost(_)) if from == square => {
                before.piece(from).map(|piece| Self::Gone { number, piece })
            }
            (Action::Move { from, to }, effect) if to == square => {
                let taken = match effect {
                    Effect::Captured(piece) | Effect::TookDark(piece) => Some(piece),
                    _ => None,
                };
                let ((from_column, from_row), (column, row)) =
                    (layout::place(options, from), layout::place(options, to));
                let (columns, rows) = (from_column - column, from_row - row);
                let is_cannon = before.piece(from).is_some_and(|piece| piece.kind == Kind::Cannon);
                let jump = is_cannon && columns.abs() + rows.abs() > 1;
                Some(Self::Arrive { number, columns, rows, taken, jump })
            }
            _ => None,
        }
    }
}

/// A square.
#[component]
pub(super) fn SquareView(
    square: Square,
    cells: Signal<Cells>,
    options: Memo<BoardOptions>,
    marks: Signal<Marks>,
    moved: Signal<Option<Moved>>,
    /// Where the keys are.
    cursor: Signal<Option<Square>>,
    hand: Hand,
    on_tap: Callback<Square>,
    on_focus: Callback<Square>,
) -> AnyView {
    let cell = move || cells.with(|cells| cells[square.index()]);
    let look = Memo::new(move |_| marks.with(|marks| Look::new(square, cell(), options.get(), marks, moved.get())));
    let label = Signal::derive(move || marks.with(|marks| words::label(square, cell(), marks)));
    let class = Signal::derive(move || {
        let look = look.get();
        let carried = hand.carried();
        let mut class = "square".to_string();
        for (name, is) in [
            (" selected", look.is_selected),
            (" last", look.trace.is_some()),
            (" highlighted", look.is_highlighted),
            (" playable", look.is_playable),
            (" draggable", look.is_draggable),
            (" carried", carried.is_some_and(|(from, _)| from == square)),
            (" over", carried.is_some_and(|(from, over)| over == Some(square) && from != square)),
            (" pending", look.is_pending),
            (" ahead", look.is_ahead),
            (" moving", matches!(look.motion, Some(Motion::Arrive { .. }))),
        ] {
            if is {
                class.push_str(name);
            }
        }
        class
    });
    let tapped: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| on_tap.run(square));
    let focused: Box<dyn FnMut(web_sys::FocusEvent)> = Box::new(move |_| on_focus.run(square));
    view! {
        <div
            class=class
            role="gridcell"
            data-square=square.to_string()
            tabindex=Signal::derive(move || if cursor.get() == Some(square) { "0" } else { "-1" })
            aria-label=label
            aria-selected=Signal::derive(move || if look.get().is_selected { "true" } else { "false" })
            on:click=tapped
            on:focus=focused
        >
            {live(move || drawing(square, options.get(), &look.get()))}
        </div>
    }
    .into_any()
}

/// Rank and file, in the squares at the edge, but not under brackets. The style sheet writes them: the square is called
/// by its name already, and a second text in it would only be in the way of those who listen.
fn coordinates(square: Square, options: BoardOptions, mark: Mark) -> [Option<AnyView>; 2] {
    if !options.coordinates || mark == Mark::Capture {
        return [None, None];
    }
    let name = square.to_string();
    let (file, rank) = name.split_at(1);
    let is_portrait = options.orientation == Orientation::Portrait;
    let last_row = if is_portrait { 7 } else { 3 };
    let (column, row) = layout::place(options, square);
    let (left, bottom) = if is_portrait { (rank, file) } else { (file, rank) };
    let drawn = |class, text: &str| view! { <span class=class data-text=text.to_string()></span> }.into_any();
    [
        (column == 0).then(|| drawn("coordinate left", left)),
        (row == last_row).then(|| drawn("coordinate bottom", bottom)),
    ]
}

/// From bottom to top: traces, discs, marks.
fn drawing(square: Square, options: BoardOptions, look: &Look) -> AnyView {
    let trace = look.trace.and_then(|trace| {
        let class = match trace {
            Trace::From if look.cell == Cell::Empty => "ghost",
            Trace::Flipped => "flipped",
            _ => return None,
        };
        let radius = if class == "ghost" { "32.45" } else { "47.5" };
        Some(view! {
            <svg class="trace" viewBox="0 0 100 100" aria-hidden="true">
                <circle class=class cx="50" cy="50" r=radius />
            </svg>
        })
    });
    let piece = match look.cell {
        Cell::FaceUp(piece) => Some(Some(piece)),
        Cell::FaceDown => Some(None),
        Cell::Empty | Cell::Outside => None,
    };
    let leaving = match look.motion {
        Some(Motion::Flip { .. }) => Some(disc(None, "disc leaving turned", None, false)),
        Some(Motion::Arrive { taken: Some(taken), .. }) => Some(disc(Some(taken), "disc leaving taken", None, false)),
        Some(Motion::Gone { piece, .. }) => Some(disc(Some(piece), "disc leaving taken", None, false)),
        _ => None,
    };
    let standing = piece.map(|piece| {
        let (class, way) = match look.motion {
            Some(Motion::Flip { .. }) => ("disc turning", None),
            Some(Motion::Arrive { columns, rows, jump, .. }) => {
                (if jump { "disc jumping" } else { "disc arriving" }, Some((columns, rows)))
            }
            _ => ("disc", None),
        };
        disc(piece, class, way, look.is_selected)
    });
    let threat = look.is_threatened.then(|| view! { <span class="threat" aria-hidden="true"></span> });
    let [left, bottom] = coordinates(square, options, look.mark);
    (left, bottom, trace, leaving, standing, threat, mark(look.mark)).into_any()
}

fn disc(piece: Option<Piece>, class: &'static str, way: Option<(i32, i32)>, is_selected: bool) -> AnyView {
    let (columns, rows) = way.unwrap_or_default();
    view! {
        <svg
            class=class
            style=("--columns", columns.to_string())
            style=("--rows", rows.to_string())
            viewBox="0 0 100 104"
            aria-hidden="true"
        >
            <use href=face(piece) />
            {is_selected.then(|| view! { <circle class="ring" cx="50" cy="51" r="53" /> })}
        </svg>
    }
    .into_any()
}

fn mark(mark: Mark) -> AnyView {
    match mark {
        Mark::None => ().into_any(),
        Mark::Step => view! { <span class="mark dot" aria-hidden="true"></span> }.into_any(),
        Mark::Chase { count, limit } => {
            view! { <span class="mark dot chase" data-text=format!("{count}/{limit}")></span> }.into_any()
        }
        Mark::Capture => view! {
            <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
                <path
                    class="bracket"
                    d="M5 27V5H27M73 5H95V27M95 73V95H73M27 95H5V73"
                />
            </svg>
        }
        .into_any(),
        Mark::Forbidden => view! {
            <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
                <path class="barred" d="M63.86 36.14L36.14 63.86M50 30.4A19.6 19.6 0 1 1 50 69.6A19.6 19.6 0 1 1 50 30.4Z" />
            </svg>
        }
        .into_any(),
    }
}

//! Carrying a piece with the pointer: mouse, pen or finger.
//!
//! A pointer that stays where it went down is a tap, and the browser's own `click` tells of it. One that goes farther carries
//! what it went down on. The disc follows it where nothing else moves, too: it is the hand that moves it.

use banqi::{Bitboard, Square};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::PointerEvent;

use super::Marks;

/// So many pixels away from where it went down, a pointer carries.
const THRESHOLD: i32 = 6;

/// What is heard of a pointer.
const KINDS: [&str; 4] = ["pointerdown", "pointermove", "pointerup", "pointercancel"];

/// What happens to a piece that is carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drag {
    Lift(Square),
    /// It is let go over a square, or beside the board.
    Drop {
        from: Square,
        to: Option<Square>,
    },
}

/// A pointer that went down on a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    pointer: i32,
    from: Square,
    x: i32,
    y: i32,
}

/// A pointer on a board. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    grid: NodeRef<Div>,
    on_drag: Option<Callback<Drag>>,
    held: StoredValue<Option<Held>>,
    /// From where a piece is carried, and over which square it is.
    carried: RwSignal<Option<(Square, Option<Square>)>>,
    /// The click that belongs to the end of a drag is none.
    has_dropped: StoredValue<bool>,
}

impl Hand {
    pub(super) fn new(grid: NodeRef<Div>, on_drag: Option<Callback<Drag>>) -> Self {
        let (held, has_dropped) = (StoredValue::new(None), StoredValue::new(false));
        Self { grid, on_drag, held, carried: RwSignal::new(None), has_dropped }
    }

    /// Follows the pointer on the grid, while it is there. These are not listeners of the view: each would be another type, and
    /// another kilobyte of program.
    pub(super) fn follow(self, marks: Signal<Marks>) {
        let heard = Closure::<dyn Fn(PointerEvent)>::new(move |event: PointerEvent| match event.type_().as_str() {
            "pointerdown" => self.down(&event, marks.with_untracked(|marks| marks.draggable)),
            "pointermove" => self.moved(&event),
            "pointerup" => self.gone(&event, false),
            _ => self.gone(&event, true),
        });
        let heard = StoredValue::new_local(heard);
        Effect::new(move || {
            let Some(grid) = self.grid.get() else { return };
            heard.with_value(|heard| {
                for kind in KINDS {
                    // An element of the page takes listeners.
                    let _ = grid.add_event_listener_with_callback(kind, heard.as_ref().unchecked_ref());
                }
            });
        });
        // The next board may be drawn with the same element.
        on_cleanup(move || {
            let Some(grid) = self.grid.try_get_untracked().flatten() else { return };
            heard.try_with_value(|heard| {
                for kind in KINDS {
                    let _ = grid.remove_event_listener_with_callback(kind, heard.as_ref().unchecked_ref());
                }
            });
        });
    }

    /// Whether a click is only the end of a drag.
    pub(super) fn has_dropped(self) -> bool {
        self.has_dropped.get_value()
    }

    /// From where a piece is carried, and over which square.
    pub(super) fn carried(self) -> Option<(Square, Option<Square>)> {
        self.carried.get()
    }

    fn square_at(self, x: i32, y: i32) -> Option<Square> {
        // No window is as wide as that.
        let [x, y] = [x, y].map(|at| f32::from(i16::try_from(at).unwrap_or(i16::MAX)));
        let square = document().element_from_point(x, y)?.closest("[data-square]").ok()??;
        let is_here = self.grid.get_untracked()?.contains(Some(&square));
        square.get_attribute("data-square")?.parse().ok().filter(|_| is_here)
    }

    /// A pointer goes down. Of several fingers, the first one counts.
    fn down(self, event: &PointerEvent, draggable: Bitboard) {
        let carries = self.carried.get_untracked().is_some();
        if carries || !event.is_primary() || event.button() != 0 {
            return;
        }
        let (x, y) = (event.client_x(), event.client_y());
        let from = self.square_at(x, y).filter(|square| draggable.contains(*square) && self.on_drag.is_some());
        self.held.set_value(from.map(|from| Held { pointer: event.pointer_id(), from, x, y }));
    }

    fn moved(self, event: &PointerEvent) {
        let Some(held) = self.held.get_value().filter(|held| held.pointer == event.pointer_id()) else { return };
        let (x, y) = (event.client_x(), event.client_y());
        let (right, down) = (x - held.x, y - held.y);
        let Some(grid) = self.grid.get_untracked() else { return };
        if self.carried.get_untracked().is_none() {
            if right.abs().max(down.abs()) < THRESHOLD {
                return;
            }
            // What goes beside the board still belongs to it. A pointer that is gone by now can be had no more.
            let _ = grid.set_pointer_capture(held.pointer);
            self.tell(Drag::Lift(held.from));
        }
        event.prevent_default();
        for (name, pixels) in [("--right", right), ("--down", down)] {
            // The name and the value are valid.
            let _ = web_sys::HtmlElement::style(&grid).set_property(name, &format!("{pixels}px"));
        }
        let carried = Some((held.from, self.square_at(x, y)));
        if self.carried.get_untracked() != carried {
            self.carried.set(carried);
        }
    }

    /// A pointer goes up, or something takes it away. Only the one that carries lets go.
    fn gone(self, event: &PointerEvent, is_cancelled: bool) {
        if self.held.get_value().is_some_and(|held| held.pointer == event.pointer_id()) {
            self.up(is_cancelled);
        }
    }

    /// What is carried is let go; if that is cancelled, it goes back.
    pub(super) fn up(self, is_cancelled: bool) {
        self.held.set_value(None);
        let Some((from, over)) = self.carried.get_untracked() else { return };
        self.carried.set(None);
        self.has_dropped.set_value(true);
        let end = move || {
            self.has_dropped.try_set_value(false);
        };
        set_timeout(end, std::time::Duration::ZERO);
        self.tell(Drag::Drop { from, to: over.filter(|_| !is_cancelled) });
    }

    fn tell(self, drag: Drag) {
        if let Some(on_drag) = self.on_drag {
            on_drag.run(drag);
        }
    }
}

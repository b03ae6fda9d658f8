//! A position that is being put together on the analysis board, and its rules.

use banqi::{Position, Rules, Square};
use leptos::prelude::*;

use super::desk::Desk;
use super::draft::{Brush, Draft};
use super::study::Study;
use super::{kept, words};
use crate::board::words::piece;
use crate::game::words::Words;
use crate::route::Address;
use crate::setup::rules_error;
use crate::text::text;

/// What is being put together. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    pub(super) draft: RwSignal<Draft>,
    /// The rules, as they are written.
    pub(super) rules: RwSignal<String>,
    /// What a tap puts on a square.
    pub(super) brush: RwSignal<Brush>,
    /// What it began with.
    begun: StoredValue<(Draft, String)>,
}

impl Editing {
    /// Begins with what was being put together at this address, or with what is looked at.
    pub(super) fn of(address: Address, study: &Study) -> Self {
        let begun = (Draft::new(study.position()), study.rules().to_string());
        let address = address.text();
        let kept = kept::load_draft(address).and_then(|kept| {
            let (rules, draft) = kept.split_once('\n')?;
            Some((Draft::read(draft)?, rules.to_string()))
        });
        let (draft, rules) = kept.unwrap_or_else(|| begun.clone());
        let editing = Self {
            draft: RwSignal::new(draft),
            rules: RwSignal::new(rules),
            brush: RwSignal::new(Brush::FaceDown),
            begun: StoredValue::new(begun),
        };
        Effect::new(move || {
            let (draft, rules) = (editing.draft.get(), editing.rules.get());
            let kept = editing.is_changed().then(|| format!("{rules}\n{}", draft.written()));
            kept::keep_draft(address, kept);
        });
        editing
    }

    /// Whether anything was done that would be lost.
    pub(super) fn is_changed(self) -> bool {
        let now = (self.draft.get_untracked(), self.rules.get_untracked());
        self.begun.with_value(|begun| *begun != now)
    }

    /// Begins anew with what is looked at.
    pub(super) fn begin(self, study: &Study) {
        let (draft, rules) = (Draft::new(study.position()), study.rules().to_string());
        self.begun.set_value((draft.clone(), rules.clone()));
        self.draft.set(draft);
        self.rules.set(rules);
    }

    pub(super) fn tap(self, desk: Desk, square: Square) {
        let brush = self.brush.get_untracked();
        let Some(put) = self.draft.try_update(|draft| draft.put(square, brush)) else { return };
        match (put, brush) {
            (Err(_), Brush::Piece(found)) => {
                desk.refuse(Words::plain(match found.kind.count() {
                    1 => text!(analysis.none_left_1, piece = piece(found)),
                    count => text!(analysis.none_left, piece = piece(found), count = count),
                }));
            }
            _ => desk.note.set(None),
        }
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// In words, why what is written are none.
    pub(super) fn rules(self) -> Result<Rules, String> {
        self.rules.with(|rules| rules.trim().parse::<Rules>().map_err(|error| rules_error(&error)))
    }

    /// The rules, and the position under them.
    ///
    /// # Errors
    ///
    /// In words, what is not right yet.
    pub(super) fn position(self) -> Result<(Rules, Position), String> {
        let rules = self.rules()?;
        let position = self.draft.with(|draft| draft.position(&rules)).map_err(|error| words::problem(&error))?;
        Ok((rules, position))
    }

    /// Looks at the position, if it is one.
    pub(super) fn finish(self, desk: Desk) {
        match untrack(|| self.position()) {
            Err(why) => desk.refuse(Words::plain(why)),
            Ok((rules, position)) => {
                desk.study.with_untracked(|study| self.begin(study));
                // The page may be gone before that is noticed.
                kept::keep_draft(desk.address.text(), None);
                desk.go_to(&rules, &position);
            }
        }
    }
}

//! A position that is being put together on the analysis board, and its rules.

use banqi::{Position, Rules, Square};
use leptos::prelude::*;

use super::desk::Desk;
use super::draft::{Brush, Draft};
use super::study::Study;
use super::words;
use crate::board::words::piece;
use crate::game::words::Words;
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
}

impl Editing {
    /// Begins with what is looked at.
    pub(super) fn of(study: &Study) -> Self {
        Self {
            draft: RwSignal::new(Draft::new(study.position())),
            rules: RwSignal::new(study.rules().to_string()),
            brush: RwSignal::new(Brush::FaceDown),
        }
    }

    /// Begins anew with what is looked at.
    pub(super) fn begin(self, study: &Study) {
        self.draft.set(Draft::new(study.position()));
        self.rules.set(study.rules().to_string());
    }

    pub(super) fn tap(self, desk: Desk, square: Square) {
        let brush = self.brush.get_untracked();
        let Some(put) = self.draft.try_update(|draft| draft.put(square, brush)) else { return };
        match (put, brush) {
            (Err(_), Brush::Piece(found)) => {
                let count = found.kind.count();
                desk.refuse(Words::plain(text!(analysis.none_left, piece = piece(found), count = count)));
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
            Ok((rules, position)) => desk.go_to(&rules, &position),
        }
    }
}

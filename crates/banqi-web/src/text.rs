//! The language of the texts.

use crate::i18n::{Locale, use_i18n};

/// The language in which a component is made. When it changes, the page is made anew: a text that followed it by itself would
/// be another kilobyte of program, two hundred times over. To be asked while a component is made, not in its handlers.
pub(crate) fn use_locale() -> Locale {
    use_i18n().get_locale_untracked()
}

//! The language of the texts.

use leptos::prelude::*;

use crate::i18n::Locale;

/// Sets the page's language. leptos_i18n's own provider would bring all of ICU's language matching, which is not needed to
/// choose between a few languages that we name.
pub(crate) fn provide_language() {
    let locale = Locale::default();
    if let Some(root) = document().document_element() {
        // An attribute of the page's own root can be set.
        let _ = root.set_attribute("lang", leptos_i18n::Locale::as_str(locale));
    }
    provide_context(locale);
}

/// The language in which a component is made, for its texts. They do not follow it by themselves: each that did would be another
/// kilobyte of program, two hundred times over. To be asked while a component is made, not in its handlers.
pub(crate) fn use_locale() -> Locale {
    use_context().unwrap_or_default()
}

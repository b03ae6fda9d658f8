//! A way to play: you, and who sits opposite.

use banqi::{Colour, Kind, Piece};
use leptos::prelude::*;

use crate::board::Disc;
use crate::icon::{Symbol, icon};
use crate::live::span;
use crate::route::{Route, link};

/// Who sits opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opposite {
    Machine,
    /// Somebody elsewhere, to whom a link leads.
    Linked,
    /// A person on the other side of the board, for whom your general stands on its head.
    Upturned,
    /// Whoever comes.
    Nobody,
}

/// A way to play, and a line about it.
pub(super) fn choice(
    class: &'static str,
    to: Route,
    opposite: Opposite,
    name: &'static str,
    about: &'static str,
) -> AnyView {
    let you = Some(Piece { colour: Colour::Red, kind: Kind::General });
    let pair = view! {
        <span class="pair">
            <Disc piece=you />
            <svg
                class=if opposite == Opposite::Nobody { "face nobody" } else { "face lacquer" }
                viewBox="0 0 100 104"
                aria-hidden="true"
                inner_html=opposite.drawing()
            />
        </span>
    };
    let text =
        view! { <span class="choice-text">{vec![span("choice-name", name), span("choice-about", about)]}</span> };
    link(class, to.to_string(), vec![pair.into_any(), text.into_any(), icon(Symbol::Go)])
}

impl Opposite {
    /// What is drawn, in a box of 100 by 104. As text, since each element of its own would be more program than all of it.
    fn drawing(self) -> String {
        // Black's disc; the light comes from where it always does.
        const DISC: &str = concat!(
            r#"<circle class="disc-shadow" cx="50" cy="54.5" r="47"/>"#,
            r#"<circle class="disc-side" cx="50" cy="53" r="47"/>"#,
        );
        const FACE: &str = concat!(
            r#"<circle class="disc-face" cx="50" cy="48.5" r="47"/>"#,
            r#"<circle class="disc-ring" cx="50" cy="48.5" r="41.5"/>"#,
        );
        // The dots of a machine, large and small in turn.
        const DOTS: &str = concat!(
            r#"<path class="disc-large" d="M33.5 32h0M66.5 32h0M50 48.5h0M33.5 65h0M66.5 65h0"/>"#,
            r#"<path class="disc-small" d="M50 32h0M33.5 48.5h0M66.5 48.5h0M50 65h0"/>"#,
        );
        // Two links of a chain.
        const LINKS: &str = concat!(
            r#"<g class="disc-link" transform="rotate(-45 50 48.5)">"#,
            r#"<rect x="21" y="39" width="34" height="19" rx="9.5"/>"#,
            r#"<rect x="45" y="39" width="34" height="19" rx="9.5"/>"#,
            r#"</g>"#,
        );
        // The general as it looks from the other side.
        const GENERAL: &str = concat!(
            r##"<clipPath id="upturned-face">"##,
            r##"<circle cx="50" cy="48.5" r="47"/>"##,
            r##"</clipPath>"##,
            r##"<g clip-path="url(#upturned-face)">"##,
            r##"<use href="#face-black-general" width="100" height="104" transform="rotate(180 50 48.5)"/>"##,
            r##"</g>"##,
        );
        // An empty place, and that it waits.
        const PLACE: &str =
            concat!(r#"<circle cx="50" cy="50.5" r="44"/>"#, r#"<path d="M30 50.5h.1M50 50.5h.1M70 50.5h.1"/>"#,);
        match self {
            Self::Machine => [DISC, FACE, DOTS].concat(),
            Self::Linked => [DISC, FACE, LINKS].concat(),
            Self::Upturned => [DISC, GENERAL].concat(),
            Self::Nobody => PLACE.to_string(),
        }
    }
}

//! A way to play: you, and who sits opposite.

use banqi::{Colour, Kind, Piece};
use leptos::prelude::*;

use crate::board::Disc;
use crate::icon::{Icon, Symbol};
use crate::route::{Link, Route};

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

/// A way to play.
#[component]
pub(super) fn Choice(
    to: Route,
    opposite: Opposite,
    /// Whether it is the one to begin with.
    #[prop(optional)]
    first: bool,
    children: Children,
) -> impl IntoView {
    let you = Some(Piece { colour: Colour::Red, kind: Kind::General });
    view! {
        <Link to class=if first { "choice first" } else { "choice" }>
            <span class="pair">
                <Disc piece=you />
                {match opposite {
                    Opposite::Machine => machine().into_any(),
                    Opposite::Linked => linked().into_any(),
                    Opposite::Upturned => upturned().into_any(),
                    Opposite::Nobody => nobody().into_any(),
                }}
            </span>
            <span class="choice-text">{children()}</span>
            <Icon symbol=Symbol::Go />
        </Link>
    }
}

/// Black's disc with the dots of a machine.
fn machine() -> impl IntoView {
    const DOTS: [(&str, &str, &str); 9] = [
        ("33.5", "32", "5"),
        ("50", "32", "3"),
        ("66.5", "32", "5"),
        ("33.5", "48.5", "3"),
        ("50", "48.5", "5"),
        ("66.5", "48.5", "3"),
        ("33.5", "65", "5"),
        ("50", "65", "3"),
        ("66.5", "65", "5"),
    ];
    view! {
        <svg class="face lacquer" viewBox="0 0 100 104" aria-hidden="true">
            <circle class="disc-shadow" cx="50" cy="54.5" r="47" />
            <circle class="disc-side" cx="50" cy="53" r="47" />
            <circle class="disc-face" cx="50" cy="48.5" r="47" />
            <circle class="disc-ring" cx="50" cy="48.5" r="41.5" />
            {DOTS.map(|(x, y, radius)| view! { <circle class="disc-ink" cx=x cy=y r=radius /> }).collect_view()}
        </svg>
    }
}

/// Black's disc with two links of a chain.
fn linked() -> impl IntoView {
    view! {
        <svg class="face lacquer" viewBox="0 0 100 104" aria-hidden="true">
            <circle class="disc-shadow" cx="50" cy="54.5" r="47" />
            <circle class="disc-side" cx="50" cy="53" r="47" />
            <circle class="disc-face" cx="50" cy="48.5" r="47" />
            <circle class="disc-ring" cx="50" cy="48.5" r="41.5" />
            <g class="disc-link" transform="rotate(-45 50 48.5)">
                <rect x="21" y="39" width="34" height="19" rx="9.5" />
                <rect x="45" y="39" width="34" height="19" rx="9.5" />
            </g>
        </svg>
    }
}

/// Black's general as it looks from the other side; the light comes from where it always does.
fn upturned() -> impl IntoView {
    view! {
        <svg class="face lacquer" viewBox="0 0 100 104" aria-hidden="true">
            <clipPath id="upturned-face">
                <circle cx="50" cy="48.5" r="47" />
            </clipPath>
            <circle class="disc-shadow" cx="50" cy="54.5" r="47" />
            <circle class="disc-side" cx="50" cy="53" r="47" />
            <g clip-path="url(#upturned-face)">
                <use href="#face-black-general" width="100" height="104" transform="rotate(180 50 48.5)" />
            </g>
        </svg>
    }
}

/// An empty place, and that it waits.
fn nobody() -> impl IntoView {
    view! {
        <svg class="face nobody" viewBox="0 0 100 104" aria-hidden="true">
            <circle cx="50" cy="50.5" r="44" />
            <path d="M30 50.5h.1M50 50.5h.1M70 50.5h.1" />
        </svg>
    }
}

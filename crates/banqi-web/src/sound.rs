//! Short sounds, made by the browser's synthesiser: there is nothing to load.

/// What is to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "the screens that make them are being built")]
pub(crate) enum Sound {
    /// A disc turned over.
    Flip,
    /// A disc put down.
    Step,
    /// A disc put down on another.
    Capture,
    /// A game won.
    Win,
    /// Something that is not allowed.
    Refusal,
}

/// Plays a sound, unless sounds are switched off.
#[allow(dead_code, reason = "the screens that call it are being built")]
pub(crate) fn play(_sound: Sound) {}

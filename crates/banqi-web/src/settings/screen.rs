//! The page of the settings. What is chosen holds at once.

use banqi::{Colour, Kind, Piece};
use banqi_svg::PieceSet;
use leptos::prelude::*;

use super::{Orientation, Settings, Theme, use_settings};
use crate::board::Disc;
use crate::board::words::kind as kind_name;
use crate::field::{Arrangement, Choice, radios, tick};
use crate::sound::{self, Sound};
use crate::text::{Language, text};

/// The page of the settings.
#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {
    view! {
        <div class="page settings">
            <h1 class="page-head" tabindex="-1">
                {text!(common.settings)}
            </h1>
            <div class="settings-pieces">
                {piece_sets()}
                <Preview />
            </div>
            <div class="settings-board">
                {board_settings()}
            </div>
            <div class="settings-page">
                {languages()}
                {themes()}
                {sound_and_motion()}
            </div>
        </div>
    }
}

fn piece_sets() -> AnyView {
    let settings = use_settings();
    let choice = |pieces| match pieces {
        PieceSet::Traditional => Choice::new(pieces, text!(settings.traditional)),
        PieceSet::Simplified => Choice::new(pieces, text!(settings.simplified)),
        PieceSet::Letters => Choice::new(pieces, text!(settings.letters)).about(text!(settings.letters_about)),
        PieceSet::Pictures => Choice::new(pieces, text!(settings.pictures)).about(text!(settings.pictures_about)),
    };
    radios(
        "pieces",
        text!(settings.pieces),
        Arrangement::Rows,
        PieceSet::ALL.map(choice).to_vec(),
        move || settings.with(|settings| settings.pieces),
        move |pieces| settings.update(|settings| settings.pieces = pieces),
    )
}

/// All pieces as they are on the board.
#[component]
fn Preview() -> impl IntoView {
    let kind = move |kind: Kind| {
        view! {
            <li>
                <Disc piece=Some(Piece { colour: Colour::Red, kind }) />
                <Disc piece=Some(Piece { colour: Colour::Black, kind }) />
                <span class="caption">{kind_name(kind)}</span>
            </li>
        }
    };
    view! {
        <section class="preview" aria-labelledby="preview">
            <h2 class="head" id="preview">
                {text!(settings.preview)}
            </h2>
            <ul>
                {Kind::ALL.map(kind).collect_view()}
                <li>
                    <Disc piece={None::<Piece>} />
                    <span class="caption">{text!(settings.face_down)}</span>
                </li>
            </ul>
        </section>
    }
}

fn board_settings() -> impl IntoView {
    let settings = use_settings();
    let what = |orientation| match orientation {
        Orientation::Auto => text!(settings.auto),
        Orientation::Portrait => text!(settings.portrait),
        Orientation::Landscape => text!(settings.landscape),
    };
    let lies = radios(
        "orientation",
        text!(settings.orientation),
        Arrangement::Row,
        Orientation::ALL.map(|orientation| Choice::new(orientation, what(orientation))).to_vec(),
        move || settings.with(|settings| settings.orientation),
        move |orientation| settings.update(|settings| settings.orientation = orientation),
    );
    let premoves = switch(text!(settings.premoves), text!(settings.premoves_about), |settings| &mut settings.premoves);
    (lies, show_settings(), group(text!(settings.playing), vec![premoves]))
}

fn show_settings() -> impl IntoView {
    let moves =
        switch(text!(settings.show_moves), text!(settings.show_moves_about), |settings| &mut settings.show_moves);
    let last = switch(text!(settings.show_last), text!(settings.show_last_about), |settings| &mut settings.show_last);
    let threats =
        switch(text!(settings.show_threats), text!(settings.show_threats_about), |settings| &mut settings.show_threats);
    let engraving =
        switch(text!(settings.engraving), text!(settings.engraving_about), |settings| &mut settings.engraving);
    group(text!(settings.show), vec![moves, last, threats, engraving])
}

fn languages() -> AnyView {
    let settings = use_settings();
    let choices = [Choice::new(None, text!(settings.language_system))]
        .into_iter()
        .chain(Language::ALL.map(|language| Choice::new(Some(language), language.name()).language(language.tag())));
    radios(
        "language",
        text!(settings.language),
        Arrangement::Pairs,
        choices.collect(),
        move || settings.with(|settings| settings.language),
        move |language| settings.update(|settings| settings.language = language),
    )
}

fn themes() -> AnyView {
    let settings = use_settings();
    let what = |theme| match theme {
        Theme::System => text!(settings.system),
        Theme::Light => text!(settings.light),
        Theme::Dark => text!(settings.dark),
    };
    radios(
        "theme",
        text!(settings.theme),
        Arrangement::Row,
        Theme::ALL.map(|theme| Choice::new(theme, what(theme))).to_vec(),
        move || settings.with(|settings| settings.theme),
        move |theme| settings.update(|settings| settings.theme = theme),
    )
}

fn sound_and_motion() -> impl IntoView {
    let settings = use_settings();
    // Whoever switches sounds on hears what they are like.
    Effect::new(move |before: Option<bool>| {
        let sound = settings.with(|settings| settings.sound);
        if before == Some(false) && sound {
            sound::play(Sound::Flip);
        }
        sound
    });
    let sound = switch(text!(settings.sound), text!(settings.sound_about), |settings| &mut settings.sound);
    let motion = switch(text!(settings.motion), text!(settings.motion_about), |settings| &mut settings.motion);
    group(text!(settings.page), vec![sound, motion])
}

/// Settings that belong together.
fn group(legend: &'static str, fields: Vec<AnyView>) -> impl IntoView {
    view! {
        <fieldset>
            <legend class="head">{legend}</legend>
            <div class="rows">{fields}</div>
        </fieldset>
    }
}

/// A setting that is on or off.
fn switch(what: &'static str, gloss: &'static str, of: fn(&mut Settings) -> &mut bool) -> AnyView {
    let settings = use_settings();
    tick(what, gloss, move || *of(&mut settings.get()), move |on| settings.update(|settings| *of(settings) = on))
}

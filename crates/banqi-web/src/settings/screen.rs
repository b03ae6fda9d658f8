//! The page of the settings. What is chosen holds at once.

use banqi::{Colour, Kind, Piece};
use banqi_svg::PieceSet;
use leptos::prelude::*;

use super::{Orientation, Settings, Theme, use_settings};
use crate::board::Disc;
use crate::board::words::kind as kind_name;
use crate::field::{Arrangement, Choice, radios, tick};
use crate::i18n::td_string;
use crate::sound::{self, Sound};
use crate::text::use_locale;

/// The page of the settings.
#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {
    let locale = use_locale();
    view! {
        <div class="page settings">
            <h1 class="page-head" tabindex="-1">
                {td_string!(locale, common.settings)}
            </h1>
            <div class="settings-pieces">
                {piece_sets()}
                <Preview />
            </div>
            <div class="settings-board">
                {board_settings()}
                {show_settings()}
            </div>
            <div class="settings-page">
                {themes()}
                {sound_and_motion()}
            </div>
        </div>
    }
}

fn piece_sets() -> AnyView {
    let locale = use_locale();
    let settings = use_settings();
    let choice = |pieces| match pieces {
        PieceSet::Traditional => Choice::new(pieces, td_string!(locale, settings.traditional)),
        PieceSet::Simplified => Choice::new(pieces, td_string!(locale, settings.simplified)),
        PieceSet::Letters => {
            Choice::new(pieces, td_string!(locale, settings.letters)).about(td_string!(locale, settings.letters_about))
        }
        PieceSet::Pictures => Choice::new(pieces, td_string!(locale, settings.pictures))
            .about(td_string!(locale, settings.pictures_about)),
    };
    radios(
        "pieces",
        td_string!(locale, settings.pieces),
        Arrangement::Rows,
        PieceSet::ALL.map(choice).to_vec(),
        move || settings.with(|settings| settings.pieces),
        move |pieces| settings.update(|settings| settings.pieces = pieces),
    )
}

/// All pieces as they are on the board.
#[component]
fn Preview() -> impl IntoView {
    let locale = use_locale();
    let kind = move |kind: Kind| {
        view! {
            <li>
                <Disc piece=Some(Piece { colour: Colour::Red, kind }) />
                <Disc piece=Some(Piece { colour: Colour::Black, kind }) />
                <span class="caption">{kind_name(locale, kind)}</span>
            </li>
        }
    };
    view! {
        <section class="preview" aria-labelledby="preview">
            <h2 class="head" id="preview">
                {td_string!(locale, settings.preview)}
            </h2>
            <ul>
                {Kind::ALL.map(kind).collect_view()}
                <li>
                    <Disc piece={None::<Piece>} />
                    <span class="caption">{td_string!(locale, settings.face_down)}</span>
                </li>
            </ul>
        </section>
    }
}

fn board_settings() -> impl IntoView {
    let locale = use_locale();
    let settings = use_settings();
    let what = |orientation| match orientation {
        Orientation::Auto => td_string!(locale, settings.auto),
        Orientation::Portrait => td_string!(locale, settings.portrait),
        Orientation::Landscape => td_string!(locale, settings.landscape),
    };
    let lies = radios(
        "orientation",
        td_string!(locale, settings.orientation),
        Arrangement::Row,
        Orientation::ALL.map(|orientation| Choice::new(orientation, what(orientation))).to_vec(),
        move || settings.with(|settings| settings.orientation),
        move |orientation| settings.update(|settings| settings.orientation = orientation),
    );
    let engraving =
        switch(td_string!(locale, settings.engraving), td_string!(locale, settings.engraving_about), |settings| {
            &mut settings.engraving
        });
    (lies, engraving)
}

fn show_settings() -> impl IntoView {
    let locale = use_locale();
    let moves =
        switch(td_string!(locale, settings.show_moves), td_string!(locale, settings.show_moves_about), |settings| {
            &mut settings.show_moves
        });
    let last =
        switch(td_string!(locale, settings.show_last), td_string!(locale, settings.show_last_about), |settings| {
            &mut settings.show_last
        });
    let threats = switch(
        td_string!(locale, settings.show_threats),
        td_string!(locale, settings.show_threats_about),
        |settings| &mut settings.show_threats,
    );
    group(td_string!(locale, settings.show), vec![moves, last, threats])
}

fn themes() -> AnyView {
    let locale = use_locale();
    let settings = use_settings();
    let what = |theme| match theme {
        Theme::System => td_string!(locale, settings.system),
        Theme::Light => td_string!(locale, settings.light),
        Theme::Dark => td_string!(locale, settings.dark),
    };
    radios(
        "theme",
        td_string!(locale, settings.theme),
        Arrangement::Row,
        Theme::ALL.map(|theme| Choice::new(theme, what(theme))).to_vec(),
        move || settings.with(|settings| settings.theme),
        move |theme| settings.update(|settings| settings.theme = theme),
    )
}

fn sound_and_motion() -> impl IntoView {
    let locale = use_locale();
    let settings = use_settings();
    // Whoever switches sounds on hears what they are like.
    Effect::new(move |before: Option<bool>| {
        let sound = settings.with(|settings| settings.sound);
        if before == Some(false) && sound {
            sound::play(Sound::Flip);
        }
        sound
    });
    let sound = switch(td_string!(locale, settings.sound), td_string!(locale, settings.sound_about), |settings| {
        &mut settings.sound
    });
    let motion = switch(td_string!(locale, settings.motion), td_string!(locale, settings.motion_about), |settings| {
        &mut settings.motion
    });
    group(td_string!(locale, settings.page), vec![sound, motion])
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

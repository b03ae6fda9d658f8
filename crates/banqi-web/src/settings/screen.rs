//! The page of the settings. What is chosen holds at once.

use banqi::{Colour, Kind, Piece};
use banqi_svg::PieceSet;
use leptos::prelude::*;

use super::{Orientation, Settings, Theme, use_settings};
use crate::board::Disc;
use crate::board::words::kind as kind_name;
use crate::field::{Choice, Radios, Tick};
use crate::i18n::{Locale, t, t_string, td_string, use_i18n};
use crate::sound::{self, Sound};

/// The page of the settings.
#[component]
pub(crate) fn SettingsScreen() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="page settings">
            <h1 class="page-head" tabindex="-1">
                {t!(i18n, common.settings)}
            </h1>
            <div class="settings-pieces">
                <PieceSets />
                <Preview />
            </div>
            <div class="settings-board">
                <BoardSettings />
                <ShowSettings />
            </div>
            <div class="settings-page">
                <Themes />
                <SoundAndMotion />
            </div>
        </div>
    }
}

#[component]
fn PieceSets() -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    let choices = move || {
        let locale = i18n.get_locale();
        let choice = |pieces| match pieces {
            PieceSet::Traditional => Choice::new(pieces, td_string!(locale, settings.traditional)),
            PieceSet::Simplified => Choice::new(pieces, td_string!(locale, settings.simplified)),
            PieceSet::Letters => Choice::new(pieces, td_string!(locale, settings.letters))
                .about(td_string!(locale, settings.letters_about)),
            PieceSet::Pictures => Choice::new(pieces, td_string!(locale, settings.pictures))
                .about(td_string!(locale, settings.pictures_about)),
        };
        PieceSet::ALL.map(choice).to_vec()
    };
    view! {
        <Radios
            name="pieces"
            legend=Signal::derive(move || t_string!(i18n, settings.pieces).to_string())
            choices=Signal::derive(choices)
            value=Signal::derive(move || settings.with(|settings| settings.pieces))
            on_choose=move |pieces| settings.update(|settings| settings.pieces = pieces)
        />
    }
}

/// All pieces as they are on the board.
#[component]
fn Preview() -> impl IntoView {
    let i18n = use_i18n();
    let kind = move |kind: Kind| {
        view! {
            <li>
                <Disc piece=Some(Piece { colour: Colour::Red, kind }) />
                <Disc piece=Some(Piece { colour: Colour::Black, kind }) />
                <span class="caption">{move || kind_name(i18n.get_locale(), kind)}</span>
            </li>
        }
    };
    view! {
        <section class="preview" aria-labelledby="preview">
            <h2 class="head" id="preview">
                {t!(i18n, settings.preview)}
            </h2>
            <ul>
                {Kind::ALL.map(kind).collect_view()}
                <li>
                    <Disc piece={None::<Piece>} />
                    <span class="caption">{t!(i18n, settings.face_down)}</span>
                </li>
            </ul>
        </section>
    }
}

#[component]
fn BoardSettings() -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    let choices = move || {
        let locale = i18n.get_locale();
        let what = |orientation| match orientation {
            Orientation::Auto => td_string!(locale, settings.auto),
            Orientation::Portrait => td_string!(locale, settings.portrait),
            Orientation::Landscape => td_string!(locale, settings.landscape),
        };
        Orientation::ALL.map(|orientation| Choice::new(orientation, what(orientation))).to_vec()
    };
    view! {
        <Radios
            name="orientation"
            legend=Signal::derive(move || t_string!(i18n, settings.orientation).to_string())
            choices=Signal::derive(choices)
            value=Signal::derive(move || settings.with(|settings| settings.orientation))
            on_choose=move |orientation| settings.update(|settings| settings.orientation = orientation)
            in_row=true
        />
        <Switch
            what=|locale| td_string!(locale, settings.engraving)
            about=|locale| td_string!(locale, settings.engraving_about)
            of=|settings| &mut settings.engraving
        />
    }
}

#[component]
fn ShowSettings() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <fieldset>
            <legend class="head">{t!(i18n, settings.show)}</legend>
            <div class="rows">
                <Switch
                    what=|locale| td_string!(locale, settings.show_moves)
                    about=|locale| td_string!(locale, settings.show_moves_about)
                    of=|settings| &mut settings.show_moves
                />
                <Switch
                    what=|locale| td_string!(locale, settings.show_last)
                    about=|locale| td_string!(locale, settings.show_last_about)
                    of=|settings| &mut settings.show_last
                />
                <Switch
                    what=|locale| td_string!(locale, settings.show_threats)
                    about=|locale| td_string!(locale, settings.show_threats_about)
                    of=|settings| &mut settings.show_threats
                />
            </div>
        </fieldset>
    }
}

#[component]
fn Themes() -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    let choices = move || {
        let locale = i18n.get_locale();
        let what = |theme| match theme {
            Theme::System => td_string!(locale, settings.system),
            Theme::Light => td_string!(locale, settings.light),
            Theme::Dark => td_string!(locale, settings.dark),
        };
        Theme::ALL.map(|theme| Choice::new(theme, what(theme))).to_vec()
    };
    view! {
        <Radios
            name="theme"
            legend=Signal::derive(move || t_string!(i18n, settings.theme).to_string())
            choices=Signal::derive(choices)
            value=Signal::derive(move || settings.with(|settings| settings.theme))
            on_choose=move |theme| settings.update(|settings| settings.theme = theme)
            in_row=true
        />
    }
}

#[component]
fn SoundAndMotion() -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    // Whoever switches sounds on hears what they are like.
    Effect::new(move |before: Option<bool>| {
        let sound = settings.with(|settings| settings.sound);
        if before == Some(false) && sound {
            sound::play(Sound::Flip);
        }
        sound
    });
    view! {
        <fieldset>
            <legend class="head">{t!(i18n, settings.page)}</legend>
            <div class="rows">
                <Switch
                    what=|locale| td_string!(locale, settings.sound)
                    about=|locale| td_string!(locale, settings.sound_about)
                    of=|settings| &mut settings.sound
                />
                <Switch
                    what=|locale| td_string!(locale, settings.motion)
                    about=|locale| td_string!(locale, settings.motion_about)
                    of=|settings| &mut settings.motion
                />
            </div>
        </fieldset>
    }
}

/// A setting that is on or off.
#[component]
fn Switch(
    what: fn(Locale) -> &'static str,
    about: fn(Locale) -> &'static str,
    of: fn(&mut Settings) -> &mut bool,
) -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    view! {
        <Tick
            what=Signal::derive(move || what(i18n.get_locale()).to_string())
            about=Signal::derive(move || about(i18n.get_locale()).to_string())
            value=Signal::derive(move || *of(&mut settings.get()))
            on_change=move |on| settings.update(|settings| *of(settings) = on)
        />
    }
}

//! Short sounds, made by the browser's synthesiser: there is nothing to load.
//!
//! Wood on wood is a burst of noise through a resonant filter; the rest are soft tones.

use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{AudioBuffer, AudioContext, AudioContextState, AudioNode, AudioParam, BiquadFilterType, OscillatorType};

use crate::settings::Settings;

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

/// A part of a sound: when it begins, how long it takes to die away, how loud it is. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Part {
    at: f64,
    fades: f64,
    volume: f32,
    voice: Voice,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Voice {
    /// Noise that rings at a pitch, the purer the narrower.
    Knock {
        pitch: f32,
        narrow: f32,
    },
    Tone {
        pitch: f32,
    },
}

const fn knock(at: f64, fades: f64, volume: f32, pitch: f32, narrow: f32) -> Part {
    Part { at, fades, volume, voice: Voice::Knock { pitch, narrow } }
}

const fn tone(at: f64, fades: f64, volume: f32, pitch: f32) -> Part {
    Part { at, fades, volume, voice: Voice::Tone { pitch } }
}

impl Sound {
    const fn parts(self) -> &'static [Part] {
        match self {
            // It leaves the board, and lies down when the turn is done.
            Self::Flip => const { &[knock(0.0, 0.05, 0.25, 2600.0, 3.0), knock(0.13, 0.09, 0.9, 1100.0, 6.0)] },
            Self::Step => const { &[knock(0.06, 0.08, 0.8, 900.0, 6.0)] },
            Self::Capture => const { &[knock(0.06, 0.05, 0.8, 2100.0, 5.0), knock(0.09, 0.14, 1.0, 620.0, 7.0)] },
            Self::Win => {
                const { &[tone(0.0, 0.5, 0.16, 523.25), tone(0.12, 0.5, 0.16, 659.25), tone(0.24, 0.9, 0.18, 783.99)] }
            }
            Self::Refusal => const { &[tone(0.0, 0.12, 0.2, 174.61), tone(0.1, 0.16, 0.2, 155.56)] },
        }
    }
}

thread_local! {
    static PLAYER: RefCell<Player> = const { RefCell::new(Player { settings: None, audio: None }) };
}

/// Made once there is something to be heard: a browser lets a page begin only after a person has done something.
struct Player {
    settings: Option<RwSignal<Settings>>,
    audio: Option<(AudioContext, AudioBuffer)>,
}

/// Sounds are heard as these settings say.
pub(crate) fn follow(settings: RwSignal<Settings>) {
    PLAYER.with_borrow_mut(|player| player.settings = Some(settings));
}

/// Plays a sound, unless sounds are switched off. Where the browser plays nothing there is silence.
pub(crate) fn play(sound: Sound) {
    PLAYER.with_borrow_mut(|player| {
        let is_on = player.settings.and_then(|settings| settings.try_with_untracked(|settings| settings.sound));
        if is_on == Some(true) && has_acted() {
            let _ = player.play(sound);
        }
    });
}

/// Whether a person has done something on this page since it was loaded: before that a browser allows no sound, and
/// complains. Browsers that do not tell are asked all the same.
fn has_acted() -> bool {
    let get = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).ok();
    let activation = get(&leptos::prelude::window().navigator(), "userActivation");
    activation.and_then(|activation| get(&activation, "hasBeenActive")?.as_bool()).unwrap_or(true)
}

impl Player {
    fn play(&mut self, sound: Sound) -> Result<(), JsValue> {
        let (audio, noise) = if let Some(audio) = &self.audio {
            audio
        } else {
            let audio = AudioContext::new()?;
            let noise = noise(&audio)?;
            self.audio.insert((audio, noise))
        };
        if audio.state() == AudioContextState::Suspended {
            let _ = audio.resume()?;
        }
        for part in sound.parts() {
            part.play(audio, noise)?;
        }
        Ok(())
    }
}

impl Part {
    fn play(self, audio: &AudioContext, noise: &AudioBuffer) -> Result<(), JsValue> {
        let start = audio.current_time() + self.at;
        let end = start + self.fades;
        let loudness = audio.create_gain()?;
        fade(&loudness.gain(), self.volume, start, end)?;
        loudness.connect_with_audio_node(&audio.destination())?;
        let loudness: &AudioNode = &loudness;
        match self.voice {
            Voice::Knock { pitch, narrow } => {
                let filter = audio.create_biquad_filter()?;
                filter.set_type(BiquadFilterType::Bandpass);
                filter.frequency().set_value(pitch);
                filter.q().set_value(narrow);
                filter.connect_with_audio_node(loudness)?;
                let source = audio.create_buffer_source()?;
                source.set_buffer(Some(noise));
                source.connect_with_audio_node(&filter)?;
                // It ends with its noise; by then it is silent.
                source.start_with_when(start)
            }
            Voice::Tone { pitch } => {
                let source = audio.create_oscillator()?;
                source.set_type(OscillatorType::Triangle);
                source.frequency().set_value(pitch);
                source.connect_with_audio_node(loudness)?;
                source.start_with_when(start)?;
                source.stop_with_when(end)
            }
        }
    }
}

/// At once to the volume, then dying away as struck things do.
fn fade(gain: &AudioParam, volume: f32, start: f64, end: f64) -> Result<(), JsValue> {
    gain.set_value_at_time(0.0001, start)?;
    gain.exponential_ramp_to_value_at_time(volume, start + 0.004)?;
    gain.exponential_ramp_to_value_at_time(0.0001, end)?;
    Ok(())
}

/// Noise for as long as the longest knock, the same every time.
fn noise(audio: &AudioContext) -> Result<AudioBuffer, JsValue> {
    const LENGTH: u16 = 8192;
    let buffer = audio.create_buffer(1, LENGTH.into(), audio.sample_rate())?;
    let mut state = 0x2545_u16;
    let samples: Vec<f32> = (0..LENGTH)
        .map(|_| {
            // Marsaglia's xorshift for 16 bits.
            state ^= state << 7;
            state ^= state >> 9;
            state ^= state << 8;
            f32::from(state) / 32_768.0 - 1.0
        })
        .collect();
    buffer.copy_to_channel(&samples, 0)?;
    Ok(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_short_and_not_loud() {
        for sound in [Sound::Flip, Sound::Step, Sound::Capture, Sound::Win, Sound::Refusal] {
            let parts = sound.parts();
            let end = parts.iter().map(|part| part.at + part.fades).fold(0.0, f64::max);
            assert!(end <= if sound == Sound::Win { 1.2 } else { 0.3 }, "{sound:?}");
            assert!(parts.iter().all(|part| part.volume <= 1.0 && part.fades > 0.004), "{sound:?}");
        }
    }
}

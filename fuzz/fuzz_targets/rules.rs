//! Rule sets: what is read is written in one way, and no value gets in that cannot be written.
//!
//! The input is the text, and each of its parts the value of each parameter.
#![no_main]

use std::str;

use banqi::{Parameter, Preset, Rules};
use banqi_referee::Referee;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = str::from_utf8(data) {
        rules(text);
        text.split([':', ',', '=']).for_each(value);
    }
});

fn rules(text: &str) {
    let read: Result<Rules, _> = text.parse();
    assert_eq!(read.is_ok(), Referee::new(text, None).is_ok(), "the independent referee reads {text:?} alike");
    let rules = match read {
        Ok(rules) => rules,
        Err(error) => {
            assert!(error.to_string().len() < 1000, "an error quotes a long text in part");
            return;
        }
    };
    let written = rules.to_string();
    let again: Rules = written.parse().expect("what is written is read");
    assert_eq!(again, rules);
    assert_eq!(again.preset(), rules.preset(), "the preset named is kept");
    assert_eq!(again.to_string(), written);
    assert_eq!(Rules::new(rules.preset(), *rules.parameters()).map(|rules| rules.to_string()), Ok(written.clone()));

    // Only what differs from the preset is written, in the order of the parameters.
    let preset = rules.preset().parameters();
    let changes: Vec<String> = Parameter::ALL
        .into_iter()
        .filter(|&parameter| rules.value(parameter) != preset.value(parameter))
        .map(|parameter| format!("{parameter}={}", rules.value(parameter)))
        .collect();
    let separator = if changes.is_empty() { "" } else { ":" };
    assert_eq!(written, format!("{}{separator}{}", rules.preset(), changes.join(",")));
}

/// A value has one spelling; on an error nothing changes.
fn value(text: &str) {
    let preset = Preset::default();
    for parameter in Parameter::ALL {
        let before = preset.parameters();
        let mut after = before;
        match after.set(parameter, text) {
            Ok(()) => {
                assert_eq!(after.value(parameter), text, "{parameter}");
                assert_eq!(format!("{preset}:{parameter}={text}").parse(), Rules::new(preset, after));
                after.set(parameter, &before.value(parameter)).expect("what is written is read");
            }
            Err(error) => assert!(error.to_string().len() < 1000, "an error quotes a long text in part"),
        }
        assert_eq!(after, before, "nothing else is set");
    }
}

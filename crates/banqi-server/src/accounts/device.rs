//! What somebody is signed in on.

/// No longer than this is said about it.
const LONGEST: usize = 40;
/// Nobody looks further into what a browser says.
const LOOKED_AT: usize = 512;

/// Browsers by what only they say: most say that they are those below them as well.
const BROWSERS: &[(&str, &str)] = &[
    ("MicroMessenger/", "WeChat"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// What a `User-Agent` says, so that a player knows the device again: `Firefox, Linux`. Of another program its own name.
pub(crate) fn device(user_agent: &str) -> String {
    let end = user_agent.char_indices().nth(LOOKED_AT).map_or(user_agent.len(), |(end, _)| end);
    let said = &user_agent[..end];
    let find =
        |table: &[(&str, &'static str)]| table.iter().find(|(word, _)| said.contains(word)).map(|(_, name)| *name);
    match (find(BROWSERS), find(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => system.to_owned(),
        (None, None) => {
            let is_plain = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '.' | '/' | '-');
            let program: String = said.chars().take_while(is_plain).take(LONGEST).collect();
            if program.is_empty() { "unknown".to_owned() } else { program }
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux")]
    #[case(
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 \
         Edg/126.0.0.0",
        "Edge, Windows"
    )]
    #[case(
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile \
         Safari/537.36",
        "Chrome, Android"
    )]
    #[case(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Mobile/15E148 Safari/604.1",
        "Safari, iPhone"
    )]
    #[case(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Safari/605.1.15",
        "Safari, macOS"
    )]
    #[case("curl/8.5.0", "curl/8.5.0")]
    #[case("", "unknown")]
    #[case("<script>alert(1)</script>", "unknown")]
    #[case("banqi-load/0.1.0 (a program)", "banqi-load/0.1.0")]
    fn devices(#[case] user_agent: &str, #[case] expected: &str) {
        assert_eq!(device(user_agent), expected);
    }

    #[test]
    fn it_is_short_whatever_is_said() {
        for said in ["a".repeat(10_000), "é".repeat(10_000), format!("{}Firefox/1 Linux", "x".repeat(600))] {
            assert!(device(&said).chars().count() <= LONGEST);
        }
    }
}

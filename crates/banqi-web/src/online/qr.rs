//! A link as a picture that a phone reads.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// The path of a QR code's dark modules and how many modules it is wide, with the quiet zone of four that the standard asks
/// for. None for a text that is too long for one.
pub(crate) fn path(text: &str) -> Option<(String, i32)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        // A run of dark modules is one rectangle.
        let mut x = 0;
        while x < size {
            let end = (x..size).find(|&x| !code.get_module(x, y)).unwrap_or(size);
            let run = end - x;
            if run > 0 {
                // A text takes whatever is written to it.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + 4, y + 4);
            }
            x = end + 1;
        }
    }
    Some((path, size + 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_are_those_of_every_code() {
        let (path, width) = path("https://banqi.example/g/0123456789abcdef").expect("short enough");
        // 40 bytes at level M take version 3, which is 29 modules wide.
        assert_eq!(width, 29 + 8);
        // The finder patterns: seven dark modules at the top on either side, and again below.
        for start in ["M4 4h7v1h-7z", "M26 4h7v1h-7z", "M4 26h7v1h-7z", "M4 5h1v1h-1z", "M6 6h3v1h-3z"] {
            assert!(path.contains(start), "{start}");
        }
    }

    #[test]
    fn what_is_too_long_has_none() {
        assert_eq!(path(&"x".repeat(3000)), None);
    }
}

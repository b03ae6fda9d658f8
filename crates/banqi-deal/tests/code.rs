//! The code of a seal, as people write and read it.

use banqi_deal::{SealCode, SealCodeError, SealHash};
use proptest::prelude::*;
use rstest::rstest;

fn code(bytes: [u8; 10]) -> SealCode {
    let mut hash = [0; 32];
    hash[..10].copy_from_slice(&bytes);
    SealHash::from_bytes(hash).code()
}

/// By hand: five bits a character, the highest first.
#[rstest]
#[case([0; 10], "0000-0000-0000-0000")]
#[case([0xff; 10], "ZZZZ-ZZZZ-ZZZZ-ZZZZ")]
// 00001 then zeros; zeros, then 00001.
#[case([0x08, 0, 0, 0, 0, 0, 0, 0, 0, 0], "1000-0000-0000-0000")]
#[case([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "0000-0000-0000-0001")]
// 00000 00001 00010 00011 00100 00101 00110 00111, then 01000 and so on to 01111.
#[case([0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf], "0123-4567-89AB-CDEF")]
// 10000 to 11111.
#[case([0x84, 0x65, 0x3a, 0x56, 0xd7, 0xc6, 0x75, 0xbe, 0x77, 0xdf], "GHJK-MNPQ-RSTV-WXYZ")]
fn a_code_has_five_bits_a_character(#[case] bytes: [u8; 10], #[case] written: &str) {
    assert_eq!(code(bytes).to_string(), written);
    assert_eq!(written.parse(), Ok(code(bytes)));
}

#[rstest]
#[case("3nf2-e3a0-z9h9-a8hc")]
#[case("3NF2E3A0Z9H9A8HC")]
#[case(" 3NF2 E3A0 Z9H9 A8HC ")]
#[case("3-N-F-2--E3AO-z9h9-a8hc")]
fn case_hyphens_and_spaces_do_not_count(#[case] text: &str) {
    assert_eq!(text.parse::<SealCode>().map(|code| code.to_string()), Ok("3NF2-E3A0-Z9H9-A8HC".to_string()));
}

#[test]
fn what_looks_like_a_digit_is_one() {
    assert_eq!(
        "0O o1-IiLl-0000-0000".parse::<SealCode>().map(|code| code.to_string()),
        Ok("0001-1111-0000-0000".into())
    );
}

#[rstest]
#[case("", SealCodeError::Length { found: 0 })]
#[case("3NF2-E3A0-Z9H9-A8H", SealCodeError::Length { found: 15 })]
#[case("3NF2-E3A0-Z9H9-A8HC-0", SealCodeError::Length { found: 17 })]
#[case("3NF2-E3A0-Z9H9-A8HU", SealCodeError::Character { at: 19, found: 'U' })]
#[case("3NF2_E3A0-Z9H9-A8HC", SealCodeError::Character { at: 5, found: '_' })]
#[case("暗", SealCodeError::Character { at: 1, found: '暗' })]
// Upper case is ASCII's: the letters that only look like I and S are none.
#[case("ıſ", SealCodeError::Character { at: 1, found: 'ı' })]
fn what_is_no_code_is_refused_with_its_reason(#[case] text: &str, #[case] error: SealCodeError) {
    assert_eq!(text.parse::<SealCode>(), Err(error));
    assert!(error.to_string().starts_with("seal code: "));
}

proptest! {
    #[test]
    fn written_and_read_again_it_is_the_same(bytes: [u8; 10]) {
        let code = code(bytes);
        let written = code.to_string();
        prop_assert_eq!(written.len(), 19);
        prop_assert_eq!(written.parse(), Ok(code));
        prop_assert_eq!(written.to_lowercase().replace('-', "").replace('0', "o").replace('1', "l").parse(), Ok(code));
    }

    #[test]
    fn other_bytes_are_another_code(bytes: [u8; 10], at in 0_usize..10, mask in 1_u8..=255) {
        let mut other = bytes;
        other[at] ^= mask;
        prop_assert_ne!(code(bytes), code(other));
        prop_assert_ne!(code(bytes).to_string(), code(other).to_string());
    }

    #[test]
    fn reading_never_panics(text: String) {
        let _ = text.parse::<SealCode>();
    }

    #[test]
    fn what_is_read_has_one_spelling(text in "[0-9a-zA-Z -]{16,20}") {
        if let Ok(code) = text.parse::<SealCode>() {
            prop_assert_eq!(code.to_string().parse(), Ok(code));
        }
    }
}

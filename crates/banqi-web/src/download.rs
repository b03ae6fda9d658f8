//! A text that the browser saves as a file.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlElement, Url};

/// Has the browser save a text under this name.
///
/// # Errors
///
/// What the browser said when it refused.
pub(crate) fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let blob = Blob::new_with_str_sequence(&Array::of1(&text.into()))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlElement = document().create_element("a")?.unchecked_into();
    link.set_attribute("href", &address)?;
    link.set_attribute("download", name)?;
    link.click();
    // The browser has taken hold of it by now.
    Url::revoke_object_url(&address)
}

//! Numbers as they stand in the document.

use std::fmt;

/// A length or coordinate, written to the hundredth and without zeros that say nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes -0 a 0.
        ((self.0 * 100.0).round() / 100.0 + 0.0).fmt(f)
    }
}

/// A place in the picture, in pixels from its upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    #[must_use]
    pub(crate) fn moved(self, x: f64, y: f64) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.001, 1.0, 0.1 + 0.2, -12.345_678, 72.24].map(|number| Number(number).to_string());
        assert_eq!(written, ["0", "0", "1", "0.3", "-12.35", "72.24"]);
    }
}

//! Game records as text.

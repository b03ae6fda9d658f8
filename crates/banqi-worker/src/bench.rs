//! The engine's bench in the browser, for tests: whether it searches there as elsewhere, and how fast.

use std::str::FromStr;

use banqi_worker::Unreadable;

/// Asked for as `NUMBER bench DEPTH`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bench {
    number: u32,
    depth: u32,
}

impl FromStr for Bench {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (number, depth) = text.split_once(" bench ").ok_or(Unreadable)?;
        let read = |word: &str| word.parse().map_err(|_| Unreadable);
        Ok(Self { number: read(number)?, depth: read(depth)? })
    }
}

impl Bench {
    /// `NUMBER bench NODES`.
    pub(crate) fn answer(self) -> String {
        // Nothing stops it but the end of the worker.
        let nodes = banqi_engine::bench(self.depth, &[], &|| false).map_or(0, |bench| bench.nodes);
        format!("{} bench {nodes}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_the_engines() {
        let bench: Bench = "7 bench 1".parse().expect("a bench");
        let nodes = banqi_engine::bench(1, &[], &|| false).expect("nothing stops it").nodes;
        assert_eq!(bench.answer(), format!("7 bench {nodes}"));
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["7 bench", "7 bench ", "7 bench x", "bench 3", " bench 3", "7 normal 1 action -\n"] {
            assert_eq!(text.parse::<Bench>(), Err(Unreadable), "{text}");
        }
    }
}

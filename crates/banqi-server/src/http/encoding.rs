//! In which encoding a file is sent: RFC 9110, section 12.5.3.

/// How the content of an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    pub(crate) const COMPRESSED: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in HTTP.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// How the name of a file that is written so ends.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }
}

/// The encoding that the request likes best, and of several the first. Nothing else being accepted, the file as it is: an
/// answer that can be read by most is better than none.
pub(crate) fn choose<'a>(
    available: impl Iterator<Item = Encoding>,
    accepted: impl Iterator<Item = &'a str>,
) -> Encoding {
    let accepted: Vec<(&str, f32)> = accepted.map(weighed).collect();
    let weight = |encoding: Encoding| {
        let named = |name: &str| {
            accepted.iter().find(|(accepted, _)| accepted.eq_ignore_ascii_case(name)).map(|(_, weight)| *weight)
        };
        // What is not named is as good as `*`. Without that, the file as it is is the last choice, and others are none.
        let unnamed = if encoding == Encoding::Identity { 0.0001 } else { 0.0 };
        named(encoding.name()).or_else(|| named("*")).unwrap_or(unnamed)
    };
    let mut best = (Encoding::Identity, 0.0);
    for encoding in available {
        let weight = weight(encoding);
        if weight > best.1 {
            best = (encoding, weight);
        }
    }
    best.0
}

/// `gzip;q=0.5` is gzip with weight 0.5. A weight that cannot be read is none.
fn weighed(item: &str) -> (&str, f32) {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().unwrap_or("");
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (name, weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("gzip, deflate, br, zstd", Encoding::Brotli)]
    #[case("gzip", Encoding::Gzip)]
    #[case("br;q=0, gzip", Encoding::Gzip)]
    #[case("br;q=0.5, gzip;q=0.8", Encoding::Gzip)]
    #[case("BR", Encoding::Brotli)]
    #[case("*", Encoding::Brotli)]
    #[case("*;q=0.1, br;q=0", Encoding::Gzip)]
    #[case("identity, br;q=0.5", Encoding::Identity)]
    #[case("br;q=0.5, identity;q=0.2", Encoding::Brotli)]
    #[case("", Encoding::Identity)]
    #[case("zstd", Encoding::Identity)]
    #[case("br;q=nonsense", Encoding::Identity)]
    #[case("*;q=0", Encoding::Identity)]
    fn the_best_of_what_is_accepted(#[case] accepted: &str, #[case] chosen: Encoding) {
        let available = [Encoding::Brotli, Encoding::Gzip, Encoding::Identity].into_iter();
        assert_eq!(choose(available, accepted.split(',').map(str::trim)), chosen);
    }

    #[test]
    fn what_is_not_there_is_not_chosen() {
        assert_eq!(choose([Encoding::Identity].into_iter(), ["br", "gzip"].into_iter()), Encoding::Identity);
    }
}

//! The name that somebody meant.

/// The name nearest to what was written, if one is near enough to be meant.
pub(crate) fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Whoever writes a novel did not mistype a name; comparing it would take long.
    const LONGEST: usize = 40;
    if written.len() > LONGEST {
        return None;
    }
    let written = written.to_lowercase();
    names
        .into_iter()
        .map(|name| (distance(&written, name), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= name.len() / 2)
        .map(|(_, name)| name)
}

/// How many characters to insert, delete or replace: Levenshtein's distance, one row at a time.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, left) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, &right) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn the_nearest_name_is_meant_unless_it_is_far() {
        let names = ["taiwan-chase", "taiwan-classic", "hong-kong"];
        assert_eq!(nearest("taiwan-chaise", names), Some("taiwan-chase"));
        assert_eq!(nearest("HongKong", names), Some("hong-kong"));
        assert_eq!(nearest("xiangqi", names), None);
        assert_eq!(nearest(&"taiwan".repeat(1000), names), None);
    }
}

//! The word that was probably meant.

/// Longer words are never compared, so that the work stays small whatever is typed.
const LONGEST: usize = 64;

/// The known word nearest to `word`, when it is near enough to ask "did you mean …?".
///
/// Upper and lower case of ASCII letters count as equal. Up to a third of the letters may be inserted, removed, replaced or swapped
/// with their neighbour. Among equally near words the first wins.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = lower(word);
    if word.len() > LONGEST {
        return None;
    }
    let mut best = None;
    for candidate in known {
        let letters = lower(candidate);
        let allowed = word.len().max(letters.len()) / 3;
        if letters.len() > LONGEST || word.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let distance = distance(&word, &letters);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn lower(word: &str) -> Vec<char> {
    word.chars().map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The number of single-letter edits and swaps of neighbours between two words.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_near_words_only() {
        let known = ["initial", "maximum", "multiplier", "max"];
        assert_eq!(nearest("inital", known), Some("initial"));
        assert_eq!(nearest("MAXIMUM", known), Some("maximum"));
        assert_eq!(nearest("mutliplier", known), Some("multiplier"));
        assert_eq!(nearest("mix", known), Some("max"));
        assert_eq!(nearest("pods", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"m".repeat(100_000), known), None);
    }

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        assert_eq!(distance(&letters("abcd"), &letters("acbd")), 1);
        assert_eq!(distance(&letters("kitten"), &letters("sitting")), 3);
        assert_eq!(distance(&letters(""), &letters("abc")), 3);
    }
}

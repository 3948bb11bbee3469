//! Labels beside the ends of lines, moved apart so that none covers another.

/// Moves positions apart until they are `gap` from each other, within `top` and `bottom` as far as
/// there is room, each as near to its wish as the ones before allow. Their order stays.
pub(crate) fn spread(wishes: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    // A handful: a sort of the library would be three kilobytes of the page.
    let mut order: Vec<usize> = Vec::with_capacity(wishes.len());
    for (at, wish) in wishes.iter().enumerate() {
        let place = order.partition_point(|&other| wishes[other] <= *wish);
        order.insert(place, at);
    }
    let mut placed = wishes.to_vec();
    let mut lowest = top;
    for &at in &order {
        placed[at] = placed[at].max(lowest);
        lowest = placed[at] + gap;
    }
    let mut highest = bottom;
    for &at in order.iter().rev() {
        placed[at] = placed[at].min(highest);
        highest = placed[at] - gap;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::spread;
    use proptest::prelude::*;

    #[test]
    fn leaves_labels_alone_that_have_room() {
        assert_eq!(spread(&[50.0, 10.0], 15.0, 0.0, 100.0), [50.0, 10.0]);
    }

    #[test]
    fn stacks_labels_at_the_bottom() {
        assert_eq!(spread(&[98.0, 99.0, 97.0], 15.0, 0.0, 100.0), [85.0, 100.0, 70.0]);
    }

    proptest! {
        #[test]
        fn never_overlap_and_stay_inside(wishes in prop::collection::vec(-50.0..250.0_f64, 0..6)) {
            let placed = spread(&wishes, 30.0, 0.0, 200.0);
            for (at, y) in placed.iter().enumerate() {
                prop_assert!((0.0..=200.0).contains(y));
                for (before, other) in placed[..at].iter().enumerate() {
                    prop_assert!((y - other).abs() >= 30.0 - 1e-9);
                    if (wishes[at] - wishes[before]).abs() > 1e-9 {
                        prop_assert_eq!(y > other, wishes[at] > wishes[before]);
                    }
                }
            }
        }
    }
}

//! How close requests, events, runtime calls, processor time and statuses have to be to those of the
//! kubelets that were measured.

#![expect(clippy::expect_used, reason = "tests may fail")]

use std::sync::LazyLock;

use proof::load::{Quantity, Row, Verdict, causes, compared};

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| compared().expect("the data can be compared"));

fn count(pick: impl Fn(&&Row) -> bool) -> usize {
    ROWS.iter().filter(pick).count()
}

/// Means within a tenth or inside the spread of the seeds, but for named exceptions.
#[test]
fn load_is_that_of_real_kubelets() {
    let gaps: Vec<String> = ROWS
        .iter()
        .filter(|row| row.verdict == Verdict::Gap)
        .map(|row| format!("{row:?}"))
        .collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
    // A mechanism that explains nothing any more is to be taken out.
    for mechanism in causes() {
        assert!(count(|row| row.mechanism == Some(mechanism)) > 0, "{mechanism}");
    }
}

/// The shares reached.
#[test]
fn nearly_everything_is_within_a_tenth() {
    assert!(ROWS.len() >= 1500, "{}", ROWS.len());
    let near = count(|row| row.verdict == Verdict::Near);
    assert!(near * 1000 >= ROWS.len() * 960, "{near} of {}", ROWS.len());
    let explained = count(|row| row.verdict == Verdict::Explained);
    assert!(explained <= 39, "{explained}");
}

/// Nothing is excused in how long CrashLoopBackOff is to be seen, in how many containers are
/// removed, in lists, and in what whole kubelets with all their pods did.
#[test]
fn some_numbers_know_no_exception() {
    let strict = [
        Quantity::VisibleMedian,
        Quantity::VisibleP95,
        Quantity::RemoveContainer,
        Quantity::Lists,
        Quantity::AllCalls,
        Quantity::Restarts,
    ];
    for row in ROWS.iter() {
        let whole = row.case == "all" && row.kubelet != "krestart-d300";
        if whole || strict.contains(&row.quantity) {
            assert!(matches!(row.verdict, Verdict::Near | Verdict::Inside), "{row:?}");
        }
    }
}

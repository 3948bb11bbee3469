//! The committed costs have to be those of the fit.

use proof::cost::fits;

#[test]
fn committed_costs_are_those_of_the_fit() {
    for fit in fits().expect("the data can be read") {
        for operation in kubelet::Operation::ALL {
            // What a kill costs is assumed.
            if operation == kubelet::Operation::Kill {
                continue;
            }
            let fitted = fit.costs.iter().find(|(of, _)| *of == operation);
            let fitted = fitted.map_or(0, |(_, ns)| *ns);
            let committed = fit.committed.of(operation);
            assert_eq!(committed, fitted, "{} {operation:?}", fit.process);
        }
    }
}

/// What the fits leave over.
#[test]
fn the_fits_are_as_close_as_said() {
    let [kubelet, apiserver, etcd] = fits().expect("the data can be read");
    for (fit, median, largest) in [
        (&kubelet, 0.05, 0.175),
        (&apiserver, 0.03, 0.20),
        (&etcd, 0.05, 0.17),
    ] {
        let errors = fit.errors();
        assert!(
            errors.0 <= median && errors.1 <= largest,
            "{} {errors:?}",
            fit.process
        );
    }
}

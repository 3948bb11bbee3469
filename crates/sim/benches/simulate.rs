//! How long simulations take: the page's opening scenario under each model, and long runs.

use backoff::GoDuration;
use criterion::{Criterion, criterion_group, criterion_main};
use sim::{Model, Policy, Scenario, simulate};

fn opening(model: Model) -> Scenario {
    let mut scenario = Scenario {
        model,
        ..Scenario::default()
    };
    scenario.workload[0].stagger = GoDuration::from_millis(110);
    scenario
}

fn one_second_cap(release: &str, horizon: GoDuration) -> Scenario {
    let second = GoDuration::from_secs(1);
    Scenario {
        release: release.parse().unwrap_or_default(),
        policies: vec![Policy::exponential("1s", second, second)],
        horizon,
        ..opening(Model::KubeletRelease)
    }
}

fn simulations(criterion: &mut Criterion) {
    let day = GoDuration::from_secs(24 * 3600);
    let half_hour = GoDuration::from_secs(1800);
    let cases = [
        ("two policies, 30m, documented", opening(Model::Documented)),
        (
            "two policies, 30m, back-off object",
            opening(Model::BackoffObject),
        ),
        ("two policies, 30m, kubelet 1.35", opening(Model::KubeletRelease)),
        ("1s cap, 30m, kubelet 1.36", one_second_cap("1.36", half_hour)),
        ("1s cap, 24h, kubelet 1.36", one_second_cap("1.36", day)),
    ];
    let mut group = criterion.benchmark_group("110 pods");
    group.sample_size(10);
    for (name, scenario) in cases {
        assert!(simulate(&scenario).is_ok(), "{name}");
        group.bench_function(name, |bencher| bencher.iter(|| simulate(&scenario)));
    }
    group.finish();
}

criterion_group!(benches, simulations);
criterion_main!(benches);

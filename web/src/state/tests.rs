use super::*;
use crate::field::{GroupField, NodeField, PolicyField};
use backoff::GoDuration;
use proptest::prelude::*;

fn after(state: State, actions: impl IntoIterator<Item = Action>) -> State {
    actions
        .into_iter()
        .fold(Rc::new(state), Reducible::reduce)
        .as_ref()
        .clone()
}

fn opening() -> State {
    State::open("", Theme::Auto)
}

fn written(field: Field, state: &State) -> String {
    field
        .value(&state.scenario)
        .expect("the field exists")
        .to_string()
}

const INITIAL: Field = Field::Policy(0, PolicyField::Initial);

fn typed(field: Field, text: &str) -> Action {
    Action::Type(field, AttrValue::from(text.to_owned()))
}

#[test]
fn a_readable_text_changes_the_scenario_and_stays_until_the_field_is_left() {
    let typing = after(opening(), [typed(INITIAL, "90000ms")]);
    assert_eq!(
        INITIAL.value(&typing.scenario),
        INITIAL.parse(&typing.scenario, "1m30s").ok()
    );
    assert_eq!(typing.typed.get(INITIAL).map(AttrValue::as_str), Some("90000ms"));
    let left = after(typing, [Action::Leave(INITIAL)]);
    assert!(left.typed.iter().next().is_none());
    assert_eq!(written(INITIAL, &left), "1m30s");
}

#[test]
fn an_unreadable_text_stays_as_typed_and_the_last_value_stays_in_force() {
    let state = after(
        opening(),
        [typed(INITIAL, "7s"), typed(INITIAL, "7"), Action::Leave(INITIAL)],
    );
    assert_eq!(state.typed.get(INITIAL).map(AttrValue::as_str), Some("7"));
    assert_eq!(written(INITIAL, &state), "7s");
    let slid = after(state, [Action::Slide(INITIAL, GoDuration::from_secs(2).nanos())]);
    assert!(
        slid.typed.iter().next().is_none(),
        "the slider replaces what was typed"
    );
    assert_eq!(written(INITIAL, &slid), "2s");
}

#[test]
fn a_removed_policy_takes_its_texts_along_and_others_keep_theirs() {
    let second = Field::Policy(1, PolicyField::Max);
    let state = after(
        opening(),
        [
            typed(INITIAL, "x"),
            typed(second, "y"),
            Action::Baseline(1),
            Action::RemovePolicy(0),
        ],
    );
    let moved = Field::Policy(0, PolicyField::Max);
    assert_eq!(
        state.typed.iter().collect::<Vec<_>>(),
        [&(moved, AttrValue::from("y"))]
    );
    assert_eq!(state.scenario.baseline, 0);
    assert_eq!(state.scenario.policies.len(), 1);
    let last = after(state.clone(), [Action::RemovePolicy(0)]);
    assert_eq!(last, state, "the last policy stays");
}

#[test]
fn an_action_without_effect_keeps_the_state_itself() {
    let state = Rc::new(opening());
    for action in [
        Action::Leave(INITIAL),
        Action::Baseline(7),
        Action::RemoveGroup(0),
        Action::Model(state.scenario.model),
        Action::DismissNotices,
        Action::View(View::Playground),
    ] {
        let next = Reducible::reduce(Rc::clone(&state), action.clone());
        assert!(Rc::ptr_eq(&next, &state), "{action:?}");
    }
}

#[test]
fn only_deliberate_steps_are_undone_by_back() {
    let policy = opening().scenario.policies[1].clone();
    let state = after(
        opening(),
        [
            typed(INITIAL, "1s"),
            Action::AddPolicy,
            Action::Theme(Theme::Dark),
        ],
    );
    assert_eq!(state.visits, 0);
    let state = after(
        state,
        [
            Action::Replace(0, policy.clone()),
            Action::Adopt(policy),
            Action::View(View::Configuration),
        ],
    );
    assert_eq!(state.visits, 3);
}

#[test]
fn a_value_beyond_its_limit_is_refused_at_the_field_and_the_last_one_stays_in_force() {
    use GroupField::{List, Pods};
    let list = after(
        opening(),
        [Action::Run(
            ContainerAt {
                group: 0,
                beside: None,
            },
            RunKind::List,
        )],
    );
    for (field, text, allowed) in [
        (Field::Group(0, Pods), "5000", "1 to 1000"),
        (Field::Group(0, Pods), "0", "1 to 1000"),
        (Field::Group(0, List), "1s, 1000h", "0s to 168h"),
        (INITIAL, "25h", "0s to 24h"),
        (Field::Policy(0, PolicyField::Name), "", "1 to 60"),
        (Field::Horizon, "1ms", "1s to 168h"),
        (Field::Node(NodeField::RelistPeriod), "1ms", "100ms to 5m"),
        (Field::Node(NodeField::MaxPods), "50", "110 pods"),
    ] {
        let state = after(list.clone(), [typed(field, text), Action::Leave(field)]);
        assert_eq!(state.scenario, list.scenario, "{field:?}");
        assert_eq!(state.typed.get(field).map(AttrValue::as_str), Some(text));
        let message = field.parse(&state.scenario, text).unwrap_err();
        assert!(
            message.contains(allowed) && message.contains("last value"),
            "{message}"
        );
    }
}

#[test]
fn a_refused_text_comes_into_force_when_another_change_allows_it() {
    let max_pods = Field::Node(NodeField::MaxPods);
    let state = after(
        opening(),
        [
            typed(max_pods, "50"),
            typed(Field::Group(0, GroupField::Pods), "40"),
        ],
    );
    assert_eq!(state.scenario.node.max_pods, 50);
    assert_eq!(state.typed.get(max_pods), None);
}

#[test]
fn a_group_is_added_where_the_node_has_room_and_the_room_is_known_before() {
    let pods = |state: &State| {
        let groups = state.scenario.workload.iter();
        groups.map(|group| group.pods).collect::<Vec<_>>()
    };
    let full = opening();
    assert_eq!(Room::on(&full.scenario), Room::Pod(0));
    assert_eq!(pods(&after(full.clone(), [Action::AddGroup])), [109, 1]);

    let roomy = after(full, [typed(Field::Node(NodeField::MaxPods), "115")]);
    assert_eq!(Room::on(&roomy.scenario), Room::Free(5));
    assert_eq!(pods(&after(roomy, [Action::AddGroup])), [110, 5]);

    let single = State::open("v1;pods=1;maxpods=1", Theme::Auto);
    assert_eq!(Room::on(&single.scenario), Room::None);
    assert_eq!(after(single.clone(), [Action::AddGroup]), single);
}

#[test]
fn a_loop_follows_the_release_until_it_is_changed_and_again_when_it_is_the_same() {
    let relist = Field::Node(NodeField::Relist);
    let usual = written(relist, &opening());
    let slow = after(opening(), [typed(relist, "40ms")]);
    assert_eq!(slow.scenario.node.loops.relist, Some(GoDuration::from_millis(40)));
    let back = after(slow, [typed(relist, &usual)]);
    assert_eq!(back.scenario, opening().scenario);
}

#[test]
fn a_container_beside_takes_its_texts_along() {
    let name = |at| Field::Beside(0, at, GroupField::Fixed);
    let state = after(
        opening(),
        [
            Action::AddBeside(0),
            Action::AddBeside(0),
            typed(name(0), "x"),
            typed(name(1), "y"),
            Action::RemoveBeside(0, 0),
        ],
    );
    assert_eq!(state.scenario.workload[0].beside.len(), 1);
    let texts: Vec<_> = state.typed.iter().collect();
    assert_eq!(texts, [&(name(0), AttrValue::from("y"))]);
}

fn field() -> impl Strategy<Value = Field> {
    use PolicyField::{Delay, Initial, Max, Multiplier, ResetAfter, Steps};
    prop_oneof![
        (
            0..5_usize,
            prop::sample::select(vec![
                PolicyField::Name,
                Initial,
                Multiplier,
                Max,
                Delay,
                Steps,
                ResetAfter
            ])
        )
            .prop_map(|(at, field)| Field::Policy(at, field)),
        (
            0..4_usize,
            prop::sample::select(vec![
                GroupField::Pods,
                GroupField::Fixed,
                GroupField::Max,
                GroupField::Median,
                GroupField::Growth,
                GroupField::List,
                GroupField::ExitCode,
                GroupField::DownFrom,
                GroupField::RecoversAt
            ])
        )
            .prop_map(|(at, field)| Field::Group(at, field)),
        (
            0..4_usize,
            prop::sample::select(vec![GroupField::CreateLatency, GroupField::Stagger])
        )
            .prop_map(|(at, field)| Field::Group(at, field)),
        (
            0..2_usize,
            0..3_usize,
            prop::sample::select(vec![
                GroupField::Name,
                GroupField::Fixed,
                GroupField::Max,
                GroupField::ExitCode
            ])
        )
            .prop_map(|(group, at, field)| Field::Beside(group, at, field)),
        prop::sample::select(vec![
            NodeField::MaxPods,
            NodeField::EventQps,
            NodeField::RestartsAt,
            NodeField::RelistPeriod,
            NodeField::Kill
        ])
        .prop_map(Field::Node),
        Just(Field::Horizon),
        Just(Field::Seed),
        Just(Field::Seeds),
    ]
}

fn container() -> impl Strategy<Value = ContainerAt> {
    (0..4_usize, prop::option::of(0..3_usize)).prop_map(|(group, beside)| ContainerAt { group, beside })
}

fn action() -> impl Strategy<Value = Action> {
    let text = prop_oneof![".{0,12}", "[0-9]{1,4}(ms|s|m|h)?", "[0-9]{1,25}"].prop_map(AttrValue::from);
    let at = 0..5_usize;
    prop_oneof![
        4 => (field(), text.clone()).prop_map(|(field, text)| Action::Type(field, text)),
        2 => field().prop_map(Action::Leave),
        2 => (field(), any::<i64>()).prop_map(|(field, whole)| Action::Slide(field, whole)),
        1 => Just(Action::AddPolicy),
        1 => at.clone().prop_map(Action::CopyPolicy),
        1 => at.clone().prop_map(Action::RemovePolicy),
        1 => at.clone().prop_map(Action::Baseline),
        1 => (at.clone(), prop::sample::select(Growth::ALL.to_vec())).prop_map(|(at, growth)| Action::Growth(at, growth)),
        1 => (at.clone(), any::<bool>()).prop_map(|(at, twice)| Action::ResetTwiceMax(at, twice)),
        1 => Just(Action::AddGroup),
        1 => at.clone().prop_map(Action::RemoveGroup),
        1 => (container(), prop::sample::select(RunKind::ALL.to_vec())).prop_map(|(at, kind)| Action::Run(at, kind)),
        1 => (container(), prop::sample::select(vec![Ending::Exit, Ending::Probe, Ending::PostStart]))
            .prop_map(|(at, ending)| Action::Ends(at, ending)),
        1 => at.clone().prop_map(Action::AddBeside),
        1 => (at.clone(), 0..3_usize).prop_map(|(group, beside)| Action::RemoveBeside(group, beside)),
        1 => (at.clone(), 0..3_usize).prop_map(|(group, beside)| Action::Role(group, beside, Role::Init)),
        1 => any::<bool>().prop_map(Action::KubeletRestarts),
        1 => prop::sample::select(vec![Model::BackoffObject, Model::KubeletRelease]).prop_map(Action::Model),
        1 => (at.clone(), any::<bool>()).prop_map(|(at, goes_down)| Action::GoesDown(at, goes_down)),
        1 => (at.clone(), any::<bool>()).prop_map(|(at, recovers)| Action::Recovers(at, recovers)),
        1 => (at, any::<u32>()).prop_map(|(policy, first)| Action::Lanes(Lanes::Containers { policy, first })),
        1 => text.prop_map(Action::Open),
        1 => (any::<i64>(), 0..20_usize).prop_map(|(at_ns, lane)| Action::Cursor(Some(Cursor { at_ns, lane }))),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_the_state_stays_consistent(actions in prop::collection::vec(action(), 0..40)) {
        let mut state = Rc::new(opening());
        for action in actions {
            state = Reducible::reduce(state, action);
            let scenario = &state.scenario;
            prop_assert!((1..=4).contains(&scenario.policies.len()));
            prop_assert!((1..=16).contains(&scenario.workload.len()));
            prop_assert!((scenario.baseline as usize) < scenario.policies.len());
            for (field, text) in state.typed.iter() {
                // A text that reads is in force; one that does not never changed anything.
                if let Ok(value) = field.parse(scenario, text) {
                    prop_assert_eq!(field.value(scenario), Some(value));
                }
            }
        }
    }

    #[test]
    fn a_slider_shows_the_stop_it_was_moved_to(field in field(), position in 0..40_usize) {
        let Some(scale) = field.scale() else { return Ok(()) };
        let state = after(opening(), [Action::Slide(field, scale.at(position))]);
        if let Some(value) = field.value(&state.scenario) {
            prop_assert_eq!(value.whole(), Some(scale.at(position)));
            prop_assert_eq!(value.whole().map(|whole| scale.position(whole)), Some(position.min(scale.last())));
        }
    }

    #[test]
    fn what_is_shared_opens_the_same_page(actions in prop::collection::vec(action(), 0..20)) {
        let state = after(opening(), actions);
        if sim::limits::check(&state.scenario).is_empty() {
            let opened = State::open(&state.fragment(), Theme::Auto);
            prop_assert_eq!(&opened.scenario, &state.scenario);
            prop_assert_eq!(opened.view, state.view);
            prop_assert!(opened.notices.is_empty());
        }
    }
}

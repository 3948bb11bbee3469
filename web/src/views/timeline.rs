//! The timeline: pointer and keyboard move a playhead, and each wait says why.

use figure::{Kind, Lanes as Drawn};
use shared::select::select;
use sim::{Container, Scenario, Timeline as Restarts, words};
use yew::{AttrValue, Callback, Html, InputEvent, KeyboardEvent, Properties, TargetCast, component, html};

use crate::components::chart::{Canvas, Chart, Pointed, Screen, Shown};
use crate::components::swatch::policy_class;
use crate::run::Picture;
use crate::state::{Action, Cursor, LANES_ON_A_PAGE, Lanes};
use crate::texts;

/// What the timeline shows.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
    pub(crate) lanes: Lanes,
    pub(crate) screen: Screen,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) point: Callback<Pointed>,
    pub(crate) send: Callback<Action>,
}

/// The lanes for the drawing functions.
pub(crate) const fn drawn(lanes: Lanes) -> Drawn {
    match lanes {
        Lanes::Policies { container } => Drawn::PerPolicy { container },
        Lanes::Containers { policy, first } => Drawn::PerContainer {
            policy,
            first,
            count: LANES_ON_A_PAGE,
        },
    }
}

/// A lane of the timeline: the policy and the container.
#[derive(Copy, Clone)]
struct Lane {
    policy: usize,
    container: u32,
}

/// The lanes in order.
fn all(picture: &Picture, lanes: Lanes) -> Vec<Lane> {
    match lanes {
        Lanes::Policies { container } => (0..picture.results.outcomes.len())
            .map(|policy| Lane { policy, container })
            .collect(),
        Lanes::Containers { policy, first } => {
            let end = containers(picture).min(first.saturating_add(LANES_ON_A_PAGE));
            (first..end).map(|container| Lane { policy, container }).collect()
        }
    }
}

fn containers(picture: &Picture) -> u32 {
    picture
        .results
        .outcomes
        .first()
        .map_or(0, |outcome| outcome.timeline.len())
}

fn restarts(picture: &Picture, lane: Lane) -> Option<&Restarts> {
    picture
        .results
        .outcomes
        .get(lane.policy)
        .map(|outcome| &outcome.timeline)
}

#[component]
pub(crate) fn Timeline(props: &Props) -> Html {
    let Props {
        picture,
        lanes,
        screen,
        cursor,
        point,
        send,
    } = props;
    let onkeydown = {
        let (picture, lanes, cursor, send) = (picture.clone(), *lanes, *cursor, send.clone());
        Callback::from(move |event: KeyboardEvent| {
            // With another key held the browser means something else, Back for example.
            if event.alt_key() || event.ctrl_key() || event.meta_key() {
                return;
            }
            if let Some(action) = moved(&event.key(), &all(&picture, lanes), &picture, cursor) {
                event.prevent_default();
                send.emit(action);
            }
        })
    };
    let horizon_ns = picture.scenario.horizon.nanos();
    let lines = readout(picture, *lanes, *cursor);
    let spoken: AttrValue = match cursor {
        Some(cursor) => {
            let lines: Vec<_> = lines
                .iter()
                .map(|line| format!("{}, {}", line.name, line.what))
                .collect();
            format!("{}. {}", texts::playhead(cursor.at_ns), lines.join(". ")).into()
        }
        None => texts::PLAYHEAD_HELP.into(),
    };
    let shown = Shown {
        kind: Kind::Timeline,
        picture: picture.clone(),
        lanes: drawn(*lanes),
        screen: *screen,
    };
    html! {
        <Chart shown={shown.clone()}>
            {lane_choice(picture, *lanes, send)}
            <div
                class="track"
                role="slider"
                tabindex="0"
                aria-label={texts::PLAYHEAD}
                aria-valuemin="0"
                aria-valuemax={(horizon_ns / 1_000_000).to_string()}
                aria-valuenow={(cursor.map_or(0, |cursor| cursor.at_ns) / 1_000_000).to_string()}
                aria-valuetext={spoken}
                {onkeydown}
            >
                <Canvas {shown} cursor_ns={cursor.map(|cursor| cursor.at_ns)} {point} />
            </div>
            <div class="readout" id="readout">
                { match cursor {
                    Some(cursor) => html! {
                        <>
                            <p class="at">{texts::playhead(cursor.at_ns)}</p>
                            <ul>
                                { for lines.into_iter().map(|line| html! {
                                    <li><strong class={policy_class(line.policy)}>{line.name}</strong>{" "}{line.what}</li>
                                }) }
                            </ul>
                        </>
                    },
                    None => html! { <p class="muted">{texts::PLAYHEAD_HELP}</p> },
                } }
            </div>
        </Chart>
    }
}

struct Line {
    policy: usize,
    name: String,
    what: String,
}

/// What the lanes do at the playhead: every policy, or the one container that was pointed at.
fn readout(picture: &Picture, lanes: Lanes, cursor: Option<Cursor>) -> Vec<Line> {
    let Some(cursor) = cursor else { return Vec::new() };
    let rows = all(picture, lanes);
    let rows = match lanes {
        Lanes::Policies { .. } => rows.as_slice(),
        Lanes::Containers { .. } => rows.get(cursor.lane..=cursor.lane).unwrap_or_default(),
    };
    let line = |lane: &Lane| {
        let restarts = restarts(picture, *lane)?;
        let what = words::explain_at(
            &picture.scenario,
            lane.policy,
            restarts,
            lane.container,
            cursor.at_ns,
        )?;
        let name = match lanes {
            Lanes::Policies { .. } => picture.scenario.policies.get(lane.policy)?.name.clone(),
            Lanes::Containers { .. } => texts::container(lane.container),
        };
        Some(Line {
            policy: lane.policy,
            name,
            what,
        })
    };
    rows.iter().filter_map(line).collect()
}

/// Where a key moves the playhead; `None` for a key that does not.
fn moved(key: &str, rows: &[Lane], picture: &Picture, cursor: Option<Cursor>) -> Option<Action> {
    let Cursor { at_ns, lane } = cursor.unwrap_or(Cursor { at_ns: -1, lane: 0 });
    let row = *rows.get(lane)?;
    let restarts = restarts(picture, row)?;
    let starts = || restarts.segments(row.container).map(|segment| segment.from_ns);
    let place = |at_ns: i64, lane| {
        let at_ns = at_ns.max(0);
        Some(Action::Cursor(Some(Cursor { at_ns, lane })))
    };
    let to = |at_ns| place(at_ns, lane);
    let to_lane = |lane: usize| place(at_ns, lane.min(rows.len() - 1));
    match key {
        "ArrowRight" => to(starts().find(|&start| start > at_ns).unwrap_or(at_ns)),
        "ArrowLeft" => to(starts().take_while(|&start| start < at_ns).last().unwrap_or(0)),
        "Home" => to(0),
        "End" => to(starts().last().unwrap_or(0)),
        "ArrowDown" => to_lane(lane + 1),
        "ArrowUp" => to_lane(lane.saturating_sub(1)),
        "Escape" if cursor.is_some() => Some(Action::Cursor(None)),
        _ => None,
    }
}

/// What a container is called, where there are several kinds.
fn name(scenario: &Scenario, container: Container) -> Option<String> {
    let group = scenario.workload.get(usize::from(container.group))?;
    let beside = usize::from(container.member)
        .checked_sub(1)
        .and_then(|at| group.beside.get(at));
    match beside {
        Some(beside) => Some(texts::container_of(&beside.name, &group.name)),
        None if scenario.workload.len() > 1 || !group.beside.is_empty() => Some(group.name.clone()),
        None => None,
    }
}

/// What a lane is, and which containers are shown.
fn lane_choice(picture: &Picture, lanes: Lanes, send: &Callback<Action>) -> Html {
    let scenario: &Scenario = &picture.scenario;
    let of = containers(picture);
    if of < 2 {
        return html! {};
    }
    let policies = scenario
        .policies
        .iter()
        .map(|policy| texts::lane_of_policy(&policy.name).into());
    let options = std::iter::once(AttrValue::from(texts::LANES_POLICIES))
        .chain(policies)
        .collect();
    let (chosen, container) = match lanes {
        Lanes::Policies { container } => (0, container),
        Lanes::Containers { policy, first } => (policy + 1, first),
    };
    let choose = send.reform(move |n: usize| {
        Action::Lanes(match n.checked_sub(1) {
            None => Lanes::Policies { container },
            Some(policy) => Lanes::Containers {
                policy,
                first: container / LANES_ON_A_PAGE * LANES_ON_A_PAGE,
            },
        })
    });
    let named = picture.results.outcomes.first().and_then(|outcome| {
        let container = outcome.timeline.containers().nth(container as usize)?;
        name(scenario, container)
    });
    html! {
        <div class="lanes">
            <label for="lanes">{texts::LANES}</label>
            {select("lanes".into(), None, options, chosen, choose)}
            { match lanes {
                Lanes::Policies { container } => html! {
                    <span>
                        <label for="container">{texts::CONTAINER}</label>
                        <input
                            class="slider"
                            id="container"
                            type="range"
                            min="1"
                            max={of.to_string()}
                            value={(container + 1).to_string()}
                            oninput={send.reform(|event: InputEvent| {
                                let input: web_sys::HtmlInputElement = event.target_unchecked_into();
                                let number = input.value().parse::<u32>().unwrap_or(1);
                                Action::Lanes(Lanes::Policies { container: number.saturating_sub(1) })
                            })}
                        />
                        <span class="muted">
                            {container + 1}{" "}{texts::of_containers(of)}
                            if let Some(named) = named { {", "}{named} }
                        </span>
                    </span>
                },
                Lanes::Containers { policy, first } => {
                    let count = of.saturating_sub(first).min(LANES_ON_A_PAGE);
                    let page = move |first: u32| Action::Lanes(Lanes::Containers { policy, first });
                    html! {
                        <span>
                            <button
                                type="button"
                                aria-label={texts::EARLIER}
                                disabled={first == 0}
                                onclick={send.reform(move |_| page(first.saturating_sub(LANES_ON_A_PAGE)))}
                            >{"‹"}</button>
                            <span class="muted">{texts::containers_shown(first, count, of)}</span>
                            <button
                                type="button"
                                aria-label={texts::LATER}
                                disabled={first + count >= of}
                                onclick={send.reform(move |_| page(first + LANES_ON_A_PAGE))}
                            >{"›"}</button>
                        </span>
                    }
                }
            } }
        </div>
    }
}

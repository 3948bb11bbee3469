//! The page in the fragment of its address: the scenario's permalink and the part that is shown.

use sim::permalink::{self, Notice};
use sim::{Model, Scenario};

use crate::state::View;

/// The page's own key beside those of the scenario.
const CONFIGURATION: &str = "view=configuration";

/// What a fragment opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) scenario: Scenario,
    pub(crate) view: View,
    pub(crate) notices: Vec<Notice>,
}

/// What the page shows before it is touched. An empty permalink, `v1`, keeps meaning the scenario
/// that it always meant.
pub(crate) fn opening() -> Scenario {
    Scenario {
        model: Model::KubeletRelease,
        ..Scenario::default()
    }
}

/// Writes the fragment, without `#`.
pub(crate) fn write(scenario: &Scenario, view: View) -> String {
    let mut fragment = permalink::encode(scenario);
    if view == View::Configuration {
        fragment.push(';');
        fragment.push_str(CONFIGURATION);
    }
    fragment
}

/// Reads a fragment, with or without `#`. An empty one opens the page as it comes.
pub(crate) fn read(fragment: &str) -> Opened {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let (permalink, view) = match fragment.strip_suffix(CONFIGURATION) {
        Some(rest) => (rest.strip_suffix(';').unwrap_or(rest), View::Configuration),
        None => (fragment, View::Playground),
    };
    if permalink.is_empty() {
        return Opened {
            scenario: opening(),
            view,
            notices: Vec::new(),
        };
    }
    let (scenario, notices) = permalink::decode(permalink);
    Opened {
        scenario,
        view,
        notices,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_parts_of_the_page_have_an_address() {
        for view in [View::Playground, View::Configuration] {
            let opened = read(&format!("#{}", write(&Scenario::default(), view)));
            assert_eq!(
                opened,
                Opened {
                    scenario: Scenario::default(),
                    view,
                    notices: vec![]
                }
            );
        }
        assert_eq!(read("view=configuration").view, View::Configuration);
        assert_eq!(read("#").scenario, opening());
        assert_eq!(read("#v1").scenario, Scenario::default());
    }

    proptest! {
        #[test]
        fn any_fragment_opens_something_that_can_be_simulated(fragment in ".{0,200}") {
            prop_assert_eq!(sim::limits::check(&read(&fragment).scenario), vec![]);
        }
    }
}

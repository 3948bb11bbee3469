//! The tokens of the page and the colours of the figures are the same, and can be told apart.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a helper of a test fails the test"
)]

use std::collections::BTreeMap;

use figure::{Color, FONT, Theme};

const CSS: &str = include_str!("../../../assets/tokens.css");

type Tokens = BTreeMap<String, Color>;

/// The colours of the rule that follows a selector, whatever it is indented by.
fn tokens(selector: &str) -> Tokens {
    let rule = format!("{selector} {{");
    let at = CSS.find(&rule).expect("the selector is in the file");
    let body = CSS[at + rule.len()..].split('}').next().unwrap();
    body.lines()
        .filter_map(|line| line.trim().strip_suffix(';')?.split_once(": #"))
        .map(|(name, hex)| (name.to_owned(), Color::hex(u32::from_str_radix(hex, 16).unwrap())))
        .collect()
}

fn light() -> Tokens {
    tokens(":root")
}

fn dark() -> Tokens {
    tokens(":root[data-theme=\"dark\"]")
}

fn named(theme: &Theme) -> Vec<(&'static str, Color)> {
    let [one, two, three, four] = theme.policies;
    vec![
        ("--surface", theme.surface),
        ("--text", theme.text),
        ("--text-muted", theme.muted),
        ("--control", theme.axis),
        ("--grid", theme.grid),
        ("--policy-1", one),
        ("--policy-2", two),
        ("--policy-3", three),
        ("--policy-4", four),
        ("--phase-starting", theme.starting),
        ("--phase-running", theme.running),
        ("--phase-waiting", theme.waiting),
        ("--phase-waiting-hatch", theme.hatch),
        ("--phase-completed", theme.completed),
        ("--limit", theme.limit),
    ]
}

#[test]
fn figures_have_the_colours_of_the_page() {
    for (theme, tokens) in [(Theme::LIGHT, light()), (Theme::DARK, dark())] {
        for (name, color) in named(&theme) {
            assert_eq!(tokens.get(name), Some(&color), "{name}");
        }
    }
    let font = CSS
        .lines()
        .find_map(|line| line.trim().strip_prefix("--font: "))
        .unwrap();
    assert_eq!(font.trim_end_matches(';').replace('"', "'"), FONT);
}

#[test]
fn a_chosen_dark_theme_is_the_same_as_a_preferred_one() {
    assert_eq!(dark(), tokens(":root:not([data-theme=\"light\"])"));
    let names = |tokens: Tokens| tokens.into_keys().collect::<Vec<_>>();
    assert_eq!(names(light()), names(dark()));
}

/// The contrast of WCAG 2.1, 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let luminance = |color: Color| {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[test]
fn text_can_be_read_on_every_ground() {
    for tokens in [light(), dark()] {
        for text in [
            "--text",
            "--text-muted",
            "--focus",
            "--error",
            "--warning",
            "--limit",
            "--policy-1",
            "--policy-2",
            "--policy-3",
            "--policy-4",
        ] {
            for ground in ["--page", "--surface", "--sunken"] {
                let found = contrast(tokens[text], tokens[ground]);
                assert!(found >= 4.5, "{text} on {ground}: {found:.2}");
            }
        }
        assert!(contrast(tokens["--text"], tokens["--phase-waiting"]) >= 4.5);
    }
}

#[test]
fn marks_can_be_seen() {
    for (theme, tokens) in [(Theme::LIGHT, light()), (Theme::DARK, dark())] {
        for mark in [
            "--control",
            "--phase-starting",
            "--phase-running",
            "--phase-waiting-hatch",
            "--phase-completed",
        ] {
            for ground in ["--page", "--surface"] {
                let found = contrast(tokens[mark], tokens[ground]);
                assert!(found >= 3.0, "{mark} on {ground}: {found:.2}");
            }
        }
        assert!(contrast(theme.hatch, theme.waiting) >= 3.0);
        for (n, policy) in theme.policies.into_iter().enumerate() {
            for ground in [theme.waiting, theme.running_ground()] {
                let found = contrast(policy, ground);
                assert!(found >= 3.0, "policy {} on {ground:?}: {found:.2}", n + 1);
            }
        }
    }
}

/// How a colour looks without the red, the green or the blue cones, after Viénot, Brettel and
/// Mollon 1999 for the first two, in linear light.
fn without_red_or_green(color: Color, matrix: [[f64; 3]; 3]) -> [f64; 3] {
    let linear = [color.red, color.green, color.blue].map(|c| (f64::from(c) / 255.0).powf(2.2));
    matrix.map(|row| {
        let sum: f64 = row.iter().zip(linear).map(|(factor, part)| factor * part).sum();
        sum.max(0.0).powf(1.0 / 2.2) * 255.0
    })
}

#[test]
fn policies_differ_without_red_or_green_cones() {
    const PROTAN: [[f64; 3]; 3] = [
        [0.112_38, 0.887_62, 0.0],
        [0.112_38, 0.887_62, 0.0],
        [0.004_01, -0.004_01, 1.0],
    ];
    const DEUTAN: [[f64; 3]; 3] = [
        [0.292_75, 0.707_25, 0.0],
        [0.292_75, 0.707_25, 0.0],
        [-0.022_34, 0.022_34, 1.0],
    ];
    for theme in [Theme::LIGHT, Theme::DARK] {
        for matrix in [PROTAN, DEUTAN] {
            let seen = theme.policies.map(|color| without_red_or_green(color, matrix));
            for (n, one) in seen.iter().enumerate() {
                for (m, other) in seen.iter().enumerate().take(n) {
                    let apart: f64 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum();
                    assert!(
                        apart.sqrt() > 45.0,
                        "policies {} and {}: {:.0}",
                        m + 1,
                        n + 1,
                        apart.sqrt()
                    );
                }
            }
        }
    }
}

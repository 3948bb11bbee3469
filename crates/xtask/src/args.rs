//! The command line of `cargo xtask`.

use crate::help;
use crate::problem::{Problem, Result};
use crate::setup::StdRoute;

/// The port of `serve` unless told otherwise.
const PORT: u16 = 8080;

/// What the caller wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Order {
    Help(&'static str),
    Setup {
        tests: bool,
        std: StdRoute,
    },
    Build {
        debug: bool,
        std: StdRoute,
    },
    Serve {
        port: u16,
        watch: bool,
        debug: bool,
        std: StdRoute,
    },
    ListSteps,
    Test {
        only: Vec<String>,
        keep_going: bool,
        std: StdRoute,
        node_args: Vec<String>,
    },
    Bench {
        std: StdRoute,
    },
    Size,
    Proof,
}

/// The options of a command: those that take a value, and those that do not.
struct Grammar {
    command: &'static str,
    help: &'static str,
    valued: &'static [&'static str],
    plain: &'static [&'static str],
    /// Whether words after `--` are taken.
    trailing: bool,
}

const GRAMMARS: &[Grammar] = &[
    Grammar {
        command: "setup",
        help: help::SETUP,
        valued: &["--std"],
        plain: &["--tests"],
        trailing: false,
    },
    Grammar {
        command: "build",
        help: help::BUILD,
        valued: &["--std"],
        plain: &["--debug"],
        trailing: false,
    },
    Grammar {
        command: "serve",
        help: help::SERVE,
        valued: &["--port", "--std"],
        plain: &["--watch", "--debug"],
        trailing: false,
    },
    Grammar {
        command: "test",
        help: help::TEST,
        valued: &["--only", "--std"],
        plain: &["--keep-going", "--list"],
        trailing: true,
    },
    Grammar {
        command: "bench",
        help: help::BENCH,
        valued: &["--std"],
        plain: &[],
        trailing: false,
    },
    Grammar {
        command: "size",
        help: help::SIZE,
        valued: &[],
        plain: &[],
        trailing: false,
    },
    Grammar {
        command: "proof",
        help: help::PROOF,
        valued: &[],
        plain: &[],
        trailing: false,
    },
];

/// The options found on a command line.
#[derive(Default)]
struct Given {
    help: bool,
    pairs: Vec<(&'static str, String)>,
    trailing: Vec<String>,
}

impl Given {
    fn has(&self, option: &str) -> bool {
        self.pairs.iter().any(|(name, _)| *name == option)
    }

    fn values<'a>(&'a self, option: &'a str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.pairs
            .iter()
            .filter(move |(name, _)| *name == option)
            .map(|(_, value)| value.as_str())
    }

    fn std(&self) -> Result<StdRoute> {
        match self.values("--std").next_back() {
            None | Some("auto") => Ok(StdRoute::Auto),
            Some("rustup") => Ok(StdRoute::Rustup),
            Some("from-source") => Ok(StdRoute::FromSource),
            Some(other) => Err(Problem::new(
                format!("--std `{other}` is no route"),
                "give auto, rustup or from-source",
            )),
        }
    }

    fn port(&self) -> Result<u16> {
        self.values("--port").next_back().map_or(Ok(PORT), |text| {
            text.parse().map_err(|_| {
                Problem::new(
                    format!("--port `{text}` is no port"),
                    "give a whole number from 0 to 65535",
                )
            })
        })
    }
}

/// Reads the words after `cargo xtask`.
pub(crate) fn parse(words: &[String]) -> Result<Order> {
    let Some((command, rest)) = words.split_first() else {
        return Ok(Order::Help(help::OVERVIEW));
    };
    if matches!(command.as_str(), "--help" | "-h" | "help") {
        return Ok(Order::Help(help::OVERVIEW));
    }
    let Some(grammar) = GRAMMARS.iter().find(|known| known.command == command) else {
        let names: Vec<_> = GRAMMARS.iter().map(|known| known.command).collect();
        return Err(Problem::new(
            format!("`{command}` is no command"),
            format!("choose one of {}", names.join(", ")),
        ));
    };
    let given = given(grammar, rest)?;
    if given.help {
        return Ok(Order::Help(grammar.help));
    }
    let std = given.std()?;
    let debug = given.has("--debug");
    Ok(match grammar.command {
        "setup" => Order::Setup {
            tests: given.has("--tests"),
            std,
        },
        "build" => Order::Build { debug, std },
        "serve" => Order::Serve {
            port: given.port()?,
            watch: given.has("--watch"),
            debug,
            std,
        },
        "test" if given.has("--list") => Order::ListSteps,
        "test" => Order::Test {
            only: given
                .values("--only")
                .flat_map(|list| list.split(','))
                .map(|name| name.trim().to_owned())
                .collect(),
            keep_going: given.has("--keep-going"),
            std,
            node_args: given.trailing,
        },
        "bench" => Order::Bench { std },
        "proof" => Order::Proof,
        _ => Order::Size,
    })
}

fn given(grammar: &Grammar, words: &[String]) -> Result<Given> {
    let mut found = Given::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if matches!(word.as_str(), "--help" | "-h") {
            found.help = true;
            continue;
        }
        if word == "--" && grammar.trailing {
            found.trailing = words.cloned().collect();
            break;
        }
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        if let Some(option) = grammar.valued.iter().find(|known| **known == name) {
            let value = attached.or_else(|| words.next().cloned()).ok_or_else(|| {
                Problem::new(
                    format!("{option} has no value"),
                    format!("see `cargo xtask {} --help`", grammar.command),
                )
            })?;
            found.pairs.push((option, value));
        } else if let (Some(option), None) = (grammar.plain.iter().find(|known| **known == name), &attached) {
            found.pairs.push((option, String::new()));
        } else {
            return Err(Problem::new(
                format!("`cargo xtask {}` knows no `{word}`", grammar.command),
                format!("see `cargo xtask {} --help`", grammar.command),
            ));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Order> {
        let words: Vec<String> = line.split_whitespace().map(ToOwned::to_owned).collect();
        parse(&words)
    }

    #[test]
    fn defaults_are_release_and_port_8080() {
        assert_eq!(
            read("serve"),
            Ok(Order::Serve {
                port: 8080,
                watch: false,
                debug: false,
                std: StdRoute::Auto
            })
        );
    }

    #[test]
    fn values_are_attached_or_follow() {
        let expected = Ok(Order::Serve {
            port: 0,
            watch: true,
            debug: true,
            std: StdRoute::FromSource,
        });
        assert_eq!(read("serve --port 0 --watch --debug --std from-source"), expected);
        assert_eq!(read("serve --std=from-source --debug --watch --port=0"), expected);
    }

    #[test]
    fn steps_are_listed_or_repeated() {
        let Ok(Order::Test { only, node_args, .. }) = read("test --only fmt,clippy --only unit -- --watch x")
        else {
            panic!("not a test order");
        };
        assert_eq!(only, ["fmt", "clippy", "unit"]);
        assert_eq!(node_args, ["--watch", "x"]);
    }

    #[test]
    fn every_command_explains_itself() {
        assert_eq!(read(""), Ok(Order::Help(help::OVERVIEW)));
        for grammar in GRAMMARS {
            let line = format!("{} --help", grammar.command);
            assert_eq!(read(&line), Ok(Order::Help(grammar.help)));
            assert!(help::OVERVIEW.contains(grammar.command));
            for option in grammar.valued.iter().chain(grammar.plain) {
                assert!(grammar.help.contains(option), "{line}: {option}");
            }
            assert!(grammar.help.contains("Examples"), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, named) in [
            ("fly", "`fly`"),
            ("build --fast", "`--fast`"),
            ("build --debug=yes", "`--debug=yes`"),
            ("serve --port", "--port"),
            ("serve --port 70000", "`70000`"),
            ("serve --port -1", "`-1`"),
            ("setup --std magic", "`magic`"),
            ("size extra", "`extra`"),
            ("build -- x", "`--`"),
        ] {
            let problem = read(line).unwrap_err();
            assert!(problem.what.contains(named), "{line}: {problem}");
            assert!(!problem.remedy.is_empty());
        }
    }
}

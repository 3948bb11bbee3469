//! The command line: subcommands, options and their help.

use crate::config::{self, arguments::Config};
use crate::render::Output;
use crate::snippet::{self, Snippet};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use figure::Kind;
use std::path::PathBuf;

/// Simulates how the kubelet restarts crashing containers.
#[derive(Debug, Parser)]
#[command(
    name = "crashloop",
    version,
    about,
    after_help = "Exit status: 0 success, 1 the input is refused, 2 wrong usage."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulate a scenario and print its numbers
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(Simulate),
    /// Draw a figure of a scenario as SVG or PNG, or write its data as CSV
    #[command(after_help = RENDER_EXAMPLES)]
    Render(Render),
    /// Say what kubelets make of configuration files
    #[command(after_help = config::arguments::EXAMPLES)]
    Config(Config),
    /// Write the configuration that gives a policy
    #[command(after_help = snippet::EXAMPLES)]
    Snippet(Snippet),
    /// Recompute every number that KEP-4603 and KEP-5593 claim
    #[command(after_help = CLAIMS_EXAMPLES)]
    Claims(Claims),
    /// Print every restart of the scenarios on standard input, a JSON object a line
    #[command(after_help = TRACE_EXAMPLES)]
    Trace,
    /// Print the JSON Schema of the scenario document
    #[command(after_help = "Example:\n  crashloop schema > scenario.schema.json")]
    Schema,
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  crashloop completions bash > /etc/bash_completion.d/crashloop")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write one for each subcommand
    #[command(
        after_help = "Examples:\n  crashloop man | man -l -\n  crashloop man /usr/local/share/man/man1"
    )]
    Man {
        /// Folder to write all pages to; it must exist
        dir: Option<PathBuf>,
    },
}

const SIMULATE_EXAMPLES: &str = "\
Without a scenario, a permalink or flags the default scenario is simulated. Flags describe one group of
pods with one container each; further groups and containers need a scenario document or a permalink.

Examples:
  crashloop simulate
  crashloop simulate --init 1s --max 60s --run 10s --pods 110 --k8s 1.35
  crashloop simulate --policy 'Today,10s,2,5m' --policy 'Gentle,1s,1.5,1m' --recovers 10m
  crashloop simulate scenario.yaml --format json
  crashloop simulate --permalink '#v1;init=1s;max=1m;run=10s'
  cat scenario.yaml | crashloop simulate - --format csv";

const RENDER_EXAMPLES: &str = "\
The form follows the ending of the output file: .svg, .png or .csv. On standard output it is SVG.
Further groups of pods and containers need a scenario document or a permalink.

Examples:
  crashloop render --init 1s --max 60s > timeline.svg
  crashloop render scenario.yaml --figure delays --theme dark -o delays.png
  crashloop render scenario.yaml --figure restarts -o restarts.csv";

const CLAIMS_EXAMPLES: &str = "\
A claim holds when every way to read it gives its number, and is a slip when none does.

Examples:
  crashloop claims
  crashloop claims --format markdown > claims.md";

const TRACE_EXAMPLES: &str = "\
Fields of a line: id, initial_ns, max_ns, expiry_ns, runs {prefix, cycle}, n and, where wanted,
gc_every_ns and multiplier. Fields of an answer:
  id      as given
  f       when each run ended, in nanoseconds from the first start
  b       the back-off entry after each restart
  s       when the container started again
  r       0 the entry grew, 1 it was created, 2 it had expired
  counts  restarts before and until 30m, 1h and 24h

Example:
  echo '{\"id\":\"A\",\"initial_ns\":10000000000,\"max_ns\":300000000000,\"expiry_ns\":600000000000,\\
  \"runs\":{\"prefix\":[],\"cycle\":[0]},\"n\":5}' | crashloop trace";

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// How the numbers are written
    #[arg(long, value_enum, default_value_t = SimulateFormat::Table)]
    pub(crate) format: SimulateFormat,
    #[command(flatten)]
    pub(crate) scenario: ScenarioArgs,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum SimulateFormat {
    Table,
    Json,
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct Render {
    /// Which figure
    #[arg(long, default_value = Kind::Timeline.id(), value_parser = figures())]
    pub(crate) figure: Kind,
    /// Colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub(crate) theme: ThemeName,
    /// Width in CSS pixels; the height follows from the figure
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(300..=4_000))]
    pub(crate) width: u32,
    /// Pixels of a PNG for each CSS pixel
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) scale: u32,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<Output>,
    #[command(flatten)]
    pub(crate) scenario: ScenarioArgs,
}

fn figures() -> impl TypedValueParser<Value = Kind> {
    let names = Kind::ALL.map(|kind| PossibleValue::new(kind.id()).help(kind.title()));
    PossibleValuesParser::new(names).try_map(|id| Kind::from_id(&id).ok_or("there is no such figure"))
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum ThemeName {
    Light,
    Dark,
}

#[derive(Debug, Args)]
pub(crate) struct Claims {
    /// How the claims are written
    #[arg(long, value_enum, default_value_t = ClaimsFormat::Table)]
    pub(crate) format: ClaimsFormat,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub(crate) enum ClaimsFormat {
    Table,
    Json,
    Markdown,
}

/// Where the scenario comes from: a document, a permalink, or flags.
#[derive(Debug, Args)]
pub(crate) struct ScenarioArgs {
    /// Scenario document in YAML or JSON; - is standard input
    #[arg(value_name = "SCENARIO", conflicts_with_all = ["permalink", "Keys"])]
    pub(crate) file: Option<PathBuf>,
    /// The part of the playground's address from # on
    #[arg(long, value_name = "LINK", conflicts_with = "Keys")]
    pub(crate) permalink: Option<String>,
    #[command(flatten)]
    pub(crate) keys: Keys,
}

/// The keys of a permalink as flags. They are read as text here and checked together.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scenario flags (the keys of a permalink)")]
pub(crate) struct Keys {
    /// A policy to compare; repeat it for up to four
    #[arg(
        long,
        value_name = "NAME,INIT,X,MAX",
        conflicts_with_all = ["init", "x", "max", "flat", "steps", "reset", "jitter", "on"]
    )]
    pub(crate) policy: Vec<String>,
    /// Initial delay, 10s by default
    #[arg(long, value_name = "DURATION")]
    init: Option<String>,
    /// What the delay is multiplied with, 1 to 100
    #[arg(long, value_name = "FACTOR")]
    x: Option<String>,
    /// Maximum delay, 5m by default
    #[arg(long, value_name = "DURATION")]
    max: Option<String>,
    /// The same delay every time
    #[arg(long, value_name = "DURATION", conflicts_with_all = ["init", "x", "max"])]
    flat: Option<String>,
    /// The delays one by one; the last one repeats
    #[arg(long, value_name = "DURATION,…", conflicts_with_all = ["init", "x", "max", "flat"])]
    steps: Option<String>,
    /// The run time beyond which the delay starts again, or 2max
    #[arg(long, value_name = "DURATION")]
    reset: Option<String>,
    /// Jitter factor, 0 to 10; no kubelet has it
    #[arg(long, value_name = "FACTOR")]
    jitter: Option<String>,
    /// Kubernetes release of the kubelet with this policy, in place of --k8s (model kubelet only)
    #[arg(long, value_name = "RELEASE")]
    on: Option<String>,
    /// Pods on the node
    #[arg(long, value_name = "NUMBER")]
    pub(crate) pods: Option<String>,
    /// Run time: 10s, uniform:1s,5s, exp:10s, lognormal:10s,0.5, grows:1s,2,5m or list:1s,2s,4s
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Exit code
    #[arg(long, value_name = "CODE")]
    exit: Option<String>,
    /// When the dependency goes down: what runs then fails its run time later
    #[arg(long, value_name = "DURATION")]
    down: Option<String>,
    /// When the dependency is back: what starts from then on keeps running
    #[arg(long, value_name = "DURATION")]
    recovers: Option<String>,
    /// Time between the first starts of two pods
    #[arg(long, value_name = "DURATION")]
    stagger: Option<String>,
    /// Restart policy: always, onfailure or never
    #[arg(long, value_name = "POLICY")]
    restart: Option<String>,
    /// Time from the decision to start until the pods' containers run, in place of --create
    #[arg(long, value_name = "DURATION")]
    latency: Option<String>,
    /// What ends a run: exit, or probe or poststart (model kubelet only)
    #[arg(long, value_name = "ENDING")]
    ends: Option<String>,
    /// Restart rules, for example restart:in:42,43/all:notin:0
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// The backoffLimit of the Job whose pods these are (model kubelet only)
    #[arg(long, value_name = "NUMBER")]
    backofflimit: Option<String>,
    /// When the image is changed, which gives it a new back-off key (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    changes: Option<String>,
    /// How long pulling the image takes (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    pull: Option<String>,
    /// When the image is pulled: ifnotpresent or always (model kubelet only)
    #[arg(long, value_name = "POLICY")]
    pullpolicy: Option<String>,
    /// Which pulls fail: the first 3, or 1m,5m for those between (model kubelet only)
    #[arg(long, value_name = "WHICH")]
    pullfails: Option<String>,
    /// Which tries to create the container fail (model kubelet only)
    #[arg(long, value_name = "WHICH")]
    createfails: Option<String>,
    /// The kubelet's maxPods, 110 by default
    #[arg(long, value_name = "NUMBER")]
    pub(crate) maxpods: Option<String>,
    /// Time from the decision to start until the container runs
    #[arg(long, value_name = "DURATION")]
    create: Option<String>,
    /// API requests for one restart
    #[arg(long, value_name = "NUMBER")]
    req: Option<String>,
    /// The kubelet's kubeAPIQPS
    #[arg(long, value_name = "NUMBER")]
    qps: Option<String>,
    /// The kubelet's eventRecordQPS (model kubelet only)
    #[arg(long, value_name = "NUMBER")]
    eventqps: Option<String>,
    /// How many images are pulled at a time: serial, parallel or a number (model kubelet only)
    #[arg(long, value_name = "PULLS")]
    pulls: Option<String>,
    /// When the kubelet restarts and forgets every back-off (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    restartat: Option<String>,
    /// Time from the end of a relist to the next (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    relistperiod: Option<String>,
    /// Time of a relist on an empty node (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    relist: Option<String>,
    /// What each pod adds to a relist (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    relistpod: Option<String>,
    /// What each pod that changed adds to a relist (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    relistchange: Option<String>,
    /// Time of a sync without the containers that it starts (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    sync: Option<String>,
    /// Mean of the random time that a start takes longer (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    noise: Option<String>,
    /// Time until a killed container is gone (model kubelet only)
    #[arg(long, value_name = "DURATION")]
    kill: Option<String>,
    /// How long to simulate, 1s to 168h
    #[arg(long, value_name = "DURATION")]
    horizon: Option<String>,
    /// Number of the policy that the others are compared with
    #[arg(long, value_name = "NUMBER")]
    base: Option<String>,
    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER")]
    seed: Option<String>,
    /// Seeds over which the spread is taken, this one and those that follow
    #[arg(long, value_name = "NUMBER")]
    seeds: Option<String>,
    /// Model: documented, backoff or kubelet
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Kubernetes release
    #[arg(long, value_name = "RELEASE")]
    k8s: Option<String>,
}

impl Keys {
    /// The flags that were given, under their permalink keys, without `--policy`.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("init", &self.init),
            ("x", &self.x),
            ("max", &self.max),
            ("flat", &self.flat),
            ("steps", &self.steps),
            ("reset", &self.reset),
            ("jitter", &self.jitter),
            ("on", &self.on),
            ("pods", &self.pods),
            ("run", &self.run),
            ("exit", &self.exit),
            ("down", &self.down),
            ("recovers", &self.recovers),
            ("stagger", &self.stagger),
            ("restart", &self.restart),
            ("latency", &self.latency),
            ("ends", &self.ends),
            ("rules", &self.rules),
            ("backofflimit", &self.backofflimit),
            ("changes", &self.changes),
            ("pull", &self.pull),
            ("pullpolicy", &self.pullpolicy),
            ("pullfails", &self.pullfails),
            ("createfails", &self.createfails),
            ("maxpods", &self.maxpods),
            ("create", &self.create),
            ("req", &self.req),
            ("qps", &self.qps),
            ("eventqps", &self.eventqps),
            ("pulls", &self.pulls),
            ("restartat", &self.restartat),
            ("relistperiod", &self.relistperiod),
            ("relist", &self.relist),
            ("relistpod", &self.relistpod),
            ("relistchange", &self.relistchange),
            ("sync", &self.sync),
            ("noise", &self.noise),
            ("kill", &self.kill),
            ("horizon", &self.horizon),
            ("base", &self.base),
            ("seed", &self.seed),
            ("seeds", &self.seeds),
            ("model", &self.model),
            ("k8s", &self.k8s),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_deref()?)))
    }
}

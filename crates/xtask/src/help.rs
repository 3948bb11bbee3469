//! What `--help` prints.

pub(crate) const OVERVIEW: &str = "\
Sets up, builds, serves, tests and measures the CrashLoopBackOff playground.

Usage: cargo xtask COMMAND [OPTIONS]

Commands
  serve   Set up, build and serve the playground at a local address
  test    Set up and run every test
  setup   Find or install the tools, and nothing else
  build   Build the page into dist/
  size    Compare the first load with its budget
  bench   Run the native and the browser benchmarks
  proof   Print how the simulator compares with reality and with the KEPs

`cargo xtask COMMAND --help` tells more. CRASHLOOP_TOOLS names another folder for the tools than
~/.cache/crashloop-playground.
";

pub(crate) const SETUP: &str = "\
Finds or installs what building and testing need: the wasm32 standard library, trunk, wasm-bindgen,
wasm-opt, and for the tests Chromium with its driver and the npm packages. Installs only what is
missing. It can be interrupted and run again.

Usage: cargo xtask setup [--tests] [--std ROUTE]

Options
  --tests      Also what only the tests need
  --std ROUTE  Where the wasm32 standard library comes from [default: auto]
                 auto         the active toolchain, else rustup, else from source
                 rustup       the active toolchain, else `rustup target add`
                 from-source  built from Debian's rust-web-src, as the toolchain `web`

Examples
  cargo xtask setup
  cargo xtask setup --tests
  cargo xtask setup --std from-source
";

pub(crate) const BUILD: &str = "\
Sets up and builds the page into dist/, small and fast unless --debug is given.

Usage: cargo xtask build [--debug] [--std ROUTE]

Options
  --debug      Build quickly, unoptimised, with debug information
  --std ROUTE  See `cargo xtask setup --help`

Examples
  cargo xtask build
  cargo xtask build --debug
";

pub(crate) const SERVE: &str = "\
Sets up, builds the page and serves it on this machine. The same files are also served below
/some/sub/path/, as on a host with many projects.

Usage: cargo xtask serve [--port N] [--watch] [--debug] [--std ROUTE]

Options
  --port N     Port on 127.0.0.1; 0 takes any free one [default: 8080]
  --watch      Build again when a file changes, and reload the page
  --debug      Build quickly, unoptimised, with debug information
  --std ROUTE  See `cargo xtask setup --help`

Examples
  cargo xtask serve
  cargo xtask serve --port 0
  cargo xtask serve --watch --debug
";

pub(crate) const TEST: &str = "\
Sets up what the chosen steps need and runs them in order. Stops at the first step that fails.

Usage: cargo xtask test [--only STEP,…] [--keep-going] [--list] [--std ROUTE] [-- NODE_ARG…]

Options
  --only STEP,…  Run these steps only; may be repeated
  --keep-going   Run the other steps after a failure
  --list         List the steps and end
  --std ROUTE    See `cargo xtask setup --help`
  NODE_ARG…      Passed to `node --test` in the browser step

Examples
  cargo xtask test
  cargo xtask test --only fmt,clippy
  cargo xtask test --only build,browser -- --test-name-pattern smoke
";

pub(crate) const BENCH: &str = "\
Runs the native benchmark of the engine, then the browser benchmark of the page.

Usage: cargo xtask bench [--std ROUTE]

Options
  --std ROUTE  See `cargo xtask setup --help`

Examples
  cargo xtask bench
";

pub(crate) const SIZE: &str = "\
Lists what the first load of dist/ fetches, raw and with brotli 11, and fails above the budget.
Run `cargo xtask build` first.

Usage: cargo xtask size

Examples
  cargo xtask build && cargo xtask size
";

pub(crate) const PROOF: &str = "\
Prints the proofs as tables: kubelets that were measured, cases from the field, and the numbers that
KEP-4603 and KEP-5593 claim.

Usage: cargo xtask proof

Examples
  cargo xtask proof > proof.txt
";

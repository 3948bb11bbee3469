//! `crashloop render`: SVG, PNG and CSV.

use super::run;
use figure::Kind;
use std::path::Path;

/// A file to render to; the tests' own folder.
fn target(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .display()
        .to_string()
}

#[expect(clippy::unwrap_used, reason = "this runs in tests only")]
fn png(name: &str, args: &[&str]) -> Vec<u8> {
    let path = target(name);
    assert!(run(&[&["render", "-o", &path], args].concat()).good().is_empty());
    std::fs::read(path).unwrap()
}

/// Width and height from the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| {
        png[at..at + 4]
            .iter()
            .fold(0, |number, byte| number << 8 | u32::from(*byte))
    };
    (number(16), number(20))
}

#[test]
fn every_figure_is_svg_and_csv() {
    let mut figures = Vec::new();
    for kind in Kind::ALL {
        let figure = kind.id();
        // Only this model has all of them.
        let svg = run(&["render", "--model", "kubelet", "--figure", figure]).good();
        assert!(
            svg.contains("<svg") && svg.trim_end().ends_with("</svg>"),
            "{svg}"
        );
        let path = target(&format!("{figure}.csv"));
        assert!(
            run(&["render", "--model", "kubelet", "--figure", figure, "-o", &path])
                .good()
                .is_empty()
        );
        let csv = std::fs::read_to_string(path).unwrap();
        assert!(csv.lines().count() > 1, "{csv}");
        figures.push((svg, csv));
    }
    figures.sort();
    figures.dedup_by(|a, b| a.0 == b.0 || a.1 == b.1);
    assert_eq!(figures.len(), Kind::ALL.len(), "two figures are the same");
}

#[test]
fn svg_goes_to_a_file_as_to_standard_output() {
    let path = target("same.svg");
    assert!(
        run(&["render", "--theme", "dark", "--output", &path])
            .good()
            .is_empty()
    );
    assert_eq!(
        std::fs::read_to_string(path).unwrap(),
        run(&["render", "--theme", "dark"]).good()
    );
}

#[test]
fn png_has_the_size_and_theme_that_were_asked_for() {
    let light = png("light.png", &["--width", "400", "--scale", "1"]);
    let (width, height) = size(&light);
    assert_eq!(width, 400);
    let again = png("again.png", &["--width", "400", "--scale", "1"]);
    assert!(light == again, "the bytes of two equal runs differ");
    let dark = png("dark.png", &["--width", "400", "--scale", "1", "--theme", "dark"]);
    assert!(light != dark);
    assert_eq!(
        size(&png("sharp.png", &["--width", "400", "--scale", "3"])),
        (1_200, 3 * height)
    );
}

#[test]
fn misuse() {
    assert!(
        run(&["render", "-o", "figure.gif"])
            .misused()
            .contains(".svg, .png or .csv")
    );
    assert!(run(&["render", "--width", "10"]).misused().contains("300..=4000"));
    assert!(run(&["render", "--figure", "pie"]).misused().contains("timeline"));
    let missing = run(&["render", "-o", "no-such-folder/figure.svg"]).refused();
    assert!(
        missing.starts_with("no-such-folder/figure.svg: cannot be written"),
        "{missing}"
    );
}

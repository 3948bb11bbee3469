//! The colours of a figure: the same as the tokens in `assets/tokens.css`, light and dark.

use plotters_backend::BackendColor;

/// The fonts of all figures, best first. `DejaVu` Sans is the one that an embedded renderer has.
pub const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/// An opaque sRGB colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// The colour that CSS writes as `#rrggbb`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self { red, green, blue }
    }

    /// This colour laid over another one.
    #[must_use]
    pub fn over(self, ground: Self, percent: u8) -> Self {
        let mix = |above: u8, below: u8| {
            let percent = u32::from(percent.min(100));
            let sum = u32::from(above) * percent + u32::from(below) * (100 - percent);
            u8::try_from(sum / 100).unwrap_or(u8::MAX)
        };
        Self {
            red: mix(self.red, ground.red),
            green: mix(self.green, ground.green),
            blue: mix(self.blue, ground.blue),
        }
    }

    pub(crate) const fn backend(self) -> BackendColor {
        BackendColor {
            alpha: 1.0,
            rgb: (self.red, self.green, self.blue),
        }
    }
}

/// The colours of a figure. Each is the token of `assets/tokens.css` in its description.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The ground of the figure, `--surface`.
    pub surface: Color,
    /// Names, `--text`.
    pub text: Color,
    /// Axis labels and values, `--text-muted`.
    pub muted: Color,
    /// Axis lines, `--control`.
    pub axis: Color,
    /// Grid lines, `--grid`.
    pub grid: Color,
    /// One for each policy, `--policy-1` to `--policy-4`.
    pub policies: [Color; 4],
    /// Being created, `--phase-starting`.
    pub starting: Color,
    /// Running, `--phase-running`.
    pub running: Color,
    /// The ground of waiting, `--phase-waiting`.
    pub waiting: Color,
    /// The hatch of waiting, `--phase-waiting-hatch`.
    pub hatch: Color,
    /// Exited for good, `--phase-completed`.
    pub completed: Color,
    /// The client's request limit, `--limit`.
    pub limit: Color,
}

impl Theme {
    /// Dark text on a light ground.
    pub const LIGHT: Self = Self {
        surface: Color::hex(0x00ff_ffff),
        text: Color::hex(0x001b_2430),
        muted: Color::hex(0x0055_6070),
        axis: Color::hex(0x007a_8595),
        grid: Color::hex(0x00e3_e7ed),
        policies: [
            Color::hex(0x0025_63eb),
            Color::hex(0x00b8_4a08),
            Color::hex(0x000b_7a70),
            Color::hex(0x007d_1a5c),
        ],
        starting: Color::hex(0x007a_55d6),
        running: Color::hex(0x002f_8f73),
        waiting: Color::hex(0x00f7_e8c6),
        hatch: Color::hex(0x00a8_781c),
        completed: Color::hex(0x007c_8695),
        limit: Color::hex(0x00b3_182f),
    };

    /// Light text on a dark ground.
    pub const DARK: Self = Self {
        surface: Color::hex(0x001a_2028),
        text: Color::hex(0x00e8_ecf2),
        muted: Color::hex(0x00a3_aebc),
        axis: Color::hex(0x007a_8798),
        grid: Color::hex(0x002b_343f),
        policies: [
            Color::hex(0x007a_a2ff),
            Color::hex(0x00f0_a060),
            Color::hex(0x005f_e0c8),
            Color::hex(0x00e8_6ab0),
        ],
        starting: Color::hex(0x00a7_8bfa),
        running: Color::hex(0x003f_a287),
        waiting: Color::hex(0x0040_341d),
        hatch: Color::hex(0x00b9_8f43),
        completed: Color::hex(0x007b_8796),
        limit: Color::hex(0x00ff_8f9c),
    };

    /// The colour of a policy, by its index in the scenario.
    #[must_use]
    pub const fn policy(&self, index: usize) -> Color {
        self.policies[index % self.policies.len()]
    }

    /// What is between the edges of running: pale, so that every policy's marks can be seen on it.
    #[must_use]
    pub fn running_ground(&self) -> Color {
        self.running.over(self.surface, 30)
    }

    /// The dash of a policy's line in CSS pixels: the second cue beside its colour. On and off
    /// lengths in turn, empty for a solid line.
    #[must_use]
    pub const fn dash(index: usize) -> &'static [f64] {
        const DASHES: [&[f64]; 4] = [&[], &[7.0, 4.0], &[2.0, 3.0], &[10.0, 3.0, 2.0, 3.0]];
        DASHES[index % DASHES.len()]
    }
}

//! Kubernetes minor releases.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A Kubernetes minor release, 1.28 to 1.37.
///
/// It reads from `1.35`, `v1.35`, `1.35.6` or `v1.35.0-rc.1`, and prints as `1.35`. A patch release changes nothing
/// that this workspace models.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release(u8);

impl Release {
    /// Kubernetes 1.28.
    pub const V1_28: Self = Self(28);
    /// Kubernetes 1.29.
    pub const V1_29: Self = Self(29);
    /// Kubernetes 1.30.
    pub const V1_30: Self = Self(30);
    /// Kubernetes 1.31.
    pub const V1_31: Self = Self(31);
    /// Kubernetes 1.32, the first with `crashLoopBackOff` in the kubelet configuration.
    pub const V1_32: Self = Self(32);
    /// Kubernetes 1.33, the first with reduced defaults behind a gate.
    pub const V1_33: Self = Self(33);
    /// Kubernetes 1.34.
    pub const V1_34: Self = Self(34);
    /// Kubernetes 1.35, the first where the maximum delay can be configured without a gate.
    pub const V1_35: Self = Self(35);
    /// Kubernetes 1.36.
    pub const V1_36: Self = Self(36);
    /// Kubernetes 1.37, read before its release.
    pub const V1_37: Self = Self(37);

    /// Every release that is modelled, oldest first.
    pub const ALL: [Self; 10] = [
        Self::V1_28,
        Self::V1_29,
        Self::V1_30,
        Self::V1_31,
        Self::V1_32,
        Self::V1_33,
        Self::V1_34,
        Self::V1_35,
        Self::V1_36,
        Self::V1_37,
    ];

    /// The release that is meant when none is named.
    pub const DEFAULT: Self = Self::V1_35;

    /// The minor version: 35 for 1.35.
    #[must_use]
    pub const fn minor(self) -> u8 {
        self.0
    }
}

impl Default for Release {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.0)
    }
}

/// The text names no release that is modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReleaseError {
    /// The text as it was given, shortened to at most 40 characters.
    pub found: String,
}

impl fmt::Display for ParseReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, .., last] = Release::ALL;
        write!(
            f,
            "unknown Kubernetes release {:?}: expected {first} to {last}, such as \"{}\"",
            self.found,
            Release::DEFAULT
        )
    }
}

impl std::error::Error for ParseReleaseError {}

impl FromStr for Release {
    type Err = ParseReleaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseReleaseError {
            found: text.chars().take(40).collect(),
        })
    }
}

fn parse(text: &str) -> Option<Release> {
    let text = text.strip_prefix('v').unwrap_or(text);
    // A suffix such as -rc.1 or +k3s1 belongs to the patch, which is ignored.
    let mut parts = text.splitn(3, '.');
    let major = parts.next()?;
    let minor = parts.next()?;
    if let Some(patch) = parts.next()
        && !patch.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    if major != "1" || minor.len() != 2 || !minor.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let minor: u8 = minor.parse().ok()?;
    Release::ALL.into_iter().find(|release| release.0 == minor)
}

impl Serialize for Release {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Release {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write_and_prints_the_minor() {
        for text in ["1.35", "v1.35", "1.35.6", "v1.35.0-rc.1", "v1.35.2+k3s1"] {
            assert_eq!(text.parse(), Ok(Release::V1_35), "{text}");
        }
        for release in Release::ALL {
            assert_eq!(release.to_string().parse(), Ok(release));
        }
    }

    #[test]
    fn refuses_everything_else_and_lists_what_is_allowed() {
        for text in [
            "", "1", "1.27", "1.38", "2.35", "1.035", "1.35.", "1.35.x", "1.+5", "latest", "1.3",
        ] {
            assert!(text.parse::<Release>().is_err(), "{text}");
        }
        let message = "1.27".parse::<Release>().unwrap_err().to_string();
        assert_eq!(
            message,
            "unknown Kubernetes release \"1.27\": expected 1.28 to 1.37, such as \"1.35\""
        );
    }
}

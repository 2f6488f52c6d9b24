//! Sixteen colours: those of the light theme, and what lies between each and the paper.

/// The theme, which says what the colours are.
pub(super) const THEME: &str = include_str!("../../themes/light.css");

/// What is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// What one reads first.
    First,
    /// What one reads then.
    Second,
    /// The class's own colour.
    Accent,
    /// Hairlines.
    Rule,
}

/// How many steps each ink has from the paper to itself, and the index of the first. Index 0 is the paper.
const STEPS: [(Ink, u8, u8); 4] = [
    (Ink::First, 1, 6),
    (Ink::Second, 7, 5),
    (Ink::Accent, 12, 3),
    (Ink::Rule, 15, 1),
];

/// The index of an ink that covers so much of a pixel; 0 for hardly any.
pub(super) fn index(ink: Ink, coverage: u8) -> u8 {
    let (first, steps) = STEPS
        .iter()
        .find(|(other, _, _)| *other == ink)
        .map_or((0, 0), |(_, first, steps)| (*first, *steps));
    let step = (u16::from(coverage) * u16::from(steps) + 127) / 255;
    match u8::try_from(step) {
        Ok(0) | Err(_) => 0,
        Ok(step) => first + step - 1,
    }
}

/// The colours by index, red, green and blue each.
pub(super) fn colours(accent: Option<usize>) -> Vec<u8> {
    let paper = property("--paper");
    let mut colours = paper.to_vec();
    for (ink, _, steps) in STEPS {
        let full = match ink {
            Ink::First => property("--ink"),
            Ink::Second => property("--ink-2"),
            Ink::Accent => property(&format!("--accent-{}", accent.unwrap_or(1))),
            Ink::Rule => property("--rule-strong"),
        };
        for step in 1..=u16::from(steps) {
            for (paper, full) in paper.iter().zip(full) {
                let (paper, full, steps) = (u16::from(*paper), u16::from(full), u16::from(steps));
                let mixed = (paper * (steps - step) + full * step) / steps;
                colours.push(u8::try_from(mixed).unwrap_or(u8::MAX));
            }
        }
    }
    colours
}

/// A colour of the theme, written as `#rrggbb`; black if the theme writes it otherwise.
fn property(name: &str) -> [u8; 3] {
    let value = THEME
        .split_once(&format!("{name}: #"))
        .map_or("", |(_, rest)| rest);
    let part = |at: usize| {
        let digits = value.get(at..at + 2).unwrap_or_default();
        u8::from_str_radix(digits, 16).unwrap_or_default()
    };
    [part(0), part(2), part(4)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_themes() {
        let colours = colours(Some(2));
        assert_eq!(colours.len(), 16 * 3);
        for name in ["--paper", "--ink", "--ink-2", "--rule-strong", "--accent-2"] {
            let colour = property(name);
            assert_ne!(colour, [0, 0, 0], "{name}");
            assert!(colours.chunks(3).any(|it| it == colour), "{name}");
        }
    }

    #[test]
    fn each_ink_reaches_itself_and_no_other() {
        for (ink, first, steps) in STEPS {
            assert_eq!(index(ink, 0), 0);
            assert_eq!(index(ink, 255), first + steps - 1);
        }
    }
}

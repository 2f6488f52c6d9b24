//! The bundled fonts: which words they have, how wide they are, where lines break.

use fontdue::{Font, FontSettings, Metrics};

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    /// For sentences.
    Serif,
    /// For labels.
    Sans,
    /// For names of artifacts.
    Mono,
}

/// The fonts, read: what cards are drawn with.
#[allow(missing_debug_implementations)]
pub struct Faces {
    serif: Font,
    sans: Font,
    mono: Font,
}

impl Faces {
    /// The fonts that come with the program.
    pub fn bundled() -> Option<Faces> {
        let read = |bytes: &[u8]| Font::from_bytes(bytes, FontSettings::default()).ok();
        Some(Faces {
            serif: read(include_bytes!("../../assets/fonts/NotoSerif-Regular.ttf"))?,
            sans: read(include_bytes!("../../assets/fonts/NotoSans-Regular.ttf"))?,
            mono: read(include_bytes!("../../assets/fonts/NotoSansMono-Bold.ttf"))?,
        })
    }

    fn font(&self, face: Face) -> &Font {
        match face {
            Face::Serif => &self.serif,
            Face::Sans => &self.sans,
            Face::Mono => &self.mono,
        }
    }

    /// A glyph: its place and size, and how much of each pixel it covers.
    pub(super) fn glyph(&self, c: char, face: Face, size: usize) -> (Metrics, Vec<u8>) {
        self.font(face).rasterize(c, size as f32)
    }

    /// How far the pen moves, in 64ths of a pixel: whole numbers add up to the same in any order.
    pub(super) fn advance(&self, c: char, face: Face, size: usize) -> usize {
        let width = self.font(face).metrics(c, size as f32).advance_width;
        (width * 64.0).round() as usize
    }

    fn width(&self, text: &str, face: Face, size: usize) -> usize {
        let widths = text.chars().map(|c| self.advance(c, face, size));
        widths.sum::<usize>().div_ceil(64)
    }

    /// Words parted into lines of this width, as many as it takes. A word that is too long alone is parted
    /// behind a hyphen, else anywhere. Words that the font has no glyphs for are left out.
    pub(super) fn wrap(&self, text: &str, face: Face, size: usize, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let has = |word: &&str| word.chars().all(|c| self.font(face).has_glyph(c));
        for word in text.split_whitespace().filter(has) {
            if let Some(line) = lines.last_mut() {
                let longer = format!("{line} {word}");
                if self.width(&longer, face, size) <= width {
                    *line = longer;
                    continue;
                }
            }
            let mut rest = word;
            while self.width(rest, face, size) > width {
                let at = self.part(rest, face, size, width);
                let (line, more) = rest.split_at(at);
                lines.push(line.to_owned());
                rest = more;
            }
            lines.push(rest.to_owned());
        }
        lines
    }

    /// As [`Faces::wrap`], at most so many lines; the last ends in `…` if there would be more.
    pub(super) fn cut(
        &self,
        text: &str,
        face: Face,
        size: usize,
        width: usize,
        most: usize,
    ) -> Vec<String> {
        let mut lines = self.wrap(text, face, size, width);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                let fits = |line: &str| self.width(&format!("{line}…"), face, size) <= width;
                while !fits(last) && last.pop().is_some() {
                    // Whole words, as long as there is more than one.
                    if let Some(at) = last.rfind(' ').filter(|_| !fits(last)) {
                        last.truncate(at);
                    }
                }
                let kept =
                    last.trim_end_matches(|c: char| c.is_whitespace() || ",.;:-–".contains(c));
                *last = format!("{kept}…");
            }
        }
        lines
    }

    /// Where to part a word that is wider than a line: a byte position that is no end of it.
    fn part(&self, word: &str, face: Face, size: usize, width: usize) -> usize {
        let fits = |at: &usize| self.width(&word[..*at], face, size) <= width;
        let ends = || word.char_indices().map(|(at, c)| at + c.len_utf8());
        let mut hyphens = word.match_indices('-').map(|(at, _)| at + 1);
        let first = ends().next().unwrap_or(word.len());
        hyphens
            .rfind(fits)
            .or_else(|| ends().rfind(fits))
            .unwrap_or(first)
    }
}

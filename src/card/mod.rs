//! A social card: what is shown of an address where somebody shares it. Words in, a PNG out.
//!
//! 1200 × 630 pixels in sixteen colours of the light theme, at most 15 KB. The fonts are bundled and the glyphs are
//! drawn without hints or the help of the system, so that a card is the same on every machine. Words in
//! a writing that the fonts lack are left out rather than shown as boxes. This room knows nothing of
//! skills or files.

mod canvas;
mod face;
mod palette;

use canvas::Canvas;
use face::Face;
pub use face::Faces;
use palette::Ink;

/// Changes when the drawing does, so that a card drawn by an older version is drawn again.
const DRAWING: u32 = 1;

const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
const MARGIN: usize = 80;

/// What a card says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The site's title or other words for the top.
    pub site: String,
    /// The name of what the card is of.
    pub name: String,
    /// Whether the name is a skill's, and so in the type of artifacts.
    pub is_skill: bool,
    /// One sentence.
    pub line: String,
    /// The class, or other words for the foot.
    pub foot: String,
    /// The accent of the class, from 1; none for words in plain ink.
    pub accent: Option<usize>,
}

impl Card {
    /// Sixteen hexadecimal digits that are others when the picture is: its words and the version of the drawing.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let accent = self
            .accent
            .map_or_else(String::new, |accent| accent.to_string());
        let is_skill = if self.is_skill { "skill" } else { "" };
        for part in [
            &*DRAWING.to_string(),
            palette::THEME,
            &self.site,
            &self.name,
            is_skill,
            &self.line,
            &self.foot,
            &accent,
        ] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().chars().take(16).collect()
    }

    /// The picture.
    pub fn png(&self, faces: &Faces) -> Vec<u8> {
        let accent = if self.accent.is_some() {
            Ink::Accent
        } else {
            Ink::Second
        };
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        let measure = WIDTH - 2 * MARGIN;
        let right = WIDTH - MARGIN;

        canvas.rule(MARGIN..right, 132, 2, Ink::First);
        let site = faces.cut(&self.site, Face::Sans, 28, measure, 1);
        if let Some(site) = site.first() {
            canvas.text(faces, site, Face::Sans, 28, (MARGIN, 106), Ink::Second);
        }

        // The name as large as it fits, on two lines if need be; the line takes what is left.
        let face = if self.is_skill {
            Face::Mono
        } else {
            Face::Serif
        };
        let (size, names) = [88, 76, 64, 54, 46]
            .into_iter()
            .map(|size| (size, faces.wrap(&self.name, face, size, measure)))
            .find(|(size, lines)| lines.len() <= if *size > 60 { 1 } else { 2 })
            .unwrap_or_else(|| (46, faces.cut(&self.name, face, 46, measure, 2)));
        let mut base = 146 + size * 12 / 10;
        for name in &names {
            canvas.text(faces, name, face, size, (MARGIN, base), Ink::First);
            base += size * 12 / 10;
        }
        base += 16;
        let room = (HEIGHT - 120).saturating_sub(base) / 46 + 1;
        for line in faces.cut(&self.line, Face::Serif, 34, measure, room.min(4)) {
            canvas.text(faces, &line, Face::Serif, 34, (MARGIN, base), Ink::Second);
            base += 46;
        }

        canvas.rule(MARGIN..right, HEIGHT - 104, 1, Ink::Rule);
        if let Some(foot) = faces
            .cut(&self.foot, Face::Sans, 28, measure - 40, 1)
            .first()
        {
            let mut left = MARGIN;
            if self.accent.is_some() {
                canvas.dot((MARGIN + 9, HEIGHT - 62), 9, Ink::Accent);
                left += 34;
            }
            canvas.text(faces, foot, Face::Sans, 28, (left, HEIGHT - 52), accent);
        }
        canvas.png(self.accent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces() -> Faces {
        Faces::bundled().unwrap()
    }

    fn card() -> Card {
        Card {
            site: "Skillbook".to_owned(),
            name: "jobs-architect".to_owned(),
            is_skill: true,
            line: "Designs the jobs that run on a clock: which scheduler, how replicas share a pass, and what a crash, a miss or an overlap may cost.".to_owned(),
            foot: "design".to_owned(),
            accent: Some(1),
        }
    }

    fn pixels(png: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png))
            .read_info()
            .unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (1200, 630));
        assert_eq!(info.color_type, png::ColorType::Indexed);
        bytes
    }

    #[test]
    fn a_card_is_small_and_drawn_the_same_each_time() {
        let first = card().png(&faces());
        assert!(first.len() <= 15_000, "{} bytes", first.len());
        assert_eq!(first, card().png(&faces()));
        // What it is now, on every machine. A change of the drawing changes `DRAWING` and this.
        insta::assert_snapshot!(blake3::hash(&pixels(&first)).to_hex().as_str());
    }

    #[test]
    fn the_longest_words_fit_too() {
        let long = Card {
            name: "a-very-long-name-of-a-skill-that-has-all-of-the-sixty-four-letter".to_owned(),
            line: "Sentence after sentence. ".repeat(40),
            site: "Site ".repeat(60),
            foot: "class ".repeat(60),
            ..card()
        };
        let png = long.png(&faces());
        assert!(png.len() <= 15_000, "{} bytes", png.len());
        pixels(&png);
    }

    #[test]
    fn words_without_glyphs_are_left_out() {
        let bare = Card {
            line: String::new(),
            ..card()
        };
        let unknown = Card {
            line: "调度任务".to_owned(),
            ..card()
        };
        assert_eq!(unknown.png(&faces()), bare.png(&faces()));
        let mixed = Card {
            line: "Jobs".to_owned(),
            ..card()
        };
        assert_ne!(mixed.png(&faces()), bare.png(&faces()));
    }

    #[test]
    fn the_hash_is_of_every_word() {
        let base = card();
        let others = [
            Card {
                site: "x".to_owned(),
                ..card()
            },
            Card {
                name: "x".to_owned(),
                ..card()
            },
            Card {
                is_skill: false,
                ..card()
            },
            Card {
                line: "x".to_owned(),
                ..card()
            },
            Card {
                foot: "x".to_owned(),
                ..card()
            },
            Card {
                accent: None,
                ..card()
            },
            // The same letters, parted elsewhere.
            Card {
                name: "jobs-architec".to_owned(),
                line: format!("t{}", base.line),
                ..card()
            },
        ];
        for other in others {
            assert_ne!(other.hash(), base.hash(), "{other:?}");
        }
    }
}

//! Pixels, each an index into the palette.

use super::face::{Face, Faces};
use super::palette::{self, Ink};
use std::ops::Range;

pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// Nothing but paper.
    pub(super) fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![0; width * height],
        }
    }

    fn put(&mut self, x: usize, y: usize, index: u8) {
        if index > 0
            && x < self.width
            && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
        {
            *pixel = index;
        }
    }

    /// A horizontal line.
    pub(super) fn rule(&mut self, x: Range<usize>, top: usize, height: usize, ink: Ink) {
        for y in top..top + height {
            for x in x.clone() {
                self.put(x, y, palette::index(ink, 255));
            }
        }
    }

    /// A filled circle. The edge is measured at sixteen points of each pixel.
    pub(super) fn dot(&mut self, centre: (usize, usize), radius: usize, ink: Ink) {
        let (reach, scale) = (radius + 1, 4);
        for y in centre.1 - reach..=centre.1 + reach {
            for x in centre.0 - reach..=centre.0 + reach {
                let points = (0..scale * scale).filter(|point| {
                    let from = |at: usize, centre: usize, part: usize| {
                        // In eighths of a pixel, from the centre of the middle pixel.
                        (at * 8 + part * 2 + 1).abs_diff(centre * 8 + 4)
                    };
                    let (dx, dy) = (
                        from(x, centre.0, point % scale),
                        from(y, centre.1, point / scale),
                    );
                    dx * dx + dy * dy <= (radius * 8) * (radius * 8)
                });
                let coverage = points.count() * 255 / (scale * scale);
                self.put(
                    x,
                    y,
                    palette::index(ink, u8::try_from(coverage).unwrap_or(u8::MAX)),
                );
            }
        }
    }

    /// A line of text whose letters stand on `base`.
    pub(super) fn text(
        &mut self,
        faces: &Faces,
        text: &str,
        face: Face,
        size: usize,
        (left, base): (usize, usize),
        ink: Ink,
    ) {
        let mut pen = left * 64;
        for c in text.chars() {
            let (metrics, coverage) = faces.glyph(c, face, size);
            let x = (pen + 32) / 64;
            let top =
                base.saturating_add_signed(-(metrics.height as isize + metrics.ymin as isize));
            for (row, line) in coverage.chunks(metrics.width.max(1)).enumerate() {
                for (column, coverage) in line.iter().enumerate() {
                    let x = (x + column).saturating_add_signed(metrics.xmin as isize);
                    self.put(x, top + row, palette::index(ink, *coverage));
                }
            }
            pen += faces.advance(c, face, size);
        }
    }

    /// The picture as a file.
    pub(super) fn png(&self, accent: Option<usize>) -> Vec<u8> {
        let mut out = Vec::new();
        // Writing to memory does not fail; should it, there is no picture.
        match self.encode(accent, &mut out) {
            Ok(()) => out,
            Err(_) => Vec::new(),
        }
    }

    fn encode(&self, accent: Option<usize>, out: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let size = |length: usize| u32::try_from(length).unwrap_or_default();
        let mut encoder = png::Encoder::new(out, size(self.width), size(self.height));
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(palette::colours(accent));
        encoder.set_compression(png::Compression::High);
        // Neighbouring indices are no neighbouring colours, so that a difference says nothing.
        encoder.set_filter(png::Filter::NoFilter);
        let halves = |pair: &[u8]| match pair {
            [left, right] => left << 4 | right,
            _ => 0,
        };
        let packed: Vec<u8> = self.pixels.chunks(2).map(halves).collect();
        encoder.write_header()?.write_image_data(&packed)
    }
}

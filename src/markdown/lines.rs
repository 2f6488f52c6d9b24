//! From byte offsets to lines and back.

use std::ops::Range;

/// Byte offsets at which the lines of a text begin.
#[derive(Debug, Clone)]
pub(super) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        LineIndex { starts }
    }

    /// The line, from 1, of an offset.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    /// The byte range of a line, without its line end; empty beyond the text.
    pub(super) fn span(&self, line: usize, text: &str) -> Range<usize> {
        let start = line
            .checked_sub(1)
            .and_then(|index| self.starts.get(index))
            .copied()
            .unwrap_or(text.len());
        let end = self
            .starts
            .get(line)
            .map_or(text.len(), |next| next.saturating_sub(1));
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_lines_agree() {
        let text = "a\nbc\n\nd";
        let index = LineIndex::new(text);
        assert_eq!(index.line(0), 1);
        assert_eq!(index.line(1), 1);
        assert_eq!(index.line(2), 2);
        assert_eq!(index.line(6), 4);
        assert_eq!(index.span(2, text), 2..4);
        assert_eq!(index.span(4, text), 6..7);
        assert_eq!(index.span(9, text), 7..7);
    }
}

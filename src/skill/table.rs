//! The block table: a table whose first header is `Block`, whose rows say what each block of the
//! skill's document fixes (DESIGN § Inputs, Notes 2).

use crate::markdown::{Document, Lines};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::ops::Range;

/// A table that speaks of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockTable {
    /// The headers of its columns.
    pub headers: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
}

/// What a row says of one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The block's name, without markup.
    pub name: String,
    /// Byte range of the second cell, the note.
    pub note: Range<usize>,
    /// Byte ranges of further cells, each with its column's index.
    pub more: Vec<(usize, Range<usize>)>,
    /// Byte range of the row.
    pub span: Range<usize>,
    /// Its line.
    pub lines: Lines,
    /// Whether the row says that its block is there only sometimes.
    pub conditional: bool,
}

/// Words by which a row says that its block is not always there.
const CONDITIONS: &[&str] = &[
    "only when",
    "only if",
    "when present",
    "if present",
    "conditional",
    "optional",
];

/// The block tables of a document, in source order.
pub(super) fn block_tables(document: &Document) -> Vec<BlockTable> {
    let text = document.slice(&(document.body..document.text.len()));
    let mut tables = Vec::new();
    let mut cells: Vec<(Range<usize>, String)> = Vec::new();
    let mut table: Option<BlockTable> = None;
    let mut cell: Option<(Range<usize>, String)> = None;
    for (event, range) in Parser::new_ext(text, crate::markdown::options()).into_offset_iter() {
        let range = range.start + document.body..range.end + document.body;
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => cells.clear(),
            Event::Start(Tag::TableCell) => cell = Some((trimmed(document, &range), String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, words)) = &mut cell {
                    words.push_str(&text);
                }
            }
            Event::End(TagEnd::TableCell) => cells.extend(cell.take()),
            Event::End(TagEnd::TableHead) => {
                let headers: Vec<String> = cells
                    .iter()
                    .map(|(_, words)| words.trim().to_owned())
                    .collect();
                let is_block = headers
                    .first()
                    .is_some_and(|first| first.eq_ignore_ascii_case("block"));
                table = (is_block && headers.len() > 1).then(|| BlockTable {
                    headers,
                    rows: Vec::new(),
                });
            }
            Event::End(TagEnd::TableRow) => {
                if let Some(table) = &mut table {
                    table.rows.extend(row(document, &cells, range));
                }
            }
            Event::End(TagEnd::Table) => tables.extend(table.take()),
            _ => {}
        }
    }
    tables
}

fn row(
    document: &Document,
    cells: &[(Range<usize>, String)],
    span: Range<usize>,
) -> Option<TableRow> {
    let (_, name) = cells.first()?;
    let (note, _) = cells.get(1)?;
    let name = name.trim().to_owned();
    let whole = document.slice(&span).to_lowercase();
    let bracket = name.to_lowercase();
    let conditional = CONDITIONS.iter().any(|words| whole.contains(words))
        || bracket.contains("(when ")
        || bracket.contains("(if ");
    (!name.is_empty()).then(|| TableRow {
        name,
        note: note.clone(),
        more: cells
            .iter()
            .enumerate()
            .skip(2)
            .filter(|(_, (span, words))| {
                !span.is_empty() && !matches!(words.trim(), "" | "—" | "-")
            })
            .map(|(column, (span, _))| (column, span.clone()))
            .collect(),
        lines: document.lines(&span),
        span: trimmed(document, &span),
        conditional,
    })
}

fn trimmed(document: &Document, span: &Range<usize>) -> Range<usize> {
    let text = document.slice(span);
    let start = span.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn rows_have_notes_links_and_conditions() {
        let document = Document::parse(
            Arc::from(
                "| A | B |\n|---|---|\n| x | y |\n\n| Block | Fixes | Form |\n|---|---|---|\n| 1 · **Jobs** | one `row` | `a.md` · `b.md` |\n| Outbox (only when Form B) | shape | — |\n",
            ),
            &[],
        );
        let tables = block_tables(&document);
        assert_eq!(tables.len(), 1);
        let rows = &tables[0].rows;
        assert_eq!(rows[0].name, "1 · Jobs");
        assert_eq!(document.slice(&rows[0].note), "one `row`");
        assert_eq!(document.slice(&rows[0].more[0].1), "`a.md` · `b.md`");
        assert_eq!(rows[0].lines.first, 7);
        assert!(!rows[0].conditional && rows[1].conditional);
        assert!(rows[1].more.is_empty());
    }
}

//! `## Contract`: the paragraphs and lists of the section, each opened by bold lead words that
//! become a card's label. Cards stand in source order, a label may repeat, and no text is lost:
//! what has no lead of its own belongs to the card before it.

use crate::markdown::{Document, Lines, name};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::ops::Range;

/// The contract of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// Byte range of the section, heading included.
    pub span: Range<usize>,
    /// Its lines.
    pub lines: Lines,
    /// Its cards, in source order.
    pub cards: Vec<Card>,
}

/// One statement of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The lead words without markup and final colon; empty for text without a lead.
    pub label: String,
    /// Byte range of the lead words, without their `**`.
    pub label_span: Range<usize>,
    /// Byte range of what follows them.
    pub body: Range<usize>,
    /// Byte range of the whole.
    pub span: Range<usize>,
    /// Its lines.
    pub lines: Lines,
}

impl Card {
    /// Whether its label is, or begins with, a word.
    pub fn is(&self, word: &str) -> bool {
        let label = self.label.to_lowercase();
        label == word
            || label
                .strip_prefix(word)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    }
}

impl Contract {
    /// Reads the contract of a document, if a heading is named so.
    pub fn read(document: &Document) -> Option<Contract> {
        let heading = document
            .headings
            .iter()
            .find(|heading| name::normal(&heading.name) == "contract")?;
        let from = heading.span.end;
        let mut cards: Vec<Card> = Vec::new();
        for piece in pieces(document, from..heading.end) {
            match piece {
                Piece::Led { lead, span } => {
                    let label_span = lead.start + 2..lead.end.saturating_sub(2);
                    let label = plain(document.slice(&label_span));
                    let body =
                        body_start(document.slice(&(lead.end..span.end)), lead.end)..span.end;
                    cards.push(Card {
                        label: label.trim_end_matches(':').trim_end().to_owned(),
                        label_span: trim_colon(document, label_span),
                        body,
                        lines: document.lines(&span),
                        span,
                    });
                }
                Piece::Other(span) => match cards.last_mut() {
                    Some(card) => {
                        if card.body.is_empty() || document.slice(&card.body).trim().is_empty() {
                            card.body.start = span.start;
                        }
                        card.span.end = span.end;
                        card.body.end = span.end;
                        card.lines = document.lines(&card.span);
                    }
                    None => cards.push(Card {
                        label: String::new(),
                        label_span: span.start..span.start,
                        body: span.clone(),
                        lines: document.lines(&span),
                        span,
                    }),
                },
            }
        }
        let span = heading.span.start..heading.end;
        (!cards.is_empty()).then(|| Contract {
            lines: document.lines(&span),
            span,
            cards,
        })
    }
}

enum Piece {
    /// A paragraph or list item with bold lead words.
    Led {
        lead: Range<usize>,
        span: Range<usize>,
    },
    Other(Range<usize>),
}

fn pieces(document: &Document, section: Range<usize>) -> Vec<Piece> {
    let text = document.slice(&section);
    let mut found = Vec::new();
    let mut depth = 0usize;
    let events: Vec<(Event<'_>, Range<usize>)> = Parser::new_ext(text, crate::markdown::options())
        .into_offset_iter()
        .collect();
    let at = |range: &Range<usize>| trimmed(text, range, section.start);
    for (index, (event, range)) in events.iter().enumerate() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    match tag {
                        Tag::Paragraph => {
                            found.push(lead(&events, index + 1, section.start).map_or_else(
                                || Piece::Other(at(range)),
                                |lead| Piece::Led {
                                    lead,
                                    span: at(range),
                                },
                            ))
                        }
                        Tag::List(_) => found.extend(items(&events, index, text, section.start)),
                        _ => found.push(Piece::Other(at(range))),
                    }
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// A list whose items have leads gives a piece per item; any other list is one piece.
fn items(events: &[(Event<'_>, Range<usize>)], list: usize, text: &str, base: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut depth = 0usize;
    let mut any = false;
    for (index, (event, range)) in events.iter().enumerate().skip(list) {
        match event {
            Event::Start(tag) => {
                if depth == 1 && matches!(tag, Tag::Item) {
                    let first = match events.get(index + 1) {
                        Some((Event::Start(Tag::Paragraph), _)) => index + 2,
                        _ => index + 1,
                    };
                    let span = trimmed(text, range, base);
                    pieces.push(match lead(events, first, base) {
                        Some(lead) => {
                            any = true;
                            Piece::Led { lead, span }
                        }
                        None => Piece::Other(span),
                    });
                }
                depth += 1;
            }
            Event::End(_) => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    if any {
        return pieces;
    }
    events
        .get(list)
        .map(|(_, range)| vec![Piece::Other(trimmed(text, range, base))])
        .unwrap_or_default()
}

/// The range of the bold words at an event's place, if there are any.
fn lead(events: &[(Event<'_>, Range<usize>)], index: usize, base: usize) -> Option<Range<usize>> {
    let (event, range) = events.get(index)?;
    matches!(event, Event::Start(Tag::Strong)).then(|| range.start + base..range.end + base)
}

fn trimmed(text: &str, range: &Range<usize>, base: usize) -> Range<usize> {
    let slice = text.get(range.clone()).unwrap_or_default();
    range.start + base..range.start + base + slice.trim_end().len()
}

/// Where the text behind the lead words begins: a colon and white space are no part of it.
fn body_start(after: &str, base: usize) -> usize {
    let rest = after.strip_prefix(':').unwrap_or(after);
    base + (after.len() - rest.trim_start().len())
}

fn trim_colon(document: &Document, span: Range<usize>) -> Range<usize> {
    let text = document.slice(&span).trim_end();
    let text = text.strip_suffix(':').unwrap_or(text).trim_end();
    span.start..span.start + text.len()
}

/// Text without inline markup.
fn plain(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new_ext(markdown, crate::markdown::options()) {
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::End(TagEnd::Paragraph) => out.push(' '),
            _ => {}
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn cards(text: &str) -> Vec<(String, String, String)> {
        let document = Document::parse(Arc::from(text), &[]);
        let Some(contract) = Contract::read(&document) else {
            return Vec::new();
        };
        contract
            .cards
            .iter()
            .map(|card| {
                (
                    card.label.clone(),
                    document.slice(&card.body).to_owned(),
                    card.lines.to_string(),
                )
            })
            .collect()
    }

    fn card(label: &str, body: &str, lines: &str) -> (String, String, String) {
        (label.to_owned(), body.to_owned(), lines.to_owned())
    }

    #[test]
    fn leads_are_labels_and_may_repeat() {
        let text = "# S\n\n## Contract\n\n**Class:** design — x\ny\n\n**Reads** `a.md`\n\n**Does not** edit.\n\n**Does not** write.\n\n**Never collides with `b`**: that one\n\n## Next\n\n**No** card\n";
        assert_eq!(
            cards(text),
            [
                card("Class", "design — x\ny", "5–6"),
                card("Reads", "`a.md`", "8"),
                card("Does not", "edit.", "10"),
                card("Does not", "write.", "12"),
                card("Never collides with b", "that one", "14"),
            ]
        );
    }

    #[test]
    fn text_without_a_lead_belongs_to_the_card_before_it() {
        let text =
            "## Contract\n\nBefore.\n\n**Reads**\n\n- a\n- b\n\nAnd more.\n\n```sh\nx\n```\n";
        assert_eq!(
            cards(text),
            [
                card("", "Before.", "3"),
                card("Reads", "- a\n- b\n\nAnd more.\n\n```sh\nx\n```", "5–14"),
            ]
        );
    }

    #[test]
    fn a_list_of_leads_is_a_card_per_item() {
        let text = "## Contract\n\n- **Reads:** a\n  and b\n- **Writes:** c\n- also d\n";
        assert_eq!(
            cards(text),
            [
                card("Reads", "a\n  and b", "3–4"),
                card("Writes", "c\n- also d", "5–6"),
            ]
        );
    }

    #[test]
    fn no_contract_no_cards() {
        assert!(cards("# S\n\n## Contracts\n\n**A** b\n").is_empty());
        assert!(cards("# S\n\n## Contract\n").is_empty());
    }
}

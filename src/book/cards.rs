//! What the social cards say.

use super::{Book, FactValue, SkillEntry};
use crate::address::Url;
use crate::card::Card;

/// The card of the site.
pub(super) fn site(book: &Book) -> (Card, Url) {
    let count = |number: usize, one: &str, many: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        number => Some(format!("{number} {many}")),
    };
    let counts = [
        count(book.skills.len(), "skill", "skills"),
        count(book.cases.len(), "use case", "use cases"),
        count(book.classes.len(), "class", "classes"),
    ];
    let card = Card {
        site: "Agent skills".to_owned(),
        name: book.site.title.clone(),
        is_skill: false,
        line: book.site.description.clone().unwrap_or_default(),
        foot: counts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        accent: None,
    };
    let url = Url::card(None, &card.hash());
    (card, url)
}

/// The card of a skill.
pub(super) fn skill(book: &Book, entry: &SkillEntry) -> (Card, Url) {
    let class = entry.facts.iter().find_map(|fact| match fact.value {
        FactValue::Class(class) => book.classes.get(class),
        _ => None,
    });
    let writes = || {
        entry
            .skill
            .partial()
            .map(|partial| format!("writes {}", partial.file_name()))
    };
    let card = Card {
        site: book.site.title.clone(),
        name: entry.skill.name.clone(),
        is_skill: true,
        line: entry.line.clone(),
        foot: match class {
            Some(class) => class.name.clone(),
            None => writes().unwrap_or_default(),
        },
        accent: class.map(|class| class.accent),
    };
    let url = Url::card(Some(&entry.url), &card.hash());
    (card, url)
}

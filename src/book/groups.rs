//! How the front page groups the skills: by class where there is a guard, else by plugin or category.

use super::Book;
use crate::guard::ClassKind;
use std::collections::BTreeMap;

/// Skills that stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillGroup {
    /// The class, plugin or category; empty for the skills of none.
    pub name: String,
    /// The class, as an index into [`Book::classes`].
    pub class: Option<usize>,
    /// The skills, as indices into [`Book::skills`].
    pub skills: Vec<usize>,
}

/// The groups: classes in their own order, others by name; skills of none last.
pub(super) fn groups(book: &Book) -> Vec<SkillGroup> {
    let all = 0..book.skills.len();
    let mut groups: Vec<SkillGroup> = Vec::new();
    let mut rest = Vec::new();
    if book
        .classes
        .iter()
        .any(|class| class.kind == ClassKind::Skill)
    {
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, class) in book.classes.iter().enumerate() {
            let members = class
                .members
                .iter()
                .filter(|_| class.kind == ClassKind::Skill);
            for (name, _) in members {
                classes.entry(name).or_insert(index);
            }
        }
        let mut by_class: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for skill in all {
            match classes.get(book.skills[skill].skill.name.as_str()) {
                Some(class) => by_class.entry(*class).or_default().push(skill),
                None => rest.push(skill),
            }
        }
        groups.extend(by_class.into_iter().map(|(class, skills)| SkillGroup {
            name: book.classes[class].name.clone(),
            class: Some(class),
            skills,
        }));
    } else {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for skill in all {
            match &book.skills[skill].group {
                Some(group) => by_name.entry(group).or_default().push(skill),
                None => rest.push(skill),
            }
        }
        groups.extend(by_name.into_iter().map(|(name, skills)| SkillGroup {
            name: name.to_owned(),
            class: None,
            skills,
        }));
    }
    if !rest.is_empty() {
        groups.push(SkillGroup {
            name: String::new(),
            class: None,
            skills: rest,
        });
    }
    groups
}

//! Permission rules that say nothing, or that others take the meaning from.

use crate::book::{Book, RuleFile, SkillEntry, WrittenRule};
use crate::diagnostics::{Code, Diagnostic, Place};
use crate::guard::permissions::{List, Rule};

/// The rules of one file: of settings against each other, of a skill against its own and those of its settings.
pub(super) fn permissions(book: &Book, found: &mut Vec<Diagnostic>) {
    for file in &book.rule_files {
        for rule in &file.rules {
            flawed(file, rule, found);
        }
        if file.document.is_none() {
            for rule in &file.rules {
                denied(file, rule, &[file], found);
            }
        }
    }
    for entry in &book.skills {
        skill(book, entry, found);
    }
}

fn flawed(file: &RuleFile, rule: &WrittenRule, found: &mut Vec<Diagnostic>) {
    let Err(flaw) = &rule.read else {
        return;
    };
    found.push(
        Diagnostic::new(Code::ToolRule, format!("`{}` {}", rule.text, flaw.why))
            .at(at(file, rule))
            .help(flaw.help.clone()),
    );
}

fn skill(book: &Book, entry: &SkillEntry, found: &mut Vec<Diagnostic>) {
    let files: Vec<&RuleFile> = entry
        .rule_files
        .iter()
        .filter_map(|file| book.rule_files.get(*file))
        .collect();
    let Some(own) = files.iter().find(|file| file.document.is_some()) else {
        return;
    };
    for rule in own.rules.iter().filter(|rule| rule.list == List::Allow) {
        match covering(rule, own) {
            Some(taken) => found.push(
                Diagnostic::new(
                    Code::ToolConflict,
                    format!(
                        "`{}` is allowed, and taken away by `{}` in `{}`",
                        rule.text, taken.text, taken.field
                    ),
                )
                .at(at(own, rule))
                .help("take it out of one of the lists; what is taken away cannot be used"),
            ),
            None => denied(own, rule, &files, found),
        }
    }
}

/// A rule that never decides, because all that it speaks of is denied.
fn denied(file: &RuleFile, rule: &WrittenRule, files: &[&RuleFile], found: &mut Vec<Diagnostic>) {
    if rule.list == List::Deny {
        return;
    }
    let by = files
        .iter()
        .find_map(|other| Some((other, covering(rule, other)?)));
    if let Some((other, by)) = by {
        found.push(
            Diagnostic::new(
                Code::DeniedRule,
                format!(
                    "`{}` never decides: {} line {} denies `{}`",
                    rule.text, other.display, by.line, by.text
                ),
            )
            .at(at(file, rule))
            .help("what is denied comes first, however narrow the other rule is; narrow the rule that denies, or take this one out"),
        );
    }
}

/// The first rule of a file that denies all that a rule speaks of.
fn covering<'a>(rule: &WrittenRule, file: &'a RuleFile) -> Option<&'a WrittenRule> {
    let own = rule.read.as_ref().ok()?;
    let covers = |other: &Rule| other.list() == List::Deny && other.covers(own);
    file.rules
        .iter()
        .find(|other| other.read.as_ref().is_ok_and(covers))
}

fn at(file: &RuleFile, rule: &WrittenRule) -> Place {
    Place::new(file.display.clone(), file.text.clone(), rule.span.clone())
}

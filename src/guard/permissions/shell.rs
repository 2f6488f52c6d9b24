//! The answer to a line of shell: each command of it is judged, and each file that its output goes to.

use super::call::Call;
use super::command::{Line, Part, Word};
use super::decide::{Answer, Decision, Mode, Policy, Why, by, decision, is_protected};
use super::paths::Place;
use super::rule::{List, Rule};

impl Policy {
    pub(super) fn shell(&self, call: &Call) -> Decision {
        let line = Line::read(&call.argument);
        let refused = self.refused(|rule| {
            rule.speaks_of_all(&call.tool)
                || line.all().any(|part| rule.speaks_of_part(&call.tool, part))
                || (call.parameter.is_some() && rule.speaks_of(call))
                || (rule.list() == List::Deny && line.all().any(|part| touches(rule, part)))
        });
        if let Some(refused) = refused {
            return refused;
        }
        if line.all().any(removes_much) {
            return match self.mode {
                Mode::Bypass => decision(Answer::Asked, Why::Critical),
                _ => self.prompt(Why::Critical),
            };
        }
        if self.mode == Mode::Bypass {
            return decision(Answer::Allowed, Why::Bypass);
        }
        if let Some(rule) = self.first(List::Allow, |rule| rule.speaks_of_all(&call.tool)) {
            return by(Answer::Allowed, rule, Why::Rule);
        }
        if !line.is_plain {
            let whole = |rule: &Rule| rule.is_exact() && rule.speaks_of(call);
            return match self.first(List::Allow, whole) {
                Some(rule) => by(Answer::Allowed, rule, Why::Rule),
                None => self.prompt(Why::Unread),
            };
        }
        self.parts(call, &line)
    }

    /// Each command of a line has to be allowed, and each file that it goes to.
    fn parts(&self, call: &Call, line: &Line) -> Decision {
        let mut allowed = None;
        let mut why = Why::ReadOnly;
        let moves = line.parts.iter().any(|part| is_command(part, "cd"));
        for part in &line.parts {
            let is_exec = runs_others(part);
            let rule = self.first(List::Allow, |rule| {
                rule.speaks_of_part(&call.tool, part) && (!is_exec || rule.is_exact())
            });
            // In another folder git may run what lies there, and a file may be another one.
            let is_moved = moves && (is_command(part, "git") || !part.targets.is_empty());
            match rule {
                Some(rule) => allowed = allowed.or(Some(rule)),
                None if call.tool == "Bash" && !is_moved && self.only_reads(part) => {}
                None if call.tool == "Bash" && self.accepts(part) => why = Why::AcceptsEdits,
                None => return self.prompt(Why::Command(part.text.clone())),
            }
            for target in part
                .targets
                .iter()
                .filter(|target| target.text != "/dev/null")
            {
                let write = Call::new("Write", target.text.clone());
                let rule = self.first(List::Allow, |rule| rule.speaks_of(&write));
                let is_known = !target.is_glob && !target.text.starts_with('~');
                let answer = self.write(&Place::new(&target.text), rule);
                if !is_known || answer.answer != Answer::Allowed {
                    return self.prompt(Why::Target(target.text.clone()));
                }
                allowed = allowed.or(answer.by);
            }
        }
        match allowed {
            Some(rule) => by(Answer::Allowed, rule, Why::Rule),
            None if line.parts.is_empty() => self.prompt(Why::Unread),
            None => decision(Answer::Allowed, why),
        }
    }

    /// Whether a command is one of those that the client lets read without asking. The documentation names these and says
    /// that there are more.
    fn only_reads(&self, part: &Part) -> bool {
        let words = part.command();
        let Some((first, rest)) = words.split_first() else {
            return true;
        };
        let has_glob = words.iter().any(|word| word.is_glob);
        match first.text.as_str() {
            "ls" | "cat" | "echo" | "pwd" | "head" | "tail" | "grep" | "wc" | "which" | "diff"
            | "stat" | "du" => true,
            "cd" => rest
                .first()
                .is_some_and(|word| self.is_inside(&Place::new(&word.text))),
            "find" => !has_glob && !rest.iter().any(finds_more),
            "git" => {
                let reads = |word: &Word| {
                    let name = word.text.as_str();
                    matches!(
                        name,
                        "status" | "log" | "diff" | "show" | "blame" | "ls-files" | "rev-parse"
                    )
                };
                !has_glob
                    && rest.first().is_some_and(reads)
                    && !rest.iter().any(|word| {
                        word.text.starts_with("--output") || word.text.starts_with("--ext")
                    })
            }
            _ => false,
        }
    }

    /// Whether the mode accepts a command because it only edits files of the project.
    fn accepts(&self, part: &Part) -> bool {
        let words = part.command();
        let Some((first, rest)) = words.split_first() else {
            return false;
        };
        let edits = matches!(
            first.text.as_str(),
            "mkdir" | "touch" | "rm" | "rmdir" | "mv" | "cp" | "sed"
        );
        self.mode == Mode::AcceptEdits
            && edits
            && operands(rest).all(|word| {
                let place = Place::new(&word.text);
                self.is_inside(&place) && !is_protected(&place) && !word.text.starts_with('$')
            })
    }
}

fn is_command(part: &Part, name: &str) -> bool {
    part.command().first().is_some_and(|word| word.text == name)
}

fn operands(words: &[Word]) -> impl Iterator<Item = &Word> {
    words.iter().filter(|word| !word.text.starts_with('-'))
}

/// Whether a command runs its words as another one, so that only a rule that names it whole allows it.
fn runs_others(part: &Part) -> bool {
    let words = part.command();
    let first = words.first().map_or("", |word| word.text.as_str());
    matches!(first, "watch" | "setsid" | "ionice" | "flock")
        || (first == "find" && words.iter().any(finds_more))
}

fn finds_more(word: &Word) -> bool {
    let flag = word.text.as_str();
    matches!(flag, "-delete" | "-fls")
        || ["-exec", "-ok", "-fprint"]
            .iter()
            .any(|it| flag.starts_with(it))
}

/// Whether a rule denies a file that a command visibly reads or writes: by one of the commands that the client looks
/// into, or by a redirection.
fn touches(rule: &Rule, part: &Part) -> bool {
    let writes = |word: &Word| rule.speaks_of(&Call::new("Edit", word.text.clone()));
    let reads = |word: &Word| rule.speaks_of(&Call::new("Read", word.text.clone()));
    if rule.speaks_of_all("Edit") || rule.speaks_of_all("Read") {
        return false;
    }
    let words = part.command();
    let Some((first, rest)) = words.split_first() else {
        return part.targets.iter().any(writes);
    };
    let is_sed = first.text == "sed";
    let edits = is_sed
        && rest
            .iter()
            .any(|word| word.text.starts_with("-i") || word.text == "--in-place");
    let is_seen = is_sed || matches!(first.text.as_str(), "cat" | "head" | "tail");
    part.targets.iter().any(writes)
        || (is_seen && operands(rest).any(|word| reads(word) || (edits && writes(word))))
}

/// Whether a command removes a folder that no rule lets it remove.
fn removes_much(part: &Part) -> bool {
    let words = part.command();
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    matches!(first.text.as_str(), "rm" | "rmdir")
        && operands(rest).any(|word| {
            let text = word.text.as_str();
            let below = text.strip_suffix("/*").or_else(|| text.strip_suffix('/'));
            match below {
                Some("") => true,
                // An empty variable would make the root of it.
                Some(folder) if folder.starts_with('$') => true,
                _ => Place::new(below.unwrap_or(text)).is_critical(),
            }
        })
}

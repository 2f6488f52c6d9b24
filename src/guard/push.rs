//! Whether a shell command pushes so that published history is rewritten (GUARD.md § A shell command). Reads words;
//! knows nothing of territories.

use super::rules::ForcePush;
use super::shell::{self, Word};
use super::targets::{has_value, last_part};

/// The word that makes a command a force push, if one does.
pub(super) fn forced(rule: &ForcePush, command: &str) -> Option<String> {
    shell::segments(command).iter().find_map(|segment| {
        forced_in(rule, segment).or_else(|| {
            // One level deep and no deeper, as the hook reads it.
            shell::segments(wrapped(rule, segment)?)
                .iter()
                .find_map(|inner| forced_in(rule, inner))
        })
    })
}

fn forced_in(rule: &ForcePush, segment: &[Word]) -> Option<String> {
    let mut words = without_assignments(segment).iter().map(|word| &word.text);
    if last_part(words.next()?) != "git" {
        return None;
    }
    let mut subcommand = words.next()?;
    while subcommand.starts_with('-') {
        if rule.git_options_with_value.contains(subcommand) {
            words.next()?;
        }
        subcommand = words.next()?;
    }
    if subcommand != "push" {
        return None;
    }
    words.find(|word| forces(rule, word)).cloned()
}

fn forces(rule: &ForcePush, word: &str) -> bool {
    if word.starts_with("--") {
        rule.long_flags.iter().any(|flag| flag == word) || has_value(&rule.long_flags, word)
    } else if let Some(cluster) = word.strip_prefix('-') {
        !rule.short_flag.is_empty() && cluster.contains(&rule.short_flag)
    } else {
        !rule.refspec_prefix.is_empty() && word.starts_with(&rule.refspec_prefix)
    }
}

/// The command string that a shell is given.
fn wrapped<'a>(rule: &ForcePush, segment: &'a [Word]) -> Option<&'a str> {
    match without_assignments(segment) {
        [shell, flag, command, ..]
            if flag.text == rule.shell_command_flag
                && rule
                    .shell_wrappers
                    .iter()
                    .any(|wrapper| wrapper == last_part(&shell.text)) =>
        {
            Some(&command.text)
        }
        _ => None,
    }
}

fn without_assignments(segment: &[Word]) -> &[Word] {
    let leading = segment.iter().take_while(|word| is_assignment(&word.text));
    &segment[leading.count()..]
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::guard;
    use super::*;

    fn argument(command: &str) -> Option<String> {
        forced(&guard().rules.force_push?, command)
    }

    #[test]
    fn refused() {
        for (command, word) in [
            ("git push --force", "--force"),
            ("git push -f origin main", "-f"),
            ("git push origin main -f", "-f"),
            ("git push -uf origin main", "-uf"),
            ("git push --force-with-lease", "--force-with-lease"),
            (
                "git push --force-with-lease=main:abc",
                "--force-with-lease=main:abc",
            ),
            ("git push --force=yes", "--force=yes"),
            ("git push origin +main", "+main"),
            ("git push origin '+main'", "+main"),
            ("git push \"--force\"", "--force"),
            ("git -C . push --force", "--force"),
            ("git -c a=b --git-dir x push -f", "-f"),
            ("git --git-dir=x --no-pager push -f", "-f"),
            ("A=1 B_2='x y' git push -f", "-f"),
            ("/usr/bin/git push -f", "-f"),
            ("cd x && git push -f", "-f"),
            ("git push; git push -f", "-f"),
            ("git push -- -f", "-f"),
            ("git push\n-f", "-f"),
            ("git push > log -f", "-f"),
            ("sh -c 'git push -f'", "-f"),
            (
                "A=1 /bin/bash -c \"cd x && git push origin +main\"",
                "+main",
            ),
        ] {
            assert_eq!(argument(command).as_deref(), Some(word), "{command}");
        }
    }

    #[test]
    fn let_through() {
        for command in [
            "git push",
            "git push -u origin main",
            "git push origin main",
            "git push --follow-tags",
            "git push --forced",
            "git push --force-if-includes",
            "git push origin :main",
            "git push origin main+",
            "git pull --force",
            "git commit -m 'git push -f'",
            "echo git push -f",
            "git -C push -f",
            "git -C",
            "git --no-pager",
            "git",
            "",
            "push -f",
            // Blind spots.
            "sudo git push -f",
            "(git push -f)",
            "then git push -f",
            "git push $FLAG",
            "1A=1 git push -f",
            "sh -c \"sh -c 'git push -f'\"",
            "sh -x -c 'git push -f'",
            "sh -ec 'git push -f'",
            "sh -c",
            "zsh -c 'git push -f'",
            "> log git push -f",
            "cat <<E\ngit push -f\nE",
        ] {
            assert_eq!(argument(command), None, "{command}");
        }
    }

    #[test]
    fn an_empty_rule_refuses_nothing() {
        assert_eq!(
            forced(&ForcePush::default(), "git push -f +main --force"),
            None
        );
    }
}

//! Which paths a shell command visibly writes (GUARD.md § A shell command). Finds them; judges nothing.

use super::rules::{BashShapes, Shape, Targets};
use super::shell::{self, Word};

/// The paths a command writes, as written, in the order in which they are judged: segment by segment, those of the
/// redirections first. Targets that only the shell can resolve are left out.
pub(super) fn of_command(shapes: &BashShapes, command: &str) -> Vec<String> {
    shell::segments(command)
        .iter()
        .flat_map(|segment| of_segment(shapes, segment))
        .filter(|target| !is_unresolvable(shapes, target))
        .collect()
}

fn is_unresolvable(shapes: &BashShapes, target: &str) -> bool {
    shapes
        .unresolvable_markers
        .iter()
        .any(|marker| !marker.is_empty() && target.contains(marker.as_str()))
}

fn of_segment(shapes: &BashShapes, segment: &[Word]) -> Vec<String> {
    let mut targets = Vec::new();
    let mut command_at = 0;
    for (at, word) in segment.iter().enumerate() {
        if !word.quoted && shapes.redirect_operators.contains(&word.text) {
            targets.extend(segment.get(at + 1).map(|next| next.text.clone()));
            command_at = at + 1;
        }
    }
    if let Some((command, arguments)) = segment[command_at..].split_first() {
        let name = last_part(&command.text);
        for shape in shapes.commands.iter().filter(|shape| shape.name == name) {
            targets.extend(of_shape(shape, arguments));
        }
    }
    targets
}

/// A command's name without its folder.
pub(super) fn last_part(command: &str) -> &str {
    command.rsplit('/').next().unwrap_or(command)
}

fn of_shape(shape: &Shape, arguments: &[Word]) -> Vec<String> {
    if let Some(prefix) = &shape.requires_flag_prefix
        && !arguments
            .iter()
            .any(|word| word.text.starts_with(prefix.as_str()))
    {
        return Vec::new();
    }
    let (operands, script_flag_seen) = operands(shape, arguments);
    let written: Vec<&str> = match shape.targets {
        Targets::All => operands,
        Targets::Last => operands.last().copied().into_iter().collect(),
        Targets::Tail if script_flag_seen => operands,
        Targets::Tail => operands.into_iter().skip(1).collect(),
        Targets::Prefixed => {
            let prefix = shape.operand_prefix.as_deref().unwrap_or_default();
            operands
                .into_iter()
                .filter_map(|operand| operand.strip_prefix(prefix))
                .collect()
        }
    };
    written.into_iter().map(str::to_owned).collect()
}

/// A command's operands, and whether a flag gave it its script.
fn operands<'a>(shape: &Shape, arguments: &'a [Word]) -> (Vec<&'a str>, bool) {
    let mut operands = Vec::new();
    let mut script_flag_seen = false;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if shape.script_flags.contains(&word.text) {
            script_flag_seen = true;
            words.next();
        } else if has_value(&shape.script_flags, &word.text) {
            script_flag_seen = true;
        } else if !word.text.is_empty() && (word.quoted || !word.text.starts_with('-')) {
            operands.push(word.text.as_str());
        }
    }
    (operands, script_flag_seen)
}

/// Whether a word is one of the flags with `=value` behind it.
pub(super) fn has_value(flags: &[String], word: &str) -> bool {
    flags.iter().any(|flag| {
        word.strip_prefix(flag.as_str())
            .is_some_and(|rest| rest.starts_with('='))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::guard;
    use super::*;

    #[track_caller]
    fn writes(command: &str, targets: &[&str]) {
        assert_eq!(
            of_command(&guard().rules.bash, command),
            targets,
            "{command:?}"
        );
    }

    #[test]
    fn redirections() {
        writes("echo a > b", &["b"]);
        writes("echo a >> b", &["b"]);
        writes("echo a >b 2>c", &["b", "c"]);
        writes("> a echo b", &["a"]);
        writes("echo a > 'b c'", &["b c"]);
        writes("echo a >\nb", &["b"]);
        writes("echo a > b; echo c > d && echo e > f", &["b", "d", "f"]);
        writes("echo '>' b \">>\" c", &[]);
        writes("cat < a", &[]);
        writes("echo a 2>&1", &[]);
        writes("echo a > b 2>&1", &["b"]);
        writes("echo a >", &[]);
        writes("echo a &> b", &["b"]);
        // Blind spots: an operator of another spelling, and one before a pipe.
        writes("echo a >| b", &[]);
        writes("echo a >>> b", &[]);
        // A backslash is no quote.
        writes("echo a \\> b", &["b"]);
        // Comments are read like anything else.
        writes("true # a > b", &["b"]);
    }

    #[test]
    fn shapes() {
        writes("tee a b", &["a", "b"]);
        writes("tee -a a", &["a"]);
        writes("tee", &[]);
        writes("echo x | tee a | tee b", &["a", "b"]);
        writes("/usr/bin/tee a", &["a"]);
        writes("'tee' 'a b'", &["a b"]);
        writes("tee '-a' b", &["-a", "b"]);
        writes("tee '' a", &["a"]);
        writes("cp a b c", &["c"]);
        writes("cp -r a b/", &["b/"]);
        writes("cp a", &["a"]);
        writes("cp a b -v", &["b"]);
        writes("dd if=a of=b bs=1", &["b"]);
        writes("dd if=a", &[]);
        writes("dd of=a of=b", &["a", "b"]);
        writes("cat a", &[]);
        writes("tee a\ntee b", &["a", "tee", "b"]);
    }

    #[test]
    fn scripts() {
        writes("sed s/a/b/ f", &[]);
        writes("sed -i s/a/b/ f g", &["f", "g"]);
        writes("sed -i.bak s/a/b/ f", &["f"]);
        writes("sed -n -i 's/a/b/' f", &["f"]);
        writes("sed -i '' 's/a/b/' f", &["f"]);
        writes("sed -i -e s/a/b/ f g", &["f", "g"]);
        writes("sed -i -e s/a/b/ -e s/c/d/ f", &["f"]);
        writes("sed -i --expression=s/a/b/ f", &["f"]);
        writes("sed -i --expression='s/a/b/' f", &["f"]);
        writes("sed -i --expression s/a/b/ f", &["f"]);
        writes("sed -i -f s.sed f", &["f"]);
        writes("sed f -i -e", &["f"]);
        writes("sed -i s/a/b/", &[]);
        writes("sed -i", &[]);
        // A script flag takes what follows, whatever it looks like; the prefix may stand anywhere.
        writes("sed -e -i f", &["f"]);
        writes("sed '-i' s/a/b/ f", &["s/a/b/", "f"]);
        writes("perl -i -pe 's/a/b/' f", &["f"]);
        // Blind spots: the flag in a cluster, or spelled out.
        writes("perl -pi -e 's/a/b/' f", &[]);
        writes("sed --in-place s/a/b/ f", &[]);
        writes("sed -ni s/a/b/ f", &[]);
        // A script glued to its short flag and quoted is an operand like any other.
        writes("sed -i -e's/a/b/' f", &["f"]);
    }

    #[test]
    fn a_command_stands_behind_the_last_redirection() {
        writes("tee a > b", &["b"]);
        writes("> a tee b", &["a"]);
        writes("> tee b", &["tee", "b"]);
        writes("cat > a <<E\nE\ntee b", &["a"]);
        // `<` is in no list of operators, so it is an operand.
        writes("tee a < b", &["a", "<", "b"]);
        writes("cp a b < c", &["c"]);
    }

    #[test]
    fn words_before_a_command_hide_it() {
        for command in [
            "sudo tee a",
            "A=1 tee a",
            "env tee a",
            "(tee a)",
            "if true; then tee a; fi",
            "{ tee a; }",
            "sh -c 'tee a'",
            "xargs tee a",
            "'' tee a",
            "TEE a",
        ] {
            writes(command, &[]);
        }
    }

    #[test]
    fn what_only_the_shell_can_resolve_is_passed_over() {
        for target in ["$F", "a$F", "`f`", "a*", "a?", "~/a", "'$F'", "\\$F"] {
            writes(&format!("echo x > {target}"), &[]);
            writes(&format!("tee a {target} b"), &["a", "b"]);
        }
    }
}

//! Fences: code in the languages that skills hold most of.

use super::words::{Choice, QUALITIES, identifier, name, sentence, type_name};

/// A fence with its code, and a newline behind it.
pub fn fence(choice: &mut Choice) -> String {
    let lines = choice.between(2, 10);
    let (language, code) = match choice.below(10) {
        0..=3 => ("bash", repeated(choice, lines, bash)),
        4..=5 => ("python", repeated(choice, lines.div_ceil(4), python)),
        6 => (
            "typescript",
            repeated(choice, lines.div_ceil(4), typescript),
        ),
        7..=8 => ("yaml", repeated(choice, lines.div_ceil(3), yaml)),
        _ => ("markdown", repeated(choice, lines.div_ceil(2), markdown)),
    };
    format!("```{language}\n{code}```\n")
}

fn repeated(choice: &mut Choice, times: usize, make: fn(&mut Choice) -> String) -> String {
    (0..times).map(|_| make(choice)).collect()
}

fn bash(choice: &mut Choice) -> String {
    let (tool, file) = (name(choice, "-"), name(choice, "_"));
    match choice.below(5) {
        0 => format!(
            "{tool} --input {file}.json --limit {}\n",
            choice.between(1, 400)
        ),
        1 => format!("# {}\n", sentence(choice)),
        2 => format!("for item in {file}/*.csv; do {tool} \"$item\"; done\n"),
        3 => format!(
            "git log --oneline -{} -- {file}.md | head\n",
            choice.between(2, 40)
        ),
        _ => format!("export {}=\"$({tool} --print)\"\n", file.to_uppercase()),
    }
}

fn python(choice: &mut Choice) -> String {
    let (function, value, kind) = (identifier(choice), identifier(choice), type_name(choice));
    format!(
        "def {function}({value}: list[str], limit: int = {}) -> {kind} | None:\n    \"\"\"{}\"\"\"\n    found = [line.strip() for line in {value} if line]\n    return {kind}(found[:limit]) if found else None\n\n",
        choice.between(2, 200),
        sentence(choice),
    )
}

fn typescript(choice: &mut Choice) -> String {
    let (kind, field, function) = (type_name(choice), identifier(choice), identifier(choice));
    format!(
        "export interface {kind} {{\n  readonly {field}: string;\n  state: \"{}\" | \"{}\";\n}}\n\nexport const {function} = async (it: {kind}): Promise<number> => it.{field}.length * {};\n",
        choice.any(QUALITIES),
        choice.any(QUALITIES),
        choice.between(2, 60),
    )
}

fn yaml(choice: &mut Choice) -> String {
    format!(
        "{}:\n  {}: {}\n  {}: \"{}\"\n",
        identifier(choice),
        identifier(choice),
        choice.between(1, 9000),
        identifier(choice),
        name(choice, " "),
    )
}

fn markdown(choice: &mut Choice) -> String {
    format!("## {}\n\n- [ ] {}\n", name(choice, " "), sentence(choice))
}

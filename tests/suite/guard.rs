//! `skillbook guard`, end to end: its words, its exit codes, and the names that it does not know.

use crate::site::Site;

const FROZEN: &str = "docs/use-cases/UC-001-rye-loaf";

fn bakery() -> Site {
    Site::of("bakery")
}

#[test]
fn a_write_inside_the_territory_is_admitted_in_silence() {
    for path in [
        "docs/use-cases/UC-002-seed-roll/20-dough.md",
        "docs/use-cases/UC-009-new/20-dough.md",
        "./docs//use-cases/x/../UC-009-new/20-dough.md",
        "docs/use-cases/BACKLOG.md",
    ] {
        bakery()
            .run(&format!("guard dough-design Write {path}"))
            .code(0)
            .stderr_is("")
            .stdout_is("");
    }
}

#[test]
fn a_write_outside_the_territory_is_refused_in_the_guards_words() {
    let run = bakery()
        .run("guard dough-design Write shop/window.txt")
        .code(2);
    insta::assert_snapshot!(run.stderr, @"
    ❌ `dough-design` is class `design` — shop/window.txt is outside its territory.
       write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md
    Put the content in the spec as a code block, or finish the run and invoke the
    skill that owns this path. If the path is legitimately this skill's, widen
    skill_classes.design in .claude/schemas/extensions.json — retrying will not help.
    ");
    assert_eq!(run.stdout, "");
    bakery()
        .run("guard dough-design Write ../elsewhere.md")
        .code(2)
        .stderr_has("../elsewhere.md is outside its territory");
}

#[test]
fn a_frozen_case_is_refused_but_for_its_changelog() {
    let run = bakery()
        .run(&format!("guard dough-design Write {FROZEN}/20-dough.md"))
        .code(2);
    insta::assert_snapshot!(run.stderr, @r#"
    ❌ UC-001-rye-loaf is approved — its specs are immutable.
    Record the change in the new use case's "Impact on approved use cases" section,
    and the one-line entry in UC-001-rye-loaf/CHANGELOG.md, which stays writable.
    Writable inside a frozen folder: CHANGELOG.md; plus the spec's own `status:` line and its checklist toggles.
    To reopen a spec that was never implemented, set `status: draft` by hand.
    "#);
    bakery()
        .run(&format!("guard dough-design Edit {FROZEN}/CHANGELOG.md"))
        .code(0);
}

#[test]
fn an_edit_may_close_the_status_and_toggle_the_checklist() {
    let edit = |old: &str, new: &str| {
        bakery().run(&format!(
            "guard dough-design Edit {FROZEN}/UC-001-spec.md --old '{old}' --new '{new}'"
        ))
    };
    edit("status: approved", "status: baked").code(0);
    edit("status: approved", "status: draft").code(2);
    edit("status: draft", "status: baked").code(2);
    edit("- [ ] Dough", "- [x] Dough").code(0);
    edit("- [x] Recipe", "- [ ] Recipe").code(0);
    edit("- [ ] Dough", "- [x] Bread").code(2);
    edit("- [ ] Dough", "- [ ] Dough").code(2);
    // Both halves belong together, and to an Edit.
    bakery().run("guard dough-design Edit x --old a").code(64);
    bakery()
        .run("guard dough-design Write x --old a --new b")
        .code(64)
        .stderr_has("belong to Edit");
}

#[test]
fn a_shell_command_is_judged_by_what_it_visibly_writes() {
    let bash = |command: &str| bakery().run(&format!("guard dough-design Bash '{command}'"));
    bash("ls -la").code(0);
    bash("echo open > shop/sign.txt")
        .code(2)
        .stderr_has("shop/sign.txt");
    bash("cp a.txt shop/a.txt").code(2);
    bash("echo x > docs/use-cases/BACKLOG.md").code(0);
    bash("echo x > $HOME/a").code(0);
    bash(&format!("echo x | tee {FROZEN}/20-dough.md"))
        .code(2)
        .stderr_has("approved");
    let push = bash("git push --force origin main").code(2);
    insta::assert_snapshot!(push.stderr, @"
    guard: force push blocked — `--force` rewrites published history.
      Push without force. A shared branch is rewritten by a human, outside Claude Code. Rule: guard.force_push in .claude/schemas/extensions.json
    ");
    bash("git push origin main").code(0);
}

#[test]
fn an_argument_may_begin_with_a_hyphen() {
    bakery()
        .run("guard dough-design Write -x.txt")
        .code(2)
        .stderr_has("-x.txt");
}

#[test]
fn a_call_of_a_build_skill_is_refused_while_a_design_skill_is_open() {
    let run = bakery().run("guard dough-design Skill shop-fitter").code(2);
    insta::assert_snapshot!(run.stderr, @"
    ❌ `shop-fitter` is class `build` and `dough-design` (class `design`) is open — a design run does not materialize files.
    Record what is missing in the partial and in the consolidated spec, finish the run,
    then invoke `/shop-fitter` from a prompt of its own.
    ");
    bakery()
        .run("guard dough-design Skill /recipe-design")
        .code(0);
    bakery().run("guard shop-fitter Skill dough-design").code(0);
    // A skill that no class lists is let through.
    bakery().run("guard dough-design Skill taster").code(0);
}

#[test]
fn an_agent_is_judged_by_its_own_list() {
    let agent = |path: &str| {
        bakery().run(&format!(
            "guard dough-design Write {path} --agent night-baker"
        ))
    };
    agent("oven/rack.md").code(0);
    agent("oven/deep/rack.md").code(2);
    let run = agent("docs/use-cases/BACKLOG.md").code(2);
    insta::assert_snapshot!(run.stderr, @"
    ❌ agent `night-baker` is class `baker` — docs/use-cases/BACKLOG.md is outside its territory.
       write_allow: oven/*
    Report the path in the summary you return and stop, or hand it to the piece
    that owns it. If the path is legitimately this agent's, widen
    agent_classes.baker in .claude/schemas/extensions.json — retrying will not help.
    ");
    // Who calls decides, even if the open skill has no class.
    bakery()
        .run("guard taster Write shop/x --agent night-baker")
        .code(2);
}

#[test]
fn skills_that_are_open_together_share_their_territories() {
    let run = bakery()
        .run("guard dough-design Write shop/x --open recipe-design")
        .code(2);
    assert!(run.stderr.contains("`dough-design`"), "{run}");
    assert!(run.stderr.contains("`recipe-design`"), "{run}");
    bakery()
        .run("guard dough-design Write shop/x --open shop-fitter")
        .code(64)
        .stderr_has("cannot be open beside");
}

#[test]
fn a_skill_without_a_class_is_not_judged() {
    bakery()
        .run("guard taster Write anything.txt")
        .code(0)
        .stdout_is("no class: not judged\n")
        .stderr_is("");
    // Nor is any, where there is no guard.
    Site::of("plain")
        .run("guard greet Write anything.txt")
        .code(0)
        .stdout_is("no class: not judged\n");
}

#[test]
fn names_that_nobody_knows_are_wrong_usage_and_the_nearest_is_named() {
    let run = bakery().run("guard dough-desing Write x").code(64);
    insta::assert_snapshot!(run.stderr, @"error: neither a class nor a file knows a skill `dough-desing`; did you mean `dough-design`?");
    bakery()
        .run("guard dough-design Skill shop-fiter")
        .code(64)
        .stderr_has("did you mean `shop-fitter`?");
    bakery()
        .run("guard dough-design Write x --open taester")
        .code(64)
        .stderr_has("did you mean `taster`?");
    bakery()
        .run("guard dough-design Write x --agent nightbaker")
        .code(64)
        .stderr_has("did you mean `night-baker`?");
}

#[test]
fn tools_are_named_in_any_case() {
    bakery().run("guard dough-design write shop/x").code(2);
    bakery().run("guard dough-design BASH ls").code(0);
}

#[test]
fn another_root_can_be_named() {
    let site = Site::empty();
    let root = bakery();
    site.run(&format!(
        "guard dough-design Write shop/x --root {}",
        root.root().display()
    ))
    .code(2);
}

#[test]
fn a_scenario_is_played_to_its_end() {
    let run = bakery()
        .run("guard --scenario scenarios/dough-design.toml")
        .code(2);
    insta::assert_snapshot!(run.stdout, @r#"
    UserPromptSubmit /dough-design
      guard prompt  exit 0
    # opened: dough-design (class design)
    # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md

    PreToolUse Skill(recipe-design)
      guard call  exit 0
    # joined: dough-design + recipe-design
    # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md

    PreToolUse Write(docs/use-cases/UC-002-seed-roll/20-dough.md)
      guard write  exit 0
    PostToolUse audit file  exit 0

    PreToolUse Write(shop/window.txt)
      guard write  exit 2
    ❌ `dough-design` + `recipe-design` is class `design` — shop/window.txt is outside its territory.
       write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md
    Put the content in the spec as a code block, or finish the run and invoke the
    skill that owns this path. If the path is legitimately this skill's, widen
    skill_classes.design in .claude/schemas/extensions.json — retrying will not help.

    PreToolUse Bash(echo open > shop/sign.txt)
      guard bash  exit 2
    ❌ `dough-design` + `recipe-design` is class `design` — shop/sign.txt is outside its territory.
       write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md
    Put the content in the spec as a code block, or finish the run and invoke the
    skill that owns this path. If the path is legitimately this skill's, widen
    skill_classes.design in .claude/schemas/extensions.json — retrying will not help.

    PreToolUse Skill(shop-fitter)
      guard call  exit 2
    ❌ `shop-fitter` is class `build` and `dough-design` (class `design`) is open — a design run does not materialize files.
    Record what is missing in the partial and in the consolidated spec, finish the run,
    then invoke `/shop-fitter` from a prompt of its own.

    # UC-002-spec.md: status: approved
    PreToolUse Edit(docs/use-cases/UC-002-seed-roll/20-dough.md)
      guard write  exit 2
    ❌ UC-002-seed-roll is approved — its specs are immutable.
    Record the change in the new use case's "Impact on approved use cases" section,
    and the one-line entry in UC-002-seed-roll/CHANGELOG.md, which stays writable.
    Writable inside a frozen folder: CHANGELOG.md; plus the spec's own `status:` line and its checklist toggles.
    To reopen a spec that was never implemented, set `status: draft` by hand.
    "#);
}

#[test]
fn a_scenario_whose_calls_are_all_admitted_exits_with_0() {
    bakery()
        .file("a.toml", "[[event]]\nskill = \"dough-design\"\n")
        .run("guard --scenario a.toml")
        .code(0);
}

#[test]
fn a_scenario_that_expects_otherwise_names_the_line() {
    bakery()
        .file(
            "a.toml",
            "[[event]]\nskill = \"dough-design\"\n\n[[event]]\nwrite = \"shop/x\"\nexpect = \"admitted\"\n",
        )
        .run("guard --scenario a.toml")
        .code(1)
        .stderr_has("a.toml:5: the scenario expects `PreToolUse Write(shop/x)` to be admitted, the guard refuses it");
    bakery()
        .file("a.toml", "[[event]]\nskil = \"dough-design\"\n")
        .run("guard --scenario a.toml")
        .code(64)
        .stderr_has("a.toml:2: unknown key `skil`");
}

#[test]
fn other_words_can_be_put_in_the_guards_mouth() {
    let site = bakery();
    site.edit(
        "skillbook.toml",
        "never_blocks = [\"audit\"]",
        "never_blocks = [\"audit\"]\n\n[guard.messages]\nterritory_skill = \"No {path} for {class}.\"",
    );
    site.run("guard dough-design Write shop/x")
        .code(2)
        .stderr_is("No shop/x for design.\n");
}

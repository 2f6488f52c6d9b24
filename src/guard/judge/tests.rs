use super::super::event::WriteTool;
use super::super::glob::Glob;
use super::super::testing::{exit, guard, open, state, verdict, words};
use super::*;

fn judge(state: &mut State, action: Action) -> Judgement {
    guard().judge(state, &Event::new(action))
}

fn by(agent: &str, state: &State, action: Action) -> Verdict {
    let event = Event::new(action).by(agent);
    guard().judge(&mut state.clone(), &event).verdict
}

fn call(skill: &str) -> Action {
    Action::Skill(skill.into())
}

#[test]
fn prompts() {
    for (before, text, after, change) in [
        (&[][..], "hello", &[][..], PhaseChange::Unchanged),
        (&["draw"], "hello", &[], PhaseChange::Closed),
        (&["draw"], "", &[], PhaseChange::Closed),
        (&[], "/draw", &["draw"], PhaseChange::Opened("draw".into())),
        (
            &["scribe", "x"],
            "/draw docs\nmore",
            &["draw"],
            PhaseChange::Opened("draw".into()),
        ),
        (
            &["draw"],
            "/draw",
            &["draw"],
            PhaseChange::Opened("draw".into()),
        ),
        (&["draw"], "/unheard-of", &[], PhaseChange::Closed),
        (&["draw"], "/drawing", &[], PhaseChange::Closed),
        (&["draw"], "use /draw", &[], PhaseChange::Closed),
        (&["draw"], "/coder", &[], PhaseChange::Closed),
        // A prompt is no call: it reaches a class that a design phase blocks.
        (
            &["draw"],
            "/docker",
            &["docker"],
            PhaseChange::Opened("docker".into()),
        ),
    ] {
        let mut state = open(before);
        let judgement = judge(&mut state, Action::Prompt(text.into()));
        assert_eq!(judgement.phase, change, "{before:?} {text:?}");
        assert_eq!(judgement.verdict, Verdict::NotJudged(Why::Prompt));
        assert_eq!(state.phase, after, "{before:?} {text:?}");
    }
}

#[test]
fn skill_calls() {
    let replaced = |by: &str, was: &[&str]| PhaseChange::Replaced {
        by: by.into(),
        was: was.iter().map(|skill| (*skill).to_owned()).collect(),
    };
    for (before, skill, after, change) in [
        (
            &[][..],
            "draw",
            &["draw"][..],
            PhaseChange::Opened("draw".into()),
        ),
        (
            &[],
            "docker",
            &["docker"],
            PhaseChange::Opened("docker".into()),
        ),
        (&[], "unheard-of", &[], PhaseChange::Unchanged),
        (&["draw"], "unheard-of", &["draw"], PhaseChange::Unchanged),
        (
            &["draw"],
            "plan",
            &["draw", "plan"],
            PhaseChange::Joined("plan".into()),
        ),
        (
            &["draw", "plan"],
            "plan",
            &["draw", "plan"],
            PhaseChange::Unchanged,
        ),
        (&["draw"], "draw", &["draw"], PhaseChange::Unchanged),
        (
            &["draw", "plan"],
            "scribe",
            &["scribe"],
            replaced("scribe", &["draw", "plan"]),
        ),
        (
            &["docker"],
            "draw",
            &["draw"],
            replaced("draw", &["docker"]),
        ),
        (
            &["docker"],
            "boot",
            &["docker", "boot"],
            PhaseChange::Joined("boot".into()),
        ),
        (
            &["scribe"],
            "docker",
            &["docker"],
            replaced("docker", &["scribe"]),
        ),
        (
            &["unheard-of"],
            "docker",
            &["docker"],
            replaced("docker", &["unheard-of"]),
        ),
    ] {
        let mut state = open(before);
        let judgement = judge(&mut state, call(skill));
        assert_eq!(judgement.verdict.exit(), 0, "{before:?} {skill}");
        assert_eq!(judgement.phase, change, "{before:?} {skill}");
        assert_eq!(state.phase, after, "{before:?} {skill}");
        let mut opened = open(before);
        guard().open(&mut opened, skill);
        assert_eq!(opened, state);
    }
}

#[test]
fn a_design_phase_blocks_calls_of_some_classes() {
    for phase in [&["draw"][..], &["plan", "draw"]] {
        let mut state = open(phase);
        let judgement = judge(&mut state, call("docker"));
        assert_eq!(
            words(&judgement.verdict),
            format!(
                "❌ `docker` is class `build` and `{}` (class `design`) is open — a design run does not materialize files.\n\
                 Record what is missing in the partial and in the consolidated spec, finish the run,\n\
                 then invoke `/docker` from a prompt of its own.",
                phase[0]
            )
        );
        assert_eq!(judgement.phase, PhaseChange::Unchanged);
        assert_eq!(state.phase, phase, "a refused call changes nothing");
    }
    assert_eq!(exit(&open(&["draw"]), call("scribe")), 0);
    assert_eq!(exit(&open(&["scribe"]), call("docker")), 0);
}

#[test]
fn a_class_that_designs_and_is_blocked_blocks_itself() {
    let guard = Guard::parse(
        r#"{"skill_classes":{"classes":{"c":{"skills":["a","b"],"design_phase":true,"blocked_during_design":true}}}}"#,
    )
    .expect("well-formed");
    let verdict = guard
        .judge(&mut open(&["a"]), &Event::new(call("b")))
        .verdict;
    assert!(verdict.is_refused());
}

#[test]
fn a_classed_agents_skill_calls_are_ignored() {
    for skill in ["plan", "docker", "scribe"] {
        let mut state = open(&["draw"]);
        let judgement = guard().judge(&mut state, &Event::new(call(skill)).by("coder"));
        assert_eq!(
            judgement.verdict,
            Verdict::NotJudged(Why::CalledByAgent {
                agent: "coder".into()
            })
        );
        assert_eq!(state.phase, ["draw"]);
    }
    // An agent without a class is like the main thread.
    assert!(by("stranger", &open(&["draw"]), call("docker")).is_refused());
}

#[test]
fn an_agent_call_changes_nothing() {
    for phase in [&[][..], &["draw"]] {
        let mut state = open(phase);
        let judgement = judge(&mut state, Action::Agent("coder".into()));
        assert_eq!(judgement.verdict, Verdict::NotJudged(Why::AgentCall));
        assert_eq!(state.phase, phase);
    }
}

#[test]
fn a_call_without_a_path_is_not_judged() {
    for path in [None, Some(String::new())] {
        let action = Action::Write {
            tool: WriteTool::NotebookEdit,
            path,
            old: None,
            new: None,
        };
        let verdict = verdict(&open(&["bare"]), action);
        assert_eq!(verdict, Verdict::NotJudged(Why::NoPath));
    }
}

#[test]
fn territory() {
    for (phase, path, code) in [
        (&[][..], "anything", 0),
        (&["unheard-of"], "anything", 0),
        (&["unheard-of", "draw"], "anything", 0),
        (&["draw"], "docs/use-cases/UC-009-new/35-jobs.md", 0),
        (&["draw"], "docs/use-cases/BACKLOG.md", 0),
        (&["draw"], "docs/use-cases/UC-009-new", 2),
        (&["draw"], "docker-compose.yml", 2),
        (&["draw"], "./docs//use-cases/x/../BACKLOG.md", 0),
        (&["draw"], "/repo/docs/use-cases/BACKLOG.md", 0),
        (&["draw"], "/elsewhere/docs/use-cases/BACKLOG.md", 2),
        (&["draw"], "../repo/docs/use-cases/BACKLOG.md", 0),
        (&["draw"], ".", 2),
        // An override replaces; it does not add.
        (&["narrow"], "docs/narrow/a", 0),
        (&["narrow"], "docs/use-cases/UC-009-new/a", 2),
        (&["narrow", "draw"], "docs/use-cases/UC-009-new/a", 0),
        (&["bare"], "a", 2),
        (&["boot"], "a/b", 0),
        // Outside the repository it is judged like any other.
        (&["boot"], "../a", 0),
        (&["draw"], "../a", 2),
        (&[], "../a", 0),
        // The sweep's exemptions are not read here.
        (&["draw"], ".trail/a", 2),
    ] {
        assert_eq!(
            exit(&open(phase), Action::write(path)),
            code,
            "{phase:?} {path}"
        );
    }
}

#[test]
fn every_writing_tool_is_judged() {
    for tool in [
        WriteTool::Write,
        WriteTool::Edit,
        WriteTool::MultiEdit,
        WriteTool::NotebookEdit,
    ] {
        let action = Action::Write {
            tool,
            path: Some("x".into()),
            old: None,
            new: None,
        };
        assert_eq!(exit(&open(&["draw"]), action), 2, "{tool:?}");
    }
}

#[test]
fn words_of_a_skills_territory() {
    assert_eq!(
        words(&verdict(
            &open(&["draw"]),
            Action::write("docker-compose.yml")
        )),
        "❌ `draw` is class `design` — docker-compose.yml is outside its territory.\n   \
         write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md\n\
         Put the content in the spec as a code block, or finish the run and invoke the\n\
         skill that owns this path. If the path is legitimately this skill's, widen\n\
         skill_classes.design in .claude/schemas/extensions.json — retrying will not help."
    );
    let first_lines = |phase: &[&str], path: &str| {
        let verdict = verdict(&open(phase), Action::write(path));
        words(&verdict)
            .lines()
            .take(2)
            .collect::<Vec<_>>()
            .join("\n")
    };
    // The union, in order, without repeats.
    assert_eq!(
        first_lines(&["narrow", "draw", "plan"], "../{class}"),
        "❌ `narrow` + `draw` + `plan` is class `design` — ../{class} is outside its territory.\n   \
         write_allow: docs/narrow/**, docs/use-cases/BACKLOG.md, docs/use-cases/UC-*/**"
    );
    assert_eq!(
        first_lines(&["bare"], "./x"),
        "❌ `bare` is class `build` — x is outside its territory.\n   \
         write_allow: (nothing — this class writes no file)"
    );
}

#[test]
fn a_classed_agent_is_judged_by_its_own_list_alone() {
    let draw = open(&["draw"]);
    for (agent, path, code) in [
        ("coder", "src/a", 0),
        ("coder", "m/src/a", 0),
        ("coder", "docs/use-cases/BACKLOG.md", 2),
        ("tester", "src/test/a", 0),
        ("tester", "src/main/a", 2),
        ("looker", "src/a", 2),
        ("stranger", "src/a", 2),
        ("stranger", "docs/use-cases/BACKLOG.md", 0),
    ] {
        assert_eq!(
            by(agent, &draw, Action::write(path)).exit(),
            code,
            "{agent} {path}"
        );
        let command = Action::Bash(format!("tee {path}"));
        assert_eq!(by(agent, &draw, command).exit(), code, "{agent} {path}");
    }
    assert!(!by("stranger", &state(), Action::write("x")).is_refused());
    assert!(by("coder", &state(), Action::write("x")).is_refused());
}

#[test]
fn words_of_an_agents_territory() {
    assert_eq!(
        words(&by("coder", &open(&["draw"]), Action::write("pom.xml"))),
        "❌ agent `coder` is class `worker` — pom.xml is outside its territory.\n   \
         write_allow: src/**, **/src/**\n\
         Report the path in the summary you return and stop, or hand it to the piece\n\
         that owns it. If the path is legitimately this agent's, widen\n\
         agent_classes.worker in .claude/schemas/extensions.json — retrying will not help."
    );
    let nothing = by("looker", &state(), Action::write("x"));
    assert!(words(&nothing).contains("\n   write_allow: (nothing — this class writes no file)\n"));
}

#[test]
fn territory_is_judged_before_a_frozen_folder() {
    let path = "docs/use-cases/UC-002-shut/35-jobs.md";
    let kind = |verdict: Verdict| verdict.refusal().map(|refusal| refusal.kind);
    let frozen = Some(RefusalKind::Frozen);
    assert_eq!(kind(verdict(&open(&["draw"]), Action::write(path))), frozen);
    assert_eq!(kind(verdict(&open(&[]), Action::write(path))), frozen);
    assert_eq!(
        kind(verdict(&open(&["unheard-of"]), Action::write(path))),
        frozen
    );
    assert_eq!(
        kind(verdict(&open(&["scribe"]), Action::write(path))),
        Some(RefusalKind::TerritorySkill)
    );
    let by_coder = by("coder", &state(), Action::write(path));
    assert_eq!(kind(by_coder), Some(RefusalKind::TerritoryAgent));
    // An exempt file still has to lie in the territory.
    let log = Action::write("docs/use-cases/UC-002-shut/CHANGELOG.md");
    assert_eq!(
        kind(verdict(&open(&["scribe"]), log)),
        Some(RefusalKind::TerritorySkill)
    );
}

#[test]
fn an_admission_says_what_let_it_through() {
    let verdict = verdict(
        &open(&["draw", "plan"]),
        Action::write("docs/use-cases/BACKLOG.md"),
    );
    assert_eq!(
        verdict.admission(),
        Some(&Admission {
            path: Some("docs/use-cases/BACKLOG.md".into()),
            glob: Some(Glob::new("docs/use-cases/BACKLOG.md")),
            exemption: None,
            basis: Basis::Phase {
                skills: vec!["draw".into(), "plan".into()],
                class: "design".into()
            },
        })
    );
}

#[test]
fn commands() {
    for (phase, command, code) in [
        (&["draw"][..], "echo x > docs/use-cases/UC-009-new/a.md", 0),
        (&["draw"], "echo x > docker-compose.yml", 2),
        (&["draw"], "tee docs/use-cases/BACKLOG.md pom.xml", 2),
        (&["draw"], "ls", 0),
        (&["draw"], "echo x > /dev/null", 0),
        (&["draw"], "echo x > ../a", 0),
        (&["draw"], "echo x > \"$OUT\"", 0),
        (&["draw"], "echo x > \"$OUT\" > a", 2),
        (&["draw"], "echo x > /repo/a", 2),
        (&["draw"], "cp a .", 2),
        (&["draw"], "echo x > ''", 0),
        (&["draw"], "cat <<E > a\nE", 0),
        (&["draw"], "cat > a <<E\nE", 2),
        // A directory is judged by its own path.
        (&["draw"], "cp a docs/use-cases/UC-009-new/", 2),
        (&[], "echo x > a", 0),
        (&[], "echo x > docs/use-cases/UC-002-shut/a.md", 2),
        (&["draw"], "echo x > docs/use-cases/UC-002-shut/a.md", 2),
        (&[], "git push -f", 2),
        (&["draw"], "git push", 0),
    ] {
        assert_eq!(
            exit(&open(phase), Action::Bash(command.into())),
            code,
            "{phase:?} {command:?}"
        );
    }
}

#[test]
fn the_first_refused_target_of_a_command_is_the_refusal() {
    let command = "tee docs/use-cases/BACKLOG.md b && echo x > a";
    let verdict = verdict(&open(&["draw"]), Action::Bash(command.into()));
    assert_eq!(
        verdict
            .refusal()
            .and_then(|refusal| refusal.path.as_deref()),
        Some("b")
    );
}

#[test]
fn a_command_that_writes_nothing_is_not_judged() {
    for command in ["ls", "echo x > /dev/null", "echo x > $OUT"] {
        let verdict = verdict(&open(&["bare"]), Action::Bash(command.into()));
        assert_eq!(
            verdict,
            Verdict::NotJudged(Why::NothingWritten),
            "{command}"
        );
    }
}

#[test]
fn a_force_push_is_looked_at_first() {
    let verdict = by(
        "coder",
        &open(&["draw"]),
        Action::Bash("echo x > a; git push -uf".into()),
    );
    assert_eq!(
        words(&verdict),
        "guard: force push blocked — `-uf` rewrites published history.\n  \
         Push without force. A shared branch is rewritten by a human, outside Claude Code. \
         Rule: guard.force_push in .claude/schemas/extensions.json"
    );
}

#[test]
fn a_status_event_changes_what_is_seen_from_there_on() {
    let mut state = open(&["draw"]);
    let mut set = |status: Option<&str>| {
        let case = "UC-001-open".to_owned();
        let status = status.map(str::to_owned);
        judge(&mut state, Action::Status { case, status });
        judge(&mut state, Action::write("docs/use-cases/UC-001-open/a"))
            .verdict
            .exit()
    };
    assert_eq!(set(Some("approved")), 2);
    assert_eq!(set(None), 0);
    assert_eq!(set(Some("implemented")), 2);
    assert_eq!(set(Some("draft")), 0);
}

#[test]
fn an_admitted_edit_of_a_status_is_not_carried_out() {
    let mut state = state();
    let spec = "docs/use-cases/UC-002-shut/UC-002-spec.md";
    let before = state.clone();
    let close = Action::edit(spec, "status: approved", "status: implemented");
    assert_eq!(judge(&mut state, close).verdict.exit(), 0);
    assert_eq!(state, before);
}

#[test]
fn empty_data_restricts_nothing() {
    let guard = Guard::default();
    for action in [
        Action::write("docs/use-cases/UC-002-shut/a"),
        Action::Bash("tee a > b; git push -f".into()),
        call("draw"),
    ] {
        assert_eq!(
            guard
                .judge(&mut open(&["draw"]), &Event::new(action))
                .verdict
                .exit(),
            0
        );
    }
}

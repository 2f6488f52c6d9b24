use super::super::testing::{guard, open, state};
use super::*;

const SETTINGS: &str = r#"{ "hooks": {
  "UserPromptSubmit": [{ "hooks": [
    { "command": "java", "args": ["-jar", "h.jar", "audit", "prompt"] },
    { "command": "java", "args": ["-jar", "h.jar", "guard", "prompt"] } ] }],
  "PreToolUse": [
    { "matcher": "Write", "hooks": [{ "command": "java", "args": ["-jar", "h.jar", "schema"], "if": "Edit(.claude/**)" }] },
    { "matcher": "Skill|Task", "hooks": [
      { "command": "java", "args": ["-jar", "h.jar", "audit", "call"] },
      { "command": "java", "args": ["-jar", "h.jar", "guard", "call"] } ] },
    { "matcher": "Write|Edit|MultiEdit", "hooks": [{ "command": "java", "args": ["-jar", "h.jar", "guard", "write"] }] },
    { "matcher": "Bash", "hooks": [{ "command": "java", "args": ["-jar", "h.jar", "guard", "bash"] }] }
  ],
  "PostToolUse": [{ "matcher": "Write|Edit", "hooks": [
    { "command": "java", "args": ["-jar", "h.jar", "audit", "file"] },
    { "command": "java", "args": ["-jar", "h.jar", "format"], "if": "Edit(**/*.java)" } ] }]
} }"#;

fn play(settings: Option<&str>, state: State, events: &[Event]) -> Transcript {
    let hooks = settings.map_or(Hooks::empty(), |json| {
        Hooks::parse(json).expect("well-formed")
    });
    guard().transcript(&hooks, &["audit".to_owned()], state, events)
}

fn shown(state: State, actions: Vec<Action>) -> String {
    let events: Vec<Event> = actions.into_iter().map(Event::new).collect();
    play(Some(SETTINGS), state, &events).to_string()
}

fn status(case: &str, status: Option<&str>) -> Action {
    Action::Status {
        case: case.into(),
        status: status.map(str::to_owned),
    }
}

#[test]
fn a_whole_scenario() {
    let text = shown(
        state(),
        vec![
            Action::Skill("draw".into()),
            Action::write("docs/use-cases/UC-001-open/35-jobs.md"),
            Action::write("docker-compose.yml"),
            status("UC-001-open", Some("approved")),
            Action::edit("docs/use-cases/UC-001-open/35-jobs.md", "a", "b"),
        ],
    );
    assert_eq!(
        text,
        "PreToolUse Skill(draw)\n  \
           audit call  exit 0\n  \
           guard call  exit 0\n\
         # opened: draw (class design)\n\
         # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md\n\
         \n\
         PreToolUse Write(docs/use-cases/UC-001-open/35-jobs.md)\n  \
           guard write  exit 0\n\
         PostToolUse audit file  exit 0\n\
         \n\
         PreToolUse Write(docker-compose.yml)\n  \
           guard write  exit 2\n\
         ❌ `draw` is class `design` — docker-compose.yml is outside its territory.\n   \
            write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md\n\
         Put the content in the spec as a code block, or finish the run and invoke the\n\
         skill that owns this path. If the path is legitimately this skill's, widen\n\
         skill_classes.design in .claude/schemas/extensions.json — retrying will not help.\n\
         \n\
         # UC-001-open-spec.md: status: approved\n\
         PreToolUse Edit(docs/use-cases/UC-001-open/35-jobs.md)\n  \
           guard write  exit 2\n\
         ❌ UC-001-open is approved — its specs are immutable.\n\
         Record the change in the new use case's \"Impact on approved use cases\" section,\n\
         and the one-line entry in UC-001-open/CHANGELOG.md, which stays writable.\n\
         Writable inside a frozen folder: CHANGELOG.md, LOG.md; plus the spec's own `status:` line and its checklist toggles.\n\
         To reopen a spec that was never implemented, set `status: draft` by hand.\n"
    );
}

#[test]
fn what_a_call_did_to_the_phase() {
    let after = |phase: &[&str], action: Action| {
        let transcript = play(Some(SETTINGS), open(phase), &[Event::new(action)]);
        transcript.entries[0].after.join("\n")
    };
    let call = |skill: &str| Action::Skill(skill.into());
    assert_eq!(
        after(&["draw"], call("narrow")),
        "joined: draw + narrow\n\
         write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md, docs/narrow/**"
    );
    assert_eq!(
        after(&["draw", "plan"], call("scribe")),
        "replaced: scribe (class notes) takes over from draw + plan\nwrite_allow: docs/notes/**"
    );
    assert_eq!(
        after(&[], call("bare")),
        "opened: bare (class build)\nwrite_allow: (nothing — this class writes no file)"
    );
    for action in [
        call("draw"),
        call("unheard-of"),
        call("docker"),
        Action::Agent("coder".into()),
    ] {
        assert_eq!(after(&["draw"], action.clone()), "", "{action:?}");
    }
}

#[test]
fn prompts() {
    let text = shown(
        open(&["scribe"]),
        vec![
            Action::Prompt("go on".into()),
            Action::Prompt("/draw docs".into()),
        ],
    );
    assert_eq!(
        text,
        "UserPromptSubmit go on\n  audit prompt  exit 0\n  guard prompt  exit 0\n# closed: no skill is open\n\n\
         UserPromptSubmit /draw docs\n  audit prompt  exit 0\n  guard prompt  exit 0\n\
         # opened: draw (class design)\n\
         # write_allow: docs/use-cases/UC-*/**, docs/use-cases/BACKLOG.md\n"
    );
}

#[test]
fn the_status_is_shown_where_it_decides_or_has_just_changed() {
    let before = |actions: Vec<Action>| {
        let events: Vec<Event> = actions.into_iter().map(Event::new).collect();
        let mut state = state();
        state
            .specs
            .insert("UC-002-shut".into(), "UC-002-spec.md".into());
        let transcript = play(Some(SETTINGS), state, &events);
        transcript
            .entries
            .iter()
            .map(|entry| entry.before.join("; "))
            .collect::<Vec<_>>()
    };
    let in_case = |case: &str, file: &str| Action::write(format!("docs/use-cases/{case}/{file}"));
    let shut = "UC-002-spec.md: status: approved";
    let a = in_case("UC-002-shut", "a");
    assert_eq!(before(vec![a.clone(), a.clone()]), [shut, shut]);
    assert_eq!(before(vec![in_case("UC-002-shut", "LOG.md")]), [shut]);
    assert_eq!(before(vec![in_case("UC-001-open", "a")]), [""]);
    assert_eq!(
        before(vec![
            status("UC-002-shut", Some("draft")),
            Action::write("x"),
            a.clone(),
            a.clone()
        ]),
        ["", "UC-002-spec.md: status: draft", ""]
    );
    assert_eq!(
        before(vec![status("UC-002-shut", None), a]),
        ["UC-002-spec.md: no status"]
    );
    let by_bash = Action::Bash("tee docs/use-cases/UC-002-shut/a".into());
    assert_eq!(before(vec![by_bash]), [shut]);
}

#[test]
fn a_refused_call_is_answered_by_nobody_afterwards() {
    let lines = |path: &str| {
        let events = [Event::new(Action::write(path))];
        let transcript = play(Some(SETTINGS), open(&["bare"]), &events);
        let lines = transcript.entries[0].lines.iter();
        lines.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines("src/A.java"), ["  guard write  exit 2"]);
    assert_eq!(lines(".claude/a"), ["  schema", "  guard write  exit 2"]);
    let events = [Event::new(Action::write("src/A.java"))];
    let admitted = play(Some(SETTINGS), state(), &events);
    let lines: Vec<_> = admitted.entries[0]
        .lines
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        lines,
        [
            "  guard write  exit 0",
            "PostToolUse audit file  exit 0",
            "PostToolUse format"
        ]
    );
}

#[test]
fn a_blocked_call_and_a_command() {
    let text = shown(
        open(&["draw"]),
        vec![
            Action::Skill("docker".into()),
            Action::Bash("git push -f".into()),
        ],
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "PreToolUse Skill(docker)",
            "  audit call  exit 0",
            "  guard call  exit 2"
        ]
    );
    assert!(lines[3].starts_with("❌ `docker` is class `build`"));
    assert_eq!(
        lines[7..9],
        ["PreToolUse Bash(git push -f)", "  guard bash  exit 2"]
    );
    assert!(lines[9].starts_with("guard: force push blocked — `-f`"));
}

#[test]
fn an_agent_call_answers_to_either_of_its_names() {
    let text = shown(state(), vec![Action::Agent("coder".into())]);
    assert_eq!(
        text,
        "PreToolUse Agent(coder)\n  audit call  exit 0\n  guard call  exit 0\n"
    );
}

#[test]
fn the_calling_agent_is_named() {
    let events = [Event::new(Action::write("src/a")).by("coder")];
    let transcript = play(Some(SETTINGS), open(&["draw"]), &events);
    assert_eq!(transcript.entries[0].before, ["caller: agent coder"]);
    assert_eq!(transcript.entries[0].verdict.exit(), 0);
}

#[test]
fn without_settings_the_guard_stands_alone() {
    let events = [
        Event::new(Action::Skill("draw".into())),
        Event::new(Action::write("x")),
    ];
    let transcript = play(None, state(), &events);
    let lines = |at: usize| {
        let entry: &Entry = &transcript.entries[at];
        entry
            .lines
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(0), ["  guard  exit 0"]);
    assert_eq!(lines(1), ["  guard  exit 2"]);
}

#[test]
fn a_call_that_the_settings_do_not_send_to_the_guard_is_not_judged() {
    let action = Action::Write {
        tool: super::super::event::WriteTool::NotebookEdit,
        path: Some("x".into()),
        old: None,
        new: None,
    };
    let transcript = play(
        Some(SETTINGS),
        open(&["draw"]),
        &[Event::new(action.clone())],
    );
    assert_eq!(
        transcript.entries[0].verdict,
        Verdict::NotJudged(Why::NotAsked)
    );
    assert_eq!(transcript.to_string(), "PreToolUse NotebookEdit(x)\n");
    // Settings in which no hook is recognised as the guard say nothing of when it is asked.
    let other = r#"{"hooks":{"PreToolUse":[{"hooks":[{"command":"lint"}]}]}}"#;
    let transcript = play(Some(other), open(&["draw"]), &[Event::new(action)]);
    let text = transcript.to_string();
    assert!(
        text.starts_with("PreToolUse NotebookEdit(x)\n  guard  exit 2\n  lint\n❌"),
        "{text}"
    );
}

#[test]
fn expectations_agree_with_the_exit_code() {
    for (path, expect, agrees) in [
        ("x", Some(Expect::Refused), Some(true)),
        ("x", Some(Expect::Admitted), Some(false)),
        (
            "docs/use-cases/BACKLOG.md",
            Some(Expect::Admitted),
            Some(true),
        ),
        (
            "docs/use-cases/BACKLOG.md",
            Some(Expect::Refused),
            Some(false),
        ),
        ("", Some(Expect::Admitted), Some(true)),
        ("x", None, None),
    ] {
        let event = Event {
            expect,
            ..Event::new(Action::write(path))
        };
        let transcript = play(Some(SETTINGS), open(&["draw"]), &[event]);
        assert_eq!(transcript.entries[0].agrees, agrees, "{path} {expect:?}");
    }
}

#[test]
fn paths_are_shown_as_they_are_given_but_never_with_the_root() {
    for (path, call) in [
        ("./a/../b", "PreToolUse Write(./a/../b)"),
        ("/repo/a//b", "PreToolUse Write(a/b)"),
        ("/etc/passwd", "PreToolUse Write(/etc/passwd)"),
        ("", "PreToolUse Write()"),
    ] {
        let transcript = play(None, state(), &[Event::new(Action::write(path))]);
        assert_eq!(transcript.entries[0].call, call);
    }
}

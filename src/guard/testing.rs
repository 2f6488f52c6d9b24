//! The data that the tests of this room share: small classes, made up for the purpose.

use super::data::Guard;
use super::event::{Action, Event, State};
use super::verdict::Verdict;

const DATA: &str = r#"{
  "$comment": "a remark",
  "skill_classes": { "$comment_x": 1, "classes": {
    "$comment": ["not", "a", "class"],
    "design": {
      "$comment": "draws",
      "design_phase": true,
      "write_allow": ["docs/use-cases/UC-*/**", "docs/use-cases/BACKLOG.md"],
      "skills": ["draw", "plan", "narrow"],
      "overrides": { "$comment": 7, "narrow": { "$comment": "own list", "write_allow": ["docs/narrow/**", "docs/use-cases/BACKLOG.md"] } }
    },
    "build": {
      "blocked_during_design": true,
      "write_allow": [],
      "skills": ["boot", "docker", "bare"],
      "overrides": {
        "boot": { "write_allow": ["**"] },
        "docker": { "write_allow": ["docker-compose*.yml", "docker/**"], "audited": false }
      }
    },
    "notes": { "audited": false, "write_allow": ["docs/notes/**"], "skills": ["scribe"] }
  } },
  "agent_classes": { "classes": {
    "worker": {
      "write_allow": ["src/**", "**/src/**"],
      "agents": ["coder", "tester"],
      "overrides": { "tester": { "write_allow": ["src/test/**"] } }
    },
    "verifier": { "write_allow": [], "agents": ["looker"] }
  } },
  "guard": {
    "use_cases_dir": "docs/use-cases",
    "frozen_statuses": ["approved", "implemented", "implemented-blocked"],
    "frozen_exempt_basenames": ["CHANGELOG.md", "LOG.md"],
    "sweep_exempt": [".trail/**"],
    "status_transitions": {
      "$comment": "a remark among statuses",
      "approved": ["implemented", "implemented-blocked"],
      "implemented": ["approved"]
    },
    "checklist_toggle_statuses": ["approved", "implemented"],
    "bash_write_shapes": {
      "redirect_operators": [">", ">>"],
      "unresolvable_markers": ["$", "`", "*", "?", "~"],
      "commands": [
        { "name": "tee", "targets": "all" },
        { "name": "sed", "targets": "tail", "requires_flag_prefix": "-i", "script_flags": ["-e", "--expression", "-f"] },
        { "name": "perl", "targets": "tail", "requires_flag_prefix": "-i" },
        { "name": "cp", "targets": "last" },
        { "name": "dd", "targets": "prefixed", "operand_prefix": "of=" }
      ]
    },
    "force_push": {
      "shell_wrappers": ["sh", "bash"],
      "shell_command_flag": "-c",
      "git_options_with_value": ["-C", "-c", "--git-dir"],
      "long_flags": ["--force", "--force-with-lease"],
      "short_flag": "f",
      "refspec_prefix": "+"
    }
  }
}"#;

pub(super) const ROOT: &str = "/repo";

pub(super) fn guard() -> Guard {
    Guard::parse(DATA).expect("the data is well-formed")
}

/// `UC-001-open` is a draft, `UC-002-shut` approved, `UC-003-bare` has no status.
pub(super) fn state() -> State {
    let mut state = State::new(ROOT);
    for (case, status) in [
        ("UC-001-open", Some("draft")),
        ("UC-002-shut", Some("approved")),
        ("UC-003-bare", None),
    ] {
        state.cases.insert(case.into(), status.map(str::to_owned));
    }
    state
}

/// The same with a phase.
pub(super) fn open(phase: &[&str]) -> State {
    State {
        phase: phase.iter().map(|skill| (*skill).to_owned()).collect(),
        ..state()
    }
}

/// The verdict on one action of the main thread.
pub(super) fn verdict(state: &State, action: Action) -> Verdict {
    guard()
        .judge(&mut state.clone(), &Event::new(action))
        .verdict
}

/// A verdict's exit code.
pub(super) fn exit(state: &State, action: Action) -> u8 {
    verdict(state, action).exit()
}

/// The words of a refusal.
pub(super) fn words(verdict: &Verdict) -> &str {
    verdict.refusal().map_or("", |refusal| &refusal.words)
}

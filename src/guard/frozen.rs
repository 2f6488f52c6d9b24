//! What may still be written in the folder of a case whose spec is closed (GUARD.md § A write, 2).

use super::event::{Action, State, WriteTool};
use super::path::case_of;
use super::rules::Rules;
use super::verdict::Exemption;

/// What a frozen folder says to a write below it.
pub(super) enum Frozen<'a> {
    /// The path lies in no frozen folder.
    No,
    /// It does, and is let through.
    Exempt(Exemption),
    /// It does.
    Yes {
        /// The case's folder.
        folder: &'a str,
        /// Its status.
        status: &'a str,
    },
}

/// Looks at a normalised path. `action` is the call that writes it: only an `Edit` may touch the spec.
pub(super) fn look<'a>(
    rules: &Rules,
    state: &'a State,
    path: &'a str,
    action: &Action,
) -> Frozen<'a> {
    let Some((folder, below)) = rules
        .use_cases_dir
        .as_deref()
        .and_then(|dir| case_of(path, dir))
    else {
        return Frozen::No;
    };
    let Some(status) = state
        .status(folder)
        .filter(|status| rules.is_frozen(status))
    else {
        return Frozen::No;
    };
    if !below.contains('/')
        && rules
            .frozen_exempt_basenames
            .iter()
            .any(|name| name == below)
    {
        return Frozen::Exempt(Exemption::Basename);
    }
    let edit = match action {
        Action::Write {
            tool: WriteTool::Edit,
            old: Some(old),
            new: Some(new),
            ..
        } if state.is_spec(folder, below) => spec_edit(rules, status, old, new),
        _ => None,
    };
    match edit {
        Some(exemption) => Frozen::Exempt(exemption),
        None => Frozen::Yes { folder, status },
    }
}

fn spec_edit(rules: &Rules, status: &str, old: &str, new: &str) -> Option<Exemption> {
    closes(rules, status, old, new).or_else(|| {
        let may_toggle = rules
            .checklist_toggle_statuses
            .iter()
            .any(|toggle| toggle == status);
        (may_toggle && only_toggles(old, new)).then_some(Exemption::ChecklistToggle)
    })
}

fn closes(rules: &Rules, status: &str, old: &str, new: &str) -> Option<Exemption> {
    let line = format!("status: {status}");
    if !old.contains(&line) {
        return None;
    }
    let to = rules
        .status_transitions
        .get(status)?
        .iter()
        .find(|to| old.replace(&line, &format!("status: {to}")) == new)?;
    Some(Exemption::StatusClose {
        from: status.to_owned(),
        to: to.clone(),
    })
}

fn only_toggles(old: &str, new: &str) -> bool {
    old != new && old.replace("[x]", "[ ]") == new.replace("[x]", "[ ]")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{exit, guard, state, verdict, words};
    use super::super::verdict::Verdict;
    use super::*;

    const SHUT: &str = "docs/use-cases/UC-002-shut";

    fn exemption(action: Action) -> Option<Exemption> {
        exemption_at("approved", action)
    }

    /// The exemption an action has while the case has a status; it must be refused if it has none.
    fn exemption_at(status: &str, action: Action) -> Option<Exemption> {
        let mut state = state();
        state
            .cases
            .insert("UC-002-shut".into(), Some(status.into()));
        match verdict(&state, action.clone()) {
            Verdict::Admitted(admission) => {
                assert!(admission.exemption.is_some(), "not frozen: {action:?}");
                admission.exemption
            }
            refused => {
                assert_eq!(refused.exit(), 2);
                None
            }
        }
    }

    fn spec_edit(old: &str, new: &str) -> Action {
        Action::edit(format!("{SHUT}/UC-002-spec.md"), old, new)
    }

    #[test]
    fn only_a_frozen_status_freezes() {
        for (path, code) in [
            ("docs/use-cases/UC-001-open/a.md", 0),
            ("docs/use-cases/UC-002-shut/a.md", 2),
            ("docs/use-cases/UC-002-shut/b/c/a.md", 2),
            ("docs/use-cases/UC-003-bare/a.md", 0),
            ("docs/use-cases/UC-009-unknown/a.md", 0),
            ("docs/use-cases/UC-002-shut", 0),
            ("docs/use-cases/UC-002-shutter/a.md", 0),
            ("docs/use-cases/x/../UC-002-shut/a.md", 2),
            ("/repo/docs/use-cases/UC-002-shut/a.md", 2),
            ("docs/UC-002-shut/a.md", 0),
        ] {
            assert_eq!(exit(&state(), Action::write(path)), code, "{path}");
        }
        for status in ["approved", "implemented", "implemented-blocked"] {
            assert_eq!(
                exemption_at(status, Action::write(format!("{SHUT}/a"))),
                None
            );
        }
    }

    #[test]
    fn words_of_the_refusal() {
        let verdict = verdict(&state(), Action::write(format!("{SHUT}/35-jobs.md")));
        assert_eq!(
            words(&verdict),
            "❌ UC-002-shut is approved — its specs are immutable.\n\
             Record the change in the new use case's \"Impact on approved use cases\" section,\n\
             and the one-line entry in UC-002-shut/CHANGELOG.md, which stays writable.\n\
             Writable inside a frozen folder: CHANGELOG.md, LOG.md; plus the spec's own `status:` line and its checklist toggles.\n\
             To reopen a spec that was never implemented, set `status: draft` by hand."
        );
    }

    #[test]
    fn an_exempt_name_passes_directly_in_the_folder_only() {
        let write = |below: &str| exemption(Action::write(format!("{SHUT}/{below}")));
        assert_eq!(write("CHANGELOG.md"), Some(Exemption::Basename));
        assert_eq!(write("LOG.md"), Some(Exemption::Basename));
        assert_eq!(write("sub/CHANGELOG.md"), None);
        assert_eq!(write("changelog.md"), None);
        assert_eq!(write("MY-CHANGELOG.md"), None);
        let by_bash = Action::Bash(format!("echo x >> {SHUT}/CHANGELOG.md"));
        assert_eq!(exemption(by_bash), Some(Exemption::Basename));
    }

    #[test]
    fn an_edit_may_close_the_spec() {
        let close = |status: &str, old: &str, new: &str| {
            exemption_at(status, spec_edit(old, new)).map(|exemption| match exemption {
                Exemption::StatusClose { from, to } => format!("{from} → {to}"),
                other => format!("{other:?}"),
            })
        };
        for (status, old, new, closes) in [
            (
                "approved",
                "status: approved",
                "status: implemented",
                Some("approved → implemented"),
            ),
            (
                "approved",
                "---\nstatus: approved\n---",
                "---\nstatus: implemented-blocked\n---",
                Some("approved → implemented-blocked"),
            ),
            (
                "implemented",
                "status: implemented",
                "status: approved",
                Some("implemented → approved"),
            ),
            ("approved", "status: approved", "status: draft", None),
            (
                "implemented",
                "status: approved",
                "status: implemented",
                None,
            ),
            (
                "implemented-blocked",
                "status: implemented-blocked",
                "status: approved",
                None,
            ),
            (
                "approved",
                "status: approved",
                "status: implemented\nmore: x",
                None,
            ),
            (
                "approved",
                "a: b\nstatus: approved",
                "a: c\nstatus: implemented",
                None,
            ),
            ("approved", "approved", "implemented", None),
            ("approved", "status:approved", "status:implemented", None),
            ("approved", "status: approved", "status: approved", None),
        ] {
            assert_eq!(
                close(status, old, new).as_deref(),
                closes,
                "{status}: {old:?} → {new:?}"
            );
        }
    }

    #[test]
    fn an_edit_may_tick_the_checklist() {
        let toggles = |status: &str, old: &str, new: &str| {
            exemption_at(status, spec_edit(old, new)) == Some(Exemption::ChecklistToggle)
        };
        assert!(toggles("approved", "- [ ] a", "- [x] a"));
        assert!(toggles("approved", "- [x] a", "- [ ] a"));
        assert!(toggles(
            "implemented",
            "- [x] a\n- [ ] b",
            "- [ ] a\n- [x] b"
        ));
        assert!(!toggles("implemented-blocked", "- [ ] a", "- [x] a"));
        assert!(!toggles("approved", "- [ ] a", "- [ ] a"));
        assert!(!toggles("approved", "- [ ] a", "- [x] b"));
        assert!(!toggles("approved", "- [ ] a", "- [X] a"));
        assert!(!toggles("approved", "a", "b"));
    }

    #[test]
    fn only_an_edit_of_the_spec_itself_is_exempt() {
        let (old, new) = ("- [ ] a", "- [x] a");
        let edit = |below: &str| exemption(Action::edit(format!("{SHUT}/{below}"), old, new));
        assert!(edit("UC-002-spec.md").is_some());
        assert!(edit("UC-002-shut-spec.md").is_some());
        assert!(edit("35-jobs.md").is_none());
        assert!(edit("spec.md").is_none());
        assert!(edit("sub/UC-002-spec.md").is_none());
        for tool in [
            WriteTool::Write,
            WriteTool::MultiEdit,
            WriteTool::NotebookEdit,
        ] {
            let action = Action::Write {
                tool,
                path: Some(format!("{SHUT}/UC-002-spec.md")),
                old: Some(old.into()),
                new: Some(new.into()),
            };
            assert_eq!(exemption(action), None, "{tool:?}");
        }
        for (old, new) in [(Some(old), None), (None, Some(new)), (None, None)] {
            let action = Action::Write {
                tool: WriteTool::Edit,
                path: Some(format!("{SHUT}/UC-002-spec.md")),
                old: old.map(str::to_owned),
                new: new.map(str::to_owned),
            };
            assert_eq!(exemption(action), None);
        }
        let by_bash = Action::Bash(format!(
            "sed -i s/approved/implemented/ {SHUT}/UC-002-spec.md"
        ));
        assert_eq!(exemption(by_bash), None);
    }

    #[test]
    fn a_known_spec_is_the_only_spec() {
        let mut state = state();
        state
            .specs
            .insert("UC-002-shut".into(), "UC-002-spec.md".into());
        let edit = |file: &str| Action::edit(format!("{SHUT}/{file}"), "[ ]", "[x]");
        assert_eq!(exit(&state, edit("UC-002-spec.md")), 0);
        assert_eq!(exit(&state, edit("UC-002-other-spec.md")), 2);
    }

    #[test]
    fn nothing_is_frozen_without_a_folder_of_cases() {
        let mut guard = guard();
        guard.rules.use_cases_dir = None;
        let (state, action) = (state(), Action::write("x"));
        let frozen = look(
            &guard.rules,
            &state,
            "docs/use-cases/UC-002-shut/a",
            &action,
        );
        assert!(matches!(frozen, Frozen::No));
    }
}

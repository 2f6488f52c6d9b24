//! Cases that hold `assets/js/verdict.js` against the Rust guard: made here, answered here, asked of the script by
//! `tests/js/verdict.test.mjs`. Deterministic: the same cases on every run.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use skillbook::guard::{
    Action, BrowserGuard, Caller, DataError, Event, Guard, RefusalKind, State, Verdict,
};

/// The file that the script's test reads: guards, and questions put to them.
#[derive(Serialize)]
pub struct Cases {
    guards: Vec<BrowserGuard>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    /// The place of the guard in `guards`.
    data: usize,
    caller: usize,
    path: String,
    want: Value,
}

impl Cases {
    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.cases.len()
    }
}

/// Made-up guards, every caller of each asked for the paths of a hand-written list and for drawn ones.
///
/// # Errors
/// Never, unless a guard's made-up data stops being well-formed.
pub fn generate() -> Result<Cases, DataError> {
    let mut dice = Dice(0x5eed_cafe);
    let mut cases = Cases {
        guards: Vec::new(),
        cases: Vec::new(),
    };
    for (guard, state) in guards(&mut dice)? {
        let callers = [
            Caller::Skill("plain".into()),
            Caller::Skill("own".into()),
            Caller::Skill("empty".into()),
            Caller::Skill("unclassed".into()),
            Caller::Agent("worker".into()),
            Caller::Agent("idle".into()),
            Caller::Agent("stranger".into()),
        ];
        let data = cases.guards.len();
        cases.guards.push(guard.browser(&state, &callers));
        for (at, caller) in callers.iter().enumerate() {
            let drawn = (0..40).map(|_| path(&mut dice));
            for path in PATHS.iter().map(|path| (*path).to_owned()).chain(drawn) {
                cases.cases.push(Case {
                    data,
                    caller: at,
                    want: want(&guard, &state, caller, &path),
                    path,
                });
            }
        }
    }
    Ok(cases)
}

/// What the script has to answer.
fn want(guard: &Guard, state: &State, caller: &Caller, path: &str) -> Value {
    let mut state = state.clone();
    let mut event = Event::new(Action::write(path));
    let globs = match caller {
        Caller::Skill(skill) => {
            guard.open(&mut state, skill);
            guard.write_allow(&state).unwrap_or_default()
        }
        Caller::Agent(agent) => {
            event.agent = Some(agent.clone());
            guard
                .agent_class(agent)
                .map(|class| class.territory(agent).to_vec())
                .unwrap_or_default()
        }
    };
    let place = |path: &str| {
        globs
            .iter()
            .position(|glob| glob.matches(path))
            .map_or(json!(-1), |at| json!(at))
    };
    match guard.judge(&mut state, &event).verdict {
        Verdict::NotJudged(_) => {
            json!({ "exit": 0, "path": "", "glob": -1, "kind": "admitted", "words": "" })
        }
        Verdict::Admitted(admission) => {
            let path = admission.path.unwrap_or_default();
            let kind = match admission.exemption {
                Some(_) => "exempt",
                None => "admitted",
            };
            json!({ "exit": 0, "glob": place(&path), "path": path, "kind": kind, "words": "" })
        }
        Verdict::Refused(refusal) => {
            let path = refusal.path.unwrap_or_default();
            let kind = match refusal.kind {
                RefusalKind::Frozen => "frozen",
                _ => "territory",
            };
            json!({ "exit": 2, "glob": place(&path), "path": path, "kind": kind, "words": refusal.words })
        }
    }
}

/// A tame guard first, then drawn ones, among them one whose cases lie at the root and one without frozen cases.
fn guards(dice: &mut Dice) -> Result<Vec<(Guard, State)>, DataError> {
    let globs = |list: Vec<String>| json!(list);
    let mut lists = vec![[
        vec!["docs/use-cases/UC-*/**".to_owned(), "BACKLOG.md".to_owned()],
        vec!["**".to_owned()],
        vec![
            "src/**".to_owned(),
            "**/src/**".to_owned(),
            "*.md".to_owned(),
        ],
    ]];
    for _ in 0..7 {
        lists.push(std::array::from_fn(|_| {
            (0..1 + dice.below(4)).map(|_| pattern(dice)).collect()
        }));
    }
    let dirs = [
        json!("docs/use-cases"),
        json!("./docs/use-cases/"),
        json!("."),
        Value::Null,
    ];
    lists
        .into_iter()
        .enumerate()
        .map(|(at, [plain, own, worker])| {
            let data = json!({
                "skill_classes": { "classes": { "design": {
                    "skills": ["plain", "own", "empty"],
                    "write_allow": globs(plain),
                    "overrides": { "own": { "write_allow": globs(own) }, "empty": { "write_allow": [] } }
                } } },
                "agent_classes": { "classes": { "work": {
                    "agents": ["worker", "idle"],
                    "write_allow": globs(worker),
                    "overrides": { "idle": { "write_allow": [] } }
                } } },
                "guard": {
                    "use_cases_dir": dirs[at % dirs.len()],
                    "frozen_statuses": ["approved", "done {path}"],
                    "frozen_exempt_basenames": ["CHANGELOG.md", "é.md"]
                }
            });
            let guard = Guard::parse(&data.to_string())?;
            let mut state = State::new(["/repo", "/", "/home/someone/repo/"][at % 3]);
            state.cases = BTreeMap::from([
                ("UC-001-open".to_owned(), Some("draft".to_owned())),
                ("UC-002-shut".to_owned(), Some("approved".to_owned())),
                ("UC-003-bare".to_owned(), None),
                ("UC-é".to_owned(), Some("done {path}".to_owned())),
            ]);
            Ok((guard, state))
        })
        .collect()
}

const PATHS: &[&str] = &[
    "",
    ".",
    "..",
    "/",
    "/repo",
    "/repo/docs/x.md",
    "/repository/x",
    "/etc/passwd",
    "../x",
    "a/../../x",
    "./docs//use-cases/./UC-002-shut/35-jobs.md",
    "docs/use-cases/UC-002-shut",
    "docs/use-cases/UC-002-shut/",
    "docs/use-cases/UC-002-shut/CHANGELOG.md",
    "docs/use-cases/UC-002-shut/sub/CHANGELOG.md",
    "docs/use-cases/UC-002-shut/UC-002-spec.md",
    "docs/use-cases/UC-001-open/35-jobs.md",
    "docs/use-cases/UC-003-bare/35-jobs.md",
    "docs/use-cases/UC-é/é.md",
    "docs/use-cases/UC-é/x.md",
    "docs/use-cases/uc-002-shut/x.md",
    "UC-002-shut/x.md",
    "UC-002-shut/é.md",
    "src/Main.java",
    "a/src/Main.java",
    "src",
    "docs\\use-cases\\UC-002-shut\\x.md",
    "$&",
    "{class}",
    "a\nb",
    "日本/🦀.md",
];

/// What drawn patterns and paths are made of.
const PIECES: &[&str] = &[
    "/",
    "/",
    "/",
    "docs",
    "use-cases",
    "UC-",
    "UC-002-shut",
    "src",
    "a",
    "b",
    "é",
    "🦀",
    ".",
    "..",
    ".md",
    "+",
    "(",
    "[x]",
    "$",
    "^",
    "|",
    "\\",
    "?",
    "{2}",
    "-",
    " ",
];

fn path(dice: &mut Dice) -> String {
    let start = [
        "",
        "",
        "docs/use-cases/",
        "docs/use-cases/UC-002-shut/",
        "/repo/",
    ];
    let mut path = dice.of(&start).to_owned();
    for _ in 0..dice.below(7) {
        path.push_str(dice.of(PIECES));
    }
    path
}

fn pattern(dice: &mut Dice) -> String {
    let mut pattern = dice.of(&["", "", "docs/", "**/"]).to_owned();
    for _ in 0..1 + dice.below(5) {
        pattern.push_str(match dice.below(3) {
            0 => dice.of(&["*", "**", "***", "*/**"]),
            _ => dice.of(PIECES),
        });
    }
    pattern
}

/// A small generator of numbers (xorshift), so that the cases need no dependency and never change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    fn of<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

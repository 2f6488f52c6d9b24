//! Rules and answers as the client's documentation has them, line by line, and what holds for all of them.

use super::command::Line;
use super::*;
use List::{Allow, Ask, Deny};
use proptest::prelude::*;
use serde_json::json;

fn rule(list: List, text: &str) -> Rule {
    Rule::parse(text, list).unwrap_or_else(|flaw| panic!("{text}: {flaw:?}"))
}

/// `Tool(argument)`
fn call(text: &str) -> Call {
    match text.split_once('(') {
        Some((tool, rest)) => Call::new(tool, rest.strip_suffix(')').expect("a closed bracket")),
        None => Call::new(text, ""),
    }
}

/// Rules as `+allow`, `?ask` and `-deny`.
fn policy(mode: Mode, rules: &[&str]) -> Policy {
    let rules = rules.iter().map(|text| match text.split_at(1) {
        ("+", text) => rule(Allow, text),
        ("?", text) => rule(Ask, text),
        (_, text) => rule(Deny, text),
    });
    Policy::new(
        rules.collect(),
        mode,
        &["../shared".to_owned(), "~/data".to_owned()],
    )
}

/// `allowed`, `asked` or `denied`, and the number of the rule that decided.
fn answer(policy: &Policy, text: &str) -> String {
    let decision = policy.decide(&call(text));
    let word = match decision.answer {
        Answer::Allowed => "allowed",
        Answer::Asked => "asked",
        Answer::Denied => "denied",
    };
    match decision.by {
        Some(rule) => format!("{word} {rule}"),
        None => word.to_owned(),
    }
}

#[test]
fn lists_are_parted_outside_brackets() {
    for (text, expected) in [
        ("Read, Write,Edit", vec!["Read", "Write", "Edit"]),
        (
            "Bash(git add *) Bash(jq:*)\n Read",
            vec!["Bash(git add *)", "Bash(jq:*)", "Read"],
        ),
        ("Bash(f(a, b) c), Read", vec!["Bash(f(a, b) c)", "Read"]),
        ("Bash(git add, Read", vec!["Bash(git add, Read"]),
        ("- Read\n- Write", vec!["Read", "Write"]),
        (" , ,", vec![]),
        ("", vec![]),
    ] {
        let found: Vec<&str> = entries(text)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn what_is_no_rule_is_not_guessed() {
    // Whether it can be read at all, by list.
    for (text, allow, deny) in [
        ("Bash", "rule", "rule"),
        ("Bash(*)", "rule", "rule"),
        ("Bash(npm run build)", "rule", "rule"),
        ("Read(./.env)", "rule", "rule"),
        ("WebFetch(domain:example.com)", "rule", "rule"),
        ("mcp__puppeteer", "rule", "rule"),
        ("mcp__puppeteer__*", "rule", "rule"),
        ("mcp__github__get_*", "rule", "rule"),
        ("Task(Explore)", "rule", "rule"),
        ("Agent(my-plugin:reviewer)", "rule", "rule"),
        ("Skill(deploy *)", "rule", "rule"),
        ("SlashCommand(/review:*)", "rule", "rule"),
        ("my_tool", "rule", "rule"),
        ("*", "unheard", "rule"),
        ("B*", "unheard", "rule"),
        ("mcp__*", "unheard", "rule"),
        ("mcp__git*__push", "unheard", "rule"),
        ("Agent(model:opus)", "unheard", "rule"),
        ("Bash(run_in_background:true)", "unheard", "rule"),
        ("Workflow(script:*)", "unheard", "rule"),
        ("Bash(command:rm *)", "unheard", "unheard"),
        ("WebFetch(url:x)", "unheard", "unheard"),
        ("Write(docs/**)", "unheard", "unheard"),
        ("NotebookEdit(a)", "unheard", "unheard"),
        ("Glob(docs/**)", "unheard", "unheard"),
        ("WebFetch(example.com)", "unread", "unread"),
        ("WebFetch(domain:https://example.com/x)", "unread", "unread"),
        ("WebFetch(domain:a..b)", "unread", "unread"),
        ("TodoWrite(x)", "unread", "unread"),
        ("List", "unread", "unread"),
        ("bash", "unread", "unread"),
        ("Bash()", "unread", "unread"),
        ("Bash(git", "unread", "unread"),
        ("Bash git)", "unread", "unread"),
        ("Bash(git) x", "unread", "unread"),
        ("(x)", "unread", "unread"),
        ("", "unread", "unread"),
        ("mcp__", "unread", "unread"),
        ("Read(!secrets)", "unread", "unread"),
        ("Read(a/../b)", "unread", "unread"),
        ("${TOOL}", "unread", "unread"),
    ] {
        let form = |list| match Rule::parse(text, list) {
            Ok(_) => "rule",
            Err(flaw) if flaw.is_read => "unheard",
            Err(_) => "unread",
        };
        assert_eq!((form(Allow), form(Deny)), (allow, deny), "{text}");
    }
}

#[test]
fn commands() {
    for (pattern, command, expected) in [
        ("npm run build", "npm run build", true),
        ("npm run build", "npm run build --x", false),
        ("npm run test *", "npm run test", true),
        ("npm run test *", "npm run test a b", true),
        ("npm *", "npmx", false),
        ("ls *", "ls -la", true),
        ("ls *", "lsof", false),
        ("ls*", "lsof", true),
        ("ls:*", "ls -la", true),
        ("ls:*", "lsof", false),
        ("git:* push", "git push", false),
        ("* install", "npm install", true),
        ("git * main", "git log --oneline main", true),
        ("git * main", "git push origin x", false),
        ("* --help *", "npm --help", true),
        ("npm test *", "timeout 30 npm test", true),
        ("npm test *", "timeout -k 5 30s npm test -- a", true),
        ("npm test *", "nohup nice -n 5 npm test", true),
        ("npm test *", "NODE_ENV=test npm test", true),
        ("npm test *", "PATH=/x npm test", false),
        ("grep *", "xargs grep pattern", true),
        ("grep *", "xargs -n1 grep pattern", false),
        ("ls *", "command -v ls", false),
        (
            "curl http://github.com/ *",
            "curl  http://github.com/",
            false,
        ),
        ("safe *", "safe && other", false),
        ("safe *", "safe; safe b | safe c & safe", true),
        ("safe *", "safe\nother", false),
        ("git commit *", "git commit -m \"a && b; c\"", true),
        ("git commit *", "git commit -m 'a | b'", true),
        ("watch *", "watch make", false),
        ("watch make", "watch make", true),
        ("find *", "find . -delete", false),
        ("echo *", "echo $(rm x)", false),
        ("echo *", "for f in a; do echo $f; done", false),
        ("make *", "make && ", false),
        ("make *", "make > out.txt", false),
        ("make *", "make > /dev/null 2>&1", true),
        ("make *", "make \"unclosed", false),
        ("make", "make \\\n", true),
    ] {
        let policy = policy(Mode::Default, &[&format!("+Bash({pattern})")]);
        let found = policy.decide(&Call::new("Bash", command));
        assert_eq!(
            found.by.is_some(),
            expected,
            "{pattern} of {command:?}: {found:?}"
        );
    }
}

#[test]
fn what_a_rule_denies_no_form_of_it_escapes() {
    for (pattern, command, expected) in [
        ("rm *", "FOO=bar rm -rf tmp/", true),
        ("rm *", "ls && rm x", true),
        ("rm *", "echo $(rm -rf x)", true),
        ("rm *", "echo \"`rm x`\"", true),
        ("rm *", "timeout 5 rm x", true),
        ("rm *", "(rm x)", true),
        ("rm *", "echo 'rm x'", false),
        ("git push *", "git status", false),
        ("git push --force:*", "git push --force-with-lease", false),
    ] {
        let policy = policy(Mode::Bypass, &["+Bash", &format!("-Bash({pattern})")]);
        let found = policy.decide(&Call::new("Bash", command));
        assert_eq!(
            found.answer == Answer::Denied,
            expected,
            "{pattern} of {command:?}: {found:?}"
        );
    }
}

#[test]
fn paths() {
    // A pattern, a path, and whether it matches where it allows and where it denies.
    for (pattern, path, allow, deny) in [
        ("src/**", "src/app.ts", true, true),
        ("src/**", "vendor/pkg/src/lib.js", false, true),
        ("/src/**", "src/app.ts", true, true),
        ("/src/**", "vendor/pkg/src/lib.js", false, false),
        ("**/src/**", "vendor/pkg/src/lib.js", true, true),
        ("src/components/**", "a/src/components/b", false, false),
        (".env", ".env", true, true),
        (".env", "a/b/.env", true, true),
        ("**/.env", "a/.env", true, true),
        (".env", "../.env", false, false),
        (".env", "~/.env", false, false),
        ("//**/.env", "../x/.env", true, true),
        ("//**/.env", "~/.env", true, true),
        ("//tmp/scratch.txt", "/tmp/scratch.txt", true, true),
        ("/tmp/scratch.txt", "/tmp/scratch.txt", false, false),
        ("~/.vimrc", "~/.vimrc", true, true),
        ("~/Documents/*.pdf", "~/Documents/a/b.pdf", false, false),
        ("./.env", ".env", true, true),
        ("./.env", "a/.env", false, false),
        ("./secrets/**", "secrets/a/b", true, true),
        ("./**/*.env", "a/b/prod.env", true, true),
        ("*.env", "a/prod.env", true, true),
        ("secrets", "a/secrets/key", true, true),
        ("secrets/", "secrets", false, false),
        ("secrets/", "a/secrets/key", true, true),
        ("docs/*", "docs/a/b.md", true, true),
        ("docs/*.md", "docs/a/b.md", false, false),
        ("docs/**/b.md", "docs/b.md", true, true),
        ("docs/**", "docs", false, false),
        ("a?c/[x-z].md", "abc/y.md", true, true),
        ("a[!b]c", "abc", false, false),
        ("a\\*", "a*", true, true),
        ("a\\*", "ab", false, false),
        ("[", "[", true, true),
        ("/", "anything/at/all", true, true),
        ("../docs/**", "../docs/a", true, true),
        ("./src/../x", "", false, false),
    ] {
        let matches = |list| {
            let policy = Policy::new(
                Rule::parse(&format!("Edit({pattern})"), list)
                    .into_iter()
                    .collect(),
                Mode::Default,
                &[],
            );
            policy.decide(&Call::new("Edit", path)).by.is_some()
        };
        assert_eq!(
            (matches(Allow), matches(Deny)),
            (allow, deny),
            "{pattern} {path}"
        );
    }
}

#[test]
fn hosts_and_names() {
    for (text, of, expected) in [
        (
            "WebFetch(domain:example.com)",
            "WebFetch(https://Example.com./a?b)",
            true,
        ),
        (
            "WebFetch(domain:example.com)",
            "WebFetch(https://api.example.com)",
            false,
        ),
        (
            "WebFetch(domain:*.example.com)",
            "WebFetch(https://a.b.example.com:8080/)",
            true,
        ),
        (
            "WebFetch(domain:*.example.com)",
            "WebFetch(https://example.com)",
            false,
        ),
        (
            "WebFetch(domain:example.*)",
            "WebFetch(https://example.org)",
            true,
        ),
        (
            "WebFetch(domain:example.*)",
            "WebFetch(https://example.evil.com)",
            false,
        ),
        ("WebFetch(domain:*)", "WebFetch(https://any.where)", true),
        (
            "WebFetch(domain:example.com)",
            "WebFetch(https://user@evil.com/example.com)",
            false,
        ),
        ("mcp__github", "mcp__github__push", true),
        ("mcp__github", "mcp__githubby__push", false),
        ("mcp__github__*", "mcp__github__push", true),
        ("mcp__github__get_*", "mcp__github__push", false),
        ("Agent(Explore)", "Agent(Explore)", true),
        ("Task(Explore)", "Agent(Plan)", false),
        ("Skill(deploy *)", "Skill(deploy)", true),
        ("Skill(deploy *)", "Skill(deployment)", false),
        ("Skill(commit)", "Skill(commit now)", false),
        (
            "PowerShell(get-childitem *)",
            "PowerShell(Get-ChildItem -Force)",
            true,
        ),
    ] {
        let policy = Policy::new(vec![rule(Allow, text)], Mode::Default, &[]);
        assert_eq!(
            policy.decide(&call(of)).by.is_some(),
            expected,
            "{text} {of}"
        );
    }
}

#[test]
fn the_first_of_deny_ask_and_allow_decides() {
    let rules = [
        "+Bash(git *)",
        "?Bash(git push *)",
        "-Bash(git push --force *)",
        "-Read(secrets/**)",
        "+Edit(docs/**)",
        "+Write",
        "?WebFetch(domain:example.com)",
        "+WebFetch",
        "-mcp__db__drop",
        "+mcp__db",
        "-Agent(model:opus)",
    ];
    let by_default = policy(Mode::Default, &rules);
    let never = policy(Mode::DontAsk, &rules);
    for (text, expected, in_silence) in [
        ("Bash(git add .)", "allowed 0", "allowed 0"),
        ("Bash(git push)", "asked 1", "denied 1"),
        ("Bash(git push --force)", "denied 2", "denied 2"),
        ("Bash(git add . && git push)", "asked 1", "denied 1"),
        ("Bash(git add . && make)", "asked", "denied"),
        ("Bash(ls | wc -l)", "allowed", "allowed"),
        ("Bash(cat secrets/key)", "denied 3", "denied 3"),
        ("Bash(git log > docs/log.txt)", "allowed 0", "allowed 0"),
        ("Bash(echo x > docs/log.txt)", "allowed 4", "allowed 4"),
        ("Read(a/secrets/key)", "denied 3", "denied 3"),
        ("Grep(secrets/key)", "denied 3", "denied 3"),
        ("Edit(secrets/key)", "denied 3", "denied 3"),
        ("Read(README.md)", "allowed", "allowed"),
        ("Read(/etc/passwd)", "asked", "denied"),
        ("Read(../shared/a)", "allowed", "allowed"),
        ("Read(~/data/a)", "allowed", "allowed"),
        ("Edit(docs/a)", "allowed 4", "allowed 4"),
        ("Edit(src/a)", "asked", "denied"),
        ("Write(src/a)", "allowed 5", "allowed 5"),
        ("Write(.claude/settings.json)", "asked", "denied"),
        ("Write(.claude/worktrees/x/a)", "allowed 5", "allowed 5"),
        ("WebFetch(https://example.com)", "asked 6", "denied 6"),
        ("WebFetch(https://example.org)", "allowed 7", "allowed 7"),
        ("WebSearch", "asked", "denied"),
        ("mcp__db__drop", "denied 8", "denied 8"),
        ("mcp__db__read", "allowed 9", "allowed 9"),
        ("mcp__other__read", "asked", "denied"),
        ("TodoWrite", "allowed", "allowed"),
        ("AskUserQuestion", "allowed", "denied"),
        ("Agent(Explore)", "allowed", "allowed"),
        ("Skill(commit)", "asked", "denied"),
    ] {
        assert_eq!(answer(&by_default, text), expected, "{text}");
        assert_eq!(answer(&never, text), in_silence, "{text}");
    }
}

#[test]
fn each_mode_decides_what_no_rule_does() {
    use Mode::{AcceptEdits, Bypass, Default, DontAsk, Plan};
    let modes = [Default, AcceptEdits, Plan, DontAsk, Bypass];
    for (text, expected) in [
        ("Read(a)", ["allowed"; 5]),
        ("Read(/a)", ["asked", "asked", "asked", "denied", "allowed"]),
        (
            "Write(a)",
            ["asked", "allowed", "denied", "denied", "allowed"],
        ),
        (
            "Write(/a)",
            ["asked", "asked", "denied", "denied", "allowed"],
        ),
        (
            "Write(.git/config)",
            ["asked", "asked", "asked", "denied", "allowed"],
        ),
        (
            "Bash(make)",
            ["asked", "asked", "asked", "denied", "allowed"],
        ),
        ("Bash(git status)", ["allowed"; 5]),
        (
            "Bash(mkdir a)",
            ["asked", "allowed", "asked", "denied", "allowed"],
        ),
        (
            "Bash(mkdir /a)",
            ["asked", "asked", "asked", "denied", "allowed"],
        ),
        (
            "Bash(rm -rf ~/)",
            ["asked", "asked", "asked", "denied", "asked"],
        ),
        (
            "Bash(rm -rf \"$DIR\"/*)",
            ["asked", "asked", "asked", "denied", "asked"],
        ),
        (
            "WebFetch(https://example.com)",
            ["asked", "asked", "asked", "denied", "allowed"],
        ),
    ] {
        let found = modes.map(|mode| answer(&policy(mode, &[]), text));
        assert_eq!(found, expected, "{text}");
        for mode in modes {
            assert_eq!(Mode::parse(mode.name()), Some(mode));
        }
    }
    assert_eq!(Mode::parse("auto"), None);
}

#[test]
fn only_documented_commands_are_taken_to_read() {
    for (command, expected) in [
        ("find . -name a", true),
        ("find . -name *.a", false),
        ("find . -exec rm {} +", false),
        ("git log --output=x", false),
        ("git -C x log", false),
        ("git push", false),
        ("cd src && ls", true),
        ("cd /etc && ls", false),
        ("cd src && git status", false),
        ("cd src && ls > a", false),
        ("ls > a", false),
        ("ls *.ts", true),
        ("sort a", false),
        ("", false),
    ] {
        let found = policy(Mode::Default, &[]).decide(&Call::new("Bash", command));
        assert_eq!(
            found.answer == Answer::Allowed,
            expected,
            "{command}: {found:?}"
        );
    }
}

#[test]
fn one_rule_covers_another() {
    for (own, other, expected) in [
        ("Bash", "Bash(git *)", true),
        ("*", "Bash(git *)", true),
        ("mcp__*", "mcp__db__drop", true),
        ("mcp__db", "mcp__db__get_*", true),
        ("mcp__db__drop", "mcp__db", false),
        ("Bash(git *)", "Bash(git push *)", true),
        ("Bash(git *)", "Bash(git)", true),
        ("Bash(git push *)", "Bash(git *)", false),
        ("Bash(git push)", "Bash(git push:*)", false),
        ("Bash(git *)", "Bash", false),
        ("Bash(git *)", "Bash(gi*)", false),
        ("Read(docs/**)", "Read(docs/a.md)", true),
        ("Read(docs/**)", "Read(docs/**)", true),
        ("Read(docs/a/**)", "Read(docs/**)", false),
        ("Read(/docs/*.md)", "Read(/docs/*)", false),
        ("Read(/docs/*)", "Read(/docs/**)", true),
        ("Read(.env)", "Read(/a/.env)", true),
        ("Read(/.env)", "Read(.env)", false),
        ("Read([!a]*)", "Read(*)", false),
        ("Read", "Read(docs/**)", true),
        ("Read(docs/**)", "Edit(docs/**)", false),
        (
            "WebFetch(domain:*.example.com)",
            "WebFetch(domain:a.example.com)",
            true,
        ),
        (
            "WebFetch(domain:a.example.com)",
            "WebFetch(domain:*.example.com)",
            false,
        ),
        ("WebFetch(domain:*)", "WebFetch(domain:*.com)", true),
        ("Agent(Explore)", "Agent(Explore)", true),
    ] {
        assert_eq!(
            rule(Deny, own).covers(&rule(Deny, other)),
            expected,
            "{own} {other}"
        );
    }
}

#[test]
fn examples_look_like_calls() {
    for (text, expected) in [
        ("Bash(git add:*)", "Bash(git add .)"),
        ("Bash(npm run *)", "Bash(npm run build)"),
        ("Bash(git * main)", "Bash(git example main)"),
        ("Bash(npm run build)", "Bash(npm run build)"),
        ("Bash", "Bash(make)"),
        ("Read(./secrets/**)", "Read(secrets/example)"),
        ("Edit(/src/**/*.ts)", "Edit(src/example.ts)"),
        ("Read(//etc/[h-z]osts)", "Read(/etc/hosts)"),
        ("Read(~/.ssh/)", "Read(~/.ssh/example)"),
        (
            "WebFetch(domain:*.example.com)",
            "WebFetch(https://www.example.com/)",
        ),
        ("mcp__db", "mcp__db__example"),
        ("mcp__db__get_*", "mcp__db__get_example"),
        ("Skill(deploy *)", "Skill(deploy example)"),
        ("Task", "Agent(general-purpose)"),
        ("TodoWrite", "TodoWrite"),
    ] {
        let example = rule(Allow, text).example().map(|call| call.to_string());
        assert_eq!(example.as_deref(), Some(expected), "{text}");
    }
    let example = rule(Deny, "Agent(model:opus*)")
        .example()
        .map(|call| call.to_string());
    assert_eq!(
        example.as_deref(),
        Some("Agent(general-purpose, model: opusexample)")
    );
}

#[test]
fn hooks_are_told_by_matcher_and_condition() {
    let answers = |matcher: &str, condition: &str, of: &str| {
        let mut hook = json!({ "command": "bash x.sh" });
        if !condition.is_empty() {
            hook["if"] = condition.into();
        }
        let data = json!({ "hooks": { "PreToolUse": [{ "matcher": matcher, "hooks": [hook] }] } });
        tool_hooks(&data)[0].answers(&call(of))
    };
    for (matcher, condition, of, expected) in [
        ("", "", "Bash(ls)", Some(true)),
        ("*", "", "Bash(ls)", Some(true)),
        ("Edit|Write", "", "Write(a)", Some(true)),
        ("Edit, Write", "", "Write(a)", Some(true)),
        ("Edit", "", "NotebookEdit(a)", Some(false)),
        ("Edit.*", "", "NotebookEdit(a)", Some(true)),
        ("^Notebook", "", "NotebookEdit(a)", Some(true)),
        ("mcp__memory__.*", "", "mcp__memory__get", Some(true)),
        ("mcp__memory", "", "mcp__memory__get", Some(false)),
        ("Task", "", "Agent(Explore)", Some(true)),
        ("(", "", "Bash(ls)", None),
        ("Bash", "Bash(rm *)", "Bash(npm test && rm x)", Some(true)),
        ("Bash", "Bash(rm *)", "Bash(npm test)", Some(false)),
        ("Bash", "Bash(git *)", "Bash(FOO=bar git push)", Some(true)),
        ("", "Edit(*.ts)", "Write(src/a.ts)", Some(true)),
        ("", "Edit(*.ts)", "Read(src/a.ts)", Some(false)),
        ("", "Edit(src/**)", "Write(a/src/b)", Some(false)),
        ("", "nonsense (", "Write(a)", None),
    ] {
        assert_eq!(
            answers(matcher, condition, of),
            expected,
            "{matcher} {condition} {of}"
        );
    }
    let data = json!({ "hooks": {
        "Stop": [{ "hooks": [{ "command": "a" }] }],
        "PreToolUse": [3, { "hooks": { "command": "b" } }, { "matcher": "Bash", "hooks": [{ "type": "odd" }, { "type": "prompt", "prompt": "Is\n it?" }, {}] }],
        "PostToolUse": { "hooks": [] },
    } });
    let found = tool_hooks(&data);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].shown.as_str(), found[0].pointer.as_str()),
        ("Is it?", "/hooks/PreToolUse/2/hooks/1/prompt")
    );
}

#[test]
fn hooks_are_named_by_what_they_run() {
    for (command, expected) in [
        ("bash .claude/hooks/check.sh guard", "guard"),
        (
            "bash \"${CLAUDE_PLUGIN_ROOT:-.}/hooks/fetch.sh\"",
            "fetch.sh",
        ),
        ("./scripts/check.sh", "check.sh"),
        ("node x.mjs --fix \"$FILE\" && echo done; exit 0", "x.mjs"),
        ("prettier --write", "prettier"),
        ("/usr/bin/jq -r .tool", "jq"),
        (
            "npx protect@0.7.4 evaluate --policy \"${P:-./p.cedar}\"",
            "npx",
        ),
        ("if [ -f x ]; then exit 0; fi", "command"),
        ("[ -f x ] && exit 2", "command"),
        ("", "command"),
    ] {
        let data = json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "command": command }] }] } });
        assert_eq!(tool_hooks(&data)[0].label, expected, "{command}");
    }
}

#[test]
fn values_are_found_where_they_stand() {
    let text = "{ \"a/b\": [1, \"x\\\"]\", {\"c\": null}],\n \"d\": {}, \"e\": [] , \"d\": true }";
    let found = places(text);
    let at = |pointer: &str| found.get(pointer).map(|range| &text[range.clone()]);
    assert_eq!(at("/a~1b/0"), Some("1"));
    assert_eq!(at("/a~1b/1"), Some("\"x\\\"]\""));
    assert_eq!(at("/a~1b/2/c"), Some("null"));
    assert_eq!(at("/d"), Some("true"));
    assert_eq!(at("/e"), Some("[]"));
    assert_eq!(at(""), Some(text));
}

#[test]
fn long_texts_take_little_time() {
    let started = std::time::Instant::now();
    let longest = format!("Bash({})", "a*".repeat(490));
    let found = policy(Mode::Default, &[&format!("+{longest}")]);
    for piece in [
        "a", "$(", "\"", "`", "'", "\"$(", "(", "\\", ">", "x=y ", "timeout ", "a;",
    ] {
        found.decide(&Call::new("Bash", piece.repeat(50_000)));
    }
    found.decide(&Call::new("Read", "a/".repeat(50_000)));
    assert!(Rule::parse(&longest.replace("a*", "a*a*"), Allow).is_err());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// Texts that look like rules more often than chance has it.
fn rules() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,30}",
        "(Bash|Read|Edit|Agent|Skill|WebFetch|Task|Write|mcp__[a*]{1,3}(__[a*]{1,3})?|[A*]{1,2})",
        "Bash\\([a-c *:&|;$()'\"<>`=-]{0,16}\\)",
        "(Read|Edit)\\([~/.*a-b?!\\[\\]\\\\-]{0,16}\\)",
        "WebFetch\\(domain:[a-b*.]{0,10}\\)",
        "(Agent|Skill)\\([a-b :*]{0,10}\\)",
    ]
}

fn calls() -> impl Strategy<Value = Call> {
    let tool = prop_oneof![
        Just("Bash"),
        Just("Read"),
        Just("Edit"),
        Just("Write"),
        Just("WebFetch"),
        Just("Skill")
    ];
    (tool, "[a-c ~/.*&|;$()'\"<>`=-]{0,20}").prop_map(|(tool, argument)| Call::new(tool, argument))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read(text in rules(), list in prop_oneof![Just(Allow), Just(Ask), Just(Deny)]) {
        if let Ok(rule) = Rule::parse(&text, list) {
            rule.example();
            prop_assert!(rule.covers(&rule));
        }
        Line::read(&text);
        places(&text);
        for range in entries(&text) {
            prop_assert!(!text[range].is_empty());
        }
    }

    #[test]
    fn what_is_denied_is_denied_whatever_else_holds(denies in rules(), others in proptest::collection::vec(rules(), 0..4), of in calls(), mode in 0usize..5) {
        let mode = [Mode::Default, Mode::AcceptEdits, Mode::Plan, Mode::DontAsk, Mode::Bypass][mode];
        let Ok(deny) = Rule::parse(&denies, Deny) else {
            return Ok(());
        };
        let alone = Policy::new(vec![deny.clone()], mode, &[]).decide(&of);
        let others = others.iter().flat_map(|text| [Rule::parse(text, Allow), Rule::parse(text, Ask)]).flatten();
        let all = Policy::new(others.chain([deny]).collect(), mode, &[]).decide(&of);
        if alone.by.is_some() {
            prop_assert_eq!(alone.answer, Answer::Denied);
            prop_assert_eq!(all.answer, Answer::Denied);
        }
    }

    #[test]
    fn what_is_covered_is_never_allowed(own in rules(), other in rules(), of in calls()) {
        let (Ok(deny), Ok(allow)) = (Rule::parse(&own, Deny), Rule::parse(&other, Allow)) else {
            return Ok(());
        };
        let by = Policy::new(vec![deny.clone(), allow.clone()], Mode::Default, &[]).decide(&of).by;
        if deny.covers(&allow) && of.tool == "Bash" {
            prop_assert_ne!(by, Some(1));
        }
    }

    #[test]
    fn more_rules_that_allow_allow_more(text in rules(), of in calls()) {
        let allowed = |rules: Vec<Rule>| Policy::new(rules, Mode::Default, &[]).decide(&of).answer == Answer::Allowed;
        if let Ok(rule) = Rule::parse(&text, Allow) {
            prop_assert!(!allowed(Vec::new()) || allowed(vec![rule]));
        }
    }
}

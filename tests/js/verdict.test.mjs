// The browser's answers, held against those of the Rust guard. `VERDICT_CASES` names a JSON file that
// tests/suite/verdict_cases.rs wrote: { guards: [data], cases: [{ data, caller, path, want }] }, where `data` is the
// place of a guard in `guards`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { verdict } from "../../assets/js/verdict.js";

const file = process.env.VERDICT_CASES;

/** Asked by the Rust suite, which writes the cases; by itself this file has none to compare. */
const compare = (name, test) => file && test(name, compared);

function compared() {
  const { guards, cases } = JSON.parse(readFileSync(file, "utf8"));
  assert.ok(cases.length >= 2000, `only ${cases.length} cases`);
  const kinds = new Set();
  for (const { data, caller, path, want } of cases) {
    const got = verdict(guards[data], caller, path);
    assert.deepEqual(got, want, `${guards[data].callers[caller].name} → ${JSON.stringify(path)}`);
    kinds.add(got.kind);
  }
  assert.deepEqual([...kinds].sort(), ["admitted", "exempt", "frozen", "territory"]);
}

compare("the script answers as the Rust guard does", test);

const bare = {
  root: "/repo",
  callers: [
    { name: "a", kind: "skill", class: "c", globs: [{ glob: "docs/**", regex: "^(?:docs/[\\s\\S]*)$" }] },
    { name: "free", kind: "skill", class: null, globs: [] },
  ],
  useCasesDir: null,
  cases: {},
  exempt: [],
  templates: {
    territorySkill: "{skills} {class} {path} {write_allow} {other}",
    territoryAgent: "{agent}",
    nothing: "(nothing)",
    frozen: "{folder}",
  },
};

test("what is typed is never taken for a placeholder or a replacement pattern", () => {
  assert.equal(verdict(bare, 0, "{class}$&").words, "a c {class}$& docs/** {other}");
});

test("nothing typed, nothing refused", () => {
  assert.deepEqual(verdict(bare, 0, ""), { exit: 0, path: "", glob: -1, kind: "admitted", words: "" });
});

test("a caller without a class is not restricted", () => {
  assert.equal(verdict(bare, 1, "anything").exit, 0);
});

test("characters beyond the first plane are one character", () => {
  const data = { ...bare, callers: [{ ...bare.callers[0], globs: [{ glob: "🦀*", regex: "^(?:🦀[^/]*)$" }] }] };
  assert.equal(verdict(data, 0, "🦀🦀.md").glob, 0);
  assert.equal(verdict(data, 0, "🦀/x").exit, 2);
});

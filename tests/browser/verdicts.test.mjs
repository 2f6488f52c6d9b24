// Whole verdicts: what the field of a page says is what the binary says, exit code and words, over two
// thousand generated paths. (tests/suite/verdict.rs holds path, glob and kind against the guard as well.)

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { BINARY, PAGES, folder, serve, visit } from "./site.mjs";

const SKILLS = ["plain", "own", "odd"];
const EACH = 700;

const FILES = {
  ...Object.fromEntries(
    SKILLS.map((name) => [`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: About ${name}.\n---\n\n# ${name}\n`]),
  ),
  "docs/use-cases/UC-001-open/UC-001-spec.md": "---\nstatus: draft\n---\n\n# Open\n",
  "docs/use-cases/UC-002-shut/UC-002-spec.md": "---\nstatus: approved\n---\n\n# Shut\n",
  "docs/use-cases/UC-é/UC-é-spec.md": "---\nstatus: done\n---\n\n# É\n",
  ".claude/schemas/extensions.json": JSON.stringify({
    skill_classes: {
      classes: {
        design: {
          skills: ["plain", "own"],
          write_allow: ["docs/use-cases/UC-*/**", "BACKLOG.md"],
          overrides: { own: { write_allow: ["**/src/**", "docs/**"] } },
        },
        build: { skills: ["odd"], write_allow: ["a+(b)[c]{2}$/**", "*.é", "**/日本/*", "docs/use-cases/**/CHANGELOG.md"] },
      },
    },
    guard: {
      use_cases_dir: "docs/use-cases",
      frozen_statuses: ["approved", "done"],
      frozen_exempt_basenames: ["CHANGELOG.md", "é.md"],
    },
  }),
};

/** A small generator of numbers (xorshift), so that every run asks the same. */
function dice(seed) {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

const STARTS = (root) => ["", "", "", "docs/use-cases/", "docs/use-cases/UC-002-shut/", "docs/use-cases/UC-é/", "./", "../", `${root}/`, "/", `${root}/docs/use-cases/UC-002-shut/`, `${root}x/`];
const PIECES = ["/", "/", "/", "/", "docs", "use-cases", "UC-001-open", "UC-002-shut", "UC-é", "src", "a", "a+(b)[c]{2}$", "é", "日本", "🦀", ".", "..", ".md", ".é", "CHANGELOG.md", "é.md", "BACKLOG.md", "\\", "$&", "{path}", "*", "-", "x y"];

/** Paths as somebody could type them: on one line, without spaces around them. */
function paths(root) {
  const next = dice(0x5eed);
  const of = (list) => list[next(list.length)];
  const made = new Set();
  while (made.size < EACH) {
    let path = of(STARTS(root));
    for (let count = next(7); count >= 0; count -= 1) path += of(PIECES);
    if (path.trim() === path) made.add(path);
  }
  return [...made];
}

/** What the binary says of each: exit code and words. */
async function asked(root, skill, list) {
  const answers = [];
  let at = 0;
  async function work() {
    while (at < list.length) {
      const mine = at++;
      answers[mine] = await new Promise((resolve, reject) => {
        const child = spawn(BINARY, ["guard", "--root", root, skill, "Write", list[mine]]);
        let words = "";
        child.stderr.setEncoding("utf8").on("data", (text) => (words += text));
        child.on("error", reject);
        child.on("close", (exit) => resolve([exit, words.trimEnd()]));
      });
    }
  }
  await Promise.all(Array.from({ length: 4 }, work));
  return answers;
}

test("the field says what the binary says, over two thousand paths", async (t) => {
  const root = folder(t, FILES);
  const base = await serve(t, root, "--no-search");
  const list = paths(root);
  const seen = { exits: new Set(), firsts: new Set() };
  for (const skill of SKILLS) {
    const { page } = await visit(t, PAGES.index);
    // The page of a repository that lies where this one lies: its own names no place of this machine.
    await page.route(`${base}skills/${skill}/`, async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace('"root":"/repository"', `"root":${JSON.stringify(root)}`);
      assert.ok(html.includes(root));
      await route.fulfill({ response: answer, body: html });
    });
    await page.goto(`${base}skills/${skill}/`);
    await page.locator("#guard-path").waitFor();
    const field = await page.evaluate((all) => {
      const input = document.querySelector("#guard-path");
      const output = document.querySelector("#guard-answer");
      return all.map((path) => {
        input.value = path;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        const answer = output.querySelector("[data-exit]");
        return [Number(answer.dataset.exit), answer.querySelector(".words")?.textContent ?? ""];
      });
    }, list);
    const binary = await asked(root, skill, list);
    for (const [index, path] of list.entries()) {
      assert.deepEqual(field[index], binary[index], `${skill}: ${JSON.stringify(path)}`);
      seen.exits.add(binary[index][0]);
      seen.firsts.add(binary[index][1].split("\n")[0].replace(/.*(outside|immutable).*/u, "$1"));
    }
  }
  assert.ok(list.length * SKILLS.length >= 2000);
  assert.deepEqual([...seen.exits].sort(), [0, 2]);
  assert.deepEqual([...seen.firsts].sort(), ["", "immutable", "outside"]);
});

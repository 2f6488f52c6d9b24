// Every page of the shipped site is valid HTML, and so are the pages of a site with an address, old
// addresses and a feed. What the rules allow beyond the usual is in .htmlvalidate.json:
//   no-inline-style  the number of a rail's steps is data, and only its style sheet needs it
//   require-sri      all files are the site's own
//   valid-id         numbered forms of headings (`6-schema-requirements`) open too

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const binary = process.env.SKILLBOOK_BIN ?? here("../../target/debug/skillbook");
const config = JSON.parse(readFileSync(here(".htmlvalidate.json"), "utf8"));
const validator = new HtmlValidate(new StaticConfigLoader(config));

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "skillbook-html-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a site into a folder of its own and gives the folder. */
function build(root, name, ...options) {
  const out = join(folder, name);
  execFileSync(binary, ["build", root, "--out", out, "--no-search", ...options], { stdio: "pipe" });
  return out;
}

/** What is wrong with the pages of a folder, and the kinds of pages that there are. */
async function check(out) {
  const wrong = [];
  const kinds = new Set();
  const pages = readdirSync(out, { recursive: true }).filter((path) => path.endsWith(".html"));
  for (const path of pages.sort()) {
    const text = readFileSync(join(out, path), "utf8");
    kinds.add(/<body class="(page-[a-z-]+)/.exec(text)?.[1] ?? "bare");
    const { results } = await validator.validateString(text, path);
    for (const { messages } of results) {
      for (const { ruleId, message, selector, line, column } of messages) {
        wrong.push(`${path}:${line}:${column} ${ruleId}: ${message} (${selector})`);
      }
    }
  }
  return { wrong, kinds: [...kinds].sort() };
}

const KINDS = [
  "page-case",
  "page-class",
  "page-document",
  "page-guide",
  "page-guide-index",
  "page-index",
  "page-not-found",
  "page-rail",
  "page-resource",
  "page-skill",
];

test("every page of the shipped site is valid HTML", async () => {
  const { wrong, kinds } = await check(build(here("../../content"), "plain"));
  assert.deepEqual(wrong, []);
  assert.deepEqual(kinds, KINDS);
});

test("so is every page of a site that knows its address, old addresses included", async () => {
  const root = join(folder, "site");
  cpSync(here("../../content"), root, { recursive: true });
  appendFileSync(join(root, "skillbook.toml"), '\n[redirects]\n"old/" = "guide/"\n');
  const out = build(root, "based", "--base-url", "https://example.org/a/b/");
  const { wrong, kinds } = await check(out);
  assert.deepEqual(wrong, []);
  assert.deepEqual(kinds, ["bare", ...KINDS]);
});

test("so is every page of the example site", async () => {
  const { wrong } = await check(build(here("../sites/bakery"), "bakery"));
  assert.deepEqual(wrong, []);
});

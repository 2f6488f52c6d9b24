// A page while its files are being written: what changed is put in place, and the reader's place is kept.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { CONTENT, PAGES, becomes, pinned, run, visit } from "./site.mjs";

const JOBS = "bank-app/docs/use-cases/UC-002-prune-expired-idempotency-keys/35-jobs.md";
const SKILL = "pack/.claude/skills/jobs-architect/SKILL.md";

/** A copy of the shipped site, served while it is written. */
async function author(t, more = ["--no-search"]) {
  const root = mkdtempSync(join(tmpdir(), "skillbook-live-"));
  t.after(() => rmSync(root, { recursive: true }));
  cpSync(CONTENT, root, { recursive: true });
  const server = await run(t, root, "--port", "0", ...more);
  const read = (path) => readFileSync(join(root, path), "utf8");
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const edit = (path, old, next) => {
    assert.ok(read(path).includes(old), `${path} has ${old}`);
    put(path, read(path).replace(old, next));
  };
  return { ...server, root, read, put, edit };
}

/** A page of it that was opened and not loaded since: it carries a mark that a load would take away. */
async function open(t, { base }, path = PAGES.skill, options = {}) {
  const { page, problems } = await visit(t, "", options);
  await page.goto(new URL(path, base).href);
  await page.evaluate(() => (window.mark = true));
  const own = () => problems.filter((problem) => !/^elsewhere/u.test(problem));
  return { page, problems: own };
}

const stayed = (page) => page.evaluate(() => window.mark === true);
const live = (page) => page.locator("skillbook-live");
const errors = (page) => live(page).locator(".errors");
const at = (page, selector) => page.evaluate((it) => document.querySelector(it).getBoundingClientRect().top, selector);

test("a sentence that is written is on the page, which stays where it was read", async (t) => {
  const site = await author(t);
  const { page, problems } = await open(t, site);
  const block = page.locator('[data-block="schema-requirements"]');
  await block.locator(".block-text").click({ position: { x: 5, y: 5 } });
  const [id] = await pinned(page);
  assert.ok(id);
  await page.evaluate((it) => document.getElementById(it).scrollIntoView(), id);
  const before = await at(page, `#${id}`);
  const field = page.locator("#guard-path");
  await field.evaluate((it, words) => ((it.value = words), it.dispatchEvent(new Event("input", { bubbles: true }))), "docker-compose.yml");
  await field.evaluate((it) => (it.focus({ preventScroll: true }), it.setSelectionRange(3, 7)));
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator(".theme-switch").evaluate((it) => (it.click(), it.click()));
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await field.evaluate((it) => it.focus({ preventScroll: true }));

  // Above the place that is read, so that everything below moves.
  const title = site.read(JOBS).split("\n").find((line) => line.startsWith("# "));
  site.edit(JOBS, title, `${title}\n\nA paragraph that somebody has just written.\n\nAnd one more of them.`);
  await page.getByText("A paragraph that somebody has just written.").waitFor();

  assert.ok(await stayed(page), "the page was not loaded again");
  assert.deepEqual(await pinned(page), [id]);
  await becomes(async () => Math.abs((await at(page, `#${id}`)) - before) < 2, true);
  assert.equal(await field.inputValue(), "docker-compose.yml");
  assert.match(await page.locator("[data-guard-field] output").textContent(), /docker-compose\.yml is outside/u);
  assert.deepEqual(
    await page.evaluate(() => [document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]),
    ["guard-path", 3, 7],
  );
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  assert.deepEqual(problems(), []);
});

test("everything acts once after many exchanges", async (t) => {
  const site = await author(t);
  const { page, problems } = await open(t, site);
  for (const word of ["one", "two", "three"]) {
    const text = site.read(JOBS);
    site.put(JOBS, `${text.trimEnd()}\n\nWritten: ${word}.\n`);
    await page.getByText(`Written: ${word}.`).first().waitFor();
  }
  assert.ok(await stayed(page));
  await page.locator("body").press("j");
  const first = await page.evaluate(() => document.activeElement.dataset.block);
  await page.keyboard.press("j");
  const blocks = await page.$$eval("[data-block]", (all) => all.map((block) => block.dataset.block));
  const second = await page.evaluate(() => document.activeElement.dataset.block);
  assert.equal(blocks.indexOf(second), blocks.indexOf(first) + 1, "j goes one block on");
  await page.keyboard.press("Enter");
  assert.deepEqual(await pinned(page), [second]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await pinned(page), []);
  assert.equal(await page.locator(`[data-block="${second}"] button.copy`).count(), await page.locator(`[data-block="${first}"] button.copy`).count());
  assert.equal(await page.locator("[data-block] > .block-text > button[data-copy-link]").count(), blocks.length);
  const choice = () => page.locator(".theme-switch").getAttribute("data-choice");
  assert.equal(await choice(), "system");
  await page.locator(".theme-switch").click();
  assert.equal(await choice(), "light");
  await page.keyboard.press("?");
  await becomes(() => page.locator("dialog[open]").count(), 1);
  assert.deepEqual(problems(), []);
});

test("an open search keeps its words, and a closed one opens as before", async (t) => {
  const site = await author(t, []);
  const { page } = await open(t, site);
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search this site" }).fill("idempotency");
  await page.waitForFunction(() => document.querySelector(".search-results")?.dataset.answers === "idempotency");
  const text = site.read(JOBS);
  site.put(JOBS, `${text.trimEnd()}\n\nWritten meanwhile.\n`);
  await page.getByText("Written meanwhile.").first().waitFor({ state: "attached" });
  assert.ok(await stayed(page));
  const input = page.getByRole("combobox", { name: "Search this site" });
  assert.equal(await input.inputValue(), "idempotency");
  assert.ok(await input.evaluate((it) => it === document.activeElement));
  await page.keyboard.press("Control+k");
  assert.equal(await page.locator("dialog.search").count(), 1);
  await page.keyboard.press("Escape");
  await becomes(() => page.locator("dialog[open]").count(), 0);
  await page.keyboard.press("/");
  await becomes(() => page.locator("dialog.search[open]").count(), 1);
});

test("a style sheet is exchanged and nothing else", async (t) => {
  const site = await author(t);
  const { page } = await open(t, site);
  await page.evaluate(() => (document.querySelector("h1").mark = true));
  site.put("theme/own.css", "h1 { color: rgb(1, 2, 3) }\n");
  const colour = () => page.evaluate(() => getComputedStyle(document.querySelector("h1")).color);
  await becomes(colour, "rgb(1, 2, 3)");
  site.put("theme/own.css", "h1 { color: rgb(4, 5, 6) }\n");
  await becomes(colour, "rgb(4, 5, 6)");
  assert.ok(await stayed(page));
  assert.ok(await page.evaluate(() => document.querySelector("h1").mark), "the body is the same");
  await becomes(() => page.locator('link[rel="stylesheet"]').count(), 2);
});

test("a mistake stands over the last good page, as text, and goes when it is mended", async (t) => {
  const site = await author(t);
  const { page, problems } = await open(t, site);
  const config = site.read("skillbook.toml");
  const line = config.split("\n").length;
  site.put("skillbook.toml", `${config}\n<img src=x onerror="window.ran = true"> = 1\n`);
  await errors(page).waitFor();
  const said = await errors(page).textContent();
  assert.match(said, new RegExp(`skillbook\\.toml:${line + 1}:\\d`, "u"));
  assert.match(said, /1 error: the site is shown as it was before/u);
  assert.equal(await errors(page).locator("mark").count() > 0, true);
  assert.equal(await errors(page).locator("img").count(), 0);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator("h1").first().textContent(), "jobs-architect");
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const found = await new AxeBuilder({ page }).include("skillbook-live").analyze();
    assert.deepEqual(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
  }
  // Out of the way by keyboard, and back with the next reading.
  await errors(page).getByRole("button", { name: "Hide" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await errors(page).isVisible(), false);
  site.put("skillbook.toml", `${config}\n<b> = 2\n`);
  await errors(page).waitFor();
  site.put("skillbook.toml", config);
  await errors(page).waitFor({ state: "hidden" });
  assert.ok(await stayed(page));
  assert.deepEqual(problems(), []);
});

test("warnings are a badge that lists them", async (t) => {
  const site = await author(t);
  const { page } = await open(t, site);
  const badge = live(page).locator(".badge");
  site.put(SKILL, `${site.read(SKILL).trimEnd()}\n\nSee [nothing](references/nothing.md).\n`);
  await badge.waitFor();
  assert.equal(await badge.textContent(), "1 warning");
  assert.equal(await badge.getAttribute("aria-expanded"), "false");
  await badge.focus();
  await page.keyboard.press("Enter");
  const list = live(page).locator("#warnings");
  assert.match(await list.textContent(), /references\/nothing\.md/u);
  const found = await new AxeBuilder({ page }).include("skillbook-live").analyze();
  assert.deepEqual(found.violations.map(({ id }) => id), []);
  await list.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  assert.equal(await list.isVisible(), false);
  site.edit(SKILL, "See [nothing](references/nothing.md).", "");
  await badge.waitFor({ state: "hidden" });
});

test("a page that is gone says so and leads to the index; it comes back with its file", async (t) => {
  const site = await author(t);
  site.put("pack/.claude/skills/extra/SKILL.md", "---\nname: extra\ndescription: Comes and goes.\n---\n\n# Extra\n\nText.\n");
  const { page, problems } = await open(t, site, "");
  const extra = page.locator('main a[href*="skills/extra/"]').first();
  await extra.waitFor();
  await extra.click();
  await page.locator("h1", { hasText: "extra" }).waitFor();
  await page.evaluate(() => (window.mark = true));
  const folder = join(site.root, "pack/.claude/skills/extra");
  const away = join(site.root, "..", `away-${process.pid}`);
  t.after(() => rmSync(away, { recursive: true, force: true }));
  renameSync(folder, away);
  const note = live(page).getByText("This page is no longer there.");
  await note.waitFor();
  assert.equal(await note.getByRole("link").evaluate((link) => link.href), site.base);
  renameSync(away, folder);
  await note.waitFor({ state: "hidden" });
  assert.ok(await stayed(page));
  // The browser itself writes down that it was answered with 404.
  assert.deepEqual(problems().filter((problem) => !/404|reports\?token=\S+ net::ERR_ABORTED/u.test(problem)), []);
});

test("after a restart the page finds the server again and what it missed", async (t) => {
  const site = await author(t);
  const { page } = await open(t, site);
  const { port } = new URL(site.base);
  await site.end();
  await live(page).getByText("The server does not answer").waitFor();
  const text = site.read(JOBS);
  site.put(JOBS, `${text.trimEnd()}\n\nWritten in the dark.\n`);
  await run(t, site.root, "--port", port, "--no-search");
  await page.getByText("Written in the dark.").first().waitFor();
  await live(page).getByText("The server does not answer").waitFor({ state: "hidden" });
  site.put(JOBS, `${site.read(JOBS).trimEnd()}\n\nWritten in the light.\n`);
  await page.getByText("Written in the light.").first().waitFor();
});

// The guard on the page: the path field answers in the guard's words; verdicts and globs light one
// another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, visit } from "./site.mjs";

async function ask(page, path) {
  await page.locator("#guard-path").fill(path);
  return page.locator("[data-guard-field] output");
}

test("a path of another class is refused in the guard's words", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const output = await ask(page, "docker-compose.yml");
  assert.equal(await output.locator("[data-exit]").getAttribute("data-exit"), "2");
  const words = await output.locator(".words").textContent();
  const transcript = await page.locator('[data-call="Write"][data-exit="2"] .words').first().textContent();
  assert.match(words, /^❌ `jobs-architect` is class `design` — docker-compose\.yml is outside its territory\.\n/);
  assert.equal(words, transcript, "the field and the transcript say the same");
});

test("a path of the territory is admitted, and the glob named", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const output = await ask(page, "docs/use-cases/UC-009-new/35-jobs.md");
  assert.equal(await output.locator("[data-exit]").getAttribute("data-exit"), "0");
  assert.match(await output.textContent(), /exit 0.*docs\/use-cases\/UC-\*\/\*\*/);
});

test("the answer follows the typing, and an empty field says nothing", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const output = await ask(page, "docs/use-cases/UC-009-new/../../../pom.xml");
  assert.match(await output.textContent(), /— pom\.xml is outside/);
  await ask(page, "");
  assert.equal(await output.textContent(), "");
});

test("a path is shown as text, never as markup", async (t) => {
  const { page, problems } = await visit(t, PAGES.skill);
  const output = await ask(page, "<img src=x onerror=alert(1)>");
  assert.equal(await output.locator("img").count(), 0);
  assert.match(await output.textContent(), /<img src=x/);
  assert.deepEqual(problems, []);
});

test("Enter in the field keeps the page", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await ask(page, "docker-compose.yml");
  const url = page.url();
  await page.keyboard.press("Enter");
  assert.equal(page.url(), url);
});

test("a screen reader is told: the answer is an output that belongs to the field", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await ask(page, "docker-compose.yml");
  assert.match(await page.getByRole("status").first().textContent(), /exit 2/);
  assert.equal(await page.getByLabel(/path/i).first().getAttribute("id"), "guard-path");
});

test("the front page says of every caller who may write a path and who is refused", async (t) => {
  const { page } = await visit(t, PAGES.index);
  const output = await ask(page, "docker-compose.yml");
  const admitted = await output.locator('li[data-exit="0"]').count();
  const refused = await output.locator('li[data-exit="2"]').count();
  const callers = await page.$eval("#guard-data", (data) => JSON.parse(data.textContent).callers.length);
  assert.ok(admitted > 0 && refused > 0);
  assert.equal(admitted + refused, callers);
  const row = output.locator('li[data-exit="2"]', { hasText: "design" }).first();
  await row.locator("summary").click();
  assert.match(await row.textContent(), /retrying will not help/);
});

test("hovering a verdict lights the glob that decided it, and the other way round", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const verdict = page.locator('.verdicts [data-decided-by]:not([data-decided-by=""])').first();
  const glob = await verdict.getAttribute("data-decided-by");
  const lights = () =>
    page.$$eval("[data-glob][data-lit]", (lit) => lit.map((element) => element.dataset.glob));
  await verdict.hover();
  assert.deepEqual(await lights(), [glob]);
  await page.locator("#main h1").hover();
  assert.deepEqual(await lights(), []);
  await page.locator(`[data-glob="${glob}"]`).hover();
  assert.ok((await page.locator(".verdicts [data-lit]").count()) > 0);
});

test("the transcript copies as the lines one reads", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const text = await page.locator(".transcript").innerText();
  assert.match(text, /PreToolUse Write\(docker-compose\.yml\)/);
  assert.match(text, /guard write\s+exit 2/);
  const copied = await page.evaluate(() => {
    getSelection().selectAllChildren(document.querySelector(".transcript"));
    return String(getSelection());
  });
  assert.match(copied, /guard write\s+exit 2/);
  assert.match(copied, /\n\s+write_allow: docs/);
});

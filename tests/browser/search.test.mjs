// Search: opened by button and keys, found by word, stem and character, walked by keys, marked on
// arrival; and nothing of it loaded before.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { asks, BINARY, CONTENT, PAGES, address, folder as site, fragment, pinned, serve, visit, becomes } from "./site.mjs";

const SEARCH = /\/pagefind\/|\/assets\/search-/;

const input = (page) => page.getByRole("combobox", { name: "Search this site" });
const options = (page) => page.getByRole("option");
const status = (page) => page.locator("dialog.search [role=status]");

/** Types a question into the open dialog and waits for the answers. */
async function ask(page, query) {
  await input(page).fill(query);
  await page.waitForFunction(
    (words) => document.querySelector(".search-results")?.dataset.answers === words,
    query,
  );
}

/** Opens the dialog and asks. */
async function search(page, query) {
  await page.keyboard.press("/");
  await ask(page, query);
}

/** What is marked on the page. */
const marked = (page) =>
  page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map((range) => range.toString()));

/** Problems on a site of one's own: it stands elsewhere. */
const problemsOf = (problems) => problems.filter((problem) => !/^elsewhere/.test(problem));

const skill = (name, text) => `---\nname: ${name}\ndescription: About ${name}.\n---\n\n${text}\n`;

test("nothing of it is asked for before it is opened", async (t) => {
  const { page, problems } = await visit(t, "404.html");
  await page.waitForLoadState("networkidle");
  const asked = asks(page);
  await page.goto(address(PAGES.skill));
  await page.waitForLoadState("networkidle");
  assert.ok(asked.length > 2);
  assert.deepEqual(asked.filter((path) => SEARCH.test(path)), []);
  await search(page, "scheduler");
  assert.ok(asked.some((path) => path.endsWith("/pagefind/pagefind.js")));
  assert.deepEqual(problems, []);
});

test("the first question costs at most 150 KB", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.waitForLoadState("networkidle");
  const parts = [];
  page.on("response", (response) => {
    parts.push(
      response.body().then(
        // A file of the index is compressed as it is.
        (body) => Math.min(body.length, gzipSync(body, { level: 9 }).length),
        () => 0,
      ),
    );
  });
  await search(page, "idempotency");
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(parts)).reduce((sum, one) => sum + one, 0);
  assert.ok(bytes > 50_000 && bytes <= 150_000, `${bytes} bytes`);
});

test("the button opens it, Escape closes it and gives the focus back", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const button = page.getByRole("button", { name: "Search" });
  await button.click();
  assert.ok(await input(page).evaluate((field) => field === document.activeElement));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("dialog.search").isVisible()));
  assert.ok(await button.evaluate((element) => element === document.activeElement));
});

test("a question is kept, and chosen when it is opened again", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await search(page, "scheduler");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  assert.equal(await input(page).inputValue(), "scheduler");
  await page.keyboard.type("lease");
  assert.equal(await input(page).inputValue(), "lease");
});

test("its keys are those of no field, and Ctrl-K those of any", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const dialog = page.locator("dialog.search");
  await page.locator("#guard-path").focus();
  await page.keyboard.type("a/b");
  assert.equal(await page.locator("#guard-path").inputValue(), "a/b");
  assert.equal(await dialog.count(), 0);
  await page.keyboard.press("Control+k");
  assert.ok(await dialog.isVisible());
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#guard-path").evaluate((field) => field === document.activeElement));
  await page.locator("#guard-path").blur();
  await page.keyboard.press("Meta+k");
  assert.ok(await dialog.isVisible());
});

test("single-key shortcuts can be off", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.evaluate(() => (document.documentElement.dataset.keys = "off"));
  await page.keyboard.press("/");
  assert.equal(await page.locator("dialog.search").count(), 0);
  await page.keyboard.press("Control+k");
  assert.ok(await page.locator("dialog.search").isVisible());
});

test("answers stand under their skill, with the block they are in", async (t) => {
  const { page, problems } = await visit(t, PAGES.index);
  await search(page, "prune");
  const group = page.getByRole("group", { name: /^jobs-architect/ });
  assert.ok((await group.count()) === 1, "one group for a skill");
  assert.ok((await group.getByRole("option").count()) > 1);
  const titles = await group.locator(".search-title").allTextContents();
  assert.ok(titles.some((title) => /^\d · /.test(title)), `a block among ${titles}`);
  const targets = await options(page).evaluateAll((all) => all.map((one) => one.href).filter(Boolean));
  assert.equal(new Set(targets).size, targets.length, "no place twice");
  assert.deepEqual(problems, []);
});

test("a word is found by its stem", async (t) => {
  const { page } = await visit(t, PAGES.index);
  await search(page, "scheduled retries");
  const words = await page.locator(".search-excerpt mark").allTextContents();
  assert.ok(words.some((word) => /^retry$/i.test(word)), words.join(", "));
});

test("arrow keys choose, Enter goes to the block, and what was found is marked there", async (t) => {
  const { page, problems } = await visit(t, PAGES.index);
  await search(page, "coordination replicas");
  assert.equal(await input(page).getAttribute("aria-expanded"), "true");
  const current = async () => {
    const id = await input(page).getAttribute("aria-activedescendant");
    const chosen = page.locator(`[id="${id}"]`);
    assert.equal(await chosen.getAttribute("aria-selected"), "true");
    assert.equal(await page.locator('[role=option][aria-selected="true"]').count(), 1);
    return id;
  };
  const first = await current();
  await page.keyboard.press("ArrowDown");
  const second = await current();
  assert.notEqual(first, second);
  await page.keyboard.press("ArrowUp");
  assert.equal(await current(), first);
  await page.keyboard.press("ArrowUp");
  assert.notEqual(await current(), first, "it goes round");
  const target = page.locator('[role=option]:has(.search-title:text("Coordination"))').first();
  const id = await target.getAttribute("id");
  while ((await current()) !== id) await page.keyboard.press("ArrowDown");
  const expected = new URL(await target.getAttribute("href"));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === expected.pathname && url.search === "");
  assert.equal(fragment(page), decodeURIComponent(expected.hash.slice(1)));
  await becomes(() => pinned(page), [fragment(page)]);
  await page.waitForFunction(() => CSS.highlights.get("found")?.size > 0);
  assert.ok((await marked(page)).some((word) => /^coordination$/i.test(word)));
  await page.keyboard.press("Escape");
  assert.deepEqual(await marked(page), []);
  assert.deepEqual(problems, []);
});

test("a place on the same page is gone to without loading it again", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.evaluate(() => (window.stays = true));
  await search(page, "coordination");
  const target = page.locator(`a[role=option][href*="/${PAGES.skill}?"][href$="#coordination"]`);
  await target.click();
  assert.ok(!(await page.locator("dialog.search").isVisible()));
  assert.ok(await page.evaluate(() => window.stays));
  assert.equal(fragment(page), "coordination");
  await becomes(() => pinned(page), ["coordination"]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "coordination");
  assert.ok((await marked(page)).length > 0);
});

test("a tap works like a click", async (t) => {
  const { page } = await visit(t, PAGES.skill, { size: "narrow", hasTouch: true });
  await page.getByRole("button", { name: "Search" }).tap();
  await ask(page, "outbox");
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
  const heights = await options(page).evaluateAll((all) => all.map((one) => one.offsetHeight));
  assert.ok(Math.min(...heights) >= 24);
  const href = await options(page).nth(1).getAttribute("href");
  await options(page).nth(1).tap();
  await page.waitForURL((url) => url.pathname === new URL(href).pathname);
});

test("more pages come when they are asked for", async (t) => {
  const { page } = await visit(t, PAGES.index);
  await search(page, "use case");
  const before = await options(page).count();
  const more = page.locator("#search_more");
  assert.match(await more.textContent(), /more pages/);
  await more.click();
  await page.waitForFunction((count) => document.querySelectorAll("[role=option]").length > count, before);
  assert.equal(await page.locator('[role=option][aria-selected="true"]').count(), 1);
});

test("Enter right after the typing waits for the answer", async (t) => {
  const { page } = await visit(t, PAGES.index);
  await page.keyboard.press("/");
  await page.keyboard.type("jobs-architect");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith("/skills/jobs-architect/"));
});

test("it says so when nothing is found, and is silent when nothing is asked", async (t) => {
  const { page, problems } = await visit(t, PAGES.index);
  await search(page, "zzyzx");
  assert.equal(await status(page).textContent(), "Nothing on this site has “zzyzx”. Fewer or other words may find it.");
  assert.ok(!(await page.getByRole("listbox").isVisible()));
  assert.equal(await input(page).getAttribute("aria-expanded"), "false");
  await ask(page, "<img src=x onerror=alert(1)>");
  assert.equal(await page.locator("dialog.search img").count(), 0);
  await ask(page, "");
  assert.equal(await status(page).textContent(), "");
  assert.deepEqual(problems, []);
});

test("it says so when the index cannot be loaded, and tries again", async (t) => {
  const { page, context } = await visit(t, PAGES.index);
  await context.route("**/pagefind/**", (route) => route.abort());
  await page.keyboard.press("/");
  const failed = /The index could not be loaded/;
  await page.locator("dialog.search [role=status]", { hasText: failed }).waitFor();
  await input(page).fill("scheduler");
  await page.waitForTimeout(400);
  assert.match(await status(page).textContent(), failed);
});

test("a slow index says that it is being loaded, and what was typed is answered", async (t) => {
  const { page, context } = await visit(t, PAGES.index);
  await context.route("**/pagefind/pagefind.js", async (route) => {
    await new Promise((done) => setTimeout(done, 1200));
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("scheduler");
  await page.locator("dialog.search [role=status]", { hasText: "Loading the index …" }).waitFor();
  await options(page).first().waitFor();
});

test("a page that was opened as a file says why it cannot search", async (t) => {
  const folder = site(t, { "in/skills/a/SKILL.md": skill("a", "# A\n\nText.") });
  const out = join(folder, "out");
  const run = spawnSync(BINARY, ["build", join(folder, "in"), "--out", out]);
  assert.equal(run.status, 0, String(run.stderr));
  const { page } = await visit(t, PAGES.index);
  await page.goto(pathToFileURL(join(out, "skills/a/index.html")).href);
  await page.keyboard.press("/");
  await page.locator("dialog.search [role=status]", { hasText: "Search works on a web server only" }).waitFor();
});

test("words of Chinese and Japanese sentences are found on an English site", async (t) => {
  const folder = site(t, {
    "skills/queue/SKILL.md": skill("queue", "# Queue\n\n## 第3章 调度\n\n定时任务调度器在多个副本之间协调，用Redis缓存任务状态。Retries are bounded."),
    "skills/keys/SKILL.md": skill("keys", "# Keys\n\n## べき等キー\n\nリトライされた要求を一度だけ処理します。Caches in Redis."),
    "skills/other/SKILL.md": skill("other", "# Other\n\n任何调用都不在此处理。度量与调整。"),
  });
  const base = await serve(t, folder);
  const { page, problems } = await visit(t, PAGES.index);
  await page.goto(base);
  await page.keyboard.press("/");
  const groups = () => page.locator(".search-group > span:first-child").allTextContents();
  for (const [query, expected] of [
    ["任务调度", ["queue"]],
    ["副本", ["queue"]],
    ["调度", ["queue"]],
    ["処理", ["keys"]],
    ["リトライ", ["keys"]],
    ["べき等", ["keys"]],
    ["Redis缓存", ["queue"]],
    ["retry 任务", ["queue"]],
    ["cached", ["keys"]],
  ]) {
    await ask(page, query);
    assert.deepEqual(await groups(), expected, query);
  }
  await ask(page, "任务调度");
  assert.equal(await page.locator(".search-title").first().textContent(), "第3章 调度");
  assert.deepEqual(await page.locator(".search-excerpt mark").allTextContents(), ["任务调度"]);
  assert.match(await page.locator(".search-excerpt").first().textContent(), /定时任务调度器在多个副本之间协调/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => CSS.highlights.get("found")?.size > 0);
  assert.ok((await marked(page)).every((word) => word === "任务调度"));
  await page.waitForLoadState("networkidle");
  assert.deepEqual(problemsOf(problems), []);
});

test("it works under a base path, also from the page for an address that is not there", async (t) => {
  const base = await serve(t, CONTENT, "--base-url", "http://x.example/docs/skills/");
  assert.ok(base.endsWith("/docs/skills/"), base);
  const { page } = await visit(t, PAGES.index);
  for (const path of ["skills/jobs-architect/", "no/such/page/"]) {
    await page.goto(base + path);
    await search(page, "coordination");
    const target = page.locator('a[role=option][href$="#coordination"]').first();
    assert.ok((await target.getAttribute("href")).startsWith(base));
    await target.click();
    await page.waitForURL((url) => url.hash === "#coordination" && url.search === "");
    assert.ok(page.url().startsWith(base));
    await becomes(() => pinned(page), ["coordination"]);
  }
});

test("a site without search offers none", async (t) => {
  const folder = site(t, { "skills/a/SKILL.md": skill("a", "# A\n\nText.") });
  const base = await serve(t, folder, "--no-search");
  const { page, problems } = await visit(t, PAGES.index);
  await page.goto(base);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  assert.equal(await page.locator("dialog.search, .search-open").count(), 0);
  const answer = await page.request.get(`${base}pagefind/pagefind.js`);
  assert.equal(answer.status(), 404);
  assert.deepEqual(problemsOf(problems), []);
});

test("without JavaScript it is not offered", async (t) => {
  const { page } = await visit(t, PAGES.index, { javaScriptEnabled: false });
  assert.ok(!(await page.locator(".search-open").isVisible()));
});

test("nothing shifts when it is opened, answers and marks", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const shifts = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 200);
        }),
    );
  await search(page, "schedule");
  await page.keyboard.press("Escape");
  assert.equal(await shifts(), 0);
  await page.goto(`${address(PAGES.skill)}?highlight=schedule`);
  await page.waitForFunction(() => CSS.highlights.get("found")?.size > 0);
  assert.equal(await shifts(), 0);
});

test("odd words in the address mark nothing and break nothing", async (t) => {
  const { page, problems } = await visit(t, `${PAGES.skill}?highlight=&highlight=(&highlight=a%5Cb-c&x=1`);
  await page.waitForLoadState("networkidle");
  assert.equal(new URL(page.url()).search, "?x=1");
  assert.deepEqual(problems, []);
});

for (const colorScheme of ["light", "dark"]) {
  for (const size of ["wide", "narrow"]) {
    test(`axe-core finds nothing while it is open (${colorScheme}, ${size})`, async (t) => {
      const { page } = await visit(t, PAGES.skill, { colorScheme, size });
      const check = async () => {
        const { violations } = await new AxeBuilder({ page }).include("dialog.search").analyze();
        const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}: ${nodes[0].failureSummary}`);
        assert.deepEqual(found, []);
      };
      await page.keyboard.press("/");
      await check();
      await ask(page, "idempotency");
      await check();
      await ask(page, "zzyzx");
      await check();
    });
  }
}

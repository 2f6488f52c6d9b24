// Every interaction once in every surrounding: by mouse, keyboard and touch, at each size, in both themes,
// under a base path; and what is left of them without a script. What each does in detail is tested in the
// file that is named after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CONTENT, PAGES, SIZES, fragment, lit, pinned, serve, becomes, visit } from "./site.mjs";

const OTHER = '#coordination .block-text a.ref[href*="10-domain"][href*="#"]';
const permissions = ["clipboard-read", "clipboard-write"];

const visible = (page, selector, expected = true) =>
  becomes(() => page.locator(selector).first().isVisible(), expected);
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const heading = (page, name) => page.locator(`[data-block="${name}"] .block-text :is(h3, h4)`).first();
const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme ?? "system");
const shown = (page) => page.$$eval("[data-skill]", (all) => all.filter((one) => one.checkVisibility()).length);
const current = (page) =>
  page.$$eval("[data-chip][aria-current]", (chips) => chips.map((chip) => chip.dataset.chip).join());

/** Goes on with Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page, selector) {
  for (let time = 0; time < 60; time += 1) {
    if (await page.evaluate((one) => document.activeElement.matches(one), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} is not reached by Tab`);
}

/** Opens a page of the site under its base path, and says at the end what went wrong on the way. */
async function surroundings(t, base, path, options) {
  const { page, context, problems } = await visit(t, "about:blank", { permissions, ...options });
  await context.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(base + path);
  const wrong = async () => {
    assert.deepEqual(problems.filter((one) => !one.startsWith(`elsewhere: ${base}`)), []);
    const { shift, over } = await page.evaluate(() => ({
      shift: globalThis.shifted,
      over: document.documentElement.scrollWidth - innerWidth,
    }));
    assert.equal(shift, 0, "something moved by itself");
    assert.ok(over <= 0, `${over} px too wide`);
  };
  return { page, wrong };
}

async function byMouse(t, base, options) {
  const { page, wrong } = await surroundings(t, base, PAGES.skill, options);
  await heading(page, "coordination").hover();
  await becomes(() => lit(page), ["coordination"]);
  await heading(page, "coordination").click();
  await becomes(() => pinned(page), ["coordination"]);
  await page.locator("#coordination > .block-text > .copy").click();
  await becomes(async () => (await clipboard(page)) === `${base}${PAGES.skill}#coordination`, true);
  await page.locator('[data-chip="technology"]').click();
  await becomes(() => current(page), "technology");
  assert.equal(fragment(page), "technology");
  await page.locator(OTHER).first().hover();
  await visible(page, ".preview");
  await page.locator("[data-glob]").first().hover();
  await becomes(() => page.locator("[data-glob][data-lit]").count(), 1);
  await visible(page, ".preview", false);
  await page.locator('[data-step="jobs-architect"] a').hover();
  await becomes(async () => (await page.locator('[data-step][data-lit~="read-by"]').count()) > 0, true);
  await page.locator("#guard-path").click();
  await page.keyboard.insertText("docker-compose.yml");
  await becomes(() => page.locator("#guard-answer [data-exit]").getAttribute("data-exit"), "2");
  await page.locator(".theme-switch").click();
  await becomes(() => theme(page), "light");
  await page.locator(".keys-open").click();
  await visible(page, "dialog.keys");
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator(".search-open").click();
  await page.keyboard.insertText("coordination");
  await page.locator('[role=option][href$="#coordination"]').first().click();
  await becomes(() => pinned(page), ["coordination"]);
  await wrong();
  const front = await surroundings(t, base, PAGES.index, options);
  await front.page.getByRole("radio", { name: /^build/u }).click();
  await becomes(() => shown(front.page), 1);
  await front.wrong();
}

async function byKeyboard(t, base, options) {
  const { page, wrong } = await surroundings(t, base, PAGES.skill, options);
  await tabTo(page, ".theme-switch");
  await page.keyboard.press("Enter");
  await becomes(() => theme(page), "light");
  await tabTo(page, "[data-chip]");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await becomes(() => pinned(page), ["technology"]);
  await becomes(() => current(page), "technology");
  await page.keyboard.press("j");
  await becomes(() => lit(page), ["coordination"]);
  await becomes(() => pinned(page), ["coordination"]);
  await tabTo(page, OTHER);
  await visible(page, ".preview");
  await page.keyboard.press("Escape");
  await visible(page, ".preview", false);
  await page.keyboard.press("Escape");
  await becomes(() => pinned(page), []);
  await tabTo(page, "#coordination > .block-text > .copy");
  await page.keyboard.press("Enter");
  await becomes(async () => (await clipboard(page)) === `${base}${PAGES.skill}#coordination`, true);
  await page.locator(".transcript").focus();
  await tabTo(page, "[data-step] a");
  await becomes(async () => (await page.locator("[data-step][data-lit]").count()) > 0, true);
  await page.keyboard.press("?");
  await visible(page, "dialog.keys");
  await page.keyboard.press("Escape");
  await visible(page, "dialog.keys", false);
  await page.keyboard.press("/");
  await page.keyboard.insertText("coordination");
  await becomes(() => page.locator(".search-results").getAttribute("data-answers"), "coordination");
  await page.keyboard.press("Enter");
  await becomes(() => page.locator("dialog.search[open]").count(), 0);
  await page.waitForLoadState();
  await page.goto(`${base}${PAGES.skill}`);
  await page.locator("#implementation-order").focus();
  await tabTo(page, "#guard-path");
  await page.keyboard.insertText("docs/use-cases/UC-009-new/35-jobs.md");
  await becomes(() => page.locator("#guard-answer [data-exit]").getAttribute("data-exit"), "0");
  await wrong();
  const front = await surroundings(t, base, PAGES.index, options);
  await tabTo(front.page, "#filter-q");
  await front.page.keyboard.insertText("jobs");
  await front.page.keyboard.press("Tab");
  await front.page.keyboard.press("ArrowRight");
  await becomes(() => shown(front.page), 1);
  await front.wrong();
}

async function byTouch(t, base, options) {
  const { page, wrong } = await surroundings(t, base, PAGES.skill, { ...options, hasTouch: true, isMobile: options.size !== "wide" });
  await heading(page, "coordination").tap();
  await becomes(() => pinned(page), ["coordination"]);
  await page.locator("#coordination > .block-text > .copy").tap();
  await becomes(async () => (await clipboard(page)) === `${base}${PAGES.skill}#coordination`, true);
  await page.locator('[data-chip="technology"]').tap();
  await becomes(() => pinned(page), ["technology"]);
  await becomes(() => current(page), "technology");
  await page.locator("#guard-path").tap();
  await page.keyboard.insertText("docker-compose.yml");
  await becomes(() => page.locator("#guard-answer [data-exit]").getAttribute("data-exit"), "2");
  await page.locator(".theme-switch").tap();
  await becomes(() => theme(page), "light");
  await page.locator(".keys-open").tap();
  await visible(page, "dialog.keys");
  await page.getByRole("button", { name: "Close" }).tap();
  await visible(page, "dialog.keys", false);
  await page.locator(".search-open").tap();
  await page.keyboard.insertText("coordination");
  await page.locator('[role=option][href$="#coordination"]').first().tap();
  await becomes(() => pinned(page), ["coordination"]);
  await wrong();
  await page.locator('[data-step="persistence-architect"] a').tap();
  await page.waitForURL(`${base}skills/persistence-architect/`);
  const front = await surroundings(t, base, PAGES.index, { ...options, hasTouch: true, isMobile: options.size !== "wide" });
  await front.page.getByRole("radio", { name: /^build/u }).tap();
  await becomes(() => shown(front.page), 1);
  await front.wrong();
}

async function withoutScript(t, base, options) {
  const { page, problems } = await visit(t, "about:blank", { ...options, javaScriptEnabled: false });
  await page.goto(`${base}${PAGES.skill}#coordination`);
  assert.equal(await page.locator("[data-part]").count(), 7);
  for (const selector of ["[data-note]", ".transcript .call", ".rail > li", "[data-glob]", "[data-path]"]) {
    for (const one of await page.locator(selector).all()) assert.ok(await one.isVisible(), selector);
  }
  for (const selector of ["[data-guard-field]", ".search-open", ".theme-switch", ".keys-open", ".copy"]) {
    for (const one of await page.locator(selector).all()) assert.ok(!(await one.isVisible()), selector);
  }
  await page.locator('[data-chip="observability"]').click();
  const { y } = await page.locator("#observability").boundingBox();
  assert.ok(y >= 0 && y < 200, `the block is at ${y}`);
  await page.locator(OTHER).first().click();
  await page.waitForURL(`${base}cases/UC-002-prune-expired-idempotency-keys/10-domain.md/#ports`);
  await page.goto(base);
  assert.ok((await page.locator("[data-skill]").count()) >= 12);
  assert.ok(!(await page.locator(".filter").isVisible()));
  assert.deepEqual(problems.filter((one) => !one.startsWith(`elsewhere: ${base}`)), []);
}

const WALKS = { "by mouse": byMouse, "by keyboard": byKeyboard, "by touch": byTouch, "without a script": withoutScript };

test("everything works everywhere, under a base path", async (t) => {
  const base = await serve(t, CONTENT, "--base-url", "http://x.example/docs/skills/");
  assert.ok(base.endsWith("/docs/skills/"), base);
  for (const [how, walk] of Object.entries(WALKS)) {
    for (const size of Object.keys(SIZES)) {
      for (const colorScheme of ["light", "dark"]) {
        await t.test(`${how}, ${size}, ${colorScheme}`, (inner) => walk(inner, base, { size, colorScheme }));
      }
    }
  }
});

// The theme: the system's by default, switchable, kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, visit } from "./site.mjs";

const paper = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const isDark = async (page) => {
  const [red] = (await paper(page)).match(/\d+/g).map(Number);
  return red < 128;
};

for (const colorScheme of ["light", "dark"]) {
  test(`follows the system when it is ${colorScheme}`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { colorScheme });
    assert.equal(await isDark(page), colorScheme === "dark");
  });
}

test("the switch goes from system to light to dark and keeps the choice", async (t) => {
  const { page } = await visit(t, PAGES.skill, { colorScheme: "dark" });
  const button = page.locator(".theme-switch");
  assert.equal(await button.getAttribute("aria-label"), "Theme: system");
  await button.click();
  assert.equal(await button.getAttribute("aria-label"), "Theme: light");
  assert.equal(await isDark(page), false);
  await page.reload();
  assert.equal(await isDark(page), false);
  await button.click();
  assert.equal(await button.getAttribute("aria-label"), "Theme: dark");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await isDark(page), true);
  await page.reload();
  assert.equal(await isDark(page), true);
  await button.click();
  assert.equal(await button.getAttribute("aria-label"), "Theme: system");
  assert.equal(await isDark(page), false);
});

test("a stored choice holds before the first paint", async (t) => {
  const { page, context } = await visit(t, PAGES.index);
  await page.evaluate(() => localStorage.setItem("skillbook-theme", "dark"));
  await context.route(/\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.reload();
  assert.equal(await isDark(page), true);
});

test("paper is light", async (t) => {
  const { page } = await visit(t, PAGES.skill, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  assert.equal(await isDark(page), false);
});

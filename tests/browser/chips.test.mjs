// The bar of sections: it jumps, pins, sticks, follows the scroll and walks by arrow keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, fragment, pinned, visit, becomes } from "./site.mjs";

const current = (page) =>
  page.$$eval("[data-chip][aria-current='true']", (chips) => chips.map((chip) => chip.dataset.chip));

/** Waits until the chip of a block is the current one. */
async function follows(page, name) {
  await page.waitForFunction(
    (wanted) =>
      document.querySelector("[data-chip][aria-current='true']")?.getAttribute("data-chip") === wanted,
    name,
    { timeout: 3000 },
  );
}

test("one chip for each section and none for what stands before the first", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const chips = await page.$$eval("[data-chip]", (all) => all.map((chip) => chip.dataset.chip));
  const sections = await page.$$eval('[data-kind="section"]', (all) => all.map((block) => block.dataset.block));
  assert.deepEqual(chips, sections);
  assert.equal(chips.length, 12);
});

for (const size of ["wide", "narrow"]) {
  test(`a chip jumps to its block, pins it and is current (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    await page.locator('[data-chip="coordination"]').click();
    await becomes(() => pinned(page), ["coordination"]);
    assert.equal(fragment(page), "coordination");
    await follows(page, "coordination");
    const { y } = await page.locator("#coordination").boundingBox();
    assert.ok(y >= 0 && y < 120, `the block is at ${y}`);
  });

  test(`the bar sticks, and chips follow the scroll (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    assert.deepEqual(await current(page), []);
    for (const name of ["jobs", "observability", "deferred", "technology"]) {
      await page.evaluate((id) => {
        const top = document.getElementById(id).getBoundingClientRect().top + scrollY;
        scrollTo(0, top - 40);
      }, name);
      await follows(page, name);
      assert.equal((await current(page)).length, 1);
      const bar = await page.locator(".chips").boundingBox();
      assert.ok(Math.abs(bar.y) < 1, "the bar is at the top of the window");
      const chip = await page.locator(`[data-chip="${name}"]`).boundingBox();
      assert.ok(chip.x >= bar.x - 1 && chip.x + chip.width <= bar.x + bar.width + 1, `${name} is in view`);
    }
  });
}

test("arrow keys, Home and End walk the bar", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const focused = () => page.evaluate(() => document.activeElement.dataset.chip);
  await page.locator('[data-chip="jobs"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "technology");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "jobs");
  await page.keyboard.press("End");
  assert.equal(await focused(), "implementation-order");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "implementation-order");
  await page.keyboard.press("Home");
  assert.equal(await focused(), "jobs");
  await page.keyboard.press("Enter");
  await becomes(() => pinned(page), ["jobs"]);
});

// Without JavaScript nothing is lost: notes, transcript and rail are there, and nothing that could
// not work is offered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, SIZES, visit } from "./site.mjs";

for (const size of Object.keys(SIZES)) {
  test(`every part of a skill's page is visible (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size, javaScriptEnabled: false });
    for (const part of ["head", "sample", "contract", "guard", "rail", "readers", "files"]) {
      assert.ok(await page.locator(`[data-part="${part}"]`).isVisible(), part);
    }
    const notes = page.locator(".note, .note-piece");
    assert.ok((await notes.count()) > 10);
    for (const one of await notes.all()) assert.ok(await one.isVisible());
    assert.ok((await page.locator(".transcript .words").count()) >= 2);
    for (const one of await page.locator(".transcript .call, .rail > li").all()) {
      assert.ok(await one.isVisible());
    }
    assert.ok(!(await page.locator("[data-guard-field]").isVisible()), "the field is not offered");
    assert.ok(!(await page.locator(".theme-switch").isVisible()), "nor is the switch");
  });
}

test("chips are links to their blocks", async (t) => {
  const { page } = await visit(t, PAGES.skill, { javaScriptEnabled: false });
  await page.locator('[data-chip="coordination"]').click();
  const { y } = await page.locator("#coordination").boundingBox();
  assert.ok(y >= 0 && y < 200, `the block is at ${y}`);
});

test("on paper no table is wider than the page", async (t) => {
  // What is left of A4 between the margins.
  const { page } = await visit(t, PAGES.skill, { viewport: { width: 672, height: 980 } });
  await page.emulateMedia({ media: "print" });
  const wide = await page.$$eval(".table table, pre, .transcript", (all) =>
    all.map((one) => one.getBoundingClientRect().right - innerWidth).filter((over) => over > 1),
  );
  assert.deepEqual(wide, []);
});

test("on paper notes stand by their blocks, and descriptions are open", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.emulateMedia({ media: "print" });
  for (const one of await page.locator(".note").all()) assert.ok(await one.isVisible());
  assert.ok(await page.locator(".transcript").isVisible());
  assert.ok(!(await page.locator(".chips").isVisible()));
  for (const one of await page.locator(".note details figure").all()) assert.ok(await one.isVisible(), "a quotation is lost");
});

// The rail: every step a link, hovering lights its neighbours, conditions are text, nothing is cut.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, SIZES, address, visit } from "./site.mjs";

test("every step leads to its skill's page, and this one is lit", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const steps = await page.$$eval("[data-step]", (all) =>
    all.map((step) => [step.dataset.step, step.querySelector("a").href]),
  );
  assert.equal(steps.length, 9);
  for (const [name, href] of steps) assert.equal(href, address(`skills/${name}/`));
  assert.deepEqual(
    await page.$$eval(".step.current", (all) => all.map((step) => step.dataset.step)),
    ["jobs-architect"],
  );
});

test("hovering or focusing a step lights what it reads and who reads it", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const step = page.locator('[data-step="jobs-architect"]');
  const wanted = await step.evaluate(({ dataset }) => ({
    reads: (dataset.reads ?? "").split(" ").filter(Boolean).sort(),
    readBy: (dataset.readBy ?? "").split(" ").filter(Boolean).sort(),
  }));
  assert.ok(wanted.reads.length > 0 && wanted.readBy.includes("persistence-architect"));
  const lights = (how) =>
    page.$$eval(`[data-step][data-lit~="${how}"]`, (all) => all.map((one) => one.dataset.step).sort());
  for (const act of ["hover", "focus"]) {
    await page.mouse.move(0, 0);
    await step.locator("a")[act]();
    assert.deepEqual(await lights("reads"), wanted.reads);
    assert.deepEqual(await lights("read-by"), wanted.readBy);
  }
});

test("conditions are text on the page", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const conditions = await page.locator(".step.conditional .when").allInnerTexts();
  assert.equal(conditions.length, 4);
  assert.ok(conditions.every((text) => text.length > 10));
});

for (const size of Object.keys(SIZES)) {
  test(`no step or label is cut off or covers another (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    const boxes = await page.$$eval(".rail :is(.name, .partial code, .when)", (all) =>
      all.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { text: element.textContent, left, right, top, bottom };
      }),
    );
    assert.ok(boxes.length > 18);
    for (const [index, one] of boxes.entries()) {
      assert.ok(one.left >= 0 && one.right <= SIZES[size].width, `${one.text} is cut off`);
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.right <= other.left + 1 ||
          other.right <= one.left + 1 ||
          one.bottom <= other.top + 2 ||
          other.bottom <= one.top + 2;
        assert.ok(apart, `${one.text} covers ${other.text}`);
      }
    }
  });
}

test("the rail runs downwards on a narrow screen", async (t) => {
  const { page } = await visit(t, PAGES.skill, { size: "narrow" });
  const lefts = await page.$$eval(".rail > li", (all) => all.map((one) => one.getBoundingClientRect().left));
  assert.equal(new Set(lefts).size, 1);
});

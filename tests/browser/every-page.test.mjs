// What holds on every kind of page, in both themes and at every size.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PAGES, SIZES, visit } from "./site.mjs";

for (const [kind, path] of Object.entries(PAGES)) {
  test(`axe-core finds nothing on the ${kind} page in either theme`, async (t) => {
    const { page, problems } = await visit(t, path);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
      }));
      assert.deepEqual(found, [], colorScheme);
    }
    assert.deepEqual(problems, []);
  });

  test(`the ${kind} page does not scroll sideways at any size`, async (t) => {
    const { page, problems } = await visit(t, path);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${size}: ${over} px too wide`);
    }
    assert.deepEqual(problems, []);
  });

  test(`nothing shifts while the ${kind} page loads`, async (t) => {
    const { page } = await visit(t, path);
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    assert.equal(shift, 0);
  });
}

test("axe-core finds nothing on a page in use", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const { page } = await visit(t, `${PAGES.skill}#coordination`, { colorScheme });
    await page.locator("#guard-path").fill("docker-compose.yml");
    await page.locator(".globs li").first().hover();
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`),
      [],
    );
  }
});

test("targets are at least 24 pixels high, or alone in their line of text", async (t) => {
  const { page } = await visit(t, PAGES.skill, { size: "narrow" });
  const small = await page.$$eval(".chips a, .rail a, .theme-switch, .path-field input, .site nav a", (all) =>
    all
      .filter((element) => element.getBoundingClientRect().height < 24)
      .map((element) => element.textContent),
  );
  assert.deepEqual(small, []);
});

test("the skip link leads to the content", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, "#main");
});

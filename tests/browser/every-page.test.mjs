// What holds on every kind of page, in both themes and at every size.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PAGES, SIZES, visit } from "./site.mjs";

for (const [kind, path] of Object.entries(PAGES)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe-core finds nothing on the ${kind} page (${colorScheme})`, async (t) => {
      const { page, problems } = await visit(t, path, { colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
      }));
      assert.deepEqual(found, []);
      assert.deepEqual(problems, []);
    });
  }

  for (const size of Object.keys(SIZES)) {
    test(`the ${kind} page does not scroll sideways (${size})`, async (t) => {
      const { page, problems } = await visit(t, path, { size });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} px too wide`);
      assert.deepEqual(problems, []);
    });
  }

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

test("a page of 740 blocks changes no more than one block, its note and what was lit before", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  // The page's own blocks, multiplied; the script is loaded again over them.
  await page.evaluate(async () => {
    const sheet = document.querySelector(".sheet");
    const own = [...sheet.children];
    for (let copy = 1; sheet.children.length < 740; copy += 1) {
      for (const block of own) {
        const next = block.cloneNode(true);
        next.id = next.dataset.block = `${block.dataset.block}-${copy}`;
        for (const note of next.querySelectorAll("[data-note]")) note.dataset.note += `-${copy}`;
        sheet.append(next);
      }
    }
    const source = document.querySelector("script[src]").src;
    const script = document.createElement("script");
    script.src = source;
    await new Promise((done) => ((script.onload = done), document.head.append(script)));
  });
  // What lighting costs is what it changes: counted, because a time would tell of the machine.
  const changed = await page.evaluate(async () => {
    let most = 0;
    const observer = new MutationObserver(() => {});
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    for (const block of [...document.querySelectorAll("[data-block]")].slice(0, 100)) {
      block.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
      most = Math.max(most, new Set(observer.takeRecords().map(({ target }) => target)).size);
    }
    return most;
  });
  assert.ok(changed >= 1 && changed <= 4, `${changed} elements`);
});

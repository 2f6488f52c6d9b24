// Blocks and notes: hover and focus light, click, tap and keys pin, the address carries the pin.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, fragment, layout, lit, pinned, visit, becomes } from "./site.mjs";

const block = (page, name) => page.locator(`[data-block="${name}"]`);
/** A place of a block that is text and no control: its heading. */
const heading = (page, name) => block(page, name).locator(".block-text :is(h3, h4)").first();
const note = (page, name) => page.locator(`[data-note="${name}"]`);

for (const size of ["wide", "middle", "narrow"]) {
  test(`hovering lights a block and its note, and nothing moves (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    await heading(page, "coordination").scrollIntoViewIfNeeded();
    const still = await layout(page);
    await heading(page, "coordination").hover();
    assert.deepEqual(await lit(page), ["coordination"]);
    assert.equal(await note(page, "coordination").getAttribute("data-lit"), "");
    assert.deepEqual(await layout(page), still);
    await heading(page, "coordination").click();
    assert.deepEqual(await layout(page), still);
  });
}

test("hovering a note lights its block", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await note(page, "technology").locator("p").first().hover();
  assert.deepEqual(await lit(page), ["technology"]);
});

test("hovering a part with a note lights the part and that note", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const part = page.locator("[data-piece]").first();
  const name = await part.getAttribute("data-piece");
  await part.hover({ position: { x: 30, y: 5 } });
  assert.equal(await part.getAttribute("data-lit"), "");
  assert.equal(await note(page, name).getAttribute("data-lit"), "");
});

test("every part with a note is reached by keyboard, lit by the focus and pinned by Enter", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const parts = page.locator("[data-piece]");
  assert.ok((await parts.count()) > 1);
  for (const part of [parts.first(), page.locator("p[data-piece]").first()]) {
    const name = await part.getAttribute("data-piece");
    await part.focus();
    assert.equal(await part.getAttribute("data-lit"), "");
    assert.equal(await note(page, name).getAttribute("data-lit"), "");
    await page.keyboard.press("Enter");
    assert.equal(await part.getAttribute("data-pinned"), "");
    await page.keyboard.press("Escape");
    assert.equal(await part.getAttribute("data-pinned"), null);
  }
  assert.deepEqual(await parts.evaluateAll((all) => all.filter((part) => part.tabIndex < 0).length), 0);
});

test("the focus lights a block", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await block(page, "observability").focus();
  assert.deepEqual(await lit(page), ["observability"]);
});

test("a click pins, a second lets go, Escape lets go", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const entries = await page.evaluate(() => history.length);
  await heading(page, "coordination").click();
  await becomes(() => pinned(page), ["coordination"]);
  assert.equal(fragment(page), "coordination");
  await heading(page, "coordination").click({ delay: 10 });
  await becomes(() => pinned(page), []);
  assert.equal(fragment(page), "");
  await heading(page, "technology").click();
  await page.keyboard.press("Escape");
  await becomes(() => pinned(page), []);
  assert.equal(fragment(page), "");
  assert.equal(await page.evaluate(() => history.length), entries, "pins leave no history");
});

test("one block is pinned at a time", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await heading(page, "technology").click();
  await heading(page, "coordination").click();
  await becomes(() => pinned(page), ["coordination"]);
});

test("a tap pins and a second tap lets go", async (t) => {
  const { page } = await visit(t, PAGES.skill, { size: "narrow", hasTouch: true, isMobile: true });
  await heading(page, "coordination").tap();
  await becomes(() => pinned(page), ["coordination"]);
  await page.waitForTimeout(400);
  await heading(page, "coordination").tap();
  await becomes(() => pinned(page), []);
});

for (const key of ["Enter", " "]) {
  test(`${key === " " ? "Space" : key} pins the focused block and does not scroll`, async (t) => {
    const { page } = await visit(t, PAGES.skill);
    await block(page, "technology").focus();
    const top = await page.evaluate(() => scrollY);
    await page.keyboard.press(key);
    await becomes(() => pinned(page), ["technology"]);
    assert.equal(await page.evaluate(() => scrollY), top);
    await page.keyboard.press(key);
    await becomes(() => pinned(page), []);
  });
}

test("j and k walk the blocks, and take a pin with them", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await block(page, "technology").focus();
  await page.keyboard.press("j");
  assert.deepEqual(await lit(page), ["coordination"]);
  await becomes(() => pinned(page), []);
  await page.keyboard.press("k");
  assert.deepEqual(await lit(page), ["technology"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await becomes(() => pinned(page), ["coordination"]);
  assert.equal(fragment(page), "coordination");
});

test("j begins at the first block when nothing is focused", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.keyboard.press("j");
  const first = await page.locator("[data-block]").first().getAttribute("data-block");
  assert.deepEqual(await lit(page), [first]);
});

test("j is a letter while one types, and the browser's with a modifier", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator("#guard-path").focus();
  await page.keyboard.press("j");
  assert.equal(await page.locator("#guard-path").inputValue(), "j");
  assert.deepEqual(await lit(page), []);
  await block(page, "technology").focus();
  await page.keyboard.press("Alt+j");
  assert.deepEqual(await lit(page), ["technology"]);
});

test("selecting text never pins", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const text = block(page, "coordination").locator(".block-text > p").last();
  await text.scrollIntoViewIfNeeded();
  const { x, y } = await text.boundingBox();
  await page.mouse.move(x + 5, y + 12);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 12, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await page.evaluate(() => String(getSelection())), "");
  await becomes(() => pinned(page), []);
  // The click that only clears the selection.
  await heading(page, "coordination").click();
  await becomes(() => pinned(page), []);
});

test("a double click selects a word and leaves the pin as it was", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await heading(page, "coordination").dblclick({ position: { x: 50, y: 12 } });
  assert.notEqual(await page.evaluate(() => String(getSelection()).trim()), "");
  await becomes(() => pinned(page), []);
});

test("following a link in a block does not pin that block", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const link = block(page, "technology").locator('.block-text a.ref[href^="#"]').first();
  const target = (await link.getAttribute("href")).slice(1);
  await link.click();
  assert.equal(fragment(page), target);
  assert.ok(!(await pinned(page)).includes("technology"));
});

for (const name of ["schema-requirements", "6-schema-requirements"]) {
  test(`#${name} opens pinned and survives a reload`, async (t) => {
    const { page } = await visit(t, `${PAGES.skill}#${name}`);
    await becomes(() => pinned(page), ["schema-requirements"]);
    await page.reload();
    await becomes(() => pinned(page), ["schema-requirements"]);
    const { y } = await heading(page, "schema-requirements").boundingBox();
    const bar = await page.locator(".chips").boundingBox();
    assert.ok(y >= bar.y + bar.height && y < 300, `the heading is at ${y}`);
  });
}

test("a part's address opens with the part pinned", async (t) => {
  const first = await visit(t, PAGES.skill);
  const name = await first.page.locator("[data-piece]").first().getAttribute("data-piece");
  const { page } = await visit(t, `${PAGES.skill}#${name}`);
  assert.equal(await page.locator(`[data-piece="${name}"]`).getAttribute("data-pinned"), "");
  assert.equal(await note(page, name).getAttribute("data-pinned"), "");
});

test("an address that names nothing, or is not encoded well, opens the page as it is", async (t) => {
  for (const name of ["no-such-block", "%E0%A4%A", "main"]) {
    const { page, problems } = await visit(t, `${PAGES.skill}#${name}`);
    await becomes(() => pinned(page), []);
    assert.deepEqual(problems, []);
  }
});

test("a note is level with its block and does not cover it on a wide screen", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const pairs = await page.$$eval("[data-block]:has(> .note)", (blocks) =>
    blocks.map((element) => {
      const text = element.querySelector(".block-text").getBoundingClientRect();
      const aside = element.querySelector(".note").getBoundingClientRect();
      return { name: element.dataset.block, apart: aside.left - text.right, drop: aside.top - text.top };
    }),
  );
  assert.ok(pairs.length > 5);
  for (const { name, apart, drop } of pairs) {
    assert.ok(apart >= 0, `${name}: the note covers its block`);
    assert.ok(Math.abs(drop) < 2, `${name}: the note is ${drop} px off`);
  }
});

for (const size of ["middle", "narrow"]) {
  test(`a note stands under its block (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    const drops = await page.$$eval("[data-block]:has(> .note)", (blocks) =>
      blocks.map(
        (element) =>
          element.querySelector(".note").getBoundingClientRect().top -
          element.querySelector(".block-text").getBoundingClientRect().bottom,
      ),
    );
    assert.ok(drops.every((drop) => drop >= -1));
  });
}

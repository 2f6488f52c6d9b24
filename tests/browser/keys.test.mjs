// The list of shortcuts, and the switch for those of a single key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PAGES, SIZES, lit, pinned, becomes, visit } from "./site.mjs";

const dialog = (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const shows = (page, expected = true) => becomes(() => dialog(page).isVisible(), expected);
const button = (page) => page.getByRole("button", { name: "Keyboard shortcuts" });
const keys = (page) => dialog(page).locator("kbd").allTextContents();

test("? opens the list, Escape closes it, and the focus is where it was", async (t) => {
  const { page, problems } = await visit(t, `${PAGES.skill}#technology`);
  await page.locator("#coordination").focus();
  await page.keyboard.press("?");
  await shows(page);
  for (const key of ["?", "/", "j", "k", "Enter", "Space", "Esc", "←", "→", "Home", "End", "Tab"]) {
    assert.ok((await keys(page)).includes(key), key);
  }
  await page.keyboard.press("Escape");
  await shows(page, false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "coordination");
  assert.deepEqual(await pinned(page), ["technology"], "closing lets nothing go");
  assert.deepEqual(problems, []);
});

for (const size of Object.keys(SIZES)) {
  test(`the button opens it, Close and a click beside it close it (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    await button(page).click();
    await shows(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await shows(page, false);
    if (size === "narrow") return;
    await button(page).click();
    await shows(page);
    await page.mouse.click(5, 5);
    await shows(page, false);
  });
}

test("a tap opens it", async (t) => {
  const { page } = await visit(t, PAGES.index, { size: "narrow", hasTouch: true, isMobile: true });
  await button(page).tap();
  await shows(page);
});

test("it lists what the page has", async (t) => {
  const { page } = await visit(t, PAGES.rail);
  await page.keyboard.press("?");
  await shows(page);
  assert.ok(!(await keys(page)).includes("j"));
  assert.ok(!(await keys(page)).includes("Home"));
});

test("shortcuts of a single key can be switched off; the choice is kept", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const search = page.locator(".search-open");
  assert.equal(await search.getAttribute("aria-keyshortcuts"), "/ Control+K");
  await page.keyboard.press("?");
  await shows(page);
  const single = dialog(page).getByRole("switch", { name: "Shortcuts of a single key" });
  assert.ok(await single.isChecked());
  await single.click();
  await page.keyboard.press("Escape");
  await shows(page, false);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await becomes(() => page.evaluate(() => document.documentElement.dataset.keys), "off");
    for (const key of ["j", "k", "?", "/"]) await page.keyboard.press(key);
    assert.deepEqual(await lit(page), []);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.equal(await search.getAttribute("aria-keyshortcuts"), "Control+K");
    assert.equal(await page.locator(".keys-open").getAttribute("aria-keyshortcuts"), null);
  }
  // What is no shortcut of a single key stays.
  await page.locator("#technology").focus();
  await page.keyboard.press("Enter");
  await becomes(() => pinned(page), ["technology"]);
  await page.keyboard.press("Escape");
  await becomes(() => pinned(page), []);
  await page.keyboard.press("Control+k");
  await becomes(() => page.locator("dialog.search").isVisible(), true);
  await page.keyboard.press("Escape");
  await becomes(() => page.locator("dialog.search").isVisible(), false);
  // And on again, by the button.
  await button(page).click();
  await shows(page);
  assert.ok(!(await single.isChecked()));
  await single.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await shows(page, false);
  await page.reload();
  await page.keyboard.press("?");
  await shows(page);
});

test("? is a character while one types, and nothing opens twice", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator("#guard-path").focus();
  await page.keyboard.press("?");
  assert.equal(await page.locator("#guard-path").inputValue(), "?");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.locator("#technology").focus();
  await page.keyboard.press("?");
  await shows(page);
  for (const key of ["?", "/", "j"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog[open]").count(), 1);
  assert.deepEqual(await lit(page), []);
  await page.keyboard.press("Escape");
  await shows(page, false);
  await becomes(() => lit(page), ["technology"]);
});

test("a browser without storage keeps the choice as long as the page", async (t) => {
  const { page, context, problems } = await visit(t, PAGES.index);
  // What is still on its way when the page is left counts as a failed request.
  await page.waitForLoadState("networkidle");
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
  });
  await page.goto(page.url());
  await page.keyboard.press("?");
  await shows(page);
  await dialog(page).getByRole("switch").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.keys), "off");
  assert.deepEqual(problems, []);
});

test("without a script, and on paper, it is not offered", async (t) => {
  const bare = await visit(t, PAGES.skill, { javaScriptEnabled: false });
  assert.ok(!(await bare.page.locator(".keys-open").isVisible()));
  const { page } = await visit(t, PAGES.skill);
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator(".keys-open").isVisible()));
});

for (const colorScheme of ["light", "dark"]) {
  for (const size of ["wide", "narrow"]) {
    test(`axe-core finds nothing while it is open (${colorScheme}, ${size})`, async (t) => {
      const { page } = await visit(t, PAGES.skill, { colorScheme, size });
      await page.keyboard.press("?");
      await shows(page);
      const { violations } = await new AxeBuilder({ page }).include("dialog.keys").analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}: ${nodes[0].failureSummary}`), []);
    });
  }
}

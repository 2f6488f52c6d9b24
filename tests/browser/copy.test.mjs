// Copy buttons: the address of a block, code, a file and the transcript.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, address, layout, pinned, becomes, visit } from "./site.mjs";

const permissions = ["clipboard-read", "clipboard-write"];
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const said = (page) => page.locator("body > [role=status]").textContent();
const link = (page, name) => page.locator(`#${name} > .block-text > .copy`);

for (const size of ["wide", "middle", "narrow"]) {
  test(`the link of a block shows with the block and copies its address (${size})`, async (t) => {
    const { page, problems } = await visit(t, `${PAGES.skill}?x=1`, { size, permissions });
    const button = link(page, "coordination");
    const opacity = () => button.evaluate((element) => getComputedStyle(element).opacity);
    await page.locator("#coordination").scrollIntoViewIfNeeded();
    await becomes(opacity, "0");
    const still = await layout(page);
    await page.locator("#coordination .block-text > :is(h3, h4)").hover();
    await becomes(opacity, "1");
    await button.click();
    await becomes(() => clipboard(page), address(`${PAGES.skill}#coordination`));
    assert.equal(await button.textContent(), "Copied");
    assert.equal(await said(page), "Copied");
    assert.deepEqual(await pinned(page), [], "it does not pin");
    assert.deepEqual(await layout(page), still);
    await becomes(() => button.textContent(), "Copy link");
    assert.equal(await said(page), "");
    assert.deepEqual(problems, []);
  });
}

test("the link of a block is reached and used by keyboard", async (t) => {
  const { page } = await visit(t, PAGES.skill, { permissions });
  await link(page, "technology").focus();
  await becomes(() => link(page, "technology").evaluate((element) => getComputedStyle(element).opacity), "1");
  await page.keyboard.press("Enter");
  await becomes(() => clipboard(page), address(`${PAGES.skill}#technology`));
  assert.equal(await link(page, "technology").evaluate((element) => element === document.activeElement), true);
});

test("a tap on a block shows its link", async (t) => {
  const { page } = await visit(t, PAGES.skill, { size: "narrow", hasTouch: true, isMobile: true, permissions });
  await page.locator("#coordination .block-text > :is(h3, h4)").tap();
  await becomes(() => link(page, "coordination").evaluate((element) => getComputedStyle(element).opacity), "1");
  await link(page, "coordination").tap();
  await becomes(() => clipboard(page), address(`${PAGES.skill}#coordination`));
});

test("a copied address opens the block pinned", async (t) => {
  const { page } = await visit(t, PAGES.skill, { permissions });
  await link(page, "observability").focus();
  await page.keyboard.press("Enter");
  await becomes(async () => (await clipboard(page)).endsWith("#observability"), true);
  await page.goto(await clipboard(page));
  await becomes(() => pinned(page), ["observability"]);
});

test("code is copied as it is written", async (t) => {
  const { page } = await visit(t, PAGES["page of the guide"], { permissions });
  const code = page.locator(".code").first();
  const text = await code.locator("pre").textContent();
  await code.hover();
  await code.locator(".copy").click();
  await becomes(() => clipboard(page), text.trimEnd());
});

test("a file is copied without its line numbers", async (t) => {
  const { page } = await visit(t, PAGES["resource in code"], { permissions });
  const raw = await page.request.get(await page.locator(".download a").evaluate((a) => a.href));
  await page.getByRole("button", { name: "Copy the file" }).click();
  await becomes(() => clipboard(page), (await raw.text()).trimEnd());
});

test("the transcript is copied line by line", async (t) => {
  const { page } = await visit(t, PAGES.skill, { permissions });
  await page.locator(".transcript").hover();
  await page.getByRole("button", { name: "Copy the transcript" }).click();
  await becomes(async () => /^guard write exit 2$/mu.test(await clipboard(page)), true);
  const lines = (await clipboard(page)).split("\n");
  assert.ok(lines.includes("PreToolUse Write(docker-compose.yml)"));
  assert.ok(lines.some((line) => /^\s+write_allow: docs/u.test(line)));
  assert.ok(!lines.includes("Copy"));
});

test("a browser that refuses the clipboard is said so", async (t) => {
  const { page, problems } = await visit(t, PAGES.skill);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    document.execCommand = () => false;
  });
  await link(page, "technology").focus();
  await page.keyboard.press("Enter");
  await becomes(() => said(page), "Not copied");
  assert.equal(await page.evaluate(() => document.activeElement.className), "copy");
  assert.deepEqual(problems, []);
});

test("without a script there is no button, and on paper neither", async (t) => {
  for (const path of [PAGES.skill, PAGES["resource in code"]]) {
    const bare = await visit(t, path, { javaScriptEnabled: false });
    for (const button of await bare.page.locator(".copy").all()) assert.ok(!(await button.isVisible()));
    const { page } = await visit(t, path);
    await page.emulateMedia({ media: "print" });
    assert.ok((await page.locator(".copy").count()) > 0);
    for (const button of await page.locator(".copy").all()) assert.ok(!(await button.isVisible()));
  }
});

test("every button is 24 pixels high and wide", async (t) => {
  for (const path of [PAGES.skill, PAGES["resource in code"]]) {
    const { page } = await visit(t, path, { size: "narrow" });
    const small = await page.$$eval(".copy", (all) =>
      all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24),
    );
    assert.deepEqual(small, []);
  }
});

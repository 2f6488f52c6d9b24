// The filter of the skills on the front page: by class and by words, by mouse, keyboard and touch, kept in
// the address.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, SIZES, folder, serve, becomes, visit } from "./site.mjs";

const shown = (page) =>
  page.$$eval("[data-skill]", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.skill));
const sections = (page) =>
  page.$$eval("#skills_ [data-class]", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.class));
const field = (page) => page.getByRole("searchbox", { name: "Filter" });
const choice = (page, name) => page.getByRole("radio", { name: new RegExp(`^${name} \\d`, "u") });
const says = (page) => page.locator(".filter [role=status]").textContent();
const query = (page) => new URL(page.url()).search;
const count = (page, name) => page.locator(`.filter label:has(input[value="${name}"]) .size`).textContent();

for (const size of Object.keys(SIZES)) {
  test(`a class and words narrow the list, and the address says so (${size})`, async (t) => {
    const { page, problems } = await visit(t, PAGES.index, { size });
    const everything = await shown(page);
    assert.ok(everything.length >= 12);
    assert.equal(await says(page), "");
    await choice(page, "build").click();
    await becomes(() => sections(page), ["build"]);
    assert.equal(query(page), "?class=build");
    assert.equal(await says(page), `1 of ${everything.length} skills`);
    await choice(page, "all").click();
    await becomes(() => shown(page), everything);
    assert.equal(query(page), "");
    await field(page).fill("JOBS clock");
    await becomes(() => shown(page), ["jobs-architect"]);
    assert.equal(query(page), "?q=JOBS+clock");
    assert.equal(await count(page, "*"), "1");
    assert.equal(await count(page, "design"), "1");
    assert.equal(await count(page, "build"), "0");
    await field(page).fill("no such skill");
    await becomes(() => says(page), "No skill matches");
    assert.deepEqual(await sections(page), []);
    await field(page).press("Escape");
    await becomes(() => shown(page), everything);
    assert.equal(query(page), "");
    assert.deepEqual(problems, []);
  });
}

test("an address opens filtered and survives a reload", async (t) => {
  const { page } = await visit(t, `${PAGES.index}?q=architect&class=design&x=1`);
  const check = async () => {
    await becomes(() => sections(page), ["design"]);
    assert.ok((await shown(page)).every((name) => name.includes("architect")));
    assert.ok(await choice(page, "design").isChecked());
    assert.equal(await field(page).inputValue(), "architect");
  };
  await check();
  await page.reload();
  await check();
  await choice(page, "all").click();
  assert.equal(query(page), "?x=1&q=architect", "what is no filter stays");
});

test("a class that is none shows all", async (t) => {
  const { page, problems } = await visit(t, `${PAGES.index}?class=nothing&q=%20`);
  await becomes(async () => (await shown(page)).length >= 12, true);
  assert.ok(await choice(page, "all").isChecked());
  assert.deepEqual(problems, []);
});

test("arrow keys go from class to class, and Enter keeps the page", async (t) => {
  const { page } = await visit(t, PAGES.index);
  await choice(page, "all").focus();
  await page.keyboard.press("ArrowRight");
  await becomes(() => sections(page), ["design"]);
  await page.keyboard.press("ArrowRight");
  await becomes(() => sections(page), ["orchestrator"]);
  await field(page).focus();
  await page.keyboard.type("new");
  const url = page.url();
  await page.keyboard.press("Enter");
  assert.equal(page.url(), url);
  await becomes(() => shown(page), ["new-feature"]);
});

test("a tap chooses a class", async (t) => {
  const { page } = await visit(t, PAGES.index, { size: "narrow", hasTouch: true, isMobile: true });
  await choice(page, "delivery").tap();
  await becomes(() => sections(page), ["delivery"]);
});

test("nothing of the filter moves what stands above the list", async (t) => {
  const { page } = await visit(t, PAGES.index, { size: "narrow" });
  const at = () => page.locator(".filter").evaluate((filter) => filter.getBoundingClientRect().height);
  const before = await at();
  await field(page).fill("zzz");
  await becomes(() => says(page), "No skill matches");
  assert.equal(await at(), before);
});

test("without a script all skills are there and the filter is not", async (t) => {
  const { page } = await visit(t, `${PAGES.index}?q=jobs`, { javaScriptEnabled: false });
  assert.ok((await shown(page)).length >= 12);
  assert.ok(!(await page.locator(".filter").isVisible()));
});

test("every choice is 24 pixels high and wide", async (t) => {
  const { page } = await visit(t, PAGES.index, { size: "narrow" });
  const small = await page.$$eval(".filter fieldset input, .filter-text input", (all) =>
    all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24),
  );
  assert.deepEqual(small, []);
});

test("three hundred skills, and some of no class", async (t) => {
  const files = {};
  const classes = {};
  for (let at = 0; at < 300; at += 1) {
    const name = `skill-${String(at).padStart(3, "0")}`;
    files[`skills/${name}/SKILL.md`] = `---\nname: ${name}\ndescription: Bakes loaf number ${at}${at % 7 ? "" : " à la crème"}.\n---\n\n# ${name}\n`;
    if (at % 10) (classes[`class-${at % 10}`] ??= { skills: [], write_allow: ["docs/**"] }).skills.push(name);
  }
  files[".claude/schemas/extensions.json"] = JSON.stringify({ skill_classes: { classes } });
  const base = await serve(t, folder(t, files), "--no-search");
  const { page } = await visit(t, PAGES.index);
  await page.goto(base);
  await becomes(async () => (await shown(page)).length, 300);
  await field(page).fill("creme");
  await becomes(async () => (await shown(page)).length, 43);
  await choice(page, "without a class").click();
  await becomes(() => shown(page), ["skill-000", "skill-070", "skill-140", "skill-210", "skill-280"]);
  assert.equal(query(page), "?class=&q=creme");
  await page.reload();
  await becomes(async () => (await shown(page)).length, 5);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0);
});

test("a handful of skills has no filter", async (t) => {
  const files = { "skills/a/SKILL.md": "---\nname: a\ndescription: About a.\n---\n\n# A\n" };
  const base = await serve(t, folder(t, files), "--no-search");
  const { page, problems } = await visit(t, PAGES.index);
  problems.length = 0;
  await page.goto(base);
  assert.deepEqual(await shown(page), ["a"]);
  assert.equal(await page.locator(".filter").count(), 0);
  assert.deepEqual(problems.filter((one) => !/^elsewhere/u.test(one)), []);
});

test("many groups are in a list that opens", async (t) => {
  const files = {};
  for (let at = 0; at < 40; at += 1) {
    files[`plugins/plugin-${at % 20}/skills/skill-${at}/SKILL.md`] = `---\nname: skill-${at}\ndescription: About ${at}.\n---\n\n# A\n`;
  }
  const base = await serve(t, folder(t, files), "--no-search");
  const { page } = await visit(t, PAGES.index);
  await page.goto(`${base}?class=plugin-3`);
  await becomes(() => shown(page), ["skill-23", "skill-3"]);
  const list = page.getByRole("combobox", { name: "Group" });
  assert.equal(await list.inputValue(), "plugin-3");
  await list.selectOption("plugin-4");
  await becomes(() => shown(page), ["skill-24", "skill-4"]);
  assert.equal(query(page), "?class=plugin-4");
  await list.selectOption("*");
  await becomes(async () => (await shown(page)).length, 40);
  await page.goto(`${base}?class=nothing`);
  await becomes(async () => (await shown(page)).length, 40);
});

// Previews of references: what they show, how they come and go, what they never do.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { asks, BINARY, CONTENT, PAGES, SIZES, address, pinned, serve, becomes, visit } from "./site.mjs";

const box = (page) => page.locator(".preview");
const title = (page) => page.locator(".preview-title");
const shows = (page, expected = true) => becomes(() => box(page).isVisible(), expected);
/** Points at a part of the page that has no reference. */
const away = (page) => page.mouse.move(2, 2);

const OTHER = '#coordination .block-text a.ref[href*="10-domain"][href*="#"]';
const HERE = '#coordination .block-text a.ref[href="#schema-requirements"]';

for (const size of ["wide", "middle", "narrow"]) {
  test(`pointing at a reference shows its heading and first lines (${size})`, async (t) => {
    const { page, problems } = await visit(t, PAGES.skill, { size });
    await page.locator(OTHER).first().hover();
    await shows(page);
    assert.equal(await page.locator(".preview-where").textContent(), "10-domain.md");
    const target = await visit(t, "cases/UC-002-prune-expired-idempotency-keys/10-domain.md/");
    const own = target.page.locator("#ports");
    await becomes(() => title(page).textContent(), await own.locator("h3, h2").first().textContent());
    const first = await own.locator(".block-text > p").first().textContent();
    assert.ok((await page.locator(".preview-text").textContent()).startsWith(first));
    await away(page);
    await shows(page, false);
    assert.deepEqual(problems, []);
  });
}

test("a target on the same page is taken from it, with no request", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator(OTHER).first().hover();
  await shows(page);
  const asked = asks(page);
  await away(page);
  await shows(page, false);
  await page.locator(HERE).first().hover();
  await becomes(() => title(page).textContent(), "6 · Schema requirements");
  await shows(page);
  assert.ok(!(await page.locator(".preview-where").isVisible()));
  assert.deepEqual(asked, []);
});

test("nothing of it is asked for before a reference is pointed at, and each page once", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.waitForLoadState("networkidle");
  const asked = asks(page);
  await page.locator("#coordination .block-text :is(h3, h4)").hover();
  assert.deepEqual(asked, []);
  for (let time = 0; time < 3; time += 1) {
    await page.locator(OTHER).first().hover();
    await shows(page);
    await away(page);
    await shows(page, false);
  }
  assert.equal(asked.filter((path) => path.includes("/preview-")).length, 1);
  assert.equal(asked.filter((path) => path.includes("10-domain.md")).length, 1);
  assert.equal(asked.length, 2);
});

test("it can be entered with the pointer, stays there, and goes when the pointer leaves", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator(OTHER).first().hover();
  await shows(page);
  const { x, y, width, height } = await box(page).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  // Longer than anything waits before it hides.
  await page.waitForTimeout(800);
  assert.ok(await box(page).isVisible());
  await away(page);
  await shows(page, false);
});

test("it stays while the reference is pointed at", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator(OTHER).first().hover();
  await shows(page);
  await page.waitForTimeout(1500);
  assert.ok(await box(page).isVisible());
});

test("Escape takes it away, and neither the focus nor the pin with it", async (t) => {
  const { page } = await visit(t, `${PAGES.skill}#technology`);
  await page.locator("#coordination").focus();
  await page.locator(OTHER).first().hover();
  await shows(page);
  await page.keyboard.press("Escape");
  await shows(page, false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "coordination");
  assert.deepEqual(await pinned(page), ["technology"]);
  // It does not come back while the pointer stays.
  const { x, y } = await page.locator(OTHER).first().boundingBox();
  await page.mouse.move(x + 3, y + 6);
  await page.waitForTimeout(600);
  assert.ok(!(await box(page).isVisible()));
  await page.keyboard.press("Escape");
  await becomes(() => pinned(page), []);
  await away(page);
  await page.locator(OTHER).first().hover();
  await shows(page);
});

test("the focus of the keyboard shows it, and leaving hides it", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  // The tab order leads to it: a focus that a script sets need not be one of the keyboard.
  await page.locator("#coordination").focus();
  await page.keyboard.press("Tab");
  for (let time = 0; time < 40; time += 1) {
    if (await page.evaluate((one) => document.activeElement.matches(one), OTHER)) break;
    await page.keyboard.press("Tab");
  }
  await shows(page);
  await becomes(() => title(page).textContent(), "3 · Ports");
  const link = page.locator(OTHER).first();
  assert.equal(await link.getAttribute("aria-describedby"), "preview_title");
  await page.keyboard.press("Escape");
  await shows(page, false);
  assert.ok(await page.evaluate((one) => document.activeElement.matches(one), OTHER), "the focus stays");
  assert.equal(await link.getAttribute("aria-describedby"), null);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await shows(page);
  await page.locator("#part_sample").evaluate(() => document.activeElement.blur());
  await shows(page, false);
});

test("a touch shows none and follows the reference", async (t) => {
  const { page, problems } = await visit(t, PAGES.skill, { size: "narrow", hasTouch: true, isMobile: true });
  await page.locator(HERE).first().tap();
  await becomes(() => pinned(page), ["schema-requirements"]);
  await page.waitForTimeout(600);
  assert.equal(await box(page).count(), 0);
  await page.locator(OTHER).first().tap();
  await page.waitForURL(/10-domain\.md\/#ports$/u);
  assert.deepEqual(problems, []);
});

for (const size of Object.keys(SIZES)) {
  test(`it stands in the window, never on its reference, and flips at the edge (${size})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { size });
    const { height, width } = SIZES[size];
    for (const [where, side] of [[0.15, "under"], [0.85, "over"]]) {
      const link = page.locator(OTHER).first();
      await away(page);
      await shows(page, false);
      await link.evaluate((element, share) => {
        scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight * share);
      }, where);
      const spot = await link.evaluate((element) => {
        const [line] = element.getClientRects();
        return { x: line.left + line.width / 2, y: line.top + line.height / 2 };
      });
      await page.mouse.move(spot.x, spot.y);
      await shows(page);
      assert.equal(await box(page).getAttribute("data-side"), side);
      const at = await box(page).boundingBox();
      assert.ok(at.x >= 0 && at.x + at.width <= width, `from ${at.x} to ${at.x + at.width}`);
      assert.ok(at.y >= 0 && at.y + at.height <= height + 1, `from ${at.y} to ${at.y + at.height}`);
      assert.ok(at.y >= spot.y || at.y + at.height <= spot.y, "the reference is covered");
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    }
  });
}

test("nothing of the target acts in it, and no identifier is there twice", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const check = () =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
      return {
        twice: ids.filter((id, index) => ids.indexOf(id) !== index),
        acts: [...document.querySelectorAll(".preview :is(a, button, input, script, style, img, [tabindex], [onclick])")].length,
        own: [...document.querySelectorAll(".preview [id]")].map((element) => element.id),
      };
    });
  const before = (await check()).twice;
  for (const reference of [OTHER, HERE, '#technology a.ref[href*="matrix"]', ".note figcaption a"]) {
    await away(page);
    await shows(page, false);
    await page.locator(reference).first().hover();
    await becomes(async () => (await page.locator(reference).first().getAttribute("aria-describedby")) !== null, true);
    await shows(page);
    assert.deepEqual(await check(), { twice: before, acts: 0, own: ["preview_title"] });
  }
});

test("the browser's own words do not come on top, and are back afterwards", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  const link = page.locator(OTHER).first();
  const words = await link.getAttribute("title");
  assert.ok(words);
  await link.hover();
  await shows(page);
  assert.equal(await link.getAttribute("title"), null);
  await away(page);
  await shows(page, false);
  assert.equal(await link.getAttribute("title"), words);
});

test("a line of a file is shown with those that follow", async (t) => {
  const { page } = await visit(t, PAGES["resource in code"]);
  const shown = await page.evaluate(async () => {
    const { target } = await import(new URL(document.querySelector("main").dataset.preview, document.baseURI).href);
    const { title, nodes } = target(document, "L4");
    return { title, lines: nodes[0].querySelectorAll(".ln").length, text: nodes[0].textContent };
  });
  assert.equal(shown.title, "Line 4");
  assert.equal(shown.lines, 10);
  assert.match(shown.text, /^4\/\/ -+\n5\/\/ infrastructure/u);
});

test("every reference of every kind of page has something to show", async (t) => {
  for (const path of Object.values(PAGES)) {
    const { page } = await visit(t, path);
    const empty = await page.evaluate(async () => {
      const main = document.querySelector("main");
      const { target } = await import(new URL(main.dataset.preview, document.baseURI).href);
      const pages = new Map();
      const bad = [];
      for (const link of main.querySelectorAll(":is(.ref, .source a, figcaption a, .sections a, .takes a, .leaves a)")) {
        const url = new URL(link.href);
        if (!url.pathname.endsWith("/")) continue;
        if (!pages.has(url.pathname)) {
          const html = await (await fetch(url.pathname)).text();
          pages.set(url.pathname, new DOMParser().parseFromString(html, "text/html"));
        }
        const found = target(pages.get(url.pathname), decodeURIComponent(url.hash.slice(1)));
        const text = found?.nodes.map((node) => node.textContent).join("");
        if (!found?.title || !text?.trim()) bad.push(`${link.textContent} → ${link.href}: ${found?.title}`);
      }
      return bad;
    });
    assert.deepEqual(empty, [], path);
  }
});

test("a target that cannot be had shows nothing and is no error", async (t) => {
  const { page, context, problems } = await visit(t, PAGES.skill);
  await context.route(/10-domain\.md\/$/u, (route) => route.fulfill({ status: 200, contentType: "text/plain", body: "no page" }));
  await page.locator(OTHER).first().hover();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(600);
  assert.ok(!(await box(page).isVisible()));
  await page.locator(HERE).first().hover();
  await shows(page);
  assert.deepEqual(problems, []);
});

test("a target that cannot be reached is no error of the page", async (t) => {
  const { page, context } = await visit(t, PAGES.skill);
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await context.route(/10-domain\.md\/$/u, (route) => route.abort());
  await page.locator(OTHER).first().hover();
  await page.waitForTimeout(600);
  assert.ok(!(await box(page).isVisible()));
  assert.deepEqual(errors, []);
});

test("it works under a base path", async (t) => {
  const base = await serve(t, CONTENT, "--base-url", "http://x.example/docs/skills/", "--no-search");
  const { page } = await visit(t, PAGES.index);
  await page.goto(`${base}${PAGES.skill}`);
  const asked = [];
  page.on("response", (response) => asked.push([response.url(), response.status()]));
  await page.locator(OTHER).first().hover();
  await shows(page);
  await becomes(() => title(page).textContent(), "3 · Ports");
  assert.ok(asked.every(([url, status]) => url.startsWith(base) && status === 200));
});

test("on a page that was opened as a file there is none, and no message", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "skillbook-file-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const built = spawnSync(BINARY, ["build", CONTENT, "--no-search", "--out", join(folder, "out")]);
  assert.equal(built.status, 0, String(built.stderr));
  const { page, problems } = await visit(t, PAGES.index);
  problems.length = 0;
  await page.goto(pathToFileURL(join(folder, "out", PAGES.skill, "index.html")).href);
  await page.locator(OTHER).first().hover();
  await page.waitForTimeout(600);
  assert.equal(await box(page).count(), 0);
  assert.deepEqual(problems.filter((problem) => !/^elsewhere: file:/u.test(problem)), []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing while it is there (${colorScheme})`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { colorScheme });
    for (const reference of [OTHER, HERE]) {
      await away(page);
      await shows(page, false);
      await page.locator(reference).first().hover();
      await shows(page);
      const { violations } = await new AxeBuilder({ page }).include(".preview").analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    }
  });
}

test("it is not on paper", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await page.locator(OTHER).first().hover();
  await shows(page);
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await box(page).isVisible()));
  assert.ok(address(PAGES.skill));
});

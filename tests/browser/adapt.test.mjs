// For everyone: zoom to 400 %, text spacing, forced colours, reduced motion (WCAG 2.2: 1.4.10, 1.4.12, 1.4.11,
// 2.3.3).

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, pinned, becomes, visit } from "./site.mjs";

/** What 1280 × 1024 is at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** Text spacing that 1.4.12 names. */
const SPACING = `* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Elements whose text is cut: it is more than the box shows and cannot be scrolled to. */
const cut = (page) =>
  page.$$eval("main *, header *, footer *", (all) =>
    all
      .filter((element) => {
        if (element.matches("pre, .table, .transcript, .chips ol, .visually-hidden, .verdict, input") || !element.checkVisibility()) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const hides = (over) => over === "hidden" || over === "clip";
        return (
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent.slice(0, 40)}`),
  );

const sideways = (page) =>
  page.evaluate(() => {
    const scrolls = (element) => /auto|scroll/u.test(getComputedStyle(element).overflowX);
    const inside = (element) => element && (scrolls(element) || inside(element.parentElement));
    return {
      over: document.documentElement.scrollWidth - innerWidth,
      // What sticks out, unless something around it scrolls.
      out: [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden, .verdict, .skip"))
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !inside(element.parentElement))
        .map((element) => `${element.tagName}.${element.className}`),
    };
  });

for (const [kind, path] of Object.entries(PAGES)) {
  test(`the ${kind} page at 400 % is one column and cuts nothing off`, async (t) => {
    const { page, problems } = await visit(t, path, { viewport: ZOOMED });
    assert.deepEqual(await sideways(page), { over: 0, out: [] });
    assert.deepEqual(await cut(page), []);
    assert.deepEqual(problems, []);
  });

  test(`the ${kind} page bears more space between letters, words and lines`, async (t) => {
    for (const size of ["wide", "narrow"]) {
      const { page } = await visit(t, path, { size });
      await page.addStyleTag({ content: SPACING });
      assert.deepEqual(await sideways(page), { over: 0, out: [] });
      assert.deepEqual(await cut(page), []);
    }
  });
}

test("at 400 % what sticks leaves room to read, and what has the focus is in view", async (t) => {
  const { page } = await visit(t, `${PAGES.skill}#coordination`, { viewport: ZOOMED });
  await becomes(() => pinned(page), ["coordination"]);
  const bar = await page.locator(".chips").boundingBox();
  assert.ok(bar.height <= ZOOMED.height / 4, `the bar takes ${bar.height} of ${ZOOMED.height} px`);
  await page.locator("#coordination").focus();
  for (let time = 0; time < 8; time += 1) {
    await page.keyboard.press("Tab");
    const { top, bottom, what } = await page.evaluate(() => {
      const element = document.activeElement;
      const box = element.getBoundingClientRect();
      return { top: box.top, bottom: box.bottom, what: element.outerHTML.slice(0, 80) };
    });
    assert.ok(bottom > bar.height && top < ZOOMED.height, `${what} is at ${top} to ${bottom}`);
  }
});

for (const [key, name] of [["?", "dialog.keys"], ["/", "dialog.search"]]) {
  test(`at 400 % ${name} can be read and closed`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { viewport: ZOOMED });
    await page.keyboard.press(key);
    await becomes(() => page.locator(name).isVisible(), true);
    const last = page.locator(`${name} :is(label, .search-row)`).last();
    await last.scrollIntoViewIfNeeded();
    const { y, height } = await last.boundingBox();
    assert.ok(y + height <= ZOOMED.height + 1);
    const over = await page.locator(name).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.ok(over <= 0);
    await page.getByRole("button", { name: "Close" }).click();
    await becomes(() => page.locator(name).isVisible(), false);
  });
}

test("forced colours keep what is lit, pinned, current and refused apart", async (t) => {
  const { page } = await visit(t, `${PAGES.skill}#coordination`, { forcedColors: "active" });
  await becomes(() => pinned(page), ["coordination"]);
  const side = (name) =>
    page.locator(`#${name}`).evaluate((block) => {
      const own = getComputedStyle(block.querySelector(".block-text"));
      return `${own.borderLeftStyle} ${own.borderLeftColor}`;
    });
  await page.mouse.move(2, 2);
  const plain = await side("technology");
  const held = await side("coordination");
  assert.notEqual(held, plain);
  assert.match(held, /^double/u);
  await page.locator("#technology .block-text :is(h3, h4)").hover();
  await becomes(async () => (await side("technology")) !== plain, true);
  const chip = (which) => page.locator(`[data-chip]${which}`).first().evaluate((one) => getComputedStyle(one).borderBottomColor);
  await becomes(() => page.locator("[data-chip][aria-current]").count(), 1);
  assert.notEqual(await chip("[aria-current]"), await chip(":not([aria-current])"));
  // A mark says it too, not its colour alone.
  for (const mark of await page.locator('.verdicts li[data-exit="2"]').all()) {
    assert.match(await mark.evaluate((one) => getComputedStyle(one, "::before").content), /✗/u);
  }
  await page.locator("#technology").focus();
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none");
});

test("forced colours: a preview, a dialog and a chosen class have an edge of their own", async (t) => {
  const { page } = await visit(t, PAGES.skill, { forcedColors: "active" });
  await page.locator("#coordination .block-text a.ref").first().hover();
  await becomes(() => page.locator(".preview").isVisible(), true);
  const edge = (selector, property) => page.locator(selector).first().evaluate((one, name) => getComputedStyle(one)[name], property);
  assert.notEqual(await edge(".preview > :last-child", "borderBottomStyle"), "none");
  await page.keyboard.press("?");
  await becomes(() => page.locator("dialog.keys").isVisible(), true);
  assert.notEqual(await edge("dialog.keys", "borderTopStyle"), "none");
  const front = await visit(t, PAGES.index, { forcedColors: "active" });
  const under = (selector) => front.page.locator(selector).first().evaluate((one) => getComputedStyle(one).borderBottomColor);
  assert.notEqual(await under(".filter input:checked + span"), await under(".filter input:not(:checked) + span"));
});

for (const reducedMotion of ["reduce", "no-preference"]) {
  test(`motion: ${reducedMotion}`, async (t) => {
    const { page } = await visit(t, PAGES.skill, { reducedMotion });
    const moves = await page.evaluate(() => ({
      scroll: getComputedStyle(document.documentElement).scrollBehavior,
      others: [...document.querySelectorAll("*")].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== "none" || transitionDuration.split(", ").some((one) => one !== "0s");
      }).length,
    }));
    assert.equal(moves.scroll, reducedMotion === "reduce" ? "auto" : "smooth");
    assert.equal(moves.others, 0);
  });
}

test("the keyboard's focus is seen in both themes", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const { page } = await visit(t, PAGES.skill, { colorScheme });
    for (let time = 0; time < 25; time += 1) {
      await page.keyboard.press("Tab");
      const { width, style, what } = await page.evaluate(() => {
        const { outlineWidth, outlineStyle } = getComputedStyle(document.activeElement);
        return { width: outlineWidth, style: outlineStyle, what: document.activeElement.outerHTML.slice(0, 80) };
      });
      assert.ok(style !== "none" && Number.parseFloat(width) >= 2, what);
    }
  }
});

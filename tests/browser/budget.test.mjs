// What a first visit of a skill's page costs, compressed as a host does it; and what a page of 740 blocks
// costs while it is used, counted, because a time would tell of the machine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { PAGES, address, visit } from "./site.mjs";

const KB = 1000;

test("every skill's page is read and used for 60 KB, 10 KB of it script", async (t) => {
  const { page } = await visit(t, PAGES.index);
  const names = await page.$$eval("[data-skill]", (all) => all.map((one) => one.dataset.skill));
  assert.ok(names.length >= 12);
  for (const name of names) {
    const { page: first } = await visit(t, "about:blank");
    const parts = [];
    first.on("response", (response) => parts.push(response));
    await first.goto(address(`skills/${name}/`));
    await first.waitForLoadState("networkidle");
    const sizes = { document: 0, stylesheet: 0, script: 0 };
    for (const response of parts) {
      assert.equal(response.status(), 200, response.url());
      const kind = response.request().resourceType();
      // Node's and a host's compressor differ by some bytes; the limit is far enough.
      if (kind in sizes) sizes[kind] += gzipSync(await response.body(), { level: 6 }).length;
      else assert.match(response.url(), /favicon/u, `${name} asks for more: ${response.url()}`);
    }
    const sum = sizes.document + sizes.stylesheet + sizes.script;
    t.diagnostic(`${name}: ${JSON.stringify(sizes)}, ${sum} in all`);
    assert.ok(sizes.script > 0 && sizes.script <= 10 * KB, `${name}: ${sizes.script} bytes of script`);
    assert.ok(sum <= 60 * KB, `${name}: ${sum} bytes`);
  }
});

/** The page's own blocks, multiplied to 740; the script is loaded again over them. */
async function many(page) {
  await page.evaluate(async () => {
    const sheet = document.querySelector(".sheet");
    const own = [...sheet.children];
    for (const button of sheet.querySelectorAll(".copy")) button.remove();
    for (let copy = 1; sheet.children.length < 740; copy += 1) {
      for (const block of own) {
        const next = block.cloneNode(true);
        next.id = next.dataset.block = `${block.dataset.block}-${copy}`;
        for (const note of next.querySelectorAll("[data-note]")) note.dataset.note += `-${copy}`;
        for (const named of next.querySelectorAll("[id]")) named.id += `-${copy}`;
        sheet.append(next);
      }
    }
    const source = document.querySelector("script[src]").src;
    const script = document.createElement("script");
    script.src = source;
    await new Promise((done) => ((script.onload = done), document.head.append(script)));
  });
}

test("a page of 740 blocks changes no more than one block, its note and what was lit before", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await many(page);
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

test("hovering a page of 740 blocks asks for no layout, walking it for a few places", async (t) => {
  const { page } = await visit(t, PAGES.skill);
  await many(page);
  const asked = await page.evaluate(() => {
    let count = 0;
    const counted = (owner, name) => {
      const found = Object.getOwnPropertyDescriptor(owner, name);
      const kind = found.get ? "get" : "value";
      const original = found[kind];
      Object.defineProperty(owner, name, {
        ...found,
        [kind](...given) {
          count += 1;
          return original.apply(this, given);
        },
      });
    };
    for (const name of ["getBoundingClientRect", "getClientRects", "clientWidth", "clientHeight", "scrollWidth", "scrollHeight", "scrollLeft"]) {
      counted(Element.prototype, name);
    }
    for (const name of ["offsetTop", "offsetLeft", "offsetWidth", "offsetHeight"]) counted(HTMLElement.prototype, name);
    const during = (act) => {
      count = 0;
      act();
      return count;
    };
    const blocks = [...document.querySelectorAll("[data-block]")];
    const over = (element) => element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    return {
      blocks: blocks.length,
      hover: during(() => blocks.slice(0, 100).forEach(over)),
      click: during(() => blocks[400].click()),
      walk: during(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }))),
    };
  });
  assert.ok(asked.blocks >= 740);
  assert.equal(asked.hover, 0);
  assert.equal(asked.click, 0);
  // Two scripts are there, each of which finds its place by halving.
  assert.ok(asked.walk <= 2 * (Math.ceil(Math.log2(asked.blocks)) + 2), `${asked.walk} questions`);
});

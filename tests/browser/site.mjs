// The site and the browser that the tests use. Both are started once per test file and ended with
// it. Environment:
//   SKILLBOOK_URL  a site that runs already; otherwise the binary serves the shipped content
//   SKILLBOOK_BIN  the binary, by default the development build
//   CHROMIUM       the browser, by default the system's

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Window sizes that the design distinguishes. */
export const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 768, height: 1024 },
  narrow: { width: 390, height: 844 },
};

/** One page of each kind, by the name of its kind. */
export const PAGES = {
  index: "",
  skill: "skills/jobs-architect/",
  "skill without a sample": "skills/new-feature/",
  document: "cases/UC-002-prune-expired-idempotency-keys/35-jobs.md/",
  case: "cases/UC-002-prune-expired-idempotency-keys/",
  "resource in Markdown": "skills/jobs-architect/files/references/tool-decision-matrix.md/",
  "resource in code": "skills/jobs-architect/files/templates/ScheduledJob.java.example/",
  class: "classes/design/",
  rail: "rails/new-feature/",
  guide: "guide/",
  "page of the guide": "guide/configuration/",
  404: "404.html",
};

/** The binary that makes and serves sites. */
export const BINARY = process.env.SKILLBOOK_BIN ?? here("../../target/debug/skillbook");

/** The site that this repository ships. */
export const CONTENT = here("../../content");

let base;
let browser;
let server;

/** The address that a starting server says. */
function started(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (bytes) => {
      said += bytes;
      const found = /https?:\/\/[\w.:[\]-]+\/\S*/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}:\n${said}`)));
  });
}

/** A folder of one's own, for as long as a test runs: path → text. */
export function folder(t, files) {
  const root = mkdtempSync(join(tmpdir(), "skillbook-site-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Serves a folder while a test runs, as a static host would, and gives its address. */
export const serve = async (t, folder, ...more) => (await run(t, folder, "--no-watch", "--port", "0", ...more)).base;

/** Runs a server that ends with the test, if not before. */
export async function run(t, folder, ...more) {
  const child = spawn(BINARY, ["serve", folder, ...more]);
  const ended = new Promise((resolve) => child.once("close", resolve));
  const end = () => {
    child.removeAllListeners("exit");
    child.kill();
    return ended;
  };
  t.after(end);
  return { base: await started(child), end };
}

/** The address of a page of the site. */
export const address = (path) => new URL(path, base).href;

async function start() {
  if (process.env.SKILLBOOK_URL) return process.env.SKILLBOOK_URL.replace(/\/*$/, "/");
  if (!existsSync(BINARY)) throw new Error(`${BINARY} is not there: build it, or set SKILLBOOK_BIN`);
  server = spawn(BINARY, ["serve", CONTENT, "--port", "0", "--no-watch"]);
  return started(server);
}

before(async () => {
  base = await start();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });
});

after(async () => {
  await browser?.close();
  server?.removeAllListeners("exit");
  server?.kill();
});

/**
 * Opens a page in a context of its own and closes it when the test ends. `problems` collects what a
 * reader must never cause: console messages, errors, failed requests, requests elsewhere.
 */
export async function visit(t, path, options = {}) {
  const { size = "wide", ...rest } = options;
  const context = await browser.newContext({
    viewport: SIZES[size],
    reducedMotion: "reduce",
    ...rest,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Who leaves a page while its icon is on its way cuts it off.
    const isCut = request.failure()?.errorText === "net::ERR_ABORTED" && /favicon/u.test(request.url());
    if (!isCut) problems.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(base).origin) problems.push(`elsewhere: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.url().endsWith("404.html")) {
      problems.push(`${response.status()}: ${response.url()}`);
    }
  });
  await page.goto(address(path));
  return { page, context, problems };
}

/** The paths that the page asks for from now on. Not the icon, which a browser asks for when it likes. */
export function asks(page) {
  const asked = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.includes("favicon")) asked.push(pathname);
  });
  return asked;
}

/** The fragment of the page's address, without its sign. */
export const fragment = (page) => decodeURIComponent(new URL(page.url()).hash.slice(1));

/** Where every block and note stands, to compare before and after. */
export const layout = (page) =>
  page.$$eval("[data-block], .block-text, .note, tr, .note-piece", (elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y + scrollY, width, height].map((side) => Math.round(side * 10) / 10).join(" ");
    }),
  );

/** The names of the blocks that are pinned. */
export const pinned = (page) =>
  page.$$eval("[data-block][data-pinned]", (blocks) => blocks.map((block) => block.dataset.block));

/** The names of the blocks that are lit. */
export const lit = (page) =>
  page.$$eval("[data-block][data-lit]", (blocks) => blocks.map((block) => block.dataset.block));

/**
 * Reads until what is read is what is expected: an address can be there before the script that
 * answers it has run.
 */
export async function becomes(read, expected) {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await read();
    if (isDeepStrictEqual(found, expected) || Date.now() > end) {
      assert.deepEqual(found, expected);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

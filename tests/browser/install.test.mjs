// The real client installs from the real site: `skills` of the npm registry, against `skillbook serve` and
// against the built folder on a static server, at the root and under a base path. What it installs is the
// source's, byte by byte. The client needs a newer Node than the tests; NODE_22 names it.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BINARY = process.env.SKILLBOOK_BIN ?? here("../../target/debug/skillbook");
const NODE = process.env.NODE_22 ?? process.execPath;
const CLIENT = here("node_modules/skills/bin/cli.mjs");
const PACK = here("../../content/pack/.claude/skills");
const NAMES = readdirSync(PACK).sort();
const TYPES = { ".json": "application/json", ".md": "text/markdown", ".gz": "application/gzip", ".html": "text/html" };

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), "skillbook-install-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The client in an empty project, with an empty home. */
async function skills(...args) {
  const place = mkdtempSync(join(folder, "project-"));
  const env = { ...process.env, HOME: place, DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", NO_COLOR: "1", CI: "1" };
  const { stdout, stderr } = await run(NODE, [CLIENT, ...args], { cwd: place, env, timeout: 120_000 });
  return { said: stdout + stderr, place };
}

/** Every file below a folder, with its bytes. */
function files(root) {
  const found = readdirSync(root, { recursive: true }).filter((path) => statSync(join(root, path)).isFile());
  return found.sort().map((path) => [path, readFileSync(join(root, path)).toString("hex")]);
}

/** Where the client put a skill. */
function installed(place) {
  const found = readdirSync(place, { recursive: true }).filter((path) => path.endsWith("SKILL.md"));
  return found.map((path) => join(place, path, ".."));
}

/** The site from `skillbook serve`. */
function served(t, ...more) {
  const server = spawn(BINARY, ["serve", here("../../content"), "--port", "0", ...more]);
  t.after(() => server.kill());
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (bytes) => {
      const found = /https?:\/\/[\w.:[\]-]+\/\S*/.exec((said += bytes));
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", (code) => reject(new Error(`serve ended with ${code}:\n${said}`)));
  });
}

/** The built folder, from a server that knows nothing of Skillbook. */
async function hosted(t, base) {
  const out = join(folder, `out-${base.length}`);
  await run(BINARY, ["build", here("../../content"), "--out", out, "--no-search"]);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = join(out, path.slice(base.length));
    try {
      if (!path.startsWith(base)) throw new Error("not below the base path");
      const bytes = readFileSync(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  t.after(() => server.close());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}${base}`;
}

async function lists(site) {
  const { said } = await skills("add", site, "--list");
  for (const name of NAMES) assert.match(said, new RegExp(`\\b${name}\\b`), `${name} is not in:\n${said}`);
}

async function installs(site, name, ...more) {
  const { said, place } = await skills("add", site, ...more, "--agent", "claude-code", "--copy", "--yes");
  const places = installed(place);
  assert.equal(places.length, 1, `${places}\n${said}`);
  assert.deepEqual(files(places[0]), files(join(PACK, name)));
}

const sites = {
  "`skillbook serve`": (t) => served(t),
  "`skillbook serve` under a base path": (t) => served(t, "--base-url", "http://example.org/a/b/"),
  "the built folder at a root": (t) => hosted(t, "/"),
  "the built folder under a base path": (t) => hosted(t, "/a/b/"),
};

for (const [where, open] of Object.entries(sites)) {
  test(`all skills are listed and one is installed from ${where}`, async (t) => {
    const site = await open(t);
    await lists(site);
    await installs(site, "jobs-architect", "--skill", "jobs-architect");
    await installs(site, "new-feature", "--skill", "new-feature");
    await installs(`${site}skills/test-architect/`, "test-architect");
  });
}

// What Lighthouse says of the shipped site: index and a skill's page, as on a telephone and as on a desk.
// Ends with 1 unless accessibility, best practices and SEO have 100, and performance at least 99.
//
//   node tests/browser/lighthouse.mjs
//
// Not a part of ./test: performance is a time, and a busy machine is no fault of the site. A page is
// measured up to three times and its best performance counts. Lighthouse is installed into a temporary folder of
// its own. Environment: SKILLBOOK_BIN, the binary, by default the release build; CHROMIUM, the browser.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "12.2.3";
const LEAST = { accessibility: 100, "best-practices": 100, seo: 100, performance: 99 };
const PAGES = { index: "", skill: "skills/jobs-architect/" };
const PRESETS = { mobile: [], desktop: ["--preset=desktop"] };

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const binary = process.env.SKILLBOOK_BIN ?? here("../../target/release/skillbook");
if (!existsSync(binary)) {
  console.error(`${binary} is not there: cargo build --release --locked, or set SKILLBOOK_BIN`);
  process.exit(1);
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${done.error ?? done.stderr}`);
  return done.stdout;
}

/** The address of a site that is served until `end` is called. */
async function serve() {
  const server = spawn(binary, ["serve", here("../../content"), "--port", "0"]);
  const base = await new Promise((resolve, reject) => {
    let said = "";
    const read = (bytes) => {
      said += bytes;
      const found = /https?:\/\/[\w.:[\]-]+\/\S*/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", (code) => reject(new Error(`serve ended with ${code}:\n${said}`)));
  });
  return { base, end: () => server.kill() };
}

const folder = mkdtempSync(join(tmpdir(), "skillbook-lighthouse-"));
const { base, end } = await serve();
let bad = 0;
try {
  run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", `lighthouse@${VERSION}`]);
  const cli = join(folder, "node_modules/lighthouse/cli/index.js");

  function measured(url, preset, name) {
    const report = join(folder, `${name}.json`);
    const chrome = `--headless=new --no-sandbox --user-data-dir=${join(folder, "profile")}`;
    const more = [`--only-categories=${Object.keys(LEAST).join()}`, "--output=json", `--output-path=${report}`, "--quiet", `--chrome-flags=${chrome}`];
    run(process.execPath, [cli, url, ...preset, ...more], {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" },
    });
    return JSON.parse(readFileSync(report, "utf8"));
  }

  for (const [page, path] of Object.entries(PAGES)) {
    for (const [preset, flags] of Object.entries(PRESETS)) {
      const best = {};
      let report;
      for (let time = 0; time < 3; time += 1) {
        report = measured(base + path, flags, `${page}-${preset}`);
        for (const [name, { score }] of Object.entries(report.categories)) {
          // Only time differs from run to run: of the others the worst counts.
          const points = Math.round(score * 100);
          best[name] = name === "performance" ? Math.max(best[name] ?? 0, points) : Math.min(best[name] ?? 100, points);
        }
        if (best.performance >= LEAST.performance) break;
      }
      console.log(`${page}, ${preset}: ${Object.entries(best).map(([name, points]) => `${name} ${points}`).join(", ")}`);
      for (const [name, least] of Object.entries(LEAST)) {
        if (best[name] >= least) continue;
        bad += 1;
        for (const { id } of report.categories[name].auditRefs) {
          const audit = report.audits[id];
          if (audit.score !== null && audit.score < 1) console.error(`  ${name}: ${audit.title} ${audit.displayValue ?? ""}`);
        }
      }
    }
  }
} finally {
  end();
  rmSync(folder, { recursive: true });
}
process.exitCode = bad ? 1 : 0;

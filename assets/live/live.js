// What a live server adds to the pages it shows: it hears of every reading of the site, puts what changed into the
// page without losing the reader's place, and says what is wrong. It stands at the top of the head, before the
// site's own script.
//
// A page is swapped whole: its body is replaced by the new one and the site's script runs again over it, as it would
// after a reload. So the site's scripts need to know nothing of this. Everything that is said is text; nothing that
// comes from a file is read as HTML, except the page itself, which the server made.

const own = document.currentScript;
const { base } = own.dataset;
let { token, tag } = own.dataset;

const make = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
};

// Listeners that the site's script leaves on what outlives a body: they go when the script runs anew.
const left = [];
const listen = EventTarget.prototype.addEventListener;
for (const target of [window, document, document.documentElement]) {
  target.addEventListener = (type, listener, options) => {
    if (document.currentScript && document.currentScript !== own) left.push([target, type, listener, options]);
    listen.call(target, type, listener, options);
  };
}
const unlisten = () => {
  for (const [target, type, listener, options] of left.splice(0)) target.removeEventListener(type, listener, options);
};

// The body as the server sent it: scripts that wait for the parser have not run yet.
let body = "";
listen.call(document, "readystatechange", () => (body ||= document.body.outerHTML));

/* What is kept while a page is exchanged. */

const fields = () =>
  [...document.querySelectorAll("input, select, textarea")].filter((field) => !field.closest("dialog, skillbook-live"));

/** What tells an element from others of its kind, also in another edition of the page. */
function nameOf(element) {
  if (element.id) return { id: element.id };
  const home = element.parentElement?.closest("[id]") ?? document.body;
  const kind = element.tagName.toLowerCase();
  return { home: home.id, kind, at: [...home.querySelectorAll(kind)].indexOf(element) };
}

function named({ id, home, kind, at }) {
  if (id) return document.getElementById(id);
  const from = home ? document.getElementById(home) : document.body;
  return from?.querySelectorAll(kind)[at];
}

/** The element that the top of the window shows, and how far from the top it is. */
function place() {
  const all = [...document.querySelectorAll("main [id]")].filter((element) => element.getClientRects().length);
  const tops = all.map((element) => [element.id, element.getBoundingClientRect().top]);
  const above = tops.filter(([, top]) => top <= innerHeight / 3).pop();
  return { y: scrollY, anchor: above ?? tops[0] };
}

function keep() {
  const focused = document.activeElement;
  const hasPlace = focused && focused !== document.body && !focused.closest("dialog, skillbook-live");
  return {
    place: place(),
    across: [...document.querySelectorAll(".chips ol")].map((bar) => bar.scrollLeft),
    focus: hasPlace && nameOf(focused),
    selection: hasPlace && "selectionStart" in focused && [focused.selectionStart, focused.selectionEnd],
    fields: fields().map((field) => ({ name: nameOf(field), value: field.value, checked: field.checked })),
    open: [...document.querySelectorAll("main details[open]")].map(nameOf),
  };
}

function restore(kept) {
  for (const { name, value, checked } of kept.fields) {
    const field = named(name);
    if (!field || (field.value === value && field.checked === checked)) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const name of kept.open) {
    const details = named(name);
    if (details) details.open = true;
  }
  document.querySelectorAll(".chips ol").forEach((bar, index) => (bar.scrollLeft = kept.across[index] ?? 0));
  const focus = kept.focus ? named(kept.focus) : undefined;
  focus?.focus({ preventScroll: true });
  try {
    if (focus && kept.selection) focus.setSelectionRange(...kept.selection);
  } catch {
    // A field that holds no text has no selection.
  }
  const [id, top] = kept.place.anchor ?? [];
  const anchor = id && document.getElementById(id);
  const now = anchor ? scrollY + anchor.getBoundingClientRect().top - top : kept.place.y;
  scrollTo({ top: now, behavior: "instant" });
}

/* The exchange. */

const sheets = (page) => [...page.querySelectorAll('head link[rel="stylesheet"]')];
const whole = (address) => new URL(address, document.baseURI).href;

/** Style sheets come before those they replace go, so that the page is never bare. */
async function dress(page) {
  const old = sheets(document);
  const known = new Map(old.map((link) => [link.href, link]));
  const waiting = [];
  let last = old.at(-1);
  const next = sheets(page).map((link) => {
    const kept = known.get(whole(link.getAttribute("href")));
    if (kept) return kept;
    const fresh = make("link", { rel: "stylesheet", href: link.getAttribute("href") });
    waiting.push(new Promise((done) => (fresh.onload = fresh.onerror = done)));
    last ? last.after(fresh) : document.head.append(fresh);
    last = fresh;
    return fresh;
  });
  await Promise.all(waiting);
  for (const link of old) if (!next.includes(link)) link.remove();
}

const siteScript = (page) => page.querySelector("head script[defer][src]")?.getAttribute("src");
let source;

async function swap(page) {
  const address = siteScript(document);
  source ??= address && (await (await fetch(whole(address))).text());
  const kept = keep();
  unlisten();
  // A dialog that is open keeps what is typed into it; it stands beside the page and not in it.
  const stay = [...document.body.children].filter((child) => child.matches("dialog[open]"));
  for (const child of [...document.body.childNodes]) if (!stay.includes(child)) child.remove();
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value);
  document.body.prepend(...page.body.childNodes);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  if (source) {
    const script = make("script", {}, source);
    document.body.append(script);
    script.remove();
  }
  // The page's own search would build another dialog beside one that stayed.
  for (const dialog of stay) dialog.addEventListener("close", () => dialog.remove());
  restore(kept);
}

listen.call(
  document,
  "keydown",
  (event) => {
    const stayed = document.querySelector("dialog.search[open]");
    if (stayed && event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

let renewing = Promise.resolve();

/** Asks for the page and puts it in place of this one, if it is another. */
const renew = () => (renewing = renewing.then(exchange, exchange));

async function exchange() {
  const answer = await fetch(location.pathname + location.search, {
    headers: { "If-None-Match": `"${tag}"`, Accept: "text/html" },
    cache: "no-store",
  });
  const text = await answer.text();
  if (answer.status === 304) return say.gone(false);
  if (answer.status === 404) {
    take(new DOMParser().parseFromString(text, "text/html"));
    // The page for an unknown address is itself a page that can be written.
    return document.body.classList.contains("page-not-found") ? undefined : say.gone(true);
  }
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  // A server that was built anew brings another script: that page cannot be put into this one.
  if (siteScript(page) !== siteScript(document)) return location.reload();
  tag = answer.headers.get("etag")?.replace(/^W\//u, "").replaceAll('"', "") ?? "";
  take(page);
  await dress(page);
  const next = page.body.outerHTML;
  if (next !== body) {
    body = next;
    await swap(page);
  }
  say.gone(false);
}

/** The token of the server that made a page: after a restart it is another. */
function take(page) {
  const found = page.querySelector("script[data-token]");
  if (found) token = found.dataset.token;
}

/* What is said. */

const STYLE = `
:host { all: initial; }
.stack { position: fixed; z-index: 2147483646; inset: auto 0 0 0; display: flex; flex-direction: column; align-items: flex-start; gap: 8px; padding: 12px; pointer-events: none; font: 14px/1.5 system-ui, sans-serif; color: #1c1b19; color-scheme: light dark; }
.stack > * { pointer-events: auto; box-sizing: border-box; }
.panel { inline-size: 100%; max-inline-size: 60rem; margin-inline: auto; max-block-size: 60vh; overflow: auto; background: #fffdf8; border: 1px solid #8b867c; border-radius: 4px; box-shadow: 0 6px 30px #0004; }
.panel.errors { border-block-start: 4px solid #b3261e; }
.head { position: sticky; inset-block-start: 0; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; justify-content: space-between; padding: 8px 16px; background: inherit; border-block-end: 1px solid #d8d3c8; }
.head p { margin: 0; font-weight: 600; }
ol { list-style: none; margin: 0; padding: 0 16px; }
li { padding: 12px 0; border-block-end: 1px solid #d8d3c8; }
li:last-child { border: 0; }
li p { margin: 0 0 4px; overflow-wrap: anywhere; }
.kind { color: #b3261e; font-weight: 600; }
.warning .kind { color: #7a5200; }
.code, .place, pre { font-family: ui-monospace, monospace; font-size: 13px; }
.code { color: #5d594f; }
pre { margin: 6px 0; padding: 6px 0; overflow: auto; background: #f3efe6; border-radius: 3px; }
.number { display: inline-block; inline-size: 4ch; padding-inline-end: 1.5ch; text-align: end; color: #6b665b; user-select: none; }
mark { background: #f8c9c4; color: inherit; text-decoration: underline wavy #b3261e; text-underline-offset: 3px; }
.warning mark { background: #f7e1ae; text-decoration-color: #7a5200; }
button { font: inherit; color: inherit; background: none; border: 1px solid #8b867c; border-radius: 3px; padding: 2px 10px; min-block-size: 28px; cursor: pointer; }
button.place { border: 0; padding: 0; min-block-size: 24px; text-decoration: underline; text-underline-offset: 3px; }
button:focus-visible, a:focus-visible { outline: 3px solid #2a5bd7; outline-offset: 2px; }
.badge { background: #fffdf8; box-shadow: 0 1px 6px #0003; }
.note { background: #fffdf8; border: 1px solid #8b867c; border-radius: 4px; padding: 8px 16px; margin: 0 auto; box-shadow: 0 1px 6px #0003; }
a { color: inherit; }
[hidden] { display: none !important; }
.stack.dark { color: #eae6dc; }
.dark .panel, .dark .badge, .dark .note { background: #1f1e1b; border-color: #77736a; }
.dark .panel.errors { border-block-start-color: #f2877f; }
.dark .head, .dark li { border-color: #45423b; }
.dark .kind { color: #f2877f; }
.dark .warning .kind { color: #e9bd5b; }
.dark .code, .dark .number { color: #aaa599; }
.dark pre { background: #2a2824; }
.dark mark { background: #6b2a25; text-decoration-color: #f2877f; }
.dark .warning mark { background: #574113; text-decoration-color: #e9bd5b; }
.dark button:focus-visible, .dark a:focus-visible { outline-color: #8fb0ff; }
@media print { .stack { display: none; } }
`;

const say = (() => {
  const host = make("skillbook-live", {});
  const root = host.attachShadow({ mode: "open" });
  const errors = make("section", { class: "panel errors", "aria-label": "Errors" });
  const warnings = make("section", { class: "panel", "aria-label": "Warnings", id: "warnings" });
  const badge = make("button", { type: "button", class: "badge", "aria-expanded": "false", "aria-controls": "warnings" });
  const missing = make("p", { class: "note", role: "status" }, "This page is no longer there. ", make("a", { href: base }, "To the index"));
  const lost = make("p", { class: "note", role: "status" }, "The server does not answer; this page waits for it.");
  const spoken = make("p", { role: "alert", style: "position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)" });
  const stack = make("div", { class: "stack" }, lost, missing, warnings, errors, badge, spoken);
  for (const part of [errors, warnings, badge, missing, lost]) part.hidden = true;
  root.append(make("style", {}, STYLE), stack);

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colour = () => {
    const chosen = document.documentElement.dataset.theme;
    stack.classList.toggle("dark", chosen ? chosen === "dark" : dark.matches);
  };
  dark.addEventListener("change", colour);
  new MutationObserver(colour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  // Beside the body, which is exchanged.
  const show = () => host.isConnected || document.documentElement.append(host);

  const show_warnings = (on) => {
    warnings.hidden = !on;
    badge.setAttribute("aria-expanded", on);
  };
  badge.addEventListener("click", () => show_warnings(warnings.hidden));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    const had = root.activeElement?.closest(".panel");
    if (had === errors) errors.hidden = true;
    else show_warnings(false);
    badge.focus();
  });

  function entry(problem, index, edition, has_editor) {
    const { is_error, code, message, place, help } = problem;
    const item = make("li", { class: is_error ? "error" : "warning" });
    item.append(make("p", {}, make("span", { class: "kind" }, is_error ? "error" : "warning"), ` ${message} `, make("span", { class: "code" }, code)));
    if (place) {
      const where = place.at ? `${place.file}:${place.at.join(":")}` : place.file;
      let spot = make("span", { class: "place" }, where);
      if (has_editor) {
        spot = make("button", { type: "button", class: "place", title: "Open in the editor" }, where);
        spot.addEventListener("click", () => {
          fetch(`${base}.skillbook/open?edition=${edition}&problem=${index}&token=${token}`, { method: "POST" });
        });
      }
      item.append(make("p", {}, spot));
      if (place.lines.length) {
        const pre = make("pre", { tabindex: "0" });
        for (const { number, before, marked, after } of place.lines) {
          pre.append(make("span", { class: "number" }, String(number)), before);
          if (marked) pre.append(make("mark", {}, marked));
          pre.append(after, "\n");
        }
        item.append(pre);
      }
    }
    if (help) item.append(make("p", { class: "help" }, `help: ${help}`));
    return item;
  }

  const words = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

  return {
    problems({ problems, more, edition, editor }) {
      show();
      colour();
      const items = problems.map((problem, index) => [problem.is_error, entry(problem, index, edition, editor)]);
      const bad = items.filter(([is_error]) => is_error).map(([, item]) => item);
      const mild = items.filter(([is_error]) => !is_error).map(([, item]) => item);
      const hide = make("button", { type: "button" }, "Hide");
      hide.addEventListener("click", () => (errors.hidden = true));
      const title = `${words(bad.length, "error")}: the site is shown as it was before.`;
      errors.replaceChildren(make("div", { class: "head" }, make("p", {}, title), hide), make("ol", {}, ...bad));
      errors.hidden = !bad.length;
      spoken.textContent = bad.length ? title : "";
      const close = make("button", { type: "button" }, "Close");
      close.addEventListener("click", () => (show_warnings(false), badge.focus()));
      const count = words(mild.length + more, "warning");
      const rest = more ? [make("p", {}, `and ${more} more, which the terminal lists`)] : [];
      warnings.replaceChildren(make("div", { class: "head" }, make("p", {}, count), close), make("ol", {}, ...mild), ...rest);
      badge.textContent = count;
      badge.hidden = !mild.length;
      if (badge.hidden) show_warnings(false);
    },
    gone(is_gone) {
      if (is_gone) show();
      colour();
      missing.hidden = !is_gone;
    },
    lost(is_lost) {
      if (is_lost) show();
      colour();
      lost.hidden = !is_lost;
    },
  };
})();

/* The stream of reports. A page in the background has none: a browser opens only a few to one server. */

let stream;
let seen;
let retry = 0;

function connect() {
  if (stream || document.hidden) return;
  stream = new EventSource(`${base}.skillbook/reports?token=${token}`);
  stream.onmessage = ({ data }) => {
    const report = JSON.parse(data);
    retry = 0;
    say.lost(false);
    say.problems(report);
    // The first report, too: something may have changed between the page and it.
    const now = `${report.session} ${report.edition}`;
    if (now !== seen) renew();
    seen = now;
  };
  stream.onerror = () => {
    say.lost(true);
    // As long as the browser tries by itself, it is left to it; a server that was restarted wants another token.
    if (stream?.readyState === EventSource.CLOSED) again();
  };
}

function disconnect() {
  stream?.close();
  stream = undefined;
}

/** The server ended, or is another: its pages have the token. */
function again() {
  disconnect();
  retry = Math.min(retry + 1, 8);
  setTimeout(async () => {
    try {
      await renew();
      connect();
    } catch {
      again();
    }
  }, 250 * retry);
}

listen.call(document, "visibilitychange", () => (document.hidden ? disconnect() : connect()));
listen.call(window, "pagehide", disconnect);
listen.call(window, "pageshow", connect);
connect();

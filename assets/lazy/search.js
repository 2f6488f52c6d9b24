// What searches: a question to pagefind, its answers as a list, and the mark on what was found. Loaded
// when the dialog of 60-search.js opens, or when a page is entered from it.

/** Characters that the index has as words of their own: SINGLE in src/search/script.rs. */
const SINGLE = String.raw`\u{3005}-\u{3007}\u{3021}-\u{3029}\u{3031}-\u{3035}\u{3038}-\u{303c}\u{3041}-\u{3096}\u{309d}-\u{309f}\u{30a1}-\u{30fa}\u{30fc}-\u{30ff}\u{3105}-\u{312f}\u{31a0}-\u{31bf}\u{31f0}-\u{31ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{ff66}-\u{ff9f}\u{1b000}-\u{1b16f}\u{20000}-\u{323af}`;

/** Runs of them, with their combining marks. */
const RUNS = new RegExp(String.raw`(?:[${SINGLE}]\p{M}*)+`, "gu");

/** The spaces that the index has between them, and behind their punctuation. */
const GAPS = new RegExp(
  String.raw`(?<=[${SINGLE}\u3001-\u3003\u3008-\u3011\uff01-\uff65]\p{M}*(?:</mark>)?) (?=(?:<mark>)?[${SINGLE}])`,
  "gu",
);

/** Pages whose text is fetched at once; each is a request. */
const PAGES = 5;

/** Places shown of one page. */
const PLACES = 3;

const PAUSE = 120;

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
};

/**
 * What pagefind is asked for. Words with spaces between them are one question; a run of characters
 * that are words is a phrase, so that it is found as it was typed.
 */
export function questions(query) {
  const words = query.replace(RUNS, " ").replace(/\s+/gu, " ").trim();
  const phrases = runs(query).map((run) => `"${run.match(/\P{M}\p{M}*/gu).join(" ")}"`);
  return words ? [...phrases, words] : phrases;
}

const runs = (query) => query.match(RUNS) ?? [];

/** What of a query can stand on a page as it was typed. */
const typed = (query) => [...runs(query), ...query.replace(RUNS, " ").split(/[\s"]+/u)].filter(Boolean).map((one) => one.toLowerCase());

/** Text of the index as it was written, apart from spaces between such characters. */
const restored = (text) => text.replace(GAPS, "").replaceAll("</mark><mark>", "");

/**
 * A found word as pieces: marked is what was typed where the word has it, else, since it shares only
 * the stem, the word without the signs around it.
 */
function wordPieces(word, parts) {
  const lower = word.toLowerCase();
  const part = parts.filter((one) => lower.includes(one)).sort((a, b) => b.length - a.length)[0];
  const at = part ? lower.indexOf(part) : word.search(/[\p{L}\p{N}]/u);
  const end = part ? at + part.length : word.search(/[^\p{L}\p{N}]*$/u);
  return at < 0
    ? [[word, true]]
    : [[word.slice(0, at), false], [word.slice(at, end), true], [word.slice(end), false]].filter(([text]) => text);
}

/** An excerpt as pieces [text, whether it is marked]. */
function pieces(excerpt, query) {
  const parts = typed(query);
  return restored(excerpt)
    .split(/(<mark>.*?<\/mark>)/su)
    .filter(Boolean)
    .flatMap((piece) => {
      const found = piece.startsWith("<mark>");
      const text = (found ? piece.slice(6, -7) : piece).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
      return found ? wordPieces(text, parts) : [[text, false]];
    });
}

/** How far a text goes that begins with a title, spaces aside; -1 if it does not. */
function lengthOf(title, text) {
  const space = /\s/u;
  let at = 0;
  for (let one = 0; one < title.length; one += 1) {
    if (space.test(title[one])) continue;
    while (at < text.length && space.test(text[at])) at += 1;
    if (text[at] !== title[one]) return -1;
    at += 1;
  }
  return at;
}

/** The pieces of a title that an excerpt begins with, and the rest of it. */
function parted(all, title) {
  const length = lengthOf(title, all.map(([piece]) => piece).join(""));
  const sides = [[], []];
  let left = length;
  for (const [piece, found] of all) {
    const cut = Math.max(0, left);
    if (cut) sides[0].push([piece.slice(0, cut), found]);
    if (piece.length > cut) sides[1].push([piece.slice(cut), found]);
    left = cut - piece.length;
  }
  const [first] = sides[1];
  // The index ends a heading with a full stop.
  if (length > 0 && first) first[0] = first[0].replace(/^[.\s]+/u, "");
  return [sides[0].some(([, found]) => found) ? sides[0] : [[title, false]], sides[1]];
}

/** The words that a page marks on arrival: those of the excerpt, and what was typed if only a part of it was asked for. */
function marked(all, query) {
  const words = all.filter(([, found]) => found).map(([text]) => text.toLowerCase());
  return [...new Set(runs(query).length ? [...words, ...typed(query)] : words)].slice(0, 6);
}

/** What an address says of a page: the skill's own, or the kind. */
function kind(path) {
  const [room, name, more] = decodeURI(path).split("/");
  if (room === "cases") return more ? name : "Use case";
  const kinds = { skills: more ? "" : "Skill", documents: "Document", classes: "Class of skills", guide: "Guide" };
  return kinds[room] ?? (room === "agent-classes" ? "Class of agents" : "");
}

/** The places of a page where something was found, the best ones, in the order of the page. */
function places(page, root, query) {
  const path = new URL(page.url, root).href.slice(root.length);
  const weight = (place) => place.weighted_locations.reduce((sum, one) => sum + one.balanced_score, 0);
  const best = [...page.sub_results].sort((a, b) => weight(b) - weight(a)).slice(0, PLACES);
  return page.sub_results
    .filter((place) => best.includes(place))
    .map((place) => {
      const title = place.anchor?.title ?? restored(place.title ?? page.meta.title ?? "");
      const all = pieces(place.excerpt, query);
      const [heading, excerpt] = parted(all, title);
      const url = new URL(place.url, root);
      for (const word of marked(all, query)) url.searchParams.append("highlight", word);
      return {
        path,
        url,
        title,
        heading,
        page: restored(page.meta.title ?? ""),
        excerpt,
        // Two pages can show the same text, such as a document and the sample of its skill.
        text: restored(place.excerpt).replace(/^.*?<mark>/su, "").replace(/<\/?mark>/gu, "").slice(0, 40),
      };
    });
}

/** Pages by skill, others by themselves, in the order of their best page; a text is shown once. */
export function groups(pages, root, query) {
  const found = new Map();
  for (const page of pages) {
    const { skill } = page.meta;
    const own = places(page, root, query);
    const path = own[0]?.path;
    if (path === undefined) continue;
    const key = skill ?? path;
    const group = found.get(key) ?? { name: skill ?? own[0].page, kind: skill ? "Skill" : kind(path), pages: [] };
    // The skill's own page first: it explains what the others quote.
    if (skill && path.split("/").length === 3) group.pages.unshift(own);
    else group.pages.push(own);
    found.set(key, group);
  }
  for (const group of found.values()) {
    const seen = new Set();
    group.places = group.pages.flat().filter(({ text }) => !seen.has(text) && seen.add(text));
  }
  return [...found.values()];
}

/** Asks every question; a page has to answer all of them. */
async function ask(pagefind, query) {
  const answers = await Promise.all(questions(query).map((one) => pagefind.search(one)));
  const [first, ...rest] = answers.map(({ results }) => results);
  return (first ?? []).filter(({ id }) => rest.every((results) => results.some((other) => other.id === id)));
}

/** Brings the dialog to life. */
export function attach({ dialog, input, says, list, index, root }) {
  let pagefind;
  let results = [];
  let shown = 0;
  let turn = 0;
  let timer = 0;
  let asking;
  let active;
  const FAILED = "The index could not be loaded. Check the connection and type again.";

  /** Pagefind, ready; the skill of a page is for grouping and is not searched. */
  const load = () =>
    (pagefind ??= import(`${index}pagefind.js`).then(async (library) => {
      await library.options({
        baseUrl: new URL(root).pathname,
        excerptLength: 24,
        excerptEllipsis: "…",
        ranking: { metaWeights: { skill: 0 } },
      });
      await library.init();
      return library;
    }));

  /** After a failure the next question begins anew. */
  function fail() {
    pagefind?.then((library) => library.destroy()).catch(() => {});
    pagefind = undefined;
    clear(FAILED);
  }

  function choose(option) {
    active?.setAttribute("aria-selected", "false");
    active = option;
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  }

  const options = () => [...list.querySelectorAll("[role=option]")];

  function clear(words) {
    list.replaceChildren();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose();
    says.textContent = words;
  }

  const shownAs = (all) => all.map(([text, found]) => (found ? make("mark", {}, text) : text));

  /** A place; `group` is what stands above it and need not be said again. */
  function option(place, number, group) {
    const head = make("span", { class: "search-title" }, ...shownAs(place.heading));
    if (place.page !== group) {
      const folder = place.path.startsWith("cases/") ? `${kind(place.path)} / ` : "";
      head.append(" ", make("span", { class: "search-where" }, folder + place.page));
    }
    return make(
      "a",
      { role: "option", id: `search_${number}`, href: place.url.href, tabindex: "-1", "aria-selected": "false" },
      head,
      make("span", { class: "search-excerpt" }, ...shownAs(place.excerpt)),
    );
  }

  async function show(query, count) {
    const mine = turn;
    const pages = await Promise.all(results.slice(0, count).map((result) => result.data()));
    if (mine !== turn) return;
    shown = pages.length;
    let number = 0;
    const parts = groups(pages, root, query).map(({ name, kind: label, places: own }, at) => {
      const heading = make("div", { class: "search-group", id: `search_group_${at}`, role: "presentation" }, make("span", {}, name));
      if (label) heading.append(" ", make("span", { class: "search-kind" }, label));
      const all = own.map((place) => option(place, number++, name));
      return make("div", { role: "group", "aria-labelledby": heading.id }, heading, ...all);
    });
    const rest = results.length - shown;
    if (rest > 0) {
      const words = rest === 1 ? "One more page" : `${rest} more pages`;
      parts.push(make("div", { role: "option", id: "search_more", class: "search-more", "aria-selected": "false" }, words));
    }
    const before = new Set(options().map(({ href }) => href));
    list.replaceChildren(...parts);
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(options().find(({ href }) => count === PAGES || !before.has(href)));
    const all = results.length;
    says.textContent = all === 1 ? "Found on one page" : `Found on ${all} pages`;
  }

  const search = () => (asking = answer());

  async function answer() {
    timer = 0;
    const query = input.value.trim();
    const mine = ++turn;
    const late = setTimeout(() => mine === turn && query && clear("Loading the index …"), 400);
    try {
      const found = query ? await ask(await load(), query) : [];
      if (mine !== turn) return;
      results = found;
      if (results.length) await show(query, PAGES);
      else clear(query && `Nothing on this site has “${query}”. Fewer or other words may find it.`);
      // Says which question the list answers: it lags behind the field.
      if (mine === turn) list.dataset.answers = query;
    } catch {
      if (mine === turn) fail();
    } finally {
      clearTimeout(late);
    }
  }

  /** Does what Enter means once what is in the field is answered. */
  async function enter(keys) {
    clearTimeout(timer);
    await (timer ? search() : asking);
    active?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
  }

  /** Goes where an option leads; on this page without loading it again. */
  function follow(event) {
    const chosen = event.target.closest("[role=option]");
    if (!chosen) return;
    if (chosen.id === "search_more") return void show(input.value.trim(), shown + 2 * PAGES).catch(fail);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const url = new URL(chosen.href);
    if (url.pathname !== location.pathname || url.origin !== location.origin) return;
    event.preventDefault();
    dialog.close();
    location.hash = url.hash;
    arrive(url.hash);
    highlight(url.searchParams.getAll("highlight"));
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const every = options();
    const at = every.indexOf(active);
    if (event.key === "ArrowDown") choose(every[at + 1] ?? every[0]);
    else if (event.key === "ArrowUp") choose(every[at - 1] ?? every.at(-1));
    else if (event.key === "Enter") {
      const { ctrlKey, metaKey, shiftKey } = event;
      enter({ ctrlKey, metaKey, shiftKey });
    } else return;
    event.preventDefault();
  });
  list.addEventListener("click", follow);
  list.addEventListener("pointermove", (event) => {
    const under = event.target.closest("[role=option]");
    if (under && under !== active) choose(under);
  });

  if (!input.value) return void load().catch(fail);
  search();
  if (input.hasAttribute("data-entered")) enter({});
}

/** Scrolls to a place of this page and gives it the focus if it takes one. */
function arrive(hash) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  target?.scrollIntoView();
  target?.closest("[tabindex]")?.focus({ preventScroll: true });
}

/** The texts of a part of the page, as lists of nodes: a place to break a word at parts no text. */
function* texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let run = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("nav, script")) continue;
    const before = node.previousSibling;
    if (before?.nodeName === "WBR" && before.previousSibling === run.at(-1)) {
      run.push(node);
      continue;
    }
    if (run.length) yield run;
    run = [node];
  }
  if (run.length) yield run;
}

/** A place in such a text as node and offset; as an end, it belongs to the node before it. */
function place(nodes, index, isEnd) {
  let left = index;
  for (const node of nodes) {
    if (left < node.length || (isEnd && left === node.length)) return [node, left];
    left -= node.length;
  }
  return [nodes.at(-1), nodes.at(-1).length];
}

/** Marks words on this page. Nothing of the page is changed, so nothing moves. */
export function highlight(words) {
  if (!globalThis.CSS?.highlights || !words.some(Boolean)) return;
  const escaped = words.filter(Boolean).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(escaped.sort((a, b) => b.length - a.length).join("|"), "giu");
  // A word is found from its beginning; a character that is a word is one wherever it stands.
  const inside = new RegExp(String.raw`(?![${SINGLE}])[\p{L}\p{N}]$`, "u");
  const single = new RegExp(`^[${SINGLE}]`, "u");
  const ranges = [];
  for (const nodes of texts(document.querySelector("main"))) {
    const text = nodes.map(({ data }) => data).join("");
    for (const { 0: word, index } of text.matchAll(pattern)) {
      if (ranges.length >= 500) break;
      if (!single.test(word) && inside.test(text.slice(Math.max(0, index - 2), index))) continue;
      const range = new Range();
      range.setStart(...place(nodes, index));
      range.setEnd(...place(nodes, index + word.length, true));
      ranges.push(range);
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

addEventListener("keydown", ({ key }) => key === "Escape" && globalThis.CSS?.highlights?.delete("found"));

// Previews of references: the heading and the first lines of what a reference leads to, taken from the
// page that it leads to. Loaded by 55-preview.js.
//
// A preview can be entered with the pointer and stays while the pointer or the focus is on it or on its
// reference; Escape takes it away and leaves the focus where it is (WCAG 2.2, 1.4.13). It shows text and
// nothing that acts: no script, no link, no identifier of the other page comes with it.

/** Time for a pointer that is only passing, and for one on its way into the preview. */
const PAUSE = 200;

/** Characters that an excerpt has at most; what is too high for the box fades out. */
const LENGTH = 900;

/** Lines of code. */
const LINES = 10;

/** Elements that keep their look; of others only the text is shown. */
const KEPT = new Set(
  "P UL OL LI TABLE THEAD TBODY TR TH TD PRE CODE EM STRONG DEL SUB SUP BLOCKQUOTE BR WBR KBD DL DT DD".split(" "),
);

/** What is no text of the target. */
const LEFT_OUT = "script, style, template, svg, img, button, input, select, textarea, iframe, .lines, .note, .ln, [hidden]";

const HEADINGS = "h1, h2, h3, h4, h5, h6";

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
};

const words = (element) => element?.textContent.replace(/\s+/gu, " ").trim() ?? "";

/** Copies text and looks into `to` until there is enough of it. */
function excerpt(nodes, to, left) {
  for (const node of nodes) {
    if (left.characters <= 0) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.slice(0, left.characters);
      left.characters -= text.trim().length;
      to.append(text.length < node.data.length ? `${text} …` : text);
    } else if (node.nodeType === Node.ELEMENT_NODE && !node.matches(LEFT_OUT)) {
      let inside = to;
      if (KEPT.has(node.tagName)) inside = make(node.tagName);
      else if (node.matches(HEADINGS)) inside = make("p", { class: "preview-heading" });
      else if (node.tagName === "SPAN" && node.closest("pre")) inside = make("span", { class: node.className });
      if (inside !== to) to.append(inside);
      excerpt(node.childNodes, inside, left);
    }
  }
}

/** What follows a heading, up to the next one that is no lower. */
function below(heading) {
  const found = [];
  for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.matches(HEADINGS) && next.tagName <= heading.tagName) break;
    found.push(next);
  }
  return found;
}

/** A file from one of its lines on. */
function code(line) {
  const pre = line.ownerDocument.createElement("pre");
  let count = 0;
  for (let node = line; node; node = node.nextSibling) {
    if (node.nodeType === Node.ELEMENT_NODE && node.matches(".ln") && (count += 1) > LINES) break;
    pre.append(node.cloneNode(true));
  }
  return pre;
}

/** A row below the head of its table. */
function row(element) {
  const table = element.closest("table").cloneNode(false);
  const head = element.closest("table").tHead;
  if (head && !head.contains(element)) table.append(head.cloneNode(true));
  table.append(element.cloneNode(true));
  return table;
}

/** A block without its heading. */
function text(block) {
  const parts = [...block.querySelector(".block-text").children];
  return parts.filter((part) => !part.matches(".lines") && !(part.matches(HEADINGS) && part === heading(block)));
}

const heading = (block) => block.querySelector(`.block-text > :is(${HEADINGS})`);

/** What an address leads to within a page: its title and what is shown of it. */
export function target(page, id) {
  const main = page.querySelector("main");
  if (!id || id === "main") {
    const lead = main?.querySelector(".line");
    const blocks = [...(main?.querySelectorAll("[data-block]") ?? [])];
    const first = blocks.find((block) => words(block.querySelector(".block-text > :not(.lines, h1, h2, h3, h4)")));
    return { title: words(main?.querySelector("h1")), nodes: [lead, ...(first ? text(first) : [])].filter(Boolean) };
  }
  const found = page.getElementById(id);
  if (!found || !main?.contains(found)) return undefined;
  if (found.matches(".ln")) return { title: `Line ${words(found)}`, nodes: [code(found)] };
  const above = found.closest(HEADINGS);
  const block = found.closest("[data-block]");
  if (block && (found === block || above === heading(block))) {
    return { block, title: words(heading(block)) || block.getAttribute("aria-label"), nodes: text(block) };
  }
  if (above) return { title: words(above), nodes: below(above) };
  const title = block ? words(heading(block)) || block.getAttribute("aria-label") : words(found.querySelector(HEADINGS));
  if (found.matches("li")) return { block, title, nodes: [...found.childNodes] };
  return { block, title, nodes: [found.matches("tr") ? row(found) : found] };
}

/** Brings previews to the references of a page. */
export function attach(main, references) {
  const pages = new Map();
  const where = make("p", { class: "preview-where" });
  const title = make("p", { class: "preview-title", id: "preview_title" });
  const body = make("div", { class: "preview-text" });
  const box = make("div", { class: "preview", role: "tooltip", hidden: "" }, where, title, body);
  document.body.append(box);

  let shown; // the reference whose preview is there
  let wanted; // the reference under the pointer or the focus
  let dismissed; // the one whose preview Escape took away
  let pointer; // where the pointer came to it
  let timer = 0;

  /** A page as a document in which nothing runs and nothing loads; nothing if it cannot be had. */
  async function fetched(address) {
    try {
      const answer = await fetch(address);
      if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) return undefined;
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return undefined;
    }
  }

  function page(url) {
    const path = url.pathname;
    if (path === location.pathname) return document;
    if (!pages.has(path)) pages.set(path, fetched(url.origin + path));
    return pages.get(path);
  }

  /** Over the line that holds the reference, for what stands there is read already; below it if there is no room. */
  function place(link) {
    const lines = [...link.getClientRects()];
    const line = lines.find(({ top, bottom }) => pointer && top <= pointer.y && pointer.y <= bottom) ?? lines[0];
    const bar = document.querySelector(".chips")?.getBoundingClientRect();
    const top = bar && bar.top <= 0 ? bar.bottom : 0;
    const over = line.top - top;
    const under = innerHeight - line.bottom;
    box.style.maxHeight = "";
    const up = box.offsetHeight <= over || over >= under;
    const room = Math.max(up ? over : under, 0);
    box.style.maxHeight = `${room}px`;
    const height = Math.min(box.offsetHeight, room);
    const width = document.documentElement.clientWidth;
    const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
    const right = Math.min(Math.max(edge, line.right), width - 8);
    const left = Math.max(Math.min(line.left - 16, right - box.offsetWidth), 8);
    box.style.left = `${left + scrollX}px`;
    box.style.top = `${(up ? line.top - height : line.bottom) + scrollY}px`;
    box.dataset.side = up ? "over" : "under";
  }

  function hide() {
    clearTimeout(timer);
    timer = 0;
    if (!shown) return;
    box.hidden = true;
    shown.removeAttribute("aria-describedby");
    if (shown.dataset.title) shown.title = shown.dataset.title;
    delete shown.dataset.title;
    shown = undefined;
  }

  async function show(link) {
    const url = new URL(link.href);
    const isPage = url.origin === location.origin && /(?:\/|\.html)$/u.test(url.pathname);
    const from = isPage && (await page(url));
    if (!from || wanted !== link || shown === link) return;
    let id = url.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // Not an encoded name: taken as it stands.
    }
    const found = target(from, id);
    if (!found?.title || found.block?.contains(link)) return;
    hide();
    const here = from === document || !id ? "" : words(from.querySelector("main h1"));
    where.textContent = here;
    where.hidden = !here;
    title.textContent = found.title;
    body.replaceChildren();
    excerpt(found.nodes, body, { characters: LENGTH });
    shown = link;
    // The browser's own words would come on top of these.
    if (link.title) link.dataset.title = link.title;
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", title.id);
    box.hidden = false;
    place(link);
    box.toggleAttribute("data-more", body.scrollHeight > body.clientHeight + 1);
  }

  /** The reference that now has the pointer or the focus, or none. */
  function turn(link, pause) {
    if (link !== dismissed) dismissed = undefined;
    if (link === wanted) return;
    wanted = link;
    clearTimeout(timer);
    if (wanted && (wanted === shown || wanted === dismissed)) return;
    timer = setTimeout(() => {
      if (wanted) show(wanted);
      else hide();
    }, pause);
  }

  const reference = (element) => {
    const link = element?.closest?.(references);
    return link && main.contains(link) ? link : undefined;
  };
  const focused = () => (document.activeElement?.matches(":focus-visible") ? reference(document.activeElement) : undefined);

  document.addEventListener("pointerover", ({ target: element, pointerType, buttons, clientX, clientY }) => {
    if (pointerType === "touch" || buttons) return;
    const link = box.contains(element) ? shown : reference(element);
    if (link && link !== shown) pointer = { x: clientX, y: clientY };
    turn(link ?? focused(), PAUSE);
  });
  document.documentElement.addEventListener("pointerleave", () => turn(focused(), PAUSE));
  document.addEventListener("focusin", () => {
    if (focused()) pointer = undefined;
    turn(focused(), 0);
  });
  document.addEventListener("focusout", ({ relatedTarget }) => relatedTarget || turn(undefined, 0));
  main.addEventListener("click", ({ target: element }) => reference(element) && hide());
  addEventListener("resize", hide);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !shown) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      dismissed = shown;
      hide();
    },
    true,
  );

  // The one that brought this module may still be pointed at.
  const hovered = [...main.querySelectorAll(references)].find((link) => link.matches(":hover"));
  turn(hovered ?? focused(), PAUSE);
}

// Blocks and their notes: lighting, pinning, walking, and the address that carries the pinned one.

const blocks = all("[data-block]");
const notes = new Map(all("[data-note]").map((note) => [note.dataset.note, note]));
const pieces = new Map(all("[data-piece]").map((piece) => [piece.dataset.piece, piece]));

/** A block, or a part of it that has a note of its own, with the notes of both. */
function group(target) {
  const block = target.closest("[data-block]");
  if (!block) return [];
  const inner = target.closest("[data-piece], .note-piece");
  const name = inner?.dataset.piece ?? inner?.dataset.note;
  return [block, notes.get(block.dataset.block), pieces.get(name), notes.get(name)].filter(Boolean);
}

lighters.push((target) => group(target).map((element) => [element, ""]));

/** What is pinned: a group, or nothing. */
let pinned = [];

/** What a group is called in the address: its part, else its block. */
const named = ([block, ...rest]) => rest.find((element) => element.dataset.piece) ?? block;

function mark(next) {
  for (const element of pinned) delete element.dataset.pinned;
  pinned[0]?.removeAttribute("aria-current");
  pinned = next;
  for (const element of pinned) element.dataset.pinned = "";
  pinned[0]?.setAttribute("aria-current", "true");
}

function pin(next) {
  mark(next);
  const { pathname, search } = location;
  const id = next.length ? `#${named(next).id}` : "";
  history.replaceState(history.state, "", pathname + search + id);
}

/** A second time lets go. */
function toggle(target) {
  const next = group(target);
  pin(pinned.length && named(next) === named(pinned) ? [] : next);
}

/** Goes to a block: the focus lights it. */
function visit(block) {
  block.focus({ preventScroll: true });
  block.scrollIntoView();
}

/** The block that the top of the window is in, as an index; -1 above the first. */
function reading() {
  const line = (document.querySelector(".chips")?.offsetHeight ?? 0) + 32;
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle].getBoundingClientRect().top <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function walk(step) {
  const from = document.activeElement.closest("[data-block]") ?? pinned[0];
  const next = blocks[(from ? blocks.indexOf(from) : reading()) + step];
  if (!next) return;
  if (pinned.length) pin(group(next));
  visit(next);
}

// Selecting text never pins: neither the click that ends a selection, nor the first of a double
// click, nor the one that only clears what was selected.
let selected = false;
let before = [];
const selecting = () => !getSelection().isCollapsed;

document.addEventListener("pointerdown", () => (selected = selecting()));

document.addEventListener("click", (event) => {
  const { target, detail } = event;
  if (modified(event) || event.defaultPrevented || target.closest(CONTROLS)) return;
  if (!target.closest("[data-block]")) return;
  if (selecting()) {
    if (detail > 1) pin(before);
    return;
  }
  if (selected || detail > 1) return;
  before = pinned;
  toggle(target);
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || modified(event)) return;
  if (key === "Escape" && pinned.length && !document.querySelector("dialog[open]")) pin([]);
  if ((key === "Enter" || key === " ") && target.matches("[data-block], [data-piece]")) toggle(target);
  else if (key === "j" && isShortcut(event)) walk(1);
  else if (key === "k" && isShortcut(event)) walk(-1);
  else return;
  event.preventDefault();
});

/** Pins what the address names: a block, a part, a line, or a heading by an older name. */
function open() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Not an encoded name: taken as it stands.
  }
  const target = document.getElementById(id);
  if (target?.closest("[data-block]")) mark(group(target));
}

addEventListener("hashchange", open);
open();

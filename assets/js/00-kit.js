// What every script here uses. The files are joined in name order into one function (build.rs);
// a page that lacks a part simply has no element for its script to find.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Elements that act when clicked: a click on one never pins. */
const CONTROLS = "a, button, input, select, textarea, summary, label, [contenteditable]";

/** Elements that take letters: no shortcut while one has the focus. */
const FIELDS = "input, select, textarea, [contenteditable]";

/** A new element; children are elements or text, never HTML. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
}

/** Whether an event carries a modifier, which makes it the browser's. */
const modified = (event) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/**
 * Whether a key may be a shortcut by itself: nobody types, no dialog is open, and the reader wants such
 * keys. Shift is no matter of it: some layouts have the slash on a shifted key.
 */
const isShortcut = (event) =>
  !(event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) &&
  document.documentElement.dataset.keys !== "off" &&
  // A dialog that closes keeps the focus for a moment.
  !event.target.closest(FIELDS)?.getClientRects().length &&
  !document.querySelector("dialog[open]");

// A closed <details> prints nothing in browsers that do not know its content as a pseudo-element.
addEventListener("beforeprint", () => all("details").forEach((details) => (details.open = true)));

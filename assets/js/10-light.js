// Lighting: what belongs together is marked with data-lit while the pointer or the focus is on one
// of it. Style sheets change colours by it and nothing else, so nothing moves.

/** Functions from an element to pairs [element to light, value of data-lit]. */
const lighters = [];

let lit = [];

const related = (target) =>
  target instanceof Element ? lighters.flatMap((lighter) => lighter(target)) : [];

function light(target) {
  let next = related(target);
  if (!next.length) next = related(document.activeElement);
  if (next.length === lit.length && next.every(([element], i) => element === lit[i][0])) return;
  for (const [element] of lit) delete element.dataset.lit;
  for (const [element, how] of next) element.dataset.lit = how;
  lit = next;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") light(event.target);
});
document.documentElement.addEventListener("pointerleave", () => light(null));
document.addEventListener("focusin", (event) => light(event.target));
document.addEventListener("focusout", (event) => event.relatedTarget || light(null));

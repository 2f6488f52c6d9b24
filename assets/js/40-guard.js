// The guard on the page: which glob decided what, and the field that answers for a path. Verdicts
// come from verdict.js and its data; nothing is decided here.

lighters.push((target) => {
  const decided = all("[data-decided-by]");
  const here = target.closest("[data-glob], [data-decided-by]");
  const glob = here?.dataset.glob ?? here?.dataset.decidedBy;
  if (!glob) return [];
  return [...all("[data-glob]"), ...decided]
    .filter(({ dataset }) => (dataset.glob ?? dataset.decidedBy) === glob)
    .filter((element) => here.dataset.glob || element.dataset.glob || element === here)
    .map((element) => [element, ""]);
});

/** Why a write is admitted, for a reader. */
function reason(caller, { kind, glob }) {
  if (kind === "exempt") return ["the folder is frozen, but this file stays writable"];
  if (glob < 0) return ["no territory restricts it"];
  return ["admitted by ", make("code", {}, caller.globs[glob].glob)];
}

/** One caller's answer: the exit code and the guard's words. */
function answer(caller, result) {
  const code = make("span", { class: "exit", "data-code": result.exit }, `exit ${result.exit}`);
  if (result.exit) {
    return make(
      "div",
      { class: "answer", "data-exit": result.exit },
      code,
      make("pre", { class: "words" }, result.words),
    );
  }
  return make("div", { class: "answer", "data-exit": 0 }, code, " ", ...reason(caller, result));
}

/** Every caller's answer: who may write the path, then who is refused and in which words. */
function answers(data, path) {
  const rows = { 0: [], 2: [] };
  data.callers.forEach((caller, index) => {
    const result = verdict(data, index, path);
    const row = make(
      "li",
      { "data-exit": result.exit },
      make("span", { class: "verdict" }, result.exit ? "refused " : "admitted "),
      make("code", {}, caller.class ?? caller.name),
    );
    if (caller.class) row.append(make("span", { class: "size" }, ` · ${caller.kind} ${caller.name}`));
    if (result.exit) {
      const [first, ...rest] = result.words.split("\n");
      row.append(
        make(
          "details",
          { class: "why" },
          make("summary", {}, first.replace(/^\S+\s/u, "")),
          make("pre", { class: "words" }, rest.join("\n")),
        ),
      );
    } else {
      row.append(make("span", { class: "why" }, ...reason(caller, result)));
    }
    rows[result.exit].push(row);
  });
  return [
    [rows[0], "may write it"],
    [rows[2], "refused"],
  ]
    .filter(([list]) => list.length)
    .flatMap(([list, words]) => [
      make("p", { class: "answer-group" }, `${list.length} ${words}`),
      make("ul", { class: "answers" }, ...list),
    ]);
}

for (const field of all("[data-guard-field]")) {
  const source = document.getElementById("guard-data");
  if (!source) continue;
  const data = JSON.parse(source.textContent);
  const [input, output] = [field.querySelector("input"), field.querySelector("output")];
  const every = "all" in field.dataset;

  function say() {
    const path = input.value.trim();
    if (!path) output.replaceChildren();
    else if (every) output.replaceChildren(...answers(data, path));
    else output.replaceChildren(answer(data.callers[0], verdict(data, 0, path)));
  }

  input.addEventListener("input", say);
  field.hidden = false;
  // A path that the browser kept over a reload; by then every script is read.
  addEventListener("DOMContentLoaded", say);
}

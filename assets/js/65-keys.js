// The list of shortcuts, opened with ? or by the button in the footer, and the switch that turns those of
// a single key off, for who speaks to a computer or hits keys by chance (WCAG 2.2, 2.1.4).

const KEPT_KEYS = "skillbook-keys";

/** What the keys do here: only what this page has. */
function keyGroups() {
  const search = document.querySelector(".search-open");
  const chord = /mac|iphone|ipad/iu.test(navigator.platform) ? "⌘ K" : "Ctrl K";
  return [
    [
      "On every page",
      [
        [["?"], "this list"],
        search && [["/", chord], "search"],
        [["Esc"], "close what is open"],
      ],
    ],
    blocks.length && [
      "Blocks",
      [
        [["j", "k"], "next block, the one before"],
        [["Enter", "Space"], "pin the block; once more lets go"],
        [["Esc"], "let go"],
      ],
    ],
    document.querySelector(".chips") && [
      "Bar of sections",
      [
        [["←", "→"], "section before, next section"],
        [["Home", "End"], "first section, last section"],
      ],
    ],
    document.querySelector("main .ref") && [
      "References",
      [
        [["Tab"], "show what the next one leads to"],
        [["Esc"], "take the preview away"],
      ],
    ],
  ].filter(Boolean);
}

function setKeys(on) {
  if (on) delete document.documentElement.dataset.keys;
  else document.documentElement.dataset.keys = "off";
  for (const button of all("[data-shortcuts]")) {
    const kept = button.dataset.shortcuts.split(" ").filter((keys) => on || keys.length > 1);
    if (kept.length) button.setAttribute("aria-keyshortcuts", kept.join(" "));
    else button.removeAttribute("aria-keyshortcuts");
  }
}

function keyDialog() {
  const input = make("input", { type: "checkbox", role: "switch", id: "keys_on" });
  input.checked = document.documentElement.dataset.keys !== "off";
  input.addEventListener("change", () => {
    setKeys(input.checked);
    try {
      if (input.checked) localStorage.removeItem(KEPT_KEYS);
      else localStorage.setItem(KEPT_KEYS, "off");
    } catch {
      // Storage can be forbidden: the choice then lasts as long as the page.
    }
  });
  const close = make("button", { type: "button", class: "dialog-close", autofocus: "" }, "Close");
  const title = make("h2", { id: "keys_title" }, "Keyboard shortcuts");
  const rows = (list) =>
    list.filter(Boolean).map(([keys, words]) =>
      make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, words)),
    );
  const groups = keyGroups().map(([name, list]) =>
    make("section", {}, make("h3", {}, name), make("dl", {}, ...rows(list))),
  );
  const single = make("label", { class: "keys-switch", for: "keys_on" }, input, "Shortcuts of a single key");
  const dialog = make(
    "dialog",
    { class: "keys", "aria-labelledby": title.id },
    make("div", { class: "keys-head" }, title, close),
    make("div", { class: "keys-list" }, ...groups),
    make("p", {}, single),
  );
  close.addEventListener("click", () => dialog.close());
  // A click on the dialog itself is one beside what it holds.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}

for (const button of all(".keys-open")) {
  let dialog;
  const open = () => (dialog ??= keyDialog()).showModal();
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || !isShortcut(event)) return;
    event.preventDefault();
    open();
  });
  button.hidden = false;
}

try {
  setKeys(localStorage.getItem(KEPT_KEYS) !== "off");
} catch {
  setKeys(true);
}

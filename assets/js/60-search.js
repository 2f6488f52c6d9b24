// Search, as far as every page has it: the button, the keys, and an empty dialog. What searches is a
// module of its own, loaded when the dialog opens or when a page is entered from it.

for (const button of all(".search-open")) {
  const { ui, index } = button.dataset;
  const absolute = (address) => new URL(address, document.baseURI).href;
  const module = () => import(absolute(ui));
  let dialog;

  /** The dialog before anything is searched: what is typed meanwhile is not lost. */
  function build() {
    const input = make("input", {
      // Not "search": there Escape would empty the field and leave the dialog open.
      type: "text",
      role: "combobox",
      "aria-label": "Search this site",
      "aria-autocomplete": "list",
      "aria-controls": "search_results",
      "aria-expanded": "false",
      autocomplete: "off",
      autocapitalize: "off",
      enterkeyhint: "search",
      placeholder: "Search skills, documents, guide",
      spellcheck: "false",
    });
    const close = make("button", { type: "button", class: "dialog-close" }, "Close");
    const says = make("p", { class: "search-says", role: "status" });
    const list = make("div", { class: "search-results", id: "search_results", role: "listbox", "aria-label": "Results" });
    list.hidden = true;
    const keys = make("p", { class: "search-keys", "aria-hidden": "true" }, "↑ ↓ choose · Enter opens · Esc closes");
    const bar = make("div", { class: "search-bar" }, input, close);
    const row = make("div", { class: "search-row" }, says, keys);
    dialog = make("dialog", { class: "search", "aria-label": "Search" }, bar, row, list);
    // Enter is kept, too, until somebody can act on it.
    input.addEventListener("keydown", (event) => input.toggleAttribute("data-entered", event.key === "Enter" && !event.isComposing));
    close.addEventListener("click", () => dialog.close());
    // A click on the dialog itself is one beside what it holds.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    module().then(
      ({ attach }) => attach({ dialog, input, says, list, index: absolute(index), root: new URL("..", absolute(index)).href }),
      () => {
        const isFile = location.protocol === "file:";
        says.textContent = isFile
          ? "Search works on a web server only: a page that was opened as a file may not read the index."
          : "Search could not be loaded. Check the connection and load the page again.";
      },
    );
  }

  function open() {
    if (dialog?.open) return;
    if (!dialog) build();
    dialog.showModal();
    dialog.querySelector("input").select();
  }

  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    const chord = key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey;
    if (!chord && !(key === "/" && isShortcut(event))) return;
    event.preventDefault();
    open();
  });
  button.hidden = false;

  // A page that was entered from a result shows what was found; its address does not keep it.
  const address = new URL(location.href);
  const words = address.searchParams.getAll("highlight");
  if (words.length) {
    address.searchParams.delete("highlight");
    history.replaceState(history.state, "", address);
    module().then(({ highlight }) => highlight(words), () => {});
  }
}

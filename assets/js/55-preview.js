// Previews of references, as far as every page has them: the module that makes them is loaded when
// the pointer or the focus first comes to a reference.

for (const main of all("main[data-preview]")) {
  // A page that was opened as a file may read no other, nor load a module.
  if (location.protocol === "file:") continue;
  const references = ":is(.ref, .source a, figcaption a, .sections a, .takes a, .leaves a)";

  async function begin({ target, type, pointerType }) {
    if (pointerType === "touch" || !target.closest(references)) return;
    if (type === "focusin" && !target.matches(":focus-visible")) return;
    main.removeEventListener("pointerover", begin);
    main.removeEventListener("focusin", begin);
    try {
      const { attach } = await import(new URL(main.dataset.preview, document.baseURI).href);
      attach(main, references);
    } catch {
      // Without previews a reference is a link like any other.
    }
  }

  main.addEventListener("pointerover", begin);
  main.addEventListener("focusin", begin);
}

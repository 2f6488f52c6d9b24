// Copy buttons: data-copy names the element whose text is copied, or none, which is the element before
// the button; data-copy-link names the place whose address is copied. A page that brings a button
// keeps it hidden until this script is there.

const copied = make("p", { class: "visually-hidden", role: "status" });
document.body.append(copied);

/** A button that copies a text, or with `data-copy-link` an address. */
const copyButton = (words, attributes) => make("button", { type: "button", class: "copy", ...attributes }, words);

/** The text as one reads it: line by line, without line numbers and buttons. */
function textOf(element) {
  const copy = element.cloneNode(true);
  for (const part of all(".ln, button", copy)) part.remove();
  const lines = all("p, pre", copy);
  const text = lines.length ? lines.map((line) => line.textContent).join("\n") : copy.textContent;
  return text.trimEnd();
}

const addressOf = (id) => `${location.href.replace(/[?#].*$/su, "")}#${encodeURIComponent(id)}`;

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection there is only the older way.
    const field = make("textarea", { class: "visually-hidden" });
    const focused = document.activeElement;
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus({ preventScroll: true });
    return done;
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy], [data-copy-link]");
  if (!button || button.dataset.says) return;
  const { copy, copyLink } = button.dataset;
  const source = copy ? document.getElementById(copy) : button.previousElementSibling;
  const words = button.textContent;
  const done = await write(copyLink ? addressOf(copyLink) : textOf(source));
  button.dataset.says = words;
  button.textContent = done ? "Copied" : "Not copied";
  copied.textContent = button.textContent;
  setTimeout(() => {
    button.textContent = words;
    copied.textContent = "";
    delete button.dataset.says;
  }, 2000);
});

for (const button of all("button[data-copy], button[data-copy-link]")) button.hidden = false;

for (const block of all("[data-block]")) {
  const text = block.querySelector(".block-text");
  const label = `Copy link to ${block.getAttribute("aria-label")}`;
  text?.append(copyButton("Copy link", { "data-copy-link": block.id, "aria-label": label }));
}

for (const code of all(".code")) {
  code.append(copyButton("Copy", { "data-copy": "", "aria-label": `Copy the ${code.dataset.what ?? "code"}` }));
}

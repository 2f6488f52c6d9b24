// Buttons that copy what stands beside them, and addresses that a page knows only where it is read.

for (const place of all("[data-address]")) place.textContent = new URL(place.dataset.address, document.baseURI).href;

const copied = make("p", { class: "visually-hidden", role: "status" });
document.body.append(copied);

/** Copies, also where the clipboard is not to be had: pages that come neither encrypted nor from this machine. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "visually-hidden", readonly: "" });
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

/** What a button copies: its own text, else that of the element before it. */
const copyText = (button) => button.dataset.copy || button.previousElementSibling.innerText.trim();

for (const button of all("button[data-copy]")) {
  const name = button.textContent;
  let back;
  button.addEventListener("click", async () => {
    const said = (await copy(copyText(button))) ? "Copied" : "Not copied";
    button.textContent = copied.textContent = said;
    clearTimeout(back);
    back = setTimeout(() => (button.textContent = name), 2000);
  });
  button.hidden = false;
}

// The theme: the system's, light or dark. The page's head applies a stored choice before the first
// paint; this turns the switch.

const THEMES = ["system", "light", "dark"];

for (const button of all(".theme-switch")) {
  let choice = document.documentElement.dataset.theme ?? "system";
  const show = () => {
    button.dataset.choice = choice;
    button.title = `Theme: ${choice}`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    choice = THEMES[(THEMES.indexOf(choice) + 1) % THEMES.length];
    if (choice === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    try {
      if (choice === "system") localStorage.removeItem("skillbook-theme");
      else localStorage.setItem("skillbook-theme", choice);
    } catch {
      // Storage can be forbidden: the choice then lasts as long as the page.
    }
    show();
  });
  show();
  button.hidden = false;
}

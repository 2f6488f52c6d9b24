// The filter of the skills on the front page: by class and by words, kept in the address.

const folded = (text) => text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase();

for (const filter of all("[data-filter]")) {
  const sections = all("[data-class]", filter.parentElement);
  const entries = sections.flatMap((section) =>
    all("[data-skill]", section).map((entry) => ({ entry, owner: section.dataset.class, text: folded(entry.textContent) })),
  );
  const choices = all('input[name="class"]', filter);
  const list = filter.querySelector("select");
  const field = filter.querySelector('input[name="q"]');
  const says = filter.querySelector("[role=status]");

  const chosenClass = () => list?.value ?? choices.find((choice) => choice.checked)?.value ?? "*";

  function apply() {
    const words = folded(field.value).split(/\s+/u).filter(Boolean);
    const chosen = chosenClass();
    const counts = new Map();
    let shown = 0;
    for (const { entry, owner, text } of entries) {
      const matches = words.every((word) => text.includes(word));
      for (const key of matches ? [owner, "*"] : []) counts.set(key, (counts.get(key) ?? 0) + 1);
      entry.hidden = !matches || (chosen !== "*" && chosen !== owner);
      if (!entry.hidden) shown += 1;
    }
    for (const section of sections) section.hidden = !section.querySelector("[data-skill]:not([hidden])");
    for (const choice of choices) {
      const count = counts.get(choice.value) ?? 0;
      choice.parentElement.querySelector(".size").textContent = count;
      choice.parentElement.toggleAttribute("data-empty", !count);
    }
    const some = words.length || chosen !== "*";
    if (!some) says.textContent = "";
    else if (shown) says.textContent = `${shown} of ${entries.length} skills`;
    else says.textContent = "No skill matches";
  }

  /** The address says what is shown, and what is shown what the address says. */
  function keep() {
    const address = new URL(location.href);
    const chosen = chosenClass();
    const words = field.value.trim();
    address.searchParams.delete("class");
    address.searchParams.delete("q");
    if (chosen !== "*") address.searchParams.append("class", chosen);
    if (words) address.searchParams.append("q", words);
    history.replaceState(history.state, "", address);
  }

  const { searchParams } = new URL(location.href);
  field.value = searchParams.get("q") ?? "";
  const asked = searchParams.get("class") ?? "*";
  for (const choice of choices) choice.checked = choice.value === asked;
  if (!choices.some((choice) => choice.checked) && choices[0]) choices[0].checked = true;
  if (list) list.value = asked;
  if (list?.selectedIndex === -1) list.value = "*";

  filter.addEventListener("input", () => (apply(), keep()));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    field.value = "";
    apply();
    keep();
  });
  apply();
  filter.hidden = false;
}

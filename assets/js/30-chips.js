// The bar of sections: a chip jumps and pins, follows the scroll, and says which block is current.

for (const bar of all(".chips ol")) {
  const chips = new Map(all("[data-chip]", bar).map((chip) => [chip.dataset.chip, chip]));
  const links = [...chips.values()];
  let current;

  function follow() {
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const block = end && pinned.length ? pinned[0] : blocks[reading()];
    const next = chips.get(block?.dataset.block);
    if (next === current) return;
    current?.removeAttribute("aria-current");
    current = next;
    if (!current) return;
    current.setAttribute("aria-current", "true");
    bar.scrollTo({ left: current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2 });
  }

  function fade() {
    const rest = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
    bar.style.setProperty("--fade-start", bar.scrollLeft > 1 ? "3rem" : "0rem");
    bar.style.setProperty("--fade-end", rest > 1 ? "3rem" : "0rem");
  }

  let asked = 0;
  addEventListener(
    "scroll",
    () => (asked ||= requestAnimationFrame(() => ((asked = 0), follow()))),
    { passive: true },
  );
  bar.addEventListener("scroll", fade, { passive: true });
  addEventListener("resize", fade, { passive: true });

  bar.addEventListener("click", (event) => {
    const block = blocks.find((one) => one.dataset.block === event.target.closest("a")?.dataset.chip);
    if (!block || modified(event)) return;
    event.preventDefault();
    pin(group(block));
    visit(block);
    follow();
  });

  bar.addEventListener("keydown", (event) => {
    const at = links.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || modified(event)) return;
    event.preventDefault();
    links[to]?.focus();
  });

  fade();
  follow();
}

// The rail: a step under the pointer or the focus lights what it reads and who reads it.

const listed = (list) => (list ?? "").split(" ").filter(Boolean);

for (const rail of all(".rail")) {
  const steps = new Map(all("[data-step]", rail).map((step) => [step.dataset.step, step]));
  const says = make("p", { class: "rail-says", "aria-hidden": "true" });
  rail.after(says);

  lighters.push((target) => {
    const step = target.closest("[data-step]");
    if (!step || !rail.contains(step)) return [];
    const { reads, readBy } = step.dataset;
    const sides = [
      ["reads", "reads", listed(reads)],
      ["read-by", "is read by", listed(readBy)],
    ];
    const told = sides
      .filter(([, , names]) => names.length)
      .map(([, verb, names]) => `${verb} ${names.join(", ")}`)
      .join("; ");
    const neighbours = [...new Set(sides.flatMap(([, , names]) => names))].filter((name) => steps.has(name));
    return [
      [step, "self"],
      ...neighbours.map((name) => [
        steps.get(name),
        sides.filter(([, , names]) => names.includes(name)).map(([how]) => how).join(" "),
      ]),
      ...(told ? [[says, `${step.dataset.step} ${told}`]] : []),
    ];
  });
}

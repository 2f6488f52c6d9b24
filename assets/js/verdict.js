// The guard's answer to a Write of a typed path. Decides nothing: patterns, frozen cases and words come from Rust
// (src/guard/browser.rs). As there, only "/" parts a path; a backslash belongs to a name.

/** Relative to the root, "." and ".." resolved; a path that ends up outside keeps its "../". */
function normalise(path, root) {
  const resolve = (base, text) => {
    const parts = [...base];
    for (const part of text.split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return parts;
  };
  const home = resolve([], root);
  const parts = resolve(path.startsWith("/") ? [] : home, path);
  let shared = 0;
  while (shared < home.length && home[shared] === parts[shared]) shared++;
  return [...home.slice(shared).fill(".."), ...parts.slice(shared)].join("/");
}

/** One pass: a value is never searched for placeholders. */
function fill(template, values) {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole));
}

/** The case folder a path lies under, and the path below it. */
function caseOf(dir, path) {
  if (dir === null || (dir && !path.startsWith(`${dir}/`))) return [];
  const [folder, ...below] = path.slice(dir && dir.length + 1).split("/");
  return folder.startsWith("UC-") && below.length ? [folder, below.join("/")] : [];
}

export function verdict(data, callerIndex, typed) {
  const { name, kind, class: owner, globs } = data.callers[callerIndex];
  const { templates, cases, exempt } = data;
  const path = normalise(typed, data.root);
  const glob = typed ? globs.findIndex(({ regex }) => new RegExp(regex, "su").test(path)) : -1;
  const answer = (exit, kind, words = "") => ({ exit, path, glob, kind, words });

  if (!typed) return answer(0, "admitted");
  if (owner !== null && glob < 0) {
    const write_allow = globs.map((entry) => entry.glob).join(", ") || templates.nothing;
    const words = kind === "agent" ? templates.territoryAgent : templates.territorySkill;
    return answer(2, "territory", fill(words, { [kind === "agent" ? "agent" : "skills"]: name, class: owner, path, write_allow }));
  }
  const [folder, below] = caseOf(data.useCasesDir, path);
  if (!folder || !Object.hasOwn(cases, folder)) return answer(0, "admitted");
  if (exempt.includes(below)) return answer(0, "exempt");
  return answer(2, "frozen", fill(templates.frozen, { folder, status: cases[folder], exempt: exempt.join(", "), path }));
}

/** Filters the rows of a matrix by words, profile and verdict. Runs in the page, so it may use nothing outside of it. */
export function filterMatrix(): void {
  const form = document.querySelector<HTMLFormElement>("form.view");
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("tr[data-profile]")];
  if (!form) return;
  form.hidden = false;
  const output = form.querySelector("output");
  const filter = () => {
    const data = new FormData(form);
    const field = (name: string) => String(data.get(name) ?? "");
    const words = field("q").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = (row.textContent ?? "").toLowerCase();
      const { profile, verdicts = "" } = row.dataset;
      const verdict = field("verdict");
      const isDifferent = new Set(verdicts.split("|")).size > 1;
      const isShown =
        words.every((word) => text.includes(word)) &&
        (field("profile") === "" || profile === field("profile")) &&
        (verdict === "" || (verdict === "different" ? isDifferent : verdicts.split("|").includes(verdict)));
      row.hidden = !isShown;
      if (isShown) shown += 1;
    }
    form.classList.toggle("narrow", words.length > 0 || field("profile") !== "" || field("verdict") !== "");
    if (output) output.textContent = `${shown} of ${rows.length} requirements`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  // A link to a row that is filtered out shows all rows.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.hidden) return;
    form.reset();
    setTimeout(() => target.scrollIntoView({ behavior: "instant" }));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}

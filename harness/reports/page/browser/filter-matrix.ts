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
    if (output) output.textContent = `${shown} of ${rows.length}`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}

import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";

const statuses = [
  ["", "All"],
  ["failed", "Failed"],
  ["passed", "Passed"],
  ["not-played", "Not played"],
] as const;

/** Renders the search field and filters, which are hidden until the script of the page runs. */
export function searchForm(scenarios: readonly PlayedScenario[], requirements: number): Markup {
  const tags = [...new Set(scenarios.flatMap((scenario) => scenario.tags))].toSorted();
  const choice = ([value, name]: (typeof statuses)[number]) =>
    html`<label><input type="radio" name="status" value="${value}"${value === "" && html` checked`}><span>${name}</span></label>`;
  return html`<form class="view" role="search" aria-label="Scenarios and requirements" data-scenarios="${scenarios.length}" data-requirements="${requirements}" hidden>
<input type="search" name="q" placeholder="Search  ( / )" aria-label="Words to search for" autocomplete="off" spellcheck="false">
<fieldset><legend>Status</legend>${statuses.map(choice)}</fieldset>
<input type="text" name="tag" list="tags" placeholder="Tag" aria-label="Beginning of a tag" autocomplete="off" spellcheck="false">
<datalist id="tags">${tags.map((tag) => html`<option value="${tag.replace(/^@/, "")}">`)}</datalist>
<output aria-live="polite"></output><button type="reset">Show all</button>
</form>`;
}

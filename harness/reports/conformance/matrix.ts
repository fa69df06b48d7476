import { filterMatrix } from "#harness/reports/page/browser/filter-matrix.ts";
import { document } from "#harness/reports/page/document.ts";
import { mark } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { badge } from "./badge.ts";
import { profileNames, profileOf, profiles } from "./profiles.ts";
import type { Conformance } from "./schema.ts";

const style = `
main { max-width: 90rem; }
.implementations { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1.5rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.implementations li { padding: 1rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
.implementations h2 { margin: 0 0 .25rem; font-size: 1.3rem; overflow-wrap: anywhere; }
.implementations table, .matrix { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.implementations th, .implementations td { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top; font-weight: 400; }
.implementations small { display: block; color: var(--soft); }
.matrix { margin-top: 1.5rem; }
.matrix th, .matrix td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
.matrix thead th { position: sticky; top: 0; background: var(--paper); font-weight: 600; border-top: 0; }
.matrix td.verdict { min-width: 8rem; max-width: 16rem; overflow-wrap: anywhere; }
.matrix td.verdict small { display: block; color: var(--soft); }
.matrix tr { scroll-margin-top: 6rem; }
.matrix tr:target { background: var(--wash); }
.matrix a { text-decoration: none; }
select { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .5rem; }
`;

const script = `"use strict";\n${filterMatrix}\nfilterMatrix();\n`;

const verdicts = ["broken", "not judged", "held", "not played"] as const;

/** Files of a matrix: contents by path. */
export type MatrixFiles = Readonly<Record<string, string>>;

/** Renders a page with the verdicts of several reports on each requirement, and badges with the results of profiles. */
export function matrixFiles(
  reports: readonly Conformance[],
  requirements: ReadonlyMap<string, Requirement>,
): MatrixFiles {
  const badges = reports.flatMap(({ target, profiles: results }, index) =>
    profileNames.map((name) => [badgePath(target.name, index, name), badge(name, results[name].result)] as const),
  );
  return { "index.html": matrixPage(reports, requirements), ...Object.fromEntries(badges) };
}

/** Returns the path of a badge. The position in the list distinguishes targets with the same name. */
function badgePath(target: string, index: number, profile: string): string {
  const name = target
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  return `badges/${index + 1}-${name}-${profile}.svg`;
}

function matrixPage(reports: readonly Conformance[], requirements: ReadonlyMap<string, Requirement>): string {
  const rows = [...requirements.values()].map((requirement) => rowOf(requirement, reports));
  return document(
    "Conformance",
    html`<p class="eyebrow">Understudy</p>
<h1>Conformance</h1>
<ul class="implementations">${reports.map(implementation)}</ul>
${form}
<table class="matrix"><thead><tr><th scope="col">Requirement</th>${reports.map(({ target }) => html`<th scope="col">${target.name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
    { style, script },
  );
}

const form = html`<form class="view" role="search" aria-label="Requirements" hidden>
<input type="search" name="q" placeholder="Search" aria-label="Words to search for" autocomplete="off" spellcheck="false">
<select name="profile" aria-label="Profile"><option value="">All profiles</option>${profileNames.map((name) => html`<option value="${name}">${name}: ${profiles[name]}</option>`)}</select>
<select name="verdict" aria-label="Verdict"><option value="">All verdicts</option><option value="different">Different verdicts</option>${verdicts.map((verdict) => html`<option>${verdict}</option>`)}</select>
<output aria-live="polite"></output><button type="reset">Show all</button>
</form>`;

function implementation({ target, suite, played, profiles: results }: Conformance, index: number): Markup {
  const releases = [...new Set(target.clusters.map(({ version }) => version))].join(", ");
  const rows = profileNames.map((name) => {
    const { counts, features } = results[name];
    const path = badgePath(target.name, index, name);
    const optional = Object.entries(features).map(([feature, { result }]) => `${feature} ${result}`);
    const image = `data:image/svg+xml;base64,${Buffer.from(badge(name, results[name].result)).toString("base64")}`;
    return html`<tr><th scope="row"><a href="${path}"><img src="${image}" alt="${name}: ${results[name].result}" height="20"></a></th><td>${verdicts
      .filter((verdict) => counts[verdict] > 0)
      .map((verdict) => `${counts[verdict]} ${verdict}`)
      .join(", ")}${optional.length > 0 && html`<small>${optional.join(", ")}</small>`}</td></tr>`;
  });
  return html`<li><h2>${target.name}</h2>
<p class="eyebrow">Release ${releases}, suite ${suite}, Understudy ${played.release}, ${played.at.slice(0, 10)}</p>
<table><tbody>${rows}</tbody></table></li>`;
}

function rowOf(requirement: Requirement, reports: readonly Conformance[]): Markup {
  const { id, statement, document: source, section } = requirement;
  const given = reports.map(({ verdicts: all }) => all[id]);
  const cells = given.map((one) =>
    one === undefined
      ? html`<td class="verdict">not in its suite</td>`
      : html`<td class="verdict">${mark(one.verdict)} ${one.verdict}${one.reason && html`<small>${one.reason}</small>`}</td>`,
  );
  return html`<tr id="${id}" data-profile="${profileOf(requirement)}" data-verdicts="${given.map((one) => one?.verdict ?? "").join("|")}"><th scope="row"><a href="#${id}"><code>${id}</code></a> ${statement} <small class="quiet">${source}: ${section}</small></th>${cells}</tr>`;
}

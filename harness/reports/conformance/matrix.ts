import { filterMatrix } from "#harness/reports/page/browser/filter-matrix.ts";
import { document } from "#harness/reports/page/document.ts";
import { mark, tone } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { badge } from "./badge.ts";
import { matrixStyle } from "./matrix-style.ts";
import { profileNames, profileOf, profiles } from "./profiles.ts";
import type { Conformance } from "./schema.ts";

const script = `"use strict";\n${filterMatrix}\nfilterMatrix();\n`;

const verdicts = ["broken", "not judged", "held", "not played"] as const;

/** Files of a matrix: contents by path. */
export type MatrixFiles = Readonly<Record<string, string>>;

type Requirements = ReadonlyMap<string, Requirement>;

/** Renders a page with the verdicts of several reports on each requirement, and badges with their results. */
export function matrixFiles(reports: readonly Conformance[], requirements: Requirements): MatrixFiles {
  const badges = reports.flatMap(({ target, profiles: results }, index) => [
    [badgePath(target.name, index), badge(target.name, overall(results))] as const,
    ...profileNames.map((name) => [badgePath(target.name, index, name), badge(name, results[name].result)] as const),
  ]);
  return { "index.html": matrixPage(reports, requirements), ...Object.fromEntries(badges) };
}

/** Returns the result of all profiles together: failed if one failed, conformant if all are conformant. */
function overall(results: Conformance["profiles"]): Conformance["profiles"]["core"]["result"] {
  const all = profileNames.map((name) => results[name].result);
  return all.includes("failed") ? "failed" : all.every((result) => result === "conformant") ? "conformant" : "partial";
}

/** Returns the path of a badge. The position in the list distinguishes targets with the same name. */
function badgePath(target: string, index: number, profile?: string): string {
  const name = target
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `badges/${[index + 1, name, profile].filter(Boolean).join("-")}.svg`;
}

function matrixPage(reports: readonly Conformance[], requirements: Requirements): string {
  const retired = new Set(
    reports.flatMap(({ verdicts }) => Object.keys(verdicts)).filter((id) => !requirements.has(id)),
  );
  const rows = [
    ...[...requirements.values()].map((requirement) =>
      rowOf(requirement.id, profileOf(requirement), statementOf(requirement), reports),
    ),
    ...[...retired].map((id) => rowOf(id, "", html`A requirement of an earlier suite.`, reports)),
  ];
  return document(
    "Conformance",
    html`<header><p class="eyebrow">Understudy</p>
<h1>Conformance</h1>
<div class="overview"><table><thead><tr><th scope="col">Implementation</th>${profileNames.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${reports.map(implementation)}</tbody></table></div></header>
${form}
<table class="matrix"><thead><tr><th scope="col">Requirement</th>${reports.map(({ target }) => html`<th scope="col">${target.name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
    { style: matrixStyle, script },
  );
}

const form = html`<form class="view" role="search" aria-label="Requirements" hidden>
<input type="search" name="q" placeholder="Search" aria-label="Words to search for" autocomplete="off" spellcheck="false">
<select name="profile" aria-label="Profile"><option value="">All profiles</option>${profileNames.map((name) => html`<option value="${name}" title="${profiles[name]}">${name}</option>`)}</select>
<select name="verdict" aria-label="Verdict"><option value="">All verdicts</option><option value="different">Different verdicts</option>${verdicts.map((verdict) => html`<option>${verdict}</option>`)}</select>
<output aria-live="polite"></output><button type="reset">Show all</button>
</form>`;

function implementation({ target, suite, played, profiles: results }: Conformance, index: number): Markup {
  const releases = [...new Set(target.clusters.map(({ version }) => version))].join(", ");
  const cells = profileNames.map((name) => {
    const { counts, features, result } = results[name];
    const path = badgePath(target.name, index, name);
    const optional = Object.entries(features).map(([feature, part]) => html`<small>${feature}: ${part.result}</small>`);
    const shown = verdicts.filter((verdict) => counts[verdict] > 0);
    const share = shown.map((verdict) => html`<i class="${tone(verdict)}" style="flex-grow:${counts[verdict]}"></i>`);
    return html`<td><a href="${path}"><img src="${imageOf(badge(name, result))}" alt="${name}: ${result}" height="20"></a><span class="share" aria-hidden="true">${share}</span>${shown.map((verdict) => html`<small>${counts[verdict]} ${verdict}</small>`)}${optional}</td>`;
  });
  const path = badgePath(target.name, index);
  return html`<tr><th scope="row"><h2>${target.name}</h2><p class="eyebrow">release ${releases}</p><p class="eyebrow">suite ${suite}, Understudy ${played.release}, <time datetime="${played.at}">${played.at.slice(0, 10)}</time></p><p class="eyebrow"><a href="${path}">badge</a></p></th>${cells}</tr>`;
}

function imageOf(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

function statementOf({ statement, document: source, section }: Requirement): Markup {
  return html`${statement}<small>${source}: ${section}</small>`;
}

function rowOf(id: string, profile: string, statement: Markup, reports: readonly Conformance[]): Markup {
  const given = reports.map(({ target, verdicts: all }) => ({ name: target.name, one: all[id] }));
  const cells = given.map(({ name, one }) => {
    if (one === undefined) return html`<td class="unplayed" data-name="${name}">not in its suite</td>`;
    const { verdict, reason } = one;
    const kind = verdict === "broken" || verdict === "held" ? verdict : "unplayed";
    return html`<td class="${kind}" data-name="${name}">${mark(verdict)} ${verdict}${reason !== null && html`<small>${reason}</small>`}</td>`;
  });
  return html`<tr id="${id}" data-profile="${profile}" data-verdicts="${given.map(({ one }) => one?.verdict ?? "").join("|")}"><th scope="row"><a href="#${id}"><code>${id}</code></a>${statement}</th>${cells}</tr>`;
}

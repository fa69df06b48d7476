import type { Coverage } from "#harness/reports/coverage.ts";
import { beyondDocuments } from "#harness/reports/own-rules.ts";
import { mark, tone } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

type Judged = Readonly<{ requirement: Requirement; coverage: Coverage }>;

const titles: Readonly<Record<string, string>> = {
  "cloud-auth": "Cloud identity login",
  database: "Database credentials",
  replication: "Performance replication",
  [beyondDocuments]: "Rules beyond the documents",
};

const statuses = { held: "passed", broken: "failed", "not judged": "not-played", "not played": "not-played" } as const;

const order = ["broken", "not judged", "held", "not played"] as const;

export function requirementsSection(
  requirements: ReadonlyMap<string, Requirement>,
  coverage: ReadonlyMap<string, Coverage>,
  anchors: ReadonlyMap<string, string>,
): Markup {
  const judged = [...requirements.values()].flatMap((requirement) => {
    const found = coverage.get(requirement.id);
    return found ? [{ requirement, coverage: found }] : [];
  });
  const demanded = judged.filter(({ requirement }) => requirement.document !== beyondDocuments);
  const documents = [...Map.groupBy(judged, ({ requirement }) => requirement.document)];
  return html`<section class="requirements holder" aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>
<p class="lead">${count(demanded, "held")} of ${demanded.length} requirements were held on this run, ${count(demanded, "broken")} broken, ${count(demanded, "not judged")} not judged, ${count(demanded, "not played")} not played. Rules beyond the documents are counted apart.</p>
${documents.map(([document, all]) => documentView(document, all, anchors))}
</section>`;
}

function documentView(document: string, all: readonly Judged[], anchors: ReadonlyMap<string, string>): Markup {
  const groups = order.flatMap((verdict) => {
    const judged = all.filter(({ coverage }) => coverage.verdict === verdict);
    return [...Map.groupBy(judged, ({ coverage }) => coverage.reason ?? "")].map(([reason, members]) => ({
      verdict,
      reason,
      members,
    }));
  });
  const label = order.map((verdict) => `${count(all, verdict)} ${verdict}`).join(", ");
  const shares = order
    .filter((verdict) => count(all, verdict) > 0)
    .map((verdict) => html`<i class="${tone(verdict)}" style="flex-grow:${count(all, verdict)}"></i>`);
  return html`<details class="document holder">
<summary><span class="name">${titles[document] ?? document}</span><span class="share" role="img" aria-label="${label}" title="${label}">${shares}</span><span class="time">${count(all, "held")} of ${all.length} held</span></summary>
${groups.map((group) => groupView(group, anchors))}
</details>`;
}

type Group = Readonly<{ verdict: Coverage["verdict"]; reason: string; members: readonly Judged[] }>;

function groupView({ verdict, reason, members }: Group, anchors: ReadonlyMap<string, string>): Markup {
  const name = reason === "" ? verdict : `${verdict}: ${reason}`;
  return html`<details class="group holder"${verdict === "broken" && html` open`}>
<summary>${mark(verdict)}<span class="name">${name}</span><span class="time">${members.length}</span></summary>
<table><thead><tr><th scope="col">Id</th><th scope="col">What must be so</th></tr></thead><tbody>${members.map((member) => rowView(member, anchors))}</tbody></table>
</details>`;
}

function rowView({ requirement, coverage }: Judged, anchors: ReadonlyMap<string, string>): Markup {
  const scenarios = coverage.proofs.map(
    ({ scenario }) => html`<li><a href="#${anchors.get(scenario)}">${scenario}</a></li>`,
  );
  const members = coverage.members.map(
    ({ name, meaning, verdict, scenarios: proofs }) =>
      html`<li>${mark(verdict)} <code>${name}</code> ${meaning}${proofs.length > 0 && html`<ul>${proofs.map((proof) => html`<li><a href="#${anchors.get(proof)}">${proof}</a></li>`)}</ul>`}</li>`,
  );
  return html`<tr id="${requirement.id}" data-status="${statuses[coverage.verdict]}" data-tags="${requirement.id}"><th scope="row"><code>${requirement.id}</code></th><td>${requirement.statement}${members.length > 0 && html`<ul>${members}</ul>`}${scenarios.length > 0 && html`<ul>${scenarios}</ul>`}</td></tr>`;
}

function count(judged: readonly Judged[], verdict: Coverage["verdict"]): number {
  return judged.filter(({ coverage }) => coverage.verdict === verdict).length;
}

import { isEndOf, passingFaults } from "#harness/checkers/models/open-faults.ts";
import type { EventOf } from "#harness/history/event.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { type Drawing, laneHeight } from "./drawing.ts";
import { round } from "./round.ts";

const labelHeight = 11;

const momentWidth = 8;

const roleHeight = 34;

export function background(drawing: Drawing): readonly Markup[] {
  return [...roles(drawing), ...faults(drawing)];
}

function roles(drawing: Drawing): readonly Markup[] {
  const last = new Map<string, EventOf<"role">>();
  const drawn: Markup[] = [];
  const close = (role: EventOf<"role"> | undefined, next?: EventOf<"role">) => {
    const [x, y] = role ? [drawing.x(role.seq), drawing.y(role.cluster)] : [];
    if (!role || x === undefined || y === undefined) return;
    const until = drawing.x(next?.seq) ?? drawing.width;
    const name = role.role === "bootstrapping" ? "copying" : role.role;
    const since = `since ${drawing.moment(role.seq)}`;
    const what = [name, role.state, role.era === undefined ? undefined : `era ${role.era}`, since].filter((one) => one);
    if (next) what.push(`until ${drawing.moment(next.seq)}`);
    drawn.push(
      html`<rect class="role-${role.role}" x="${round(x)}" y="${y - roleHeight / 2}" width="${round(until - x)}" height="${roleHeight}"><title>${role.cluster}: ${what.join(", ")}</title></rect>`,
    );
  };
  for (const role of drawing.of("role")) {
    close(last.get(role.cluster), role);
    last.set(role.cluster, role);
  }
  for (const role of last.values()) close(role);
  return drawn;
}

function faults(drawing: Drawing): readonly Markup[] {
  const heals = drawing.of("heal");
  return drawing.of("fault").flatMap((fault) => {
    const { seq, kind, parties, about } = fault;
    const x = drawing.x(seq) ?? 0;
    const places = parties.flatMap((party) => drawing.y(party) ?? []);
    if (places.length === 0) return [];
    const [top, bottom] = [Math.min(...places) - laneHeight / 2, Math.max(...places) + laneHeight / 2];
    const end = heals.find((heal) => heal.seq > seq && isEndOf(heal, fault));
    const until = (end && drawing.x(end.seq)) ?? drawing.width;
    const lines = [
      `${kind}: ${parties.join(" and ")}`,
      ...(about === undefined ? [] : [JSON.stringify(about)]),
      drawing.moment(seq),
      ...(end ? [`over at ${drawing.moment(end.seq)}`] : []),
    ];
    const width = passingFaults.has(kind) ? momentWidth : until - x;
    return [
      html`<rect class="fault" x="${round(x)}" y="${top}" width="${round(width)}" height="${bottom - top}"><title>${lines.join("\n")}</title></rect><text class="label fault-label" x="${round(x + 3)}" y="${top + labelHeight}">${kind}</text>`,
    ];
  });
}

import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Drawing } from "./drawing.ts";
import { round } from "./round.ts";

export function marks(drawing: Drawing): readonly Markup[] {
  const at = (party: string, seq: number) => ({ x: drawing.x(seq) ?? 0, y: drawing.y(party) ?? -20 });
  return [
    ...drawing.of("crash").map(({ cluster, seq }) => {
      const { x, y } = at(cluster, seq);
      return html`<g class="crash"><path d="M${round(x - 7)} ${y - 7}l14 14m0 -14l-14 14"/><title>${cluster} is killed (${drawing.moment(seq)})</title></g>`;
    }),
    ...drawing.of("start").map(({ cluster, seq }) => {
      const { x, y } = at(cluster, seq);
      return html`<path class="start" d="M${round(x)} ${y - 6}l9 6l-9 6z"><title>${cluster} starts (${drawing.moment(seq)})</title></path>`;
    }),
    ...drawing.of("statement").map(({ seq, from, statements, outcome, reason }) =>
      dot(at("database", seq), {
        outcome,
        title: `${from}: ${statements.join("; ")}${reason ? `: ${reason}` : ""} (${drawing.moment(seq)})`,
      }),
    ),
    ...drawing
      .of("login")
      .map(({ seq, from, user, outcome }) =>
        dot(at("database", seq), { outcome, title: `${from} logs in as ${user}: ${outcome} (${drawing.moment(seq)})` }),
      ),
    ...drawing.of("cloud").map(({ seq, from, action, status, outcome }) =>
      dot(at("cloud", seq), {
        outcome,
        title: `${from} asks ${action}: ${status ?? "no answer"} (${drawing.moment(seq)})`,
      }),
    ),
    ...drawing.of("log").flatMap(({ seq, cluster, level, message, facts }) => {
      const { x, y } = at(cluster, seq);
      const title = `${cluster} logs: ${message} ${facts === undefined ? "" : JSON.stringify(facts)} (${drawing.moment(seq)})`;
      return [html`<path class="log ${level}" d="M${round(x)} ${y + 12}v7"><title>${title}</title></path>`];
    }),
    ...drawing.of("time").map(({ seq, milliseconds }) => {
      const x = drawing.x(seq) ?? 0;
      return html`<g class="leap"><path d="M${round(x)} 0V${drawing.height}"/><title>${milliseconds / 1000} s pass (${drawing.moment(seq)})</title></g>`;
    }),
  ];
}

function dot(
  { x, y }: Readonly<{ x: number; y: number }>,
  { outcome, title }: Readonly<{ outcome: string; title: string }>,
): Markup {
  return html`<circle class="asked ${outcome}" cx="${round(x)}" cy="${y}" r="4"><title>${title}</title></circle>`;
}

import type { Judgement } from "#harness/checkers/checker.ts";
import { rulesNote } from "#harness/checkers/judgements.ts";
import type { Event, Heading } from "#harness/history/event.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { background } from "./background.ts";
import { Drawing, laneHeight } from "./drawing.ts";
import { type KeyEvent, keyEvents } from "./key-events.ts";
import { marks } from "./marks.ts";
import { round } from "./round.ts";
import { traffic } from "./traffic.ts";

export type DrawnHistory = Readonly<{
  heading: Heading;
  events: readonly Event[];
  /** Time of the history's first event, in milliseconds since 1970. `events` may begin later. */
  began: number;
  broken: readonly Extract<Judgement, { verdict: "broken" }>[];
  /** Number of the event after which the history was not read; undefined if all was read. */
  until?: number | undefined;
}>;

const maxListed = 100;

/**
 * Renders a history as a drawing: a lane for each party, requests as bars, frames as arrows, roles as colours, faults
 * as bands. Marks the first event that breaks a rule.
 */
export function lanes({ heading, events, began, broken, until }: DrawnHistory): Markup {
  const first = broken.toSorted((one, other) => one.event - other.event)[0];
  const drawing = new Drawing({ heading, events, focus: first?.event ?? until, began });
  const { width, height } = drawing;
  // Without a focus, the drawing is scrolled to its beginning.
  const middle = drawing.x(first?.event) ?? (until === undefined ? 0 : width);
  return html`<section class="history"><h4>What happened</h4>
${broken.map(({ checker, sentence, event }) => html`<p class="broken-rule">Broken: <b>${checker}</b>. ${sentence} <span class="quiet">(event ${event})</span></p>`)}
${first && html`<p class="quiet">${rulesNote}</p>`}
${first ? ledTo(events, { until: first.event, drawing }) : unbroken(events, { until, drawing })}
<div class="lanes" tabindex="0" role="img" aria-label="${heading.play} as lanes" data-middle="${Math.round(middle)}">
<div class="lane-names">${drawing.lanes.map((lane) => html`<span>${lane === "client" ? "clients" : lane}</span>`)}</div>
<svg width="${Math.round(width)}" height="${height + 22}" viewBox="0 0 ${Math.round(width)} ${height + 22}">
${drawing.lanes.map((_, index) => html`<line class="lane-line" x1="0" x2="${Math.round(width)}" y1="${(index + 0.5) * laneHeight}" y2="${(index + 0.5) * laneHeight}"/>`)}
${background(drawing)}${traffic(drawing)}${marks(drawing)}${first && focusMark(drawing, first)}${times(drawing)}
</svg></div>
<p class="quiet key"><i class="role-primary"></i> primary <i class="role-secondary"></i> secondary <i class="role-bootstrapping"></i> copying <i class="fault-key"></i> fault. Bars are requests: <i class="bar-ok"></i> done <i class="bar-fail"></i> refused <i class="bar-unknown"></i> failed, or nothing is known. Arrows are frames, × is a crash, the red line the first event that breaks a rule. Hover for details.</p>
</section>`;
}

function ledTo(
  events: readonly Event[],
  { until, drawing }: Readonly<{ until: number; drawing: Drawing }>,
): Markup | undefined {
  const points = keyEvents(events, until);
  if (points.length === 0) return undefined;
  return html`<p class="quiet">Before it:</p>${list(points, drawing)}`;
}

function unbroken(
  events: readonly Event[],
  { until, drawing }: Readonly<{ until: number | undefined; drawing: Drawing }>,
): Markup {
  const points = keyEvents(events, until ?? Number.POSITIVE_INFINITY, maxListed);
  const verdict = until === undefined ? "No rule was broken." : `No rule was broken up to event ${until}.`;
  return html`<p>${verdict}</p>${points.length > 0 && html`<details><summary>What operators did and what failed (${points.length})</summary>${list(points, drawing)}</details>`}`;
}

function list(points: readonly KeyEvent[], drawing: Drawing): Markup {
  return html`<ol class="turning-points">${points.map(({ at, seq, text }) => html`<li><span class="time">${drawing.time(at, 1)}</span> ${text} <span class="quiet">(event ${seq})</span></li>`)}</ol>`;
}

function focusMark(
  drawing: Drawing,
  { event, sentence }: Readonly<{ event: number; sentence: string }>,
): Markup | undefined {
  const x = drawing.x(event);
  if (x === undefined) return undefined;
  return html`<g class="focus"><line x1="${round(x)}" x2="${round(x)}" y1="0" y2="${drawing.height}"/><title>${sentence}</title></g>`;
}

const timeEvery = 240;

function times(drawing: Drawing): readonly Markup[] {
  let last = Number.NEGATIVE_INFINITY;
  return drawing.events.flatMap(({ seq, at }) => {
    const x = drawing.x(seq) ?? 0;
    if (x - last < timeEvery) return [];
    last = x;
    return [html`<text class="moment" x="${round(x)}" y="${drawing.height + 15}">${drawing.time(at)}</text>`];
  });
}

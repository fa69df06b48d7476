import type { EventOf } from "#harness/history/event.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Drawing } from "./drawing.ts";
import { round } from "./round.ts";

const barHeight = 12;
const maxBody = 600;

/** Renders requests that have ended, and frames whose arrival or loss is known. */
export function traffic(drawing: Drawing): readonly Markup[] {
  return [
    ...drawing.of("arrival").flatMap((arrival) => frame(drawing, arrival)),
    ...drawing.of("answer").flatMap((answer) => bar(drawing, answer)),
  ];
}

function bar(drawing: Drawing, answer: EventOf<"answer">): readonly Markup[] {
  const request = drawing.event(answer.cause, "request");
  const [x, until, y, client] = [
    drawing.x(answer.cause),
    drawing.x(answer.seq),
    drawing.y(request?.cluster ?? ""),
    drawing.y("client"),
  ];
  if (!request || x === undefined || until === undefined || y === undefined || client === undefined) return [];
  const title = [
    `${request.client}: ${request.method} ${request.path} in ${request.cluster}`,
    ...(request.body === undefined ? [] : [shortened(request.body)]),
    answer.status === null
      ? `no answer${answer.reason === undefined ? "" : `: ${answer.reason}`}`
      : `${answer.status} ${answer.body === undefined ? "" : shortened(answer.body)}`,
    `asked at ${drawing.moment(request.seq)}, answered at ${drawing.moment(answer.seq)}`,
  ];
  const command = commandOf(request);
  const label = command && html`<text class="label" x="${round(x)}" y="${y - barHeight / 2 - 4}">${command}</text>`;
  return [
    html`<g class="request ${answer.outcome}">${label}<path d="M${round(x)} ${client}V${y}M${round(until)} ${y}V${client}"/><rect x="${round(x)}" y="${y - barHeight / 2}" width="${round(until - x)}" height="${barHeight}" rx="2"/><title>${title.join("\n")}</title></g>`,
  ];
}

/** Returns the short name of an operator's replication command, such as "promote by force", or undefined. */
function commandOf({ method, path, body }: EventOf<"request">): string | undefined {
  const [, command] = /^sys\/replication\/performance\/(?:primary|secondary)\/([a-z-]+)/.exec(path) ?? [];
  if (command === undefined || method === "GET" || method === "LIST") return undefined;
  const isForced = typeof body === "object" && body !== null && "force" in body && String(body.force) === "true";
  return isForced ? `${command} by force` : command;
}

function frame(drawing: Drawing, { cause, fate, seq }: EventOf<"arrival">): readonly Markup[] {
  const sent = drawing.event(cause, "frame");
  if (!sent) return [];
  const [x, until, from, to] = [drawing.x(cause), drawing.x(seq), drawing.y(sent.from), drawing.y(sent.to)];
  if (x === undefined || until === undefined || from === undefined || to === undefined) return [];
  const about = sent.about === undefined ? "" : ` ${shortened(sent.about)}`;
  const title = `${sent.from} to ${sent.to}: ${sent.kind}${about}, ${sent.size} characters, sent at ${drawing.moment(cause)}, ${fate} at ${drawing.moment(seq)}`;
  // The arrow of a frame that was lost or dropped ends halfway.
  const end = fate === "delivered" ? to : (from + to) / 2;
  const side = to > from ? -5 : 5;
  const head =
    fate === "delivered"
      ? `M${round(until - 3)} ${end + side}L${round(until)} ${end}L${round(until + 3)} ${end + side}`
      : "";
  return [
    html`<g class="frame ${fate}"><path d="M${round(x)} ${from}L${round(until)} ${end}${head}"/><title>${title}</title></g>`,
  ];
}

function shortened(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxBody ? `${text.slice(0, maxBody)}…` : text;
}

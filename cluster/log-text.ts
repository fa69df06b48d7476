import type { LogDestination } from "./log.ts";

const levels: Readonly<Record<number, string>> = { 30: "info ", 40: "warn ", 50: "error" };

/**
 * Returns a destination that converts JSON log lines to text: time, level, cluster, event, and the facts as
 * `name=value`.
 */
export function textLines(destination: LogDestination): LogDestination {
  return { write: (line) => void destination.write(asText(line)) };
}

function asText(line: string): string {
  const { time, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const factTexts = Object.entries(facts).map(([name, value]) => ` ${name}=${formatValue(value)}`);
  const when = new Date(Number(time)).toISOString();
  return `${when} ${levels[Number(level)] ?? level} ${formatValue(cluster)} ${formatValue(msg)}${factTexts.join("")}\n`;
}

function formatValue(value: unknown): string {
  const text = String(value);
  return /^[\w./:+-]+$/.test(text) ? text : JSON.stringify(text);
}

import type { LogDestination } from "./log.ts";

/** pino's numbers for the levels that the log has. */
const levels: Readonly<Record<number, string>> = { 30: "info ", 40: "warn ", 50: "error" };

/** Lines of the log as people read them: time, level, cluster, event, and the facts as name=value. */
export function textLines(destination: LogDestination): LogDestination {
  return { write: (line) => void destination.write(asText(line)) };
}

function asText(line: string): string {
  const { time, level, cluster, msg, ...facts } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${spelled(value)}`);
  const when = new Date(Number(time)).toISOString();
  return `${when} ${levels[Number(level)] ?? level} ${spelled(cluster)} ${spelled(msg)}${told.join("")}\n`;
}

/** In quotes where it holds anything that could be taken for the next fact, or for the next line. */
function spelled(value: unknown): string {
  const text = String(value);
  return /^[\w./:+-]+$/.test(text) ? text : JSON.stringify(text);
}

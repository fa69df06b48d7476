import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Event, event, eventTypes, type Heading, heading, historyVersion } from "./event.ts";
import { Unreadable } from "./unreadable.ts";

/** Callbacks for the histories of a file, one history after the other. */
export type HistoryReader = Readonly<{
  /** Called when a history begins at this line of the file, counted from 1. */
  begin(heading: Heading, line: number): void;
  take(event: Event): void;
}>;

/**
 * Reads a file of histories line by line. Each history is a heading followed by its events. Rejects
 * with an {@link Unreadable} at a line that is not valid, if an event is missing, or if the file is
 * empty or truncated. The callbacks have then been called with the lines before.
 */
export async function readHistory(path: string, reader: HistoryReader): Promise<void> {
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  let seq: number | undefined;
  for await (const line of lines) {
    const where = `${path}:${++number}`;
    const value = parsed(line, where);
    if (seq === undefined) {
      reader.begin(headingOf(value, where), number);
      seq = 0;
      continue;
    }
    const next = eventOf(value, where);
    if (next.seq !== seq + 1) throw new Unreadable(`${where}: expected event ${seq + 1}, found event ${next.seq}`);
    reader.take(next);
    seq = next.type === "end" ? undefined : next.seq;
  }
  if (number === 0) throw new Unreadable(`${path}: the file is empty`);
  if (seq !== undefined) throw new Unreadable(`${path}:${number}: the history is truncated: it has no event "end"`);
}

function parsed(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Unreadable(`${where}: this line is not JSON; the history may be truncated here`);
  }
}

function headingOf(value: unknown, where: string): Heading {
  const { success, data, error } = heading.safeParse(value);
  if (success) return data;
  const version = z.object({ history: z.unknown() }).safeParse(value).data?.history;
  if (version === undefined)
    throw new Unreadable(`${where}: a history begins with a line {"history":${historyVersion},…}`);
  if (version !== historyVersion) {
    throw new Unreadable(`${where}: history version ${version} is not supported; supported: ${historyVersion}`);
  }
  throw new Unreadable(`${where}: ${formatIssues(error)}`);
}

const types: ReadonlySet<unknown> = new Set(eventTypes);

function eventOf(value: unknown, where: string): Event {
  const { success, data, error } = event.safeParse(value);
  if (success) return data;
  const type = z.object({ type: z.unknown() }).safeParse(value).data?.type;
  if (!types.has(type)) {
    throw new Unreadable(`${where}: unknown event type ${JSON.stringify(type)}; known: ${[...types].join(", ")}`);
  }
  throw new Unreadable(`${where}: event ${JSON.stringify(type)}: ${formatIssues(error)}`);
}

function formatIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}

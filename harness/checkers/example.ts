import type { Event, EventOf, NewEvent } from "#harness/history/event.ts";
import { statusPath } from "./models/roles.ts";

/** A time in seconds and the events at that time, such as a request and its response. */
export type ExampleLine = readonly [seconds: number, ...events: readonly NewEvent[]];

/**
 * A short history that breaks a rule at its last line. With the lines `held` in place of its last line, the rule holds.
 * The `cause` of a response is the last request before it, and that of an arrival the last frame.
 */
export type Example = Readonly<{ broken: readonly ExampleLine[]; held: readonly ExampleLine[] }>;

type MethodAndPath = `${EventOf<"request">["method"]} ${string}`;
type Rest<Type extends Event["type"]> = Partial<Omit<EventOf<Type>, "type" | "seq" | "at">>;

/** A request, by default of the client "root". */
export function request(cluster: string, methodAndPath: MethodAndPath, rest: Rest<"request"> = {}): NewEvent {
  const [method, path = ""] = methodAndPath.split(" ");
  return { type: "request", client: "root", cluster, method: method as "GET", path, ...rest };
}

/** A response, by default with the status 200. */
export function answer(rest: Rest<"answer"> = {}): NewEvent {
  const status = rest.status ?? 200;
  return { type: "answer", cause: 0, outcome: status < 400 ? "ok" : "fail", status, ...rest };
}

/** A request and its response, which succeeds by default. */
export function call(
  cluster: string,
  methodAndPath: MethodAndPath,
  asked: Rest<"request"> = {},
  answered: Rest<"answer"> = {},
): readonly NewEvent[] {
  return [request(cluster, methodAndPath, asked), answer(answered)];
}

/**
 * A replication command of an operator. `command` is the end of the path, such as "primary/demote". `status` is that of
 * the response.
 */
export function command(
  cluster: string,
  command: string,
  asked: Rest<"request"> = {},
  status = 204,
): readonly NewEvent[] {
  return call(cluster, `POST sys/replication/performance/${command}`, asked, { status });
}

/** A request for the replication status, and a response with these fields. */
export function status(cluster: string, data: Readonly<Record<string, unknown>>): readonly NewEvent[] {
  return call(cluster, `GET ${statusPath}`, {}, { body: { data } });
}

/** A request that enables a key-value engine at `colours/`, and its response. */
export function mounted(cluster: string): readonly NewEvent[] {
  return call(cluster, "POST sys/mounts/colours", { body: { type: "kv" } }, { status: 204 });
}

/**
 * A request that writes a secret, and its response. `entry` is the position of the write in the log of the replication
 * set A.
 */
export function write(cluster: string, path: string, content: string, entry: number): readonly NewEvent[] {
  return call(cluster, `POST ${path}`, { content }, { status: 204, index: { set: "A", entry } });
}

/** A request that reads a secret, and its response. Without `content`, the secret does not exist. */
export function read(cluster: string, path: string, content?: string): readonly NewEvent[] {
  return call(cluster, `GET ${path}`, {}, content === undefined ? { status: 404 } : { content });
}

export function frame(from: string, to: string, kind: string, about?: EventOf<"frame">["about"]): NewEvent {
  return { type: "frame", from, to, kind, size: 100, ...(about ? { about } : {}) };
}

export const delivered: NewEvent = { type: "arrival", cause: 0, fate: "delivered" };
export const settled: NewEvent = { type: "settled" };
export const end: NewEvent = { type: "end" };

/** Fields of a response with credentials for a new user, `v-app-1`. The lease lasts an hour. */
export const issued: Rest<"answer"> = {
  body: { lease_id: "database/creds/app/1", lease_duration: 3600, data: { username: "v-app-1" } },
};

/** A statement of the cluster `from`, by default successful and about the user `v-app-1`. */
export function statement(from: string, text: string, rest: Rest<"statement"> = {}): NewEvent {
  return { type: "statement", from, user: "postgres", subject: "v-app-1", statements: [text], outcome: "ok", ...rest };
}

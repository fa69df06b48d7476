import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";

/** Operators' replication commands by the end of the path, except paths filters. */
const commands = {
  "primary/enable": "primary enable",
  "primary/demote": "demote",
  "primary/disable": "disable",
  "primary/secondary-token": "secondary token",
  "primary/revoke-secondary": "revoke",
  "secondary/enable": "secondary enable",
  "secondary/promote": "promote",
  "secondary/disable": "disable",
  "secondary/update-primary": "update primary",
} as const;

type CommandName = (typeof commands)[keyof typeof commands] | "filter";

const byEnding: ReadonlyMap<string, CommandName> = new Map(Object.entries(commands));

export type OperatorCommand = Readonly<{
  command: CommandName;
  cluster: string;
  force: boolean;
  /** The id of the secondary that the request names, if any. */
  id: string | undefined;
}>;

/** True for a request to seal or unseal a cluster or to a replication path, unless its method is GET. */
export function reconfigures({ method, path }: EventOf<"request">): boolean {
  return method !== "GET" && /^sys\/(seal|unseal|replication)/.test(path);
}

const prefix = "sys/replication/performance/";

/**
 * The last request that was passed to {@link commandOf}, and its command. Cached because many checkers ask for each
 * event.
 */
let last: Readonly<{ request: EventOf<"request">; command: OperatorCommand | undefined }> | undefined;

/** Returns the replication command of a request, or undefined if it is none. */
export function commandOf({ request }: Pick<Operation, "request">): OperatorCommand | undefined {
  if (last?.request !== request) last = { request, command: parsed(request) };
  return last.command;
}

function parsed({ path, method, cluster, body }: EventOf<"request">): OperatorCommand | undefined {
  if (method === "GET" || method === "LIST" || !path.startsWith(prefix)) return undefined;
  const [what = ""] = path.slice(prefix.length).split("?");
  const fields = fieldsOf(body);
  const force = fields.force === true || fields.force === "true";
  const [, filtered] = /^primary\/paths-filter\/([^/]+)$/.exec(what) ?? [];
  if (filtered !== undefined) return { command: "filter", cluster, force, id: filtered };
  const command = byEnding.get(what);
  return command && { command, cluster, force, id: typeof fields.id === "string" ? fields.id : undefined };
}

/** Returns `body` if it is a JSON object or array, else an empty object. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
}

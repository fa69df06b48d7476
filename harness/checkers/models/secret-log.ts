import type { EventOf } from "#harness/history/event.ts";
import type { Operation, Read, Write } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { SecretMounts } from "./secret-mounts.ts";

/** What a secret is when it is not there. */
const absent = "absent";

type Register = {
  /** In the order of the log. */
  readonly writes: Write[];
  /** The same by what was written, so that a read is judged as fast however long the history is. */
  readonly byContent: Map<string, Write[]>;
  /** What may have been written, for all that the client knows. */
  readonly uncertain: Map<number, string>;
};

/** Every acknowledged write of a key-value secret in the order of the write log that it is in, and what reads may show of them. */
export class SecretLog {
  readonly #registers = new Map<string, Register>();
  readonly #mounts = new SecretMounts((prefix) => this.#forget(prefix));
  readonly #filtered: string[] = [];
  readonly #sets = new Set<string>();
  readonly #under = new Map<number, string>();

  /** Anything may come of a write as soon as it is asked for. */
  asked(request: EventOf<"request">): void {
    const place = writes(request) ? this.#mounts.at(request.path) : undefined;
    if (!place) return;
    const content = request.method === "DELETE" ? absent : request.content;
    if (content === undefined) return;
    this.#register(place.key).uncertain.set(request.seq, content);
    this.#under.set(request.seq, place.key);
  }

  /** Takes in what was answered; gives back the write that was acknowledged, if it was one. */
  answered(operation: Operation): Write | undefined {
    const { request, answer } = operation;
    this.#mounts.answered(operation);
    if (commandOf(operation)?.command === "filter") this.#filter(request.body);
    const key = this.#under.get(request.seq);
    this.#under.delete(request.seq);
    if (key === undefined) {
      if (writes(request)) this.#mounts.unsettle(request.path);
      return undefined;
    }
    const register = this.#registers.get(key);
    const content = register?.uncertain.get(request.seq);
    if (!register || content === undefined || answer.outcome === "unknown") return undefined;
    if (answer.outcome === "fail") {
      register.uncertain.delete(request.seq);
      return undefined;
    }
    // Without an index its place in the order is not known, and what is local has none.
    if (!answer.index || !this.isShared(key)) return undefined;
    register.uncertain.delete(request.seq);
    const write = { key, content, ...answer.index, cluster: request.cluster, seq: answer.seq, at: answer.at };
    this.#sets.add(write.set);
    const after = register.writes.findLastIndex(({ entry }) => entry <= write.entry);
    const same = register.byContent.get(content);
    if (same) same.push(write);
    else register.byContent.set(content, [write]);
    register.writes.splice(after + 1, 0, write);
    return write;
  }

  /** Whether some paths filter spoke of the key. */
  isFiltered({ key }: Read): boolean {
    return this.#filtered.some((prefix) => key.startsWith(prefix));
  }

  /** The read that an operation is; undefined when it is none, or nothing can be said of it. */
  read({ request, answer }: Operation): Read | undefined {
    if (request.method !== "GET" || request.wraps || request.path.includes("?")) return undefined;
    const place = this.#mounts.at(request.path);
    if (!place || place.mount.local) return undefined;
    const content = answer.status === 404 ? absent : answer.outcome === "ok" ? answer.content : undefined;
    return content === undefined ? undefined : { key: place.key, content, cluster: request.cluster };
  }

  /** Whether a path leads to a key-value secret, as far as is known. */
  isSecret(path: string): boolean {
    return this.#mounts.at(path) !== undefined;
  }

  /** Whether a path leads to a secret that is replicated, as far as is known. */
  isShared(path: string): boolean {
    const place = this.#mounts.at(path);
    return place !== undefined && !place.mount.local;
  }

  /** The last write of the key up to an entry of the log. */
  lastUpTo(key: string, { set, entry }: Readonly<{ set: string; entry: number }>): Write | undefined {
    return this.#registers.get(key)?.writes.findLast((write) => write.set === set && write.entry <= entry);
  }

  /** The set that a cluster is in, as far as is known. */
  setOf(cluster: string, roles: Roles): string | undefined {
    const { set } = roles.of(cluster);
    if (set !== undefined) return set;
    const [only] = this.#sets;
    return this.#sets.size === 1 && roles.isOneSet ? only : undefined;
  }

  /** What a read shows, where only one write can have led to it. */
  onlyWrite({ key, content }: Read): Write | undefined {
    const register = this.#registers.get(key);
    if (!register || [...register.uncertain.values()].includes(content)) return undefined;
    const same = register.byContent.get(content) ?? [];
    return same.length === 1 ? same[0] : undefined;
  }

  /** The writes of a key that were acknowledged before an event; over when there are others since. */
  before(key: string, seq: number): Readonly<{ writes: readonly Write[]; isUncertain: boolean; isOver: boolean }> {
    const { writes = [], uncertain = new Map<number, string>() } = this.#registers.get(key) ?? {};
    return {
      writes: writes.filter((write) => write.seq < seq),
      isUncertain: uncertain.size > 0,
      isOver: writes.some((write) => write.seq >= seq),
    };
  }

  isVersioned(path: string): boolean {
    return this.#mounts.at(path)?.mount.version === 2;
  }

  /** The first entry from `least` on that could be what a read shows; undefined when it can be none of them, though it is one before. */
  shown({ key, content }: Read, least: Write): Readonly<{ entry: number; isCertain: boolean }> | undefined {
    const register = this.#registers.get(key);
    if (!register || [...register.uncertain.values()].includes(content))
      return { entry: least.entry, isCertain: false };
    const same = register.byContent.get(content) ?? [];
    const fit = same.find(({ set, entry }) => set !== least.set || entry >= least.entry);
    if (fit) return { entry: Math.max(fit.entry, least.entry), isCertain: same.length === 1 };
    // What no client wrote, as far as is known, came from elsewhere; that it is not there can only be older.
    return same.length === 0 && content !== absent ? { entry: least.entry, isCertain: false } : undefined;
  }

  #register(key: string): Register {
    const known = this.#registers.get(key) ?? { writes: [], byContent: new Map(), uncertain: new Map() };
    this.#registers.set(key, known);
    return known;
  }

  #filter(body: unknown): void {
    const { paths } = fieldsOf(body);
    const listed = typeof paths === "string" ? paths.split(",") : Array.isArray(paths) ? paths : [];
    for (const path of listed) if (typeof path === "string") this.#filtered.push(path.trim());
    // A filter that allows only these paths denies all others.
    if (fieldsOf(body).mode !== "deny") this.#filtered.push("");
  }

  #forget(prefix: string): void {
    for (const key of this.#registers.keys()) if (key.startsWith(prefix)) this.#registers.delete(key);
  }
}

function writes({ method, path }: EventOf<"request">): boolean {
  return method !== "GET" && method !== "LIST" && !path.startsWith("/");
}

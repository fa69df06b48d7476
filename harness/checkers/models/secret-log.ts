import type { EventOf } from "#harness/history/event.ts";
import type { Operation, Read, Write } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { SecretMounts } from "./secret-mounts.ts";

const absent = "absent";

type Register = {
  /** Acknowledged writes of the key whose position in the log is known, by ascending position. */
  readonly writes: Write[];
  readonly byContent: Map<string, Write[]>;
  /** Contents of writes that may have taken effect but have no known log position, by event number of the request. */
  readonly uncertain: Map<number, string>;
};

/** The acknowledged writes of key-value secrets in log order. Determines which contents a read may return. */
export class SecretLog {
  readonly #registers = new Map<string, Register>();
  readonly #mounts = new SecretMounts((prefix) => this.#forget(prefix));
  readonly #filtered: string[] = [];
  readonly #sets = new Set<string>();
  readonly #pendingKeys = new Map<number, string>();

  /** Applies a request. A write may take effect before its response. */
  asked(request: EventOf<"request">): void {
    this.#mounts.asked(request);
    const place = writes(request) ? this.#mounts.at(request.path) : undefined;
    if (!place) return;
    const content = request.method === "DELETE" ? absent : request.content;
    if (content === undefined) return;
    this.#register(place.key).uncertain.set(request.seq, content);
    this.#pendingKeys.set(request.seq, place.key);
  }

  /**
   * Applies a response. Returns the write, or undefined if there is no acknowledged write with a known log position.
   */
  answered(operation: Operation): Write | undefined {
    const { request, answer } = operation;
    this.#mounts.answered(operation);
    if (commandOf(operation)?.command === "filter") this.#filter(request.body);
    const key = this.#pendingKeys.get(request.seq);
    this.#pendingKeys.delete(request.seq);
    if (key === undefined) {
      if (writes(request)) this.#mounts.invalidate(request.path);
      return undefined;
    }
    const register = this.#registers.get(key);
    const content = register?.uncertain.get(request.seq);
    if (!register || content === undefined || answer.outcome === "unknown") return undefined;
    if (answer.outcome === "fail") {
      register.uncertain.delete(request.seq);
      return undefined;
    }
    // Without an index, the position in the log is unknown; writes to local mounts have none.
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

  /** True if any paths filter in the history so far may exclude the key. */
  isFiltered({ key }: Read): boolean {
    return this.#filtered.some((prefix) => key.startsWith(prefix));
  }

  /** Returns the read that the operation performed, or undefined if it was no read of a secret or cannot be checked. */
  read({ request, answer }: Operation): Read | undefined {
    if (request.method !== "GET" || request.wraps || request.path.includes("?")) return undefined;
    const place = this.#mounts.at(request.path);
    if (!place || place.mount.local || this.#mounts.isChanging(request.path)) return undefined;
    const content = answer.status === 404 ? absent : answer.outcome === "ok" ? answer.content : undefined;
    return content === undefined ? undefined : { key: place.key, content, cluster: request.cluster };
  }

  /** True if a path is known to be a key-value secret. */
  isSecret(path: string): boolean {
    return this.#mounts.at(path) !== undefined;
  }

  /** True if a path is known to be a key-value secret of a mount that is not local. */
  isShared(path: string): boolean {
    const place = this.#mounts.at(path);
    return place !== undefined && !place.mount.local;
  }

  /** Returns the last acknowledged write of the key at or before entry `entry` of the log of `set`, or undefined. */
  lastUpTo(key: string, { set, entry }: Readonly<{ set: string; entry: number }>): Write | undefined {
    return this.#registers.get(key)?.writes.findLast((write) => write.set === set && write.entry <= entry);
  }

  setOf(cluster: string, roles: Roles): string | undefined {
    const { set } = roles.of(cluster);
    if (set !== undefined) return set;
    const [only] = this.#sets;
    return this.#sets.size === 1 && roles.isOneSet ? only : undefined;
  }

  /**
   * Returns the write whose content the read returned. Undefined if no or several writes had this content, or a write
   * without a known log position did.
   */
  onlyWrite({ key, content }: Read): Write | undefined {
    const register = this.#registers.get(key);
    if (!register || [...register.uncertain.values()].includes(content)) return undefined;
    const same = register.byContent.get(content) ?? [];
    return same.length === 1 ? same[0] : undefined;
  }

  /**
   * Returns the writes of the key that were acknowledged before event `seq`. `isUncertain`: there is a write of the key
   * without a known outcome or log position. `isOver`: a write of the key was acknowledged at or after `seq`.
   */
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

  /** False if the content of the read must be older than the write `least`. */
  canShow({ key, content }: Read, least: Write): boolean {
    const register = this.#registers.get(key);
    if (!register || [...register.uncertain.values()].includes(content)) return true;
    // The mount was removed or changed after that write.
    if (!register.byContent.get(least.content)?.includes(least)) return true;
    const same = register.byContent.get(content) ?? [];
    if (same.some(({ set, entry }) => set !== least.set || entry >= least.entry)) return true;
    // Content that no client is known to have written came from elsewhere; absence can only be older.
    return same.length === 0 && content !== absent;
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

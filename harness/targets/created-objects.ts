import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import { type Claim, claimOf, isThere, lookFor, madeByAnswer, namedBy, namesIn, overlap } from "./claims.ts";
import {
  cleaned,
  endsToken,
  isPassing,
  isReplication,
  isSystemPath,
  namespaceOf,
  prefixOfLeases,
} from "./permitted.ts";
import { undo } from "./undo.ts";

const maxClaims = 10_000;

/** Objects that are deleted at the same time, in this order. Others are deleted one after another, newest first. */
const deletedTogether: readonly RegExp[] = [
  /^(?:a (?:wrapping )?token|policy|password policy|quota|token role|entity|group)\b/,
  /^(?:secrets engine|auth method|audit device)\b/,
];
const maxAtOnce = 8;

export type CreatedObjectsOptions = Readonly<{
  cluster: string;
  rootToken: string;
  call: (request: ApiRequest) => Promise<ApiReply>;
  /**
   * Keys of the objects that the scenario created, shared by all clusters, because secondaries have objects of the
   * primary.
   */
  mine?: Set<string>;
  /** Prefix of the run. A name with this prefix belongs to no other client. */
  prefix?: string;
  /** True if the scenario may change the replication of the cluster. Its owner restores it. */
  mayRelink?: boolean;
}>;

/**
 * Guards a shared cluster against a scenario. Records the objects that the scenario's requests create, and deletes them
 * at the end. Refuses requests that could change objects of other clients.
 */
export class CreatedObjects {
  readonly #options: CreatedObjectsOptions;
  readonly #claims = new Map<string, Claim>();
  readonly #inProgress = new Set<Promise<unknown>>();
  /** Paths of mounts that existed before the scenario, without system mounts; auth methods begin with `auth/`. */
  #foreign: readonly string[] = [];
  #isClosed = false;

  constructor(options: CreatedObjectsOptions) {
    this.#options = options;
  }

  /** Call it before the first request. */
  async open(): Promise<void> {
    const [engines, methods] = await Promise.all(
      ["sys/mounts", "sys/auth"].map(async (path) => namesIn((await this.#send({ method: "GET", path })).body)),
    );
    const all = [...(engines ?? []), ...(methods ?? []).map((name) => `auth/${name}`)];
    this.#foreign = all.filter((path) => !isSystemPath(path));
  }

  /** Sends a request. Throws `CannotBePlayed` instead if the request is not allowed on a shared server. */
  async call(request: ApiRequest): Promise<ApiReply> {
    if (this.#isClosed) throw new Error("the scenario has ended");
    const pending = this.#callRecorded(request);
    this.#inProgress.add(pending);
    try {
      return await pending;
    } finally {
      this.#inProgress.delete(pending);
    }
  }

  /** Deletes all recorded objects. Resolves to descriptions of those that could not be deleted. */
  async clear(): Promise<readonly string[]> {
    this.#isClosed = true;
    await Promise.allSettled(this.#inProgress);
    const left: string[] = [];
    for (const together of deletions([...this.#claims].toReversed())) {
      const undone = together.map(async ([key, claim]) => {
        const remains = await undo(claim, (request) => this.#send(request));
        if (remains === undefined) this.#claims.delete(key);
        return remains ?? [];
      });
      left.push(...(await Promise.all(undone)).flat());
    }
    return left;
  }

  async #callRecorded(request: ApiRequest): Promise<ApiReply> {
    const path = cleaned(request.path);
    const named = namedBy(path);
    const what = named && claimOf(named.kind, named.name).what;
    const isNew = what !== undefined && !this.#isMine(what);
    await this.#check(path, request);
    const reply = await this.#options.call(request);
    // A token that may not create an object may not be able to delete it either.
    if (isNew && reply.status === 403) {
      this.#claims.delete(what);
      this.#options.mine?.delete(what);
    }
    // Deleting a mount deletes everything below it, except entities and wrapping tokens.
    for (const claim of madeByAnswer(path, reply.body)) this.#record(claim);
    return reply;
  }

  async #check(path: string, request: ApiRequest): Promise<void> {
    const namespace = namespaceOf(request);
    if (namespace !== "" || this.#isMine(`namespace ${path.split("/")[0]}`))
      return this.#checkWithin(namespace, path, request);
    const isRead = request.method === "GET" || request.method === "LIST";
    if (!isSystemPath(path)) {
      const foreign = this.#foreign.find((mount) => `${path}/`.startsWith(`${mount}/`));
      if (foreign !== undefined) refuse(`${foreign}/ was there before`);
      return;
    }
    if (isRead) return;
    if (path.startsWith("cubbyhole") && request.token !== this.#options.rootToken) return;
    if (endsToken(path, request, this.#options.rootToken)) refuse("it would revoke the token of the target");
    const prefix = prefixOfLeases(path);
    if (prefix !== undefined) {
      const foreign = this.#foreign.find((mount) => mount.startsWith(prefix) || overlap(mount, cleaned(prefix)));
      if (foreign !== undefined) refuse(`${foreign}/ has leases of others`);
      return;
    }
    if (path === "sys/remount") return this.#checkMove(request);
    const own = /^identity\/(entity|group)\/id\/([^/]+)$/.exec(path);
    if (own && this.#isMine(`${own[1]} ${own[2]}`)) return;
    const [, at, inPath] = /^(identity\/(?:entity|group))(?:\/name\/(.+))?$/.exec(path) ?? [];
    if (at !== undefined) {
      await this.#checkName(at, request);
      if (inPath !== undefined) return this.#checkName(at, { ...request, body: { name: inPath } });
    }
    if (isPassing(path) || (this.#options.mayRelink && isReplication(path))) return;
    await this.#checkNamed(path, request);
  }

  /** Checks a request in a namespace. `header` is the namespace in its header; the path may begin with another one. */
  #checkWithin(header: string, path: string, { method }: ApiRequest): void {
    const at = path.indexOf("/sys/namespaces/");
    const [inPath, below] = at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
    const namespace = [header, inPath].filter(Boolean).join("/");
    const [first = ""] = header === "" ? path.split("/") : header.split("/");
    if (!this.#isMine(`namespace ${first}`)) {
      if (method === "GET" || method === "LIST") return;
      refuse(`the namespace ${first} is not the scenario's`);
    }
    const named = namedBy(below);
    if (named?.kind.what !== "namespace") return;
    const claim = claimOf(named.kind, named.name, { "x-vault-namespace": namespace });
    this.#record({ ...claim, what: `namespace ${namespace}/${named.name}` });
  }

  async #checkMove({ body }: ApiRequest): Promise<void> {
    const { from, to } = typeof body === "object" ? body : {};
    const names = [from, to].map((one) => mountPath(cleaned(String(one))));
    const [source, destination] = names.map((path) => namedBy(path));
    if (!source || !this.#isMine(claimOf(source.kind, source.name).what)) refuse(`${from} was there before`);
    if (destination) await this.#checkNamed(names[1] ?? "", { method: "POST", path: names[1] ?? "" });
  }

  async #checkName(path: string, { body }: ApiRequest): Promise<void> {
    const { name, id } = typeof body === "object" ? body : {};
    const kind = path.slice("identity/".length);
    if (typeof id === "string" && !this.#isMine(`${kind} ${id}`)) refuse(`the ${kind} ${id} is not the scenario's`);
    if (typeof name !== "string") return;
    const { status, body: found } = await this.#send({ method: "GET", path: `${path}/name/${name}` });
    if (status === 200 && !this.#isMine(`${kind} ${found?.data?.id}`)) refuse(`the ${kind} ${name} was there before`);
  }

  async #checkNamed(path: string, { method }: ApiRequest): Promise<void> {
    const isTuning = /^sys\/(?:mounts|auth)\/.+\/tune$/.test(path);
    const named = namedBy(isTuning ? path.slice(0, path.lastIndexOf("/")) : path);
    if (!named) refuse(`${method} ${path}`);
    const { kind, name } = named;
    const claim = claimOf(kind, name);
    if (this.#isMine(claim.what)) return;
    if (!this.#hasPrefix(name) && isThere(kind, name, await this.#send(lookFor(kind, name)))) {
      if (!this.#isBesideMine(kind.what, name)) refuse(`the ${claim.what} was there before`);
      // The server rejects a mount above or below an existing one. If it accepts the mount, the mount belongs to the
      // scenario.
    }
    if (method !== "DELETE" && !isTuning) this.#record(claim);
  }

  #isBesideMine(what: string, name: string): boolean {
    const mine = [...this.#claims.values()].some((claim) => {
      const [kind, own = ""] = [claim.what.slice(0, what.length), claim.what.slice(what.length + 1)];
      return kind === what && overlap(own, name);
    });
    const path = what === "auth method" ? `auth/${name}` : name;
    return mine && !this.#foreign.some((mount) => overlap(mount, path));
  }

  #hasPrefix(name: string): boolean {
    const { prefix } = this.#options;
    return prefix !== undefined && name.slice(name.lastIndexOf("/", prefix.length) + 1).startsWith(prefix);
  }

  #isMine(what: string): boolean {
    return this.#claims.has(what) || this.#options.mine?.has(what) === true;
  }

  #record(claim: Claim): void {
    const { body } = claim.undo;
    const key = typeof body === "object" ? `${claim.what} ${JSON.stringify(body)}` : claim.what;
    if (this.#claims.size >= maxClaims && !this.#claims.has(key)) refuse(`it creates more than ${maxClaims} objects`);
    this.#claims.set(key, claim);
    this.#options.mine?.add(key);
  }

  #send(request: Omit<ApiRequest, "token">): Promise<ApiReply> {
    return this.#options.call({ ...request, token: this.#options.rootToken });
  }
}

type Entry = readonly [key: string, claim: Claim];

/** Splits claims into lists of claims that are undone at the same time. */
function deletions(claims: readonly Entry[]): readonly (readonly Entry[])[] {
  const groupOf = ([, { what }]: Entry) => deletedTogether.findIndex((form) => form.test(what));
  const alike = deletedTogether.map((_, index) => claims.filter((claim) => groupOf(claim) === index));
  const lists = alike.flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, part) =>
      all.slice(part * maxAtOnce, (part + 1) * maxAtOnce),
    ),
  );
  return [...lists, ...claims.filter((claim) => groupOf(claim) < 0).map((claim) => [claim])];
}

function refuse(why: string): never {
  throw missingCapability("fresh", why);
}

function mountPath(path: string): string {
  return path.startsWith("auth/") ? `sys/${path}` : `sys/mounts/${path}`;
}

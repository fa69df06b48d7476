import { setTimeout as passed } from "node:timers/promises";
import { missingCapability } from "#harness/stages/missing-capability.ts";
import type { ApiReply, ApiRequest } from "#harness/stages/stage.ts";
import { type Claim, claimOf, isThere, lookFor, madeByAnswer, namedBy, namesIn, overlap } from "./claims.ts";
import { cleaned, endsToken, isPassing, isSystemPath, namespaceOf, prefixOfLeases } from "./permitted.ts";

/** A server that is taking a secrets engine away may need a moment, as it asks a database first. */
const attempts = { most: 10, pauseMilliseconds: 300 } as const;

/** One scenario rarely makes more; what does is about something else than a shared server. */
const maxClaims = 10_000;

export type CreatedObjectsOptions = Readonly<{
  cluster: string;
  rootToken: string;
  call: (request: ApiRequest) => Promise<ApiReply>;
  /** Names of what the scenario made on any of its clusters: what it wrote on a primary is the scenario's on a secondary, too. */
  mine?: Set<string>;
}>;

/**
 * Stands between a scenario and a cluster that is shared: it passes on what it can take away again, notes it, and takes it away in
 * the end. What was there before is neither read, changed nor deleted: a request that would do so is not sent, and the scenario
 * is not played.
 *
 * Invariant: a claim is noted before its request is sent, and only when nothing of its name was there.
 */
export class CreatedObjects {
  readonly #options: CreatedObjectsOptions;
  readonly #claims = new Map<string, Claim>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Mounts that were there before, auth methods with `auth/` before their names. */
  #foreign: readonly string[] = [];
  #isClosed = false;

  constructor(options: CreatedObjectsOptions) {
    this.#options = options;
  }

  /** Notes what is mounted before anything is asked. */
  async open(): Promise<void> {
    const [engines, methods] = await Promise.all(
      ["sys/mounts", "sys/auth"].map(async (path) => namesIn((await this.#ask({ method: "GET", path })).body)),
    );
    const all = [...(engines ?? []), ...(methods ?? []).map((name) => `auth/${name}`)];
    this.#foreign = all.filter((path) => !isSystemPath(path));
  }

  /** Sends a request of the scenario's. Throws `CannotBePlayed` instead when it would touch what is not the scenario's. */
  async call(request: ApiRequest): Promise<ApiReply> {
    if (this.#isClosed) throw new Error("the scenario has ended");
    const asked = this.#callNoted(request);
    this.#underWay.add(asked);
    try {
      return await asked;
    } finally {
      this.#underWay.delete(asked);
    }
  }

  /** Takes away all that was noted, the last first, once nothing is under way any more. Resolves to what could not be taken away. */
  async clear(): Promise<readonly string[]> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
    const left: string[] = [];
    for (const [key, claim] of [...this.#claims].toReversed()) {
      const { what, undo } = claim;
      const why = await this.#undone(claim);
      if (why === undefined) this.#claims.delete(key);
      else left.push(`${what} (${undo.method} ${undo.path}: ${why})`);
    }
    return left;
  }

  async #callNoted(request: ApiRequest): Promise<ApiReply> {
    const path = cleaned(request.path);
    await this.#check(path, request);
    const reply = await this.#options.call(request);
    // What is below a mount of the scenario's goes with it, but entities and wrapping tokens do not.
    for (const claim of madeByAnswer(path, reply.body)) this.#note(claim);
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
    if (endsToken(path, request, this.#options.rootToken))
      refuse("it would end the token that the target was given with");
    const prefix = prefixOfLeases(path);
    if (prefix !== undefined) {
      const foreign = this.#foreign.find((mount) => mount.startsWith(prefix) || overlap(mount, cleaned(prefix)));
      if (foreign !== undefined) refuse(`${foreign}/ has leases of others`);
      return;
    }
    if (path === "sys/remount") return this.#checkMove(request);
    const own = /^identity\/(entity|group)\/id\/([^/]+)$/.exec(path);
    if (own && this.#isMine(`${own[1]} ${own[2]}`)) return;
    if (path === "identity/entity" || path === "identity/group") await this.#checkName(path, request);
    if (isPassing(path)) return;
    await this.#checkNamed(path, request);
  }

  /** A namespace of the scenario's own takes all that is in it with it, but for namespaces below it. */
  #checkWithin(namespace: string, path: string, { headers = {}, method }: ApiRequest): void {
    const [first = ""] = namespace === "" ? path.split("/") : namespace.split("/");
    if (!this.#isMine(`namespace ${first}`)) {
      if (method === "GET" || method === "LIST") return;
      refuse(`the namespace ${first} is not the scenario's`);
    }
    const named = namedBy(path);
    if (named?.kind.what !== "namespace") return;
    this.#note({ ...claimOf(named.kind, named.name, headers), what: `namespace ${namespace}/${named.name}` });
  }

  async #checkMove({ body }: ApiRequest): Promise<void> {
    const { from, to } = typeof body === "object" ? body : {};
    const names = [from, to].map((one) => mountPath(cleaned(String(one))));
    const [source, destination] = names.map((path) => namedBy(path));
    if (!source || !this.#isMine(claimOf(source.kind, source.name).what)) refuse(`${from} was there before`);
    if (destination) await this.#checkNamed(names[1] ?? "", { method: "POST", path: names[1] ?? "" });
  }

  /** Writing an entity or a group under the name of one that is there changes it. */
  async #checkName(path: string, { body }: ApiRequest): Promise<void> {
    const { name, id } = typeof body === "object" ? body : {};
    const kind = path.slice("identity/".length);
    if (typeof id === "string" && !this.#isMine(`${kind} ${id}`)) refuse(`the ${kind} ${id} is not the scenario's`);
    if (typeof name !== "string") return;
    const { status, body: found } = await this.#ask({ method: "GET", path: `${path}/name/${name}` });
    if (status === 200 && !this.#isMine(`${kind} ${found?.data?.id}`)) refuse(`the ${kind} ${name} was there before`);
  }

  async #checkNamed(path: string, { method }: ApiRequest): Promise<void> {
    const isTuning = /^sys\/(?:mounts|auth)\/.+\/tune$/.test(path);
    const named = namedBy(isTuning ? path.slice(0, path.lastIndexOf("/")) : path);
    if (!named) refuse(`${method} ${path}`);
    const { kind, name } = named;
    const claim = claimOf(kind, name);
    if (this.#isMine(claim.what)) return;
    if (isThere(kind, name, await this.#ask(lookFor(kind, name)))) {
      if (!this.#isBesideMine(kind.what, name)) refuse(`the ${claim.what} was there before`);
      // The server refuses what lies below or above a mount; if it does not, that is the scenario's, too.
    }
    if (method !== "DELETE" && !isTuning) this.#note(claim);
  }

  /** Whether a mount of the scenario's lies above or below this one, and none of others does. */
  #isBesideMine(what: string, name: string): boolean {
    const mine = [...this.#claims.values()].some((claim) => {
      const [kind, own = ""] = [claim.what.slice(0, what.length), claim.what.slice(what.length + 1)];
      return kind === what && overlap(own, name);
    });
    const path = what === "auth method" ? `auth/${name}` : name;
    return mine && !this.#foreign.some((mount) => overlap(mount, path));
  }

  #isMine(what: string): boolean {
    return this.#claims.has(what) || this.#options.mine?.has(what) === true;
  }

  #note(claim: Claim): void {
    const { body } = claim.undo;
    const key = typeof body === "object" ? `${claim.what} ${JSON.stringify(body)}` : claim.what;
    if (this.#claims.size >= maxClaims && !this.#claims.has(key)) refuse(`it makes more than ${maxClaims} things`);
    this.#claims.set(key, claim);
    this.#options.mine?.add(key);
  }

  /** Undefined when the thing is gone, or why it is not. */
  async #undone({ undo, force }: Claim): Promise<string | undefined> {
    let why = "";
    for (let attempt = 0; attempt < attempts.most; attempt++) {
      if (attempt > 0) await passed(attempts.pauseMilliseconds);
      try {
        if (attempt > 0 && force) await this.#ask(force);
        const { status, body } = await this.#ask(undo);
        // A token that has ended already is not known by its accessor any more.
        if (status < 300 || status === 404 || undo.path.startsWith("auth/token/revoke")) return undefined;
        why = `${status} ${body?.errors?.join("; ") ?? ""}`.trim();
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
    return why;
  }

  #ask(request: Omit<ApiRequest, "token">): Promise<ApiReply> {
    return this.#options.call({ ...request, token: this.#options.rootToken });
  }
}

function refuse(why: string): never {
  throw missingCapability("fresh", why);
}

/** Where `sys/remount` means a mount to be. */
function mountPath(path: string): string {
  return path.startsWith("auth/") ? `sys/${path}` : `sys/mounts/${path}`;
}

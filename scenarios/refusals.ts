import { isDeepStrictEqual } from "node:util";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { performance } from "./performance.ts";

/** Asks one cluster. */
type Ask = (request: ApiRequest) => Promise<ApiReply>;

/** What a request that was refused was about, before and after it. */
type Refusal = Readonly<{ what: string; before: unknown; after: unknown }>;

/** Where there is nothing to look at: a login is not kept at its path, and every read of a dynamic role's credentials makes a user. */
const givenOut = /(?:^|\/)(?:creds|login)(?:\/|$)/;

/** What a refused request may not change of a cluster's replication. Heartbeats and progress may go on. */
const lastingStatus = ["mode", "cluster_id", "primary_cluster_addr", "known_secondaries"];

/**
 * The refused writes of a scenario. A refusal is any 4xx or 5xx that has changed nothing, and that is looked up: whatever a write is about
 * is read before it, and once more after a refusal.
 */
export class Refusals {
  readonly #rootToken: (cluster: string) => string;
  readonly #refusals: Refusal[] = [];

  constructor(rootToken: (cluster: string) => string) {
    this.#rootToken = rootToken;
  }

  /** How many writes were refused. */
  get count(): number {
    return this.#refusals.length;
  }

  /** The refusals after which something was not as before. */
  get broken(): readonly Refusal[] {
    return this.#refusals.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }

  /** Sends a request, and looks before and after it when it is a write. */
  async over(cluster: string, ask: Ask, request: ApiRequest): Promise<ApiReply> {
    const { method, path } = request;
    if (method === "GET" || method === "LIST") return await ask(request);
    const look = () => this.#look(cluster, ask, request);
    const before = await look();
    const reply = await ask(request);
    if (reply.status < 400) return reply;
    this.#refusals.push({ what: `${method} ${path} in ${cluster}`, before, after: await look() });
    return reply;
  }

  /** What is at the path of a request; for replication, what part the cluster has. */
  async #look(cluster: string, ask: Ask, { path, base, headers }: ApiRequest): Promise<unknown> {
    if (givenOut.test(path)) return undefined;
    const isReplication = path.startsWith(`${performance}/`);
    const token = this.#rootToken(cluster);
    const place = isReplication ? { path: `${performance}/status` } : { path, ...(base === undefined ? {} : { base }) };
    const { status, body } = await ask({ method: "GET", ...place, token, ...(headers ? { headers } : {}) });
    const data = body?.data ?? {};
    if (!isReplication) return { status, data };
    return Object.fromEntries(lastingStatus.map((name) => [name, data[name]]));
  }
}

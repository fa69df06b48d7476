import { isDeepStrictEqual } from "node:util";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { performance } from "./names.ts";

type Ask = (request: ApiRequest) => Promise<ApiReply>;

type Refusal = Readonly<{ what: string; before: unknown; after: unknown }>;

/** Matches paths that are not read: logins have no data, and credentials are new at each read. */
const givenOut = /(?:^|\/)(?:creds|login)(?:\/|$)/;

/** Matches paths whose data has a `ttl` that becomes less with time. */
const countsDown = /(?:^|\/)(?:static-creds|lookup(?:-self|-accessor)?)(?:\/|$)/;

/** Fields of the replication status that a refused request must not change. Others may change at any time. */
const lastingStatus = ["mode", "cluster_id", "primary_cluster_addr", "known_secondaries"];

/** The refused writes of a scenario, and the data at most paths before and after each, which must be the same. */
export class Refusals {
  readonly #rootToken: (cluster: string) => string;
  readonly #refusals: Refusal[] = [];

  constructor(rootToken: (cluster: string) => string) {
    this.#rootToken = rootToken;
  }

  get count(): number {
    return this.#refusals.length;
  }

  get broken(): readonly Refusal[] {
    return this.#refusals.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  }

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

  async #look(cluster: string, ask: Ask, { path, base, headers }: ApiRequest): Promise<unknown> {
    if (givenOut.test(path)) return undefined;
    const isReplication = path.startsWith(`${performance}/`) && !path.includes("/paths-filter/");
    const token = this.#rootToken(cluster);
    const place = isReplication ? { path: `${performance}/status` } : { path, ...(base === undefined ? {} : { base }) };
    const { status, body } = await ask({ method: "GET", ...place, token, ...(headers ? { headers } : {}) });
    const data = body?.data ?? {};
    if (!isReplication) return { status, data: countsDown.test(path) ? { ...data, ttl: undefined } : data };
    return Object.fromEntries(lastingStatus.map((name) => [name, data[name]]));
  }
}

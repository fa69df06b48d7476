import type { ApiRequest } from "#harness/api/request.ts";
import type { Work } from "./action.ts";
import { type ActorContext, send } from "./actor.ts";
import { namespace, namespaceHeader } from "./namespace.ts";
import type { Outcome } from "./outcome.ts";

/** Password of every client of a campaign. The setup creates the users. */
export const password = "a password of a campaign";

/** Policy of every client: to create, read, update, delete and list on all paths. */
export const clientPolicy = `path "*" { capabilities = ["create", "read", "update", "delete", "list"] }`;

const inside = { [namespaceHeader]: namespace };

/** Returns the fields of a cloud login whose request is signed at the current time. */
export type SignedLogin = () => Promise<Readonly<Record<string, string>>>;

/** The identity document of a cloud instance, in the form of login fields. */
type Evidence = Readonly<Record<string, string>>;

export type ClientOptions = Readonly<{
  context: ActorContext;
  name: string;
  /** Undefined if the world has no cloud. */
  signed: SignedLogin | undefined;
  evidence: Evidence | undefined;
}>;

/** A client with its tokens, its leases and the index of its last write. It executes one action at a time. */
export class Client {
  readonly #context: ActorContext;
  readonly #name: string;
  readonly #signed: SignedLogin | undefined;
  readonly #tokens = new Map<string, string>();
  readonly #leases = new Map<string, string[]>();
  /** Tokens that the client created, by cluster, oldest first. */
  readonly #made = new Map<string, string[]>();
  readonly #evidence: Evidence | undefined;
  /** The nonce that a response to a login of the client's instance last contained, by cluster. */
  readonly #nonces = new Map<string, string>();
  #index: string | undefined;

  constructor({ context, name, signed, evidence }: ClientOptions) {
    this.#context = context;
    this.#name = name;
    this.#signed = signed;
    this.#evidence = evidence;
  }

  async work(work: Work): Promise<void> {
    const { cluster } = work;
    switch (work.do) {
      case "write": {
        const { mount, key, value, size } = work;
        // The mark can be recognised in other places; a large value is too long for that.
        const body = size === undefined ? { value } : { value: value.padEnd(size, value), mark: value };
        const outcome = await this.#send(cluster, { method: "POST", path: `${mount}/${key}`, body });
        if (outcome.is === "ok") this.#index = outcome.reply.headers["x-vault-index"] ?? this.#index;
        return;
      }
      case "delete":
        return void (await this.#send(cluster, { method: "DELETE", path: `${work.mount}/${work.key}` }));
      case "read":
        return void (await this.#send(cluster, { method: "GET", path: `${work.mount}/${work.key}` }));
      case "read own write": {
        const headers = this.#index === undefined ? {} : { "x-vault-index": this.#index };
        return void (await this.#send(cluster, { method: "GET", path: `${work.mount}/${work.key}`, headers }));
      }
      case "log in":
        return void (await this.#logIn(cluster));
      case "use token":
        return void (await this.#send(cluster, { method: "GET", path: "auth/token/lookup-self" }));
      case "log in by cloud": {
        if (!this.#signed) return;
        return void (await this.#logInByCloud(cluster, { role: "painter", ...(await this.#signed()) }));
      }
      case "log in as instance": {
        if (!this.#evidence) return;
        const nonce = this.#nonces.get(cluster);
        const body = { role: "worker", ...this.#evidence, ...(nonce === undefined ? {} : { nonce }) };
        const outcome = await this.#logInByCloud(cluster, body);
        if (outcome.is !== "ok") return;
        const { nonce: newNonce } = (outcome.reply.body?.auth?.metadata ?? {}) as Readonly<{ nonce?: string }>;
        if (newNonce !== undefined) this.#nonces.set(cluster, newNonce);
        return;
      }
      case "tidy cloud": {
        const body = { safety_buffer: "10s" };
        return void (await this.#send(cluster, { method: "POST", path: "auth/cloud/tidy/identity-accesslist", body }));
      }
      case "create token": {
        const body = { ttl: "30s", explicit_max_ttl: "60s" };
        const outcome = await this.#send(cluster, { method: "POST", path: "auth/token/create", body });
        if (outcome.is === "ok") listIn(this.#made, cluster).push(String(outcome.reply.body?.auth?.client_token));
        return;
      }
      case "renew token":
        return this.#withToken(cluster, "auth/token/renew", listIn(this.#made, cluster).at(-1));
      case "revoke token":
        return this.#withToken(cluster, "auth/token/revoke", listIn(this.#made, cluster).pop());
      case "write version": {
        const body = { data: { value: work.value } };
        return void (await this.#send(cluster, { method: "POST", path: `versions/data/${work.key}`, body }));
      }
      case "read version":
        return void (await this.#send(cluster, { method: "GET", path: `versions/data/${work.key}` }));
      case "write in namespace": {
        const body = { value: work.value };
        return void (await this.#send(cluster, { method: "POST", path: `plants/${work.key}`, body, headers: inside }));
      }
      case "read in namespace":
        return void (await this.#send(cluster, { method: "GET", path: `plants/${work.key}`, headers: inside }));
      case "get credentials": {
        const outcome = await this.#send(cluster, { method: "GET", path: "database/creds/reader" });
        if (outcome.is === "ok") listIn(this.#leases, cluster).push(String(outcome.reply.body?.lease_id));
        return;
      }
      case "renew credentials":
        return this.#withLease(cluster, "sys/leases/renew", listIn(this.#leases, cluster).at(-1));
      case "revoke credentials":
        return this.#withLease(cluster, "sys/leases/revoke", listIn(this.#leases, cluster).pop());
      case "read static credentials":
        return void (await this.#send(cluster, { method: "GET", path: "database/static-creds/app" }));
    }
  }

  async #withLease(cluster: string, path: string, lease: string | undefined): Promise<void> {
    if (lease !== undefined) await this.#send(cluster, { method: "POST", path, body: { lease_id: lease } });
  }

  async #withToken(cluster: string, path: string, token: string | undefined): Promise<void> {
    if (token !== undefined) await this.#send(cluster, { method: "POST", path, body: { token } });
  }

  #logInByCloud(cluster: string, body: Readonly<Record<string, string>>): Promise<Outcome> {
    return send(this.#context, { cluster, client: this.#name, method: "POST", path: "auth/cloud/login", body });
  }

  /**
   * Sends a request with the token that the client has for the cluster. Without a token, the client logs in first.
   * After status 403, it logs in again and retries once.
   */
  async #send(cluster: string, request: ApiRequest): Promise<Outcome> {
    const token = this.#tokens.get(cluster) ?? (await this.#logIn(cluster));
    const outcome = await send(this.#context, { cluster, client: this.#name, ...request, ...(token && { token }) });
    if (outcome.is !== "fail" || outcome.reply.status !== 403) return outcome;
    const newToken = await this.#logIn(cluster);
    if (newToken === undefined) return outcome;
    return send(this.#context, { cluster, client: this.#name, ...request, token: newToken });
  }

  async #logIn(cluster: string): Promise<string | undefined> {
    this.#tokens.delete(cluster);
    const path = `auth/userpass/login/${this.#name.toLowerCase()}`;
    const outcome = await send(this.#context, {
      cluster,
      client: this.#name,
      method: "POST",
      path,
      body: { password },
    });
    if (outcome.is !== "ok") return undefined;
    const token = String(outcome.reply.body?.auth?.client_token);
    this.#tokens.set(cluster, token);
    return token;
  }
}

/** Returns the list of the cluster. Adds an empty list if there is none. */
function listIn(lists: Map<string, string[]>, cluster: string): string[] {
  const known = lists.get(cluster) ?? [];
  lists.set(cluster, known);
  return known;
}

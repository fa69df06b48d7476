import type { ApiRequest } from "#harness/stages/stage.ts";
import type { Work } from "./action.ts";
import { type ActorContext, ask } from "./actor.ts";
import { namespace, namespaceHeader } from "./namespace.ts";
import type { Outcome } from "./outcome.ts";

/** The user name and password by which every client of a campaign logs in; made before it begins. */
export const password = "a password of a campaign";

/** What a client may do with what is its own. */
export const clientPolicy = `path "*" { capabilities = ["create", "read", "update", "delete", "list"] }`;

const inside = { [namespaceHeader]: namespace };

/** Signs a request for who one is, now: what a login by cloud sends. */
export type SignedLogin = () => Promise<Readonly<Record<string, string>>>;

/** What an instance of the cloud shows of itself. */
type Evidence = Readonly<Record<string, string>>;

export type ClientOptions = Readonly<{
  ground: ActorContext;
  name: string;
  /** Undefined where the world has no cloud. */
  signed: SignedLogin | undefined;
  evidence: Evidence | undefined;
}>;

/** One client of a campaign: it has tokens, leases and the index of its last write, and does one thing after the other. */
export class Client {
  readonly #ground: ActorContext;
  readonly #name: string;
  readonly #signed: SignedLogin | undefined;
  readonly #tokens = new Map<string, string>();
  readonly #leases = new Map<string, string[]>();
  /** Tokens that it made below its own, by cluster. */
  readonly #made = new Map<string, string[]>();
  readonly #evidence: Evidence | undefined;
  /** What its instance was told at its first login, by cluster. */
  readonly #nonces = new Map<string, string>();
  #index: string | undefined;

  constructor({ ground, name, signed, evidence }: ClientOptions) {
    this.#ground = ground;
    this.#name = name;
    this.#signed = signed;
    this.#evidence = evidence;
  }

  async work(work: Work): Promise<void> {
    const { cluster } = work;
    switch (work.do) {
      case "write": {
        const { mount, key, size = 0 } = work;
        const value = work.value.padEnd(size, work.value);
        const outcome = await this.#ask(cluster, { method: "POST", path: `${mount}/${key}`, body: { value } });
        if (outcome.is === "ok") this.#index = outcome.reply.headers["x-vault-index"] ?? this.#index;
        return;
      }
      case "delete":
        return void (await this.#ask(cluster, { method: "DELETE", path: `${work.mount}/${work.key}` }));
      case "read":
        return void (await this.#ask(cluster, { method: "GET", path: `${work.mount}/${work.key}` }));
      case "read own write": {
        const headers = this.#index === undefined ? {} : { "x-vault-index": this.#index };
        return void (await this.#ask(cluster, { method: "GET", path: `${work.mount}/${work.key}`, headers }));
      }
      case "log in":
        return void (await this.#logIn(cluster));
      case "use token":
        return void (await this.#ask(cluster, { method: "GET", path: "auth/token/lookup-self" }));
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
        const { nonce: given } = (outcome.reply.body?.auth?.metadata ?? {}) as Readonly<{ nonce?: string }>;
        if (given !== undefined) this.#nonces.set(cluster, given);
        return;
      }
      case "tidy cloud": {
        const body = { safety_buffer: "10s" };
        return void (await this.#ask(cluster, { method: "POST", path: "auth/cloud/tidy/identity-accesslist", body }));
      }
      case "create token": {
        const body = { ttl: "30s", explicit_max_ttl: "60s" };
        const outcome = await this.#ask(cluster, { method: "POST", path: "auth/token/create", body });
        if (outcome.is === "ok") listIn(this.#made, cluster).push(String(outcome.reply.body?.auth?.client_token));
        return;
      }
      case "renew token":
        return this.#withToken(cluster, "auth/token/renew", listIn(this.#made, cluster).at(-1));
      case "revoke token":
        return this.#withToken(cluster, "auth/token/revoke", listIn(this.#made, cluster).pop());
      case "write version": {
        const body = { data: { value: work.value } };
        return void (await this.#ask(cluster, { method: "POST", path: `versions/data/${work.key}`, body }));
      }
      case "read version":
        return void (await this.#ask(cluster, { method: "GET", path: `versions/data/${work.key}` }));
      case "write in namespace": {
        const body = { value: work.value };
        return void (await this.#ask(cluster, { method: "POST", path: `plants/${work.key}`, body, headers: inside }));
      }
      case "read in namespace":
        return void (await this.#ask(cluster, { method: "GET", path: `plants/${work.key}`, headers: inside }));
      case "get credentials": {
        const outcome = await this.#ask(cluster, { method: "GET", path: "database/creds/reader" });
        if (outcome.is === "ok") listIn(this.#leases, cluster).push(String(outcome.reply.body?.lease_id));
        return;
      }
      case "renew credentials":
        return this.#withLease(cluster, "sys/leases/renew", listIn(this.#leases, cluster).at(-1));
      case "revoke credentials":
        return this.#withLease(cluster, "sys/leases/revoke", listIn(this.#leases, cluster).pop());
      case "read static credentials":
        return void (await this.#ask(cluster, { method: "GET", path: "database/static-creds/app" }));
    }
  }

  async #withLease(cluster: string, path: string, lease: string | undefined): Promise<void> {
    if (lease !== undefined) await this.#ask(cluster, { method: "POST", path, body: { lease_id: lease } });
  }

  async #withToken(cluster: string, path: string, token: string | undefined): Promise<void> {
    if (token !== undefined) await this.#ask(cluster, { method: "POST", path, body: { token } });
  }

  #logInByCloud(cluster: string, body: Readonly<Record<string, string>>): Promise<Outcome> {
    return ask(this.#ground, { cluster, client: this.#name, method: "POST", path: "auth/cloud/login", body });
  }

  /** Asks with the client's token of that cluster. Without one, or when it is refused there, it logs in and asks once more. */
  async #ask(cluster: string, request: ApiRequest): Promise<Outcome> {
    const token = this.#tokens.get(cluster) ?? (await this.#logIn(cluster));
    const outcome = await ask(this.#ground, { cluster, client: this.#name, ...request, ...(token && { token }) });
    if (outcome.is !== "fail" || outcome.reply.status !== 403) return outcome;
    const another = await this.#logIn(cluster);
    if (another === undefined) return outcome;
    return ask(this.#ground, { cluster, client: this.#name, ...request, token: another });
  }

  async #logIn(cluster: string): Promise<string | undefined> {
    this.#tokens.delete(cluster);
    const path = `auth/userpass/login/${this.#name.toLowerCase()}`;
    const outcome = await ask(this.#ground, { cluster, client: this.#name, method: "POST", path, body: { password } });
    if (outcome.is !== "ok") return undefined;
    const token = String(outcome.reply.body?.auth?.client_token);
    this.#tokens.set(cluster, token);
    return token;
  }
}

/** The list of one cluster, made where there is none. */
function listIn(lists: Map<string, string[]>, cluster: string): string[] {
  const known = lists.get(cluster) ?? [];
  lists.set(cluster, known);
  return known;
}

import type { ApiRequest } from "#harness/api/request.ts";
import type { Work } from "./action.ts";
import { type ActorContext, send } from "./actor.ts";
import { namespace, namespaceHeader } from "./namespace.ts";
import type { Outcome } from "./outcome.ts";

/** Password of every client of a campaign. The setup creates the users. */
export const password = "a password of a campaign";

/** Policy of every client: to create, read, update, delete and list on all paths. */
export const clientPolicy = `path "*" { capabilities = ["create", "read", "update", "delete", "list"] }`;

/** Maximum number of attempts of a read that requires an index, and the pause after each in milliseconds. */
const patience = { count: 6, pause: 40 } as const;

/** Maximum time in milliseconds that a client waits for the end of a lease. */
const maxWaitMilliseconds = 60_000;

const inside = { [namespaceHeader]: namespace };

/** Returns the fields of a cloud login whose request is signed at the current time. */
export type SignedLogin = () => Promise<Readonly<Record<string, string>>>;

type Evidence = Readonly<Record<string, string>>;

/** `elapsed` returns the virtual time since the start of the world in milliseconds. */
type ClientContext = ActorContext & Readonly<{ elapsed: () => number }>;

export type ClientOptions = Readonly<{
  context: ClientContext;
  name: string;
  /** Undefined if the world has no cloud. */
  signed: SignedLogin | undefined;
  evidence: Evidence | undefined;
}>;

/**
 * A client with its tokens, its leases and the index of its last write. Callers must await an action before the next.
 */
export class Client {
  readonly #context: ClientContext;
  readonly #name: string;
  readonly #signed: SignedLogin | undefined;
  readonly #tokens = new Map<string, string>();
  readonly #leases = new Map<string, string[]>();
  readonly #tokenLeases = new Map<string, Readonly<{ token: string; lease: string }>[]>();
  /** Time at which each lease ends without a renewal, in milliseconds since the start of the world. */
  readonly #ends = new Map<string, number>();
  readonly #createdTokens = new Map<string, string[]>();
  readonly #evidence: Evidence | undefined;
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
      case "read own write":
        return this.#readOwnWrite(cluster, `${work.mount}/${work.key}`);
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
        if (outcome.is === "ok")
          listIn(this.#createdTokens, cluster).push(String(outcome.reply.body?.auth?.client_token));
        return;
      }
      case "renew token":
        return this.#withToken(cluster, "auth/token/renew", listIn(this.#createdTokens, cluster).at(-1));
      case "revoke token":
        return this.#withToken(cluster, "auth/token/revoke", listIn(this.#createdTokens, cluster).pop());
      case "revoke first token":
        return this.#withToken(cluster, "auth/token/revoke", listIn(this.#createdTokens, cluster).shift());
      case "get credentials by token":
        return this.#getCredentialsByToken(cluster, work.below);
      case "renew credentials of a revoked token": {
        const last = listIn(this.#tokenLeases, cluster).pop();
        if (!last) return;
        await this.#withToken(cluster, "auth/token/revoke", last.token);
        return this.#withLease(cluster, "sys/leases/renew", last.lease);
      }
      case "unwrap twice":
        return this.#unwrapTwice(cluster);
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
        this.#noteLease(cluster, outcome);
        return;
      }
      case "renew and revoke credentials": {
        const lease = listIn(this.#leases, cluster).pop();
        const send = (path: string) => this.#withLease(cluster, path, lease);
        await Promise.all([send("sys/leases/renew"), send("sys/leases/revoke")]);
        return send("sys/leases/lookup");
      }
      case "renew credentials at the end": {
        const remaining = (lease: string) => (this.#ends.get(lease) ?? 0) - this.#context.elapsed();
        const lease = listIn(this.#leases, cluster).findLast((one) => remaining(one) < maxWaitMilliseconds);
        const wait = lease === undefined ? 0 : remaining(lease) - work.milliseconds;
        if (wait > 0) await new Promise<void>((resolve) => void this.#context.after(wait, resolve));
        return this.#withLease(cluster, "sys/leases/renew", lease);
      }
      case "change cloud role": {
        const body = { auth_type: "iam", token_policies: [work.policy, "client"] };
        await this.#send(cluster, { method: "POST", path: "auth/cloud/role/painter", body });
        if (this.#signed) await this.#logInByCloud(cluster, { role: "painter", ...(await this.#signed()) });
        return;
      }
      case "change user": {
        const path = `auth/userpass/users/${this.#name.toLowerCase()}`;
        await this.#send(cluster, { method: "POST", path, body: { token_policies: [work.policy, "client"] } });
        return void (await this.#logIn(cluster));
      }
      case "renew credentials":
        return this.#withLease(cluster, "sys/leases/renew", listIn(this.#leases, cluster).at(-1));
      case "revoke credentials":
        return this.#withLease(cluster, "sys/leases/revoke", listIn(this.#leases, cluster).pop());
      case "read static credentials":
        return void (await this.#send(cluster, { method: "GET", path: "database/static-creds/app" }));
    }
  }

  async #readOwnWrite(cluster: string, path: string): Promise<void> {
    const headers = this.#index === undefined ? {} : { "x-vault-index": this.#index };
    for (let count = 0; count < patience.count; count++) {
      const outcome = await this.#send(cluster, { method: "GET", path, headers });
      if (outcome.is !== "fail" || outcome.reply.status !== 412) return;
      await new Promise<void>((resolve) => void this.#context.after(patience.pause, resolve));
    }
  }

  async #getCredentialsByToken(cluster: string, below: boolean): Promise<void> {
    const body = { ttl: "10m" };
    const made = listIn(this.#createdTokens, cluster);
    const create = async (token?: string) => {
      const request = { method: "POST", path: "auth/token/create", body } as const;
      const outcome = await this.#send(cluster, token === undefined ? request : { ...request, token });
      return outcome.is === "ok" ? String(outcome.reply.body?.auth?.client_token) : undefined;
    };
    let token = made.at(-1);
    if (token === undefined) {
      token = await create();
      if (token === undefined) return;
      made.push(token);
    }
    const user = below ? await create(token) : token;
    if (user === undefined) return;
    const outcome = await this.#send(cluster, { method: "GET", path: "database/creds/holder", token: user });
    this.#noteLease(cluster, outcome);
    if (outcome.is === "ok")
      listIn(this.#tokenLeases, cluster).push({ token: user, lease: String(outcome.reply.body?.lease_id) });
  }

  async #unwrapTwice(cluster: string): Promise<void> {
    const headers = { "x-vault-wrap-ttl": "60s" };
    const outcome = await this.#send(cluster, { method: "GET", path: "auth/token/lookup-self", headers });
    const token = outcome.is === "ok" ? outcome.reply.body?.wrap_info?.token : undefined;
    if (token === undefined) return;
    const unwrap = () => this.#send(cluster, { method: "POST", path: "sys/wrapping/unwrap", body: { token } });
    await Promise.all([unwrap(), unwrap()]);
  }

  #noteLease(cluster: string, outcome: Outcome): void {
    if (outcome.is !== "ok") return;
    const { lease_id: lease, lease_duration: seconds } = outcome.reply.body ?? {};
    listIn(this.#leases, cluster).push(String(lease));
    this.#ends.set(String(lease), this.#context.elapsed() + Number(seconds) * 1000);
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

  async #send(cluster: string, request: ApiRequest): Promise<Outcome> {
    if (request.token !== undefined) return send(this.#context, { cluster, client: this.#name, ...request });
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

function listIn<Item>(lists: Map<string, Item[]>, cluster: string): Item[] {
  const known = lists.get(cluster) ?? [];
  lists.set(cluster, known);
  return known;
}

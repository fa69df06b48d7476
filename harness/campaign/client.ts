import type { ApiRequest } from "#harness/stages/stage.ts";
import type { Work } from "./action.ts";
import { ask, type Ground } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** The user name and password by which every client of a campaign logs in; made before it begins. */
export const password = "a password of a campaign";

/** What a client may do with what is its own. */
export const clientPolicy = `path "*" { capabilities = ["create", "read", "update", "delete", "list"] }`;

/** Signs a request for who one is, now: what a login by cloud sends. */
export type SignedLogin = () => Promise<Readonly<Record<string, string>>>;

/** One client of a campaign: it has tokens, leases and the index of its last write, and does one thing after the other. */
export class Client {
  readonly #ground: Ground;
  readonly #name: string;
  readonly #signed: SignedLogin | undefined;
  readonly #tokens = new Map<string, string>();
  readonly #leases = new Map<string, string[]>();
  #index: string | undefined;

  constructor({ ground, name, signed }: Readonly<{ ground: Ground; name: string; signed: SignedLogin | undefined }>) {
    this.#ground = ground;
    this.#name = name;
    this.#signed = signed;
  }

  async work(work: Work): Promise<void> {
    const { cluster } = work;
    switch (work.do) {
      case "write": {
        const { mount, key, value } = work;
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
        const body = { role: "painter", ...(await this.#signed()) };
        return void (await ask(this.#ground, {
          cluster,
          client: this.#name,
          method: "POST",
          path: "auth/cloud/login",
          body,
        }));
      }
      case "get credentials": {
        const outcome = await this.#ask(cluster, { method: "GET", path: "database/creds/reader" });
        if (outcome.is === "ok") this.#leasesOf(cluster).push(String(outcome.reply.body?.lease_id));
        return;
      }
      case "renew credentials":
        return this.#withLease(cluster, "sys/leases/renew", this.#leasesOf(cluster).at(-1));
      case "revoke credentials":
        return this.#withLease(cluster, "sys/leases/revoke", this.#leasesOf(cluster).pop());
      case "read static credentials":
        return void (await this.#ask(cluster, { method: "GET", path: "database/static-creds/app" }));
    }
  }

  async #withLease(cluster: string, path: string, lease: string | undefined): Promise<void> {
    if (lease !== undefined) await this.#ask(cluster, { method: "POST", path, body: { lease_id: lease } });
  }

  #leasesOf(cluster: string): string[] {
    const known = this.#leases.get(cluster) ?? [];
    this.#leases.set(cluster, known);
    return known;
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

import { Problem } from "../api/problem.ts";
import { type Access, accessUnder, fullAccess } from "./policy/access.ts";
import { type Policy, parsePolicy } from "./policy/policy.ts";
import { collection, type Storage } from "./storage.ts";

const stored = collection<{ policy: string }>("shared", "policy/");

/** What every token may do with itself, unless it was made without the policy `default`. */
const defaultPolicy = `
path "auth/token/lookup-self" { capabilities = ["read"] }
path "auth/token/renew-self" { capabilities = ["update"] }
path "auth/token/revoke-self" { capabilities = ["update"] }
path "sys/leases/renew" { capabilities = ["update"] }
path "sys/leases/lookup" { capabilities = ["update"] }
path "sys/wrapping/unwrap" { capabilities = ["update"] }
`;

/** Sets of policies whose access is kept ready; a program uses few. */
const readyLimit = 1000;

/** The named policies. They are shared; what they allow together is kept ready until one changes. */
export class Policies {
  readonly #storage: Storage;
  #ready = new Map<string, Promise<Access>>();

  constructor({ storage }: { storage: Storage }) {
    this.#storage = storage;
  }

  /** The changes that give a new cluster its policies. */
  static firstChanges() {
    return [stored.put("default", { policy: defaultPolicy.trim() })];
  }

  async read(name: string): Promise<string | undefined> {
    if (name === "root") return "";
    return (await stored.read(this.#storage, name))?.policy;
  }

  async names(): Promise<readonly string[]> {
    return [...(await stored.names(this.#storage)), "root"].sort();
  }

  async write(name: string, text: string): Promise<void> {
    if (name === "root") throw new Problem("refused", 'cannot update "root" policy');
    parsePolicy(text);
    await this.#storage.commit([stored.put(name, { policy: text })]);
    this.changed();
  }

  async remove(name: string): Promise<void> {
    if (name === "root") throw new Problem("refused", 'cannot delete "root" policy');
    if (name === "default") throw new Problem("refused", "cannot delete default policy");
    await this.#storage.commit([stored.remove(name)]);
    this.changed();
  }

  accessOf(names: readonly string[]): Promise<Access> {
    if (names.includes("root")) return Promise.resolve(fullAccess);
    const set = names.join("\n");
    const ready = this.#ready.get(set) ?? this.#load(names);
    if (!this.#ready.has(set)) {
      if (this.#ready.size >= readyLimit) this.#ready.clear();
      this.#ready.set(set, ready);
    }
    return ready;
  }

  /** Policies may be others now. */
  changed(): void {
    this.#ready = new Map();
  }

  async #load(names: readonly string[]): Promise<Access> {
    const texts = await Promise.all(names.map((name) => this.read(name)));
    return accessUnder(texts.map((text): Policy => (text === undefined ? [] : parsePolicy(text))));
  }
}

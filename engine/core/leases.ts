import type { JsonObject } from "../api/json.ts";
import type { Instant } from "../ports/clock.ts";
import { collection, type Storage } from "./storage.ts";

/** A lease as it is stored: what was handed out to whom, until when, and what its mount needs to take it back. */
export type Lease = Readonly<{
  /** Path of the request and a random name, such as `database/creds/reporting/…`. */
  id: string;
  /** Uuid of the mount that knows how to revoke it. */
  mount: string;
  /** The token it goes with; it ends with it. */
  tokenKey: string;
  issuedAt: Instant;
  lastRenewedAt: Instant | null;
  expiresAt: Instant;
  internal: JsonObject;
  /** How often its revocation has failed, and the last reason. */
  failures: number;
  /** Set when revocation was given up: an operator has to look. */
  irrevocable: boolean;
}>;

const stored = collection<Lease>("local", "lease/");
const ofToken = (key: string) => collection<true>("local", `token-lease/${key}/`);

/** The leases of one cluster. They never leave it. */
export class Leases {
  readonly #storage: Storage;

  constructor({ storage }: { storage: Storage }) {
    this.#storage = storage;
  }

  find(id: string): Promise<Lease | undefined> {
    return stored.read(this.#storage, id);
  }

  save(lease: Lease): Promise<void> {
    return this.#storage.commit([stored.put(lease.id, lease), ofToken(lease.tokenKey).put(lease.id, true)]);
  }

  remove(lease: Lease): Promise<void> {
    return this.#storage.commit([stored.remove(lease.id), ofToken(lease.tokenKey).remove(lease.id)]);
  }

  /** Ids of the leases whose id starts with `prefix`. */
  async below(prefix: string): Promise<readonly string[]> {
    return (await this.#storage.keys("local", `lease/${prefix}`)).map((rest) => prefix + rest);
  }

  ofToken(key: string): Promise<readonly string[]> {
    return ofToken(key).names(this.#storage);
  }
}

import type { Ports } from "../../ports/ports.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { Storage } from "../storage/storage.ts";
import type { WritePath } from "../storage/write-path.ts";
import { IdentityStore } from "./identity-store.ts";
import { type LoginAlias, type LoginMount, Logins } from "./logins.ts";
import type { Powers } from "./powers.ts";
import { ReadyPowers } from "./ready-powers.ts";

/** The entities, aliases and groups of one namespace. They are shared, but for the aliases of local mounts. */
export class Identity {
  readonly identityStore: IdentityStore;
  readonly logins: Logins;
  readonly #powers: ReadyPowers;

  constructor(options: {
    namespace: Namespace;
    storage: Storage;
    ports: Ports;
    writePath: WritePath;
    /** See {@link Ledger}. */
    groupMembers: number;
  }) {
    this.identityStore = new IdentityStore({ ...options, written: (keys) => this.changed(keys) });
    this.logins = new Logins({ ...options, identityStore: this.identityStore });
    this.#powers = new ReadyPowers(this.identityStore.records);
  }

  /** The id of the entity that has this alias at `mount`; made, by the primary, when there is none. See {@link Logins}. */
  entityOfLogin(mount: LoginMount, alias: LoginAlias): Promise<string> {
    return this.logins.entityOf(mount, alias);
  }

  /** What the entity of this id may do beyond its token. The same object until that changes. */
  powersOf(entityId: string): MaybePromise<Powers> {
    return this.#powers.of(entityId);
  }

  /** Keys of identity changed; without `keys`, any of them. */
  changed(keys?: readonly string[]): void {
    this.#powers.forget(keys);
  }
}

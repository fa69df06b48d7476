import type { Ports } from "../../ports/ports.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { Storage } from "../storage/storage.ts";
import type { WritePath } from "../storage/write-path.ts";
import { type LoginAlias, type LoginMount, Logins } from "./logins/logins.ts";
import type { Powers } from "./powers/powers.ts";
import { PowersCache } from "./powers/powers-cache.ts";
import { IdentityStore } from "./records/identity-store.ts";

/** Entities, aliases and groups of one namespace. Aliases at local mounts are local keys; the others are shared. */
export class Identity {
  readonly identityStore: IdentityStore;
  readonly logins: Logins;
  readonly #powers: PowersCache;

  constructor(options: {
    namespace: Namespace;
    storage: Storage;
    ports: Ports;
    writePath: WritePath;
    groupMembers: number;
  }) {
    this.identityStore = new IdentityStore({ ...options, written: (keys) => this.changed(keys) });
    this.logins = new Logins({ ...options, identityStore: this.identityStore });
    this.#powers = new PowersCache(this.identityStore.records);
  }

  entityOfLogin(mount: LoginMount, alias: LoginAlias): Promise<string> {
    return this.logins.entityOf(mount, alias);
  }

  powersOf(entityId: string): MaybePromise<Powers> {
    return this.#powers.of(entityId);
  }

  changed(keys?: readonly string[]): void {
    this.#powers.forget(keys);
  }
}

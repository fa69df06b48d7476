import type { Answer } from "../../../api/answer.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import type { Entropy } from "../../../ports/entropy.ts";
import { keyedMutex } from "../../concurrency/keyed-mutex.ts";
import type { Mount } from "../../mounts/mount-type.ts";
import type { Namespace } from "../../namespaces/namespace.ts";
import { uuid } from "../../naming/random-names.ts";
import type { ForwardedCall, WritePath } from "../../storage/write-path.ts";
import type { Entity, Metadata } from "../records/entity.ts";
import { withAlias } from "../records/entity.ts";
import { type IdentityStore, unchanged } from "../records/identity-store.ts";
import { sameMetadata, shownMetadata } from "../records/metadata.ts";

export const internalPaths = { login: "identity/internal/login", entity: "identity/internal/entity" } as const;

/**
 * Maximum time that a login on a secondary waits until an entity that the primary created is replicated, in
 * milliseconds.
 */
const arrivalMilliseconds = 30_000;

export type LoginAlias = Readonly<{ name: string; metadata: Metadata }>;

export type LoginMount = Pick<Mount, "accessor" | "local">;

/** Finds the entity of a login, or creates it at a first login. On a secondary, the primary creates the entity. */
export class Logins {
  readonly #identityStore: IdentityStore;
  readonly #namespace: Namespace;
  readonly #writePath: WritePath;
  readonly #entropy: Entropy;
  readonly #withLock = keyedMutex();

  constructor(options: {
    identityStore: IdentityStore;
    namespace: Namespace;
    writePath: WritePath;
    ports: Readonly<{ entropy: Entropy }>;
  }) {
    this.#identityStore = options.identityStore;
    this.#namespace = options.namespace;
    this.#writePath = options.writePath;
    this.#entropy = options.ports.entropy;
  }

  /**
   * Returns the id of the entity with this alias at `mount`; the entity is created if needed. Throws a Problem "denied"
   * if the entity is disabled.
   */
  async entityOf(mount: LoginMount, alias: LoginAlias): Promise<string> {
    const known = await this.#identityStore.records.aliasByName(mount.accessor, alias.name);
    if (!known) return mount.local ? this.#firstLocalLogin(mount, alias) : this.#firstLogin(mount, alias);
    if (known.entity.disabled) throw new Problem("denied", "permission denied");
    if (!sameMetadata(known.alias.metadata, alias.metadata)) await this.#refresh(mount, alias);
    return known.entity.id;
  }

  /** Finds or creates the entity of a login at a shared mount, and stores the metadata. Must run on the primary. */
  admit(mountAccessor: string, { name, metadata }: LoginAlias): Promise<string> {
    return this.#identityStore.edit(async () => {
      const found = await this.#identityStore.records.aliasByName(mountAccessor, name);
      if (!found) {
        const entity = await this.#identityStore.newEntity();
        const alias = this.#identityStore.newAlias({ name, mountAccessor, metadata, local: false });
        return { before: {}, after: { entities: [withAlias(entity, alias)] }, result: entity.id };
      }
      const { alias, entity } = found;
      if (entity.disabled) throw new Problem("denied", "permission denied");
      if (sameMetadata(alias.metadata, metadata)) return unchanged(entity.id);
      const updated = { ...alias, metadata: shownMetadata(metadata), updatedAt: this.#identityStore.now() };
      return { before: { entities: [entity] }, after: { entities: [withAlias(entity, updated)] }, result: entity.id };
    });
  }

  /**
   * Creates an entity without aliases. On a secondary, the primary creates it. Throws a Problem "unavailable" if it is
   * not replicated in time.
   */
  async newEntity(): Promise<Entity> {
    if (!this.#writePath.isPrimary())
      return this.#replicatedEntity(await this.#requestFromPrimary(internalPaths.entity, {}));
    return this.#identityStore.edit(async () => {
      const entity = await this.#identityStore.newEntity();
      return { before: {}, after: { entities: [entity] }, result: entity };
    });
  }

  async #firstLogin({ accessor }: LoginMount, { name, metadata }: LoginAlias): Promise<string> {
    if (this.#writePath.isPrimary()) return this.admit(accessor, { name, metadata });
    const id = await this.#requestFromPrimary(internalPaths.login, { mount_accessor: accessor, name, metadata });
    return (await this.#replicatedEntity(id)).id;
  }

  /** Holds a lock, so that concurrent first logins with the same alias create only one entity. */
  #firstLocalLogin(mount: LoginMount, alias: LoginAlias): Promise<string> {
    return this.#withLock(`${mount.accessor}/${alias.name}`, async () => {
      if (await this.#identityStore.records.aliasByName(mount.accessor, alias.name)) return this.entityOf(mount, alias);
      const entity = await this.newEntity();
      const created = this.#identityStore.newAlias({ ...alias, mountAccessor: mount.accessor, local: true });
      return this.#identityStore.edit(async () => ({
        ...(await this.#identityStore.localChange(entity, created.id, created)),
        result: entity.id,
      }));
    });
  }

  async #refresh(mount: LoginMount, alias: LoginAlias): Promise<void> {
    if (mount.local) return this.#refreshLocally(mount, alias);
    try {
      await this.#firstLogin(mount, alias);
    } catch (problem) {
      if (problem instanceof Problem && (problem.code === "upstream" || problem.code === "unavailable")) return;
      throw problem;
    }
  }

  #refreshLocally({ accessor }: LoginMount, { name, metadata }: LoginAlias): Promise<void> {
    return this.#identityStore.edit(async () => {
      const found = await this.#identityStore.records.aliasByName(accessor, name);
      if (!found) return unchanged(undefined);
      const updated = { ...found.alias, metadata: shownMetadata(metadata), updatedAt: this.#identityStore.now() };
      return { ...(await this.#identityStore.localChange(found.entity, updated.id, updated)), result: undefined };
    });
  }

  async #requestFromPrimary(path: string, fields: JsonObject): Promise<string> {
    const call: ForwardedCall = {
      // A new id, because several logins may wait for the same entity.
      requestId: uuid(this.#entropy),
      verb: "write",
      namespace: this.#namespace.path,
      path,
      fieldsText: JSON.stringify(fields),
      displayName: "",
      entityId: "",
      ...{ remoteAddress: "", policies: [], policyNamespace: "", wrapSeconds: null },
    };
    const outcome = await this.#writePath.forward(call, { arrivalMilliseconds });
    if ("problem" in outcome) throw new Problem(outcome.problem.code, outcome.problem.message);
    return idIn(outcome.answer);
  }

  async #replicatedEntity(id: string): Promise<Entity> {
    const entity = await this.#identityStore.records.entity(id);
    if (!entity) throw new Problem("unavailable", "the entity of this login has not arrived on this cluster yet");
    return entity;
  }
}

function idIn(answer: Answer | null): string {
  const id = answer?.data?.id;
  if (typeof id !== "string") throw new Problem("upstream", "the primary did not return the id of the entity");
  return id;
}

import type { Answer } from "../../api/answer.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { Mount } from "../mounts/mount-type.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import { uuid } from "../naming/random-names.ts";
import type { ForwardedCall, WritePath } from "../storage/write-path.ts";
import type { Entity, Metadata } from "./entity.ts";
import { withAlias } from "./entity.ts";
import { type IdentityStore, unchanged } from "./identity-store.ts";
import { sameMetadata, shownMetadata } from "./metadata.ts";

/** Where the primary is asked for entities. To a client there are no such paths. */
export const internalPaths = { login: "identity/internal/login", entity: "identity/internal/entity" } as const;

/**
 * Milliseconds that a login on a secondary waits for the entity that the primary created: as long as a forwarded call may take, because the login fails
 * without it.
 */
const arrivalMilliseconds = 30_000;

/** The alias name of a login at its mount, and its metadata. */
export type LoginAlias = Readonly<{ name: string; metadata: Metadata }>;

/** The accessor of the mount of a login. */
export type LoginMount = Pick<Mount, "accessor" | "local">;

/** Finds the entity of a login. The primary makes one at a client's first login. */
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
   * The id of the entity that has this alias at `mount`; made when there is none. Throws a Problem "denied" when the entity is
   * disabled, and "upstream" when it is unknown and the primary is out of reach. A known entity costs no write.
   */
  async entityOf(mount: LoginMount, alias: LoginAlias): Promise<string> {
    const known = await this.#identityStore.records.aliasByName(mount.accessor, alias.name);
    if (!known) return mount.local ? this.#meetLocally(mount, alias) : this.#meet(mount, alias);
    if (known.entity.disabled) throw new Problem("denied", "permission denied");
    if (!sameMetadata(known.alias.metadata, alias.metadata)) await this.#refresh(mount, alias);
    return known.entity.id;
  }

  /** The entity of a login at a shared mount, and what it told, written down. Only where shared keys are written. */
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
      const told = { ...alias, metadata: shownMetadata(metadata), updatedAt: this.#identityStore.now() };
      return { before: { entities: [entity] }, after: { entities: [withAlias(entity, told)] }, result: entity.id };
    });
  }

  /** A new entity without aliases, made by the primary, and known here. */
  async newEntity(): Promise<Entity> {
    if (!this.#writePath.isPrimary()) return this.#arrived(await this.#ask(internalPaths.entity, {}));
    return this.#identityStore.edit(async () => {
      const entity = await this.#identityStore.newEntity();
      return { before: {}, after: { entities: [entity] }, result: entity };
    });
  }

  async #meet({ accessor }: LoginMount, { name, metadata }: LoginAlias): Promise<string> {
    if (this.#writePath.isPrimary()) return this.admit(accessor, { name, metadata });
    const id = await this.#ask(internalPaths.login, { mount_accessor: accessor, name, metadata });
    return (await this.#arrived(id)).id;
  }

  /** The entity is shared by all clusters, its alias at a local mount is this cluster's. Two first logins at once meet one entity. */
  #meetLocally(mount: LoginMount, alias: LoginAlias): Promise<string> {
    return this.#withLock(`${mount.accessor}/${alias.name}`, async () => {
      if (await this.#identityStore.records.aliasByName(mount.accessor, alias.name)) return this.entityOf(mount, alias);
      const entity = await this.newEntity();
      const made = this.#identityStore.newAlias({ ...alias, mountAccessor: mount.accessor, local: true });
      return this.#identityStore.edit(async () => ({
        ...(await this.#identityStore.localChange(entity, made.id, made)),
        result: entity.id,
      }));
    });
  }

  /** Saves the metadata of a login. A known entity logs in also when they cannot be written now: they are only labels. */
  async #refresh(mount: LoginMount, alias: LoginAlias): Promise<void> {
    if (mount.local) return this.#refreshLocally(mount, alias);
    try {
      await this.#meet(mount, alias);
    } catch (problem) {
      if (problem instanceof Problem && (problem.code === "upstream" || problem.code === "unavailable")) return;
      throw problem;
    }
  }

  #refreshLocally({ accessor }: LoginMount, { name, metadata }: LoginAlias): Promise<void> {
    return this.#identityStore.edit(async () => {
      const found = await this.#identityStore.records.aliasByName(accessor, name);
      if (!found) return unchanged(undefined);
      const told = { ...found.alias, metadata: shownMetadata(metadata), updatedAt: this.#identityStore.now() };
      return { ...(await this.#identityStore.localChange(found.entity, told.id, told)), result: undefined };
    });
  }

  /** Has the primary find or make an entity, and tells its id. */
  async #ask(path: string, fields: JsonObject): Promise<string> {
    const call: ForwardedCall = {
      // Its own: several logins may wait for one entity.
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

  /** The entity of this id, which the primary has. Throws a Problem "unavailable" as long as it is not here. */
  async #arrived(id: string): Promise<Entity> {
    const entity = await this.#identityStore.records.entity(id);
    if (!entity) throw new Problem("unavailable", "the entity of this login has not arrived on this cluster yet");
    return entity;
  }
}

function idIn(answer: Answer | null): string {
  const id = answer?.data?.id;
  if (typeof id !== "string") throw new Problem("upstream", "the primary did not tell which entity it is");
  return id;
}

import { Problem, quoted } from "../api/problem.ts";
import { type Router, router } from "../api/router.ts";
import type { Ports } from "../ports/ports.ts";
import type { AgendaBook } from "./agenda.ts";
import { exclusive } from "./exclusive.ts";
import { systemLeaseSeconds } from "./lease-times.ts";
import type { Backstage, Mount, MountKind, MountType, Scene } from "./mount-type.ts";
import type { Namespace } from "./namespace.ts";
import { randomName, uuid } from "./naming.ts";
import { partStorage } from "./part-storage.ts";
import { collection, type Space, type Storage } from "./storage.ts";
import type { WritePath } from "./write-path.ts";

/** A mount that serves. */
export type OpenMount = Readonly<{
  namespace: Namespace;
  mount: Mount;
  type: MountType;
  router: Router<Scene>;
  backstage: Backstage;
}>;

const sharedMounts = collection<Mount>("shared", "mount/");
const localMounts = collection<Mount>("local", "mount/");

const reservedPaths = ["sys/", "auth/", "cubbyhole/", "identity/"];

/** Where the mount is found in a request's path. */
export function fullPath({ kind, path }: Pick<Mount, "kind" | "path">): string {
  return kind === "auth" ? `auth/${path}` : path;
}

/** Where the mount is found in a path that is said at the root. */
export function absolutePath({ namespace, mount }: Pick<OpenMount, "namespace" | "mount">): string {
  return namespace.path + fullPath(mount);
}

/** What is mounted where in one namespace. Mounts are shared unless they were made local. */
export class MountTable {
  readonly #namespace: Namespace;
  readonly #ports: Ports;
  readonly #writePath: WritePath;
  readonly #storage: Storage;
  readonly #agenda: AgendaBook;
  readonly #types: ReadonlyMap<string, MountType>;
  readonly #routers = new Map<MountType, Router<Scene>>();
  #byPath = new Map<string, OpenMount>();
  #byUuid = new Map<string, OpenMount>();

  constructor(options: {
    namespace: Namespace;
    ports: Ports;
    writePath: WritePath;
    storage: Storage;
    agenda: AgendaBook;
    types: readonly MountType[];
  }) {
    this.#namespace = options.namespace;
    this.#ports = options.ports;
    this.#writePath = options.writePath;
    this.#storage = options.storage;
    this.#agenda = options.agenda;
    this.#types = new Map(options.types.map((type) => [`${type.kind}/${type.type}`, type]));
    for (const type of options.types) this.#routers.set(type, router(type.endpoints));
  }

  /** The mount that serves `path`, and the rest of the path below it. */
  find(path: string): readonly [OpenMount, rest: string] | undefined {
    const whole = `${path}/`;
    for (let end = whole.lastIndexOf("/"); end > 0; end = whole.lastIndexOf("/", end - 1)) {
      const open = this.#byPath.get(whole.slice(0, end + 1));
      if (open) return [open, path.slice(end + 1)];
    }
    return undefined;
  }

  byUuid(uuid: string): OpenMount | undefined {
    return this.#byUuid.get(uuid);
  }

  all(): readonly OpenMount[] {
    return [...this.#byUuid.values()].sort((a, b) => (fullPath(a.mount) < fullPath(b.mount) ? -1 : 1));
  }

  /** The type of this name. Throws a Problem "refused" when there is none. */
  typeOf(kind: MountKind, name: string): MountType {
    const type = this.#types.get(`${kind}/${name}`);
    if (!type) throw new Problem("refused", `plugin not found in the catalog: ${name}`);
    return type;
  }

  /** Refuses a path that is reserved, taken, above or below a mount. */
  checkFree(kind: MountKind, path: string): void {
    if (kind === "secret" && reservedPaths.some((reserved) => path.startsWith(reserved))) {
      throw new Problem("refused", `cannot mount ${quoted(path)}`);
    }
    const whole = fullPath({ kind, path });
    for (const taken of this.#byPath.keys()) {
      if (whole.startsWith(taken) || taken.startsWith(whole)) {
        throw new Problem("refused", `path is already in use at ${taken}`);
      }
    }
    if (kind === "auth" && path.startsWith("token/")) throw new Problem("refused", "path is already in use at token/");
  }

  /** Mounts a secrets engine that a new cluster is born with. */
  async saveFirst({ type, path, options }: Pick<Mount, "type" | "path" | "options">): Promise<void> {
    const { entropy } = this.#ports;
    await this.save({
      uuid: uuid(entropy),
      namespace: this.#namespace.id,
      kind: "secret",
      type,
      path,
      accessor: `${type}_${randomName(entropy, 8).toLowerCase()}`,
      description: "",
      local: false,
      defaultLeaseSeconds: 0,
      maxLeaseSeconds: 0,
      options,
    });
  }

  async save(mount: Mount): Promise<void> {
    const mounts = mount.local ? localMounts : sharedMounts;
    await this.#storage.commit([mounts.put(mount.uuid, mount)]);
    await this.reload();
  }

  /** Removes the mount, and then all it stored. */
  async remove({ mount, backstage }: OpenMount): Promise<void> {
    await this.#storage.commit([(mount.local ? localMounts : sharedMounts).remove(mount.uuid)]);
    await this.reload();
    for (const space of ["shared", "local"] satisfies Space[]) {
      const keys = await backstage.storage.keys(space, "");
      if (keys.length > 0) await backstage.storage.commit(keys.map((key) => ({ space, key, value: null })));
    }
  }

  /** Opens what is stored and not open, closes what is open and not stored. */
  async reload(): Promise<void> {
    const wanted = new Map<string, Mount>();
    for (const mounts of [sharedMounts, localMounts]) {
      for (const uuid of await mounts.names(this.#storage)) {
        const mount = await mounts.read(this.#storage, uuid);
        if (mount) wanted.set(uuid, mount);
      }
    }
    const closing: OpenMount[] = [];
    const opening: OpenMount[] = [];
    const byUuid = new Map<string, OpenMount>();
    for (const open of this.#byUuid.values()) if (!wanted.has(open.mount.uuid)) closing.push(open);
    for (const [uuid, mount] of wanted) {
      const open = this.#byUuid.get(uuid);
      if (open && JSON.stringify(open.mount) === JSON.stringify(mount)) byUuid.set(uuid, open);
      else if (this.#types.has(`${mount.kind}/${mount.type}`)) {
        const opened = this.#open(mount);
        byUuid.set(uuid, opened);
        opening.push(opened);
      } else
        this.#ports.log.warn("a mount of an unknown type is not served", { path: fullPath(mount), type: mount.type });
    }
    this.#byUuid = byUuid;
    this.#byPath = new Map([...byUuid.values()].map((open) => [fullPath(open.mount), open]));
    for (const open of closing) await this.#close(open);
    for (const open of opening) await this.#resume(open);
  }

  /** Tells all mounts that the cluster began or ceased to lead, or that its data are others now. */
  async resumeAll(): Promise<void> {
    for (const open of this.all()) await this.#resume(open);
  }

  async closeAll(): Promise<void> {
    const open = this.all();
    this.#byUuid = new Map();
    this.#byPath = new Map();
    for (const one of open) await this.#close(one);
  }

  #open(mount: Mount): OpenMount {
    const type = this.typeOf(mount.kind, mount.type);
    const { clock, entropy, cryptography, log, store } = this.#ports;
    const backstage: Backstage = {
      mount,
      storage: partStorage(
        { mount: mount.uuid, namespace: mount.namespace, local: mount.local },
        { store, writePath: this.#writePath },
      ),
      clock,
      entropy,
      cryptography,
      log,
      agenda: this.#agenda.of(mount.uuid),
      at: async (place) => this.#ports.at(place),
      leads: () => mount.local || this.#writePath.leads(),
      exclusive: exclusive(),
      leaseLimits: () => ({
        defaultSeconds: mount.defaultLeaseSeconds || systemLeaseSeconds,
        maxSeconds: mount.maxLeaseSeconds || systemLeaseSeconds,
      }),
    };
    const routes = this.#routers.get(type) ?? router(type.endpoints);
    return { namespace: this.#namespace, mount, type, router: routes, backstage };
  }

  async #resume({ mount, type, backstage }: OpenMount): Promise<void> {
    try {
      await type.resume?.(backstage);
    } catch (error) {
      this.#ports.log.error("a mount could not resume", { path: fullPath(mount), reason: String(error) });
    }
  }

  async #close({ mount, type, backstage }: OpenMount): Promise<void> {
    backstage.agenda.cancelAll();
    try {
      await type.close?.(backstage);
    } catch (error) {
      this.#ports.log.error("a mount could not close", { path: fullPath(mount), reason: String(error) });
    }
  }
}

import type { Endpoint } from "../../api/endpoint.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { type Router, router } from "../../api/router.ts";
import { type KeyedMutex, keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { Storage } from "../storage/storage.ts";
import { corePaths, isBuiltIn, missingBuiltIns, newMount, servedByCore } from "./built-in-mounts.ts";
import { MountRecords } from "./mount-records.ts";
import type { HandlerContext, Mount, MountKind, MountType } from "./mount-type.ts";
import {
  fullPath,
  leaseLimitsOf,
  type MountServices,
  type MutableMount,
  type OpenMount,
  openMount,
} from "./open-mount.ts";
import { PathMap } from "./path-map.ts";

/** Path prefixes at which clients cannot mount secrets engines. */
const reservedPaths = ["audit/", "auth/", "cubbyhole/", "identity/", "sys/"];

/** The mounts of one namespace. Mounts are shared unless created as local. */
export class MountTable {
  readonly #services: MountServices;
  readonly #records: MountRecords;
  readonly #types: ReadonlyMap<string, MountType>;
  readonly #routers = new Map<readonly Endpoint<HandlerContext>[], Router<HandlerContext>>();
  readonly #withLock = keyedMutex();
  readonly #changes = keyedMutex();
  readonly #sweeping = keyedMutex();
  #byPath = new PathMap<OpenMount>();
  #serving = new PathMap<OpenMount | "core">(corePaths);
  #byUuid = new Map<string, MutableMount>();
  readonly #removed: OpenMount[] = [];
  #hidden: ReadonlySet<string> = new Set();

  constructor({ storage, types, ...services }: MountServices & { storage: Storage; types: readonly MountType[] }) {
    this.#services = services;
    this.#records = new MountRecords({ ...services, storage });
    this.#types = new Map([...servedByCore, ...types].map((type) => [`${type.kind}/${type.type}`, type]));
  }

  /** Returns the mount that serves `path`, and the part of `path` below the mount. */
  find(path: string): readonly [OpenMount, rest: string] | undefined {
    return this.#byPath.find(path);
  }

  /** Returns the mount that serves `path`; "core" if the core serves it; undefined if nothing does. */
  serving(path: string): OpenMount | "core" | undefined {
    return this.#serving.find(path)?.[0];
  }

  at(kind: MountKind, path: string): OpenMount | undefined {
    for (const open of this.#byUuid.values()) if (open.mount.kind === kind && open.mount.path === path) return open;
    return undefined;
  }

  byUuid(uuid: string): OpenMount | undefined {
    return this.#byUuid.get(uuid);
  }

  /** All open mounts, including those being removed or moved, in path order. */
  all(): readonly OpenMount[] {
    return [...this.#byUuid.values()];
  }

  types(): readonly MountType[] {
    return [...this.#types.values()];
  }

  typeOf(kind: MountKind, name: string): MountType {
    const type = this.#types.get(`${kind}/${name}`);
    if (!type) throw new Problem("refused", `plugin not found in the catalog: ${name}`);
    return type;
  }

  /** Returns the default and maximum TTL of tokens created by `auth/token`, in seconds. */
  tokenLimits(): Readonly<{ defaultSeconds: number; maxSeconds: number }> {
    return leaseLimitsOf(this.at("auth", "token/")?.mount);
  }

  checkOpen(path: string, refusal = "cannot mount"): void {
    if (reservedPaths.some((reserved) => path.startsWith(reserved))) {
      throw new Problem("refused", `${refusal} ${quoted(path)}`);
    }
  }

  /** Returns the path of a mount of this kind that is at, above or below `path`; undefined if there is none. */
  conflict(kind: MountKind, path: string): string | undefined {
    const others = this.all().filter(({ mount }) => mount.kind === kind);
    return others.find(({ mount }) => mount.path.startsWith(path) || path.startsWith(mount.path))?.mount.path;
  }

  /** Runs `task` after all earlier tasks of this method have ended. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.#changes("", task);
  }

  async saveFirst({ type, path, options }: Pick<Mount, "type" | "path" | "options">): Promise<void> {
    const { namespace, ports } = this.#services;
    const mount = newMount({ kind: "secret", type, path, namespace: namespace.id }, ports.entropy);
    await this.save({ ...mount, options });
  }

  async save(mount: Mount): Promise<void> {
    await this.#records.put([mount]);
    await this.reload();
  }

  async remove({ mount }: OpenMount): Promise<void> {
    await this.#records.remove([mount]);
    await this.reload();
    await this.sweep();
  }

  /** Removes the mounts with their data, even built-in ones. Shared records and data are removed only on a primary. */
  async removeAll(): Promise<void> {
    await this.#withLock("", async () => {
      const all = this.all();
      await this.closeAll();
      await this.#records.remove(all.map(({ mount }) => mount));
    });
    await this.sweep();
  }

  reload(): Promise<void> {
    return this.#withLock("", () => this.#reload());
  }

  async reopen({ mount: { uuid } }: OpenMount): Promise<void> {
    await this.#withLock("", async () => {
      const held = this.#byUuid.get(uuid);
      if (!held) return;
      await this.#close(held);
      await this.#resume(held);
    });
  }

  async resumeAll(): Promise<void> {
    for (const open of this.all()) await this.#resume(open);
  }

  takeRemoved(): readonly OpenMount[] {
    return this.#removed.splice(0);
  }

  sweep(): Promise<void> {
    return this.#sweeping("", () => this.#records.sweep());
  }

  async closeAll(): Promise<void> {
    const open = this.all();
    this.#byUuid = new Map();
    this.#byPath = new PathMap();
    this.#serving = new PathMap<OpenMount | "core">(corePaths);
    for (const one of open) await this.#close(one);
  }

  async #reload(): Promise<void> {
    const stored = await this.#withBuiltIns(await this.#records.all());
    const hidden = hiddenByLocal(stored);
    for (const { uuid } of hidden) {
      if (!this.#hidden.has(uuid)) this.#warn("a shared mount is not served: a local one has its path", stored, uuid);
    }
    this.#hidden = new Set(hidden.map(({ uuid }) => uuid));
    const wanted = new Map(stored.filter(({ uuid }) => !this.#hidden.has(uuid)).map((mount) => [mount.uuid, mount]));
    const closing = [...this.#byUuid.values()].filter(({ mount }) => !wanted.has(mount.uuid));
    const opening: MutableMount[] = [];
    const byUuid = new Map<string, MutableMount>();
    for (const [uuid, mount] of wanted) {
      const held = this.#byUuid.get(uuid);
      if (held && sameOptions(held.mount, mount)) {
        held.replaceRecord(mount);
        byUuid.set(uuid, held);
      } else if (this.#types.has(`${mount.kind}/${mount.type}`)) {
        const opened = this.#open(mount, held?.context.withLock);
        byUuid.set(uuid, opened);
        opening.push(opened);
      } else this.#warn("a mount of an unknown type is not served", stored, uuid);
    }
    this.#byUuid = new Map([...byUuid].sort(([, a], [, b]) => (fullPath(a.mount) < fullPath(b.mount) ? -1 : 1)));
    const served = [...byUuid.values()]
      .filter(({ mount }) => !mount.ending)
      .map((open) => [fullPath(open.mount), open] as const);
    this.#byPath = new PathMap(served);
    this.#serving = new PathMap<OpenMount | "core">([...served, ...corePaths]);
    for (const open of closing) await this.#close(open);
    await this.#noteRemoved(closing.filter(({ mount }) => !this.#hidden.has(mount.uuid)));
    for (const open of opening) await this.#resume(open);
  }

  async #noteRemoved(gone: readonly OpenMount[]): Promise<void> {
    if (this.#services.writePath.isPrimary()) return;
    const removed = gone.filter(({ mount }) => !mount.local);
    if (removed.length === 0) return;
    this.#removed.push(...removed);
    await this.#records.remove(removed.map(({ mount }) => mount));
  }

  async #withBuiltIns(stored: readonly Mount[]): Promise<readonly Mount[]> {
    const { namespace, ports, writePath } = this.#services;
    const created = missingBuiltIns(stored, { namespace: namespace.id, entropy: ports.entropy }).filter(
      ({ kind, type, local }) => this.#types.has(`${kind}/${type}`) && (local || writePath.isPrimary()),
    );
    if (created.length === 0 || namespace.ending) return stored;
    try {
      await this.#records.put(created);
      return [...stored, ...created];
    } catch (error) {
      // The store rejects writes during a wipe. The next core creates the mounts.
      if (error instanceof Problem && error.code === "unavailable") return stored;
      throw error;
    }
  }

  #open(mount: Mount, mutex?: KeyedMutex): MutableMount {
    const type = this.typeOf(mount.kind, mount.type);
    const endpoints = type.endpointsFor?.(mount.options ?? {}) ?? type.endpoints;
    const routes = this.#routers.get(endpoints) ?? router(endpoints);
    this.#routers.set(endpoints, routes);
    return openMount(mount, { type, router: routes, mutex }, this.#services);
  }

  async #resume({ mount, type, context }: OpenMount): Promise<void> {
    try {
      await type.resume?.(context);
    } catch (error) {
      this.#services.ports.log.error("a mount could not resume", { path: fullPath(mount), reason: String(error) });
    }
  }

  async #close({ mount, type, context }: OpenMount): Promise<void> {
    context.agenda.cancelAll();
    try {
      await type.close?.(context);
    } catch (error) {
      this.#services.ports.log.error("a mount could not close", { path: fullPath(mount), reason: String(error) });
    }
  }

  #warn(message: string, stored: readonly Mount[], uuid: string): void {
    const mount = stored.find((other) => other.uuid === uuid);
    if (mount) this.#services.ports.log.warn(message, { path: fullPath(mount), type: mount.type });
  }
}

function sameOptions(one: Mount, other: Mount): boolean {
  return JSON.stringify(one.options) === JSON.stringify(other.options);
}

/** A local mount takes precedence over shared mounts at, above or below its path. */
function hiddenByLocal(mounts: readonly Mount[]): readonly Mount[] {
  const taken = mounts.filter((mount) => mount.local && !isBuiltIn(mount)).map(fullPath);
  return mounts.filter((mount) => {
    const full = fullPath(mount);
    return !mount.local && taken.some((path) => path.startsWith(full) || full.startsWith(path));
  });
}

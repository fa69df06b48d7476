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
  type HeldMount,
  leaseLimitsOf,
  type MountServices,
  type OpenMount,
  openMount,
} from "./open-mount.ts";
import { PathMap } from "./path-map.ts";

/** Paths where no secrets engine can be mounted: reserved for what is built in. */
const reservedPaths = ["audit/", "auth/", "cubbyhole/", "identity/", "sys/"];

/** What is mounted where in one namespace. Mounts are shared unless they were made local. */
export class MountTable {
  readonly #services: MountServices;
  readonly #records: MountRecords;
  readonly #types: ReadonlyMap<string, MountType>;
  readonly #routers = new Map<readonly Endpoint<HandlerContext>[], Router<HandlerContext>>();
  /** Looks at what is stored come one after the other, so that an early one does not win over a late one. */
  readonly #withLock = keyedMutex();
  readonly #changes = keyedMutex();
  readonly #sweeping = keyedMutex();
  #byPath = new PathMap<OpenMount>();
  /** By path: the mounts that serve, and the core, whose paths are there before any mount is. */
  #serving = new PathMap<OpenMount | "core">(corePaths);
  #byUuid = new Map<string, HeldMount>();
  readonly #removed: OpenMount[] = [];
  /** Shared mounts that stand in the way of a local one. */
  #hidden: ReadonlySet<string> = new Set();

  constructor({ storage, types, ...services }: MountServices & { storage: Storage; types: readonly MountType[] }) {
    this.#services = services;
    this.#records = new MountRecords({ ...services, storage });
    this.#types = new Map([...servedByCore, ...types].map((type) => [`${type.kind}/${type.type}`, type]));
  }

  /** The mount that serves `path`, and the rest of the path below it. */
  find(path: string): readonly [OpenMount, rest: string] | undefined {
    return this.#byPath.find(path);
  }

  /** What serves `path`: a mount, or the core itself, where it is one of those that every namespace has; undefined where nothing does. */
  serving(path: string): OpenMount | "core" | undefined {
    return this.#serving.find(path)?.[0];
  }

  /** The mount of this very path, also one that is going away. */
  at(kind: MountKind, path: string): OpenMount | undefined {
    for (const open of this.#byUuid.values()) if (open.mount.kind === kind && open.mount.path === path) return open;
    return undefined;
  }

  /** The mount of this uuid, also one that is going away. */
  byUuid(uuid: string): OpenMount | undefined {
    return this.#byUuid.get(uuid);
  }

  /** All mounts, also those that are going away, in the order of their paths. */
  all(): readonly OpenMount[] {
    return [...this.#byUuid.values()];
  }

  /** All that can be mounted, and what is built in. */
  types(): readonly MountType[] {
    return [...this.#types.values()];
  }

  /** The type of this name. Throws a Problem "refused" when there is none. */
  typeOf(kind: MountKind, name: string): MountType {
    const type = this.#types.get(`${kind}/${name}`);
    if (!type) throw new Problem("refused", `plugin not found in the catalog: ${name}`);
    return type;
  }

  /** The effective lease times, in seconds, of tokens that `auth/token` makes here. */
  tokenLimits(): Readonly<{ defaultSeconds: number; maxSeconds: number }> {
    return leaseLimitsOf(this.at("auth", "token/")?.mount);
  }

  /** Throws a Problem "refused" for a path at which no secrets engine may be. */
  checkOpen(path: string, refusal = "cannot mount"): void {
    if (reservedPaths.some((reserved) => path.startsWith(reserved))) {
      throw new Problem("refused", `${refusal} ${quoted(path)}`);
    }
  }

  /** The path of a mount at, above or below this one. */
  conflict(kind: MountKind, path: string): string | undefined {
    const others = this.all().filter(({ mount }) => mount.kind === kind);
    return others.find(({ mount }) => mount.path.startsWith(path) || path.startsWith(mount.path))?.mount.path;
  }

  /** Runs `task` while no other request changes the mounts here: a path that it finds free stays free until it is done. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.#changes("", task);
  }

  /** Mounts a secrets engine that a new cluster is born with. */
  async saveFirst({ type, path, options }: Pick<Mount, "type" | "path" | "options">): Promise<void> {
    const { namespace, ports } = this.#services;
    const mount = newMount({ kind: "secret", type, path, namespace: namespace.id }, ports.entropy);
    await this.save({ ...mount, options });
  }

  /** Writes a mount down, in place of what was stored of it. */
  async save(mount: Mount): Promise<void> {
    await this.#records.put([mount]);
    await this.reload();
  }

  /** Removes a mount, and then all it stored. */
  async remove({ mount }: OpenMount): Promise<void> {
    await this.#records.remove([mount]);
    await this.reload();
    await this.sweep();
  }

  /** Removes all mounts, also the built-in ones, and what they stored: the namespace goes. Shared data are removed if this cluster is the primary. */
  async removeAll(): Promise<void> {
    await this.#withLock("", async () => {
      const all = this.all();
      await this.closeAll();
      await this.#records.remove(all.map(({ mount }) => mount));
    });
    await this.sweep();
  }

  /** Opens what is stored and not open, closes what is open and not stored, and tunes what is open to what is stored. */
  reload(): Promise<void> {
    return this.#withLock("", () => this.#reload());
  }

  /** Closes a mount and opens it again, with all that it holds ready. */
  async reopen({ mount: { uuid } }: OpenMount): Promise<void> {
    await this.#withLock("", async () => {
      const held = this.#byUuid.get(uuid);
      if (!held) return;
      await this.#close(held);
      await this.#resume(held);
    });
  }

  /** Tells all mounts that the cluster became a primary or a secondary, or that its data were replaced. */
  async resumeAll(): Promise<void> {
    for (const open of this.all()) await this.#resume(open);
  }

  /** The mounts that the primary removed since this was asked last. */
  takeRemoved(): readonly OpenMount[] {
    return this.#removed.splice(0);
  }

  /** Removes what mounts have stored that are gone, wherever a former life left off. */
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
    const stored = await this.#furnished(await this.#records.all());
    const hidden = hiddenByLocal(stored);
    for (const { uuid } of hidden) {
      if (!this.#hidden.has(uuid)) this.#warn("a shared mount is not served: a local one has its path", stored, uuid);
    }
    this.#hidden = new Set(hidden.map(({ uuid }) => uuid));
    const wanted = new Map(stored.filter(({ uuid }) => !this.#hidden.has(uuid)).map((mount) => [mount.uuid, mount]));
    const closing = [...this.#byUuid.values()].filter(({ mount }) => !wanted.has(mount.uuid));
    const opening: HeldMount[] = [];
    const byUuid = new Map<string, HeldMount>();
    for (const [uuid, mount] of wanted) {
      const held = this.#byUuid.get(uuid);
      if (held && sameOptions(held.mount, mount)) {
        held.become(mount);
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

  /** Mounts that the primary removed: what this cluster alone handed out and stored is still to go. */
  async #noteRemoved(gone: readonly OpenMount[]): Promise<void> {
    if (this.#services.writePath.isPrimary()) return;
    const removed = gone.filter(({ mount }) => !mount.local);
    if (removed.length === 0) return;
    this.#removed.push(...removed);
    await this.#records.remove(removed.map(({ mount }) => mount));
  }

  /** `stored`, and the built-in mounts, which are made when they are missing and this cluster may. */
  async #furnished(stored: readonly Mount[]): Promise<readonly Mount[]> {
    const { namespace, ports, writePath } = this.#services;
    const made = missingBuiltIns(stored, { namespace: namespace.id, entropy: ports.entropy }).filter(
      ({ kind, type, local }) => this.#types.has(`${kind}/${type}`) && (local || writePath.isPrimary()),
    );
    if (made.length === 0 || namespace.ending) return stored;
    try {
      await this.#records.put(made);
      return [...stored, ...made];
    } catch (error) {
      // While everything is wiped nothing can be stored; the next core comes by here again.
      if (error instanceof Problem && error.code === "unavailable") return stored;
      throw error;
    }
  }

  #open(mount: Mount, mutex?: KeyedMutex): HeldMount {
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

/**
 * Shared mounts at, above or below a local one. The local mount was here first, or its operator could not know: what it stores stays
 * theirs, and what was shared later is served once the local mount is gone.
 */
function hiddenByLocal(mounts: readonly Mount[]): readonly Mount[] {
  const taken = mounts.filter((mount) => mount.local && !isBuiltIn(mount)).map(fullPath);
  return mounts.filter((mount) => {
    const whole = fullPath(mount);
    return !mount.local && taken.some((path) => path.startsWith(whole) || whole.startsWith(path));
  });
}

import { Problem } from "../api/problem.ts";
import type { Change } from "../ports/store.ts";
import type { CoreOptions, FirstMount } from "./core-options.ts";
import { type CoreParts, createParts, rootStorage, systemRouter } from "./core-parts.ts";
import type { Cors } from "./cors.ts";
import type { RemovedMounts } from "./mounts/removed-mounts.ts";
import { uuid } from "./naming/random-names.ts";
import { RequestPipeline } from "./pipeline/request-pipeline.ts";
import { SharedChanges } from "./shared-changes.ts";
import { collection } from "./storage/storage.ts";
import { BatchTokens } from "./tokens/batch-tokens.ts";

type ClusterSeed = Readonly<{ clusterId: string; salt: string }>;

const clusterSeeds = collection<ClusterSeed>("local", "identity/");

/**
 * The services of an unsealed cluster, such as namespaces, tokens, leases, audit and quotas. After a wipe, a new core
 * is opened.
 */
export class Core {
  readonly #options: CoreOptions;
  readonly #parts: CoreParts;
  readonly #changes: SharedChanges;
  readonly clusterId: string;
  readonly pipeline: RequestPipeline;

  private constructor(options: CoreOptions, { clusterId, salt }: ClusterSeed) {
    const { clusterName, ports, writePath } = options;
    const { clock, log } = ports;
    const parts = createParts(options, salt);
    this.#options = options;
    this.#parts = parts;
    this.#changes = new SharedChanges(parts);
    this.clusterId = clusterId;
    this.pipeline = new RequestPipeline({
      ...parts,
      ...{ clusterName, clock, log, writePath, system: systemRouter(options, parts) },
    });
  }

  get cors(): Cors {
    return this.#parts.cors;
  }

  /** Opens the core on the stored data. If they contain no cluster yet, creates the data of a new cluster. */
  static async open(options: CoreOptions): Promise<Core> {
    const { entropy } = options.ports;
    const storage = rootStorage(options);
    const known = await clusterSeeds.read(storage, "cluster");
    const clusterSeed = known ?? { clusterId: uuid(entropy), salt: uuid(entropy) };
    await storage.commit([clusterSeeds.put("cluster", clusterSeed)]);
    const core = new Core(options, clusterSeed);
    await core.#begin();
    if (!known && options.writePath.isPrimary()) await core.#createFirstData(options.firstMounts ?? []);
    return core;
  }

  /** Drops cached data that depend on changed shared keys. See {@link SharedChanges.forget}. */
  invalidate(keys: readonly string[] | "everything"): void {
    this.#changes.forget(keys);
  }

  /** Called before replication deletes shared keys. See {@link RemovedMounts.valuesForRevocation}. */
  beforeDeletion(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]> {
    return this.#parts.removedMounts.valuesForRevocation(deleted, lastValue);
  }

  /** Called before replication wipes this cluster. See {@link RemovedMounts.leasesForRevocation}. */
  async beforeWipe(): Promise<readonly Change[]> {
    try {
      return await this.#parts.removedMounts.leasesForRevocation();
    } catch (cause) {
      // A damaged store must not prevent the wipe.
      if (!(cause instanceof Problem)) throw cause;
      this.#options.ports.log.error("leases are lost with the wipe: they could not be read", {
        reason: cause.message,
      });
      return [];
    }
  }

  /** Called after replication changed shared keys. See {@link SharedChanges.applied}. */
  applied(keys: readonly string[]): Promise<void> {
    return this.#changes.applied(keys);
  }

  /** Called after the cluster became a primary or a secondary, or its shared data were replaced. */
  roleChanged(): Promise<void> {
    return this.#changes.replaced();
  }

  ensureRoot(token: string): Promise<void> {
    return this.#parts.tokens.ensureRoot(token);
  }

  async stop(): Promise<void> {
    const { agenda, leases, tokens, wrapping, namespaces, audit } = this.#parts;
    agenda.close();
    leases.stop();
    tokens.stop();
    wrapping.stop();
    await namespaces.closeAll();
    await audit.closeAll();
  }

  async #begin(): Promise<void> {
    const { rootToken, isDevelopment = false } = this.#options;
    const { settings, namespaces, removedMounts, leases, tokens, wrapping, mountEnds, namespaceEnds } = this.#parts;
    for (const setting of settings) await setting.reload();
    await namespaces.reload();
    await removedMounts.load();
    await leases.resume();
    await removedMounts.resume();
    await tokens.resume();
    await wrapping.resume();
    for (const { mounts } of namespaces.all()) mountEnds.resume(mounts);
    namespaceEnds.resume();
    if (rootToken !== undefined) await tokens.ensureRoot(rootToken, { isDevelopment });
  }

  async #createFirstData(mounts: readonly FirstMount[]): Promise<void> {
    await this.#parts.storage.commit([BatchTokens.firstChange(this.#options.ports.entropy)]);
    for (const mount of mounts) await this.#parts.namespaces.root.mounts.saveFirst(mount);
  }
}

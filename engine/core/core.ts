import type { Endpoint } from "../api/endpoint.ts";
import { Problem } from "../api/problem.ts";
import { type Router, router } from "../api/router.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change } from "../ports/store.ts";
import { AuditBroker } from "./audit/audit-broker.ts";
import type { CoreLimits } from "./core-limits.ts";
import { Cors } from "./cors.ts";
import { auditEndpoints } from "./endpoints/audit.ts";
import { capabilityEndpoints } from "./endpoints/capabilities.ts";
import { corsEndpoints } from "./endpoints/cors.ts";
import { identityEndpoints } from "./endpoints/identity.ts";
import { leaseEndpoints } from "./endpoints/leases.ts";
import { metricsEndpoints } from "./endpoints/metrics.ts";
import { mountEndpoints } from "./endpoints/mounts.ts";
import { namespaceEndpoints } from "./endpoints/namespaces.ts";
import { openApiEndpoint } from "./endpoints/openapi.ts";
import { passwordPolicyEndpoints } from "./endpoints/password-policies.ts";
import { policyEndpoints } from "./endpoints/policies.ts";
import { quotaEndpoints } from "./endpoints/quotas.ts";
import { tokenEndpoints } from "./endpoints/tokens.ts";
import { toolEndpoints } from "./endpoints/tools.ts";
import { wrappingEndpoints } from "./endpoints/wrapping.ts";
import { Identity } from "./identity/identity.ts";
import { LeaseLife } from "./leases/lease-life.ts";
import { addCoreGauges } from "./metrics/core-gauges.ts";
import { Metrics, type Reading } from "./metrics/metrics.ts";
import { MountEnds } from "./mounts/mount-ends.ts";
import { MountTable } from "./mounts/mount-table.ts";
import type { MountType } from "./mounts/mount-type.ts";
import { RemovedMounts } from "./mounts/removed-mounts.ts";
import { type Namespace, rootNamespace } from "./namespaces/namespace.ts";
import { NamespaceEnds } from "./namespaces/namespace-ends.ts";
import { Namespaces } from "./namespaces/namespaces.ts";
import type { Realm } from "./namespaces/realm.ts";
import { uuid } from "./naming/random-names.ts";
import { PasswordPolicies } from "./password-policy/password-policies.ts";
import { Authorizer } from "./pipeline/authorizer.ts";
import { foldedAt } from "./pipeline/folded-at.ts";
import { RequestPipeline } from "./pipeline/request-pipeline.ts";
import { Policies } from "./policy/policies.ts";
import { Quotas } from "./quotas/quotas.ts";
import { type Settings, SharedChanges } from "./shared-changes.ts";
import { partStorage } from "./storage/part-storage.ts";
import { collection, type Storage } from "./storage/storage.ts";
import type { WritePath } from "./storage/write-path.ts";
import type { SystemContext } from "./system-context.ts";
import { AgendaBook } from "./time/agenda.ts";
import { BatchTokens } from "./tokens/batch-tokens.ts";
import { TokenLife } from "./tokens/token-life.ts";
import { Wrapping } from "./wrapping/wrapping.ts";

/** Random values of a new cluster. `salt` is part of the digests that identify stored tokens. */
type ClusterSeed = Readonly<{ clusterId: string; salt: string }>;

const clusterSeeds = collection<ClusterSeed>("local", "identity/");

/** A mount that a new cluster creates. */
export type FirstMount = Readonly<{ type: string; path: string; options: Readonly<Record<string, string>> | null }>;

export type CoreOptions = Readonly<{
  /** Name of the cluster. Audit entries of forwarded requests contain it. */
  clusterName: string;
  ports: Ports;
  writePath: WritePath;
  types: readonly MountType[];
  /** Endpoints below `sys/` that other modules declare. */
  systemEndpoints: readonly Endpoint<SystemContext>[];
  /** Returns the gauges of modules other than the core. Called each time metrics are read. */
  gauges?: () => readonly Reading[];
  /** Text of the root token that is created each time the core opens. Default: none. */
  rootToken?: string;
  /** True if the root token has the form of the token of the reference's development server. */
  isDevelopment?: boolean;
  /** Secrets engines that a new cluster mounts. */
  firstMounts?: readonly FirstMount[];
  limits: CoreLimits;
}>;

/**
 * The services of an unsealed cluster that do not depend on its mounts: tokens, leases, policies,
 * audit, quotas, namespaces. A core is created at unseal from the data of the store, and dropped at
 * seal or wipe. After a wipe, a new core is opened.
 */
export class Core {
  readonly #options: CoreOptions;
  readonly #agenda: AgendaBook;
  readonly #storage: Storage;
  readonly #namespaces: Namespaces;
  readonly #leases: LeaseLife;
  readonly #removedMounts: RemovedMounts;
  readonly #audit: AuditBroker;
  readonly #settings: readonly Settings[];
  readonly #changes: SharedChanges;
  readonly #tokens: TokenLife;
  readonly #wrapping: Wrapping;
  readonly #mountEnds: MountEnds;
  readonly #namespaceEnds: NamespaceEnds;
  readonly clusterId: string;
  /** CORS rules: the origins whose pages may send requests. */
  readonly cors: Cors;
  /** Handles every request. */
  readonly pipeline: RequestPipeline;

  private constructor(options: CoreOptions, { clusterId, salt }: ClusterSeed) {
    const { ports, writePath } = options;
    const { clock, entropy, log } = ports;
    this.#options = options;
    this.clusterId = clusterId;
    const agenda = new AgendaBook(ports);
    const namespaces = new Namespaces({
      storage: rootStorage(options),
      openRealm: (namespace) => openRealm(namespace, { ...options, agenda }),
    });
    const { storage } = namespaces.root;
    const metrics = new Metrics();
    const cors = new Cors({ storage });
    const audit = new AuditBroker({ storage, ports });
    const removedMounts: RemovedMounts = new RemovedMounts({
      ...{ ports, writePath, agenda, types: options.types, passwords: namespaces.root.passwords },
      ...{
        mounted: (mount) => namespaces.byUuid(mount),
        allMounted: () => namespaces.all().flatMap(({ mounts }) => mounts.all()),
        leases: () => leases.many,
      },
    });
    const leases: LeaseLife = new LeaseLife({
      storage,
      ports,
      mounts: { byUuid: (mount) => namespaces.byUuid(mount), forRevoking: (mount) => removedMounts.forRevoking(mount) },
      removed: () => quotas.leaseRemoved(),
    });
    const quotas: Quotas = new Quotas({
      storage,
      clock,
      countLeases: (path, atMost) => leases.countBelow(path, atMost),
      exceeded: (type, name) => metrics.count(`vault.quota.${type.replace("-", "_")}.violation`, { name }),
    });
    const tokens = new TokenLife({ storage, ports, mounts: namespaces, agenda, leases, salt });
    const wrapping = new Wrapping({ storage, ports, salt });
    const authorizer = new Authorizer({ namespaces, tokens, wrapping });
    const revoking = { leases: leases.many, tokens, writePath, clock, log };
    const mountEnds = new MountEnds(revoking);
    const namespaceEnds = new NamespaceEnds({ ...revoking, namespaces });
    if (options.gauges) metrics.gaugesOf(options.gauges);
    addCoreGauges(metrics, { clock, storage, namespaces, isPrimary: () => writePath.isPrimary() });
    const endpoints: Endpoint<SystemContext>[] = [
      ...options.systemEndpoints,
      ...tokenEndpoints({ tokens }),
      ...leaseEndpoints({ leases, namespaces, isToken: (start) => tokens.isStored(start), clock, log }),
      ...policyEndpoints(),
      ...identityEndpoints,
      ...toolEndpoints(ports),
      ...corsEndpoints(cors),
      ...metricsEndpoints({ metrics, clock }),
      ...quotaEndpoints({ quotas, namespaces }),
      ...auditEndpoints({ broker: audit, entropy }),
      ...passwordPolicyEndpoints(),
      ...capabilityEndpoints({
        tokens,
        accessOf: (token, realm) => authorizer.accessOf(token, realm),
        foldedAt: (path, realm) => foldedAt(path, realm, { namespaces, system }),
      }),
      ...mountEndpoints({ ends: mountEnds, namespaces, agenda: agenda.of("moves"), entropy, clock, log }),
      ...namespaceEndpoints({ namespaces, ends: namespaceEnds, entropy, most: options.limits.namespaces }),
      ...wrappingEndpoints(wrapping),
    ];
    endpoints.push(openApiEndpoint(() => endpoints));
    const system: Router<SystemContext> = router(endpoints);
    const { clusterName } = options;
    const services = {
      clusterName,
      clock,
      log,
      writePath,
      namespaces,
      system,
      audit,
      quotas,
      authorizer,
      tokens,
      leases,
    };
    this.pipeline = new RequestPipeline({ ...services, wrapping, metrics });
    this.#agenda = agenda;
    this.#namespaces = namespaces;
    this.#storage = storage;
    this.#audit = audit;
    this.#leases = leases;
    this.#removedMounts = removedMounts;
    this.#tokens = tokens;
    this.#wrapping = wrapping;
    this.#mountEnds = mountEnds;
    this.#namespaceEnds = namespaceEnds;
    this.cors = cors;
    this.#settings = [audit, quotas, cors];
    this.#changes = new SharedChanges({ namespaces, settings: this.#settings, mountEnds, namespaceEnds });
  }

  /** Opens the core of an existing cluster from the store, or creates the data of a new cluster. */
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
    return this.#removedMounts.valuesForRevocation(deleted, lastValue);
  }

  /** Called before replication wipes this cluster. See {@link RemovedMounts.leasesForRevocation}. */
  async beforeWipe(): Promise<readonly Change[]> {
    try {
      return await this.#removedMounts.leasesForRevocation();
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

  /** Called when the cluster becomes a primary or a secondary, or its shared data were replaced. */
  roleChanged(): Promise<void> {
    return this.#changes.replaced();
  }

  /** Creates a root token with this text, unless it exists. */
  ensureRoot(token: string): Promise<void> {
    return this.#tokens.ensureRoot(token);
  }

  /** Stops all timers and closes all mounts. Another core can continue from the stored data. */
  async stop(): Promise<void> {
    this.#agenda.close();
    this.#leases.stop();
    this.#tokens.stop();
    this.#wrapping.stop();
    await this.#namespaces.closeAll();
    await this.#audit.closeAll();
  }

  async #begin(): Promise<void> {
    const { rootToken, isDevelopment = false } = this.#options;
    for (const setting of this.#settings) await setting.reload();
    await this.#namespaces.reload();
    await this.#removedMounts.load();
    await this.#leases.resume();
    await this.#removedMounts.resume();
    await this.#tokens.resume();
    await this.#wrapping.resume();
    for (const { mounts } of this.#namespaces.all()) this.#mountEnds.resume(mounts);
    this.#namespaceEnds.resume();
    if (rootToken !== undefined) await this.#tokens.ensureRoot(rootToken, { isDevelopment });
  }

  /** Creates the batch token key and the first mounts of a new cluster. */
  async #createFirstData(mounts: readonly FirstMount[]): Promise<void> {
    await this.#storage.commit([BatchTokens.firstChange(this.#options.ports.entropy)]);
    for (const mount of mounts) await this.#namespaces.root.mounts.saveFirst(mount);
  }
}

function storageOf(namespace: Namespace, { ports, writePath }: Pick<CoreOptions, "ports" | "writePath">): Storage {
  return partStorage({ mount: "", namespace: namespace.id, local: false }, { store: ports.store, writePath });
}

function rootStorage(options: CoreOptions): Storage {
  return storageOf(rootNamespace, options);
}

function openRealm(namespace: Namespace, options: CoreOptions & Readonly<{ agenda: AgendaBook }>): Realm {
  const { ports, writePath, types, limits, agenda } = options;
  const storage = storageOf(namespace, options);
  const passwords = new PasswordPolicies({ storage, entropy: ports.entropy });
  return {
    namespace,
    storage,
    mounts: new MountTable({ namespace, ports, writePath, storage, agenda, types, passwords }),
    policies: new Policies({ storage, limits }),
    passwords,
    identity: new Identity({ namespace, storage, ports, writePath, groupMembers: limits.groupMembers }),
  };
}

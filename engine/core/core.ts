import type { Endpoint } from "../api/endpoint.ts";
import { type Router, router } from "../api/router.ts";
import type { Ports } from "../ports/ports.ts";
import { AuditTrail } from "./audit/audit-trail.ts";
import type { CoreLimits } from "./core-limits.ts";
import { Cors } from "./cors.ts";
import { auditEndpoints } from "./endpoints/audit.ts";
import { capabilityEndpoints } from "./endpoints/capabilities.ts";
import { corsEndpoints } from "./endpoints/cors.ts";
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
import { identityEndpoints } from "./identity/identity-endpoints.ts";
import { LeaseLife } from "./leases/lease-life.ts";
import { addCoreGauges } from "./metrics/core-gauges.ts";
import { Metrics } from "./metrics/metrics.ts";
import { MountEnds } from "./mounts/mount-ends.ts";
import { MountTable } from "./mounts/mount-table.ts";
import type { MountType } from "./mounts/mount-type.ts";
import { type Namespace, rootNamespace } from "./namespaces/namespace.ts";
import { NamespaceEnds } from "./namespaces/namespace-ends.ts";
import { Namespaces } from "./namespaces/namespaces.ts";
import type { Realm } from "./namespaces/realm.ts";
import { uuid } from "./naming.ts";
import { PasswordPolicies } from "./password-policy/password-policies.ts";
import { Policies } from "./policy/policies.ts";
import { Quotas } from "./quotas/quotas.ts";
import { Reception } from "./reception/reception.ts";
import { forgetWhatIsReady, type Settings, SharedChanges } from "./shared-changes.ts";
import { partStorage } from "./storage/part-storage.ts";
import { collection, type Storage } from "./storage/storage.ts";
import type { WritePath } from "./storage/write-path.ts";
import type { SystemScene } from "./system-scene.ts";
import { AgendaBook } from "./time/agenda.ts";
import { BatchTokens } from "./tokens/batch-tokens.ts";
import { TokenLife } from "./tokens/token-life.ts";
import { Wrapping } from "./wrapping/wrapping.ts";

/** What a cluster is born with; `salt` is in the digests under which tokens are stored. */
type Birth = Readonly<{ clusterId: string; salt: string }>;

const births = collection<Birth>("local", "identity/");

/** A mount that a new cluster is born with. */
export type FirstMount = Readonly<{ type: string; path: string; options: Readonly<Record<string, string>> | null }>;

export type CoreOptions = Readonly<{
  ports: Ports;
  writePath: WritePath;
  types: readonly MountType[];
  /** Endpoints below `sys/` that other rooms declare. */
  systemEndpoints: readonly Endpoint<SystemScene>[];
  /** Is made at every start, and again when everything was wiped. Default: none. */
  rootToken?: string;
  /** Whether that token looks like that of the reference's development server. */
  isDevelopment?: boolean;
  /** Secrets engines that a new cluster has from the start. */
  firstMounts?: readonly FirstMount[];
  limits: CoreLimits;
}>;

/** What a core has from one beginning to the next. */
type Life = Readonly<{
  birth: Birth;
  tokens: TokenLife;
  wrapping: Wrapping;
  mountEnds: MountEnds;
  namespaceEnds: NamespaceEnds;
  system: Router<SystemScene>;
}>;

/** All that a cluster has whatever is mounted in it, put together; what it stores is picked up at the beginning. */
export class Core {
  readonly #options: CoreOptions;
  readonly #agenda: AgendaBook;
  readonly #storage: Storage;
  readonly #namespaces: Namespaces;
  readonly #leases: LeaseLife;
  readonly #audit: AuditTrail;
  readonly #quotas: Quotas;
  readonly #settings: readonly Settings[];
  readonly #changes: SharedChanges;
  readonly #metrics = new Metrics();
  /** Which pages of other origins may ask. */
  readonly cors: Cors;
  /** Who meets every request. */
  readonly reception: Reception;
  #life!: Life;

  private constructor(options: CoreOptions) {
    this.#options = options;
    this.#agenda = new AgendaBook(options.ports);
    this.#namespaces = new Namespaces({
      storage: this.#storageOf(rootNamespace),
      openRealm: (namespace) => this.#openRealm(namespace),
    });
    this.#storage = this.#namespaces.root.storage;
    this.cors = new Cors({ storage: this.#storage });
    this.#audit = new AuditTrail({ storage: this.#storage, ports: options.ports });
    this.#leases = new LeaseLife({
      storage: this.#storage,
      ports: options.ports,
      mounts: this.#namespaces,
      removed: () => this.#quotas.leaseRemoved(),
    });
    this.#quotas = new Quotas({
      storage: this.#storage,
      clock: options.ports.clock,
      countLeases: (path, atMost) => this.#leases.countBelow(path, atMost),
      exceeded: (type, name) => this.#metrics.count(`vault.quota.${type.replace("-", "_")}.violation`, { name }),
    });
    this.#settings = [this.#audit, this.#quotas, this.cors];
    this.#changes = new SharedChanges({
      namespaces: this.#namespaces,
      settings: this.#settings,
      life: () => this.#life,
    });
    this.reception = new Reception({
      ports: options.ports,
      writePath: options.writePath,
      namespaces: this.#namespaces,
      audit: this.#audit,
      quotas: this.#quotas,
      leases: this.#leases,
      metrics: this.#metrics,
      life: () => this.#life,
    });
    const { clock } = options.ports;
    const leads = () => options.writePath.leads();
    addCoreGauges(this.#metrics, { clock, storage: this.#storage, namespaces: this.#namespaces, leads });
  }

  /** Opens what the store holds, or makes what a new cluster has. */
  static async open(options: CoreOptions): Promise<Core> {
    const core = new Core(options);
    const isNew = (await births.read(core.#storage, "cluster")) === undefined;
    await core.#begin();
    if (isNew && options.writePath.leads()) await core.#furnish(options.firstMounts ?? []);
    return core;
  }

  get clusterId(): string {
    return this.#life.birth.clusterId;
  }

  /** Drops what was made ready of shared keys that changed. See {@link SharedChanges.forget}. */
  forget(keys: readonly string[] | "everything"): void {
    this.#changes.forget(keys);
  }

  /** Shared keys changed by replication. See {@link SharedChanges.applied}. */
  applied(keys: readonly string[]): Promise<void> {
    return this.#changes.applied(keys);
  }

  /** The cluster began or ceased to lead, or its shared data were replaced. See {@link SharedChanges.replaced}. */
  resume(): Promise<void> {
    return this.#changes.replaced();
  }

  /** Makes a root token of this text, unless it is there. */
  ensureRoot(token: string): Promise<void> {
    return this.#life.tokens.ensureRoot(token);
  }

  /** Everything stored is gone: begins again as a new cluster. */
  async wiped(): Promise<void> {
    await this.stop();
    await this.#begin();
  }

  async stop(): Promise<void> {
    this.#agenda.clear();
    this.#leases.stop();
    this.#life.tokens.stop();
    this.#life.wrapping.stop();
    await this.#namespaces.closeAll();
    await this.#audit.closeAll();
  }

  async #begin(): Promise<void> {
    const { ports, rootToken, isDevelopment = false, writePath, limits } = this.#options;
    const birth = (await births.read(this.#storage, "cluster")) ?? {
      clusterId: uuid(ports.entropy),
      salt: uuid(ports.entropy),
    };
    await this.#storage.commit([births.put("cluster", birth)]);
    const storage = this.#storage;
    const services = { storage, ports, mounts: this.#namespaces, agenda: this.#agenda, leases: this.#leases };
    const tokens = new TokenLife({ ...services, salt: birth.salt });
    const wrapping = new Wrapping({ storage, ports, salt: birth.salt });
    const taking = { leases: this.#leases.many, tokens, writePath, clock: ports.clock, log: ports.log };
    const mountEnds = new MountEnds(taking);
    const namespaceEnds = new NamespaceEnds({ ...taking, namespaces: this.#namespaces });
    this.#life = {
      birth,
      tokens,
      wrapping,
      mountEnds,
      namespaceEnds,
      system: router([
        ...this.#options.systemEndpoints,
        ...tokenEndpoints({ tokens }),
        ...leaseEndpoints({
          leases: this.#leases,
          namespaces: this.#namespaces,
          isToken: (start) => tokens.isStored(start),
          clock: ports.clock,
          log: ports.log,
        }),
        ...policyEndpoints(),
        ...identityEndpoints,
        ...toolEndpoints(ports),
        ...corsEndpoints(this.cors),
        ...metricsEndpoints({ metrics: this.#metrics, clock: ports.clock }),
        ...quotaEndpoints({ quotas: this.#quotas, namespaces: this.#namespaces }),
        ...auditEndpoints({ trail: this.#audit, entropy: ports.entropy }),
        ...passwordPolicyEndpoints(),
        ...capabilityEndpoints({ tokens, accessOf: (token, realm) => this.reception.rights.accessOf(token, realm) }),
        ...mountEndpoints({
          ends: mountEnds,
          namespaces: this.#namespaces,
          agenda: this.#agenda.of("moves"),
          entropy: ports.entropy,
          clock: ports.clock,
          log: ports.log,
        }),
        ...namespaceEndpoints({
          namespaces: this.#namespaces,
          ends: namespaceEnds,
          entropy: ports.entropy,
          most: limits.namespaces,
        }),
        ...wrappingEndpoints(wrapping),
        openApiEndpoint(() => this.#life.system.endpoints),
      ]),
    };
    for (const setting of this.#settings) await setting.reload();
    await this.#namespaces.reload();
    for (const realm of this.#namespaces.all()) forgetWhatIsReady(realm);
    await this.#leases.resume();
    await tokens.resume();
    await wrapping.resume();
    for (const { mounts } of this.#namespaces.all()) mountEnds.resume(mounts);
    namespaceEnds.resume();
    if (rootToken !== undefined) await tokens.ensureRoot(rootToken, { isDevelopment });
  }

  /** What a new cluster has. */
  async #furnish(mounts: readonly FirstMount[]): Promise<void> {
    await this.#storage.commit([BatchTokens.firstChange(this.#options.ports.entropy)]);
    for (const mount of mounts) await this.#namespaces.root.mounts.saveFirst(mount);
  }

  #storageOf(namespace: Namespace): Storage {
    const { ports, writePath } = this.#options;
    return partStorage({ mount: "", namespace: namespace.id, local: false }, { store: ports.store, writePath });
  }

  #openRealm(namespace: Namespace): Realm {
    const { ports, writePath, types, limits } = this.#options;
    const storage = this.#storageOf(namespace);
    const passwords = new PasswordPolicies({ storage, entropy: ports.entropy });
    return {
      namespace,
      storage,
      mounts: new MountTable({ namespace, ports, writePath, storage, agenda: this.#agenda, types, passwords }),
      policies: new Policies({ storage, limits }),
      passwords,
      identity: new Identity({ namespace, storage, ports, writePath, groupMembers: limits.groupMembers }),
    };
  }
}

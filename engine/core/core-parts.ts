import { type Router, router } from "../api/router.ts";
import { AuditBroker } from "./audit/audit-broker.ts";
import type { CoreOptions } from "./core-options.ts";
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
import { Metrics } from "./metrics/metrics.ts";
import { MountEnds } from "./mounts/mount-ends.ts";
import { MountTable } from "./mounts/mount-table.ts";
import { RemovedMounts, RevokingMounts } from "./mounts/removed-mounts.ts";
import { type Namespace, rootNamespace } from "./namespaces/namespace.ts";
import { NamespaceEnds } from "./namespaces/namespace-ends.ts";
import { Namespaces } from "./namespaces/namespaces.ts";
import type { Realm } from "./namespaces/realm.ts";
import { PasswordPolicies } from "./password-policy/password-policies.ts";
import { Authorizer } from "./pipeline/authorizer.ts";
import { Policies } from "./policy/policies.ts";
import { Quotas } from "./quotas/quotas.ts";
import { partStorage } from "./storage/part-storage.ts";
import type { Storage } from "./storage/storage.ts";
import type { SystemContext } from "./system-context.ts";
import { AgendaBook } from "./time/agenda.ts";
import { TokenLife } from "./tokens/token-life.ts";
import { Wrapping } from "./wrapping/wrapping.ts";

type Base = ReturnType<typeof createBase>;
type LeaseParts = ReturnType<typeof createLeases>;
type SettingParts = ReturnType<typeof createSettings>;
type TokenParts = ReturnType<typeof createTokens>;
type EndParts = ReturnType<typeof createEnds>;

export type CoreParts = Base & LeaseParts & SettingParts & TokenParts & EndParts;

export function createParts(options: CoreOptions, salt: string): CoreParts {
  const base = createBase(options);
  const withLeases = { ...base, ...createLeases(options, base) };
  const withTokens = { ...withLeases, ...createTokens(options, withLeases, salt) };
  return { ...withTokens, ...createSettings(options, withLeases), ...createEnds(options, withTokens) };
}

function createBase(options: CoreOptions) {
  const { ports, writePath, gauges } = options;
  const agenda = new AgendaBook(ports);
  const namespaces = new Namespaces({
    storage: rootStorage(options),
    openRealm: (namespace) => openRealm(namespace, options, agenda),
  });
  const { storage } = namespaces.root;
  const metrics = new Metrics();
  if (gauges) metrics.gaugesOf(gauges);
  addCoreGauges(metrics, { clock: ports.clock, storage, namespaces, isPrimary: () => writePath.isPrimary() });
  return { agenda, namespaces, storage, metrics };
}

function createLeases({ ports, writePath, types }: CoreOptions, { agenda, namespaces, storage }: Base) {
  const mounts = new RevokingMounts(namespaces);
  const leases = new LeaseLife({ storage, ports, mounts });
  const removedMounts = new RemovedMounts({
    ...{ ports, writePath, agenda, types, mounts, leases: leases.many, passwords: namespaces.root.passwords },
    allMounted: () => namespaces.all().flatMap(({ mounts }) => mounts.all()),
  });
  return { leases, removedMounts };
}

function createTokens(
  { ports }: CoreOptions,
  { agenda, namespaces, storage, leases }: Base & LeaseParts,
  salt: string,
) {
  const tokens = new TokenLife({ storage, ports, mounts: namespaces, agenda, leases, salt });
  const wrapping = new Wrapping({ storage, ports, salt });
  return { tokens, wrapping, authorizer: new Authorizer({ namespaces, tokens, wrapping }) };
}

function createSettings({ ports }: CoreOptions, { storage, metrics, leases }: Base & LeaseParts) {
  const quotas = new Quotas({
    storage,
    clock: ports.clock,
    leases,
    exceeded: (type, name) => metrics.count(`vault.quota.${type.replace("-", "_")}.violation`, { name }),
  });
  const cors = new Cors({ storage });
  const audit = new AuditBroker({ storage, ports });
  return { audit, quotas, cors, settings: [audit, quotas, cors] };
}

function createEnds(
  { ports: { clock, log }, writePath }: CoreOptions,
  { namespaces, leases, tokens }: Base & LeaseParts & TokenParts,
) {
  const revoking = { leases: leases.many, tokens, writePath, clock, log };
  return { mountEnds: new MountEnds(revoking), namespaceEnds: new NamespaceEnds({ ...revoking, namespaces }) };
}

export function systemRouter({ ports, limits, systemEndpoints }: CoreOptions, parts: CoreParts): Router<SystemContext> {
  const { clock, entropy, log } = ports;
  const { agenda, namespaces, metrics, leases, tokens, wrapping, authorizer, audit, quotas, cors } = parts;
  const { mountEnds, namespaceEnds } = parts;
  return router([
    ...systemEndpoints,
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
    ...capabilityEndpoints({ tokens, accessOf: (token, realm) => authorizer.accessOf(token, realm) }),
    ...mountEndpoints({ ends: mountEnds, namespaces, agenda: agenda.of("moves"), entropy, clock, log }),
    ...namespaceEndpoints({ namespaces, ends: namespaceEnds, entropy, most: limits.namespaces }),
    ...wrappingEndpoints(wrapping),
    openApiEndpoint,
  ]);
}

function storageOf(namespace: Namespace, { ports, writePath }: Pick<CoreOptions, "ports" | "writePath">): Storage {
  return partStorage({ mount: "", namespace: namespace.id, local: false }, { store: ports.store, writePath });
}

export function rootStorage(options: Pick<CoreOptions, "ports" | "writePath">): Storage {
  return storageOf(rootNamespace, options);
}

function openRealm(namespace: Namespace, options: CoreOptions, agenda: AgendaBook): Realm {
  const { ports, writePath, types, limits } = options;
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

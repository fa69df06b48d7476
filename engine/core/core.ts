import type { Answer } from "../api/answer.ts";
import type { Endpoint, Served } from "../api/endpoint.ts";
import { type JsonObject, parseJson } from "../api/json.ts";
import { helpOn } from "../api/openapi/help.ts";
import { Problem, quoted } from "../api/problem.ts";
import type { Call, Request } from "../api/request.ts";
import { ignoredFieldsWarning, parseInput, type Route, type Router, router } from "../api/router.ts";
import type { Ports } from "../ports/ports.ts";
import { isInBlocks } from "./address/address-block.ts";
import { AgendaBook } from "./agenda.ts";
import { AuditTrail } from "./audit/audit-trail.ts";
import type { Asked } from "./audit/entry.ts";
import { Witness } from "./audit/witness.ts";
import { BatchTokens } from "./batch-tokens.ts";
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
import { LeaseLife } from "./lease-life.ts";
import { addCoreGauges } from "./metrics/core-gauges.ts";
import { Metrics } from "./metrics/metrics.ts";
import { MountEnds } from "./mount-ends.ts";
import { MountTable } from "./mount-table.ts";
import type { Caller, MountType, Scene } from "./mount-type.ts";
import { type Namespace, rootNamespace, seenFrom } from "./namespace.ts";
import { NamespaceEnds } from "./namespace-ends.ts";
import { Namespaces, type Place } from "./namespaces.ts";
import { uuid } from "./naming.ts";
import { absolutePath, fullPath, type OpenMount } from "./open-mount.ts";
import { mountOfSharedKey, namespaceOfSharedKey, partStorage } from "./part-storage.ts";
import { PasswordPolicies } from "./password-policy/password-policies.ts";
import { Policies } from "./policies.ts";
import { type Access, accessWithin, noAccess } from "./policy/access.ts";
import { type Capability, capabilityFor } from "./policy/capability.ts";
import type { QuotaTarget } from "./quotas/quota.ts";
import { Quotas } from "./quotas/quotas.ts";
import type { Realm } from "./realm.ts";
import { collection, type Storage } from "./storage.ts";
import type { SystemScene } from "./system-scene.ts";
import type { Token } from "./token.ts";
import { TokenLife } from "./token-life.ts";
import { Wrapping } from "./wrapping.ts";
import type { ForwardedCall, Outcome, WritePath } from "./write-path.ts";

/** What a cluster is born with; `salt` keys the HMACs under which tokens are stored. */
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
}>;

/** What holds for a whole cluster, is stored by the root namespace, and is kept ready: to be read again when keys of these kinds changed. */
type Settings = Readonly<{ kinds: readonly string[]; reload(): Promise<void> }>;

/** What came with a call: the id of its request, and its headers. */
export type Sent = Readonly<{ id: string; headers: Request["headers"] }>;

const unknownRequest: Sent = { id: "", headers: {} };

/** What a core has from one beginning to the next. */
type Life = Readonly<{
  birth: Birth;
  tokens: TokenLife;
  wrapping: Wrapping;
  mountEnds: MountEnds;
  namespaceEnds: NamespaceEnds;
  system: Router<SystemScene>;
}>;

/** A call in its place, with the path as seen from there. */
type Placed = Place & Readonly<{ call: Call }>;

/** A route with all that its handler needs but the input. */
type Found = Readonly<{
  unauthenticated: boolean;
  unaudited: boolean;
  internal: boolean;
  sudo: boolean;
  /** Whether its endpoint tells creating and updating apart: then the fields are judged before the rights. */
  splits: boolean;
  /** Parses the fields; then tells whether the object exists and who serves it, and runs the handler. */
  prepare(caller: Caller): Prepared;
}>;

type Prepared = Readonly<{
  served(): Served | Promise<Served>;
  exists(): Promise<boolean> | undefined;
  run(): Promise<Answer | undefined>;
}>;

/** What every request meets: namespace, token, rights, mount, route, fields, handler. */
export class Core {
  readonly #options: CoreOptions;
  readonly #agenda: AgendaBook;
  readonly #storage: Storage;
  readonly #namespaces: Namespaces;
  readonly #leases: LeaseLife;
  readonly #audit: AuditTrail;
  readonly #quotas: Quotas;
  readonly #settings: readonly Settings[];
  readonly #metrics = new Metrics();
  /** Which pages of other origins may ask. */
  readonly cors: Cors;
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

  /** Carries out one call. Throws a Problem. */
  async perform(asked: Call, sent: Sent = unknownRequest): Promise<Answer | undefined> {
    const { clock } = this.#options.ports;
    const start = clock.now();
    try {
      return await this.#within(asked, sent);
    } finally {
      this.#metrics.note(isLogin(asked) ? loginDuration : requestDuration, clock.now() - start);
    }
  }

  /** Admits a call by the quotas. */
  async #within(asked: Call, sent: Sent): Promise<Answer | undefined> {
    const placed = this.#place(asked);
    if (!this.#quotas.limitRate) return this.#witnessed(placed, sent);
    const headers = await this.#admitted(placed, sent);
    const answer = await this.#witnessed(placed, sent);
    return Object.keys(headers).length === 0 ? answer : { ...(answer ?? { status: 204 }), headers };
  }

  async #admitted(placed: Placed, sent: Sent): Promise<Readonly<Record<string, string>>> {
    try {
      return this.#quotas.admit(this.#quotaTargetOf(placed), placed.call.remoteAddress);
    } catch (problem) {
      if (this.#quotas.settings.rateLimitAuditLogging && this.#audit.isKept) {
        await new Witness(this.#audit, this.#described(placed, sent)).refused(problem);
      }
      throw problem;
    }
  }

  /** Has audit devices know of a call before it is done, and of its answer before it is given. */
  async #witnessed(placed: Placed, sent: Sent): Promise<Answer | undefined> {
    const found = hidingInternals(this.#find(placed));
    if (!this.#audit.isKept || (!(found instanceof Problem) && found.unaudited)) return this.#perform(placed, found);
    const witness = new Witness(this.#audit, this.#described(placed, sent));
    let answer: Answer | undefined;
    try {
      answer = await this.#perform(placed, found, witness);
    } catch (problem) {
      await witness.refused(problem);
      throw problem;
    }
    await witness.answered(answer);
    return answer;
  }

  async #perform(placed: Placed, found: Found | Problem, witness?: Witness): Promise<Answer | undefined> {
    const { call } = placed;
    if (found instanceof Problem) {
      if (found.plain) throw found;
      const token = await this.#authenticate(placed);
      await this.#authorise(token, placed, [capabilityFor(call.verb, undefined)]);
      throw found;
    }
    if (found.unauthenticated) {
      const caller = { ...nobody, token: call.token, remoteAddress: call.remoteAddress };
      await witness?.asked();
      return this.#carryOut(found.prepare(caller), caller, placed);
    }
    if (call.verb === "read" && call.path === "cubbyhole/response") {
      await witness?.asked();
      const response = await this.#life.wrapping.asResponse(call.token, placed.realm.namespace.id);
      if (response) return response;
    }
    const token = await this.#authenticate(placed);
    witness?.recognises({ token, identityPolicies: await this.#identityPoliciesOf(token) });
    try {
      const caller = {
        displayName: token.displayName,
        token: call.token,
        tokenKey: token.key,
        ...(token.type === "batch" ? { batch: { parentKey: token.parent ?? "", expiresAt: token.expiresAt } } : {}),
        entityId: token.entityId,
        remoteAddress: call.remoteAddress,
      };
      if (found.splits && call.verb === "write") {
        const prepared = found.prepare(caller);
        await this.#authorise(token, placed, capabilitiesFor(call.verb, await prepared.exists(), found.sudo));
        await witness?.asked();
        return await this.#carryOut(prepared, caller, placed);
      }
      await this.#authorise(token, placed, capabilitiesFor(call.verb, undefined, found.sudo));
      await witness?.asked();
      return await this.#carryOut(found.prepare(caller), caller, placed);
    } finally {
      await this.#life.tokens.afterUse(token);
    }
  }

  /** Carries out a call that a secondary has authenticated and authorised. */
  async serve({
    verb,
    namespace,
    path,
    fieldsText,
    displayName,
    entityId,
    remoteAddress,
  }: ForwardedCall): Promise<Outcome> {
    try {
      if (!this.#options.writePath.leads()) throw new Problem("unavailable", "this cluster is not the primary");
      const fields = parseJson(fieldsText) as JsonObject;
      const found = this.#find(this.#place({ verb, namespace, path, fields, remoteAddress, folder: false, token: "" }));
      if (found instanceof Problem) throw found;
      const caller = { ...nobody, displayName, entityId, remoteAddress };
      return { answer: (await found.prepare(caller).run()) ?? null };
    } catch (error) {
      if (error instanceof Problem) return { problem: { code: error.code, message: error.message } };
      throw error;
    }
  }

  /** Whether the path of a call is answered without a token; errors are spelt differently there. */
  isUnauthenticated(call: Call): boolean {
    try {
      const found = this.#find(this.#place(call));
      return !(found instanceof Problem) && found.unauthenticated;
    } catch {
      return true;
    }
  }

  /** Shared keys changed by replication. */
  async applied(keys: readonly string[]): Promise<void> {
    const changed = new Map<string, string[]>();
    let namespacesChanged = false;
    const realms = new Map<string, Set<string>>();
    const identityKeys = new Map<string, string[]>();
    for (const key of keys) {
      const inMount = mountOfSharedKey(key);
      if (inMount) {
        const [mount, rest] = inMount;
        const known = changed.get(mount);
        if (known) known.push(rest);
        else changed.set(mount, [rest]);
        continue;
      }
      const inNamespace = namespaceOfSharedKey(key);
      if (!inNamespace) continue;
      const [namespace, rest] = inNamespace;
      const kind = rest.slice(0, rest.indexOf("/"));
      if (kind === "namespace") namespacesChanged = true;
      const kinds = realms.get(namespace);
      if (kinds) kinds.add(kind);
      else realms.set(namespace, new Set([kind]));
      if (kind !== "identity") continue;
      const known = identityKeys.get(namespace);
      if (known) known.push(rest);
      else identityKeys.set(namespace, [rest]);
    }
    const kindsOfRoot = realms.get(rootNamespace.id);
    for (const setting of this.#settings) {
      if (setting.kinds.some((kind) => kindsOfRoot?.has(kind))) await setting.reload();
    }
    if (namespacesChanged) {
      await this.#namespaces.reload();
      this.#life.namespaceEnds.resume();
    }
    for (const [namespace, kinds] of realms) {
      const realm = this.#namespaces.byId(namespace);
      if (!realm) continue;
      if (kinds.has("mount") && !namespacesChanged) await realm.mounts.reload();
      if (kinds.has("mount")) this.#life.mountEnds.resume(realm.mounts);
      if (kinds.has("policy")) realm.policies.changed();
      if (kinds.has("identity")) realm.identity.changed(identityKeys.get(namespace));
    }
    for (const [mount, rest] of changed) {
      const open = this.#namespaces.byUuid(mount);
      open?.type.changed?.(rest, open.backstage);
    }
  }

  /** The cluster began or ceased to lead, or its shared data were replaced. */
  async resume(): Promise<void> {
    for (const setting of this.#settings) await setting.reload();
    await this.#namespaces.reload();
    for (const realm of this.#namespaces.all()) {
      forgetWhatIsReady(realm);
      await realm.mounts.resumeAll();
      this.#life.mountEnds.resume(realm.mounts);
    }
    this.#life.namespaceEnds.resume();
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
    const { ports, rootToken, isDevelopment = false, writePath } = this.#options;
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
        ...capabilityEndpoints({ tokens, accessOf: (token, realm) => this.#accessOf(token, realm) }),
        ...mountEndpoints({
          ends: mountEnds,
          namespaces: this.#namespaces,
          agenda: this.#agenda.of("moves"),
          entropy: ports.entropy,
          clock: ports.clock,
          log: ports.log,
        }),
        ...namespaceEndpoints({ namespaces: this.#namespaces, ends: namespaceEnds, entropy: ports.entropy }),
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
    const { ports, writePath, types } = this.#options;
    const storage = this.#storageOf(namespace);
    const passwords = new PasswordPolicies({ storage, entropy: ports.entropy });
    return {
      namespace,
      storage,
      mounts: new MountTable({ namespace, ports, writePath, storage, agenda: this.#agenda, types, passwords }),
      policies: new Policies({ storage }),
      passwords,
      identity: new Identity({ namespace, storage, ports, writePath }),
    };
  }

  /** A request as audit devices are told of it. */
  #described({ realm, call }: Placed, { id, headers }: Sent): Asked {
    const mount = isSystemPath(call.path) ? undefined : realm.mounts.find(call.path)?.[0].mount;
    const { clock } = this.#options.ports;
    return { id, at: clock.now(), call, namespace: realm.namespace, mount, headers: this.#audit.headersOf(headers) };
  }

  #quotaTargetOf({ realm, call }: Placed): QuotaTarget {
    const namespace = realm.namespace.path;
    const open = isSystemPath(call.path) ? undefined : realm.mounts.find(call.path)?.[0];
    const role = open?.mount.kind === "auth" && typeof call.fields.role === "string" ? call.fields.role : "";
    return { path: namespace + call.path, namespace, mount: open ? absolutePath(open) : "", role };
  }

  async #identityPoliciesOf(token: Token): Promise<readonly string[]> {
    const home = this.#namespaces.byId(token.namespace);
    return home ? (await home.identity.powersOf(token.entityId)).policies : [];
  }

  #place(call: Call): Placed {
    const place = this.#namespaces.resolve(call.namespace, call.path);
    const { realm, path } = place;
    const { path: namespace } = realm.namespace;
    return {
      realm,
      path,
      call: path === call.path && namespace === call.namespace ? call : { ...call, namespace, path },
    };
  }

  /** The token of a call. A wrapping token is none: whatever it was tried for, it is spent by that. */
  async #authenticate({ call }: Placed): Promise<Token> {
    let token: Token;
    try {
      token = await this.#life.tokens.authenticate(call.token);
    } catch (problem) {
      await this.#life.wrapping.burn(call.token);
      throw problem;
    }
    this.#checkAddress(token, call.remoteAddress);
    return token;
  }

  #checkAddress({ boundCidrs }: Token, remoteAddress: string): void {
    if (boundCidrs.length === 0 || isInBlocks(remoteAddress, boundCidrs)) return;
    throw new Problem("bad token", "permission denied");
  }

  async #carryOut(prepared: Prepared, caller: Caller, placed: Placed): Promise<Answer | undefined> {
    const isOurs = this.#options.writePath.leads() || (await prepared.served()) === "locally";
    const answer = await (isOurs ? prepared.run() : this.#forward(placed.call, caller));
    return this.#wrapped(answer, placed);
  }

  /** The answer behind a wrapping token, where the caller wished so and there is something to wrap. */
  async #wrapped(answer: Answer | undefined, { call, realm }: Placed): Promise<Answer | undefined> {
    const { wrap: wish, verb, path } = call;
    if (!wish || !answer || !isWrappable(answer)) return answer;
    const creationPath = verb === "list" ? `${path}/` : path;
    return { wrap: await this.#life.wrapping.wrap(answer, { ...wish, creationPath, namespace: realm.namespace.id }) };
  }

  async #forward(
    { verb, namespace, path, fields }: Pick<Call, "verb" | "namespace" | "path" | "fields">,
    { displayName, entityId, remoteAddress }: Caller,
  ): Promise<Answer | undefined> {
    const outcome = await this.#options.writePath.forward({
      verb,
      namespace,
      path,
      fieldsText: JSON.stringify(fields),
      displayName,
      entityId,
      remoteAddress,
    });
    if ("problem" in outcome) throw new Problem(outcome.problem.code, outcome.problem.message);
    return outcome.answer ?? undefined;
  }

  async #authorise(token: Token, { realm, call }: Placed, capabilities: readonly Capability[]): Promise<void> {
    // What could be done, everybody with a token may know.
    if (call.help) return;
    const access = await this.#accessOf(token, realm);
    const path = call.verb === "list" || call.folder ? `${call.path}/` : call.path;
    if (!access.allows(path, { capabilities, fields: call.fields, wrapSeconds: call.wrap?.ttlSeconds ?? null })) {
      throw new Problem("denied", "permission denied");
    }
  }

  /** What a token may do in `realm`, by the policies of the token's own namespace, in which paths are seen from there. */
  async #accessOf(token: Token, realm: Realm): Promise<Access> {
    const home = token.namespace === realm.namespace.id ? realm : this.#namespaces.byId(token.namespace);
    const prefix = home && seenFrom(home.namespace, realm.namespace.path);
    if (home === undefined || prefix === undefined) return noAccess;
    const { policies, values, barred } = await home.identity.powersOf(token.entityId);
    if (barred) return noAccess;
    const names = policies.length === 0 ? token.policies : [...token.policies, ...policies];
    return accessWithin(await home.policies.accessOf(names, values), prefix);
  }

  #find(placed: Placed): Found | Problem {
    const { call, realm } = placed;
    try {
      if (call.help) return this.#findHelp(placed);
      if (isSystemPath(call.path)) return this.#findSystem(placed);
      return this.#findInMount(placed, ...(realm.mounts.find(call.path) ?? noMountAt(call.path)));
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #findHelp({ call: { path }, realm }: Placed): Found {
    const [open, rest = ""] = isSystemPath(path) ? [] : (realm.mounts.find(path) ?? noMountAt(path));
    const endpoints: readonly Endpoint<never>[] = open ? open.router.at(rest) : this.#life.system.at(path);
    if (endpoints.length === 0) throw new Problem("unsupported path", "unsupported path");
    const help = { bare: helpOn(path, { prefix: open ? fullPath(open.mount) : "", endpoints }) };
    const operations = endpoints.flatMap((endpoint) => Object.values(endpoint.operations));
    return {
      ...nothingThere,
      unauthenticated: operations.some(({ unauthenticated }) => unauthenticated === true),
      prepare: () => ({ served: () => "locally", exists: () => undefined, run: async () => help }),
    };
  }

  #findSystem({ call, realm }: Placed): Found {
    // A path that ends in a slash is another one, except to a list: only where the rest of a path has any form does it lead somewhere.
    const isOther = call.folder && call.verb !== "list";
    const route = this.#life.system.find(call.verb, isOther ? `${call.path}/` : call.path);
    if (route.operation.rootOnly && realm !== this.#namespaces.root) {
      throw new Problem("refused", "operation unavailable in namespaces");
    }
    return foundRoute(route, call, (caller) => ({
      realm,
      caller,
      access: async () => {
        if (caller.token === "") return noAccess;
        const token = await this.#life.tokens.find(caller.token);
        if (!token) throw new Problem("bad token", "permission denied");
        this.#checkAddress(token, caller.remoteAddress);
        return this.#accessOf(token, realm);
      },
      wrapWish: call.wrap,
      // Whoever gets such a token must find the way to this cluster by itself.
      wrap: (data, terms) => this.#life.wrapping.wrap({ data }, { ...terms, namespace: realm.namespace.id, jwt: true }),
    }));
  }

  #findInMount({ call, realm }: Placed, open: OpenMount, rest: string): Found {
    if (call.folder && call.verb === "read") throw new Problem("absent", "");
    // What is stored has no name with a slash at its end: there is nothing to delete.
    if (call.folder && call.verb === "delete") return nothingThere;
    const route = open.router.find(call.verb, rest);
    const found = foundRoute(route, call, (caller) => this.#sceneOf({ realm, open, caller, path: rest }));
    if (!open.mount.local) return found;
    return { ...found, prepare: (caller) => ({ ...found.prepare(caller), served: () => "locally" }) };
  }

  #sceneOf({ realm, open, caller, path }: { realm: Realm; open: OpenMount; caller: Caller; path: string }): Scene {
    return {
      ...open.backstage,
      caller,
      path,
      askPrimary: (asked, fields) => {
        const place = { namespace: realm.namespace.path, path: fullPath(open.mount) + asked };
        return this.#forward({ verb: "write", ...place, fields }, caller);
      },
      tokens: {
        issue: async (request) => {
          const entityId = request.alias ? await realm.identity.entityOfLogin(open.mount, request.alias) : "";
          return this.#life.tokens.issue(open, path, request, entityId);
        },
      },
      leases: {
        grant: async (request) => {
          const [namespace, mount] = [realm.namespace.path, absolutePath(open)];
          const { batch, tokenKey } = caller;
          const lastsUntil = batch?.expiresAt ?? null;
          return this.#quotas.withinLeases({ path: mount + request.path, namespace, mount, role: "" }, () =>
            this.#leases.grant(open, batch?.parentKey ?? tokenKey, { ...request, lastsUntil }),
          );
        },
        forget: (id) => this.#leases.forget(id),
      },
    };
  }
}

const nobody: Caller = { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "" };

const nothingThere: Found = {
  unauthenticated: false,
  unaudited: false,
  internal: false,
  sudo: false,
  splits: false,
  prepare: () => ({ served: () => "locally", exists: () => undefined, run: async () => undefined }),
};

function noMountAt(path: string): never {
  throw new Problem("no handler", `no handler for route ${quoted(path)}. route entry not found.`);
}

/** What the reference calls how long requests take. */
const [requestDuration, loginDuration] = ["vault.core.handle_request", "vault.core.handle_login_request"];

/** Whether a call asks for a token at an auth method. */
function isLogin({ verb, path }: Call): boolean {
  return verb === "write" && path.startsWith("auth/") && path.includes("/login");
}

/** To a client there is nothing where only clusters ask. */
function hidingInternals(found: Found | Problem): Found | Problem {
  return found instanceof Problem || !found.internal ? found : new Problem("unsupported path", "unsupported path");
}

function isSystemPath(path: string): boolean {
  return path.startsWith("sys/") || path.startsWith("auth/token/") || path.startsWith("identity/");
}

/** What has no body, no envelope, or is wrapped already, stays as it is; so does what is no success. */
function isWrappable({ bare, bodiless, text, wrap, status = 200 }: Answer): boolean {
  return bare === undefined && !bodiless && text === undefined && wrap === undefined && status < 300;
}

function forgetWhatIsReady({ policies, identity }: Realm): void {
  policies.changed();
  identity.changed();
}

function foundRoute<S>(route: Route<S>, call: Call, sceneOf: (caller: Caller) => S): Found {
  const { operation } = route;
  return {
    unauthenticated:
      typeof operation.unauthenticated === "function"
        ? operation.unauthenticated(call)
        : (operation.unauthenticated ?? false),
    unaudited: operation.unaudited ?? false,
    internal: operation.internal ?? false,
    sudo: operation.sudo ?? false,
    splits: operation.exists !== undefined,
    prepare(caller) {
      const { input, unknown } = parseInput(route, call);
      const scene = sceneOf(caller);
      return {
        served: () => (typeof operation.served === "function" ? operation.served(input, scene) : operation.served),
        exists: () => operation.exists?.(input, scene),
        async run() {
          const answer = await operation.run(input, scene);
          if (!answer || unknown.length === 0 || answer.bare !== undefined) return answer;
          return { ...answer, warnings: [ignoredFieldsWarning(unknown), ...(answer.warnings ?? [])] };
        },
      };
    },
  };
}

function capabilitiesFor(verb: Call["verb"], exists: boolean | undefined, sudo: boolean): readonly Capability[] {
  return sudo ? [capabilityFor(verb, exists), "sudo"] : [capabilityFor(verb, exists)];
}

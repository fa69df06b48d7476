import type { Answer } from "../api/answer.ts";
import type { Endpoint, Served } from "../api/endpoint.ts";
import { type JsonObject, parseJson } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import type { Call, Verb } from "../api/request.ts";
import { ignoredFieldsWarning, parseInput, type Route, type Router, router } from "../api/router.ts";
import type { Ports } from "../ports/ports.ts";
import { isInBlocks } from "./address/address-block.ts";
import { AgendaBook } from "./agenda.ts";
import { leaseEndpoints } from "./endpoints/leases.ts";
import { mountEndpoints } from "./endpoints/mounts.ts";
import { policyEndpoints } from "./endpoints/policies.ts";
import { tokenEndpoints } from "./endpoints/tokens.ts";
import { wrappingEndpoints } from "./endpoints/wrapping.ts";
import { Identity } from "./identity/identity.ts";
import { LeaseLife } from "./lease-life.ts";
import { MountTable, type OpenMount } from "./mount-table.ts";
import type { Caller, MountType, Scene } from "./mount-type.ts";
import { type Namespace, rootNamespace, seenFrom } from "./namespace.ts";
import { Namespaces, type Place } from "./namespaces.ts";
import { uuid } from "./naming.ts";
import { mountOfSharedKey, namespaceOfSharedKey, partStorage } from "./part-storage.ts";
import { PasswordPolicies } from "./password-policy/password-policies.ts";
import { Policies } from "./policies.ts";
import type { Capability } from "./policy/policy.ts";
import type { Realm } from "./realm.ts";
import { collection, type Storage } from "./storage.ts";
import type { SystemScene } from "./system-scene.ts";
import { TokenLife } from "./token-life.ts";
import type { Token } from "./tokens.ts";
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
  rootToken: string;
  /** Secrets engines that a new cluster has from the start. */
  firstMounts?: readonly FirstMount[];
}>;

/** A call in its place, with the path as seen from there. */
type Placed = Place & Readonly<{ call: Call }>;

/** A route with all that its handler needs but the input. */
type Found = Readonly<{
  unauthenticated: boolean;
  sudo: boolean;
  /** Whether its endpoint tells creating and updating apart: then the fields are judged before the rights. */
  splits: boolean;
  /** Parses the fields; then tells whether the object exists and who serves it, and runs the handler. */
  prepare(caller: Caller): Prepared;
}>;

type Prepared = Readonly<{
  served: Served;
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
  #life!: Readonly<{ birth: Birth; tokens: TokenLife; wrapping: Wrapping; system: Router<SystemScene> }>;

  private constructor(options: CoreOptions) {
    this.#options = options;
    this.#agenda = new AgendaBook(options.ports);
    this.#namespaces = new Namespaces({
      storage: this.#storageOf(rootNamespace),
      openRealm: (namespace) => this.#openRealm(namespace),
    });
    this.#storage = this.#namespaces.root.storage;
    this.#leases = new LeaseLife({
      storage: this.#storage,
      ports: options.ports,
      mounts: this.#namespaces,
      agenda: this.#agenda,
    });
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
  async perform(asked: Call): Promise<Answer | undefined> {
    const placed = this.#place(asked);
    const { call } = placed;
    const found = this.#find(placed);
    if (found instanceof Problem) {
      if (found.plain) throw found;
      const token = await this.#life.tokens.authenticate(call.token);
      await this.#authorise(token, placed, ["update"]);
      throw found;
    }
    if (found.unauthenticated) {
      const caller = { ...nobody, token: call.token, remoteAddress: call.remoteAddress };
      return this.#carryOut(found.prepare(caller), caller, placed);
    }
    const token = await this.#life.tokens.authenticate(call.token);
    if (token.boundCidrs.length > 0 && !isInBlocks(call.remoteAddress, token.boundCidrs)) {
      throw new Problem("bad token", "permission denied");
    }
    try {
      const caller = {
        displayName: token.displayName,
        token: call.token,
        tokenKey: token.key,
        entityId: token.entityId,
        remoteAddress: call.remoteAddress,
      };
      if (found.splits && call.verb === "write") {
        const prepared = found.prepare(caller);
        await this.#authorise(token, placed, capabilitiesFor(call.verb, await prepared.exists(), found.sudo));
        return await this.#carryOut(prepared, caller, placed);
      }
      await this.#authorise(token, placed, capabilitiesFor(call.verb, undefined, found.sudo));
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
    }
    if (namespacesChanged) await this.#namespaces.reload();
    for (const [namespace, kinds] of realms) {
      const realm = this.#namespaces.byId(namespace);
      if (!realm) continue;
      if (kinds.has("mount") && !namespacesChanged) await realm.mounts.reload();
      if (kinds.has("policy")) realm.policies.changed();
      if (kinds.has("password-policy")) realm.passwords.changed();
      if (kinds.has("identity")) realm.identity.changed();
    }
    for (const [mount, rest] of changed) {
      const open = this.#namespaces.byUuid(mount);
      open?.type.changed?.(rest, open.backstage);
    }
  }

  /** The cluster began or ceased to lead, or its shared data were replaced. */
  async resume(): Promise<void> {
    await this.#namespaces.reload();
    for (const realm of this.#namespaces.all()) {
      forgetWhatIsReady(realm);
      await realm.mounts.resumeAll();
    }
  }

  /** Everything stored is gone: begins again as a new cluster. */
  async wiped(): Promise<void> {
    await this.stop();
    await this.#begin();
  }

  async stop(): Promise<void> {
    this.#agenda.clear();
    await this.#namespaces.closeAll();
  }

  async #begin(): Promise<void> {
    const { ports, rootToken } = this.#options;
    const birth = (await births.read(this.#storage, "cluster")) ?? {
      clusterId: uuid(ports.entropy),
      salt: uuid(ports.entropy),
    };
    await this.#storage.commit([births.put("cluster", birth)]);
    const storage = this.#storage;
    const services = { storage, ports, mounts: this.#namespaces, agenda: this.#agenda, leases: this.#leases };
    const tokens = new TokenLife({ ...services, salt: birth.salt });
    const wrapping = new Wrapping({ storage, ports, agenda: this.#agenda, salt: birth.salt });
    this.#life = {
      birth,
      tokens,
      wrapping,
      system: router([
        ...this.#options.systemEndpoints,
        ...tokenEndpoints({ tokens, clock: ports.clock }),
        ...leaseEndpoints({ leases: this.#leases, clock: ports.clock }),
        ...policyEndpoints(),
        ...mountEndpoints({ leases: this.#leases, entropy: ports.entropy }),
        ...wrappingEndpoints(wrapping),
      ]),
    };
    await this.#namespaces.reload();
    for (const realm of this.#namespaces.all()) forgetWhatIsReady(realm);
    await this.#leases.resume();
    await tokens.resume();
    await wrapping.resume();
    await tokens.ensureRoot(rootToken);
  }

  /** What a new cluster has. */
  async #furnish(mounts: readonly FirstMount[]): Promise<void> {
    await this.#storage.commit(Policies.firstChanges());
    for (const mount of mounts) await this.#namespaces.root.mounts.saveFirst(mount);
  }

  #storageOf(namespace: Namespace): Storage {
    const { ports, writePath } = this.#options;
    return partStorage({ mount: "", namespace: namespace.id, local: false }, { store: ports.store, writePath });
  }

  #openRealm(namespace: Namespace): Realm {
    const { ports, writePath, types } = this.#options;
    const storage = this.#storageOf(namespace);
    return {
      namespace,
      storage,
      mounts: new MountTable({ namespace, ports, writePath, storage, agenda: this.#agenda, types }),
      policies: new Policies({ storage }),
      passwords: new PasswordPolicies({ storage, entropy: ports.entropy }),
      identity: new Identity({ namespace, storage, ports, writePath }),
    };
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

  async #carryOut({ served, run }: Prepared, caller: Caller, { call }: Placed): Promise<Answer | undefined> {
    if (served === "locally" || this.#options.writePath.leads()) return run();
    const { verb, namespace, path, fields, remoteAddress } = call;
    const { displayName, entityId } = caller;
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

  /** Judges by the policies of the token's namespace, in which paths are seen from there. */
  async #authorise(token: Token, { realm, call }: Placed, needed: readonly Capability[]): Promise<void> {
    const home = token.namespace === realm.namespace.id ? realm : this.#namespaces.byId(token.namespace);
    const path = home && seenFrom(home.namespace, realm.namespace.path + call.path);
    if (home === undefined || path === undefined) throw new Problem("denied", "permission denied");
    const { policies } = await home.identity.powersOf(token.entityId);
    const access = await home.policies.accessOf(
      policies.length === 0 ? token.policies : [...token.policies, ...policies],
    );
    const granted = access.capabilities(call.verb === "list" || call.folder ? `${path}/` : path);
    if (!needed.every((capability) => granted.has(capability))) throw new Problem("denied", "permission denied");
  }

  #find(placed: Placed): Found | Problem {
    const { call, realm } = placed;
    try {
      if (isSystemPath(call.path)) return this.#findSystem(placed);
      const found = realm.mounts.find(call.path);
      if (!found) return new Problem("no handler", `no handler for route ${quoted(call.path)}. route entry not found.`);
      return this.#findInMount(placed, ...found);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #findSystem({ call, realm }: Placed): Found {
    // A path that ends in a slash is another one, except to a list.
    if (call.folder && call.verb !== "list") throw new Problem("unsupported path", "unsupported path");
    const route = this.#life.system.find(call.verb, call.path);
    if (route.operation.rootOnly && realm !== this.#namespaces.root) {
      throw new Problem("refused", "operation unavailable in namespaces");
    }
    return foundRoute(route, call, (caller) => ({
      realm,
      caller,
      wrap: (data, options) => this.#life.wrapping.wrap(data, options),
    }));
  }

  #findInMount({ call, realm }: Placed, open: OpenMount, rest: string): Found {
    if (call.folder && call.verb === "read") throw new Problem("absent", "");
    // What is stored has no name with a slash at its end: there is nothing to delete.
    if (call.folder && call.verb === "delete") return nothingThere;
    const route = open.router.find(call.verb, rest);
    const found = foundRoute(route, call, (caller) => this.#sceneOf({ realm, open, caller, path: rest }));
    if (!open.mount.local) return found;
    return { ...found, prepare: (caller) => ({ ...found.prepare(caller), served: "locally" }) };
  }

  #sceneOf({ realm, open, caller, path }: { realm: Realm; open: OpenMount; caller: Caller; path: string }): Scene {
    return {
      ...open.backstage,
      caller,
      path,
      passwords: realm.passwords,
      tokens: {
        issue: async (request) => {
          const entityId = request.alias ? await realm.identity.entityOfLogin(open.mount, request.alias) : "";
          return this.#life.tokens.issue(open, path, request, entityId);
        },
      },
      leases: {
        grant: (request) => this.#leases.grant(open, caller.tokenKey, request),
        forget: (id) => this.#leases.forget(id),
      },
    };
  }
}

const nobody: Caller = { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "" };

const nothingThere: Found = {
  unauthenticated: false,
  sudo: false,
  splits: false,
  prepare: () => ({ served: "locally", exists: () => undefined, run: async () => undefined }),
};

function isSystemPath(path: string): boolean {
  return path.startsWith("sys/") || path.startsWith("auth/token/") || path.startsWith("identity/");
}

function forgetWhatIsReady({ policies, passwords, identity }: Realm): void {
  policies.changed();
  passwords.changed();
  identity.changed();
}

function foundRoute<S>(route: Route<S>, call: Call, sceneOf: (caller: Caller) => S): Found {
  const { operation } = route;
  return {
    unauthenticated: operation.unauthenticated ?? false,
    sudo: operation.sudo ?? false,
    splits: operation.exists !== undefined,
    prepare(caller) {
      const { input, unknown } = parseInput(route, call);
      const scene = sceneOf(caller);
      return {
        served: typeof operation.served === "function" ? operation.served(input) : operation.served,
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

/** A write needs the right to create or to update, where its endpoint tells the two apart; else to update. */
function capabilitiesFor(verb: Verb, exists: boolean | undefined, sudo: boolean): readonly Capability[] {
  const capability: Capability = verb === "write" ? (exists === false ? "create" : "update") : verb;
  return sudo ? [capability, "sudo"] : [capability];
}

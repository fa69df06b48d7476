import type { Answer } from "../api/answer.ts";
import type { Endpoint } from "../api/endpoint.ts";
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
import { LeaseLife } from "./lease-life.ts";
import { MountTable, type OpenMount } from "./mount-table.ts";
import type { Caller, MountType, Scene } from "./mount-type.ts";
import { uuid } from "./naming.ts";
import { mountOfSharedKey, partStorage } from "./part-storage.ts";
import { Policies } from "./policies.ts";
import type { Capability } from "./policy/policy.ts";
import { collection, type Storage } from "./storage.ts";
import type { SystemScene } from "./system-scene.ts";
import { TokenLife } from "./token-life.ts";
import type { Token } from "./tokens.ts";
import { Wrapping } from "./wrapping.ts";
import type { ForwardedCall, Outcome, WritePath } from "./write-path.ts";

/** What a cluster is born with; `salt` keys the HMACs under which tokens are stored. */
type Identity = Readonly<{ clusterId: string; salt: string }>;

const identities = collection<Identity>("local", "identity/");

export type CoreOptions = Readonly<{
  ports: Ports;
  writePath: WritePath;
  types: readonly MountType[];
  /** Endpoints below `sys/` that other rooms declare. */
  systemEndpoints: readonly Endpoint<SystemScene>[];
  rootToken: string;
}>;

/** A route with all that its handler needs but the input. */
type Found = Readonly<{
  locallyAlways: boolean;
  unauthenticated: boolean;
  sudo: boolean;
  byPrimary: boolean;
  /** Parses the fields; then tells whether the object exists, and runs the handler. */
  prepare: (
    caller: Caller,
  ) => Readonly<{ exists: () => Promise<boolean> | undefined; run: () => Promise<Answer | undefined> }>;
}>;

/** What every request meets: token, rights, mount, route, fields, handler. */
export class Core {
  readonly #options: CoreOptions;
  readonly #storage: Storage;
  readonly #agenda: AgendaBook;
  readonly #mounts: MountTable;
  readonly #policies: Policies;
  readonly #leases: LeaseLife;
  #life!: Readonly<{ identity: Identity; tokens: TokenLife; wrapping: Wrapping; system: Router<SystemScene> }>;

  private constructor(options: CoreOptions) {
    const { ports, writePath, types } = options;
    this.#options = options;
    this.#storage = partStorage({ mount: "", local: false }, { store: ports.store, writePath });
    this.#agenda = new AgendaBook(ports);
    this.#mounts = new MountTable({ ports, writePath, storage: this.#storage, agenda: this.#agenda, types });
    this.#policies = new Policies({ storage: this.#storage });
    this.#leases = new LeaseLife({ storage: this.#storage, ports, mounts: this.#mounts, agenda: this.#agenda });
  }

  /** Opens what the store holds, or makes what a new cluster has. */
  static async open(options: CoreOptions): Promise<Core> {
    const core = new Core(options);
    const isNew = (await identities.read(core.#storage, "cluster")) === undefined;
    await core.#begin();
    if (isNew && options.writePath.leads()) await core.#storage.commit(Policies.firstChanges());
    return core;
  }

  get clusterId(): string {
    return this.#life.identity.clusterId;
  }

  /** Carries out one call. Throws a Problem. */
  async perform(call: Call): Promise<Answer | undefined> {
    const found = this.#find(call);
    if (found instanceof Problem) {
      const token = await this.#life.tokens.authenticate(call.token);
      await this.#authorise(token, call, ["update"]);
      throw found;
    }
    if (found.unauthenticated)
      return this.#run(found, { ...nobody, token: call.token, remoteAddress: call.remoteAddress }, call);
    const token = await this.#life.tokens.authenticate(call.token);
    if (token.boundCidrs.length > 0 && !isInBlocks(call.remoteAddress, token.boundCidrs)) {
      throw new Problem("bad token", "permission denied");
    }
    try {
      const caller = {
        displayName: token.displayName,
        token: call.token,
        tokenKey: token.key,
        remoteAddress: call.remoteAddress,
      };
      return await this.#run(found, caller, call, token);
    } finally {
      await this.#life.tokens.afterUse(token);
    }
  }

  /** Carries out a call that a secondary has authenticated and authorised. */
  async serve(call: ForwardedCall): Promise<Outcome> {
    try {
      if (!this.#options.writePath.leads()) throw new Problem("unavailable", "this cluster is not the primary");
      const found = this.#find({ ...call, folder: false, token: "" });
      if (found instanceof Problem) throw found;
      const caller = { ...nobody, displayName: call.displayName, remoteAddress: call.remoteAddress };
      return { answer: (await found.prepare(caller).run()) ?? null };
    } catch (error) {
      if (error instanceof Problem) return { problem: { code: error.code, message: error.message } };
      throw error;
    }
  }

  /** Whether the path of a call is answered without a token; errors are spelt differently there. */
  isUnauthenticated(call: Call): boolean {
    const found = this.#find(call);
    return !(found instanceof Problem) && found.unauthenticated;
  }

  /** Shared keys changed by replication. */
  async applied(keys: readonly string[]): Promise<void> {
    const changed = new Map<string, string[]>();
    let mountsChanged = false;
    for (const key of keys) {
      const found = mountOfSharedKey(key);
      if (found) {
        const [mount, rest] = found;
        const known = changed.get(mount);
        if (known) known.push(rest);
        else changed.set(mount, [rest]);
      } else if (key.startsWith("shared/core/mount/")) mountsChanged = true;
      else if (key.startsWith("shared/core/policy/")) this.#policies.changed();
    }
    if (mountsChanged) await this.#mounts.reload();
    for (const [mount, rest] of changed) {
      const open = this.#mounts.byUuid(mount);
      open?.type.changed?.(rest, open.backstage);
    }
  }

  /** The cluster began or ceased to lead, or its shared data were replaced. */
  async resume(): Promise<void> {
    this.#policies.changed();
    await this.#mounts.reload();
    await this.#mounts.resumeAll();
  }

  /** Everything stored is gone: begins again as a new cluster. */
  async wiped(): Promise<void> {
    await this.stop();
    await this.#begin();
  }

  async stop(): Promise<void> {
    this.#agenda.clear();
    await this.#mounts.closeAll();
  }

  async #begin(): Promise<void> {
    const { ports, rootToken } = this.#options;
    const identity = (await identities.read(this.#storage, "cluster")) ?? {
      clusterId: uuid(ports.entropy),
      salt: uuid(ports.entropy),
    };
    await this.#storage.commit([identities.put("cluster", identity)]);
    const storage = this.#storage;
    const services = { storage, ports, mounts: this.#mounts, agenda: this.#agenda, leases: this.#leases };
    const tokens = new TokenLife({ ...services, salt: identity.salt });
    const wrapping = new Wrapping({ storage, ports, agenda: this.#agenda, salt: identity.salt });
    this.#life = {
      identity,
      tokens,
      wrapping,
      system: router([
        ...this.#options.systemEndpoints,
        ...tokenEndpoints({ tokens, clock: ports.clock }),
        ...leaseEndpoints({ leases: this.#leases, clock: ports.clock }),
        ...policyEndpoints(this.#policies),
        ...mountEndpoints({ mounts: this.#mounts, leases: this.#leases, entropy: ports.entropy }),
        ...wrappingEndpoints(wrapping),
      ]),
    };
    this.#policies.changed();
    await this.#mounts.reload();
    await this.#leases.resume();
    await tokens.resume();
    await wrapping.resume();
    await tokens.ensureRoot(rootToken);
  }

  async #run(found: Found, caller: Caller, call: Call, token?: Token): Promise<Answer | undefined> {
    const { exists, run } = found.prepare(caller);
    if (token) {
      const existence = call.verb === "write" ? await exists() : undefined;
      await this.#authorise(token, call, capabilitiesFor(call.verb, existence, found.sudo));
    }
    if (!found.byPrimary || found.locallyAlways || this.#options.writePath.leads()) return run();
    const { verb, path, fields, remoteAddress } = call;
    const { displayName } = caller;
    const outcome = await this.#options.writePath.forward({ verb, path, fields, displayName, remoteAddress });
    if ("problem" in outcome) throw new Problem(outcome.problem.code, outcome.problem.message);
    return outcome.answer ?? undefined;
  }

  async #authorise(token: Token, call: Call, needed: readonly Capability[]): Promise<void> {
    const access = await this.#policies.accessOf(token.policies);
    const granted = access.capabilities(call.verb === "list" || call.folder ? `${call.path}/` : call.path);
    if (!needed.every((capability) => granted.has(capability))) throw new Problem("denied", "permission denied");
  }

  #find(call: Call): Found | Problem {
    try {
      if (call.path.startsWith("sys/") || call.path.startsWith("auth/token/")) return this.#findSystem(call);
      const found = this.#mounts.find(call.path);
      if (!found) return new Problem("no handler", `no handler for route ${quoted(call.path)}. route entry not found.`);
      return this.#findInMount(call, ...found);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  #findSystem(call: Call): Found {
    const route = this.#life.system.find(call.verb, call.path);
    return foundRoute(route, call, false, (caller) => ({
      caller,
      wrap: (data, options) => this.#life.wrapping.wrap(data, options),
    }));
  }

  #findInMount(call: Call, open: OpenMount, rest: string): Found {
    if (call.folder && call.verb === "read") throw new Problem("absent", "");
    const route = open.router.find(call.verb, rest);
    return foundRoute(route, call, open.mount.local, (caller) => this.#sceneOf(open, caller, rest));
  }

  #sceneOf(open: OpenMount, caller: Caller, path: string): Scene {
    return {
      ...open.backstage,
      caller,
      path,
      tokens: { issue: (request) => this.#life.tokens.issue(open, path, request) },
      leases: {
        grant: (request) => this.#leases.grant(open, caller.tokenKey, request),
        forget: (id) => this.#leases.forget(id),
      },
    };
  }
}

const nobody: Caller = { displayName: "", token: "", tokenKey: "", remoteAddress: "" };

function foundRoute<S>(route: Route<S>, call: Call, locallyAlways: boolean, sceneOf: (caller: Caller) => S): Found {
  const { operation } = route;
  return {
    locallyAlways,
    unauthenticated: operation.unauthenticated ?? false,
    sudo: operation.sudo ?? false,
    byPrimary: operation.served === "by-primary",
    prepare(caller) {
      const { input, unknown } = parseInput(route, call);
      const scene = sceneOf(caller);
      return {
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

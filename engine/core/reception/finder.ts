import type { Answer } from "../../api/answer.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { helpOn } from "../../api/openapi/help.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import type { Router } from "../../api/router.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { Caller, Scene } from "../mounts/mount-type.ts";
import { absolutePath, fullPath, type OpenMount } from "../mounts/open-mount.ts";
import type { Namespaces, Place } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import { type Access, noAccess } from "../policy/access.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Soon, whenKnown } from "../soon.ts";
import type { SystemScene } from "../system-scene.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";
import { type Found, foundRoute, noMountAt, nothingThere } from "./found.ts";
import type { Rights } from "./rights.ts";

/** A call in its place, with the path as seen from there. */
export type Placed = Place & Readonly<{ call: Call }>;

type FinderOptions = Readonly<{
  namespaces: Namespaces;
  leases: LeaseLife;
  quotas: Quotas;
  rights: Rights;
  life: () => Readonly<{ tokens: TokenLife; wrapping: Wrapping; system: Router<SystemScene> }>;
  /** Has the primary carry out a call. */
  forward: (call: Pick<Call, "verb" | "namespace" | "path" | "fields">, caller: Caller) => Promise<Answer | undefined>;
}>;

/** Whether a path is the core's own, in every namespace. */
export function isSystemPath(path: string): boolean {
  return path.startsWith("sys/") || path.startsWith("auth/token/") || path.startsWith("identity/");
}

/** Finds what serves a call, and gives it what it works with. */
export class Finder {
  readonly #options: FinderOptions;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Where a call leads. Throws a Problem when the namespace is not there. */
  place(call: Call): Placed {
    const place = this.#options.namespaces.resolve(call.namespace, call.path);
    const { realm, path } = place;
    const { path: namespace } = realm.namespace;
    return {
      realm,
      path,
      call: path === call.path && namespace === call.namespace ? call : { ...call, namespace, path },
    };
  }

  /** What serves a call, or why nothing does. */
  find(placed: Placed): Found | Problem {
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
    const endpoints: readonly Endpoint<never>[] = open ? open.router.at(rest) : this.#options.life().system.at(path);
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
    const route = this.#options.life().system.find(call.verb, isOther ? `${call.path}/` : call.path);
    if (route.operation.rootOnly && realm !== this.#options.namespaces.root) {
      throw new Problem("refused", "operation unavailable in namespaces");
    }
    return foundRoute(route, call, (caller) => ({
      realm,
      caller,
      access: () => (caller.token === "" ? noAccess : this.#accessOf(caller, realm)),
      wrapWish: call.wrap,
      // Whoever gets such a token must find the way to this cluster by itself.
      wrap: (data, terms) =>
        this.#options.life().wrapping.wrap({ data }, { ...terms, namespace: realm.namespace.id, jwt: true }),
    }));
  }

  #accessOf({ token: text, remoteAddress }: Caller, realm: Realm): Soon<Access> {
    return whenKnown(this.#options.life().tokens.find(text), (token) => {
      if (!token) throw new Problem("bad token", "permission denied");
      this.#options.rights.checkAddress(token, remoteAddress);
      return this.#options.rights.accessOf(token, realm);
    });
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
    const { backstage } = open;
    return {
      // One by one: a spread looks at each anew for every request, and takes longer than most handlers.
      mount: open.mount,
      storage: backstage.storage,
      clock: backstage.clock,
      entropy: backstage.entropy,
      passwords: backstage.passwords,
      cryptography: backstage.cryptography,
      log: backstage.log,
      agenda: backstage.agenda,
      at: backstage.at,
      leads: backstage.leads,
      exclusive: backstage.exclusive,
      leaseLimits: backstage.leaseLimits,
      caller,
      path,
      askPrimary: (asked, fields) => {
        const place = { namespace: realm.namespace.path, path: fullPath(open.mount) + asked };
        return this.#options.forward({ verb: "write", ...place, fields }, caller);
      },
      tokens: {
        issue: async (request) => {
          const entityId = request.alias ? await realm.identity.entityOfLogin(open.mount, request.alias) : "";
          return this.#options.life().tokens.issue(open, path, request, entityId);
        },
      },
      leases: {
        grant: async (request) => {
          const [namespace, mount] = [realm.namespace.path, absolutePath(open)];
          const { batch, tokenKey } = caller;
          const lastsUntil = batch?.expiresAt ?? null;
          return this.#options.quotas.withinLeases({ path: mount + request.path, namespace, mount, role: "" }, () =>
            this.#options.leases.grant(open, batch?.parentKey ?? tokenKey, { ...request, lastsUntil }),
          );
        },
        forget: (id) => this.#options.leases.forget(id),
        expire: (id) => this.#options.leases.expire(id),
      },
    };
  }
}

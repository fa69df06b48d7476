import { Problem } from "../../api/problem.ts";
import { andThen, type MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Caller, HandlerContext } from "../mounts/mount-type.ts";
import { absolutePath, fullPath, type OpenMount } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import { type Access, noAccess } from "../policy/access.ts";
import type { SystemContext } from "../system-context.ts";
import { foldedAt } from "./folded-at.ts";
import { forward } from "./forward.ts";
import type { RequestContext } from "./request-context.ts";
import type { PipelineServices } from "./step.ts";

export function systemContext({ realm, call, caller }: RequestContext, services: PipelineServices): SystemContext {
  const { wrapping } = services;
  return {
    realm,
    caller,
    access: () => (caller.token === "" ? noAccess : accessOf(caller, realm, services)),
    endpoints: services.system.endpoints,
    foldedAt: (path) => foldedAt(path, realm, services),
    wrapRequest: call.wrap,
    // A wrapping token in JWT form contains the address of this cluster, where the client can unwrap it.
    wrap: (data, terms) => wrapping.wrap({ data }, { ...terms, namespace: realm.namespace.id, jwt: true }),
  };
}

function accessOf(
  { token: text, remoteAddress }: Caller,
  realm: Realm,
  { tokens, authorizer }: PipelineServices,
): MaybePromise<Access> {
  return andThen(tokens.find(text), (token) => {
    if (!token) throw new Problem("bad token", "permission denied");
    authorizer.checkAddress(token, remoteAddress);
    return authorizer.accessOf(token, realm);
  });
}

export function mountContext(
  { id, realm, caller, destination: { rest: path } }: RequestContext,
  open: OpenMount,
  services: PipelineServices,
): HandlerContext {
  const { context } = open;
  const { tokens, leases, quotas } = services;
  return {
    // Members are copied one by one, because a spread would read all of them for each request.
    mount: open.mount,
    storage: context.storage,
    clock: context.clock,
    entropy: context.entropy,
    passwords: context.passwords,
    cryptography: context.cryptography,
    log: context.log,
    agenda: context.agenda,
    failpoint: context.failpoint,
    isPrimary: context.isPrimary,
    withLock: context.withLock,
    leaseLimits: context.leaseLimits,
    caller,
    path,
    requestFromPrimary(primaryPath, fields) {
      const target = { namespace: realm.namespace.path, path: fullPath(open.mount) + primaryPath };
      return forward({ id, call: { verb: "write", ...target, fields }, caller }, services);
    },
    tokens: {
      async issue(request) {
        const entityId = request.alias ? await realm.identity.entityOfLogin(open.mount, request.alias) : "";
        return tokens.issue(open, path, request, entityId);
      },
    },
    leases: {
      async grant(request) {
        const [namespace, mount] = [realm.namespace.path, absolutePath(open)];
        const { batch, tokenKey } = caller;
        const lastsUntil = batch?.expiresAt ?? null;
        return quotas.withinLeases({ path: mount + request.path, namespace, mount, role: "" }, () =>
          leases.grant(open, batch?.parentKey ?? tokenKey, { ...request, lastsUntil }),
        );
      },
      confirm: (lease) => leases.confirm(lease),
      forget: (lease) => leases.forget(lease),
      expire: (lease) => leases.expire(lease),
    },
  };
}

import type { ApiBody, ApiReply, ApiRequest } from "#harness/api/request.ts";

/** An object that a scenario created on a cluster, and the request `undo` that deletes it. */
export type Claim = Readonly<{
  what: string;
  undo: Omit<ApiRequest, "token">;
  /** Request that is sent if `undo` fails, before `undo` is sent again. */
  force?: Omit<ApiRequest, "token">;
}>;

type Kind = Readonly<{
  what: string;
  at: RegExp;
  /** Lookup of an object by name: with its own path, or among the keys of a list, possibly with a trailing slash. */
  look: "read" | Readonly<{ list: string }>;
  remove: (name: string) => string;
  hasLeases?: boolean;
}>;

const kinds: readonly Kind[] = [
  {
    what: "secrets engine",
    at: /^sys\/mounts\/(.+)$/,
    look: { list: "sys/mounts" },
    remove: (name) => `sys/mounts/${name}`,
    hasLeases: true,
  },
  { what: "auth method", at: /^sys\/auth\/(.+)$/, look: { list: "sys/auth" }, remove: (name) => `sys/auth/${name}` },
  {
    what: "audit device",
    at: /^sys\/audit\/(.+)$/,
    look: { list: "sys/audit" },
    remove: (name) => `sys/audit/${name}`,
  },
  {
    what: "policy",
    at: /^sys\/(?:policies\/acl|policy)\/(.+)$/,
    look: "read",
    remove: (name) => `sys/policies/acl/${name}`,
  },
  {
    what: "password policy",
    at: /^sys\/policies\/password\/([^/]+)$/,
    look: "read",
    remove: (name) => `sys/policies/password/${name}`,
  },
  { what: "namespace", at: /^sys\/namespaces\/(.+)$/, look: "read", remove: (name) => `sys/namespaces/${name}` },
  {
    what: "quota",
    at: /^sys\/quotas\/((?:rate-limit|lease-count)\/[^/]+)$/,
    look: "read",
    remove: (name) => `sys/quotas/${name}`,
  },
  {
    what: "token role",
    at: /^auth\/token\/roles\/([^/]+)$/,
    look: "read",
    remove: (name) => `auth/token/roles/${name}`,
  },
];

/** Returns undefined if no kind of object has this path. */
export function namedBy(path: string): Readonly<{ kind: Kind; name: string }> | undefined {
  for (const kind of kinds) {
    const name = kind.at.exec(path)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

export function claimOf(
  { what, remove, hasLeases = false }: Kind,
  name: string,
  headers: ApiRequest["headers"] = {},
): Claim {
  const claim = { what: `${what} ${name}`, undo: { method: "DELETE", path: remove(name), headers } } as const;
  if (!hasLeases) return claim;
  // A lease whose database connection is gone cannot be revoked and blocks the deletion of its mount. Revoking by force
  // is safe: the harness drops the database users itself.
  return { ...claim, force: { method: "POST", path: `sys/leases/revoke-force/${name}`, headers } };
}

export function lookFor({ look, remove }: Kind, name: string): Pick<ApiRequest, "method" | "path"> {
  return { method: "GET", path: look === "read" ? remove(name) : look.list };
}

/**
 * True if the reply to the request of {@link lookFor} shows that the object exists. Of a kind with a list, also true if
 * an object with a path above or below `name` exists, as for mounts.
 */
export function isThere({ look }: Kind, name: string, { status, body }: ApiReply): boolean {
  if (look === "read") return status < 300;
  return namesIn(body).some((known) => overlap(known, name));
}

export function namesIn(body: ApiBody | undefined): readonly string[] {
  return Object.entries(body?.data ?? {}).flatMap(([name, entry]) =>
    typeof entry === "object" && entry !== null ? [name.replace(/(?<!\/)\/+$/, "")] : [],
  );
}

export function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** Returns claims for the tokens, entities and groups that a response names. */
export function madeByAnswer(path: string, body: ApiBody | undefined): readonly Claim[] {
  const claims: Claim[] = [];
  const { accessor, entity_id } = body?.auth ?? {};
  if (entity_id && typeof entity_id === "string") claims.push(identity("entity", entity_id));
  if (accessor && typeof accessor === "string") claims.push(tokenClaim("token", accessor));
  const wrapping = (body?.wrap_info as Readonly<{ accessor?: unknown }> | null | undefined)?.accessor;
  if (wrapping && typeof wrapping === "string") claims.push(tokenClaim("wrapping token", wrapping));
  const kind = /^identity\/(entity|group)(?:\/name\/.+)?$/.exec(path)?.[1];
  const id = body?.data?.id;
  if (kind !== undefined && typeof id === "string") claims.push(identity(kind, id));
  return claims;
}

function identity(kind: string, id: string): Claim {
  return { what: `${kind} ${id}`, undo: { method: "DELETE", path: `identity/${kind}/id/${id}` } };
}

export function tokenClaim(what: string, accessor: string): Claim {
  return { what: `a ${what}`, undo: { method: "POST", path: "auth/token/revoke-accessor", body: { accessor } } };
}

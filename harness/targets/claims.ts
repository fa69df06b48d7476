import type { ApiBody, ApiReply, ApiRequest } from "#harness/stages/stage.ts";

/** Something that a scenario made on a cluster, and the request that takes it away again. */
export type Claim = Readonly<{
  what: string;
  undo: Omit<ApiRequest, "token">;
  /** What to ask for when that is refused, before it is tried again. */
  force?: Omit<ApiRequest, "token">;
}>;

/** A kind of thing that a request makes, changes or deletes by its name. */
type Kind = Readonly<{
  what: string;
  /** The path, without what it begins with; the group is the name. */
  at: RegExp;
  /** How to find out whether one of this name is there: by reading it, or in the list of all, whose keys may end in a slash. */
  look: "read" | Readonly<{ list: string }>;
  /** The path that deletes it. */
  remove: (name: string) => string;
  /** Whether leases may keep it from being deleted. */
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

/** The kind and name of what a path is about; undefined for a path that names nothing of the kind. */
export function namedBy(path: string): Readonly<{ kind: Kind; name: string }> | undefined {
  for (const kind of kinds) {
    const name = kind.at.exec(path)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

/** What was made by this kind and name; `headers` say in which namespace. */
export function claimOf(
  { what, remove, hasLeases = false }: Kind,
  name: string,
  headers: ApiRequest["headers"] = {},
): Claim {
  const claim = { what: `${what} ${name}`, undo: { method: "DELETE", path: remove(name), headers } } as const;
  if (!hasLeases) return claim;
  // A lease that cannot be revoked, as its connection is gone, keeps its mount; what it was for is dropped by the harness.
  return { ...claim, force: { method: "POST", path: `sys/leases/revoke-force/${name}`, headers } };
}

/** The request that finds out whether something of this kind and name is there. */
export function lookFor({ look, remove }: Kind, name: string): Pick<ApiRequest, "method" | "path"> {
  return { method: "GET", path: look === "read" ? remove(name) : look.list };
}

/** Whether the answer to {@link lookFor} says that it is there, or that something is there below or above it. */
export function isThere({ look }: Kind, name: string, { status, body }: ApiReply): boolean {
  if (look === "read") return status < 300;
  return namesIn(body).some((known) => overlap(known, name));
}

/** Names of mounts or devices in a list, without slashes at their ends. */
export function namesIn(body: ApiBody | undefined): readonly string[] {
  return Object.entries(body?.data ?? {}).flatMap(([name, entry]) =>
    typeof entry === "object" && entry !== null ? [name.replace(/(?<!\/)\/+$/, "")] : [],
  );
}

/** Whether one path is the other, or lies below it. */
export function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** What an answer says that it made: tokens, and what identity keeps. Nothing of it has a name beforehand. */
export function madeByAnswer(path: string, body: ApiBody | undefined): readonly Claim[] {
  const claims: Claim[] = [];
  const { accessor, entity_id } = body?.auth ?? {};
  if (entity_id && typeof entity_id === "string") claims.push(identity("entity", entity_id));
  if (accessor && typeof accessor === "string") claims.push(token("token", accessor));
  const wrapping = (body?.wrap_info as Readonly<{ accessor?: unknown }> | null | undefined)?.accessor;
  if (wrapping && typeof wrapping === "string") claims.push(token("wrapping token", wrapping));
  const kind = /^identity\/(entity|group)$/.exec(path)?.[1];
  const id = body?.data?.id;
  if (kind !== undefined && typeof id === "string") claims.push(identity(kind, id));
  return claims;
}

function identity(kind: string, id: string): Claim {
  return { what: `${kind} ${id}`, undo: { method: "DELETE", path: `identity/${kind}/id/${id}` } };
}

/** Accessors are no secrets, but a reader of a report needs none. */
function token(what: string, accessor: string): Claim {
  return { what: `a ${what}`, undo: { method: "POST", path: "auth/token/revoke-accessor", body: { accessor } } };
}

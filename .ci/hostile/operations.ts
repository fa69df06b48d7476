import type { Described } from "../reference/described.ts";
import { type DocumentedOperation, documentedOperations } from "../reference/operations.ts";
import type { Client, Fixture } from "./fixture.ts";
import type { Target } from "./target.ts";

/** An operation, and a valid request of it that is processed as completely as possible. */
export type Asked = DocumentedOperation &
  Readonly<{
    client: Client;
    method: string;
    /** Path of the operation with a name in place of each parameter, and with the query of a list operation. */
    concrete: string;
    base: Readonly<Record<string, unknown>>;
    headers: Readonly<Record<string, string>>;
    /**
     * Kind of the operation, which it shares with operations of the same handler, such as those of a deprecated path.
     */
    kind: string;
    /** True for the first operation of its kind. Others are tested only if they are selected. */
    isFirst: boolean;
    /** True if the operation may change the state of the cluster so that it no longer serves other requests. */
    isDisruptive: boolean;
  }>;

const methods = { read: "GET", list: "GET", write: "POST", patch: "PATCH", delete: "DELETE" } as const;

/** Matches paths of mounts that the tests change. Other mounts have the same endpoints. */
const spare = /^(a|moving|auth\/a|hostile|auth\/hostile)(\/|$)/;

const disruptive =
  /^(sys\/(seal|step-down|remount)|sys\/replication\/.*(demote|disable|secondary\/enable|promote|recover|reindex)|auth\/token\/revoke-self)$/;

const order = ["write", "patch", "list", "read", "delete"];

/**
 * Returns the operations in a cluster's OpenAPI document, except those of mounts that the tests change. Writes are
 * first, disruptive operations last.
 */
export async function describedOperations(target: Target, fixture: Fixture): Promise<readonly Asked[]> {
  const path = "/v1/sys/internal/specs/openapi";
  const { text } = await target.whole({ method: "GET", path, headers: fixture.headersOf("operator") });
  const all = documentedOperations(JSON.parse(text) as Described)
    .filter((operation) => !spare.test(operation.path))
    .map((operation) => ({
      ...operation,
      client: clientOf(operation),
      method: methods[operation.verb],
      concrete: concreteOf(operation),
      base: baseOf(operation, fixture),
      headers: headersOf(operation),
      kind: kindOf(operation),
      isDisruptive: operation.verb === "write" && disruptive.test(operation.path),
    }));
  const rank = ({ verb, path, isDisruptive }: Pick<Asked, "verb" | "path" | "isDisruptive">) =>
    // No request of a client is served after its token is revoked.
    isDisruptive ? order.length + Number(path === "auth/token/revoke-self") : order.indexOf(verb);
  const kinds = new Set<string>();
  return all
    .toSorted((one, other) => rank(one) - rank(other))
    .map((asked) => {
      const isFirst = !kinds.has(asked.kind);
      kinds.add(asked.kind);
      return { ...asked, isFirst };
    });
}

/**
 * Matches paths that the tests use only as an operator, because a group has policies and may have thousands of members.
 */
const grants = /^identity\/group(\/|$)/;

function clientOf({ path, operation }: DocumentedOperation): Client {
  if (operation["x-vault-sudo"] || grants.test(path)) return "operator";
  return operation.security.some((one) => Object.keys(one).length > 0) ? "low-privileged" : "anonymous";
}

export function kindOf({ path, verb }: Readonly<{ path: string; verb: string }>): string {
  const kind = path
    .replace(/^auth\/(aws|cloud)\//, "auth/cloud/")
    .replace(/^identity\/(alias|persona)\b/, "identity/entity-alias")
    .replace("replication/performance/", "replication/")
    .replace("whitelist", "accesslist")
    .replace("blacklist", "denylist")
    .replace(/^sys\/leases\/(renew|revoke)/, "sys/$1");
  return `${verb} ${kind}`;
}

/** Matches paths whose object cannot be overwritten, such as mounts. It is created and deleted for each request. */
export const isRecreated = /^sys\/(mounts|auth|audit|namespaces)\/:path$/;

function concreteOf({ path, verb }: DocumentedOperation): string {
  if (isRecreated.test(path) && verb !== "read") return path.replace(":path", verb === "write" ? "hostile" : "gone");
  if (path.startsWith("sys/plugins/catalog/"))
    return path.replace(":type", "secret").replace(":name", "kv") + (verb === "list" ? "?list=true" : "");
  if (path.startsWith("sys/audit-hash/")) return "sys/audit-hash/file";
  if (path === "sys/internal/ui/mounts/:path") return "sys/internal/ui/mounts/secret/a";
  if (/^sys\/(mounts|auth)\/:path/.test(path))
    return path.replace(":path", path.startsWith("sys/auth") ? "userpass" : "kv");
  return path.replaceAll(/:\w+/g, "a") + (verb === "list" ? "?list=true" : "");
}

function headersOf({ path, verb }: DocumentedOperation): Readonly<Record<string, string>> {
  return {
    ...(verb === "patch" ? { "content-type": "application/merge-patch+json" } : {}),
    ...(path === "sys/wrapping/wrap" ? { "x-vault-wrap-ttl": "60" } : {}),
  };
}

const usual: Readonly<Record<string, unknown>> = {
  role: "a",
  policy: 'path "secret/*" { capabilities = ["read"] }',
  password: "correct horse",
  username: "a",
  db_name: "a",
  token: "hvs.none",
  accessor: "none",
  lease_id: "none",
  versions: [1],
  input: "QUFB",
  secret_id: "a",
  role_id: "a",
  secret_id_accessor: "none",
};

/** Fields that an operation requires, or must not have, to be processed as completely as possible; by path. */
const particular: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "auth/token/create/:role_name": {},
  "auth/approle/role/:role_name": { role_id: undefined, token_policies: ["a"] },
  "auth/approle/role/:role_name/custom-secret-id": { secret_id: "another" },
  "auth/cloud/config/sts/:account_id": { sts_role: "arn:aws:iam::123456789012:role/a" },
  "auth/cloud/role/:role": { role: undefined, role_tag: "a" },
  "auth/cloud/role/:role/tag": { role: undefined },
  // Hashing a password is expensive by design, so the other fields of a user are written without one.
  "auth/userpass/users/:username": { password: undefined },
  "secret/data/:path": { data: { value: 1 } },
  "secret/:path": { value: 1 },
  "kv/:path": { value: 1 },
  "cubbyhole/:path": { value: 1 },
  "cubbyhole/response": { value: 1 },
  "database/static-roles/:name": { username: "postgres", rotation_period: "24h" },
  "identity/entity": { name: "hostile" },
  "identity/group": { name: "hostile" },
  "identity/lookup/entity": { name: "a" },
  "identity/lookup/group": { name: "a" },
  "sys/mounts/:path": { type: "kv" },
  "sys/auth/:path": { type: "userpass" },
  "sys/capabilities-self": { paths: ["secret/a"] },
  "sys/capabilities-accessor": { paths: ["secret/a"] },
  "sys/config/cors": { allowed_origins: "https://a.test" },
  "sys/policies/password/:name": { policy: 'length = 20 rule "charset" { charset = "abcde" }' },
  "sys/quotas/lease-count/:name": { path: "kv/", role: undefined, max_leases: 1000 },
  "sys/quotas/rate-limit/:name": { path: "kv/", role: undefined, rate: 1000 },
  "sys/rekey/init": { secret_shares: 1, secret_threshold: 1 },
  "sys/rekey/update": { key: "00", nonce: "none" },
  "sys/rekey/verify": { key: "00", nonce: "none" },
  "sys/generate-root/update": { key: "00", nonce: "none" },
  "sys/unseal": { key: "00" },
  "sys/remount": { from: "moving", to: "moved" },
  "sys/wrapping/wrap": { value: 1 },
  "sys/replication/performance/primary/paths-filter/:id": { mode: "allow", paths: ["kv/"] },
  "sys/replication/performance/primary/secondary-token": { id: "b" },
  "sys/replication/performance/secondary/enable": { token: "eyJ.none" },
  "sys/replication/performance/secondary/update-primary": { token: "eyJ.none" },
};

function baseOf({ path, verb, fields }: DocumentedOperation, fixture: Fixture): Readonly<Record<string, unknown>> {
  if (verb !== "write" && verb !== "patch") return {};
  const inBody = fields.filter(({ place, name }) => place === "body" && name in usual);
  const object = path.endsWith("/tune") ? {} : fixture.objectAt(path.replaceAll(/:\w+/g, "a"));
  const alias = /^identity\/.*(alias|persona)/.test(path) ? { name: "hostile", mount_accessor: fixture.accessor } : {};
  const audit = path === "sys/audit/:path" ? { type: "file", options: { file_path: fixture.auditFile } } : {};
  const capabilities = path === "sys/capabilities" ? { paths: ["secret/a"], token: fixture.token } : {};
  const common = Object.fromEntries(inBody.map(({ name }) => [name, usual[name]]));
  return { ...common, ...object, ...particular[path], ...alias, ...audit, ...capabilities };
}

import type { Answer } from "../../api/answer.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { Call, Verb } from "../../api/request.ts";
import { timeText } from "../../api/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Mount } from "../mounts/mount-type.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { Token } from "../tokens/token.ts";
import type { AuditFormat } from "./device.ts";
import { type Masking, masked } from "./masking.ts";

/** What there is to tell of a request. */
export type Asked = Readonly<{
  id: string;
  at: Instant;
  call: Call;
  namespace: Namespace;
  /** Where it led; undefined for the system's paths and for nothing. */
  mount: Mount | undefined;
  /** Set on the primary, where a secondary forwarded the request: the two clusters, and the client that the secondary authenticated. */
  forwarded?: Readonly<{ from: string; to: string; displayName: string; entityId: string }>;
  /** Headers that an operator wants to see, and whether they are masked. */
  headers: readonly Readonly<{ name: string; value: string; hmac: boolean }>[];
}>;

/** The authenticated caller; undefined where no token was needed or none was valid. */
export type Holder = Readonly<{ token: Token; identityPolicies: readonly string[] }> | undefined;

/** How a device tells what it is told. */
export type AuditFormatter = AuditFormat & Readonly<{ mask: Masking; maskedFields: WeakMap<JsonObject, Json> }>;

/**
 * Login metadata masked in the audit log because it authenticates the next login. Other metadata
 * appears unmasked (CLOUD-IDENT-25).
 */
const secretMetadata: ReadonlySet<string> = new Set(["nonce"]);

const operations: Readonly<Record<Verb, string>> = {
  read: "read",
  write: "update",
  delete: "delete",
  list: "list",
  patch: "patch",
};

/** The entry of a request (reference documentation, "Audit devices"). */
export function requestEntry(
  { asked, holder, error }: { asked: Asked; holder: Holder; error: string },
  formatter: AuditFormatter,
): JsonObject {
  return {
    time: timeText(asked.at),
    type: "request",
    auth: authPart(asked, holder, formatter),
    request: requestPart(asked, holder, formatter),
    ...(error === "" ? {} : { error }),
  };
}

/** The entry of what came of a request. */
export function responseEntry(
  told: { asked: Asked; holder: Holder; error: string; answer: Answer | undefined; at: Instant },
  formatter: AuditFormatter,
): JsonObject {
  return {
    time: timeText(told.at),
    type: "response",
    auth: authPart(told.asked, told.holder, formatter),
    request: requestPart(told.asked, told.holder, formatter),
    response: responsePart(told.asked, told.answer, formatter),
    ...(told.error === "" ? {} : { error: told.error }),
  };
}

function authPart({ call, forwarded }: Asked, holder: Holder, formatter: AuditFormatter): JsonObject {
  if (forwarded) {
    const { displayName, entityId } = forwarded;
    return {
      ...(displayName === "" ? {} : { display_name: displayName }),
      ...(entityId === "" ? {} : { entity_id: entityId }),
      token_type: "default",
    };
  }
  if (!holder) return { token_type: "default" };
  const { token, identityPolicies } = holder;
  return {
    client_token: secret(call.token, formatter),
    accessor: accessor(token.key, formatter),
    display_name: token.displayName,
    policies: [...new Set([...token.policies, ...identityPolicies])].sort(),
    token_policies: token.policies,
    ...(identityPolicies.length > 0 ? { identity_policies: identityPolicies } : {}),
    ...(token.entityId === "" ? {} : { entity_id: token.entityId }),
    ...(token.metadata ? { metadata: metadata(token.metadata, formatter) } : {}),
    token_type: token.type,
    ...(token.creationTtlSeconds > 0 ? { token_ttl: token.creationTtlSeconds } : {}),
    token_issue_time: timeText(token.createdAt),
  };
}

function requestPart(asked: Asked, holder: Holder, formatter: AuditFormatter): JsonObject {
  const { call, mount, namespace, forwarded } = asked;
  return {
    id: asked.id,
    operation: operations[call.verb],
    ...(mount ? { mount_type: mount.type, mount_accessor: mount.accessor, mount_point: mountPoint(mount) } : {}),
    ...(call.token === "" ? {} : { client_token: secret(call.token, formatter) }),
    ...(holder ? { client_token_accessor: accessor(holder.token.key, formatter) } : {}),
    namespace: { id: namespace.id, path: namespace.path },
    path: call.path,
    ...(Object.keys(call.fields).length > 0
      ? { data: fields(call.fields, formatter, mount?.auditNonHmacRequestKeys) }
      : {}),
    remote_address: call.remoteAddress,
    ...(forwarded ? { forwarded_from: forwarded.from, forwarded_to: forwarded.to } : {}),
    ...(asked.headers.length > 0
      ? {
          headers: Object.fromEntries(
            asked.headers.map(({ name, value, hmac }) => [name, [hmac ? secret(value, formatter) : value]]),
          ),
        }
      : {}),
  };
}

function responsePart({ mount }: Asked, answer: Answer | undefined, formatter: AuditFormatter): JsonObject {
  if (!answer) return {};
  const { auth, wrap, lease, data, warnings } = answer;
  return {
    ...(auth
      ? {
          auth: {
            ...auth,
            client_token: secret(auth.client_token, formatter),
            accessor: accessor(auth.accessor, formatter),
            metadata: auth.metadata && metadata(auth.metadata, formatter, mount?.auditNonHmacResponseKeys),
          },
        }
      : {}),
    ...(wrap
      ? {
          wrap_info: {
            ...wrap,
            token: secret(wrap.token, formatter),
            accessor: accessor(wrap.accessor, formatter),
          },
        }
      : {}),
    ...(lease && lease.id !== "" ? { secret: { lease_id: lease.id } } : {}),
    ...(data ? { data: told(data, formatter, mount?.auditNonHmacResponseKeys) } : {}),
    ...(warnings && warnings.length > 0 ? { warnings } : {}),
  };
}

function mountPoint({ kind, path }: Mount): string {
  return kind === "auth" ? `auth/${path}` : path;
}

function told(data: JsonObject, { raw, mask }: AuditFormatter, plain: readonly string[] = []): Json {
  return raw ? data : masked(data, mask, plain);
}

/** The same for the fields of a request, which are in two entries: each of thousands of texts costs an HMAC. */
function fields(given: JsonObject, formatter: AuditFormatter, plain?: readonly string[]): Json {
  const made = formatter.maskedFields.get(given) ?? told(given, formatter, plain);
  formatter.maskedFields.set(given, made);
  return made;
}

function secret(text: string, { raw, mask }: AuditFormatter): string {
  return raw || text === "" ? text : mask(text);
}

function metadata(
  given: Readonly<Record<string, string>>,
  formatter: AuditFormatter,
  plain: readonly string[] = [],
): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      secretMetadata.has(name) && !plain.includes(name) ? secret(text, formatter) : text,
    ]),
  );
}

function accessor(text: string, formatter: AuditFormatter): string {
  return formatter.hmacAccessor ? secret(text, formatter) : text;
}

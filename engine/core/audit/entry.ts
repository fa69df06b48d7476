import type { Answer } from "../../api/answer.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { Call, Verb } from "../../api/request.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Mount } from "../mounts/mount-type.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { Token } from "../tokens/token.ts";
import type { AuditFormat } from "./device.ts";
import { type Masking, masked } from "./masking.ts";

export type AuditedRequest = Readonly<{
  id: string;
  at: Instant;
  call: Call;
  namespace: Namespace;
  /** Mount that serves the request's path; undefined if the core serves it, or nothing does. */
  mount: Mount | undefined;
  /** For a forwarded request: the secondary's id, this primary's name, and the caller that the secondary reports. */
  forwarded?: Readonly<{ from: string; to: string; displayName: string; entityId: string }>;
  /** Audited headers of the request. `hmac` is true if the value is to be masked. */
  headers: readonly Readonly<{ name: string; value: string; hmac: boolean }>[];
}>;

/** Authenticated caller; undefined if there is none, and for forwarded requests. */
export type Holder = Readonly<{ token: Token; identityPolicies: readonly string[] }> | undefined;

export type AuditFormatter = AuditFormat & Readonly<{ mask: Masking; maskedFields: WeakMap<JsonObject, Json> }>;

/** Names of login metadata whose values are masked (CLOUD-IDENT-25). */
const secretMetadata: ReadonlySet<string> = new Set(["nonce"]);

const operations: Readonly<Record<Verb, string>> = {
  read: "read",
  write: "update",
  delete: "delete",
  list: "list",
  patch: "patch",
};

export function requestEntry(
  { request, holder, error }: { request: AuditedRequest; holder: Holder; error: string },
  formatter: AuditFormatter,
): JsonObject {
  return {
    time: timeText(request.at),
    type: "request",
    auth: authPart(request, holder, formatter),
    request: requestPart(request, holder, formatter),
    ...(error === "" ? {} : { error }),
  };
}

export function responseEntry(
  maskedData: { request: AuditedRequest; holder: Holder; error: string; answer: Answer | undefined; at: Instant },
  formatter: AuditFormatter,
): JsonObject {
  return {
    time: timeText(maskedData.at),
    type: "response",
    auth: authPart(maskedData.request, maskedData.holder, formatter),
    request: requestPart(maskedData.request, maskedData.holder, formatter),
    response: responsePart(maskedData.request, maskedData.answer, formatter),
    ...(maskedData.error === "" ? {} : { error: maskedData.error }),
  };
}

function authPart({ call, forwarded }: AuditedRequest, holder: Holder, formatter: AuditFormatter): JsonObject {
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

function requestPart(request: AuditedRequest, holder: Holder, formatter: AuditFormatter): JsonObject {
  const { call, mount, namespace, forwarded } = request;
  return {
    id: request.id,
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
    ...(request.headers.length > 0
      ? {
          headers: Object.fromEntries(
            request.headers.map(({ name, value, hmac }) => [name, [hmac ? secret(value, formatter) : value]]),
          ),
        }
      : {}),
  };
}

function responsePart({ mount }: AuditedRequest, answer: Answer | undefined, formatter: AuditFormatter): JsonObject {
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
    ...(data ? { data: maskedData(data, formatter, mount?.auditNonHmacResponseKeys) } : {}),
    ...(warnings && warnings.length > 0 ? { warnings } : {}),
  };
}

function mountPoint({ kind, path }: Mount): string {
  return kind === "auth" ? `auth/${path}` : path;
}

function maskedData(data: JsonObject, { raw, mask }: AuditFormatter, plain: readonly string[] = []): Json {
  return raw ? data : masked(data, mask, plain);
}

/** Cached, since the entries of request and response contain the same fields. */
function fields(plaintext: JsonObject, formatter: AuditFormatter, plain?: readonly string[]): Json {
  const maskedFields = formatter.maskedFields.get(plaintext) ?? maskedData(plaintext, formatter, plain);
  formatter.maskedFields.set(plaintext, maskedFields);
  return maskedFields;
}

function secret(text: string, { raw, mask }: AuditFormatter): string {
  return raw || text === "" ? text : mask(text);
}

function metadata(
  plaintext: Readonly<Record<string, string>>,
  formatter: AuditFormatter,
  plain: readonly string[] = [],
): JsonObject {
  return Object.fromEntries(
    Object.entries(plaintext).map(([name, text]) => [
      name,
      secretMetadata.has(name) && !plain.includes(name) ? secret(text, formatter) : text,
    ]),
  );
}

function accessor(text: string, formatter: AuditFormatter): string {
  return formatter.hmacAccessor ? secret(text, formatter) : text;
}

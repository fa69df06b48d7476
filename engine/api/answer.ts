import type { Json, JsonObject } from "./json.ts";

/** The `auth` member of a response (W3.4-01, F4.2-01). */
export type Auth = Readonly<{
  client_token: string;
  accessor: string;
  policies: readonly string[];
  token_policies?: readonly string[];
  identity_policies?: readonly string[];
  metadata: Readonly<Record<string, string>> | null;
  lease_duration: number;
  renewable: boolean;
  entity_id: string;
  token_type: "service" | "batch";
  orphan: boolean;
  mfa_requirement: null;
  num_uses: number;
}>;

/** The `wrap_info` member of a response (W3.6-01, F4.2-02). `ttl` is in seconds. */
export type WrapInfo = Readonly<{
  token: string;
  accessor: string;
  ttl: number;
  creation_time: string;
  creation_path: string;
  /** Accessor of the token in the wrapped response; omitted if that response contains no token. */
  wrapped_accessor?: string;
}>;

/** Result of an endpoint handler. */
export type Answer = Readonly<{
  status?: number;
  /** Additional response headers. Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  data?: JsonObject;
  auth?: Auth;
  lease?: Readonly<{ id: string; seconds: number; renewable: boolean }>;
  wrap?: WrapInfo;
  warnings?: readonly string[];
  /** True if the body contains the members of `data` twice: in `data` and at the top level (as in sys/mounts). */
  raised?: boolean;
  bodiless?: boolean;
  /** If set, the complete JSON body, without the usual members such as `request_id` (as in sys/health). */
  bare?: Json;
  /** If set, the complete body, which is not JSON (as in sys/metrics for Prometheus). */
  text?: Readonly<{ contentType: string; body: string }>;
}>;

/** Serializes an answer without `text` as the response body (F4.1-01, F4.1-05, F4.1-06, F4.1-08). */
export function envelope(answer: Answer, requestId: string): string {
  if (answer.bodiless) return "";
  if (answer.bare !== undefined) return JSON.stringify(answer.bare);
  return JSON.stringify({
    ...(answer.raised ? answer.data : undefined),
    request_id: answer.wrap ? "" : requestId,
    lease_id: answer.lease?.id ?? "",
    renewable: answer.lease?.renewable ?? false,
    lease_duration: answer.lease?.seconds ?? 0,
    data: answer.data ?? null,
    wrap_info: answer.wrap ?? null,
    warnings: answer.warnings?.length ? answer.warnings : null,
    auth: answer.auth ?? null,
  });
}

import type { Answer } from "../../api/answer.ts";
import type { Operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Call, Request } from "../../api/request.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Caller } from "../mounts/mount-type.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Token } from "../tokens/token.ts";

/** Request at the start of the pipeline. */
export type IncomingRequest = Readonly<{
  id: string;
  call: Call;
  headers: Request["headers"];
  /** Time of receipt. */
  at: Instant;
  /** Origin of a request that a secondary forwarded; set on the primary only. */
  forwarded?: ForwardedOrigin;
}>;

/**
 * Origin of a forwarded request: the id of the authenticated secondary, and the caller that it
 * authenticated. The primary authorizes the request again by the caller's policies, since a
 * secondary has no permissions of its own.
 */
export type ForwardedOrigin = Readonly<{ from: string; displayName: string; wrapSeconds: number | null }> &
  Pick<Token, "entityId" | "policies" | "namespace">;

/** Operation that serves a path, with path parameters, mount and path below the mount. */
export type Destination = Readonly<{
  operation: Operation<never>;
  endpointPath: string;
  parameters: JsonObject;
  /** Mount of the path; undefined if the core serves it. */
  mount: OpenMount | undefined;
  rest: string;
}>;

/** Decoded input and handler context of an operation, which determines their types. */
export type Decoded = Readonly<{
  input: never;
  /** Names of fields that the operation does not support. */
  unknown: readonly string[];
  handlerContext: never;
}>;

/** Authenticated caller of a request. `identityPolicies` are set only if the request is audited. */
export type Holder = Readonly<{ token: Token; identityPolicies: readonly string[] }>;

/**
 * State of one request in the pipeline. Each step reads members that earlier steps set; the comment
 * of a member names these steps.
 */
export class RequestContext {
  readonly id: string;
  readonly headers: Request["headers"];
  readonly at: Instant;
  readonly forwarded: ForwardedOrigin | undefined;
  /** Call as sent; after `namespace`, its path is relative to its namespace. */
  call: Call;
  /** `namespace`: namespace of the request. */
  realm!: Realm;
  /** `namespace`: mount that serves the path; undefined for paths of the core or of no mount. */
  mount: OpenMount | undefined;
  /** `namespace`: true if the core serves the path in every namespace. */
  isServedByCore = false;
  /** `quota`: headers to add to the answer. */
  quotaHeaders: Readonly<Record<string, string>> | undefined;
  /** `quota` and `route`: true if the request is audited. */
  isAudited = false;
  /** `route`: operation that serves the request. */
  destination!: Destination;
  /** `route`: error if nothing serves the path. `authorise` throws it to authorized callers. */
  refusal: Error | undefined;
  /** `route`: true if no token is needed. `authenticate` also sets it, for wrapping tokens. */
  isOpen = false;
  /** `route`: false once the path is known to need a token. Determines the format of errors. */
  isPlain = true;
  /** `route`: true if the operation is a login. */
  isLogin = false;
  /** `route`: true if the cluster is sealed after the request. */
  seals = false;
  /** `authenticate`: authenticated caller; undefined if no token was needed. */
  holder: Holder | undefined;
  /** `authenticate`: caller as passed to handlers. */
  caller!: Caller;
  /** `existence` or `decode`: decoded input. */
  decoded: Decoded | undefined;
  /** `existence`: true if the object of a write exists; undefined if that makes no difference. */
  exists: boolean | undefined;
  /** `audit the request`: true once the entry was written. */
  isRequestAudited = false;
  /** `serve`, then `wrap` and `index`: answer of the request. */
  answer: Answer | undefined;
  /** Error that a step threw. Only steps with `runsOnFailure` run afterwards. */
  failure: Readonly<{ error: unknown }> | undefined;

  constructor({ id, call, headers, at, forwarded }: IncomingRequest) {
    this.id = id;
    this.call = call;
    this.headers = headers;
    this.at = at;
    this.forwarded = forwarded;
  }
}

import type { Answer } from "../../api/answer.ts";
import type { Operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Call, Request } from "../../api/request.ts";
import type { DecodedCall } from "../../api/router.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Caller, HandlerContext } from "../mounts/mount-type.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { SystemContext } from "../system-context.ts";
import type { Token } from "../tokens/token.ts";

export type IncomingRequest = Readonly<{
  id: string;
  call: Call;
  headers: Request["headers"];
  at: Instant;
  forwarded?: ForwardedOrigin;
}>;

/**
 * Origin of a forwarded request: the id of the authenticated secondary, and the caller that the secondary
 * authenticated. The primary authorizes the request again by the caller's policies.
 */
export type ForwardedOrigin = Readonly<{ from: string; displayName: string; wrapSeconds: number | null }> &
  Pick<Token, "entityId" | "policies" | "namespace">;

type ServedPath = Readonly<{ endpointPath: string; parameters: JsonObject; rest: string }>;

/** Operation that serves a path: an operation of a mount, or of the core if `mount` is undefined. */
export type Destination = ServedPath &
  (
    | Readonly<{ mount: OpenMount; operation: Operation<HandlerContext> }>
    | Readonly<{ mount: undefined; operation: Operation<SystemContext> }>
  );

/** Authenticated caller of a request. `identityPolicies` is empty unless the request is audited. */
export type Holder = Readonly<{ token: Token; identityPolicies: readonly string[] }>;

/** State of one request. The comments of members name the steps that set them; later steps read them. */
export class RequestContext {
  readonly id: string;
  readonly headers: Request["headers"];
  readonly at: Instant;
  readonly forwarded: ForwardedOrigin | undefined;
  /** The call as sent. From the step `namespace` on, its path is relative to its namespace. */
  call: Call;
  realm!: Realm;
  /** `namespace`: mount that serves the path; undefined if the core serves it, or nothing. */
  mount: OpenMount | undefined;
  /** `namespace`: true if the path is below a built-in mount that the core serves. */
  isServedByCore = false;
  quotaHeaders: Readonly<Record<string, string>> | undefined;
  isAudited = false;
  /** `route`: operation that serves the request. `authenticate` replaces it if the answer is a wrapped response. */
  destination!: Destination;
  /** `route`: error for a request that no operation serves. `authorise` throws it if the caller is authorized. */
  refusal: Error | undefined;
  /** `route`: true if no token is needed. `authenticate` also sets it, if the answer is a wrapped response. */
  isOpen = false;
  /**
   * `route`: false if a token is needed or no operation serves the request. Error texts then begin
   * with `1 error occurred:` if their code requires it.
   */
  isPlain = true;
  isLogin = false;
  seals = false;
  /** `authenticate`: authenticated caller; undefined if no token was needed or the request was forwarded. */
  holder: Holder | undefined;
  caller!: Caller;
  decoded: DecodedCall | undefined;
  /** `existence`: true if the object of a write exists; undefined if this was not looked up. */
  exists: boolean | undefined;
  /** `audit the request` or `audit the answer`: true once writing the entry of the request began. */
  isRequestAudited = false;
  /** `serve here or forward`, then `wrap`, `quota headers` and `index`: answer of the request. */
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

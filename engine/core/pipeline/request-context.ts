import type { Answer } from "../../api/answer.ts";
import type { Operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Call, Request } from "../../api/request.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Caller } from "../mounts/mount-type.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Token } from "../tokens/token.ts";

/** A request as it enters the pipeline. */
export type Entering = Readonly<{
  id: string;
  call: Call;
  headers: Request["headers"];
  /** When it came. */
  at: Instant;
  /** Set on the primary, for a request that a secondary authenticated, authorised and forwarded. */
  forwarded?: Forwarded;
}>;

/**
 * The origin of a forwarded request: the secondary that proved itself, by the id it was registered under, and the caller that it authenticated.
 * By the caller's policies this cluster judges again what it may do: a secondary grants no capabilities of its own.
 */
export type Forwarded = Readonly<{ from: string; displayName: string; wrapSeconds: number | null }> &
  Pick<Token, "entityId" | "policies" | "namespace">;

/** What serves a path: the operation, its endpoint's path, its path parameters, and the mount it belongs to with the path below it. */
export type Destination = Readonly<{
  operation: Operation<never>;
  endpointPath: string;
  parameters: JsonObject;
  /** Undefined where the core itself serves. */
  mount: OpenMount | undefined;
  rest: string;
}>;

/** The input of an operation, and what its handler works with. What they are is known to the operation alone. */
export type Decoded = Readonly<{
  input: never;
  /** Names of fields that the operation does not know. */
  unknown: readonly string[];
  handlerContext: never;
}>;

/** The caller of a request. `identityPolicies` are for audit devices, and looked up only for them. */
export type Holder = Readonly<{ token: Token; identityPolicies: readonly string[] }>;

/** One request on its way through the pipeline. Each step reads what those before it set; a member says which step sets it. */
export class RequestContext {
  readonly id: string;
  readonly headers: Request["headers"];
  readonly at: Instant;
  readonly forwarded: Forwarded | undefined;
  /** As it was sent; from `namespace` on with the path as seen from its namespace. */
  call: Call;
  /** `namespace`: the destination of the request. */
  realm!: Realm;
  /** `namespace`: the mount that serves the path; undefined for the core's own paths and where nothing is mounted. */
  mount: OpenMount | undefined;
  /** `namespace`: whether the path is one that the core itself serves in every namespace. */
  isServedByCore = false;
  /** `quota`: headers that the answer will have. */
  quotaHeaders: Readonly<Record<string, string>> | undefined;
  /** `quota` and `route`: whether audit devices are to be told of it. */
  isAudited = false;
  /** `route`: what serves it. */
  destination!: Destination;
  /** `route`: why nothing serves it. Only a caller that may ask there is told, by `authorise`. */
  refusal: Error | undefined;
  /** `route`: whether no token is needed; `authenticate`, too, for a wrapping token that is proof enough. */
  isOpen = false;
  /** Whether errors are spelt as on paths that need no token: so it is until `route` knows better. */
  isPlain = true;
  /** `route`: whether the client asks for a token. */
  isLogin = false;
  /** `route`: whether the cluster is to be sealed behind the request. */
  seals = false;
  /** `authenticate`: the caller; undefined where no token was needed. */
  holder: Holder | undefined;
  /** `authenticate`: the caller as handlers know it. */
  caller!: Caller;
  /** `existence` or `decode`. */
  decoded: Decoded | undefined;
  /** `existence`: whether the object of a write is there; undefined where the endpoint does not tell creating from updating. */
  exists: boolean | undefined;
  /** `audit the request`: whether the entry was written. */
  isRequestAudited = false;
  /** `serve`, then `wrap` and `index`. */
  answer: Answer | undefined;
  /** What a step threw: the steps that follow are left out, but for those that see to refused requests, too. */
  failure: Readonly<{ error: unknown }> | undefined;

  constructor({ id, call, headers, at, forwarded }: Entering) {
    this.id = id;
    this.call = call;
    this.headers = headers;
    this.at = at;
    this.forwarded = forwarded;
  }
}

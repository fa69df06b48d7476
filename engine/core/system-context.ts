import type { WrapInfo } from "../api/answer.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { FoldedSegments } from "../api/fields/canonicalizer.ts";
import type { JsonObject } from "../api/json.ts";
import type { WrapRequest } from "../api/requests/wrap-request.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Caller } from "./mounts/mount-type.ts";
import type { Realm } from "./namespaces/realm.ts";
import type { Access } from "./policy/access.ts";

export type SystemContext = Readonly<{
  realm: Realm;
  caller: Caller;
  /**
   * Returns the access rights, in this namespace, of the token that was sent; none without a token, as for forwarded
   * requests. Throws a Problem "bad token" if the token is invalid.
   */
  access(): MaybePromise<Access>;
  endpoints: readonly Endpoint<SystemContext>[];
  foldedAt(path: string): readonly FoldedSegments[];
  wrapRequest: WrapRequest | undefined;
  /** Stores `data` under a new single-use wrapping token for `sys/wrapping/unwrap` on this cluster. */
  wrap(data: JsonObject, options: { ttlSeconds: number; creationPath: string }): Promise<WrapInfo>;
}>;

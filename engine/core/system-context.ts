import type { WrapInfo } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import type { WrapRequest } from "../api/wrap-request.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Caller } from "./mounts/mount-type.ts";
import type { Realm } from "./namespaces/realm.ts";
import type { Access } from "./policy/access.ts";

/** What handlers of the paths have to work with that every namespace has, whichever room declares them. */
export type SystemContext = Readonly<{
  /** The namespace in which the call was made. */
  realm: Realm;
  caller: Caller;
  /**
   * What the caller may do in this namespace. Where no token is needed, that of the token that was sent all the same, nothing without
   * one. Throws a Problem "bad token" when it is none.
   */
  access(): MaybePromise<Access>;
  /** How the answer will be wrapped; undefined when it will not. */
  wrapRequest: WrapRequest | undefined;
  /** Puts `data` behind a single-use wrapping token that `sys/wrapping/unwrap` on this cluster gives it out for. */
  wrap(data: JsonObject, options: { ttlSeconds: number; creationPath: string }): Promise<WrapInfo>;
}>;

import type { WrapInfo } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import type { Caller } from "./mount-type.ts";
import type { Realm } from "./realm.ts";

/** What handlers of the paths have to work with that every namespace has, whichever room declares them. */
export type SystemScene = Readonly<{
  /** The namespace in which the call was made. */
  realm: Realm;
  caller: Caller;
  /** Puts `data` behind a single-use wrapping token that `sys/wrapping/unwrap` on this cluster gives it out for. */
  wrap(data: JsonObject, options: { ttlSeconds: number; creationPath: string }): Promise<WrapInfo>;
}>;

import type { WrapInfo } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import type { Caller } from "./mount-type.ts";

/** What handlers of the `sys` paths have to work with, whichever room declares them. */
export type SystemScene = Readonly<{
  caller: Caller;
  /** Puts `data` behind a single-use wrapping token that `sys/wrapping/unwrap` on this cluster gives it out for. */
  wrap(data: JsonObject, options: { ttlSeconds: number; creationPath: string }): Promise<WrapInfo>;
}>;

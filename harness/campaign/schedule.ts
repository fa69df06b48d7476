import { z } from "zod";
import { action } from "./action.ts";

/**
 * A world and all that is done in it, as data: the same schedule and seed make the same run. What chance decides besides (latencies, ids,
 * what a crash leaves of unsynced writes) is drawn from the seed while it is played.
 */
export const schedule = z.object({
  seed: z.int().nonnegative(),
  clusters: z.array(z.string()).min(1).max(5),
  /** The primary of the beginning; the others of `secondaries` replicate from it, the rest is unlinked. */
  primary: z.string(),
  secondaries: z.array(z.string()),
  /** Whether the world has a database engine with a dynamic and a static role, and a cloud auth method. */
  services: z.object({ database: z.boolean(), cloud: z.boolean() }),
  /** In order of time. */
  actions: z.array(action),
  /** When all faults end, in milliseconds since the beginning. */
  healAt: z.number().positive(),
});

export type Schedule = Readonly<z.infer<typeof schedule>>;

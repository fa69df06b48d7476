import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";

/** Services of the lease endpoints. */
export type LeaseServices = Readonly<{
  leases: LeaseLife;
  namespaces: Namespaces;
  /** True if a token exists whose key begins with `start`. */
  isToken: (start: string) => Promise<boolean>;
  clock: Clock;
  log: Log;
}>;

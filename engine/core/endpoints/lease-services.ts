import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";

export type LeaseServices = Readonly<{
  leases: LeaseLife;
  namespaces: Namespaces;
  /** True if a stored token has a key that begins with `start`. */
  isToken: (start: string) => Promise<boolean>;
  clock: Clock;
  log: Log;
}>;

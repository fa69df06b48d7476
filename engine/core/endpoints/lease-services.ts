import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";

/** What the endpoints of leases work with. */
export type LeaseServices = Readonly<{
  leases: LeaseLife;
  namespaces: Namespaces;
  /** Whether there is a token whose key starts like this. */
  isToken: (start: string) => Promise<boolean>;
  clock: Clock;
  log: Log;
}>;

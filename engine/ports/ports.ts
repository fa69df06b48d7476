import type { AuditSinks } from "./audit.ts";
import type { Certificates } from "./certificates.ts";
import type { Clock } from "./clock.ts";
import type { Cloud } from "./cloud.ts";
import type { Cryptography } from "./cryptography.ts";
import type { Databases } from "./databases.ts";
import type { Entropy } from "./entropy.ts";
import type { Link } from "./link.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";

/** All that an engine asks of the world. */
export type Ports = Readonly<{
  clock: Clock;
  entropy: Entropy;
  store: Store;
  cryptography: Cryptography;
  certificates: Certificates;
  cloud: Cloud;
  databases: Databases;
  link: Link;
  audit: AuditSinks;
  log: Log;
  /** A failpoint: called by name between two steps of an operation; the harness may crash the cluster there, and it then never returns. */
  failpoint: (name: string) => void | Promise<void>;
}>;

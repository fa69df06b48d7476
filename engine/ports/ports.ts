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
  /** Called with the name of a failpoint between two steps of an operation. The harness may crash the cluster there. */
  failpoint: (name: string) => void | Promise<void>;
}>;

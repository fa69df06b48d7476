import type { Capability } from "./capability.ts";

export const reasons: Readonly<Record<Capability, string>> = {
  "move-time": "time cannot be moved on this stage",
  partition: "links cannot be partitioned on this stage",
  "black-hole": "links cannot drop messages silently on this stage",
  audit: "audit files cannot be read on this stage",
  restart: "clusters cannot be killed on this stage",
  backup: "stores of clusters cannot be backed up and restored on this stage",
  environment: "clusters cannot be started with another environment on this stage",
  "old-release": "there is one release of the service on this stage",
  edition: "clusters cannot be started as another edition on this stage",
  addresses: "requests cannot be sent from several addresses on this stage",
  signatures: "this cloud endpoint checks no signature",
  "stand-ins": "nothing can stand in for the cloud endpoint on this stage",
  instances: "this cloud endpoint has no instances with identity documents",
  accounts: "this cloud endpoint has one account",
  "cloud-faults": "this cloud endpoint cannot refuse calls on demand",
  init: "clusters are initialised already on this stage",
  fresh: "the servers of this stage are shared, and the scenario changes a whole server",
  replication: "there is no performance replication on this stage",
  "right-to-lead": "the clusters of this stage report no right to lead, an extension of this project",
  "own-rules": "the scenario is only about rules of Understudy (OWN-…), and the target file does not set ownRules",
  namespaces: "there are no namespaces on this stage",
  quotas: "there are no quotas on this stage",
  database: "there is no database server on this stage",
  mariadb: "there is no MariaDB on this stage (docs/plugins.md)",
  redis: "there is no Redis on this stage (docs/plugins.md)",
  sql: "this database product is no SQL server",
  "user-expiry": "this database product does not expire users",
  "client-certificates": "this database product's plugin creates only passwords",
  rollback: "this database product's plugin executes no rollback statements",
  "url-escapes": "escapes make no difference in this database product's URLs",
  "session-counts": "this database product does not count sessions",
  "database-tls": "no database server of this stage has TLS",
  "certified-api": "there is no API over HTTPS on this stage",
  "database-faults": "the network to the database cannot be made to fail on this stage",
  simulated: "the servers of this stage cannot reach the simulated database of this process",
  cloud: "there is no cloud endpoint on this stage",
};

/** Error: a scenario cannot run on its stage. The message is the reason. */
export class CannotBePlayed extends Error {
  override readonly name = "CannotBePlayed";
}

export function missingCapability(need: Capability, more = ""): CannotBePlayed {
  return new CannotBePlayed(more === "" ? reasons[need] : `${reasons[need]}: ${more}`);
}

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(reasons, name);
}

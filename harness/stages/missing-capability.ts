import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { Capability } from "./stage.ts";

/** Why a stage that lacks a capability cannot play what needs it. */
export const reasons: Readonly<Record<Capability, string>> = {
  "move-time": "time cannot be moved on this stage",
  partition: "links cannot be partitioned on this stage",
  "black-hole": "links cannot drop messages silently on this stage",
  audit: "audit files cannot be looked at on this stage",
  restart: "clusters cannot be killed on this stage",
  backup: "stores of clusters cannot be backed up and restored on this stage",
  environment: "clusters cannot be started with another environment on this stage",
  "old-release": "there is one release of the service on this stage",
  edition: "clusters cannot be started as another edition on this stage",
  addresses: "requests cannot be sent from several addresses on this stage",
  signatures: "this cloud endpoint checks no signature",
  "stand-ins": "nothing can stand in for the cloud endpoint on this stage",
  instances: "this cloud endpoint has no instances that say who they are",
  accounts: "this cloud endpoint has one account",
  "cloud-faults": "this cloud endpoint cannot be told to refuse",
  init: "clusters are initialised already on this stage",
  fresh: "what changes a whole server is not asked of one that is shared",
  replication: "there is no performance replication on this stage",
  "right-to-lead": "the status of its clusters tells no right to lead, which is a choice of this project",
  namespaces: "there are no namespaces on this stage",
  quotas: "there are no quotas on this stage",
  database: "there is no database server on this stage",
  mariadb: "there is no MariaDB on this stage (docs/plugins.md)",
  redis: "there is no Redis on this stage (docs/plugins.md)",
  sql: "this database product is no SQL server",
  "user-expiry": "this database product ends no user by itself",
  "client-certificates": "this database product's plugin makes passwords alone",
  "url-escapes": "what is escaped in this database product's URLs makes no difference",
  "session-counts": "this database product does not count sessions",
  "database-tls": "no database server of this stage can be had with TLS",
  "certified-api": "the API cannot be had over HTTPS on this stage",
  "database-faults": "the network to the database cannot be made to fail on this stage",
  simulated: "servers that are not ours do not reach the simulated database of this process",
  cloud: "there is no cloud endpoint on this stage",
};

/** All that a stage with clusters of its own can do beside what depends on how it is made. */
export const ownServers = [
  ...["init", "fresh", "replication", "right-to-lead", "namespaces", "quotas", "database", "cloud"],
] as const;

/** The stage's own server, which is all that a stage without others has. */
export async function ownDatabaseOnly(database: DatabaseServer, kind: DatabaseServer["kind"]): Promise<DatabaseServer> {
  if (kind === database.kind) return database;
  throw missingCapability(kind === "postgresql" ? "database" : kind);
}

/** Something that a scenario asked for and that its stage cannot do: it is not played. The message says why. */
export class CannotBePlayed extends Error {
  override readonly name = "CannotBePlayed";
}

/** That a stage lacks a capability, and what of it was asked for. */
export function missingCapability(need: Capability, more = ""): CannotBePlayed {
  return new CannotBePlayed(more === "" ? reasons[need] : `${reasons[need]}: ${more}`);
}

/** Whether there is a capability of this name. */
export function isCapability(name: string): name is Capability {
  return Object.hasOwn(reasons, name);
}

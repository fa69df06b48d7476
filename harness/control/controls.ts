import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

/** Parts of an environment in which clients outside this process can cause faults. */
export type Controls = Readonly<{
  stage: LiveStage;
  /** The stage's database, reached through its relay, with controls for faults of the database server. */
  database: FaultyDatabase;
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

/** Parts of an environment that clients outside this process can make fail. */
export type Controls = Readonly<{
  stage: LiveStage;
  /** The stage's database behind its relay, with the faults of its server. */
  database: FaultyDatabase;
  /** Relays in front of the database and the cloud. */
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

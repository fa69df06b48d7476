import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

/** All that can be made to fail by who is not part of this process. */
export type Controls = Readonly<{
  stage: LiveStage;
  /** The stage's database behind its relay, with what it can be made to do itself. */
  database: FaultyDatabase;
  /** What stands before the database and the cloud. */
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

/** The stage, database and relays in which the control endpoint causes faults. */
export type Controls = Readonly<{
  stage: LiveStage;
  database: FaultyDatabase;
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

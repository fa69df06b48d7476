import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

export type Controls = Readonly<{
  stage: LiveStage;
  database: FaultyDatabase;
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

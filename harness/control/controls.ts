import type { TcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";

/** All that can be made to fail by who is not part of this process. */
export type Controls = Readonly<{
  stage: LiveStage;
  /** What stands before the database and the cloud. */
  relays: Readonly<Record<"database" | "cloud", TcpRelay>>;
}>;

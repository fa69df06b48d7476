import type { Store } from "#engine/ports/store.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { History } from "#harness/history/history.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import type { PlayWatch } from "./play-watch.ts";

/** What is looked at of a stage when a play is over. */
export type RestingStage = Readonly<{
  history: History;
  watch: PlayWatch;
  /** Their requests and answers are in the history. */
  clusters: readonly StageCluster[];
  /** The same, and what they are asked is in no history. */
  unrecorded: readonly StageCluster[];
  /** What a cluster stores; undefined where it cannot be looked at. */
  storeOf(cluster: string): Store | undefined;
  /** Every database server that scenarios were given, whose logins are in the history. */
  servers: readonly DatabaseServer[];
  pass(milliseconds: number): Promise<void>;
  /** Repeats `look` until it no longer throws, while time goes on. Rejects when it has taken too long. */
  eventually(look: () => Promise<void>): Promise<void>;
}>;

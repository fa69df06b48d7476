import type { Store } from "#engine/ports/store.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { History } from "#harness/history/history.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import type { PlayWatch } from "./play-watch.ts";

/** Parts of a stage that are inspected after a run. */
export type RestingStage = Readonly<{
  history: History;
  watch: PlayWatch;
  /** Clusters whose requests and answers are recorded. */
  clusters: readonly StageCluster[];
  /** Clusters whose requests and answers are not recorded. */
  unrecorded: readonly StageCluster[];
  /** Returns the store of a cluster, or undefined if it cannot be read. */
  storeOf(cluster: string): Store | undefined;
  /** Database servers that scenarios used, whose logins are recorded. */
  servers: readonly DatabaseServer[];
  pass(milliseconds: number): Promise<void>;
  /** Repeats `look` until it does not throw, while time passes. Rejects after a timeout. */
  eventually(look: () => Promise<void>): Promise<void>;
}>;

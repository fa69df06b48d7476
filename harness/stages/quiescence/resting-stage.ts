import type { Store } from "#engine/ports/store.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { History } from "#harness/history/history.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import type { PlayWatch } from "./play-watch.ts";

export type RestingStage = Readonly<{
  history: History;
  watch: PlayWatch;
  /** Clusters whose requests and answers are recorded in the history. */
  clusters: readonly StageCluster[];
  /** The same clusters, without recording. */
  unrecorded: readonly StageCluster[];
  storeOf(cluster: string): Store | undefined;
  /** Database servers that the scenario used. Logins to them are recorded. */
  servers: readonly DatabaseServer[];
  pass(milliseconds: number): Promise<void>;
  /** Repeats `look` until it does not throw, while time passes. After a timeout, rejects with its last error. */
  eventually(look: () => Promise<void>): Promise<void>;
}>;

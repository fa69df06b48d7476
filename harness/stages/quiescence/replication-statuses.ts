import { statusPath } from "#harness/checkers/models/roles.ts";
import type { StageCluster } from "#harness/stages/stage.ts";

export type ReplicationStatus = Readonly<{
  cluster: string;
  mode: unknown;
  state: unknown;
  /** Last log position: written by a primary, or applied by another cluster. 0 if the status reports none. */
  last: number;
  data: Readonly<Record<string, unknown>>;
}>;

export async function replicationStatuses(clusters: readonly StageCluster[]): Promise<readonly ReplicationStatus[]> {
  const answers = await Promise.all(
    clusters.map(async (one) => {
      const reply = await one.call({ method: "GET", path: statusPath }).catch(() => undefined);
      return { cluster: one.name, data: reply?.status === 200 ? reply.body?.data : undefined };
    }),
  );
  return answers.flatMap(({ cluster, data }) => {
    if (!data) return [];
    const { mode, state, last_performance_wal: written = 0, last_remote_wal: applied = 0 } = data;
    return [{ cluster, mode, state, last: Number(mode === "primary" ? written : applied), data }];
  });
}

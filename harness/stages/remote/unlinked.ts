import { FoundTopology, type LinkableCluster } from "#harness/targets/found-topology.ts";
import { secretIn } from "#harness/targets/secret-in.ts";
import type { Target } from "#harness/targets/target.ts";
import { targetClient } from "#harness/targets/target-client.ts";
import { runJoined } from "./remote-cluster.ts";

/** Reads the replication of all clusters of a target and disables it. */
export async function unlinked(target: Target, owner: AsyncDisposableStack): Promise<FoundTopology> {
  const clusters = target.clusters.map((cluster): LinkableCluster => {
    const client = owner.use(targetClient(cluster));
    const token = secretIn(cluster.tokenVariable, `the token of ${cluster.name}`);
    const { name, link } = cluster;
    return {
      ...{ name, link },
      send: (request) => client.call({ ...request, token }),
      joined: () => runJoined(cluster, target),
    };
  });
  const topology = await FoundTopology.read(clusters, target.filterKey);
  await topology.unlink().catch(async (error: unknown) => {
    await topology.restore();
    throw error;
  });
  return topology;
}

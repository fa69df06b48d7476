import { formatRequest, parseReply } from "#harness/api/http-text.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Network } from "./network.ts";
import type { SimulatedCluster } from "./simulated-cluster.ts";

/**
 * Sends a client's request to a cluster, and the reply back, over the simulated network. Rejects if a message is lost
 * or the cluster is killed; stays pending if a message is dropped silently.
 */
export function callOver(network: Network, cluster: SimulatedCluster, request: ApiRequest): Promise<ApiReply> {
  const client = "client.simulated";
  const text = formatRequest(request);
  const remoteAddress = request.from ?? "127.0.0.1";
  const connection = {};
  return new Promise((resolve, reject) => {
    const lose = () => reject(new Error("the client's request was lost"));
    const back = (kind: string, content: string, deliver: () => void) =>
      network.carry({ from: cluster.host, to: client, connection, kind, content, deliver, lose });
    const deliver = () =>
      void cluster.handle({ ...text, remoteAddress }).then(
        (reply) => back(`reply ${reply.status}`, reply.body, () => resolve(parseReply(reply))),
        (error: unknown) => back("reset", "", () => reject(error)),
      );
    const kind = text.method;
    network.carry({ from: client, to: cluster.host, connection, kind, content: text.body, deliver, lose });
  });
}

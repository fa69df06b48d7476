/**
 * Child process that runs a cluster. Prints the cluster's address, and for each chunk of input its own memory in bytes.
 */
import { startCluster } from "../cluster.ts";

const minutes = 10 * 60;
const cluster = await startCluster({
  name: "Oslo",
  rootToken: "root",
  limits: { headersSeconds: minutes, requestSeconds: minutes, keepAliveSeconds: minutes },
});
process.stdout.write(`${cluster.api}\n`);
process.stdin.on("data", () => process.stdout.write(`${process.memoryUsage().rss}\n`));
process.stdin.on("end", () => process.exit());

/** A process of its own with a cluster that bears with idle clients. Says its address, and its memory whenever it is written to. */
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

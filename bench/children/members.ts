// Keeps clusters that know nothing of one another: one more whenever it is asked for one. Told "memory", it says how much this process holds.
import { startCluster } from "#cluster/cluster.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";
import { report } from "./order.ts";

const rootToken = "root";

process.on("disconnect", () => process.exit());
process.on("message", async (question) => {
  if (question === "memory") return report(memoryOfThisProcess());
  const { name, api, link } = await startCluster({ name: String(question), rootToken });
  report({ name, api, link, rootToken });
});
report("ready");

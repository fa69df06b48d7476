// Runs unrelated clusters, one more for each message with a name. On "memory", reports the memory of this process.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startCluster } from "#cluster/cluster.ts";
import { report } from "./child-process.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";

const rootToken = "root";

process.on("disconnect", () => process.exit());
process.on("message", async (question) => {
  if (question === "memory") return report({ ...memoryOfThisProcess(), held: held() });
  const { name, api, link } = await startCluster({ name: String(question), rootToken });
  report({ name, api, link, rootToken });
});
report("ready");

/** Returns the memory in use after a garbage collection in megabytes, on the heap and outside of it. */
function held(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

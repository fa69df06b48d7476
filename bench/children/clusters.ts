// Runs linked clusters with a secret and reports the memory of this process on request.
import { z } from "zod";
import { linked } from "../linked.ts";
import { liveStage } from "../live-stage.ts";
import { painterToken } from "../painter.ts";
import { answerWith, inputOf, report } from "./child-process.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";

const { names } = inputOf(z.object({ names: z.array(z.string()) }));

const stage = await liveStage({ name: "bench", clusters: names });
const clusters = await linked(stage);
const [primary] = clusters;
if (!primary) throw new Error("a stage without clusters");
const token = await painterToken(primary);

answerWith(memoryOfThisProcess);
report({
  addresses: clusters.map(({ api }) => api),
  rootToken: primary.rootToken,
  painterToken: token,
});

// Keeps linked clusters with a secret to read, and tells how much memory this process has whenever it is asked.
import { z } from "zod";
import { linked } from "../linked.ts";
import { liveStage } from "../live-stage.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";
import { answerWith, orderOf, report } from "./order.ts";

const { names } = orderOf(z.object({ names: z.array(z.string()) }));

const stage = await liveStage({ name: "bench", clusters: names });
const clusters = await linked(stage);
const [lead] = clusters;
if (!lead) throw new Error("a stage without clusters");
await lead.write("sys/mounts/colours", { type: "kv" });
await lead.write("colours/sky", { value: "blue" });
await lead.write("sys/mounts/shades", { type: "kv", options: { version: "2" } });
await lead.write("shades/data/sky", { data: { value: "blue" } });
await lead.write("sys/policies/acl/painter", {
  policy: `
    path "colours/*" { capabilities = ["read"] }
    path "shades/data/*" { capabilities = ["create", "update", "read"] }
    path "auth/token/create" { capabilities = ["create", "update"] }
  `,
});
const { auth } = await lead.write("auth/token/create", { policies: ["painter"] });

answerWith(memoryOfThisProcess);
report({
  addresses: clusters.map(({ api }) => api),
  rootToken: lead.rootToken,
  painterToken: auth?.client_token,
});

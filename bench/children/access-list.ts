// Runs a cluster whose identity access list has many expired entries. On "tidy", tidies the list and reports when the
// last entry is gone.
import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import { type AccessListEntry, accessList } from "#engine/cloud/instance/access-list/access-list-entry.ts";
import { inside } from "../large-store.ts";
import { mountStorage } from "../mount-storage.ts";
import { operatorOf } from "../operator.ts";
import { painterToken } from "../painter.ts";
import { inputOf, report } from "./child-process.ts";

const { entries } = inputOf(z.object({ entries: z.int() }));

const rootToken = "root";
const unsealKey = new Uint8Array(32).fill(7);
const store = inMemory();
const start = () => startCluster({ name: "Oslo", rootToken, unsealKey, store });

const batchEntries = 1000;
const reportEvery = 50_000;
const lookMilliseconds = 200;

/** Returns a name such that names sort like their numbers, so that the last entry is tidied last. */
const nameOf = (number: number) => `i-${String(number).padStart(17, "0")}`;

const { token, mount } = await (async () => {
  await using empty = await start();
  const operator = operatorOf(empty, rootToken);
  await operator.write("sys/auth/cloud", { type: "cloud" });
  const { uuid } = await operator.read("sys/auth/cloud");
  return { token: await painterToken(operator), mount: String(uuid) };
})();
await inside(store, unsealKey, async (plain) => {
  const storage = mountStorage(plain, mount);
  const entry: AccessListEntry = {
    ...{ accountId: "123456789012", role: "web", nonce: "", disallowReauthentication: false },
    ...{ pendingTime: "2020-01-01T00:00:00Z", createdAt: 0, updatedAt: 0, expiresAt: 1 },
  };
  for (let made = 0; made < entries; made += batchEntries) {
    await storage.commit(
      Array.from({ length: batchEntries }, (_, number) => accessList.put(nameOf(made + number), entry)),
    );
    if (made % reportEvery === 0) report({ progressMessage: `${made} entries` });
    await passed();
  }
});
const cluster = await start();
const operator = operatorOf(cluster, rootToken);
const last = {
  method: "GET",
  path: `auth/cloud/identity-accesslist/${nameOf(entries - 1)}`,
  token: rootToken,
} as const;
if ((await operator.ask(last)).status !== 200) throw new Error("the entries are not those of the mount");
report({ address: cluster.api, token });

process.on("message", async () => {
  await operator.write("auth/cloud/tidy/identity-accesslist", { safety_buffer: 0 });
  for (let looks = 1; (await operator.ask(last)).status === 200; looks++) {
    await passed(lookMilliseconds);
    if (looks % 25 === 0) report({ progressMessage: "tidying" });
  }
  report({ tidied: true });
});

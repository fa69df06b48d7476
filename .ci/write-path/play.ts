// Plays one write on two linked clusters and prints the calls on its way as JSON. Run by `write-path.test.ts`, with `record-calls.ts` loaded before.
import { Server } from "node:http";
import { WebSocket } from "ws";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import type { Store } from "#engine/ports/store.ts";
import { beginChain, callChain } from "./record-calls.ts";
import type { Way } from "./way.ts";

/** Name of the secret that is written. It identifies the write in the frame of the link and in the key of the store. */
const marker = "the-write-that-is-followed";
const rootToken = "root";

/**
 * Number of writes that are recorded. Some have more calls than necessary, because they wait for something else, such
 * as a heartbeat. The shortest way counts.
 */
const writes = 20;

let toLink: readonly string[] = [];
let toStore: readonly string[] = [];

// Data that arrives at a socket begins a chain.
const { emit: emitOfServer } = Server.prototype;
Server.prototype.emit = function (this: Server, ...event: Parameters<typeof emitOfServer>) {
  return event[0] === "request" ? beginChain(() => emitOfServer.apply(this, event)) : emitOfServer.apply(this, event);
} as typeof emitOfServer;
const { emit, send } = WebSocket.prototype;
WebSocket.prototype.emit = function (this: WebSocket, ...event: Parameters<typeof emit>) {
  return event[0] === "message" ? beginChain(() => emit.apply(this, event)) : emit.apply(this, event);
} as typeof emit;
WebSocket.prototype.send = function (this: WebSocket, ...args: Parameters<typeof send>) {
  if (String(args[0]).includes(marker)) toLink = callChain();
  return send.apply(this, args);
} as typeof send;

const { read, range, commit } = inMemory();
const store: Store = {
  read,
  range,
  commit(batch) {
    if (batch.some(({ key }) => key.startsWith("shared/") && key.includes(marker))) toStore = callChain();
    return commit(batch);
  },
};

await using primary = await startCluster({ name: "primary", rootToken });
await using secondary = await startCluster({ name: "secondary", rootToken, store });

async function call(api: string, path: string, body: object | undefined = undefined) {
  const response = await fetch(`${api}/v1/${path}`, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: { "x-vault-token": rootToken },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

async function eventually(isDone: () => Promise<boolean>) {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
}

await call(primary.api, "sys/replication/performance/primary/enable", {});
await call(primary.api, "sys/mounts/secrets", { type: "kv" });
const { wrap_info } = await call(primary.api, "sys/replication/performance/primary/secondary-token", {
  id: "secondary",
});
await call(secondary.api, "sys/replication/performance/secondary/enable", { token: wrap_info.token });
const status = async (api: string) => (await call(api, "sys/replication/performance/status")).data;
await eventually(async () => (await status(secondary.api)).state === "stream-wals");
// A step of the driver that a heartbeat began may take a write along, and is then its cause: such a way has no beginning.
const ways: Way[] = [];
for (let number = 0; number < writes; number += 1) {
  toLink = [];
  toStore = [];
  await call(primary.api, `secrets/${marker}`, { value: "x" });
  await eventually(async () => toStore.length > 0);
  const isWhole = toLink[0]?.startsWith("cluster/http/") && toStore[0]?.startsWith("cluster/link/");
  if (isWhole) ways.push({ primary: toLink, secondary: toStore });
}
const lengthOf = (way: Way) => way.primary.length + way.secondary.length;
const [shortest] = ways.sort((one, other) => lengthOf(one) - lengthOf(other));
process.stdout.write(JSON.stringify(shortest));

// Copies a large store to a new secondary, changes some keys while the link is down, and reconnects. Reports the
// characters that the primary sent and the duration, for the copy and for the sync.
import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import type { Wire } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { fillWithKeys, inside } from "../large-store.ts";
import { sendRequests } from "../load.ts";
import { operatorOf } from "../operator.ts";
import { inputOf, report } from "./child-process.ts";

const { keys, differing, writes } = inputOf(z.object({ keys: z.int(), differing: z.int(), writes: z.int() }));

/** An address at which no server listens: port 1 needs privileges. */
const nowhere = "wss://127.0.0.1:1";

/** Maximum number of checks, pause between two checks in milliseconds, and number of checks per progress report. */
const polling = { looks: 6000, pause: 50, looksPerReport: 20 };

const rootToken = "root";
const unsealKey = new Uint8Array(32).fill(7);
const store = inMemory();

const startPrimary = () => startCluster({ name: "Oslo", rootToken, unsealKey, store });
const print = (filled: number) => report({ progressMessage: `${filled} keys` });

const mount = await (async () => {
  await using empty = await startPrimary();
  const operator = operatorOf(empty, rootToken);
  await operator.write("sys/mounts/colours", { type: "kv" });
  return String((await operator.read("sys/mounts/colours")).uuid);
})();
await inside(store, unsealKey, (plain) => fillWithKeys(plain, { count: keys, mount }, print));

let received = 0;
let isPartitioned = false;
let wire: Wire | undefined;
const counted = (ports: Ports): Ports => ({
  ...ports,
  link: {
    ...ports.link,
    dial(address, credentials, listener) {
      wire = ports.link.dial(isPartitioned ? nowhere : address, credentials, {
        ...listener,
        opened: () => listener.opened(),
        closed: (reason) => listener.closed(reason),
        received(frame) {
          received += frame.length;
          listener.received(frame);
        },
      });
      return wire;
    },
  },
});

const oslo = await startPrimary();
const lima = await startCluster({ name: "Lima", rootToken, instrument: { ports: counted } });
const primary = operatorOf(oslo, rootToken);
const secondary = operatorOf(lima, rootToken);
await primary.enablePrimary();
report({ progressMessage: "a full copy" });
const copy = await counting(async () => secondary.enableSecondary(await primary.secondaryToken("Lima")));

isPartitioned = true;
wire?.close();
report({ progressMessage: `${differing} keys written ${writes} times` });
for (let time = 0; time < writes; time++) {
  const body = { value: `another ${time}` };
  await sendRequests({ url: `${oslo.api}/v1/colours/shelf`, token: rootToken, body, apart: true }, differing);
}
report({ progressMessage: "a merkle sync" });
const sync = await counting(async () => {
  isPartitioned = false;
});
report({ copy, sync });

async function counting(begin: () => Promise<void>): Promise<Readonly<{ characters: number; seconds: number }>> {
  const before = received;
  const begun = performance.now();
  await begin();
  for (let looks = 1; ; looks++) {
    await passed(polling.pause);
    const { last_performance_wal: last } = await primary.status();
    const { state, last_remote_wal: remote } = await secondary.status();
    if (state === "stream-wals" && remote === last) break;
    if (looks > polling.looks) throw new Error(`the secondary is in the state ${state}`);
    if (looks % polling.looksPerReport === 0) report({ progressMessage: `${state}, ${Math.round(received / 1e6)} MB` });
  }
  return { characters: received - before, seconds: (performance.now() - begun) / 1000 };
}

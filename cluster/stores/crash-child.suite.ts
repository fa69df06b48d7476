// A short life: reads what the last one left, then writes on until it is killed, or kills itself in the middle of a write.
import { writeSync } from "node:fs";
import { batchOf, storyIn } from "./crash-story.suite.ts";
import type { OpenedStore } from "./opened-store.ts";

/** What a life begins with: where, and whether it ends itself: so long after handing over the batch that follows `acknowledged` others. */
export type Life = Readonly<{
  place: Readonly<{ file: string }> | Readonly<{ url: string; cluster: string }>;
  suicide: Readonly<{ acknowledged: number; microseconds: number }> | null;
}>;

/** Batches that are handed over before the first of them is acknowledged. */
export const maxInFlight = 8;

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? "") as Life);

async function live({ place, suicide }: Life): Promise<void> {
  const store = await open(place);
  const found = await storyIn(store);
  say(`found ${found}`);
  let handed = found;
  let acknowledged = found;
  async function write(): Promise<void> {
    for (;;) {
      handed += 1;
      const number = handed;
      await store.commit(batchOf(number));
      acknowledged = Math.max(acknowledged, number);
      say(`acknowledged ${number}`);
      if (suicide && acknowledged >= found + suicide.acknowledged) dieIn(suicide.microseconds);
    }
  }
  await Promise.all(Array.from({ length: maxInFlight }, write));
}

/** Once the next batches are handed over, busy until then: no turn of the event loop is in between. */
function dieIn(microseconds: number): void {
  setImmediate(() => {
    const end = performance.now() + microseconds / 1000;
    while (performance.now() < end);
    process.kill(process.pid, "SIGKILL");
  });
}

/** On the pipe when it returns, whatever happens to us then. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

async function open(place: Life["place"]): Promise<OpenedStore> {
  if ("file" in place) return (await import("./sqlite.ts")).sqliteStore(place);
  return (await import("./postgresql.ts")).postgresqlStore(place);
}

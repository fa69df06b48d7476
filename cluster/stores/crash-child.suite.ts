// Child process of the crash tests: reads the store, then writes until it is killed or kills itself during a write.
import { writeSync } from "node:fs";
import { batchOf, countBatches } from "./crash-batches.suite.ts";
import type { OpenedStore } from "./opened-store.ts";

/**
 * Input of the child process. If `selfKill` is null, the parent kills the child process. Otherwise the child process
 * kills itself: when `acknowledged` batches are saved, it passes the next batch to the store and waits for
 * `microseconds`.
 */
export type ChildRun = Readonly<{
  place: Readonly<{ file: string }> | Readonly<{ url: string; cluster: string }>;
  selfKill: Readonly<{ acknowledged: number; microseconds: number }> | null;
}>;

export const maxInFlight = 8;

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? "") as ChildRun);

async function run({ place, selfKill }: ChildRun): Promise<void> {
  const store = await open(place);
  const found = await countBatches(store);
  report(`found ${found}`);
  let handed = found;
  let acknowledged = found;
  async function write(): Promise<void> {
    for (;;) {
      handed += 1;
      const number = handed;
      await store.commit(batchOf(number));
      acknowledged = Math.max(acknowledged, number);
      report(`acknowledged ${number}`);
      if (selfKill && acknowledged >= found + selfKill.acknowledged) killSelfIn(selfKill.microseconds);
    }
  }
  await Promise.all(Array.from({ length: maxInFlight }, write));
}

function killSelfIn(microseconds: number): void {
  setImmediate(() => {
    const end = performance.now() + microseconds / 1000;
    while (performance.now() < end);
    process.kill(process.pid, "SIGKILL");
  });
}

function report(line: string): void {
  writeSync(1, `${line}\n`);
}

async function open(place: ChildRun["place"]): Promise<OpenedStore> {
  if ("file" in place) return (await import("./sqlite.ts")).sqliteStore(place);
  return (await import("./postgresql.ts")).postgresqlStore(place);
}

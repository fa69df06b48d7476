import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Space, Storage } from "./storage.ts";

const keysAtATime = 100;

export async function namesIn(storage: Storage, space: Space, prefix: string): Promise<readonly string[]> {
  const names: string[] = [];
  let after: string | undefined;
  for (;;) {
    const window = after === undefined ? { limit: keysAtATime } : { after, limit: keysAtATime };
    const keys = await storage.keys(space, prefix, window);
    for (const key of keys) {
      const name = firstStep(key);
      if (name !== names.at(-1)) names.push(name);
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < keysAtATime) return names;
    // The remaining keys of the last subfolder are skipped, since only its name is listed.
    const end = `${firstStep(last)}\uffff`;
    after = last.includes("/") && end > last ? end : last;
  }
}

function firstStep(key: string): string {
  const slash = key.indexOf("/");
  return slash < 0 ? key : key.slice(0, slash + 1);
}

/** Removes all keys below `prefix` in batches, between which other requests can run. Can be repeated after a crash. */
export async function removeBelow(
  { storage, clock }: Readonly<{ storage: Storage; clock: Clock }>,
  space: Space,
  prefix: string,
  batch = removedAtATime,
): Promise<void> {
  for (;;) {
    const keys = await storage.keys(space, prefix, { limit: batch });
    if (keys.length > 0) await storage.commit(keys.map((key) => ({ space, key: prefix + key, value: null })));
    if (keys.length < batch) return;
    await yieldToEventLoop(clock);
  }
}

const removedAtATime = 256;

import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Space, Storage } from "./storage.ts";

/** Keys read at a time. A folder costs one such reading however much lies in it, so a list of many folders wants it small. */
const keysAtATime = 100;

/** What lies right below `prefix`, in order: names as they are, and folders once each, with their slash. */
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
    // Whatever else is in the last folder is leapt over: of it only the name is told.
    const end = `${firstStep(last)}\uffff`;
    after = last.includes("/") && end > last ? end : last;
  }
}

function firstStep(key: string): string {
  const slash = key.indexOf("/");
  return slash < 0 ? key : key.slice(0, slash + 1);
}

/**
 * Removes all keys below `prefix`, `batch` at a time, with a turn of the event loop for others after each: a crash in between leaves the rest
 * for the next attempt.
 */
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

/** So few that a batch takes some milliseconds, and that an entry of the write log stays small. */
const removedAtATime = 256;
